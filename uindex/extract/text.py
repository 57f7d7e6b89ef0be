"""Bytes of a blob to text that can be parsed: encodings, binaries, pointers, marks.

Offsets in a record are offsets into the blob, whatever its encoding; `Text.offset` maps back.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from itertools import accumulate
from typing import NamedTuple

SNIFF = 8000
"""Bytes in which a NUL makes a file binary; git's own figure."""

_LFS = re.compile(
    rb"version https://git-lfs\.github\.com/spec/v1\n(?:ext-[^\n]*\n)*oid sha256:[0-9a-f]{64}\n"
    rb"size [0-9]+\n\Z"
)
_GENERATED = re.compile(
    rb"@generated|[Dd]o not (?:edit|modify)|DO NOT (?:EDIT|MODIFY)|[Cc]ode generated (?:by|from)"
    rb"|[Aa]uto-?generated|AUTO-?GENERATED|[Aa]utomatically generated|[Gg]enerated by the protocol"
)
_BOMS = (
    (b"\xef\xbb\xbf", "utf-8"),
    (b"\xff\xfe\x00\x00", "utf-32-le"),
    (b"\x00\x00\xfe\xff", "utf-32-be"),
    (b"\xff\xfe", "utf-16-le"),
    (b"\xfe\xff", "utf-16-be"),
)
LONG_LINES = 400
"""Mean bytes a line from which a file of some size counts as minified."""

BEFORE = 2000
"""Bytes that are looked at before a place in its line."""


class Text(NamedTuple):
    """The UTF-8 text of a blob, its lines, and the way back to the blob's offsets."""

    data: bytes
    size: int
    """Bytes of the blob."""
    lines: list[int]
    """Offset in `data` of each line's first byte."""
    steps: tuple[list[int], list[int]] | None
    """Where offsets differ: positions in `data`, and the offset in the blob at each."""
    transcoded: bool

    def line(self, at: int) -> int:
        """The line, from 1, that byte `at` of `data` stands on."""
        return bisect_right(self.lines, at)

    def offset(self, at: int) -> int:
        """The offset in the blob of byte `at` of `data`."""
        if self.steps is None:
            return at
        here, there = self.steps
        index = bisect_right(here, at) - 1
        return there[index] + at - here[index]


def skip_reason(blob: bytes) -> str:
    """Why the content is not looked at, or ""."""
    if len(blob) < 1024 and _LFS.match(blob):
        return "LFS pointer"
    if b"\0" in blob[:SNIFF] and _encoding(blob) is None:
        return "binary"
    return ""


def generated(data: bytes) -> bool:
    """Whether the head of the file says that a program wrote it."""
    return _GENERATED.search(data[:1500]) is not None


def minified(text: Text) -> bool:
    """Whether the lines are so long that no person wrote them."""
    size = len(text.data)
    # What stands on one line of a notebook's file may have many lines of its own.
    return size > 2000 and size > LONG_LINES * max(len(text.lines), text.data.count(b"\n"))


def read(blob: bytes) -> Text:
    """The text of a blob that `skip_reason` has let through."""
    encoding = _encoding(blob)
    steps: tuple[list[int], list[int]] | None = None
    if encoding is None:
        data = blob
        if not _is_utf8(blob):
            data, steps = _from_latin1(blob)
    elif encoding == "utf-8":
        data, steps = blob[3:], ([0], [3])
    else:
        data, steps = _from_wide(blob, encoding)
    if b"\n" not in data:
        # Lines end at \n, as git and editors count them; at \r in a file without any (old Mac).
        data = data.replace(b"\r", b"\n")
    starts = [0, *accumulate(len(line) + 1 for line in data.split(b"\n"))]
    starts.pop()
    if len(starts) > 1 and starts[-1] == len(data):
        starts.pop()
    wide = encoding not in (None, "utf-8") or (encoding is None and steps is not None)
    return Text(data, len(blob), starts, steps, wide)


def _encoding(blob: bytes) -> str | None:
    """The encoding that a byte order mark, or a telling pattern of NULs, gives away."""
    for mark, encoding in _BOMS:
        if blob.startswith(mark):
            return encoding
    head = blob[:SNIFF]
    if len(head) >= 16 and len(head) % 2 == 0 and b"\0" in head:
        for zeros, others, encoding in ((1, 0, "utf-16-le"), (0, 1, "utf-16-be")):
            nul = head[zeros::2].count(0)
            if nul * 10 >= len(head) // 2 * 9 and not head[others::2].count(0):
                return encoding
    return None


def _is_utf8(blob: bytes) -> bool:
    if blob.isascii():
        return True
    try:
        blob.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def _from_latin1(blob: bytes) -> tuple[bytes, tuple[list[int], list[int]]]:
    here, there = [0], [0]
    for count, match in enumerate(re.finditer(rb"[\x80-\xff]", blob), 1):
        here.append(match.end() + count)
        there.append(match.end())
    return blob.decode("latin-1").encode(), (here, there)


def _from_wide(blob: bytes, encoding: str) -> tuple[bytes, tuple[list[int], list[int]]]:
    """UTF-16 or UTF-32 text; what does not decode becomes U+FFFD."""
    width = 4 if "32" in encoding else 2
    text = blob.decode(encoding, "replace")
    parts, here, there = [], [], []
    data = source = 0
    for char in text:
        part = char.encode()
        here.append(data)
        there.append(source)
        source += width if width == 4 or ord(char) < 0x10000 else 4
        if char != "\ufeff" or data:
            parts.append(part)
            data += len(part)
    here.append(data)
    there.append(source)
    # The mark at the front shares its position with the first character, which is later: it wins.
    first = bisect_left(here, 1) - 1 if here[-1] else 0
    return b"".join(parts), (here[first:], there[first:])


def line_before(data: bytes, at: int) -> bytes:
    """What stands before `at` in its line; in a very long line the last of it, as to look at all
    of it for each place in the line would cost the square of its length."""
    low = max(0, at - BEFORE)
    return data[max(low, data.rfind(b"\n", low, at) + 1) : at]
