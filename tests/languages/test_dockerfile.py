"""What a golden file cannot say of Dockerfiles."""

from __future__ import annotations

import pytest

from uindex import record
from uindex.extract.extract import extract
from uindex.extract.registry import language_of


@pytest.mark.parametrize(
    "path", [b"Dockerfile", b"a/Dockerfile.dev", b"Containerfile", b"x.Dockerfile"]
)
def test_a_dockerfile_is_known_by_its_name(path: bytes) -> None:
    assert language_of(path) == "dockerfile"


@pytest.mark.parametrize(
    "broken",
    [
        'FROM a\nRUN echo "hushed\n',
        "FROM a\nRUN <<EOF\n",
        "{{ if true }}\nFROM a\n",
        "FROM a AS x\nRUN a \\\n",
    ],
)
def test_damage_hides_nothing_after_it(broken: str) -> None:
    data = extract("dockerfile", f"{broken}\n\nFROM b AS c\nENV D=hushed\n".encode())
    read = record.decode(data)
    assert {("c", 5), ("D", 6)} <= {(s.name, s.line) for s in read.symbols}
    assert b"hushed" not in data


def test_the_character_that_joins_lines_may_be_chosen() -> None:
    text = b"# escape=`\nFROM a AS b\nENV C=d`\n  E=\\\nENV F=1\n"
    read = record.decode(extract("dockerfile", text))
    assert [s.qualname for s in read.symbols] == ["b", "b.C", "b.E", "b.F"]
