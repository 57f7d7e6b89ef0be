"""What links mean.

A binder is made of parts, each of which knows those before it; what they ask of later ones stands
in `known`."""

from uindex.resolve.bind.binder import Binder

__all__ = ["Binder"]
