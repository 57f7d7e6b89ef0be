"""`python -m uindex.hook [TASK ARGUMENT...]`: what is done behind somebody's back."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from uindex import hook

if TYPE_CHECKING:
    from collections.abc import Sequence


def main(arguments: Sequence[str]) -> int:
    if arguments and arguments[0] == "push":
        from uindex.hook import push  # each task brings its own

        return push.main(arguments[1:])
    if arguments and arguments[0] == "verify":
        from uindex.hook import verify

        return verify.main()
    if arguments and arguments[0] == "cache":
        return hook.cache()
    return hook.main()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
