"""C and C++: what macros hide, and which of the two a header is."""

from __future__ import annotations

import pytest

from uindex import record
from uindex.extract.detect import decide
from uindex.extract.extract import extract
from uindex.record import Record

NOTE = b"""#define NOTE do { /* why */ ; } while (0)
int after_macro(int a) { return a; }
int far_below(void) { return 2; }
"""
PAGE = b"""#define PAGE(n) void page_##n(void) {}
PAGE(one)
PAGE(two)
int total_pages(void) { return 2; }
int last_page(void) { return 3; }
"""
BRANCHES = b"""int a(void) {
#if X
  if (1) {
#else
  if (2) {
#endif
  }
  return 0;
}
int b(void) { return 1; }
"""
MEMBERS = b"""#include <string>
namespace n {
template <typename T> class Crate { public: T weigh() const; void load(T v); };
template <typename T> T Crate<T>::weigh() const { return T(); }
template <>
void Crate<std::string>::load(std::string v) {}
template <typename A> A& same(A& a) { return a; }
struct Plain { void go(); operator bool() const; };
void Plain::go() { Crate<int>().weigh(); }
Plain::operator bool() const { return true; }
}
"""


def read(lang: str, text: bytes) -> Record:
    return record.decode(extract(lang, text))


def functions(text: bytes) -> list[tuple[str, int]]:
    return [(s.name, s.line) for s in read("c", text).symbols if s.kind == "function"]


def test_a_comment_in_a_macro_hides_no_function() -> None:
    assert functions(NOTE) == [("after_macro", 2), ("far_below", 3)]
    assert "partial" not in read("c", NOTE).marks


def test_a_macro_call_without_semicolon_takes_no_function_s_name() -> None:
    assert functions(PAGE) == [("total_pages", 4), ("last_page", 5)]


def test_a_body_with_two_branches_that_open_it_ends_where_it_ends() -> None:
    found = read("c", BRANCHES).symbols
    assert [(s.name, s.line, s.end_line) for s in found] == [("a", 1, 9), ("b", 10, 10)]


ANNOTATED = b"""#define __assume_page_alignment __assume_aligned(PAGE_SIZE)
#define LAST 1
static inline __alloc_size(1, 2) void *kmalloc_array(size_t n, size_t size)
{
\treturn 0;
}
static __always_inline __must_check int checked(void __user *at) { return 1; }
static int __init start(void) { return 2; }
void locked(void) __acquires(lock) { }
"""


def test_annotations_hide_no_function_and_are_no_damage() -> None:
    found = [("kmalloc_array", 3), ("checked", 7), ("start", 8), ("locked", 9)]
    assert functions(ANNOTATED) == found
    read_ = read("c", ANNOTATED)
    assert "partial" not in read_.marks
    signature = next(s.signature for s in read_.symbols if s.name == "kmalloc_array")
    assert (
        signature == "static inline __alloc_size(1, 2) void *kmalloc_array(size_t n, size_t size)"
    )
    assert [s.end_line for s in read_.symbols if s.kind == "macro"] == [1, 2]


def test_a_wrapped_definition_is_named_by_its_first_argument() -> None:
    text = b"SYSCALL_DEFINE2(read, int, fd, char __user *, buf)\n{\n\treturn sys(fd);\n}\n"
    (symbol,) = read("c", text).symbols
    assert (symbol.name, symbol.kind, symbol.line, symbol.end_line) == ("read", "function", 1, 4)
    assert ("sys", 0) in [(link.name, link.symbol) for link in read("c", text).links]


def test_members_out_of_line_join_their_class_without_arguments() -> None:
    found = read("cpp", MEMBERS)
    names = [s.qualname for s in found.symbols]
    assert names.count("n::Crate::weigh") == names.count("n::Crate::load") == 2
    assert names.count("n::Plain::go") == names.count("n::Plain::operator bool") == 2
    assert "n::same" in names
    assert not any("<" in name for name in names)
    (call,) = (link for link in found.links if link.name == "weigh")
    assert found.symbols[call.symbol].qualname == "n::Plain::go"


@pytest.mark.parametrize(
    ("header", "lang"),
    [
        (b"struct s { int class; };\nvoid put_cooperator(struct s *);\n", "c"),
        (b"/* The\n   namespace of std::string, operator ==. */\nint f(void);\n", "c"),
        (b'#ifdef __cplusplus\nextern "C" {\nnamespace x {}\n#endif\nint f(void);\n', "c"),
        (b"namespace x { int f(); }\n", "cpp"),
        (b"#include <vector>\nint f(int a);\n", "cpp"),
        (b"struct s {\n public:\n  int f();\n};\n", "cpp"),
        (b"bool operator==(struct a, struct b);\n", "cpp"),
    ],
)
def test_a_header_is_what_it_says_outside_comments(header: bytes, lang: str) -> None:
    assert decide("h", header) == lang


def test_a_word_that_annotates_may_be_called_too() -> None:
    text = b"UNUSED static int f(int a) {\n    UNUSED(a);\n    return g(a);\n}\n"
    found = record.decode(extract("c", text))
    assert [symbol.name for symbol in found.symbols] == ["f"]
    assert [link.name for link in found.links] == ["UNUSED", "g"]


def test_declarators_inside_each_other_keep_their_name() -> None:
    text = b"static void *(*alloc)(int);\ntypedef int *(walk)(void *);\nchar *proto(int a);\n"
    found = record.decode(extract("c", text))
    assert [(s.kind, s.name) for s in found.symbols] == [("variable", "alloc"), ("type", "walk")]


DAMAGED = b"""\
#define CALL(f)    \\
    namespace wrong {  \\
    struct f##_tag     \\
    {                  \\
    };                 \\
    }
NAMESPACE_BEGIN
namespace detail
{
template<typename T>
class Box // why
    : public Base<T>
{
    union value
    {
        int a;
        value(PRIVATE_TYPE
    };
    void inner()
    {
        if (a) { b(; }
    }
    MACRO operator Crate() const
    {
        return get<Crate>();
    }
    int after() const
    {
        return 1;
    }
};
int outside(int a)
{
    return a;
}
}
"""


def test_damage_takes_no_member_from_its_class() -> None:
    read_ = read("cpp", DAMAGED)
    assert "partial" in read_.marks
    found = {symbol.qualname: (symbol.kind, symbol.end_line) for symbol in read_.symbols}
    assert not any(name.startswith("wrong") for name in found)
    expected = {
        "detail::Box": ("class", 31),
        "detail::Box::inner": ("method", 22),
        "detail::Box::operator Crate": ("method", 26),
        "detail::Box::after": ("method", 30),
        "detail::outside": ("function", 35),
    }
    assert {name: found.get(name) for name in expected} == expected


HIDDEN = b"""namespace early
{
#if A
    using type = int;
#endif
}
class Guard {
    union value { int a; value(PRIVATE_TYPE };
    using kept = std::vector<int>;
    explicit Guard(int a) : a_(a) {}
    ~Guard() { reset(); }
    const decltype(MACRO_) made =
    MACRO_CALL_;
    lib_macro detail::wrapped_t< F, value & > and_then( F && f ) & {
        return one(
    }
    std::vector<int> over(int a,
                          int b) {
    }
    int a_;
};
void go() {
    Guard::instance()->run({1
    });
}
"""


def test_damage_hides_neither_types_nor_constructors() -> None:
    read_ = read("cpp", HIDDEN)
    assert "partial" in read_.marks
    found = {(symbol.qualname, symbol.kind) for symbol in read_.symbols}
    assert {
        ("Guard::kept", "type"),
        ("Guard::Guard", "constructor"),
        ("Guard::~Guard", "method"),
        ("Guard::and_then", "method"),
        ("Guard::over", "method"),
    } <= found
    names = {symbol.name for symbol in read_.symbols}
    assert not names & {"decltype", "instance", "wrapped_t", "MACRO_CALL_"}


def test_sections_of_qt_are_no_damage() -> None:
    text = b"""class App : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(App)

public slots:
    void show();

signals:
    void shown(int times);

private:
    int m_times;
};
"""
    found = read("cpp", text)
    assert found.marks == ()
    assert [(s.qualname, s.visibility) for s in found.symbols] == [
        ("App", ""),
        ("App::show", "public"),
        ("App::shown", "public"),
        ("App::m_times", "private"),
    ]


def test_comment_in_a_macro_does_not_end_it() -> None:
    text = "#define EACH(m, v) \\\n\tfor (v = 0, /* why */ \\\n\t     v = first(m); v; )\n"
    text += "#define NONE(a) do { /* nothing */ } while (0)\nint f(int a) { return g(a); }\n"
    found = read("c", text.encode())
    assert [symbol.qualname for symbol in found.symbols] == ["EACH", "NONE", "f"]
    assert [link.name for link in found.links if link.kind == "call"] == ["g"]


def test_macro_or_type_is_not_the_name_behind_it() -> None:
    text = "static inline FORMAT(1) const char *tr(const char *id)\n{\n\treturn id;\n}\n"
    text += "\nAPI void (stop) (int a, int b) {\n\treturn;\n}\n"
    assert [symbol.name for symbol in read("c", text.encode()).symbols] == ["tr", "stop"]


def test_namespace_without_a_name_is_of_the_file() -> None:
    text = "namespace a {\nnamespace {\nint in() { return 1; }\nclass K {};\n}\n"
    text += "int out() { return 1; }\n}\n"
    found = read("cpp", text.encode())
    said = {symbol.name: symbol.visibility for symbol in found.symbols}
    assert said == {"a": "", "in": "private", "K": "private", "out": ""}
