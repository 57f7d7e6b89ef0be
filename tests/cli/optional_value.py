"""A verb with an option whose value may be left out, for the tests of both readers."""

from typing import Annotated

from uindex.cli.declare import Argument, Option

EXAMPLES = ("git uindex optional --share",)


def run(
    *,
    share: Annotated[str | None, Option(("-s", "--share"), "Share.", "REMOTE", bare="some")] = None,
    limit: Annotated[int, Option(("-k", "--limit"), "How many.", "N")] = 3,
    push: Annotated[bool, Option(("--push",), "Push.")] = False,
    words: Annotated[tuple[str, ...], Argument("WORD", "Words.")] = (),
) -> int:
    """Do nothing at all."""
    return 0
