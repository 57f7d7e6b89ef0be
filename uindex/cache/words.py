"""How names, texts and queries become words and stems: one tokeniser for the cache and the query.

All rules are our own and do not ask the running Python's Unicode tables: ASCII by class, letter
case beyond ASCII by the ranges below; every other character beyond ASCII counts as a small letter.
"""

from __future__ import annotations

import re
from functools import lru_cache

# Names of symbols come from sources of any size; longer names are cut for splitting only.
LONGEST = 200

# All but the capitals, digits and signs of ASCII.  (A range up to U+10FFFF means the same and takes
# 10 ms to compile.)
_SMALL = r"[^\x00-\x60\x7b-\x7f]"
_PART = re.compile(
    rf"[A-Z]+s(?!{_SMALL})"  # URLs, IDs
    rf"|[A-Z]+(?!{_SMALL})"  # HTTP in HTTPResponse
    rf"|[A-Z]?{_SMALL}+"
    r"|[A-Z]+"
    r"|[0-9]+"
)

_CASE = {
    **{code: code + 32 for code in range(0x41, 0x5B)},
    **{code: code + 32 for code in range(0xC0, 0xDF) if code != 0xD7},
    **{code: code + 1 for code in range(0x100, 0x130, 2)},
    **{code: code + 1 for code in range(0x132, 0x138, 2)},
    **{code: code + 1 for code in range(0x139, 0x149, 2)},
    **{code: code + 1 for code in range(0x14A, 0x178, 2)},
    **{code: code + 32 for code in range(0x391, 0x3AA) if code != 0x3A2},
    **{code: code + 80 for code in range(0x400, 0x410)},
    **{code: code + 32 for code in range(0x410, 0x430)},
}

STOP = frozenset(
    "a about all an and any are as at be been but by can code could do does each for from get gets"
    " had has have how i if in into is it its me my no not of on or our should so some such than"
    " that the their them then there these they this those to use used uses using was we were what"
    " when where which while who why will with would you your".split()
)
"""Left out of a plain-language query, unless there is nothing else in it."""

GENERIC = frozenset(
    "base basic class common core definition file function handle handler handling helper"
    " implementation implement implemented logic main manage manager management method module"
    " process processing project service support system type util utility work".split()
)
"""Words that say little about where something is: they count half."""

_PLURAL_KEEP = ("ss", "us", "is", "ias")
# (ending, letters that must be left); of two that fit the longer comes first.
_ENDINGS = {
    **dict.fromkeys("ization isation ation ator izer iser ment ance able".split(), 4),
    **{"ence": 5, "ency": 5, "ent": 6},
    **dict.fromkeys("ize ise ity ive ion ate er or ly".split(), 4),
    **{"al": 5, "es": 3, "e": 3, "y": 3},
}
_ENDS = tuple(_ENDINGS)
_SECOND = (("ment", 4), ("al", 5), ("er", 4))
"""What may stand before another ending: document(ation), initial(ize), render(er)."""
# Nouns that Latin made of verbs: conversion of convert, description of describe.
_LATIN = (
    *(("scription", "scrib"), ("olution", "olv")),
    *(("ission", "it"), ("rsion", "rt"), ("nsion", "nd")),
)
_LATIN_ENDS = tuple(ending for ending, _ in _LATIN)
_LATIN_LEAST = 8
_VERBAL = ("at", "iz", "is")
"""What is left of -ate and -ize where -ed or -ing stood behind."""
_VOWELS = frozenset("aeiouy")
_WHOLE = frozenset(("author", "embed"))
"""Words that only look as if they had an ending."""


def fold(text: str) -> str:
    """Letter case removed."""
    return text.lower() if text.isascii() else text.translate(_CASE)


def parts(name: str) -> list[str]:
    """The words that a name, or any text, is made of, folded and in order.

    camelCase, snake_case, acronyms and digits: XMLHttpRequest2 is xml, http, request, 2.
    """
    found: list[str] = _PART.findall(name[:LONGEST])
    return [part.lower() for part in found] if name.isascii() else [fold(part) for part in found]


def squeeze(name: str) -> str:
    """A name without letter case and separators: HTTP_Response and httpResponse agree.

    A name without letters and digits stays as it is.
    """
    if name.isascii() and name.isidentifier() and len(name) <= LONGEST:
        return name.lower().replace("_", "") or name  # the same, several times faster
    return "".join(parts(name)) or name


@lru_cache(maxsize=1 << 14)  # names of one repository are made of few words
def stem(word: str) -> str:
    """A folded word without its ending, so that its forms agree: parse, parser, parsing.

    Light on purpose: it may leave forms apart, and must not throw different words together.
    First the plural, -ed and -ing go, then one ending that makes nouns and adjectives, so that
    `rendering`, `renders` and `renderer` come to what `render` does.
    """
    if len(word) <= 3 or not word.isascii() or not word.isalpha():
        return word
    if word[-1] == "s" and not word.endswith(_PLURAL_KEEP):
        word = word[:-3] + "y" if word.endswith("ies") and len(word) > 4 else word[:-1]
        if len(word) <= 3:
            return word
    if word in _WHOLE:
        return word
    if word.endswith(("ing", "ed")):
        bare = _uninflected(word)
        if bare + bare[-1] != word[: len(bare) + 1] and bare.endswith(_VERBAL) and len(bare) >= 6:
            return _tidied(_again(bare[:-2]))  # validat(ed) is what validat(or) comes to
        # Verbs in -or are fewer than those in -ore.
        word = bare if bare.endswith("or") else _underived(bare)
    else:
        word = _underived(word)
    return _tidied(word)


def _uninflected(word: str) -> str:
    """Without -ed or -ing, where a verb is left."""
    bare = word[:-3] if word.endswith("ing") else word[:-2]
    if len(bare) < 3 or word.endswith("eed") or _VOWELS.isdisjoint(bare):
        return word
    return bare[:-1] if len(bare) > 3 and bare[-1] == bare[-2] and bare[-1] not in "sl" else bare


def _underived(word: str) -> str:
    """Without the ending that makes a noun or an adjective."""
    if word.endswith(_LATIN_ENDS) and len(word) >= _LATIN_LEAST:
        ending, root = next(pair for pair in _LATIN if word.endswith(pair[0]))
        return word[: -len(ending)] + root
    for ending in _ENDS if word.endswith(_ENDS) else ():
        if word.endswith(ending) and len(word) - len(ending) >= _ENDINGS[ending]:
            word = word[: -len(ending)]
            if ending == "ation" and word.endswith("tr"):
                return word[:-1]  # filtration, registration
            return _again(word)
    return word


def _again(word: str) -> str:
    for ending, least in _SECOND:
        if word.endswith(ending) and len(word) - len(ending) >= least:
            return word[: -len(ending)]
    return word


def _tidied(word: str) -> str:
    if len(word) > 3 and word[-1] == word[-2]:
        word = word[:-1]
    if len(word) > 3 and word[-1] in "ei":
        word = word[:-1]
    return word[:-1] if word.endswith("istr") else word  # registry is of what is registered


class Stems(dict[str, tuple[str, ...]]):
    """name -> the stems of its parts, each once, remembered: `stems[name]`.

    Forgets everything when it has grown past `limit` names, so memory stays bounded.
    """

    def __init__(self, limit: int = 200_000) -> None:
        super().__init__()
        self._limit = limit

    def __missing__(self, name: str) -> tuple[str, ...]:
        if len(self) >= self._limit:
            self.clear()
        result = self[name] = tuple(dict.fromkeys(map(stem, parts(name))))
        return result
