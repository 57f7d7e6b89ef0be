"""Shell scripts: POSIX shell, Bash, Korn shell, and of Z shell what Bash's grammar reads."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from uindex.extract.language import Draft, Language, Line, Source, first_paragraph
from uindex.extract.languages.bash.text import literals
from uindex.record import Link

if TYPE_CHECKING:
    from collections.abc import Iterable

    from uindex.extract.parse import Span

# Commands that define nothing and say nothing about what a script depends on.
_BUILTIN = frozenset(
    "alias bg bind break builtin caller cd command compgen complete compopt continue declare dirs "
    "disown echo enable eval exec exit export false fc fg getopts hash help history jobs kill let "
    "load local logout mapfile popd print printf pushd pwd read readarray readonly return run set "
    "setopt shift shopt source sudo suspend test time times trap true type typeset ulimit umask "
    "unalias unset unsetopt wait xargs env nohup nice".split()
)
# Commands whose first argument is a command as well.
_RUNS = re.compile(
    rb"(?:run[ \t]+(?:(?:-\S*|!)[ \t]+){0,4}|(?:builtin|command|env|eval|exec|nice|nohup|sudo|time"
    rb"|trap|xargs)[ \t]+)([A-Za-z_\x80-\xff][\w.:/\x80-\xff-]*)(?=[\s;|&)]|\Z)"
)
_ESCAPED = re.compile(rb"(?<!\\)((?:\\\\)*+)\\\$")
# The rest of such a file is no shell script.
_TCL = re.compile(rb"^[ \t]*exec[ \t]+(?:wish|tclsh)[\d.]*[ \t]+\"?\$0\"?[^\n]*", re.MULTILINE)
HEAD = 4000
"""Bytes in which it is handed to another interpreter."""
_SOURCE = re.compile(
    r"(?:source|\.|load|bats_load_library)[ \t]+(?:--[ \t]+)?((?:\"(?:[^\"$\n]"
    r"|\$(?:\((?:[^()\n]|\([^()\n]*+\))*+\))?)*+\"|'[^'\n]+'"
    r"|\$\((?:[^()\n]|\([^()\n]*+\))*+\)|[^\s;&|()\"'<>])+)"
)
_PART = re.compile(
    r"\"((?:[^\"$]|\$(?:\((?:[^()]|\([^()]*+\))*+\))?)*+)\"|'([^']+)'|\$\((?:[^()]|\([^()]*+\))*+\)"
)
_SOURCES = (b"source ", b". ", b"source\t", b".\t")
_LOADS = (*_SOURCES, b"load ", b"bats_load_library ")
_COMMAND = re.compile(
    r"(?:(.*)/)?([A-Za-z_0-9\x80-\U0010ffff][\w.:+@%-]*|[\x80-\U0010ffff]\S*)\Z",
    re.DOTALL | re.ASCII,
)
_WORD = re.compile(rb"\w+")
_DECLARES = re.compile(rb"\b(export|readonly|declare|typeset)\b([^\n;|&]*)\Z")
NEAR = 300
"""Bytes before a variable's name within which the word that declares it is looked for."""
_ALIAS = re.compile(r"[^\s=\"'$`]+(?==)")
_DIRECTIVE = re.compile(
    r"^#(?:!.*|[ \t]*(?:shellcheck|bats|-\*-|vim?:|zlint).*)$"
    r"|^#[ \t]*(?:Globals|Arguments|Outputs|Returns):(?s:.*)",
    re.MULTILINE,
)
_NAME = rb"(?P<name>[A-Za-z_\x80-\xff][\w.:+\x80-\xff-]{0,200})[ \t]*"


class Bash(Language):
    """Functions, aliases and global variables; a leading underscore is private."""

    grammar = "bash"
    commands = True
    keywords = frozenset(
        b"case do done elif else esac fi for function if in select then time until while export "
        b"local readonly declare typeset return shift exit echo printf source set unset eval exec "
        b"test true false read dev null".split()
    )
    lines = (
        Line("function", re.compile(rb"^[ \t]*" + _NAME + rb"\([ \t]*\)", re.MULTILINE)),
        Line(
            "function",
            re.compile(rb"^[ \t]*function[ \t]+" + _NAME + rb"(?:[\w-]+[ \t]*)?[({\n\\]", re.M),
        ),
        Line("variable", re.compile(rb"^(?:export|readonly)[ \t]+" + _NAME + rb"=", re.M)),
    )

    def prepare(self, data: bytes) -> bytes:
        # The grammar reads on behind an escaped dollar: `"\${#a}"`.
        if b"\\$" in data:
            data = _ESCAPED.sub(b"\\1__", data)
        match = _TCL.search(data, 0, HEAD)
        return data[: match.end()] + b" " * (len(data) - match.end()) if match else data

    def literals(self, data: bytes) -> tuple[list[Span], list[Span]]:
        return literals(data)

    def refine(self, source: Source, spans: dict[str, list[tuple[int, int]]]) -> None:
        data = source.data
        loads = _LOADS if b"@test" in data else _SOURCES
        calls, imports = spans.get("call", []), []
        for start, end in spans.pop("command", ()):
            if data.startswith(loads, start):
                imports.append((start, end))
                continue
            match = _RUNS.match(data, start, end)
            if match:
                calls.append(match.span(1))
        spans["call"] = sorted(calls)
        spans["import"] = imports
        _keep_first(data, spans)

    def finish(self, draft: Draft, source: Source, parents: list[Draft]) -> Draft | None:
        if draft.kind == "alias":
            return _alias(draft)
        visibility = "private" if draft.name.startswith("_") else ""
        if draft.kind == "variable":
            words = _declaration(draft, source)
            if not words and not draft.name.isupper():  # what a script needs for a moment
                return None
            if b"-f" in words:  # a function's name, declared to be exported
                return None
            if words[:1] == [b"readonly"] or any(_has(word, b"r") for word in words):
                draft = draft._replace(kind="constant")
            if words[:1] == [b"export"] or any(_has(word, b"x") for word in words):
                visibility = "public"
        return draft._replace(visibility=visibility)

    def signature(self, draft: Draft, source: Source) -> str:
        if draft.kind in ("function", "alias"):
            return ""
        words = b" ".join(_declaration(draft, source)).decode("utf-8", "replace")
        return f"{words} {draft.name}" if words else ""

    def imports(self, text: str, line: int, symbol: int) -> Iterable[Link]:
        match = _SOURCE.match(text)
        module = match and _unquoted(match[1])
        if module:
            yield Link("import", "*", module, "", line, symbol)

    def call(self, text: str) -> tuple[str, str]:
        match = _COMMAND.match(text.strip("\"'\\"))
        if match is None or match[2] in _BUILTIN or match[2].isdigit():
            return "", ""
        return match[2], match[1] or ""

    def paragraph(self, written: str) -> str:
        return first_paragraph(_DIRECTIVE.sub("", written))


def _unquoted(written: str) -> str:
    """A word without the quotes around its parts; those within `$(…)` are a command's."""
    return _PART.sub(lambda part: part[1] or part[2] or part[0].strip("\"'"), written)


def _keep_first(data: bytes, spans: dict[str, list[tuple[int, int]]]) -> None:
    """Of all assignments to one variable the first defines it."""
    seen: set[bytes] = set()
    names = set(spans.get("name", ()))
    kept = []
    for start, end in spans.get("symbol.variable", ()):
        match = _WORD.match(data, start)
        if match and match[0] not in seen:
            seen.add(match[0])
            kept.append((start, end))
        elif match:
            names.discard(match.span())
    spans["symbol.variable"] = kept
    spans["name"] = sorted(names)


def _declaration(draft: Draft, source: Source) -> list[bytes]:
    """`export`, `declare -rx` and the like before a variable, as words."""
    line = source.masked.rfind(b"\n", 0, draft.name_start) + 1
    near = max(line, draft.name_start - NEAR)
    match = _DECLARES.search(source.masked, near, draft.name_start)
    if match is None:
        return []
    return [match[1], *(word for word in match[2].split() if word.startswith(b"-"))]


def _has(word: bytes, flag: bytes) -> bool:
    return word.startswith(b"-") and flag in word


def _alias(draft: Draft) -> Draft | None:
    match = _ALIAS.match(draft.name)
    if match is None:
        return None
    end = draft.name_start + len(match[0].encode())
    return draft._replace(name=match[0], name_end=end, body=end)


LANGUAGE = Bash()
