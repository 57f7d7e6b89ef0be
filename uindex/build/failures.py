"""Files that failed to parse here: remembered locally, so that they are not tried at every build.

A failure depends on this machine (its speed, its memory), so it never enters the index. One line
per failure in `<state>/failures`: `<key> <oid> <reason>`. Safe to delete: all are tried again.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from uindex.store.layout import RecordName

if TYPE_CHECKING:
    from collections.abc import Iterable

    from uindex.git.repository import Repository

ABSENT = "not in this clone"
"""Why a blob has no record that is not here; not remembered, as a fetch may bring it."""


def load_failures(repo: Repository) -> dict[RecordName, str]:
    """What failed, and why, for the extractor versions it failed with."""
    try:
        with open(_path(repo), "rb") as file:
            lines = file.read().split(b"\n")
    except FileNotFoundError:
        return {}
    found = {}
    for line in lines:
        key, _, rest = line.partition(b" ")
        digits, _, reason = rest.partition(b" ")
        try:
            oid = bytes.fromhex(digits.decode("ascii"))
        except ValueError:
            continue  # the rest of a line that a killed process began
        if key and reason:
            found[RecordName(key, oid)] = reason.decode("utf-8", "replace")
    return found


def add_failures(repo: Repository, failed: Iterable[tuple[RecordName, str]]) -> None:
    """Remember failures. One write, so that two builds at once do not mix their lines."""
    lines = [
        b"%s %s %s\n" % (key, oid.hex().encode(), b" ".join(reason.encode().split()))
        for (key, oid), reason in failed
    ]
    if lines:
        os.makedirs(repo.state_dir, exist_ok=True)
        with open(_path(repo), "ab", buffering=0) as file:
            file.write(b"".join(lines))


def _path(repo: Repository) -> bytes:
    return os.path.join(repo.state_dir, b"failures")
