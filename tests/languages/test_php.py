"""PHP beyond what its golden file says: namespaces, promoted properties, includes, damage."""

from __future__ import annotations

import pytest

from uindex import record
from uindex.extract.extract import extract


def _read(text: str) -> record.Record:
    return record.decode(extract("php", text.encode()))


def test_a_namespace_in_braces_ends_with_them() -> None:
    read = _read("<?php\nnamespace A\\B {\nclass C { }\n}\nnamespace {\nclass D { }\n}\n")
    assert [(s.qualname, s.end_line) for s in read.symbols] == [
        ("A\\B", 4),
        ("A\\B::C", 3),
        ("D", 6),
    ]


@pytest.mark.parametrize(
    ("code", "module"),
    [
        ("require 'a/b.php'", "a/b.php"),
        ("include_once(__DIR__ . '/b.php')", "./b.php"),
        ('require_once dirname(__FILE__)."/b.php"', "./b.php"),
        ("require ROOT . DIRECTORY_SEPARATOR . 'b.php'", "…b.php"),
        ('include "$folder/{$this->name}.php"', "…/….php"),
        ("include $file", None),
    ],
)
def test_what_an_include_spells_out(code: str, module: str | None) -> None:
    imports = [link.receiver for link in _read(f"<?php\n{code};\n").links if link.kind == "import"]
    assert imports == ([module] if module else [])


def test_a_text_without_php_has_words_and_no_symbols() -> None:
    read = _read("<p>function nothing() { }</p>\n")
    assert not read.symbols
    assert "nothing" in read.unit_words[0]


def test_lines_tell_what_damage_hides() -> None:
    read = _read(
        "<?php\nclass A {\n  public function first() { if (x { }\n  }\n  {{ template }}\n"
        "  private static function second($s) {\n    return [1;\n  }\n"
        "  public ?string $third = 'x';\n  const FOURTH = 1;\n}\n"
        "interface After { public function last(); }\n"
    )
    assert "partial" in read.marks
    found = {(s.kind, s.name, s.line) for s in read.symbols}
    assert {
        ("class", "A", 2),
        ("method", "first", 3),
        ("method", "second", 6),
        ("property", "third", 9),
        ("constant", "FOURTH", 10),
        ("interface", "After", 12),
    } <= found
