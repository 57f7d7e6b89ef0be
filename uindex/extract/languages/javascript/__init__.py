"""JavaScript with JSX, as ECMAScript modules, CommonJS or scripts."""

from __future__ import annotations

from uindex.extract.languages.ecmascript import EcmaScript


class JavaScript(EcmaScript):
    """Everything is shared."""

    grammar = "javascript"
    query = "ecmascript javascript ecmascript/jsx ecmascript/members"


LANGUAGE = JavaScript()
