"""What the parser cannot read is found by the look of its lines."""

from __future__ import annotations

import pytest

from uindex import record
from uindex.extract.extract import extract

HEADER = """#ifdef __cplusplus
extern "C" {
#endif
int f(int a);
struct s { int a; };
#if defined(__cplusplus)
} /* extern "C" */
#endif
"""
GO = """package a

type T struct {
  A int

func after(a int) error {
 return nil
}

func (t *T) M() {
"""
RUST = """struct T {
  a: u8,

fn after(a: u8) -> u8 {
 1
}

impl T {
 fn m(&self) {}
"""
PYTHON = """import os

x = (1,
class A(Base):
    def m(self):
        return 1

    async def n(self):
        pass

# def no(): pass
def after(a,
    b
) -> int:
    return {
"""
RUBY = """class A
  def ok(
    x
  end
  def after
    if x
  end
end
class B
 def z; end
end
"""


@pytest.mark.parametrize(
    ("lang", "text", "expected"),
    [
        ("go", GO, {("struct", "T", 3), ("function", "after", 6), ("method", "T.M", 10)}),
        ("rust", RUST, {("struct", "T", 1), ("function", "after", 4), ("method", "T::m", 9)}),
        (
            "python",
            PYTHON,
            {
                ("class", "A", 4),
                ("method", "A.m", 5),
                ("method", "A.n", 8),
                ("function", "after", 12),
            },
        ),
        ("ruby", RUBY, {("class", "A", 1), ("method", "A::after", 5), ("method", "B::z", 10)}),
    ],
)
def test_lines_tell_what_the_damage_hides(
    lang: str, text: str, expected: set[tuple[str, str, int]]
) -> None:
    read = record.decode(extract(lang, text.encode()))
    assert "partial" in read.marks
    assert expected <= {(s.kind, s.qualname, s.line) for s in read.symbols}


@pytest.mark.parametrize("lang", ["go", "rust", "ruby"])
def test_a_long_chain_keeps_the_name_of_every_call(lang: str) -> None:
    head = {"go": b"package a\nfunc f() { a", "rust": b"fn f() { a", "ruby": b"def f; a"}[lang]
    tail = b"; end\n" if lang == "ruby" else b" }\n"
    read = record.decode(extract(lang, head + b".step()" * 3000 + tail))
    calls = [link for link in read.links if link.kind == "call"]
    assert {link.name for link in calls} == {"step"}
    assert len(calls) == 3000


BROKEN = [
    b'  x = "open\n', b"  x = 'open\n", b"  x = (\n", b"<<<<<<< HEAD\n", b"=======\n",
    b"{% if name %}\n", b"  {{ name }}\n", b"  @@NAME@@\n",
]  # fmt: skip
SOUND = {
    "c": "struct A {\n\tint b;\n};\n\nint after(struct A *a)\n{\n\treturn 1;\n}\n",
    "cpp": "class A {\n public:\n  int m() { return 1; }\n};\n\n"
    "int after(A *a) {\n  return 1;\n}\n",
    "go": "type A struct {\n\tb int\n}\n\nfunc after(a *A) int {\n\treturn 1\n}\n",
    "java": "class A {\n    int m() {\n        return 1;\n    }\n\n"
    "    void after(A a) {\n    }\n}\n",
    "javascript": "class A {\n  m() {\n    return 1\n  }\n}\n\nconst after = (a) => {\n  a()\n}\n",
    "python": "class A:\n    def m(self):\n        return 1\n\n\ndef after(a):\n    pass\n",
    "ruby": "class A\n  def m\n    1\n  end\n\n  def after(a)\n  end\nend\n",
    "rust": "struct A {\n    b: u8,\n}\n\nfn after(a: A) -> u8 {\n    1\n}\n",
    "typescript": "class A {\n  m(): A {\n    return a\n  }\n}\n\n"
    "export function after(a: A): void {\n}\n",
}


@pytest.mark.parametrize("broken", BROKEN)
@pytest.mark.parametrize("lang", SOUND)
def test_a_broken_line_hides_nothing_and_shows_no_literal(lang: str, broken: bytes) -> None:
    rest = SOUND[lang].encode() + b'\nx = "hushed";\n'
    head = b"package a\n" if lang == "go" else b""
    packed = extract(lang, head + broken + rest)
    read = record.decode(packed)
    assert b"hushed" not in packed
    kept = {(s.name, s.line) for s in read.symbols}
    added = 1 + head.count(b"\n")
    wanted = {(s.name, s.line + added) for s in record.decode(extract(lang, rest)).symbols}
    names = {name for name in wanted if name[0] in ("A", "m", "after")}
    assert len(names) >= 2
    assert names <= kept


@pytest.mark.parametrize("lang", ["h", "c", "cpp"])
def test_linkage_for_cpp_is_no_damage(lang: str) -> None:
    read = record.decode(extract(lang, HEADER.encode()))
    assert read.marks == ()
    assert [(s.kind, s.name) for s in read.symbols] == [("struct", "s"), ("field", "a")]
