"""The ranking: every number that decides what comes first is here.

A result's score is `tier + quality`.  Tiers keep kinds of match apart: a name that was typed in
full is never outranked by one that only begins like it.  Plain language is a weighted sum of
features of a file, after the recipe found by experiment on a public benchmark.

The order of results is total: score rounded to six digits, then path, line and position.
"""

from __future__ import annotations

from math import log
from typing import TYPE_CHECKING, NamedTuple

from uindex.record import KINDS

if TYPE_CHECKING:
    from collections.abc import Mapping

# Tiers of names.  The quality added to a tier stays below 5, so tiers 5 apart never mix.
EXACT = 100.0
"""The name as typed."""
FOLDED = 95.0
"""The same but for letter case."""
SQUEEZED = 90.0
"""The same but for letter case and separators."""
FILE_NAMED = 85.0
"""A file that is called so."""
FILE_SAME = 82.0
"""A file whose name is the same words, in their forms."""
SAME_PARTS = 80.0
"""The same words, in their forms."""
PREFIX = 70.0
FILE_PREFIX = 65.0
PARTS = 60.0
"""Among its words are all that were asked for."""
UNQUALIFIED = 55.0
"""The last component of a qualified name that was not found as such."""
TYPO = 40.0
WORDS = 20.0
"""Plain language: from here to below 40, less what a file costs for what it is."""
LISTED = 0.0
"""A name that holds all words of a plain query, in a file that has something better or was not
among the best."""

_OTHER_KIND = 0.4
_KIND = {
    **dict.fromkeys(
        "class interface struct union enum trait protocol type module namespace package".split(),
        1.0,
    ),
    **dict.fromkeys("function macro constructor component".split(), 0.8),
    **dict.fromkeys("method rule target".split(), 0.6),
    **dict.fromkeys("heading section".split(), 0.3),
    "key": 0.1,
}
KIND_QUALITY = [_KIND.get(kind, _OTHER_KIND) for kind in KINDS]

_KEY_COST = 7.0
"""What is defined comes before keys of data files, but for one that is written as typed:
`router` in lower case is the interface Router rather than each "router" of a JSON file."""
_KEY = KINDS.index("key")
_MINOR_COST = 16.0
"""A file that is called so, and a definition that shares the words, are what is meant rather than a
part of something else: `Args` is args.go rather than the field Command.Args."""
_MINOR = frozenset(map(KINDS.index, "field property member parameter variant key".split()))

# By rank of the file (project, test, foreign): a definition in the project proper comes first.
# Exact names stay above other tiers wherever they are; weaker matches give way altogether.
_EXACT_COST = (0.0, 2.0, 3.0)
_WEAK_COST = (0.0, 20.0, 25.0)
FEW = 10
"""With fewer matches of the name than this, plain language is asked as well."""


class Candidate(NamedTuple):
    """A place that answers, before it is looked at closely."""

    score: float
    path: bytes
    line: int
    at: int
    """Of the symbol in its record; -1 for a file, or a piece of one that is no symbol."""
    blob: int
    kind: int = -1
    """Position in `record.KINDS`; -1 for what is no symbol."""
    unit: int = -1
    """Of the unit in its record, where plain language found it."""
    why: str = ""

    def order(self) -> tuple[float, bytes, int, int]:
        return (-self.score, self.path, self.line, self.at)


NAMED_AFTER = 0.9
"""For a definition whose file is called as it is: it is what the file is there for."""


_TIERS = {
    EXACT: "the name as typed",
    FOLDED: "the name but for letter case",
    SQUEEZED: "the name but for case and separators",
    FILE_NAMED: "a file that is called so",
    FILE_SAME: "a file of the same words",
    SAME_PARTS: "a name of the same words",
    PREFIX: "the name begins so",
    FILE_PREFIX: "a file whose name begins so",
    PARTS: "the name holds the words",
    UNQUALIFIED: "the name without its qualifiers",
    TYPO: "a similar name",
    LISTED: "the name holds the words",
}


def name_parts(
    tier: float, kind: int, rank: int, closeness: float, named_after: float = 0.0
) -> dict[str, float]:
    """What the score of a symbol that is found by its name is the sum of.  `closeness` is from 0 to
    1: how much of the name the query covers; `named_after` too: how much its file is called so."""
    strong = tier >= SQUEEZED
    return {
        "tier": tier,
        "kind": 2.0 * KIND_QUALITY[kind] - (_MINOR_COST if strong and kind in _MINOR else 0.0)
        - (_KEY_COST if strong and kind == _KEY else 0.0),
        "closeness": 2.0 * closeness,
        "file": NAMED_AFTER * named_after,
        "rank": -(_EXACT_COST if strong else _WEAK_COST)[rank],
    }  # fmt: skip


def file_parts(tier: float, rank: int, closeness: float) -> dict[str, float]:
    """What the score of a file that answers by its name is the sum of."""
    return {
        "tier": tier,
        "closeness": 4.0 * closeness,
        "rank": -(_EXACT_COST if tier >= SQUEEZED else _WEAK_COST)[rank],
    }


def total(parts: Mapping[str, float]) -> float:
    """The score that parts come to; rounded, so that it is the same on every machine."""
    return round(sum(parts.values()), 6)


def explained(parts: Mapping[str, float]) -> str:
    """Why a result has its score: the tier in words, then what was added, the most first."""
    tier = parts.get("tier")
    lead = f"plain language {WORDS:g}" if tier is None else f"{_TIERS.get(tier, 'named')} {tier:g}"
    rest = sorted(parts.items(), key=lambda part: -abs(part[1]))
    return " ".join(
        [lead, *(f"{name} {value:+.2f}" for name, value in rest
                 if name != "tier" and round(value, 2))]
    )  # fmt: skip


def frame_score(at: int, rank: int) -> float:
    """The score of a place that the text of an error names, as its `at`th.  Tests that fail call
    what is at fault."""
    return round(FILE_NAMED + 4.0 / (1 + at) - _EXACT_COST[rank], 6)


# Plain language: a weighted sum of features of a file, each from 0 to about 1.
W_STEM = 3.0
"""How well the query covers the file's name."""
W_UNITS = 2.5
"""What its pieces say: the p-norm of their scores, over the best file's."""
W_FILE = 2.0
"""What the file says as a whole (BM25 over fields), over the best."""
W_NAMED = 2.0
"""How alike the query and the closest name of a definition are."""
W_FOLDER = 1.0
"""How well the query covers the best of its folders."""
W_SHARE = 1.0
"""The share of the query's weight that the best piece holds."""
W_CALLED = 1.0
"""A definition that is called as an identifier of the query says."""
W_DOCS = 0.5
"""Its docs alone, over the best; a record has first paragraphs only, so that is little."""
W_NEAR = 3.0
"""How near what is embedded of it is to the query, as far as the words leave open what is meant;
see `nearby`."""
W_QUOTED = 3.0
"""A doc says the whole query word for word: whoever quotes it means what it is of."""
_RANK_COST = (0.0, 3.0, 2.5)
"""By rank of the file: project, test, foreign."""
DOCUMENT_COST = 3.0
"""A question is about the code unless it asks for documents: prose says everything, and more often
than the code that it is about."""
ASIDE_COST = 2.0
"""Examples, benchmarks and what is legacy use or repeat what the project proper defines."""
NARROW_DEPTH_COST, DEPTH_COST = 1.0, 0.15
"""A folder further down: below a folder that was asked for what is deeper is a detail, while a
whole repository has several trees side by side, and how deep they lie says little."""
ASIDE = frozenset(
    "example examples sample samples demo demos tutorial tutorials benchmark benchmarks bench"
    " benches playground sandbox legacy deprecated obsolete compat attic".split()
)

CATALOGUES = (b".po", b".pot", b".xlf", b".xliff")
"""Extensions of translations, which repeat what the code says: asides as well."""

FOLDER_FOR_FILE = 0.7
"""A file whose name says nothing has that of its folder."""
GENERIC_IN_NAME = 0.3
"""A word like `util` or `handler` in a name, against one that says something."""
OTHER_CASE = 0.6
UNQUALIFIED_CASE = 0.4
_PRIVATE = 0.9
_NAMED_AFTER_FACTOR = 1.5
_CALLED_KIND = [
    1.0 if quality == 1.0 else 0.8 if quality == 0.8 else 0.5 if quality == 0.6 else 0.4
    for quality in KIND_QUALITY
]

_IDF_POWER = 0.75
_FILE_B = 0.6
_FILE_SATURATION = 5.0
_STEM_FIELD, _FOLDER_FIELD = 6.0, 2.0
_BODY_WEIGHT = 0.5
_DOCS_WEIGHT = 1.0
_NAMES_UNIT = 0.5
"""Names are counted in halves; see segment.py."""
BEST_FILES = 24
"""Files whose units are looked at, the best by their own score."""
IDENTIFIER_FILES = 96
"""As many at most for an identifier that nothing is called: most files that have its words do not
have it, and each that is read takes up to a millisecond."""
NEAR_FILES = 12
"""As many more at most, where it is known what is near."""


def idf(files: int, df: int) -> float:
    return float(log(1 + (files - df + 0.5) / (df + 0.5)) ** _IDF_POWER)


class Averages(NamedTuple):
    """Mean lengths over all files."""

    names: float
    docs: float
    body: float


def norms(lengths: tuple[int, int, int], averages: Averages) -> tuple[float, float, float]:
    """What a file's counts among names, docs and the rest are divided by, for its length."""
    names, docs, body = lengths
    return (
        1 - _FILE_B + _FILE_B * names / averages.names,
        1 - _FILE_B + _FILE_B * docs / averages.docs,
        1 - _FILE_B + _FILE_B * body / averages.body,
    )


def term_in_file(names: int, docs: int, body: int, norms: tuple[float, float, float]) -> float:
    """How much a file's content says about one term, before saturation."""
    by_name, by_doc, by_body = norms
    return (
        names * _NAMES_UNIT / by_name + docs * _DOCS_WEIGHT / by_doc + body * _BODY_WEIGHT / by_body
    )


def path_field(weight: int) -> float:
    """What a term in the path adds; weight 2 is the file's name, 1 a folder."""
    return _STEM_FIELD if weight == 2 else _FOLDER_FIELD


def saturate(x: float) -> float:
    return x / (_FILE_SATURATION + x)


def called(kind: int, case: float, *, private: bool, named_after: bool) -> float:
    """How good a definition is that is called as the query says; `case` is how exactly."""
    score = _CALLED_KIND[kind] * case
    return score * (_PRIVATE if private else 1.0) * (_NAMED_AFTER_FACTOR if named_after else 1.0)


# Units of a file.
U_NAME, U_PARENT, U_STEM, U_SIGNATURE, U_BODY, U_DOC = 4.0, 2.0, 2.0, 1.0, 1.0, 0.7
_UNIT_B = 0.6
_UNIT_WORDS = 20.0
"""Words of an average unit: 9 to 33 in 24 repositories of 16 languages.  That of the tree itself
would make a file's score depend on others."""

U_NAMED = 0.6
"""Of the units of a file, one whose name says what was asked stands for it, rather than one that
holds a rare word besides: `guess encoding from headers` is get_encoding_from_headers, not
guess_json_utf.  It only chooses within a file and does not change the order of files."""


def unit_length(words: int) -> float:
    """What a word of a unit's body is divided by."""
    return 1 - _UNIT_B + _UNIT_B * words / _UNIT_WORDS


def unit_saturate(x: float) -> float:
    return x / (1 + x)


def units_norm(scores: list[float]) -> float:
    """The p-norm (p = 3) of a file's unit scores."""
    top = max(scores, default=0.0)
    if top <= 0:
        return 0.0
    return float(top * sum((score / top) ** 3 for score in scores) ** (1 / 3))


class Features(NamedTuple):
    """Of a file, for one query; each from 0 to about 1."""

    stem: float
    folder: float
    file: float
    docs: float
    share: float
    units: float = 0.0
    named: float = 0.0
    called: float = 0.0
    quoted: float = 0.0
    near: float = 0.0


def near(cosine: float, median: float, best: float) -> float:
    """A cosine as a feature: cosines of one question are comparable, those of two are not, so half
    of all files are no answer, and the best one is."""
    return max(0.0, (cosine - median) / (best - median)) if best > median else 0.0


class Prior(NamedTuple):
    """What a file costs whatever it says."""

    rank: int
    document: bool = False
    aside: bool = False
    depth: float = 0.0
    """Cost of the folders that it lies in."""


def words_parts(features: Features, prior: Prior) -> dict[str, float]:
    """What a plain-language score is the sum of, besides WORDS."""
    return {
        "stem": W_STEM * features.stem,
        "units": W_UNITS * features.units,
        "file": W_FILE * features.file,
        "named": W_NAMED * features.named,
        "called": W_CALLED * features.called,
        "quoted": W_QUOTED * features.quoted,
        "folder": W_FOLDER * features.folder,
        "share": W_SHARE * features.share,
        "docs": W_DOCS * features.docs,
        "near": W_NEAR * features.near,
        "rank": -_RANK_COST[prior.rank],
        "document": -DOCUMENT_COST * prior.document,
        "aside": -ASIDE_COST * prior.aside,
        "depth": -prior.depth,
    }
