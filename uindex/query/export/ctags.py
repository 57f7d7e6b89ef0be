"""`export --format ctags`: a tags file as Universal Ctags writes it, for editors and `readtags`.

ctags.io, tags(5): names and paths are escaped, fields follow after `;"`, and lines are in the order
of their bytes, since readers search by halves.
"""

from __future__ import annotations

import re
from contextlib import ExitStack
from heapq import merge
from itertools import islice
from tempfile import TemporaryFile
from typing import TYPE_CHECKING

from uindex import __version__
from uindex.query.export import batches

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from uindex.cache.reader import FileRow
    from uindex.query.view import View
    from uindex.record import Record, Symbol

_HEADER = (
    b'!_TAG_FILE_FORMAT\t2\t/extended format; --format=1 will not append ;" to lines/\n'
    b"!_TAG_FILE_SORTED\t1\t/0=unsorted, 1=sorted, 2=foldcase/\n"
    b"!_TAG_OUTPUT_EXCMD\tnumber\t/number, pattern, mixed, or combineV2/\n"
    b"!_TAG_OUTPUT_FILESEP\tslash\t/slash or backslash/\n"
    b"!_TAG_OUTPUT_MODE\tu-ctags\t/u-ctags or e-ctags/\n"
    b"!_TAG_PROGRAM_NAME\tuindex\t//\n"
    b"!_TAG_PROGRAM_VERSION\t%s\t//\n"
)
# Lines that are sorted at once; more go through temporary files.  100 MB.
_RUN = 500_000
_CONTROL = re.compile("[\x00-\x1f\x7f\\\\]")
_NAMED = {
    "\a": "\\a", "\b": "\\b", "\t": "\\t", "\n": "\\n", "\v": "\\v", "\f": "\\f", "\r": "\\r",
    "\\": "\\\\",
}  # fmt: skip
_ACCESS = frozenset(["public", "protected", "private"])
_CALLABLES = frozenset("function method constructor macro procedure rpc".split())
_LANGUAGES = {
    "asciidoc": "Asciidoc", "bash": "Sh", "cmake": "CMake", "cpp": "C++", "csharp": "C#",
    "css": "CSS", "graphql": "GraphQL", "hcl": "HCL", "html": "HTML", "ini": "Iniconf",
    "javascript": "JavaScript", "json": "JSON", "less": "LESS", "makefile": "Make",
    "ocaml": "OCaml", "php": "PHP", "rst": "ReStructuredText", "scss": "SCSS", "sql": "SQL",
    "toml": "TOML", "tsx": "TypeScript", "typescript": "TypeScript", "xml": "XML",
}  # fmt: skip


def lines(view: View) -> Iterator[bytes]:
    """The header, then a line for each symbol, sorted."""
    yield _HEADER % __version__.encode()
    yield from _sorted(line for batch in batches(view) for line in _tags(view, batch))


def _sorted(tags: Iterator[bytes], size: int = _RUN) -> Iterator[bytes]:
    """The lines, each once, in the order of their bytes.  No more than `size` of them are held."""
    with ExitStack() as files:
        runs: list[Iterable[bytes]] = []
        while run := sorted(islice(tags, size)):
            if len(run) < size:
                runs.append(run)
                break
            file = files.enter_context(TemporaryFile())
            file.writelines(run)
            file.seek(0)
            runs.append(file)
        last = b""
        for line in merge(*runs):
            if line != last:
                yield line
            last = line


def _tags(view: View, batch: Sequence[FileRow]) -> Iterator[bytes]:
    records = view.corpus.records((row.blob for row in batch), words=False)
    for row in batch:
        record = records.get(row.blob)
        for symbol in record.symbols if record else ():
            if record and symbol.name:
                yield _tag(row.path, record, symbol)
    view.corpus.forget()


def _tag(path: bytes, record: Record, symbol: Symbol) -> bytes:
    file = escaped(path.decode("utf-8", "surrogateescape"))
    lang = _LANGUAGES.get(record.lang) or record.lang.capitalize()
    fields = [symbol.kind, f"line:{symbol.line}", f"language:{lang}"]
    scope = _scope(record, symbol)
    if scope:
        fields.append(scope)
    if symbol.visibility in _ACCESS:
        fields.append(f"access:{symbol.visibility}")
    parameters = _parameters(symbol) if symbol.kind in _CALLABLES else ""
    if parameters:
        fields.append(f"signature:{escaped(parameters)}")
    fields.append(f"end:{symbol.end_line}")
    name = _first_escaped(escaped(symbol.name))
    text = "\t".join((name, file, f'{symbol.line};"', *fields))
    return f"{text}\n".encode("utf-8", "surrogateescape")


def _scope(record: Record, symbol: Symbol) -> str:
    """`class:A.B`: what the symbol stands in, or the owner that it is written with."""
    if symbol.owner:
        outer = symbol.qualname.removesuffix(symbol.name).removesuffix(record.separator)
        return f"class:{escaped(outer)}"
    if symbol.parent < 0:
        return ""
    around = record.symbols[symbol.parent]
    return f"{around.kind}:{escaped(around.qualname)}"


def _parameters(symbol: Symbol) -> str:
    """`(a, b)` of a signature: the first brackets after the name; "" where there are none."""
    text = symbol.signature
    at = text.find(symbol.name)
    start = text.find("(", at + len(symbol.name)) if at >= 0 else -1
    depth = 0
    for end in range(start, len(text)) if start >= 0 else ():
        depth += (text[end] == "(") - (text[end] == ")")
        if not depth:
            return text[start : end + 1]
    return ""


def escaped(text: str) -> str:
    """As tags(5) has it: no tabs, no line breaks, no lone backslashes."""
    if _CONTROL.search(text) is None:
        return text
    return _CONTROL.sub(lambda match: _NAMED.get(match[0]) or f"\\x{ord(match[0]):02X}", text)


def _first_escaped(name: str) -> str:
    """A name must not look like a header, nor begin with a blank."""
    return f"\\x{ord(name[0]):02X}{name[1:]}" if name[0] in "! " else name
