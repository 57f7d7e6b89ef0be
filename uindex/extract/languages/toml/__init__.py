"""TOML: tables are sections, keys keep their dots."""

from __future__ import annotations

from uindex.extract.config import Config, unquote_dotted


class Toml(Config):
    """A table's name is written in full, so tables are not nested in each other."""

    grammar = "toml"

    def key(self, written: str) -> str:
        return unquote_dotted(written)


LANGUAGE = Toml()
