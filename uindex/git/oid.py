"""Object ids. An oid is its raw bytes: 20 of them (SHA-1) or 32 (SHA-256)."""

from __future__ import annotations

Oid = bytes

WIDTH = {"sha1": 20, "sha256": 32}

# The empty tree and blob exist in every repository, stored or not.
EMPTY_TREE = {
    "sha1": bytes.fromhex("4b825dc642cb6eb9a060e54bf8d69288fbee4904"),
    "sha256": bytes.fromhex("6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321"),
}
EMPTY_BLOB = {
    "sha1": bytes.fromhex("e69de29bb2d1d6434b8b29ae775ad8c2e48c5391"),
    "sha256": bytes.fromhex("473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813"),
}


def from_hex(digits: bytes) -> Oid:
    """The oid that `digits` spell. ValueError if they spell none."""
    oid = bytes.fromhex(digits.decode("ascii"))
    if len(oid) not in (20, 32):
        raise ValueError(f"not an object id: {digits!r}")
    return oid


def to_hex(oid: Oid) -> bytes:
    """The digits of `oid`, as git's line protocols want them."""
    return oid.hex().encode("ascii")


def zero(object_format: str) -> Oid:
    """The null oid, which means "no object" in ref transactions and diffs."""
    return bytes(WIDTH[object_format])
