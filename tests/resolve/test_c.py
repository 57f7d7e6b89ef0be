"""C and C++: where includes lead, and what calls mean."""

from __future__ import annotations

import json

import pytest

from tests.resolve.memory import Memory, bound, facts, imported
from uindex.resolve.bind import Binder
from uindex.resolve.facts import Tree
from uindex.resolve.families.c import FAMILY
from uindex.resolve.watch import Change, Notes, WatchedFacts, concerned

_KERNEL = {
    "include/linux/list.h": "",
    "include/uapi/linux/stat.h": "",
    "include/asm-generic/io.h": "",
    "arch/arm/include/asm/io.h": "",
    "arch/arm/include/asm/page.h": "",
    "arch/arm/include/uapi/asm/io.h": "",
    "arch/x86/include/asm/io.h": "",
    "tools/include/linux/list.h": "",
    "tools/include/uapi/linux/stat.h": "",
    "tools/include/stdio.h": "",
    "tools/include/asm/bug.h": "",
    "tests/include/gen/auto.h": "",
    "arch/arm/include/asm/bug.h": "",
    "tools/perf/util/map.h": "",
    "drivers/net/a/map.h": "",
    "drivers/net/a/main.h": "",
}
_BOTH = "arch/arm/include/asm/io.h, arch/x86/include/asm/io.h"


@pytest.mark.parametrize(
    ("path", "written", "leads"),
    [
        ("kernel/fork.c", "<linux/list.h>", "include/linux/list.h"),
        ("tools/perf/a.c", "<linux/list.h>", "tools/include/linux/list.h"),
        ("kernel/fork.c", "<linux/stat.h>", "include/uapi/linux/stat.h"),
        ("tools/perf/a.c", "<linux/stat.h>", "tools/include/uapi/linux/stat.h"),
        ("kernel/fork.c", "<asm/io.h>", _BOTH),
        ("arch/x86/mm/a.c", "<asm/io.h>", "arch/x86/include/asm/io.h"),
        ("arch/arm/mm/a.c", "<asm/mach.h>", "dangling not in arch/arm/include: asm/mach.h"),
        ("kernel/fork.c", "<asm/bug.h>", "arch/arm/include/asm/bug.h"),
        ("kernel/fork.c", "<gen/auto.h>", "external gen/auto.h"),
        ("kernel/fork.c", "<stdio.h>", "external stdio.h"),
        ("tools/perf/a.c", "<stdio.h>", "tools/include/stdio.h"),
        ("drivers/net/a/b/c.c", '"main.h"', "drivers/net/a/main.h"),
        ("drivers/net/a/b/c.c", '"../map.h"', "drivers/net/a/map.h"),
        ("tools/perf/ui/a.c", '"map.h"', "tools/perf/util/map.h"),
        ("sound/a.c", '"map.h"', "dangling no such file: map.h"),
        ("sound/a.c", '"../map.h"', "dangling no such file: map.h"),
        ("sound/a.c", '"stdio.h"', "external stdio.h"),
        ("sound/a.c", '"gtest/gtest.h"', "external gtest/gtest.h"),
        ("sound/a.c", '"linux/nothing.h"', "dangling no such file: linux/nothing.h"),
        ("sound/a.c", "CONFIG_H", "dangling what it names is the value of a macro: CONFIG_H"),
    ],
)
def test_include(path: str, written: str, leads: str) -> None:
    texts = {**_KERNEL, path: f"#include {written}\n"}
    assert imported(texts, path) == {written.strip('"'): leads}


def test_own_folder_is_for_quotes_alone() -> None:
    texts = {
        "src/a.c": '#include "string.h"\n#include <string.h>\n#include <zlib.h>\n',
        "src/string.h": "",
        "src/zlib.h": "",
    }
    assert imported(texts, "src/a.c") == {
        "string.h": "src/string.h",
        "<string.h>": "external string.h",
        "<zlib.h>": "src/zlib.h",
    }


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("src/Makefile", "A=-O2 # -I../other\nFLAGS += $(A) -I../deps/lua/src -I/usr/include\n"),
        ("src/Kbuild", "top := $(srctree)/deps\nccflags-y := -I $(top)/lua/src\n"),
        ("src/Kbuild", "ccflags-y := -I$(srctree)/$(src)/../deps/lua/src\n"),
        ("src/Makefile.am", "AM_CPPFLAGS = -I$(top_srcdir)/deps/lua/src\n"),
        ("CMakeLists.txt", "set(LUA deps/lua)\ninclude_directories(${LUA}/src)\n"),
        (
            "src/CMakeLists.txt",
            "target_include_directories(a PUBLIC\n"
            "  $<BUILD_INTERFACE:${CMAKE_SOURCE_DIR}/deps/lua/src>)\n",
        ),
        ("meson.build", "inc = include_directories('include', 'deps/lua/src')\n"),
        ("compile_flags.txt", "-Wall\n-I\ndeps/lua/src\n"),
    ],
)
def test_build_files(file: str, text: str) -> None:
    texts = {
        file: text,
        "src/core/a.c": "#include <lua.h>\n",
        "deps/lua/src/lua.h": "",
        "deps/other/lua.h": "",
        "other/lua.h": "",
    }
    assert imported(texts, "src/core/a.c") == {"<lua.h>": "deps/lua/src/lua.h"}


def test_variable_of_several_values_says_nothing() -> None:
    texts = {
        "Makefile": "A := arm\nifdef X\nA := x86\nendif\nFLAGS = -Iarch/$(A)\n",
        "lib/a.c": "#include <page.h>\n",
        "arch/arm/page.h": "",
        "arch/x86/page.h": "",
    }
    assert imported(texts, "lib/a.c") == {"<page.h>": "external page.h"}


def test_compile_commands() -> None:
    entries = [
        {
            "directory": "/home/me/project/build",
            "command": "cc -I../one -isystem /home/me/project/sys -I/usr/include -c ../src/a.c",
            "file": "../src/a.c",
        },
        {
            "directory": "/home/me/project/build",
            "arguments": ["cc", "-iquote", "/home/me/project/two", "-c", "../src/b.c"],
            "file": "../src/b.c",
        },
    ]
    include = '#include "x.h"\n#include <stdio.h>\n'
    texts = {
        "build/compile_commands.json": json.dumps(entries),
        "src/a.c": include,
        "src/b.c": include,
        "src/c.h": include,
        "one/x.h": "",
        "two/x.h": "",
        "sys/stdio.h": "",
    }
    leads = [imported(texts, path) for path in ("src/a.c", "src/b.c", "src/c.h")]
    assert leads == [
        {"x.h": "one/x.h", "<stdio.h>": "sys/stdio.h"},
        {"x.h": "two/x.h", "<stdio.h>": "external stdio.h"},
        {"x.h": "one/x.h", "<stdio.h>": "sys/stdio.h"},
    ]


@pytest.mark.parametrize(
    ("source", "header"),
    [("config.h.in", "config.h"), ("m/api.proto", "m/api.pb.h"), ("gram.y", "gram.tab.h")],
)
def test_made_by_a_build(source: str, header: str) -> None:
    texts = {source: "", "main.c": f'#include "{header}"\n', "deps/x/config.h": ""}
    reason = f"dangling made by a build: {header} from {source}"
    assert imported(texts, "main.c") == {header: reason}


def test_base_name_alone_binds_nothing() -> None:
    texts = {"src/a.c": '#include "config.h"\n#include <config.h>\n', "deps/x/config.h": ""}
    assert imported(texts, "src/a.c") == {
        "config.h": "dangling no such file: config.h",
        "<config.h>": "external config.h",
    }


_PROJECT = {
    "src/a.h": (
        "#define WRAP(x) wrapped(x)\n"
        "static inline int small(int a) { return a; }\n"
        "#ifndef FULL\nstatic inline int maybe(int a) { return a; }\n#endif\n"
        "struct ops { int (*read)(int); };\n"
        "#define assert(x) check(x)\n"
    ),
    "src/b.h": '#include "a.h"\n#include <stdio.h>\n',
    "src/b.c": (
        '#include "b.h"\n'
        "static int own(void) { return 1; }\n"
        "int shared(void) { return own(); }\n"
        "int maybe(int a) { return a + 1; }\n"
        "int (*handler)(int);\n"
        "int twice(void) { return 1; }\n"
    ),
    "tools/x.c": "int twice(void) { return 2; }\nstatic int hidden(void) { return 2; }\n",
    "tests/x.c": "int twice(void) { return 2; }\n",
    "compat/stdio.c": "int puts(const char *s) { return 0; }\nvoid own(int a) { }\n",
    "lib/string.c": "int strlen(const char *s) { return 0; }\n",
    "other/m.h": "#define LOOSE(x) x\n",
}


@pytest.mark.parametrize(
    ("call", "means"),
    [
        ("WRAP(1)", "src/a.h#WRAP"),
        ("small(1)", "src/a.h#small"),
        ("shared()", "src/b.c#shared"),
        ("own()", "compat/stdio.c#own"),
        ("hidden()", "external"),
        ("twice()", "src/b.c#twice"),
        ("maybe(1)", "candidate src/a.h#maybe, src/b.c#maybe"),
        ("puts(s)", "external"),
        ("strlen(s)", "external"),
        ("handler(1)", "candidate src/b.c#handler"),
        ("o->read(1)", "external"),
        ("LOOSE(1)", "candidate other/m.h#LOOSE"),
        ("assert(1)", "candidate src/a.h#assert"),
        ("mine()", "src/main.c#mine"),
        ("nothing()", "external"),
    ],
)
def test_call(call: str, means: str) -> None:
    main = '#include "b.h"\n#include <stdlib.h>\nstatic int mine(void) { return 1; }\n'
    main += f"int main(void) {{ struct ops *o; const char *s; {call}; }}\n"
    name = call.partition("(")[0].rpartition(">")[2]
    assert bound({**_PROJECT, "src/main.c": main}, "src/main.c") == {f"4 {name}": means}


def test_library_is_the_repository_without_headers_of_the_system() -> None:
    texts = {
        "lib/string.h": "#include <stdarg.h>\n",
        "lib/string.c": '#include "string.h"\nint strlen(const char *s) { return 0; }\n',
        "main.c": '#include "lib/string.h"\nint f(const char *s) { return strlen(s); }\n',
    }
    assert bound(texts, "main.c") == {"2 strlen": "lib/string.c#strlen"}
    texts["main.c"] = "#include <string.h>\n" + texts["main.c"]
    assert bound(texts, "main.c") == {"3 strlen": "candidate lib/string.c#strlen"}


def test_headers_that_include_each_other() -> None:
    texts = {
        "a.h": '#include "b.h"\n#define A(x) x\n',
        "b.h": '#include "c.h"\n#define B(x) x\n',
        "c.h": '#include "a.h"\n#define C(x) x\n',
        "d/A.h": "#define A(x) x\n#define B(x) x\n#define C(x) x\n",
        "main.c": '#include "c.h"\nint f(void) { return A(1) + B(1) + C(1); }\n',
        "last.c": '#include "b.h"\nint g(void) { return A(1) + B(1) + C(1); }\n',
    }
    expected = {"2 A": "a.h#A", "2 B": "b.h#B", "2 C": "c.h#C"}
    assert bound(texts, "main.c") == expected
    assert bound(texts, "last.c") == expected


def test_macro_of_a_header_stands_in_for_a_function() -> None:
    texts = {
        "a.h": "#ifdef FAST\n#define size(p) fast_size(p)\n#else\nint size(void *p);\n#endif\n",
        "a.c": '#include "a.h"\nint size(void *p) { return 1; }\nint f(void) { size(0); }\n',
    }
    assert bound(texts, "a.c") == {"3 size": "candidate a.c#size, a.h#size"}


def test_linked_definition_is_of_the_same_program() -> None:
    texts = {
        "include/lock.h": "#include <errno.h>\n",
        "kernel/lock.c": "#include <lock.h>\nvoid unlock(struct lock *l) { }\n",
        "tools/perf/lock.c": '#include <errno.h>\n#include "lock.h"\nvoid unlock(void *l) { }\n',
        "tools/perf/lock.h": "struct lock;\n",
        "drivers/a.c": "#include <lock.h>\nvoid f(void) { unlock(0); }\n",
        "tools/perf/b.c": "void f(void) { unlock(0); }\n",
        "samples/c.c": "void f(void) { unlock(0); }\n",
    }
    assert bound(texts, "drivers/a.c") == {"2 unlock": "kernel/lock.c#unlock"}
    assert bound(texts, "tools/perf/b.c") == {"1 unlock": "tools/perf/lock.c#unlock"}
    both = "candidate kernel/lock.c#unlock, tools/perf/lock.c#unlock"
    assert bound(texts, "samples/c.c") == {"1 unlock": both}


_CPP = {
    "lib/base.h": (
        "namespace lib {\n"
        "class Status { public: bool ok() const { return true; } static Status OK(); };\n"
        "class Base { public: virtual ~Base(); int size(); Status check(); int go(int a);\n"
        "  int go(int a, int b) { return a; } };\n"
        "template <typename T> T most(T a, T b) { return a; }\n"
        "}\n"
    ),
    "lib/base.cc": (
        '#include "lib/base.h"\n'
        "namespace lib {\n"
        "Status Status::OK() { return Status(); }\n"
        "int Base::size() { return 1; }\n"
        "Status Base::check() { return Status(); }\n"
        "int Base::go(int a) { return a; }\n"
        "int helper(int a) { return a; }\n"
        "}\n"
    ),
    "lib/kid.h": (
        '#include "lib/base.h"\n'
        "namespace lib {\n"
        "class Kid : public Base { public: explicit Kid(int x); int run(); Base *peer_; };\n"
        "class Ahead;\n"
        "}\n"
    ),
    "lib/ahead.h": "namespace lib { class Ahead { public: int step(); }; }\n",
    "other/names.cc": (
        "namespace other { int helper(int a) { return a; } int size() { return 1; } }\n"
    ),
}


@pytest.mark.parametrize(
    ("call", "means"),
    [
        ("size()", "lib/base.cc#lib::Base::size"),
        ("this->size()", "lib/base.cc#lib::Base::size"),
        ("peer_->size()", "lib/base.cc#lib::Base::size"),
        ("Base::size()", "lib/base.cc#lib::Base::size"),
        ("helper(1)", "lib/base.cc#lib::helper"),
        ("lib::helper(1)", "lib/base.cc#lib::helper"),
        ("other::helper(1)", "other/names.cc#other::helper"),
        ("Status::OK()", "lib/base.cc#lib::Status::OK"),
        ("go(1)", "candidate lib/base.h#lib::Base::go, lib/base.cc#lib::Base::go"),
        ("most<int>(1, 2)", "lib/base.h#lib::most"),
        ("Status()", "lib/base.h#lib::Status"),
        ("std::size(x)", "external"),
        ("s.ok()", "lib/base.h#lib::Status::ok"),
        ("ahead->step()", "lib/ahead.h#lib::Ahead::step"),
        ("v.size()", "external"),
    ],
)
def test_call_of_cpp(call: str, means: str) -> None:
    run = (
        '#include "lib/kid.h"\n#include <vector>\n'
        "namespace lib {\n"
        "int Kid::run() { Status s; Ahead *ahead; std::vector<int> v;\n"
        f"  {call};\n"
        "}\n}\n"
    )
    found = bound({**_CPP, "lib/kid.cc": run}, "lib/kid.cc")
    name = call.partition("(")[0].replace("->", ".").replace("::", ".").rpartition(".")[2]
    assert found == {f"5 {name.partition('<')[0]}": means}


def test_using_brings_names_of_a_namespace() -> None:
    main = (
        '#include "lib/kid.h"\nusing namespace lib;\nusing std::string;\n'
        "int main() { Kid k(1); k.run(); Kid *p = new Kid(2); p->size(); k.check().ok(); }\n"
    )
    texts = {**_CPP, "main.cc": main}
    assert bound(texts, "main.cc") == {
        "4 run": "lib/kid.h#lib::Kid::run",
        "4 Kid": "lib/kid.h#lib::Kid",
        "4 size": "lib/base.cc#lib::Base::size",
        "4 check": "lib/base.cc#lib::Base::check",
        "4 ok": "lib/base.h#lib::Status::ok",
    }
    assert imported(texts, "main.cc") == {
        "lib/kid.h": "lib/kid.h",
        "lib:*": "resolved lib",
        "std:string": "external std",
    }


def used(texts: dict[str, str], path: str) -> dict[str, str]:
    """What each type means that a file uses: the status, with the lines of the definitions."""
    binder = Binder(facts(texts))
    record = binder.facts.record(path)
    assert record is not None
    found = {}
    for link in record.links:
        if link.kind == "use":
            target = binder.bind(path, link)
            lines = [f"{place.path}:{binder.symbol(place).line}" for place in target.places]
            found[link.name] = " ".join([target.status, *lines])
    return found


def test_type_is_the_structure_rather_than_its_other_name() -> None:
    texts = {
        "a.h": "typedef struct node {\n  int n;\n} node;\ntypedef int count;\n#define API extern\n",
        "b.c": "struct hidden {\n  int n;\n};\n",
        "a.c": '#include "a.h"\nAPI int f(node *n, count m, struct hidden *h, FILE *g) { go(); }\n',
    }
    assert used(texts, "a.c") == {
        "API": "resolved a.h:5",
        "count": "resolved a.h:4",
        "node": "resolved a.h:1",
        "hidden": "candidate b.c:1",
        "FILE": "external",
    }


def test_other_names_of_types_and_namespaces() -> None:
    text = (
        '#include "lib/kid.h"\nnamespace fs = std::filesystem;\nnamespace own = lib;\n'
        "using Map = std::map<int, int>;\nusing Child = lib::Kid;\ntypedef lib::Kid *Link;\n"
        "void f(Link p) { fs::size(1); own::helper(1); Map m; m.size(); Child k(1);\n"
        "  k.run(); p->size(); Child(2); }\n"
    )
    assert bound({**_CPP, "main.cc": text}, "main.cc") == {
        "7 size": "external",
        "7 helper": "lib/base.cc#lib::helper",
        "8 run": "lib/kid.h#lib::Kid::run",
        "8 size": "lib/base.cc#lib::Base::size",
        "8 Child": "lib/kid.h#lib::Kid",
    }


def test_structure_and_function_of_one_name() -> None:
    texts = {
        "a.h": "enum match {\n  ONE,\n};\nint match(int a);\n",
        "a.c": '#include "a.h"\nint match(int a) { return a; }\nint f(enum match m) { match(1);}\n',
        "b.h": "enum match {\n  ONE,\n};\nstatic inline int g(enum match m) { return match(1); }\n",
    }
    assert bound(texts, "a.c") == {"3 match": "a.c#match"}
    assert used(texts, "a.c") == {"match": "resolved a.h:1"}
    assert bound(texts, "b.h") == {"4 match": "a.c#match"}


def test_class_and_not_its_constructor() -> None:
    text = "class A {\npublic:\n  A(int a);\n  A copy() { A b(1); return A(2); }\n};\n"
    assert used({"a.cc": text}, "a.cc") == {"A": "resolved a.cc:1"}
    assert bound({"a.cc": text}, "a.cc") == {"4 A": "a.cc#A"}


def test_member_of_several_bases() -> None:
    text = (
        "struct Root { int root(); int low(); };\n"
        "struct Left : virtual Root { };\nstruct Right : virtual Root { int low(); };\n"
        "struct Both : Left, Right { int go() { return root() + low(); } };\n"
    )
    assert bound({"a.cc": text}, "a.cc") == {
        "4 root": "a.cc#Root::root",
        "4 low": "candidate a.cc#Root::low, a.cc#Right::low",
    }


def test_files_that_no_include_names_concern_none() -> None:
    texts = {
        "Makefile": "FLAGS = -Ilib\n",
        "lib/x.h": "",
        "src/a.c": '#include "x.h"\n#include <gen/none.h>\n#include "gone.h"\n#include "p/q.h"\n',
    }
    memory = Memory(texts)
    notes = Notes()
    known = WatchedFacts(memory, Tree(texts), notes)
    for link in known.imports("src/a.c"):
        FAMILY.module(known, "src/a.c", link)
    asked = notes.asked()

    def concerns(path: str) -> bool:
        questions = concerned([Change(path, False, True, None, None)], Tree([*texts, path]))
        return questions is None or asked.any(questions)

    assert [concerns(path) for path in ("src/b.c", "lib/new.h", "more/c.c")] == [False] * 3
    assert [concerns(path) for path in ("src/gone.h", "src/Makefile", "src/p/c.c")] == [True] * 3
