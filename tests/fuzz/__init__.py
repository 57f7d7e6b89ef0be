"""Hostile input by the million: what an index that others wrote may hold, and what must hold then.

    python -m tests.fuzz                      a thousand of each kind
    python -m tests.fuzz --count 1000000      by hand, before a release
    python -m tests.fuzz.guided record        guided by coverage, where atheris is installed

Each input follows from (seed, kind, number), so that a fault is found again by these three.
"""
