"""What a text turns out to be, where its path alone does not say."""

from __future__ import annotations

import re

from uindex.extract.registry import LANGUAGES, shebangs

HEAD = 400
"""Bytes in which a shebang or a modeline stands."""

_SHEBANG = re.compile(rb"#![ \t]*(?:\S*/)?(?:env[ \t]+(?:-\S+[ \t]+|\w+=\S*[ \t]+)*)?([\w.+-]+)")
_MODELINE = re.compile(
    rb"-\*-(?:.*;)?[ \t]*(?:mode:[ \t]*)?([\w+-]+)[ \t]*(?:;.*)?-\*-"
    rb"|\bvim?:.*?\b(?:ft|filetype|syntax)=([\w+-]+)",
    re.IGNORECASE,
)
_MODES = {"c++": "cpp", "js": "javascript", "js2": "javascript", "py": "python"}
# Words at the start of a line, or a scope operator in code, that no C header holds.
_CPP = re.compile(
    rb"^[ \t]*(?:class\s+\w+[^;()]*[{:]|namespace\b|template\s*<|using\s+\w|public\s*:|private\s*:"
    rb"|protected\s*:|virtual\s|constexpr\s|explicit\s)|\bstd::|\boperator\s*[=<>+*\[(]"
    rb"|^\s*#\s*include\s*<(?:string|vector|map|memory|utility|functional|algorithm|iostream)>",
    re.MULTILINE,
)
# `#ifdef __cplusplus` guards an extern "C" in a header that is C.
_GUARDED = re.compile(
    rb"#\s*if(?:def\s+__cplusplus|\s+defined\s*\(?\s*__cplusplus).*?#\s*(?:endif|else)", re.DOTALL
)


def decide(lang: str, data: bytes) -> str:
    """The language of a text whose path chose `lang`; "text" for none that is known."""
    if lang == "h":
        return "cpp" if "cpp" in LANGUAGES and _CPP.search(_GUARDED.sub(b"", data)) else "c"
    if lang != "text":
        return lang
    head = data[:HEAD]
    match = _SHEBANG.match(head)
    if match:
        word = match[1].decode("ascii", "replace")
        known = shebangs()
        return known.get(word) or known.get(word.rstrip("0123456789.")) or "text"
    match = _MODELINE.search(head.split(b"\n\n", 1)[0])
    if match:
        word = (match[1] or match[2]).decode("ascii", "replace").lower()
        word = _MODES.get(word, word)
        return word if word in set(shebangs().values()) else "text"
    return "text"
