"""What a signature says about the parameters of a method."""

from __future__ import annotations

import re

_BRACKETS = re.compile(r"<[^<>]*>|\([^()]*\)")


def parameters(signature: str) -> int:
    """How many parameters a method of Java has; -1 where its signature is cut."""
    start = signature.find("(")
    if start < 0 or signature.endswith("…"):
        return -1
    inside, found = signature[start + 1 :], 1
    while found:
        # Those of types and annotations, from the inside out.
        inside, found = _BRACKETS.subn("", inside)
    inside = inside.partition(")")[0].strip()
    return inside.count(",") + 1 if inside else 0
