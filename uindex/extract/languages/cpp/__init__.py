"""C++."""

from __future__ import annotations

import re
from bisect import bisect_left
from functools import lru_cache
from typing import TYPE_CHECKING

from uindex.extract.language import TYPES, Draft, Source, begins, split_chain
from uindex.extract.languages.c import C, in_macro, swallowed
from uindex.extract.text import line_before
from uindex.record import Link

if TYPE_CHECKING:
    from collections.abc import Iterable

_ARGUMENTS = re.compile(r"<[^<>]*>")
_OPERATOR = re.compile(r"\boperator\b")
_BLANKS = re.compile(r"\s*::\s*")
_WORD = re.compile(rb"[\w\x80-\xff]+")
_ACCESS = re.compile(rb"\b(public|private|protected)[ \t]*(?:\w+[ \t]*)?:(?!:)")


# A macro in capitals alone on a line before a declaration: an attribute, mostly.
_ATTRIBUTE = re.compile(
    rb"\n[ \t]*([A-Z][A-Z0-9_]{3,}(?:\([^\n(){};]*(?:\([^\n(){}]*\)[^\n(){};]*)*\))?)"
    rb"[ \t\r]*(?=\n\s{0,20}[A-Za-z_~\[/}])"
)

# Sections of a class as Qt writes them.
_QT = re.compile(
    rb"^[ \t]*(?:(?:public|protected|private)[ \t]+(slots|Q_SLOTS)|(signals|Q_SIGNALS))[ \t]*:"
    rb"[ \t\r]*$",
    re.MULTILINE,
)

# Macros behind a declaration: those of Clang's analysis of locks, and what follows `const` or `&`.
_LOCKS = re.compile(
    rb"\b(?:[A-Z]{2,12}_)?(?:(?:PT_)?GUARDED_BY|(?:EXCLUSIVE_|SHARED_)?(?:LOCKS_REQUIRED"
    rb"|(?:UN|TRY)?LOCK_FUNCTION)|LOCKS_EXCLUDED|LOCK_RETURNED|ASSERT_(?:EXCLUSIVE|SHARED)_LOCK|ACQUIRED_(?:AFTER|BEFORE))"
    rb"\([^()\n;{}]{0,200}(?:\([^()\n;{}]{0,100}\)[^()\n;{}]{0,100})?\)"
)
_BEHIND = re.compile(
    rb"\)[ \t]{0,9}(?:const[ \t&]{1,9}([A-Z][A-Z0-9_]{3,60}\([^()\n;{}]{0,200}\))(?=\s{0,20}[;{:])"
    rb"|&{1,2}[ \t]{1,9}([A-Z][A-Z0-9_]{3,60}\([^()\n;{}]{0,200}\))(?=\s{0,20}\{))"
)
# Macros that stand for `try` and `catch`, which would read as functions.
_TRY = re.compile(rb"\b[A-Z][A-Z0-9_]{0,40}_(?:(TRY)(?=\s{0,20}\{)|CATCH(?=[ \t]{0,9}\())")
# `class lib_NODISCARD Name`
_PREFIXED = re.compile(
    rb"\b(?:class|struct)[ \t]+([a-z]{2,12}_[A-Z][A-Z0-9_]{2,60})[ \t]+(?=[A-Za-z_])"
)
# A namespace without a name.
_UNNAMED = re.compile(rb"\bnamespace\s{0,20}\{")
_BRACE = re.compile(rb"[{}]")
_LINKED = frozenset(["function", "variable", "class", "struct", "union", "enum", "type"])
# Words that an unknown macro makes look like the name of what is declared.
_NO_NAMES = frozenset("decltype alignas noexcept static_assert requires throw".split())

# What damage hides further in: a type or a namespace, and a function with a type before its name.
_INNER = re.compile(
    rb"^([ \t]*)(?:(?:inline[ \t]+)?(namespace)[ \t]+(\w[\w:]*)"
    rb"|(class|struct|union)[ \t]+(?:[A-Z_][A-Z0-9_]{2,60}[ \t]+)?(\w+)"
    rb"(?:[ \t]{0,20}//[^\n]{0,300})?(?:\s{0,20}:[^:;{}()][^;{}()]{0,300}|[ \t]+final)?"
    rb"|(?!(?:else|return|goto|case|do|new|throw|delete|using|typedef|if|for|while|switch)\b)"
    rb"(?:(?:[A-Za-z_][\w:]{0,100}(?:[ \t]?<[^;{}()\n]{0,200}>)?[ \t*&]+){1,6}?"
    rb"|(?=[A-Za-z_]\w{0,100}::~?\w{1,100}[ \t]*\())"
    rb"((?:[A-Za-z_]\w*::){0,6}"
    rb"(?:operator(?:[ \t]?[^\s\w(]{1,3}|\(\)|[ \t]{1,9}[A-Za-z_][\w:]{0,100})"
    rb"|~?[A-Za-z_]\w*))[ \t]*"
    rb"\([^;{}#()]{0,300}(?:\([^;{}#()]{0,100}\)[^;{}#()]{0,300}){0,4}\)"
    rb"[ \t]*(?:(?:const|noexcept|override|final|&{1,2}|[A-Z_][A-Z0-9_]{3,60})[ \t]*){0,3}"
    rb"(?:->[ \t][^;{}\n]{1,200}?|\s{0,20}:[^:;{}][^;{}]{0,300}?)?)\s{0,20}\{",
    re.MULTILINE,
)


# What begins at the margin is inside no class that began there.
_MARGIN = re.compile(rb"\n(?:class|struct|namespace|template)\b")


def split_name(written: str) -> tuple[str, str]:
    """`n::Crate<T>::operator bool() const` -> ("n::Crate", "operator bool")."""
    found = _OPERATOR.search(written)
    head = written[: found.start()] if found else written
    tail = written[found.start() :] if found else ""
    if tail:
        opening = tail.find("(", tail.find("(") + 1 if tail.startswith("operator()") else 0)
        tail = tail[:opening].rstrip() if opening > 0 else tail
    previous = None
    while previous != head:
        previous = head
        head = _ARGUMENTS.sub("", head)
    path = _BLANKS.sub("::", head).strip()
    if not path.startswith("~"):
        path = path.rpartition(" ")[2]  # an unknown macro makes a type a part of the name
    owner, _, name = path.rpartition("::")
    return owner.strip(":"), (tail or name).strip()


@lru_cache(maxsize=1)
def unnamed_namespaces(data: bytes) -> tuple[tuple[int, int], ...]:
    """The bodies of the namespaces without a name: what they hold is not seen by other files."""
    found = []
    end = 0
    for match in _UNNAMED.finditer(data):
        if match.start() < end:
            continue
        depth = 0
        for brace in _BRACE.finditer(data, match.end() - 1):
            depth += 1 if brace[0] == b"{" else -1
            if depth == 0:
                end = brace.end()
                found.append((match.end(), end))
                break
        else:
            break  # nothing after it closes either
    return tuple(found)


def _whole(draft: Draft, data: bytes) -> Draft:
    """The class with all of its body, where damage made it end with a brace further in."""
    opening, closing = _indent(data, draft.body), _indent(data, draft.end - 1)
    if data[draft.body : draft.body + 1] != b"{" or len(closing) <= len(opening):
        return draft
    if data.count(b"{", draft.body, draft.end) <= data.count(b"}", draft.body, draft.end):
        return draft
    end = data.find(b"\n" + opening + b"};", draft.end)
    return draft._replace(end=end + len(opening) + 2) if end >= 0 else draft


def _annotations(data: bytes, buffer: bytearray) -> None:
    """Blank the macros that annotate, and write those out that stand for a keyword."""
    locks = b"LOCK" in data or b"GUARDED_BY" in data
    for pattern in (_LOCKS, _BEHIND) if locks else (_BEHIND,):
        for match in pattern.finditer(data):
            start, end = match.span(match.lastindex or 0)
            if not _in_directive(data, start):
                buffer[start:end] = b" " * (end - start)
    for match in _TRY.finditer(data):
        start, end = match.span()
        if not _in_directive(data, start):
            buffer[start:end] = (b"try" if match[1] else b"catch").ljust(end - start)
    for match in _PREFIXED.finditer(data):
        start, end = match.span(1)
        buffer[start:end] = b" " * (end - start)


def _in_directive(data: bytes, at: int) -> bool:
    line = data.rfind(b"\n", 0, at) + 1
    return data[line:at].lstrip().startswith(b"#") or in_macro(data, at)


def _ended(draft: Draft, data: bytes) -> Draft:
    """A namespace or macro without what damage made it swallow."""
    if draft.kind == "macro":
        end = data.find(b"\n", draft.name_end, draft.end)
        while end > 0 and data[end - 2 : end].rstrip(b"\r").endswith(b"\\"):
            end = data.find(b"\n", end + 1, draft.end)
        return draft._replace(end=end) if end >= 0 else draft
    end = data.find(b"\n" + _indent(data, draft.start) + b"}", draft.body, draft.end) + 1
    if end <= 0:
        return draft
    end = data.index(b"}", end) + 1
    whole = data.count(b"{", draft.body, end) == data.count(b"}", draft.body, end)
    return draft._replace(end=end) if whole else draft


def _indent(data: bytes, at: int) -> bytes:
    """The blanks at the start of the line that holds `at`."""
    start = data.rfind(b"\n", 0, at) + 1
    line = data[start : min(at, start + 200)]
    return line[: len(line) - len(line.lstrip(b" \t"))]


class Cpp(C):
    """Members out of line get their owner from their qualified name, without its arguments."""

    grammar = "cpp"
    # `operator""_x` and `1'000` hold no literal.
    quotes = re.compile(
        rb"(?<!operator)(?<!operator\")\"(?:[^\"\\\n]|\\.)*\"?|(?<![0-9])'(?:[^'\\\n]|\\.)*'?",
        re.DOTALL,
    )
    query = "c/family cpp"
    separator = "::"
    wrappers = frozenset("unique_ptr shared_ptr weak_ptr optional reference_wrapper".split())
    keywords = C.keywords | frozenset(
        b"alignas alignof auto catch class concept const_cast consteval constexpr constinit "
        b"co_await co_return co_yield decltype delete dynamic_cast explicit export false final "
        b"friend mutable namespace new noexcept nullptr operator override private protected public "
        b"reinterpret_cast requires static_assert static_cast template this thread_local throw "
        b"true try typeid typename using virtual std".split()
    )

    lines = (
        *C.lines,
        begins("type", rb"using[ \t]+(?P<name>\w+)[ \t]*=(?!=)"),
        # `finish` drops those that are not named as their class is.
        begins(
            "constructor",
            rb"(?:(?:explicit|constexpr|inline|virtual)[ \t]+){0,3}(?P<name>~?[A-Za-z_]\w*)[ \t]*"
            rb"\([^;{}#]{0,300}?\)\s{0,40}(?:noexcept\s{0,20})?(?::(?!:)|\{)",
        ),
    )

    def prepare(self, data: bytes) -> bytes:
        buffer = bytearray(data)
        _annotations(data, buffer)
        last = -1
        for match in _ATTRIBUTE.finditer(data):
            at = match.start()
            before = line_before(data, at).strip()
            if before.endswith(b"\\"):
                continue
            begins = at == last or not before or before.startswith((b"#", b"//"))
            if not begins and before[-1:] not in b";{}:>/":
                continue
            last = match.end()
            start, end = match.span(1)
            buffer[start:end] = b" " * (end - start)
        if b"slots" in data or b"signals" in data or b"Q_S" in data:
            for match in _QT.finditer(data):
                start, end = match.span(match.lastindex or 0)
                word = b"public" if match[2] else b""
                buffer[start:end] = word.ljust(end - start)
        return super().prepare(bytes(buffer))

    def refine(self, source: Source, spans: dict[str, list[tuple[int, int]]]) -> None:
        # A template of a class holds the semicolon too, the class does not.
        extents = spans.get("extent", [])
        ends = [(start, end - 1) for start, end in extents if source.data[end - 1] == 0x3B]
        spans["extent"] = sorted([*extents, *ends])
        # `= default` is told of what has a qualified name or is an operator.
        names = spans.get("name", [])
        told = [
            span
            for span in spans.pop("defaulted", ())
            if (at := bisect_left(names, span)) and _WORD.fullmatch(source.data, *names[at - 1])
        ]
        if told:
            spans["body"] = sorted([*spans.get("body", ()), *told])

    def finish(self, draft: Draft, source: Source, parents: list[Draft]) -> Draft | None:
        written = draft.name
        if written in _NO_NAMES:
            return None
        if not written.isidentifier():
            draft = self._named(draft, source)
        if draft.kind in ("class", "struct"):
            if "&" in draft.name:
                return None  # a comparison in the arguments of a template
            draft = _whole(self._cut(draft, source), source.masked)
        above = parents[draft.parent] if draft.parent >= 0 else None
        kind = draft.kind
        if kind in ("namespace", "macro"):
            draft = _ended(draft, source.masked)
        elif kind == "constructor":
            if above is None or above.name != draft.name.lstrip("~"):
                return None
            if draft.name.startswith("~"):
                draft = draft._replace(kind="method")
        elif kind == "variable" and source.data.startswith(b"[", draft.body):
            kind = "function"  # a lambda that got a name
            draft = draft._replace(kind=kind)
        elif kind in ("function", "method"):
            # An unknown macro before it makes the word `operator` damage.
            at = source.data.rfind(b"operator", max(0, draft.name_start - 12), draft.name_start)
            if at >= 0 and source.data[at : draft.name_start].strip() == b"operator":
                draft = draft._replace(name=f"operator {draft.name}", name_start=at)
            last = draft.owner.rpartition("::")[2] or (above.name if above else "")
            inside = draft.owner or (above and above.kind in TYPES)
            if inside and kind == "function":
                kind = "method"
            if inside and draft.name == last:
                kind = "constructor"
            draft = draft._replace(kind=kind)
        finished = super().finish(draft, source, parents)
        if finished is None:
            return None
        if kind in _LINKED and (above is None or above.kind == "namespace"):
            spans = unnamed_namespaces(source.masked)
            if any(start <= draft.start < end for start, end in spans):
                finished = finished._replace(visibility="private")
        if above and above.kind in ("class", "struct", "union") and finished.parent == draft.parent:
            return finished._replace(visibility=self._access(finished, source, parents))
        return finished

    def _cut(self, draft: Draft, source: Source) -> Draft:
        """The class without what damage in its body made it swallow."""
        data = source.masked
        close = data.find(b"\n};", draft.body, draft.end) + 2
        if close < 2 or close >= draft.end or data[draft.outer - 1 : draft.outer] not in b"\n":
            return draft
        return draft._replace(end=close) if _MARGIN.search(data, close, draft.end) else draft

    def _named(self, draft: Draft, source: Source) -> Draft:
        """The draft with its qualifier as its owner, and the span of the last name alone."""
        text = source.slice(draft.name_start, min(draft.name_end, draft.name_start + 600))
        if draft.kind == "namespace":
            return draft._replace(name=_BLANKS.sub("::", text).strip())
        owner, name = split_name(text)
        at = source.data.rfind(name.encode(), draft.name_start, draft.name_end)
        if name.startswith("operator"):
            at = source.data.find(b"operator", draft.name_start, draft.name_end)
        if at < 0:
            at = draft.name_start
        end = min(at + len(name.encode()), draft.name_end)
        return draft._replace(owner=owner, name=" ".join(name.split()), name_start=at, name_end=end)

    def _access(self, draft: Draft, source: Source, parents: list[Draft]) -> str:
        """The section a member stands in: said since the member before it, or as that one's."""
        above = parents[draft.parent]
        start, access = above.body, "private" if above.kind == "class" else "public"
        at = len(parents) - 1
        while at > draft.parent and parents[at].parent != draft.parent:
            at -= 1
        if at > draft.parent:
            start, access = parents[at].end, parents[at].visibility or access
        for found in _ACCESS.finditer(source.masked, start, max(start, draft.start)):
            access = found[1].decode()
        return access

    def extra(self, source: Source, drafts: list[Draft], damaged: bool) -> list[Draft]:
        found = super().extra(source, drafts, damaged)
        if not damaged:
            return found
        data = source.masked
        whole = [draft for draft in (*drafts, *found) if not swallowed(draft, data)]
        known = {draft.name_start for draft in whole}
        bodies = {draft.body for draft in whole}
        for match in _INNER.finditer(data):
            body = match.end() - 1
            group = 3 if match[3] else 5 if match[5] else 6
            start, end = match.span(group)
            scope = match[group].rfind(b"::") if group == 6 else -1
            named = start + scope + 2 if scope >= 0 else start
            if body in bodies or start in known or named in known or in_macro(data, start):
                continue
            line = data.find(b"\n", body)
            closing = b"\n" + _indent(data, body) + b"}"
            if match[2]:  # what is in a namespace need not be indented
                closing = b"} // namespace " + match[3]
                spaced = closing.replace(b"} ", b"}  ")
                closing = closing if closing in data else spaced
            line = line if line >= 0 else len(data)
            at = data.find(closing, body)
            if data.find(b"}", body, line) >= 0:
                close = line
            elif at >= 0:
                close = at + len(closing)
            else:
                close = line if group == 6 else len(data)
            head = match.end(1)
            kind = (match[2] or match[4] or b"function").decode()
            found.append(
                Draft(kind, source.slice(start, end), "", head, close, head, start, end, body, -1)
            )
        return found

    def imports(self, text: str, line: int, symbol: int) -> Iterable[Link]:
        if not text.startswith("using"):
            yield from super().imports(text, line, symbol)
            return
        words = text.rstrip("; \n").split()
        path = words[-1]
        if "namespace" in words:
            yield Link("import", "*", path, "", line, symbol)
        elif "::" in path:
            owner, name = split_name(path)
            yield Link("import", name, owner, "", line, symbol)

    def call(self, text: str) -> tuple[str, str]:
        return split_chain(text)


LANGUAGE = Cpp()
