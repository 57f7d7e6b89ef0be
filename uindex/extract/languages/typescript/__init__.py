"""TypeScript."""

from __future__ import annotations

from uindex.extract.languages.ecmascript import EcmaScript
from uindex.extract.languages.ecmascript.lines import TYPED


class TypeScript(EcmaScript):
    """Types, signatures and modifiers come on top."""

    grammar = "typescript"
    query = "ecmascript typescript ecmascript/members"
    lines = TYPED
    keywords = EcmaScript.keywords | frozenset(
        b"abstract any as asserts bigint boolean declare enum implements infer interface is keyof "
        b"module namespace never number object override private protected public readonly "
        b"satisfies string symbol type unique unknown".split()
    )


LANGUAGE = TypeScript()
