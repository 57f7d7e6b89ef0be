"""Options that several verbs share, each written once."""

from typing import Annotated

from uindex.cli.declare import Option

Json = Annotated[bool, Option(("--json",), "Answer in JSON.")]
Limit = Annotated[int, Option(("-k", "--limit"), "Show at most N results.", "N")]
ListLimit = Annotated[
    int | None, Option(("-k", "--limit"), "Show at most N results instead of all.", "N")
]
Offset = Annotated[int, Option(("--offset",), "Leave out the first N results.", "N")]
At = Annotated[
    str | None,
    Option(("--at",), "Ask the tree of REV, without checking it out.", "REV"),
]
NoRefresh = Annotated[
    bool, Option(("--no-refresh",), "Answer from what is indexed; parse and store nothing.")
]
Source = Annotated[bool, Option(("--source",), "Print the source of each result.")]
Budget = Annotated[
    int,
    Option(("--budget",), "With source, at most this many tokens in all.", "TOKENS"),
]
Kinds = Annotated[
    tuple[str, ...],
    Option(("--kind",), "Only symbols of this kind (function, class, ...); may repeat.", "KIND"),
]
Langs = Annotated[
    tuple[str, ...], Option(("--lang",), "Only files of this language; may repeat.", "LANG")
]
Paths = Annotated[
    tuple[str, ...],
    Option(("--path",), "Only paths that match, as .gitignore has globs; may repeat.", "GLOB"),
]
Depth = Annotated[int, Option(("--depth",), "Follow links this many steps.", "N")]
