"""`python -m uindex.hook [TASK ARGUMENT...]`: what is done behind somebody's back."""

from __future__ import annotations

import sys

from uindex import hook


def main() -> int:
    return hook.main()


if __name__ == "__main__":
    sys.exit(main())
