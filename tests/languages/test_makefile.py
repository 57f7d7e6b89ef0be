"""What a golden file cannot say of makefiles."""

from __future__ import annotations

import pytest

from uindex import record
from uindex.extract.extract import extract
from uindex.extract.registry import language_of


@pytest.mark.parametrize(
    "path", [b"Makefile", b"GNUmakefile", b"a/Kbuild", b"scripts/Makefile.build", b"x/rules.mk"]
)
def test_a_makefile_is_known_by_its_name(path: bytes) -> None:
    assert language_of(path) == "makefile"


def test_a_known_extension_counts_before_a_stem() -> None:
    assert language_of(b"Makefile.py") == "python"


@pytest.mark.parametrize("broken", ["define never_closed\necho\n", "A = $(subst x,y\n"])
def test_what_is_never_closed_hides_nothing_after_it(broken: str) -> None:
    read = record.decode(extract("makefile", f"{broken}B = 1\nall: b\n\techo\n".encode()))
    assert "partial" in read.marks
    assert {("B", 2 + broken.count("\n") - 1), ("all", 3 + broken.count("\n") - 1)} <= {
        (s.name, s.line) for s in read.symbols
    }
