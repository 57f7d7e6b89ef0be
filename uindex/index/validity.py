"""Whether an entry is what its name says: the one place that decides what is believed.

An index may come from anyone.  A record is believed only for the blob it is stored under, as far
as that can be told without parsing it again: it decodes, it speaks of as many bytes as the blob
has, and of no more lines, and skips only what an extractor skips.  Whether it says the truth about
them only `verify` can tell.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from uindex.embed import vectors
from uindex.errors import RecordError
from uindex.extract.text import skip_reason
from uindex.record import decode, head
from uindex.resolve.graph import MAX_GRAPH
from uindex.store import manifest
from uindex.store.branch import MAX_RECORD
from uindex.store.layout import GraphName, ManifestName, RecordName, VectorName

if TYPE_CHECKING:
    from uindex.git.oid import Oid
    from uindex.record import Record
    from uindex.store.layout import Name

_MOST: dict[type[Name], int] = {
    RecordName: MAX_RECORD,
    ManifestName: manifest.MAX_MANIFEST,
    GraphName: MAX_GRAPH,
    VectorName: vectors.MAX_VECTORS,
}


def most_bytes(name: Name) -> int:
    """What an entry may have; a tombstone has none."""
    return _MOST.get(type(name), 0)


def glance(data: bytes | None) -> int | str:
    """Of how many bytes a record speaks, as far as its first bytes tell; or what is wrong."""
    try:
        return head(data or b"").size
    except RecordError as error:
        return str(error)


def size_fault(said: int | str, source_size: int | None) -> str:
    """What is wrong by a glance; "" for nothing.  `source_size` is that of the blob that the record
    is stored under, None where that is not here."""
    if isinstance(said, str):
        return said
    if source_size is not None and said != source_size:
        return f"speaks of {said} bytes, the blob has {source_size}"
    return ""


def record_fault(data: bytes, source_size: int | None, source: bytes | None = None) -> str:
    """What is wrong with a record; "" for nothing.  With `source`, the blob, lines are counted
    and what is said to be skipped is looked at."""
    try:
        record = decode(data)
    except RecordError as error:
        return str(error)
    if fault := size_fault(record.size, source_size):
        return fault
    if record.skip:
        # What hides a whole file, by a test that costs nothing.
        is_so = source is None or skip_reason(source) == record.skip
        return "" if is_so else f"skips as {record.skip} what is none"
    if source is not None and record.lines > _most_lines(source):
        return f"speaks of {record.lines} lines, the blob has {_most_lines(source)}"
    return _beyond(record)


def _beyond(record: Record) -> str:
    """What of a record lies outside of the text that it speaks of.  The decoder lets one byte and
    one line more pass, and knows nothing of how many lines there are."""
    symbols = record.symbols
    last = max((symbol.end for symbol in symbols), default=0)
    if last > record.size:
        return f"a symbol ends at byte {last} of {record.size}"
    lines = (
        max((max(symbol.line, symbol.end_line) for symbol in symbols), default=0),
        max((unit.end_line for unit in record.units), default=0),
        max((link.line for link in record.links), default=0),
    )
    if max(lines) > record.lines:
        return f"speaks of line {max(lines)} of {record.lines}"
    return ""


def _most_lines(source: bytes) -> int:
    """No text has more lines, in whatever encoding."""
    return source.count(b"\n") + source.count(b"\r") + 1


def vector_fault(name: VectorName, data: bytes) -> str:
    """What is wrong with embeddings, as far as that can be told without their record; whoever
    uses them looks whether the record has their units.  Whether they are true nobody can tell
    without the model."""
    return vectors.fault(name.model, data)


def manifest_fault(name: ManifestName, data: bytes, tree: Oid | None) -> str:
    """What is wrong with a manifest; `tree` is that of its commit, None where that is not here."""
    try:
        found = manifest.decode(data)
    except RecordError as error:
        return str(error)
    if found.set != name.set:
        return "names another set of extractors"
    if tree is not None and found.tree != tree:
        return f"names tree {found.tree.hex()}, the commit has {tree.hex()}"
    return ""
