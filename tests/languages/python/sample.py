#!/usr/bin/env python3
"""What Python code may hold.

The second paragraph is no part of the doc.
"""

from __future__ import annotations

import os
import os.path as osp, sys
from collections.abc import Iterable, Mapping as Map
from . import sibling
from ..pkg.mod import (  # why
    first as one,
    second,
)
from .star import *

try:
    import json
except ImportError:
    json = None

LIMIT = 1234
plain = "hushed"
left, right = 1, 2
typed: Map[str, int] = {}
type Pair[T] = tuple[T, T]

# Says hello.
# On two lines.
def greet(name: str, token: str = "hushed-default", *, times=3, **rest: Iterable) -> str | None:
    local = LIMIT

    def inner(x):
        """Inner doc."""
        return osp.join(x, local)

    return inner(name).upper()


async def fetch(url=b"hushed"): return await sys.modules.get(url)


@sibling.decorate("hushed")
@second
class Base(one, Generic[T], metaclass=Meta):
    """A base."""

    size = 3
    kind: str
    _hidden = 'hushed'
    A_CONSTANT = f"hushed {LIMIT}"

    def __init__(self, value: int = 0) -> None:
        super().__init__()
        self.value = value

    @property
    def double(self) -> int:
        '''Twice the value.'''
        return self.value * 2

    @double.setter
    def double(self, value): self.value = value / 2

    @staticmethod
    def make() -> "Base":
        return Base(1).grow(2)[0].shrink()

    def _private(self): ...

    class Inner(Base, pkg.Other):
        def deep(self): return lambda: greet("hushed")


if sys.version_info > (3,):
    def conditional(): pass
else:
    def conditional(): raise NotImplementedError

square = lambda x: x * x


def no_params():
    match plain:
        case {"hushed": value}:
            return value


def naïve(größe: int): return größe


def typed(first: list["Base"], then: "one.Color", kind: Literal["Base"]) -> "int | None":
    try:
        return cast("Base", first[0])
    except (sibling.Failure, one.Kind.LIMIT, Unknown):
        assert isinstance(first, Base) and then is not Base.Inner and "Base" and f"{Base}"


@contextlib.contextmanager
def managed() -> Iterator["Base"]:
    yield typed([], None)
    for one in found(first):
        one.grow()


def found(many: "Mapping[str, Base] | None" = None) -> list["Base"]:
    many["hushed"].grow()
    return [each.grow() for each in many.values()]
