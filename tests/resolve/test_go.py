"""Go: which package an import means, and whom calls mean."""

from __future__ import annotations

import pytest

from tests.resolve.memory import bound, imported

MOD = "module example.com/app\n\ngo 1.22\n"


@pytest.mark.parametrize(
    ("specifier", "others", "leads"),
    [
        ("fmt", {"fmt/a.go": "fmt"}, "external fmt"),
        ("C", {}, "external C"),
        ("example.com/app/lib", {"lib/a.go": "lib", "lib/b_test.go": "lib"}, "lib/a.go"),
        ("example.com/app", {"a.go": "app"}, "a.go"),
        ("example.com/app/lib", {"lib/b_test.go": "lib"}, "dangling no Go files in lib"),
        ("example.com/app/gone", {"gone.go": "gone"}, "dangling no Go files in gone"),
        ("example.com/apple", {"le/a.go": "le"}, "external example.com/apple"),
        ("github.com/a/b/c", {"c/a.go": "c"}, "external github.com/a/b"),
        # Programs run by themselves are no part of the package; variants of platforms are.
        ("example.com/app/lib", {"lib/gen.go": "main", "lib/x.go": "lib"}, "lib/x.go"),
        (
            "example.com/app/lib",
            {"lib/x_unix.go": "lib", "lib/x_windows.go": "lib"},
            "lib/x_unix.go, lib/x_windows.go",
        ),
        ("example.com/app/internal/a", {"internal/a/a.go": "a"}, "internal/a/a.go"),
        ("dot.org/x/y", {"vendor/dot.org/x/y/y.go": "y"}, "vendor/dot.org/x/y/y.go"),
        ("../lib", {"lib/a.go": "lib"}, "lib/a.go"),
        ("../../lib", {"lib/a.go": "lib"}, "dangling ../../lib leads out of the repository"),
    ],
)
def test_imports(specifier: str, others: dict[str, str], leads: str) -> None:
    texts = {path: f"package {clause}\n" for path, clause in others.items()}
    texts |= {"go.mod": MOD, "cmd/main.go": f'package main\n\nimport "{specifier}"\n'}
    assert list(imported(texts, "cmd/main.go").values()) == [leads]


LIBS = {
    "near/go.mod": "module dot.org/lib // near\n",
    "near/in/a.go": "package in\n",
    "far/go.mod": "module dot.org/lib\n",
    "far/in/a.go": "package in\n",
    "tool/go.mod": "module example.com/app/tool\n",
    "tool/in/a.go": "package in\n",
}


@pytest.mark.parametrize(
    ("specifier", "mod", "work", "leads"),
    [
        # Two modules of one path: only a rule may choose.
        ("dot.org/lib/in", "", "", "external dot.org/lib/in"),
        ("dot.org/lib/in", "replace dot.org/lib => ./far\n", "", "far/in/a.go"),
        ("dot.org/lib/in", "replace (\n\tdot.org/lib v1.0.0 => ./near\n)\n", "", "near/in/a.go"),
        ("dot.org/lib/in", "replace dot.org/lib => dot.org/fork v1.2.3\n", "",
         "external dot.org/lib/in"),
        ("dot.org/lib/in", "", "go 1.22\nuse (\n\t.\n\t./far\n)\n", "far/in/a.go"),
        ("dot.org/lib/in", "replace dot.org/lib => ./gone\n", "",
         "dangling no Go files in gone/in"),
        # The longest path wins, as for a module inside another.
        ("example.com/app/tool/in", "", "", "tool/in/a.go"),
    ],
)  # fmt: skip
def test_modules(specifier: str, mod: str, work: str, leads: str) -> None:
    texts = LIBS | {"go.mod": MOD + mod, "main.go": f'package main\nimport "{specifier}"\n'}
    if work:
        texts["go.work"] = work
    assert list(imported(texts, "main.go").values()) == [leads]


CALLS = {
    "go.mod": MOD,
    "store/store.go": "package store\ntype Base struct{}\nfunc (b *Base) Ping() {}\n"
    "type Store struct {\n\tBase\n\tnext *Store\n}\nfunc New() (*Store, error) {}\n"
    "type Saver interface{ Save(x int) error }\n",
    "store/save.go": "package store\nfunc (s *Store) Save(x int) error { return nil }\n",
    "store/save_test.go": "package store\nfunc helper() {}\nfunc load() { helper(); New() }\n",
    "store/out_test.go": "package store_test\nfunc helper() {}\nfunc load() { helper() }\n",
    "v2/kv.go": "package kv\nfunc Get() {}\n",
    "app/a.go": "package app\nfunc helper() {}\nfunc Save() {}\n",
    "app/b.go": """\
package app
import (
	"example.com/app/store"
	"example.com/app/v2"
	"log"
	app "dot.org/app"
)
type Local struct{ db *store.Store; log *log.Logger }
func (l *Local) Run(s store.Saver, log Local) {
	helper()
	l.db.Save(1)
	l.db.Ping()
	l.log.Print()
	s.Save(2)
	log.Run(s, log)
	db, err := store.New()
	db.Save(3)
	kv.Get()
	app.Go()
	store.Gone()
	err.Save()
}
""",
}


def test_calls() -> None:
    assert bound(CALLS, "app/b.go") == {
        "10 helper": "app/a.go#helper",
        "11 Save": "store/save.go#Store.Save",
        "12 Ping": "store/store.go#Base.Ping",
        "13 Print": "external",
        "14 Save": "store/store.go#Saver.Save",
        "15 Run": "app/b.go#Local.Run",
        "16 New": "store/store.go#New",
        "17 Save": "store/save.go#Store.Save",
        "18 Get": "v2/kv.go#Get",
        "19 Go": "external",
        "20 Gone": "dangling store/save.go has no Gone",
        "21 Save": "candidate store/save.go#Store.Save, store/store.go#Saver.Save",
    }


def test_tests_see_the_package_they_are_of() -> None:
    assert bound(CALLS, "store/save_test.go") == {
        "3 helper": "store/save_test.go#helper",
        "3 New": "store/store.go#New",
    }
    assert bound(CALLS, "store/out_test.go") == {"3 helper": "store/out_test.go#helper"}


SCOPES = {
    "go.mod": MOD,
    "a.go": """\
package a
type Mux struct{}
type Sub struct{ s Mux }
func (m *Mux) With(f func(r Router)) {}
func (s *Sub) With(f func(r Router)) { s.s.With(f) }
type Router interface{ With(f func(r Router)) }
type Named struct{}
func (n *Named) Mux() Mux {}
func run(r *Mux) {
	r.With(func(r Router) {})
	mux := New()
	mux.With(nil)
}
func New() *Mux { return nil }
func change(x Named) {
	x = other()
	if x := lib(); x.Mux() {}
}
""",
}


def test_names_bound_again() -> None:
    assert bound(SCOPES, "a.go") == {
        # Not to itself: a name of one letter stands twice in `s.s`.
        "5 With": "a.go#Mux.With",
        # A parameter of the function inside on the same line leaves doubt.
        "10 With": "candidate a.go#Mux.With, a.go#Router.With",
        "11 New": "a.go#New",
        "12 With": "a.go#Mux.With",
        "16 other": "external",
        "17 lib": "external",
        "17 Mux": "candidate a.go#Named.Mux",
    }


SHAPES = {
    "go.mod": MOD,
    "lib/lib.go": "package lib\ntype T struct{}\nfunc (t *T) Go() *T { return t }\n"
    "type I interface{ Go() *T }\n",
    "a.go": """\
package a
import "example.com/app/lib"
type Outer struct { *lib.T; name string }
type Other struct{}
func (o Other) Go() {}
func run(x any, o *Outer) {
	x.(*lib.T).Go().Go()
	x.(lib.I).Go()
	(*lib.T).Go(nil)
	new(lib.T).Go()
	(&lib.T{}).Go()
	o.T.Go()
	o.Go()
	switch lib := x.(type) { case *Other: lib.Go() }
	var a, b = new(lib.T), x
	b.Go()
	inner := &o.T
	inner.Go()
}
""",
}


def test_values_of_types_written_at_hand() -> None:
    go, either = "lib/lib.go#T.Go", "candidate a.go#Other.Go, lib/lib.go#T.Go, lib/lib.go#I.Go"
    assert bound(SHAPES, "a.go") == {
        "7 Go": go,
        "8 Go": "lib/lib.go#I.Go",
        "9 Go": go,
        "10 new": "external",
        "10 Go": go,
        "11 Go": go,
        "12 Go": go,
        "13 Go": go,
        "14 Go": either,
        "15 new": "external",
        "16 Go": either,
        "18 Go": go,
    }
