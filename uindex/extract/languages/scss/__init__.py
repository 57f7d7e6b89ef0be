"""SCSS."""

from __future__ import annotations

from uindex.extract.languages.css import Css


class Scss(Css):
    """CSS with mixins, functions, placeholders, variables and modules."""

    dialect = "scss"


LANGUAGE = Scss()
