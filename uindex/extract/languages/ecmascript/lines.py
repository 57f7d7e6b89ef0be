"""How lines of JavaScript and TypeScript look that begin a definition, for damaged texts."""

from __future__ import annotations

from uindex.extract.language import begins

_NAME = rb"(?P<name>[A-Za-z_$\x80-\xff][\w$\x80-\xff]*)[ \t]*"
_EXPORT = rb"(?:export[ \t]+(?:default[ \t]+)?)?(?:declare[ \t]+)?"
_NO_NAME = (
    rb"(?!(?:if|for|while|switch|catch|function|with|return|super|else|do|new|await|typeof|async"
    rb"|case|throw|yield)\b[ \t]*[(\n{])"
)
# One level of brackets inside, over several lines: defaults, types, what is taken apart.
_PARAMETERS = rb"\([^();]{0,1500}?(?:\([^();]{0,300}\)[^();]{0,300}){0,4}\)"
_RETURNED = rb"[ \t]*(?::[^;{}=\n]{1,300})?"
_VALUES = rb"\([^()]{0,1500}?(?:\([^()]{0,300}\)[^()]{0,300}){0,4}\)"
_BOUND = rb"(?:const|let|var)[ \t]+" + _NAME + rb"(?::[^=\n]{1,300})?=[ \t]*"

# Never `\*?[ \t]*` behind blanks: a long run of them would cost its square.
_STAR = rb"(?:\*[ \t]*)?"
_METHOD = rb"(?:(?:public|private|protected|static|override|async|get|set)[ \t]+){0,5}" + _STAR
_GENERIC = rb"(?:<[^<>(){};]{1,200}>)?"

_ARROW = rb"(?:async\b[ \t]*)?(?:function\b|[\w$]+[ \t]*=>|" + _VALUES + _RETURNED + rb"=>)"
_MEMBER = rb"(?:(?:public|private|protected|static|readonly|override)[ \t]+){0,4}"

SCRIPT = (
    begins("class", _EXPORT + rb"(?:abstract[ \t]+)?class[ \t]+" + _NAME + rb"(?=[<{]|ext|impl)"),
    begins("function", _EXPORT + rb"(?:async[ \t]+)?function\b[ \t]*" + _STAR + _NAME + rb"[(<]"),
    begins("function", _EXPORT + _BOUND + _ARROW),
    begins("class", _EXPORT + _BOUND + rb"class\b"),
    begins("method", _METHOD + _NO_NAME + rb"(?P<name>#?[A-Za-z_$\x80-\xff][\w$\x80-\xff]*)[ \t]*"
                     + _GENERIC + _PARAMETERS + _RETURNED + rb"\{[ \t]*\r?$"),
    # A property, if it is not the type of one.
    begins("method", _NAME + rb":[ \t]*" + _ARROW + rb"[^\n;]{0,200}[{(>][ \t]*\r?$"),
    begins("function", rb"(?:module\.|exports\.|" + _MEMBER + rb"#?)" + _NAME + rb"=[ \t]*"
                       + _ARROW),
)  # fmt: skip
TYPED = (
    *SCRIPT,
    begins("interface", _EXPORT + rb"interface[ \t]+" + _NAME + rb"(?=[<{]|extends\b)"),
    begins("enum", _EXPORT + rb"(?:const[ \t]+)?enum[ \t]+" + _NAME + rb"(?=\{)"),
    begins("namespace", _EXPORT + rb"namespace[ \t]+(?P<name>[A-Za-z_$][\w$.]*)[ \t]*(?=\{)"),
    begins("type", _EXPORT + rb"type[ \t]+" + _NAME + rb"(?=[=<])"),
)
