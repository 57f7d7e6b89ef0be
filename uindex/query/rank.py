"""The ranking: every number that decides what comes first is here.

A result's score is `tier + quality`.  Tiers keep kinds of match apart: a name that was typed in
full is never outranked by one that only begins like it.  Plain language is a weighted sum of
features of a file, after the recipe found by experiment on a public benchmark.

The order of results is total: score rounded to six digits, then path, line and position.
"""

from __future__ import annotations

from math import log
from typing import NamedTuple

from uindex.record import KINDS

# Tiers of names.  The quality added to a tier stays below 5, so tiers 5 apart never mix.
EXACT = 100.0
"""The name as typed."""
FOLDED = 95.0
"""The same but for letter case."""
SQUEEZED = 90.0
"""The same but for letter case and separators."""
FILE_NAMED = 85.0
"""A file that is called so."""
SAME_PARTS = 80.0
"""The same words, in their forms."""
PREFIX = 70.0
FILE_PREFIX = 65.0
PARTS = 60.0
"""Among its words are all that were asked for."""
UNQUALIFIED = 55.0
"""The last component of a qualified name that was not found as such."""
TYPO = 40.0
WORDS = 0.0
"""Plain language: from 0 to below 40."""
WORDS_TOP = 30.0

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


def name_score(
    tier: float, kind: int, rank: int, closeness: float, named_after: bool = False
) -> float:
    """A symbol's score.  `closeness` is from 0 to 1: how much of the name the query covers."""
    cost = (_EXACT_COST if tier >= SQUEEZED else _WEAK_COST)[rank]
    if kind == _KEY and tier >= SQUEEZED:
        cost += _KEY_COST
    quality = 2.0 * KIND_QUALITY[kind] + 2.0 * closeness + NAMED_AFTER * named_after
    return round(tier + quality - cost, 6)


def file_score(tier: float, rank: int, closeness: float) -> float:
    """The score of a file that answers by its name."""
    cost = (_EXACT_COST if tier >= SQUEEZED else _WEAK_COST)[rank]
    return round(tier + 4.0 * closeness - cost, 6)


# Plain language.
W_STEM = 3.0
W_UNITS = 2.5
W_FILE = 2.0
W_DOCS = 1.5
W_FOLDER = 1.0
W_SHARE = 1.0
_RANK_COST = (0.0, 3.0, 2.5)
_DEPTH_COST = 0.15
"""A folder further down; the recipe's 1 was for repositories searched in one chosen folder."""
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


def idf(files: int, df: int) -> float:
    return float(log(1 + (files - df + 0.5) / (df + 0.5)) ** _IDF_POWER)


def _tf(weight: float, length: float, average: float) -> float:
    return weight / (1 - _FILE_B + _FILE_B * length / average) if weight else 0.0


class Averages(NamedTuple):
    """Mean lengths over all files."""

    names: float
    docs: float
    body: float


def term_in_file(
    names: int, docs: int, body: int, lengths: tuple[int, int, int], averages: Averages
) -> float:
    """How much a file's content says about one term, before saturation."""
    return (
        _tf(names * _NAMES_UNIT, lengths[0], averages.names)
        + _tf(docs * _DOCS_WEIGHT, lengths[1], averages.docs)
        + _tf(body * _BODY_WEIGHT, lengths[2], averages.body)
    )


def path_field(weight: int) -> float:
    """What a term in the path adds; weight 2 is the file's name, 1 a folder."""
    return _STEM_FIELD if weight == 2 else _FOLDER_FIELD


def saturate(x: float) -> float:
    return x / (_FILE_SATURATION + x)


# Units of a file.
U_NAME, U_PARENT, U_STEM, U_SIGNATURE, U_BODY, U_DOC = 4.0, 2.0, 2.0, 1.0, 1.0, 0.7

U_NAMED = 0.6
"""Of the units of a file, one whose name says what was asked stands for it, rather than one that
holds a rare word besides: `guess encoding from headers` is get_encoding_from_headers, not
guess_json_utf.  It only chooses within a file and does not change the order of files."""


def unit_saturate(x: float) -> float:
    return x / (1 + x)


def units_norm(scores: list[float]) -> float:
    """The p-norm (p = 3) of a file's unit scores."""
    top = max(scores, default=0.0)
    if top <= 0:
        return 0.0
    return float(top * sum((score / top) ** 3 for score in scores) ** (1 / 3))


def words_score(features: dict[str, float], rank: int, depth: int) -> float:
    """The plain-language score of a file, from features between 0 and about 1."""
    total = (
        W_STEM * features["stem"]
        + W_UNITS * features["units"]
        + W_FILE * features["file"]
        + W_DOCS * features["docs"]
        + W_FOLDER * features["folder"]
        + W_SHARE * features["share"]
        - _RANK_COST[rank]
        - _DEPTH_COST * depth
    )
    return round(WORDS + 10.0 + total, 6)
