"""What reaches the terminal: escaping, colour, JSON.  Every verb prints through here.

Text from a repository is escaped wherever it is printed for people, so that a file name or a
docstring cannot move the cursor, hide text or forge a line of ours.
"""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Any

from uindex.wording import plural as plural

if TYPE_CHECKING:
    from typing import TextIO

COLOURS = {
    "path": "35",
    "line": "32",
    "kind": "36",
    "name": "1",
    "dim": "2",
    "warn": "33",
    "bad": "31",
}

_NAMED = {0x07: "\\a", 0x08: "\\b", 0x09: "\\t", 0x0A: "\\n", 0x0B: "\\v", 0x0C: "\\f", 0x0D: "\\r"}


def _dangerous() -> dict[int, str]:
    """Controls, and what reorders or hides text: bidi marks, zero-width, separators."""
    points = [*range(0x20), *range(0x7F, 0xA0)]
    escapes = {point: f"\\x{point:02x}" for point in points} | _NAMED
    for first, last in ((0x200B, 0x200F), (0x2028, 0x202E), (0x2060, 0x2069), (0xFEFF, 0xFEFF)):
        escapes |= {point: f"\\u{point:04x}" for point in range(first, last + 1)}
    return escapes


_ESCAPES = _dangerous()
_ESCAPES_BUT_TAB = {point: text for point, text in _ESCAPES.items() if point != 0x09}


def clean(text: str, *, tabs: bool = False) -> str:
    """One printable line; a byte that was not UTF-8 shows as `\\xff`.

    A plain backslash stays as it is, so this is for reading, not for turning back.
    """
    if text.isascii() and text.isprintable():
        return text
    escaped = text.translate(_ESCAPES_BUT_TAB if tabs else _ESCAPES)
    return "".join(
        f"\\x{ord(char) - 0xDC00:02x}" if "\udc80" <= char <= "\udcff" else char for char in escaped
    )


def path_label(path: bytes) -> str:
    """A path on one line, quoted as git quotes one (C style) where it has odd bytes.

    Text that is UTF-8 and harmless stays readable, as with `core.quotePath=false`.  Unlike git this
    quotes a path, too, of which a part could be taken for `path:line:`, or that begins with a blank
    as lines of source do, or as our warning does, or that could be two of a list with states.
    """
    text = path.decode("utf-8", "surrogateescape")
    quote = '"' in text or "\\" in text or clean(text) != text
    quote = (
        quote
        or text.startswith((" ", "warning: "))
        or ", [" in text
        or any(part.isdigit() for part in text.split(":")[1:])
    )
    if not quote:
        return text
    return '"' + "".join(_quoted(char) for char in text) + '"'


def _quoted(char: str) -> str:
    if char in '"\\':
        return "\\" + char
    point = ord(char)
    if point in _NAMED:
        return _NAMED[point]
    if point in _ESCAPES or 0xDC80 <= point <= 0xDCFF:
        return "".join(f"\\{byte:03o}" for byte in char.encode("utf-8", "surrogateescape"))
    return char


def is_terminal(stream: TextIO | None = None) -> bool:
    return (stream or sys.stdout).isatty()


def has_colour(stream: TextIO | None = None) -> bool:
    """As no-color.org has it: any non-empty NO_COLOR switches it off."""
    plain = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    return is_terminal(stream) and not plain


def paint(text: str, role: str, colour: bool) -> str:
    return f"\x1b[{COLOURS[role]}m{text}\x1b[0m" if colour and text else text


def write(text: str) -> None:
    """Text for standard output, in UTF-8 whatever the locale is."""
    sys.stdout.flush()
    sys.stdout.buffer.write(text.encode("utf-8", "backslashreplace"))


def say(line: str) -> None:
    """A remark about the answer, on standard error: results alone are on standard output."""
    sys.stdout.flush()
    sys.stderr.write(f"{line}\n")


def write_json(document: Any) -> None:
    """One document on one line.  ASCII: a path that is not UTF-8 travels as lone surrogates."""
    import json  # 6 ms, and text answers do without

    write(json.dumps(document) + "\n")


def size_label(count: int) -> str:
    """Bytes, for people."""
    size = float(count)
    for unit in ("bytes", "KiB", "MiB"):
        if size < 1024:
            return f"{size:.0f} {unit}" if unit == "bytes" else f"{size:.1f} {unit}"
        size /= 1024
    return f"{size:.1f} GiB"
