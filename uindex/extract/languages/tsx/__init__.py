"""TypeScript with JSX."""

from __future__ import annotations

from uindex.extract.languages.typescript import TypeScript


class Tsx(TypeScript):
    """A grammar of its own, since `<A>x` reads differently."""

    grammar = "tsx"
    query = "ecmascript typescript ecmascript/jsx ecmascript/members"


LANGUAGE = Tsx()
