"""What a person typed, understood.  The only place where query text is looked into.

Query text is never syntax: quotes, hyphens, colons, slashes, brackets and words like NOT have no
effect but to separate words.  Only the shape counts: one token is a name, a qualified name or a
path; several are words, or the text of an error where they look like what programs print.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from uindex.cache.words import GENERIC, STOP, parts, squeeze, stem
from uindex.errors import UsageError
from uindex.extract.registry import language_of

NAME, QUALIFIED, PATH, WORDS, ERROR, REGEX = (
    "name", "qualified", "path", "words", "error", "regex"
)  # fmt: skip

LONGEST = 4000
"""Characters of a query that are looked at; a pasted file is no question."""
MOST_TERMS = 40

_QUALIFIER = re.compile(r"::|->|=>|[.#\\/:]+")
_WRAPPING = "\"'`()[]{}<>*,;!?"
_EXTENSION = re.compile(r"[^./\\ ]\.[A-Za-z][A-Za-z0-9+]{0,11}\Z")


# What programs print and people do not write.
_ERROR = re.compile(
    r"\b\w*(?:Error|Exception|Warning|Fault)\b\s*:"
    r"|Traceback \(most recent call last\)"
    r"|\b(?:error|fatal|panic|warning|exception)(?:\[\w+\])?:"
    r"|panicked at "
    r"|\(core dumped\)|undefined reference to\b|\ASegmentation fault\b",
    re.IGNORECASE,
)
# `File "a/b.py", line 3`, and path:line[:column] with or without brackets around it.
_FRAME = re.compile(
    r"""File\s"(?P<python>[^"\n]{1,500})",\sline\s(?P<line>\d{1,7})(?:,\sin\s(?P<inside>\w{1,100}))?"""
    r"""|(?:\bat\s(?P<caller>[\w.$<>]{1,200})\s\()?(?P<path>(?:[A-Za-z]:)?[^\s"'`()<>\[\]{}:,;]{1,500}\.[A-Za-z]\w{0,11}):(?P<at>\d{1,7})\b"""
)
_NOISE = re.compile(r"0x[0-9a-fA-F]+|\b[0-9a-fA-F]{8,}\b|\b\d[\d.:]*\b")
"""Addresses, hashes, numbers and times: they are of the run and not of the code."""


class Frame(NamedTuple):
    """A place that the text of an error names."""

    path: bytes
    line: int
    name: str = ""
    """Of the function that it says the line is in."""


class Term(NamedTuple):
    """A stem that is looked for, and how much it counts."""

    stem: str
    weight: float


class Query(NamedTuple):
    """A query, taken apart."""

    text: str
    """Without blanks around it."""
    mode: str
    name: str
    """What a symbol must be called to be meant exactly: the text, or its last component."""
    qualifiers: tuple[str, ...]
    """The squeezed components before `name`."""
    path: bytes
    """The text as a path, where it looks like one; else empty."""
    stems: tuple[str, ...]
    """Of all its words, in order, each once."""
    terms: tuple[Term, ...]
    """What plain language is ranked by; without stop words, unless there is nothing else."""
    words: tuple[str, ...]
    """Its words as they are, in order, each once; without stop words as `terms`."""
    idents: tuple[str, ...]
    """The tokens that look like identifiers rather than words (they have several parts)."""
    frames: tuple[Frame, ...] = ()
    """The places that the text of an error names, the most telling first."""
    message: str = ""
    """Of the text of an error what its source most likely says as it stands."""
    declared: str = ""
    """The one name in a query that says of what kind it is: `struct strbuf`."""
    kinds: frozenset[str] = frozenset()
    """The kinds that `declared` may be of."""

    @property
    def key(self) -> str:
        """The squeezed name."""
        return squeeze(self.name)


def parse(text: str, *, regex: bool = False) -> Query:
    """Understand a query.  UsageError if there is nothing in it."""
    text = text.strip()[:LONGEST]
    if not text:
        raise UsageError("find: the query is empty; say what to look for")
    if regex:
        return Query(text, REGEX, text, (), b"", (), (), (), ())
    tokens = text.split()
    frames = _frames(text)
    if len(tokens) == 1 and not frames:
        return _one(text)
    if frames or _ERROR.search(text):
        said = _NOISE.sub(" ", _FRAME.sub(" ", text)).split()
        query = _several(text, ERROR, said or tokens)
        return query._replace(frames=frames, message=_message(text))
    name, kinds = _declared(tokens)
    return _several(text, WORDS, tokens)._replace(declared=name, kinds=kinds)


def _several(text: str, mode: str, tokens: list[str]) -> Query:
    stems, terms, words = _worded(tokens)
    return Query(text, mode, text, (), b"", stems, terms, words, _idents(tokens))


def _one(text: str) -> Query:
    stems, terms, words = _worded([text])
    token = text.strip(_WRAPPING) or text
    *before, last = pieces(token)
    qualifiers = tuple(squeeze(piece) for piece in before if parts(piece))
    path = b""
    mode = QUALIFIED if qualifiers and parts(last) else NAME
    if ("/" in token and parts(token)) or _EXTENSION.search(token):
        path = token.removeprefix("./").encode("utf-8", "surrogateescape")
        # `core.py` is a file, `State.run` a method; either is looked for as the other, too.
        if "/" in token or language_of(path) != "text":
            mode = PATH
    name = last if qualifiers else text if not parts(token) else token
    return Query(text, mode, name, qualifiers, path, stems, terms, words, _idents([text]))


def _worded(tokens: list[str]) -> tuple[tuple[str, ...], tuple[Term, ...], tuple[str, ...]]:
    """Stems, terms and words."""
    every = [part for token in tokens for part in parts(token)]
    kept = [word for word in every if word not in STOP] or every
    stems = tuple(dict.fromkeys(map(stem, every)))
    return stems, _terms(kept), tuple(dict.fromkeys(kept))


def _frames(text: str) -> tuple[Frame, ...]:
    """The places that a text names, each once.  Python names the call that failed last, others
    first."""
    matches = list(_FRAME.finditer(text))
    if any(match["python"] for match in matches):
        matches.reverse()
    found: dict[tuple[bytes, int], Frame] = {}
    for match in matches:
        path = (match["python"] or match["path"]).replace("\\", "/")
        line = int(match["line"] or match["at"])
        name = match["inside"] or (match["caller"] or "").rpartition(".")[2]
        frame = Frame(path.encode("utf-8", "surrogateescape"), line, name)
        found.setdefault((frame.path, frame.line), frame)
    return tuple(found.values())


def _message(text: str) -> str:
    """The longest run of plain words: what stands between values, which the source does not say."""
    runs = [run.strip(" .,:;-") for run in _VALUES.split(_FRAME.sub("\n", text))]
    longest = max(runs, key=len)
    return longest if longest.count(" ") >= 2 else ""


_VALUES = re.compile(r"[^A-Za-z ,-]+|\b\w*(?:Error|Exception)\b")

_DECLARING: dict[str, str] = {
    **{kind: kind for kind in "class interface struct union enum trait protocol".split()},
    **{kind: kind for kind in "function method macro module constant variable".split()},
    **dict.fromkeys("def func fn fun".split(), "function method constructor"),
    "function": "function method constructor macro rpc procedure",
    "class": "class struct interface trait object record mixin",
    "type": "type class struct union enum interface trait protocol",
    "typedef": "type struct union enum",
    "define": "macro constant",
}
"""What people and languages write before a name -> kinds of symbols."""


def _declared(tokens: list[str]) -> tuple[str, frozenset[str]]:
    """The name and the kinds, where all but one word of a query say of what kind that is."""
    plain = [token.strip(_WRAPPING) for token in tokens]
    left = [one for one in plain if one.lower() not in _DECLARING and one.lower() not in _ASKING]
    kinds = " ".join(_DECLARING[one.lower()] for one in plain if one.lower() in _DECLARING)
    return (left[0], frozenset(kinds.split())) if len(left) == 1 and kinds else ("", frozenset())


_ASKING = STOP | {"defined", "declared", "definition", "declaration", "find", "show"}


def pieces(qualified: str) -> list[str]:
    """The components of a qualified name, whatever separates them; never none."""
    return [piece for piece in _QUALIFIER.split(qualified) if piece] or [qualified]


def _idents(tokens: list[str]) -> tuple[str, ...]:
    found = (token.strip(_WRAPPING) for token in tokens)
    return tuple(dict.fromkeys(token for token in found if len(parts(token)) > 1))


def _terms(kept: list[str]) -> tuple[Term, ...]:
    """Stems with their weights: words 1, generic ones half, neighbours joined 0.7."""
    weights: dict[str, float] = {}
    for word in kept:
        weight = 0.5 if word in GENERIC else 1.0
        weights[stem(word)] = max(weights.get(stem(word), 0.0), weight)
    for size in (2, 3):
        for at in range(len(kept) - size + 1):
            joined = "".join(kept[at : at + size])
            weights.setdefault(stem(joined), 0.7)
    return tuple(Term(*item) for item in list(weights.items())[:MOST_TERMS])
