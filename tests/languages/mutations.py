"""Damaged versions of a text, the same for the same seed and number on every machine."""

from __future__ import annotations

import random
from functools import cache
from typing import TYPE_CHECKING

from tests.languages import update

if TYPE_CHECKING:
    from collections.abc import Callable

LARGEST = 200_000
"""Bytes of a mutation; more is cut."""
DEEPEST = 3000
"""Brackets nested in one go."""
FOREIGN = ("c", "javascript", "markdown", "python", "ruby", "rust", "yaml")
"""Languages whose samples are pasted: not all, or a new language would change every mutation."""

_OPENING = (b"(", b"[", b"{", b"<", b"{{", b"{%", b"<a>", b"[[", b"(((", b"/*", b"do ", b"#if 1\n",
            b"begin\n", b"if x\n", b"f(a, ", b"a.b(", b"x = [", b"- ", b"> ", b"  ")  # fmt: skip
_CLOSING = {
    b"(": b")", b"[": b"]", b"{": b"}", b"<": b">", b"[[": b"]]", b"/*": b"*/", b"<a>": b"</a>",
    b"f(a, ": b")", b"#if 1\n": b"\n#endif", b"begin\n": b"\nend",
}  # fmt: skip
_QUOTES = (b'"', b"'", b"`", b'"""', b"'''", b"/*", b"<!--", b"<<EOF\n", b"<<~X\n", b"#{", b"${",
           b"=begin\n", b'r#"', b"%w(", b"%{", b"f'{", b"```\n", b"--[[", b"{-", b"q{", b'@"',
           b"$(", b"R\"x(", b"{|", b"\\", b"/", b"|||", b'"\\')  # fmt: skip
_ODD = (b"\0", b"\xff", b"\xef\xbb\xbf", b"\r", b"\r\n", b"\f", b"\x1b", b"\xe2\x80\xa8", b"\\\n",
        b"\t", b"\n\n\n", b"#", b"//", b";", b",", b"::", b"=", b"@", b"\xc3", b"\xf0\x9f\x98\x80",
        b"\xe2\x80\xae", b"0x", b"...", b"->", b"=>", b"&", b"*", b"!", b"?", b"%")  # fmt: skip


def mutation(lang: str, seed: int, number: int) -> bytes:
    """One to three changes to the sample of the language."""
    rng = random.Random(f"{lang} {seed} {number}")
    data = _sample(lang)
    for _ in range(rng.choice((1, 1, 1, 2, 2, 3))):
        data = rng.choice(_CHANGES)(rng, data)[:LARGEST]
    return data


@cache
def _sample(lang: str) -> bytes:
    return update.sample(lang).read_bytes()


def _span(rng: random.Random, data: bytes, most: int = 400) -> tuple[int, int]:
    start = rng.randrange(len(data) + 1)
    return start, min(len(data), start + rng.randrange(1, most))


def _insert(rng: random.Random, data: bytes, what: bytes) -> bytes:
    at = rng.randrange(len(data) + 1)
    return data[:at] + what + data[at:]


def _flip(rng: random.Random, data: bytes) -> bytes:
    out = bytearray(data)
    for _ in range(rng.randrange(1, 20) if out else 0):
        out[rng.randrange(len(out))] = rng.randrange(256)
    return bytes(out)


def _exchange(rng: random.Random, data: bytes) -> bytes:
    """A byte of the text in the place of another: more of it stays readable."""
    out = bytearray(data)
    for _ in range(rng.randrange(1, 12) if out else 0):
        out[rng.randrange(len(out))] = out[rng.randrange(len(out))]
    return bytes(out)


def _cut(rng: random.Random, data: bytes) -> bytes:
    start, end = _span(rng, data)
    return data[:start] + data[end:]


def _end(rng: random.Random, data: bytes) -> bytes:
    return data[: rng.randrange(len(data) + 1)]


def _odd(rng: random.Random, data: bytes) -> bytes:
    for _ in range(rng.randrange(1, 8)):
        data = _insert(rng, data, rng.choice(_ODD))
    return data


def _noise(rng: random.Random, data: bytes) -> bytes:
    return _insert(rng, data, rng.randbytes(rng.randrange(1, 200)))


def _repeat(rng: random.Random, data: bytes) -> bytes:
    start, end = _span(rng, data, 120)
    return data[:end] + data[start:end] * rng.choice((1, 2, 10, 100, 500)) + data[end:]


def _move(rng: random.Random, data: bytes) -> bytes:
    start, end = _span(rng, data)
    return _insert(rng, data[:start] + data[end:], data[start:end])


def _swap_lines(rng: random.Random, data: bytes) -> bytes:
    lines = data.split(b"\n")
    for _ in range(rng.randrange(1, 6)):
        one, other = rng.randrange(len(lines)), rng.randrange(len(lines))
        lines[one], lines[other] = lines[other], lines[one]
    return b"\n".join(lines)


def _indent_lines(rng: random.Random, data: bytes) -> bytes:
    lines = data.split(b"\n")
    for _ in range(rng.randrange(1, 10)):
        at = rng.randrange(len(lines))
        deeper = b" " * rng.randrange(9) + lines[at]
        lines[at] = lines[at].lstrip() if rng.random() < 0.4 else deeper
    return b"\n".join(lines)


def _nest(rng: random.Random, data: bytes) -> bytes:
    depth = rng.choice((2, 20, 200, 1000, DEEPEST))
    opening = rng.choice(_OPENING)
    closing = _CLOSING.get(opening, b"") if rng.random() < 0.6 else b""
    start, end = _span(rng, data)
    return data[:start] + opening * depth + data[start:end] + closing * depth + data[end:]


def _quote(rng: random.Random, data: bytes) -> bytes:
    return _insert(rng, data, rng.choice(_QUOTES) * rng.choice((1, 1, 1, 2, 300)))


def _paste(rng: random.Random, data: bytes) -> bytes:
    other = _sample(rng.choice(FOREIGN))
    start, end = _span(rng, other, 2000)
    return _insert(rng, data, other[start:end])


def _line_ends(rng: random.Random, data: bytes) -> bytes:
    return data.replace(b"\n", rng.choice((b"\r\n", b"\r", b" ", b"", b"\n\n", b"\f\n")))


def _wide(rng: random.Random, data: bytes) -> bytes:
    """A name or a blank made very long."""
    piece = rng.choice((b"a", b" ", b"\n", b"_", b"9"))
    return _insert(rng, data, piece * rng.randrange(1, 20_000))


_CHANGES: tuple[Callable[[random.Random, bytes], bytes], ...] = (
    _flip, _exchange, _cut, _end, _odd, _noise, _repeat, _move, _swap_lines, _indent_lines, _nest,
    _nest, _quote, _quote, _paste, _line_ends, _wide,
)  # fmt: skip
