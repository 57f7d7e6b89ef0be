"""What a text turns out to be, where its path alone does not say.

Editors' modelines count first, then the interpreter of a first line `#!`, then what the text looks
like.  None of them overrules a path that says its language, so a record's place in the store, and
the extractors that can have made it, never depend on the content.
"""

from __future__ import annotations

import re

from uindex.extract.registry import candidates, modes, shebangs

HEAD = 600
"""Bytes in which a shebang or a modeline stands; at the end of a file half as many lines count."""

_SHEBANG = re.compile(rb"#![ \t]*(?:\S*/)?(?:env[ \t]+(?:-\S+[ \t]+|\w+=\S*[ \t]+)*)?([\w.+-]+)")
_EMACS = re.compile(rb"-\*-(?:[^\n]*;)?[ \t]*(?:mode:[ \t]*)?([\w+-]+)[ \t]*(?:;[^\n]*)?-\*-", re.I)
_VIM = re.compile(rb"(?:\bvim?|\bex):[^\n]*?\b(?:ft|filetype|syn|syntax)=([\w+-]+)", re.I)
_EMACS_LOCAL = re.compile(
    rb"Local Variables:[^\n]*\n(?:[^\n]*\n){0,8}?[^\n]*?\bmode:[ \t]*([\w+-]+)"
)

# Words at the start of a line that no C header holds.
_CPP_LINE = re.compile(
    rb"\n[ \t]*(?:class\s+\w+[^;()]{0,300}[{:]|namespace\b|template\s*<|using\s+[A-Za-z_]"
    rb"|(?:public|private|protected)\s*:|virtual\s|constexpr\s|explicit\s"
    rb"|\#\s*include\s*<(?:string|vector|map|memory|utility|functional|algorithm|iostream)>)"
)
_CPP_OPERATOR = re.compile(rb"\boperator\s*[=<>+*\[(]")
# What is not closed goes to the end: to try again at each further opening costs the square.
_COMMENT = re.compile(rb"/\*.*?(?:\*/|\Z)|//[^\n]*", re.DOTALL)
# `#ifdef __cplusplus` guards an extern "C" in a header that is C.
_GUARDED = re.compile(
    rb"#\s*if(?:def\s+__cplusplus|\s+defined\s*\(?\s*__cplusplus).*?"
    rb"(?:#\s*(?:endif|else)|\Z)",
    re.DOTALL,
)
# Objective-C, which is not read: as C its properties would be variables.
_OBJC_LINE = re.compile(rb"^@(?:interface|protocol)[ \t]+\w", re.MULTILINE)
# Files that have the extension of a language by chance: Qt's translations, Tiled's tile sets,
# RenderScript, GCC's machine descriptions, Standard ML, Rebol.
_MARKUP = re.compile(rb"\s*<(?:\?xml|!DOCTYPE)\b", re.I)
_CHANCE = {
    "typescript": _MARKUP,
    "tsx": _MARKUP,
    "rust": re.compile(rb"(?:\s|/\*(?:[^*]|\*(?!/))*\*/|//[^\n]*\n){0,99}#pragma[ \t]+\w"),
    "markdown": re.compile(rb"(?:;[^\n]*\n|\s){1,400}\(define_"),
    "ocaml": re.compile(
        rb".{0,20000}?^(?:structure|signature|functor)[ \t]+[A-Z][\w']*[ \t]*[:=(]",
        re.DOTALL | re.MULTILINE,
    ),
    "r": re.compile(rb"(?:\s|;[^\n]*\n){0,99}REBOL\b", re.I),
}
_PHP = re.compile(rb"<\?(?:php\b|=)", re.I)
_C_LINE = re.compile(rb"^[ \t]*#[ \t]*(?:include|define|ifn?def|if|pragma|undef)\b", re.MULTILINE)
_PERL = re.compile(
    rb"^[ \t]*(?:use[ \t]+(?:strict|warnings|lib|utf8|v?5|[A-Z]\w*(?:::\w+)*)\b"
    rb"|package[ \t]+[\w:]+|(?:my|our|local)[ \t]*[$@%(]|sub[ \t]+\w+|require[ \t]+[\w:\"']"
    rb"|print[ \t]+[\"$]|=(?:pod|head1)\b|BEGIN[ \t]*\{|[$@%]\w+[ \t]*=|__END__)",
    re.MULTILINE,
)
_PROLOG = re.compile(rb"^(?::-[ \t]|[a-z]\w*(?:\([^\n]*\))?[ \t]*(?::-|-->))", re.MULTILINE)


def decide(lang: str, data: bytes) -> str:
    """The language of a text whose path chose `lang`; "text" for none that is known."""
    known = candidates(lang)
    if not known:
        return "text" if _is_another(lang, data) else lang
    told = _claimed(data)
    if told in known:
        return told
    look = _LOOKS.get(lang)
    found = look(data) if look else "text"
    return found if found in known else "text"


def _is_another(lang: str, data: bytes) -> bool:
    """Whether a file has the extension of a language by chance."""
    look = _CHANCE.get(lang)
    return look is not None and look.match(data) is not None


def _claimed(data: bytes) -> str:
    """The language that a modeline, or else the first line, claims; "" for none that is known."""
    first = b"\n".join(data[:HEAD].split(b"\n", 5)[:5])
    last = b"\n".join(data[-HEAD:].rsplit(b"\n", 6)[-6:])
    known = modes()
    for expression in (_EMACS, _VIM):
        for part in (first, last):
            match = expression.search(part)
            if match and _word(match) in known:
                return known[_word(match)]
    match = _EMACS_LOCAL.search(data[-HEAD:])
    if match and _word(match) in known:
        return known[_word(match)]
    match = _SHEBANG.match(first)
    if match:
        word = _word(match)
        interpreters = shebangs()
        return interpreters.get(word) or interpreters.get(word.rstrip("0123456789.-"), "")
    return ""


def _word(match: re.Match[bytes]) -> str:
    return match[1].decode("ascii", "replace").lower()


def _header(data: bytes) -> str:
    # What is guarded is a part of a header that C can read as well.
    if b"__OBJC__" not in data and _OBJC_LINE.search(_COMMENT.sub(b"", data)):
        return "text"
    return "cpp" if _is_cpp(data) else "c"


def _perl_or_prolog(data: bytes) -> str:
    return "text" if _PROLOG.search(data) and not _PERL.search(data) else "perl"


def _include(data: bytes) -> str:
    """What a file is that others include."""
    if _PHP.search(data):
        return "php"
    if _C_LINE.search(data):
        return _header(data)
    return "text"


def _is_cpp(header: bytes) -> bool:
    """Whether a header speaks C++ outside its comments and what it guards by __cplusplus."""
    if not _speaks_cpp(header):
        return False
    bare = _GUARDED.sub(b"", header)
    return _speaks_cpp(_COMMENT.sub(b"", bare))


def _speaks_cpp(text: bytes) -> bool:
    # What a plain search finds is looked for so: it is ten times as fast as one expression for all.
    if b"std::" in text or _CPP_LINE.search(b"\n" + text):
        return True
    return b"operator" in text and _CPP_OPERATOR.search(text) is not None


_LOOKS = {"h": _header, "inc": _include, "pl": _perl_or_prolog}
