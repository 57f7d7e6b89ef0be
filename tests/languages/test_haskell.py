"""What the golden file of Haskell cannot say: literate files, damage, both sides of #if."""

from __future__ import annotations

from uindex import record
from uindex.extract.extract import extract

LITERATE = b"""Prose about module Foo.

> module Lit where
> -- | Doc.
> foo :: Int
> foo = bar

More prose.

> bar = 1
"""
LATEX = b"""\\section{import}
\\begin{code}
data X = A
\\end{code}
type Y = Z
\\begin{code}
f = A
\\end{code}
"""
DAMAGED = b"""module Dmg where
x = [1, 2, "hushed"
data A = A Int
foo :: Int -> Int
foo y = y + 1
{% if templating %}
bar :: Int
bar = case foo of { 1 -> "hushed" }}}}
class C a where
  m :: a -> a
baz' :: String
baz' = "hushed \\
   \\hushed"
"""


def symbols(source: bytes) -> list[tuple[str, str, int, int]]:
    read = record.decode(extract("haskell", source))
    return [(s.kind, s.qualname, s.line, s.end_line) for s in read.symbols]


def test_of_a_literate_program_only_the_code_is_read() -> None:
    assert symbols(LITERATE) == [
        ("module", "Lit", 3, 3),
        ("function", "foo", 5, 6),
        ("function", "bar", 10, 10),
    ]
    assert symbols(LATEX) == [
        ("type", "X", 3, 3),
        ("constructor", "X.A", 3, 3),
        ("function", "f", 7, 7),
    ]


def test_damage_hides_no_definition_at_the_margin() -> None:
    packed = extract("haskell", DAMAGED)
    read = record.decode(packed)
    assert "partial" in read.marks
    assert b"hushed" not in packed
    found = {(symbol.kind, symbol.qualname): symbol.line for symbol in read.symbols}
    assert found[("type", "A")] == 3
    assert found[("function", "foo")] == 4
    assert found[("function", "bar")] == 7
    assert found[("class", "C")] == 9
    assert found[("method", "C.m")] == 10
    assert found[("function", "baz'")] == 11


def test_a_signature_apart_from_its_equations_is_no_second_symbol() -> None:
    source = b"a, b :: Int\nc :: Char\ndata D\nb = 1\na = 2\nc = 'h'\n"
    read = record.decode(extract("haskell", source))
    assert [(s.name, s.line, s.signature) for s in read.symbols] == [
        ("D", 3, "data D"),
        ("b", 4, "b :: Int"),
        ("a", 5, "a :: Int"),
        ("c", 6, "c :: Char"),
    ]
