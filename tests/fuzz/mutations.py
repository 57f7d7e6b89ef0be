"""Bytes that are nearly what they should be."""

from __future__ import annotations

from copy import deepcopy
from typing import TYPE_CHECKING, Any

import msgpack

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from random import Random

_NUMBERS = (
    *(0, 1, 2, 3, 5, 12, 63, 64, 127, 128, 255, 256, 4095, 4096, 65535, 65536, -1, -2, -33, -129),
    *(1 << 31, (1 << 32) - 1, 1 << 47, 1 << 48, (1 << 63) - 1, 1 << 63, (1 << 64) - 1, -(1 << 63)),
)
_TEXTS = (
    *("", "a", "\0", "\n", "\n\n", "a\nb", "\1", "\udc80", "\udcff\udcfe", "\ud800", "é", "𝒳", "…"),
    *("\u2028", "\x1b[31m", "../../etc/passwd", "x" * 50, "n" * 5000, "a\n" * 300),
)
_OTHERS: tuple[Any, ...] = (
    *(None, True, False, 0.0, 1.5, -1.0, float("nan"), float("inf"), b"", b"\xff", b"x" * 40),
    *([], [[]], [0], [1, 2, 3], [[[[[[]]]]]], {}, {"a": 1}, {1: [2]}, [None], [""], [[0], [0]]),
    *(msgpack.ExtType(5, b"abcd"), msgpack.Timestamp(1, 2), [1.0], [True], ["x", "y"]),
)
_HEADERS = (
    *(b"\xdd\xff\xff\xff\xff", b"\xdc\xff\xff", b"\xdf\xff\xff\xff\xff", b"\xdb\x7f\xff\xff\xff"),
    *(b"\xc6\xff\xff\xff\xff", b"\xc9\xff\xff\xff\xff\x01", b"\x9f", b"\x8f", b"\xbf", b"\xc1"),
    *(b"\xdd\x00\x3f\xff\xff", b"\xc7\x04\x05abcd", b"\xd4\x05\x00", b"\xcb", b"\x91" * 1200),
)


def mutated(rng: Random, seeds: Sequence[bytes]) -> bytes:
    """One of the seeds, changed a little or a lot; now and then bytes that come from none."""
    kind = rng.randrange(20)
    if kind == 0:
        return rng.randbytes(rng.randrange(80))
    if kind == 1:
        return pack([_odd(rng) for _ in range(rng.randrange(16))])
    data = rng.choice(seeds)
    if kind < 14:
        data = _with_values(rng, data)
        if kind < 12:
            return data
    for _ in range(rng.choice((1, 1, 1, 2, 4))):
        data = rng.choice(_BY_BYTES)(rng, data, seeds)
    return data


def pack(value: Any) -> bytes:
    """Encoded; a lone surrogate as the three bytes that no UTF-8 has."""
    packed: bytes = msgpack.packb(value, unicode_errors="surrogatepass")
    return packed


def _with_values(rng: Random, data: bytes) -> bytes:
    """A few values replaced, moved, dropped or repeated."""
    try:
        raw = msgpack.unpackb(data, unicode_errors="surrogateescape", strict_map_key=False)
    except (ValueError, msgpack.UnpackException):
        return data
    for _ in range(rng.choice((1, 1, 1, 1, 2, 3, 6))):
        place = raw
        while type(place) is list and place:
            at = rng.randrange(len(place))
            inner = place[at]
            if type(inner) is not list or not inner or rng.random() < 0.15:
                _change(rng, place, at)
                break
            place = inner
    return pack(raw)


def _change(rng: Random, place: list[Any], at: int) -> None:
    kind, value = rng.randrange(12), place[at]
    if kind < 5 and type(value) is int:
        # One more or less is what decoders get wrong.
        place[at] = max(-(1 << 63), min((1 << 64) - 1, value + rng.choice((-2, -1, 1, 1, 2, 300))))
    elif kind < 5 and type(value) is str:
        cut = rng.randrange(len(value) + 1)
        place[at] = value[:cut] + rng.choice(_TEXTS) + value[cut + rng.randrange(2) :]
    elif kind == 5:
        del place[at]
    elif kind == 6:
        place.insert(at, value)
    elif kind == 7:
        other = rng.randrange(len(place))
        place[at], place[other] = place[other], value
    elif kind == 8 and type(value) is list:
        place[at] = value[: rng.randrange(len(value) + 1)]
    elif kind == 9 and type(value) is list:
        place[at] = value * 2
    else:
        place[at] = _odd(rng)


def _odd(rng: Random) -> Any:
    kind = rng.randrange(4)
    if kind == 0:
        return rng.choice(_NUMBERS)
    if kind == 1:
        return rng.choice(_TEXTS)
    if kind == 2:
        return deepcopy(rng.choice(_OTHERS))
    return [rng.choice(_NUMBERS[:24]) for _ in range(rng.randrange(6))]


def _flipped(rng: Random, data: bytes, seeds: Sequence[bytes]) -> bytes:
    changed = bytearray(data)
    for _ in range(rng.choice((1, 1, 2, 8))):
        if changed:
            changed[rng.randrange(len(changed))] ^= 1 << rng.randrange(8)
    return bytes(changed)


def _overwritten(rng: Random, data: bytes, seeds: Sequence[bytes]) -> bytes:
    at = rng.randrange(len(data) + 1)
    header = rng.choice(_HEADERS)
    return data[:at] + header + data[at + rng.choice((0, 1, len(header))) :]


def _cut(rng: Random, data: bytes, seeds: Sequence[bytes]) -> bytes:
    return data[: rng.randrange(len(data) + 1)]


def _spliced(rng: Random, data: bytes, seeds: Sequence[bytes]) -> bytes:
    other = rng.choice(seeds)
    return data[: rng.randrange(len(data) + 1)] + other[rng.randrange(len(other) + 1) :]


def _repeated(rng: Random, data: bytes, seeds: Sequence[bytes]) -> bytes:
    low = rng.randrange(len(data) + 1)
    high = min(len(data), low + rng.randrange(40))
    return data[:high] + data[low:high] * rng.choice((1, 3, 200)) + data[high:]


def _raised(rng: Random, data: bytes, seeds: Sequence[bytes]) -> bytes:
    """A container or a text that says it is longer than it is."""
    heads = [at for at in range(min(len(data), 400)) if 0x90 <= data[at] <= 0xBF]
    if not heads:
        return data
    at = rng.choice(heads)
    size = rng.choice((16, 1000, 100_000, 1 << 22, (1 << 32) - 1))
    wide = b"\xdd" if data[at] < 0xA0 else b"\xdb"
    return data[:at] + wide + size.to_bytes(4, "big") + data[at + 1 :]


_BY_BYTES: tuple[Callable[[Random, bytes, Sequence[bytes]], bytes], ...] = (
    *(_flipped, _flipped, _overwritten, _cut, _spliced, _repeated, _raised),
)
