"""C, and what C++ shares with it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from uindex.extract.language import CALLABLES, Draft, Language, Source, begins, tidy_signature
from uindex.extract.text import line_before
from uindex.record import Link

if TYPE_CHECKING:
    from collections.abc import Iterable

_WORD = rb"[A-Za-z_\x80-\xff][\w\x80-\xff]*"
# Further lines of parameters are indented, so that no line at the margin is read twice.
_PARAMETERS = rb"\(([^;{}#\n]{0,400}?(?:\n[ \t)][^;{}#\n]{0,400}?){0,40}?)\)"
# The head of a function at the start of a line, up to the brace that opens its body or the #else
# that gives another head for the same body.  Bounded, so that no text makes it slow.
_HEAD = re.compile(
    rb"^(?!(?:else|return|goto|case|typedef|do|extern[ \t]+\")\b)"
    rb"(?:" + _WORD + rb"[ \t*]+){0,8}?(" + _WORD + rb")[ \t]*" + _PARAMETERS + rb"\s{0,20}"
    rb"(?:" + _WORD + rb"(?:\([^;{}()]{0,200}\))?\s{1,20}){0,4}"
    rb"(?:[\w \t*,\[\]]{2,120};\s{0,20}){0,12}"
    rb"(?:(?:\#[ \t]*endif[^\n]*\s{0,20})?\{|\#[ \t]*el(?:se|if)\b)",
    re.MULTILINE,
)
_NOT_NAMES = frozenset(
    b"if for while switch return sizeof defined do else case catch struct union enum".split()
)
# A macro called at the start of a line, alone on it and without a semicolon.
_LONE_CALL = re.compile(
    rb"\n(?:static[ \t]+)?(" + _WORD + rb")[ \t]*\([^\n(){};]*(?:\([^\n(){}]*\)[^\n(){};]*)*\)"
    rb"[ \t\r]*(?=\n(\r?\n|[\w#/}]))"
)
# A word in capitals alone on a line, before what can begin a declaration.
_LONE_WORD = re.compile(
    rb"\n([A-Z][A-Z0-9_]{3,})(?=[ \t\r]*\n\s{0,20}(?:[A-Z0-9_]+\r?\n|[#/]|(?:namespace|class|"
    rb"template|struct|extern|typedef|static|inline|enum)\b))"
)
# `class EXPORT Name {`
_EXPORTS = [
    re.compile(
        word + rb"[ \t]+([A-Z_][A-Z0-9_]{2,}(?:\([^()\n]*\))?|__\w+)[ \t]+"
        rb"(?=[A-Za-z_][\w:]*\s{0,20}(?:final\s{0,20})?[:{])"
    )
    for word in (b"class", b"struct", b"union")
]
# Words that annotate and define nothing, with the brackets some have.  To the grammar each is an
# unknown type, and a declaration with two types is damage.  These are Linux's and the C libraries'.
# The pattern begins with letters, which are searched for fast; what stands before is asked later.
_ANNOTATION = re.compile(
    rb"__(?:init|exit|initdata|initconst|exitdata|meminit|memexit|cpuinit|devinit|devexit|"
    rb"init_or_module|initdata_or_module|net_init|net_exit|net_initdata|ref|refdata|head|visible|"
    rb"user|kernel|iomem|percpu|rcu|force|nocast|bitwise|safe|private|must_check|always_inline|"
    rb"maybe_unused|always_unused|unused|used|weak|pure|const|cold|hot|flatten|noreturn|"
    rb"deprecated|malloc|packed|noclone|noinline|inline__|inline|restrict|sched|kprobes|"
    rb"read_mostly|ro_after_init|latent_entropy|nonstring|no_kcsan|no_kasan|no_sanitize_address|"
    rb"lockfunc|irq_entry|cacheline_aligned|cacheline_aligned_in_smp|page_aligned_data|"
    rb"page_aligned_bss|naked|vdso|hyp_text|attribute_const__|"
    rb"(?:section|aligned|acquires|releases|must_hold|cond_acquires|acquire|release|printf|scanf|"
    rb"alloc_size|realloc_size|assume_aligned|counted_by|no_sanitize|designated_init|nonnull|"
    rb"cond_lock|counted_by|guarded_by|alias|copy|pt_guarded_by|cleanup)"
    rb"[ \t]*\([^()\n{};]{0,80}\))(?![\w(])"
)
_PLAIN_ANNOTATIONS = (
    *(b"asmlinkage", b"notrace", b"noinline", b"noinline_for_stack"),
    *(b"UNUSED", b"MAYBE_UNUSED", b"NORETURN", b"PURE"),
    *(b"JNIEXPORT", b"JNICALL", b"WINAPI", b"APIENTRY", b"CALLBACK"),
)
_LINKAGE = frozenset(b"static inline extern asmlinkage __init notrace".split())
_ARGUMENTS = re.compile(rb"\s*(\w+)\s*(?:,\s*(\w+)\s*)?([,)])")
_LETTER = re.compile(rb"[\w\x80-\xff]")
# `UNUSED(x);` is a call.
_CALLED = re.compile(rb"[\w\x80-\xff(]")
_GOES_ON = re.compile(rb"[ \t]+[A-Za-z_]")
_CAPITALS = re.compile(rb"[A-Z][A-Z0-9_]+\Z")
_DEFINE = re.compile(rb"^[ \t]*\#[ \t]*define[ \t]+(\w+)([^\n]*)", re.MULTILINE)
# `static void MACRO name(...)`: the grammar may take the macro for the name.
_PAST_MACRO = re.compile(rb"\s+(?:" + _WORD + rb"[\s*]+){0,4}?(" + _WORD + rb")\s*\(")
# `static inline ATTRIBUTE(1) const char *name(...)`: the grammar takes the macro for the name.
_PAST_CALL = re.compile(
    rb"[ \t]*\([^()\n;{}]{0,80}\)\s+(?:" + _WORD + rb"[\s*]+){1,6}?(" + _WORD + rb")\s*\("
)
# `API void (name)(...)`: it takes the type for the name.
_IN_BRACKETS = re.compile(rb"\s*\(\s*(" + _WORD + rb")\s*\)\s*\(")
# `extern "C" {` and its brace stand in sections of their own, which the grammar cannot join.
_EXTERN_C = re.compile(
    rb"^[ \t]*\#[ \t]*if[^\n]{0,80}__cplusplus[^\n]{0,80}\n(?:[ \t]*\r?\n){0,3}"
    rb"([ \t]*(?:extern[ \t]*\"C(?:\+\+)?\"[ \t]*\{|\})[^\n]{0,80})\n",
    re.MULTILINE,
)
# A comment in what a macro stands for: to the grammar the macro ends there.
_INNER_COMMENT = re.compile(rb"/\*[^\n]*?\*/(?=[^\n]*\S)")
COMMENT = 20_000
"""Bytes back from a definition in which the comment that may hold it is looked for."""


def _annotations(data: bytes) -> Iterable[tuple[int, int]]:
    for match in _ANNOTATION.finditer(data):
        if not _LETTER.match(data[match.start() - 1 : match.start()]):
            yield match.span()
    for word in _PLAIN_ANNOTATIONS:
        at = data.find(word)
        while at >= 0:
            end = at + len(word)
            if not _LETTER.match(data[at - 1 : at]) and not _CALLED.match(data, end):
                yield at, end
            at = data.find(word, end)


def _comments_in_macros(data: bytes) -> Iterable[tuple[int, int]]:
    """Comments behind which what a macro stands for goes on."""
    if b"define" not in data:
        return
    for match in _INNER_COMMENT.finditer(data):
        at = match.start()
        line = data[data.rfind(b"\n", 0, at) + 1 : at].lstrip()
        if (line.startswith(b"#") and b"define" in line) or in_macro(data, at):
            yield match.span()


class Wrapped(NamedTuple):
    """The definition that a macro call stands for: `TEST(Suite, Name) {`."""

    kind: str
    owner: str
    start: int
    end: int


def wrapped(data: bytes, start: int, name_start: int, name_end: int) -> Wrapped | None:
    """What a definition defines whose name is a macro in capitals, without a type before it."""
    macro = data[name_start:name_end]
    if not _CAPITALS.match(macro) or not _LINKAGE.issuperset(data[start:name_start].split()):
        return None
    opening = data.find(b"(", name_end, name_end + 8)
    is_test = b"TEST" in macro
    if is_test and data[opening + 1 : opening + 2] == b'"':
        return Wrapped("test", "", name_start, name_end)  # its name is a literal, and not kept
    match = _ARGUMENTS.match(data, opening + 1) if opening >= 0 else None
    if not match or match[1][:1].isdigit():
        return None
    if is_test and match[2] and match[3] == b")":
        return Wrapped("test", match[1].decode("utf-8", "ignore"), *match.span(2))
    return Wrapped("test" if is_test else "function", "", *match.span(1))


class C(Language):
    """`static` is private; a macro that swallows a definition is mended by reading lines."""

    grammar = "c"
    query = "c/family c"
    keywords = frozenset(
        b"auto break case char const continue default do double else enum extern float for goto if "
        b"inline int long register restrict return short signed sizeof static struct switch "
        b"typedef union unsigned void volatile while bool true false NULL include define ifdef "
        b"ifndef endif elif undef pragma defined".split()
    )

    lines = tuple(
        begins(word, rb"(?:typedef[ \t]+)?%s[ \t]+(?P<name>\w+)\s{0,20}\{" % word.encode())
        for word in ("struct", "union", "enum")
    )

    def prepare(self, data: bytes) -> bytes:
        buffer = bytearray(data)
        for match in _LONE_CALL.finditer(data):
            if not _is_statement(data, match):
                continue
            if match[2] == b"#":  # a directive needs the line break before it
                buffer[match.start() + 1 : match.end()] = b" " * (match.end() - match.start() - 1)
                continue
            # `static` before it would make it a declaration, and that a damaged one.
            start, end = match.start() + 1, match.start(1)
            buffer[start:end] = b" " * (end - start)
            buffer[match.end()] = 0x3B
        for pattern in (_LONE_WORD, _EXTERN_C, *_EXPORTS):
            for match in pattern.finditer(data):
                start, end = match.span(1)
                buffer[start:end] = b" " * (end - start)
        for start, end in _comments_in_macros(data):
            buffer[start:end] = b" " * (end - start)
        for start, end in _annotations(data):
            line = data.rfind(b"\n", 0, start) + 1
            if data[line : line + 1] != b"#":  # a macro left without a value takes the next line
                buffer[start:end] = b" " * (end - start)
        return bytes(buffer)

    def finish(self, draft: Draft, source: Source, parents: list[Draft]) -> Draft | None:
        kind = draft.kind
        if draft.name.encode() in _NOT_NAMES or swallowed(draft, source.masked):
            return None
        if kind == "function":
            return self._function(draft, source, parents)
        if kind == "variable":
            head = source.data[draft.start : draft.name_start].split()
            if b"extern" in head or _is_type(draft, source):
                return None
            return draft._replace(visibility="private") if b"static" in head else draft
        if kind in ("struct", "union", "enum") and draft.parent >= 0:
            # A tagged type inside a typedef or a variable stands beside it.
            above = parents[draft.parent]
            if above.kind in ("type", "variable", "field"):
                return draft._replace(parent=above.parent)
        return draft

    def _function(self, draft: Draft, source: Source, parents: list[Draft]) -> Draft | None:
        data = source.data
        past = _PAST_MACRO.match(data, draft.name_end, draft.body)
        if not past and _CAPITALS.match(data, draft.name_start, draft.name_end):
            past = _PAST_CALL.match(data, draft.name_end, draft.body)
        elif not past and draft.name.encode() in self.keywords:
            past = _IN_BRACKETS.match(data, draft.name_end, draft.body)
        if past:
            start, end = past.span(1)
            draft = draft._replace(name=source.slice(start, end), name_start=start, name_end=end)
        meant = wrapped(data, draft.start, draft.name_start, draft.name_end)
        if meant:
            draft = draft._replace(
                kind=meant.kind, owner=meant.owner, name=source.slice(meant.start, meant.end),
                name_start=meant.start, name_end=meant.end,
            )  # fmt: skip
        if draft.parent >= 0 and parents[draft.parent].kind in CALLABLES:
            # Damage made the function above seem to go on.
            draft = draft._replace(parent=parents[draft.parent].parent)
        if b"static" in data[draft.start : draft.name_start].split():
            draft = draft._replace(visibility="private")
        return draft

    def signature(self, draft: Draft, source: Source) -> str:
        if draft.kind in ("macro", "member"):
            end = draft.name_end
            if source.data[end : end + 1] != b"(":
                return ""
            end = max(end, source.data.find(b")", end, end + 300) + 1)
            return tidy_signature(source.slice(draft.name_start, end), draft.name)
        text = super().signature(draft, source).rstrip(";")
        if text.startswith("typedef") and draft.kind != "type":
            return f"{text} {draft.name}"
        return text

    def imports(self, text: str, line: int, symbol: int) -> Iterable[Link]:
        # <x.h> keeps its brackets: whether the system is meant decides where it is looked for.
        yield Link("import", "", text.strip('"'), "", line, symbol)

    def extra(self, source: Source, drafts: list[Draft], damaged: bool) -> list[Draft]:
        if not damaged:
            return []
        data = source.masked
        whole = [draft for draft in drafts if not swallowed(draft, data)]
        known = {draft.name_start for draft in whole}
        bodies = {draft.body: draft.start for draft in whole if draft.kind in CALLABLES}
        found = []
        for match in _HEAD.finditer(data):
            start, end = match.span(1)
            body = match.end() - 1
            if data[body] != 0x7B:
                body = data.find(b"\n{", body) + 1
            if start in known or body <= 0 or match[1] in _NOT_NAMES:
                continue
            # Damage may take for the head what stands above a blank line; see scan.drafts.
            head = bodies.get(match.end() - 1)
            if head is not None and b"\n\n" not in data[head : match.start()]:
                continue
            if in_macro(data, match.start()):
                continue
            floor = max(0, start - COMMENT)
            if data.rfind(b"/*", floor, start) > data.rfind(b"*/", floor, start):
                continue
            found.append(
                Draft("function", source.slice(start, end), "", match.start(), _close(data, body),
                      match.start(), start, end, body, -1)
            )  # fmt: skip
        for match in _DEFINE.finditer(data):
            start, end = match.span(1)
            if start not in known:
                at = match.start() + data[match.start() : start].index(b"#")
                found.append(
                    Draft("macro", source.slice(start, end), "", at, match.end(), at, start, end,
                          end, -1)
                )  # fmt: skip
        return found


def _is_type(variable: Draft, source: Source) -> bool:
    """Whether the grammar took `API int` for a variable, before `CALL f(void) {` on its line."""
    if variable.name.encode() in C.keywords:
        return True
    end = variable.end
    return source.data[end - 1 : end] != b";" and _GOES_ON.match(source.data, end) is not None


def _is_statement(data: bytes, match: re.Match[bytes]) -> bool:
    """Whether a macro call alone on a line stands by itself, and is no head of a definition."""
    at = match.start()
    before = line_before(data, at).rstrip()
    if before.endswith(b"\\"):
        return False
    if before and not before.startswith(b"#") and not before.endswith((b";", b"}", b")", b"/")):
        return False
    name = match[1]
    return match[2].endswith(b"\n") or name[:1].isupper() or name.startswith(b"__")


def swallowed(draft: Draft, data: bytes) -> bool:
    """Whether damage took the body of another definition for the head of this one."""
    if draft.kind not in CALLABLES or data.find(b"{\n", draft.start, draft.name_start) < 0:
        return False
    head = data[draft.start : draft.name_start]
    return head.count(b"{") > head.count(b"}")


def in_macro(data: bytes, at: int) -> bool:
    """Whether the line of `at` goes on with a line above it, as those of a macro do."""
    line = data.rfind(b"\n", 0, at)
    return line > 0 and data[max(0, line - 2) : line].rstrip(b"\r").endswith(b"\\")


def _close(data: bytes, at: int) -> int:
    """The end of a body that opens at `at`: the first brace at the start of a line."""
    end = data.find(b"\n}", at)
    line = data.find(b"\n", at)
    if data.find(b"}", at, line if line >= 0 else len(data)) >= 0:
        return line if line >= 0 else len(data)
    return end + 2 if end >= 0 else len(data)


LANGUAGE = C()
