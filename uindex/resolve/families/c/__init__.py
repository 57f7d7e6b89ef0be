"""C and C++."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uindex.resolve.families.c.includes import Includes
from uindex.resolve.family import Family

if TYPE_CHECKING:
    from uindex.record import Link
    from uindex.resolve.facts import Facts
    from uindex.resolve.model import Module


class C(Family):
    """A linker's language: what is not static is one thing in all of a program."""

    langs = ("c", "cpp")
    calls_values = False

    def module(self, facts: Facts, path: str, link: Link) -> Module:
        includes = facts.memo(("c", "includes"), lambda: Includes(facts))
        return includes.module(path, link.receiver)


FAMILY = C()
