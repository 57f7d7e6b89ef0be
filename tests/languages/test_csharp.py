"""C# beyond what its golden file says: namespaces of whole files, sections of `#if`, damage."""

from __future__ import annotations

import pytest

from uindex import record
from uindex.extract.extract import extract
from uindex.extract.languages.csharp.branches import sections


def _read(text: str) -> record.Record:
    return record.decode(extract("csharp", text.encode()))


def test_a_namespace_without_braces_holds_the_rest_of_its_file() -> None:
    read = _read("namespace A.B;\nclass C { int x; }\n")
    assert [(s.qualname, s.line, s.end_line) for s in read.symbols] == [
        ("A.B", 1, 2),
        ("A.B.C", 2, 2),
        ("A.B.C.x", 2, 2),
    ]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("void A() { }", "void B() { }"),
        ("void A()", "void B()"),
        ("void A() { if (x) {", "void B() { if (y) {"),
        ('void A(string s = "x{")', 'void B(string s = "x{")'),
    ],
)
def test_both_sides_of_a_section_are_found(first: str, second: str) -> None:
    rest = "" if first.endswith("{ }") else "} } }\n" if first.endswith("{") else "{ }\n"
    read = _read(
        f"class C {{\n#if X\n{first}\n#else\n{second}\n#endif\n{rest}void After() {{ }}\n}}"
    )
    found = {(s.name, s.line) for s in read.symbols}
    assert {("A", 3), ("B", 5)} <= found
    assert any(name == "After" for name, _ in found)


def test_a_body_in_a_section_before_a_semicolon_is_no_damage() -> None:
    read = _read("interface I {\nvoid A()\n#if X\n{ B(); }\n#endif\n;\nvoid C();\n}\n")
    assert "partial" not in read.marks
    assert [s.name for s in read.symbols] == ["I", "A", "C"]


def test_only_branches_that_are_no_whole_are_left_out() -> None:
    whole = b"#if A\nint a;\n#elif B\nint b;\n#else\n#endif\n"
    assert sections(whole).unread == []
    assert len(sections(whole).directives) == 4
    torn = b"#if A\nx(\n#elif B\ny(\n#else\nz(\n#endif\n1);"
    assert [torn[slice(*span)] for span in sections(torn).unread] == [b"\ny(\n", b"\nz(\n"]


def test_lines_tell_what_damage_hides() -> None:
    read = _read(
        "namespace N {\npublic class A {\n  public void First() { if (x { }\n  }\n"
        "  %%TEMPLATE%% {{ (\n  private static int Second(string s) {\n    return 1;\n  }\n"
        "  public string Third { get; set; }\n  internal B(int x) : base(x) { }\n}\n"
        "public interface After { void Last(); }\n"
    )
    assert "partial" in read.marks
    found = {(s.kind, s.name, s.line) for s in read.symbols}
    assert {
        ("class", "A", 2),
        ("method", "First", 3),
        ("method", "Second", 6),
        ("property", "Third", 9),
        ("interface", "After", 12),
    } <= found
