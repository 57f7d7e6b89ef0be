"""Less."""

from __future__ import annotations

from uindex.extract.languages.css import Css


class Less(Css):
    """CSS whose mixins are written as classes, and whose variables begin with `@`."""

    dialect = "less"


LANGUAGE = Less()
