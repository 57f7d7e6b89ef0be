"""`python -m uindex` is `git uindex`."""

from uindex.cli.main import main

main()
