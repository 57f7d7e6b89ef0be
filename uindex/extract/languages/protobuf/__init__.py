"""Protocol buffers: proto2, proto3 and editions."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from uindex.extract.language import Draft, Language, Line, Source
from uindex.record import Link

if TYPE_CHECKING:
    from collections.abc import Iterable

_IMPORT = re.compile(r"import\s+(?:public\s+|weak\s+)?[\"']([^\"'\n]+)[\"']")
# A group of proto2, which the grammar takes for a field and then for damage.
_GROUP = re.compile(
    rb"\b((?:optional|required|repeated)[ \t]+group)([ \t]+[A-Za-z_]\w*)"
    rb"([ \t]*=[ \t]*\d+[^{};\n]*)(?=\{)"
)
_NAME = rb"[ \t]+(?P<name>[A-Za-z_]\w*)"


def _line(kind: str, head: bytes, tail: bytes) -> Line:
    return Line(kind, re.compile(rb"^[ \t]*" + head + _NAME + tail, re.MULTILINE))


class Protobuf(Language):
    """The fields of a oneof belong to its message; an extension has the name of what it extends."""

    grammar = "proto"
    query = "protobuf"
    keywords = frozenset(
        b"bool bytes default deprecated double edition enum extend extensions false fixed32 "
        b"fixed64 float group import int32 int64 map max message oneof option optional package "
        b"public repeated required reserved returns rpc service sfixed32 sfixed64 sint32 sint64 "
        b"stream string syntax to true uint32 uint64 weak proto2 proto3".split()
    )
    lines = (
        _line("message", rb"(?:message|(?:(?:optional|required|repeated)[ \t]+)?group)", rb"\b"),
        _line("enum", rb"enum", rb"[ \t]*\{"),
        _line("service", rb"service", rb"[ \t]*\{"),
        _line("rpc", rb"rpc", rb"[ \t]*\("),
    )

    def prepare(self, data: bytes) -> bytes:
        if b"group" not in data:
            return data
        return _GROUP.sub(
            lambda match: b"message".ljust(len(match[1])) + match[2] + b" " * len(match[3]),
            data,
        )

    def finish(self, draft: Draft, source: Source, parents: list[Draft]) -> Draft | None:
        if draft.parent >= 0 and parents[draft.parent].kind == "union":
            draft = draft._replace(parent=parents[draft.parent].parent)
        if draft.kind == "extension":
            owner, _, name = draft.name.rpartition(".")
            start = draft.name_end - len(name.encode())
            if owner.strip(".") and start > draft.name_start:
                return draft._replace(name=name, owner=owner.strip("."), name_start=start)
        return draft

    def imports(self, text: str, line: int, symbol: int) -> Iterable[Link]:
        match = _IMPORT.match(text)
        if match:
            yield Link("import", "", match[1], "", line, symbol)

    def signature(self, draft: Draft, source: Source) -> str:
        if draft.kind in ("package", "member"):
            return ""
        return super().signature(draft, source)


LANGUAGE = Protobuf()
