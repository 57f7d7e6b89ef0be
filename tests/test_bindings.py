"""What names hold, so that calls on them can be resolved without the source."""

from __future__ import annotations

import pytest

from uindex import record
from uindex.extract.extract import extract, module

Row = tuple[str, str, str, str]


def told(lang: str, text: str) -> set[Row]:
    """(kind, alias, receiver.name, symbol) of the links that say what names hold."""
    read = record.decode(extract(lang, text.encode()))
    return {
        (
            link.kind,
            link.alias,
            ".".join(filter(None, (link.receiver, link.name))),
            read.symbols[link.symbol].qualname if link.symbol >= 0 else "",
        )
        for link in read.links
        if link.kind in ("typed", "bound")
    }


def bases(lang: str, text: str) -> set[tuple[str, str]]:
    """(symbol, receiver.name) of what types inherit."""
    read = record.decode(extract(lang, text.encode()))
    return {
        (read.symbols[link.symbol].qualname, ".".join(filter(None, (link.receiver, link.name))))
        for link in read.links
        if link.kind == "base"
    }


PYTHON = """from x import Foo, Other
class A:
    item: Foo = None
    def __init__(self, a, b: Foo, unused: Foo, c: "Other", d: "Unknown"):
        self.z = make(b)
        self.b = b
        q = await self.m()
        a.run(); b.run(); c.run(); d.run(); q.run()
    def m(self) -> Foo: ...
inst = A()
again = A.m
"""


def test_parameters_variables_and_fields_of_python() -> None:
    inside = "A.__init__"
    assert told("python", PYTHON) == {
        ("typed", "", "Foo", "A.item"),
        ("bound", "a", "", inside),
        ("typed", "b", "Foo", inside),
        ("typed", "c", "Other", inside),
        ("bound", "d", "", inside),  # a string, and no name that the file knows
        ("typed", "self.z", "make", inside),
        ("bound", "self.b", "b", inside),
        ("typed", "q", "self.m", inside),
        ("typed", "", "Foo", "A.m"),
        ("typed", "", "A", "inst"),
        ("bound", "", "A.m", "again"),
    }


TYPESCRIPT = """class A {
  repo: Repo | null;
  constructor(private db: Db, b: ns.C, { q }: Opts) {
    this.z = new Foo(); b.run(); q.run();
  }
  async m(): Promise<Foo> {
    const r = await this.m(), list: Foo[] = [];
    list.map(x => x.run()); r.run();
    const inner = (): Other => r;
  }
}
"""


def test_parameters_variables_and_fields_of_typescript() -> None:
    assert told("typescript", TYPESCRIPT) == {
        ("typed", "", "Repo", "A.repo"),
        ("typed", "", "Db", "A.db"),
        ("typed", "b", "ns.C", "A.constructor"),
        ("bound", "q", "", "A.constructor"),
        ("typed", "this.z", "Foo", "A.constructor"),
        ("typed", "", "Foo", "A.m"),
        ("typed", "r", "this.m", "A.m"),
        ("bound", "list", "", "A.m"),
        ("bound", "x", "", "A.m"),
        ("typed", "", "Other", "A.m.inner"),
    }


GO = """package m
type S struct {
	*ns.Base
	repo *Repo
	run func(int) error
}
func (s *S) Do(x, y *Foo, all ...Opt) (*Foo, error) {
	z, err := pkg.Open(func() { in := NewBar(); in.Run() })
	v := &Foo{A: other()}
	for _, k := range list { k.Run() }
	s.Run(); x.Run(); y.Run(); z.Run(); v.Run(); err.Error(); all.Run()
}
var Global = NewFoo()
"""


def test_parameters_variables_and_fields_of_go() -> None:
    assert told("go", GO) == {
        ("typed", "", "Repo", "S.repo"),
        ("typed", "s", "S", "S.Do"),
        ("typed", "x", "Foo", "S.Do"),
        ("typed", "y", "Foo", "S.Do"),
        ("bound", "all", "", "S.Do"),
        ("typed", "", "Foo", "S.Do"),
        ("typed", "z", "pkg.Open", "S.Do"),
        ("bound", "err", "", "S.Do"),
        ("typed", "in", "NewBar", "S.Do"),
        ("typed", "v", "Foo", "S.Do"),
        ("bound", "k", "", "S.Do"),
        ("typed", "", "NewFoo", "Global"),
    }


RUST = """struct S<'a> { repo: Option<&'a Repo>, list: Vec<Foo> }
impl Trait for S {
    fn go(&self, a: &mut ns::Foo, f: impl Fn(u8) -> u8) -> Result<Self, E> {
        let x = Foo::new(a);
        let y = make()?;
        let z = Foo { a: other() };
        if let Some(n) = opt { n.go() }
        x.go(); y.go(); z.go(); a.go(); f(1);
    }
}
static G: Foo = make();
"""


def test_parameters_variables_and_fields_of_rust() -> None:
    assert told("rust", RUST) == {
        ("typed", "", "Repo", "S::repo"),
        ("typed", "", "Vec", "S::list"),
        ("typed", "a", "ns.Foo", "S::go"),
        ("bound", "f", "", "S::go"),
        ("typed", "", "Self", "S::go"),
        ("typed", "x", "Foo.new", "S::go"),
        ("typed", "y", "make", "S::go"),
        ("typed", "z", "Foo", "S::go"),
        ("bound", "n", "opt", "S::go"),
        ("typed", "", "Foo", "G"),
    }


JAVA = """class S {
  private final Repo repo = new Other();
  int a, b;
  Foo go(Foo f, Bar[] all) {
    var x = new Foo(make());
    for (Item i : list) { i.go(); }
    if (f instanceof Bar bar) { bar.go(); }
    all.go(); x.go(); list.each(k -> k.go()); f.go();
    return x;
  }
}
"""


def test_parameters_variables_and_fields_of_java() -> None:
    assert told("java", JAVA) == {
        ("typed", "", "Repo", "S.repo"),
        ("typed", "", "int", "S.a"),
        ("typed", "", "int", "S.b"),
        ("typed", "f", "Foo", "S.go"),
        ("bound", "all", "", "S.go"),
        ("typed", "", "Foo", "S.go"),
        ("typed", "x", "Foo", "S.go"),
        ("typed", "i", "Item", "S.go"),
        ("typed", "bar", "Bar", "S.go"),
        ("bound", "k", "", "S.go"),
    }


CPP = """class S : public Base {
  std::unique_ptr<Repo> repo;
  int a, *b;
  ns::Bar make() const;
};
Foo* S::go(const Foo& f, T (*fn)(int)) {
  auto x = build();
  auto* y = new Other(1);
  auto& z = this->repo;
  for (const Item& i : all) { i.run(); }
  x.run(); y->run(); z.run(); f.run(); fn(1);
}
"""


def test_names_of_c_that_are_called_and_may_hold_pointers() -> None:
    text = "int go(work_t run, int (*cb)(int), int size) {\n"
    text += (
        "  work_t later = run; work_t last;\n  return run(size) + cb(1) + later(2) + last(3); }\n"
    )
    names = ("run", "cb", "later", "last")
    assert told("c", text) == {("bound", name, "", "go") for name in names}


def test_parameters_variables_and_fields_of_cpp() -> None:
    assert told("cpp", CPP) == {
        ("typed", "", "Repo", "S::repo"),
        ("typed", "", "int", "S::a"),
        ("typed", "", "int", "S::b"),
        ("typed", "", "ns.Bar", "S::make"),
        ("typed", "", "Foo", "S::go"),
        ("typed", "f", "Foo", "S::go"),
        ("bound", "fn", "", "S::go"),
        ("typed", "x", "build", "S::go"),
        ("typed", "y", "Other", "S::go"),
        ("bound", "z", "this.repo", "S::go"),
        ("typed", "i", "Item", "S::go"),
    }


def test_other_names_of_types_and_namespaces_of_cpp() -> None:
    text = "namespace fs = std::filesystem;\nusing Map = std::map<int, int>;\n"
    text += "typedef struct Node Other;\ntypedef n::Base *Pointer;\n"
    assert told("cpp", text) == {
        ("bound", "", "std.filesystem", "fs"),
        ("typed", "", "std.map", "Map"),
        ("typed", "", "Node", "Other"),
        ("typed", "", "n.Base", "Pointer"),
    }


RUBY = """class A < Base
  include Mod
  def go(repo, b = 1)
    @repo = repo
    @z = Foo::Bar.new(1) { |w| w }
    x = Foo.build
    y = a(1).b
    x.run; y.run; repo.run
    list.each { |i, j| i.run }
  end
end
G = Foo.new
"""


def test_parameters_variables_and_fields_of_ruby() -> None:
    assert told("ruby", RUBY) == {
        ("bound", "repo", "", "A::go"),
        ("bound", "@repo", "repo", "A::go"),
        ("typed", "@z", "Foo::Bar.new", "A::go"),
        ("typed", "x", "Foo.build", "A::go"),
        ("bound", "y", "", "A::go"),
        ("bound", "i", "", "A::go"),
        ("typed", "", "Foo.new", "G"),
    }


CSHARP = """class S : ns.Base<T>, I {
  readonly Repo repo = new Other();
  Foo Prop { get; set; }
  async Task<Foo> Go(Foo? f, params Bar[] all) {
    var x = new Foo(); var y = await repo.Get(); Foo n = new();
    foreach (Item i in list) { i.Go(); }
    if (f is Bar bar) { bar.Go(); }
    Try(out var u); list.Each(k => k.Go());
    f.Go(); x.Go(); y.Go(); n.Go(); u.Go();
  }
}
"""


def test_parameters_variables_and_fields_of_csharp() -> None:
    assert told("csharp", CSHARP) == {
        ("typed", "", "Repo", "S.repo"),
        ("typed", "", "Foo", "S.Prop"),
        ("typed", "", "Foo", "S.Go"),
        ("typed", "f", "Foo", "S.Go"),
        ("typed", "x", "Foo", "S.Go"),
        ("typed", "y", "repo.Get", "S.Go"),
        ("typed", "n", "Foo", "S.Go"),
        ("typed", "i", "Item", "S.Go"),
        ("typed", "bar", "Bar", "S.Go"),
        ("bound", "u", "", "S.Go"),
        ("bound", "k", "", "S.Go"),
    }


PHP = r"""<?php
class S extends \ns\Base implements I {
  private ?Repo $repo;
  function __construct(private Db $db, Foo $foo, ns\Bar|null $b = null, $u = 1): static {
    $this->repo = new Other(); $x = new Foo(); $q = $this->repo->get(make());
    foreach ($all as $k => $item) { $item->go(); }
    $x->go(); $q->go(); $foo->go(); $b->go(); $u->go();
  }
}
"""


def test_parameters_variables_and_fields_of_php() -> None:
    inside = "S::__construct"
    assert told("php", PHP) == {
        ("typed", "", "Repo", "S::repo"),
        ("typed", "", "Db", "S::db"),
        ("typed", "$foo", "Foo", inside),
        ("typed", "$b", "ns.Bar", inside),
        ("bound", "$u", "", inside),
        ("typed", "", "static", inside),
        ("typed", "$this->repo", "Other", inside),
        ("typed", "$x", "Foo", inside),
        ("typed", "$q", "$this->repo.get", inside),
        ("bound", "$item", "", inside),
    }


SWIFT = """class S: ns.Base<T>, Ip {
  private let repo: Repo? = Other()
  lazy var z = Foo.make()
  init(a: Foo, c all: [Int], d: (Int) -> Void) { self.repo = a; self.q = Foo(x: make()); all.run() }
  func go(on x: inout Foo) async throws -> Foo? {
    let y = try await self.repo.load(), w: Item = x, l = [Item]()
    guard let u = opt as? ns.Opt else { return nil }
    if let n = make { n.run() }
    if let x { x.run() }
    items.map { (k: Foo, m) -> Int in m.run() }
    let b = count() + 1
    for i in items { i.run() }
    y.run(); w.run(); u.run(); l.run(); b.run()
  }
}
extension S: Other {}
"""


def test_parameters_variables_and_fields_of_swift() -> None:
    assert told("swift", SWIFT) == {
        ("typed", "", "Repo", "S.repo"),
        ("typed", "", "Foo.make", "S.z"),
        ("typed", "a", "Foo", "S.init"),
        ("bound", "all", "", "S.init"),
        ("bound", "self.repo", "a", "S.init"),
        ("typed", "self.q", "Foo", "S.init"),
        ("typed", "", "Foo", "S.go"),
        ("typed", "x", "Foo", "S.go"),
        ("typed", "y", "self.repo.load", "S.go"),
        ("typed", "w", "Item", "S.go"),
        ("bound", "l", "", "S.go"),
        ("typed", "u", "ns.Opt", "S.go"),
        ("bound", "n", "make", "S.go"),
        ("bound", "m", "", "S.go"),
        ("bound", "b", "", "S.go"),
        ("bound", "i", "", "S.go"),
    }
    assert bases("swift", SWIFT) == {("S", "ns.Base"), ("S", "Ip"), ("S", "Other")}


SCALA = """class S(repo: Repo, val db: Db = make()) extends ns.Base[T](1) with Ip derives Show {
  val a: Foo = null
  var q = new Other(1)
  def go[A](x: => Foo, f: Int => Foo, all: Foo*)(using ec: Ec): Option[Foo] = {
    val n = repo.load(1)
    val k = n; val (t, u) = pair(); val w = Foo.apply[Int](1)
    this.q = x
    for { i <- list; j = i.go() } yield j.run()
    list.map((e: Foo, g) => g.run())
    x match { case b: ns.Bar => b.run() ; case Some(c) => c.run(); case d @ Foo(_) => d.run() }
    n.run(); k.run(); t.run(); w.run(); f.run(); all.run(); ec.run()
  }
}
trait U { def m: A with B; val p: Foo }
"""


def test_parameters_variables_and_fields_of_scala() -> None:
    assert told("scala", SCALA) == {
        ("typed", "repo", "Repo", "S"),
        ("typed", "", "Db", "S.db"),
        ("typed", "", "Foo", "S.a"),
        ("typed", "", "Other", "S.q"),
        ("typed", "x", "Foo", "S.go"),
        ("bound", "f", "", "S.go"),
        ("bound", "all", "", "S.go"),
        ("typed", "ec", "Ec", "S.go"),
        ("typed", "", "Option", "S.go"),
        ("typed", "n", "repo.load", "S.go"),
        ("bound", "k", "n", "S.go"),
        ("bound", "t", "", "S.go"),
        ("typed", "w", "Foo.apply", "S.go"),
        ("bound", "this.q", "x", "S.go"),
        ("bound", "i", "", "S.go"),
        ("bound", "j", "", "S.go"),
        ("bound", "g", "", "S.go"),
        ("typed", "b", "ns.Bar", "S.go"),
        ("bound", "c", "", "S.go"),
        ("bound", "d", "", "S.go"),
        ("typed", "", "A", "U.m"),
        ("typed", "", "Foo", "U.p"),
    }
    assert bases("scala", SCALA) == {("S", "ns.Base"), ("S", "Ip"), ("S", "Show")}


DART = """class S<T> extends p.Base<T> with M implements I {
  final Repo? repo;
  late Foo a, b = Foo();
  var z = make();
  S(this.repo, Foo x, {required this.a, k}) : z = k.run(), super(1);
  Future<Foo> go(Foo f, void cb(int n), [p.Bar? bar]) async {
    var x = Foo(make());
    final y = await repo.load();
    Foo w = other(), v;
    final q = new Foo.named(1), t = x;
    this.z = Other(); z = 1;
    for (final i in all) { i.run(); }
    all.map((e) => e.run());
    all.map((Foo g) { g.run(); });
    try {} on FooError catch (e2, st) { e2.run(); }
    x.run(); y.run(); w.run(); v.run(); q.run(); t.run(); f.run(); bar.run(); cb(1); z.run();
  }
  Foo get p => repo.get();
}
mixin Mx on Foo implements Bar {}
"""


def test_parameters_variables_and_fields_of_dart() -> None:
    assert told("dart", DART) == {
        ("typed", "", "Repo", "S.repo"),
        ("typed", "", "Foo", "S.a"),
        ("typed", "", "Foo", "S.b"),
        ("typed", "", "make", "S.z"),
        ("typed", "x", "Foo", "S.S"),
        ("bound", "k", "", "S.S"),
        ("typed", "", "Foo", "S.go"),
        ("typed", "f", "Foo", "S.go"),
        ("bound", "cb", "", "S.go"),
        ("typed", "bar", "p.Bar", "S.go"),
        ("typed", "x", "Foo", "S.go"),
        ("typed", "y", "repo.load", "S.go"),
        ("typed", "w", "Foo", "S.go"),
        ("typed", "v", "Foo", "S.go"),
        ("typed", "q", "Foo.named", "S.go"),
        ("bound", "t", "x", "S.go"),
        ("typed", "this.z", "Other", "S.go"),
        ("bound", "i", "", "S.go"),
        ("bound", "e", "", "S.go"),
        ("typed", "g", "Foo", "S.go"),
        ("typed", "e2", "FooError", "S.go"),
        ("typed", "", "Foo", "S.p"),
    }
    # One letter is a type's parameter.
    assert bases("dart", DART) == {("S", "p.Base"), ("Mx", "Foo"), ("Mx", "Bar")}


ZIG = """const std = @import("std");
const S = struct {
    repo: ?*Repo,
    pub fn init(a: std.mem.Allocator, b: anytype) !*S {
        const x = Foo.init(a);
        var y = try self.repo.load(1);
        const z: *Item = x;
        const w = Foo{ .a = 1 };
        const k = x.y; // const no = Foo.init();
        const n = add(1) + 2;
        if (opt) |v| v.run();
        x.run(); y.run(); z.run(); w.run(); k.run(); n.run(); a.run(); b.run();
    }
    fn other() []const u8 { std.run(); }
};
"""


def test_parameters_variables_and_fields_of_zig() -> None:
    assert told("zig", ZIG) == {
        ("typed", "", "Repo", "S.repo"),
        ("typed", "a", "std.mem.Allocator", "S.init"),
        ("bound", "b", "", "S.init"),
        ("typed", "", "S", "S.init"),
        ("typed", "x", "Foo.init", "S.init"),
        ("typed", "y", "self.repo.load", "S.init"),
        ("typed", "z", "Item", "S.init"),
        ("typed", "w", "Foo", "S.init"),
        ("bound", "k", "x.y", "S.init"),
        ("bound", "n", "", "S.init"),
        ("bound", "v", "", "S.init"),
    }


LUA = """local M = require("m")
local x = M.new(1)
function M:go(a, b)
  self.repo = a
  self.z = Foo:new()
  local y, w = self.repo:load(), 1
  local k = y
  for i, v in ipairs(t) do v:run() end
  a.field = b
  foo(function(cb) cb:run() end)
  y:run() w.run() a:run() k:run() M.run()
end
"""


def test_parameters_variables_and_fields_of_lua() -> None:
    assert told("lua", LUA) == {
        ("typed", "", "M.new", "x"),
        ("bound", "a", "", "M.go"),
        ("bound", "self.repo", "a", "M.go"),
        ("typed", "self.z", "Foo.new", "M.go"),
        ("typed", "y", "self.repo.load", "M.go"),
        ("bound", "w", "", "M.go"),
        ("bound", "k", "y", "M.go"),
        ("bound", "v", "", "M.go"),
        ("bound", "cb", "", "M.go"),
    }


PERL = """package A;
use parent 'B';
sub go {
  my ($self, $x, %o) = @_;
  my $y = $self->repo->load(1);
  my $z = C::D->new; # my $n = E->new;
  my $w = shift; my $u = make(1) or die; my $t = C->new->then(2) + 1;
  foreach my $i (@all) { $i->run }
  $x->run; $y->run; $z->run; $w->run; $u->run; $t->run; $n->run;
}
sub signed ($self, $k) { $k->run }
"""


def test_parameters_and_variables_of_perl() -> None:
    assert told("perl", PERL) == {
        ("bound", "$x", "", "A::go"),
        ("typed", "$y", "$self->repo.load", "A::go"),
        ("typed", "$z", "C::D.new", "A::go"),
        ("bound", "$w", "", "A::go"),
        ("typed", "$u", "make", "A::go"),
        ("bound", "$t", "", "A::go"),
        ("bound", "$i", "", "A::go"),
        ("bound", "$k", "", "A::signed"),
    }


@pytest.mark.parametrize(
    ("lang", "text", "expected"),
    [
        ("elixir", "defmodule A do\n  use B.C, x: 1\n  @behaviour D\n  alias E.F\nend\n", "B.C D"),
        ("perl", "package A;\nuse parent -norequire, 'B::C', 'D';\n1;\n", "B.C D"),
        ("perl", "package A;\nour @ISA = ('B::C');\n1;\n", "B.C"),
        (
            "haskell",
            "class (Walk a, Load (f a)) => Foo a where\n  foo :: a\n\n"
            "data T = A\n  deriving stock (Data, Walk)\n\ninstance Other T\n",
            "Data Load Other Walk Walk",
        ),
        ("r", "expect_error(stop('!'), inherit = 'yes')\n", ""),
        ("r", "setClass('A', contains = c('B', 'D'))\nC <- R6Class('C', inherit = E)\n", "B D E"),
        ("julia", "struct A{T} <: M.Base{T} end\nabstract type C <: Deep end\n", "Deep M.Base"),
        ("lua", "local A = {}\nA.__index = A\nsetmetatable(A, {__index = B})\n", "B"),
    ],
)
def test_what_types_inherit(lang: str, text: str, expected: str) -> None:
    assert " ".join(sorted(name for _, name in bases(lang, text))) == expected


@pytest.mark.parametrize(
    ("lang", "text", "expected"),
    [
        ("python", "Optional[a.Foo]", "a.Foo"),
        ("python", "'Foo' | None", "Foo"),
        ("python", "list[Foo]", "list"),
        ("python", "Foo | Other", ""),
        ("python", "", ""),
        ("typescript", "Promise<Readonly<Foo>>", "Foo"),
        ("typescript", "Foo[]", ""),
        ("typescript", "(a: A) => B", ""),
        ("typescript", "{ a: Foo }", ""),
        ("typescript", "Promise<" * 9 + "Foo" + ">" * 9, "Promise"),
    ],
)
def test_the_one_type_that_a_text_says(lang: str, text: str, expected: str) -> None:
    name, receiver = module(lang).type_name(text)
    assert ".".join(filter(None, (receiver, name))) == expected


def test_what_is_said_far_inside_is_not_said_of_what_is_around() -> None:
    inner = "".join(f"  const n{at} = {at};\n" for at in range(20))
    text = f"const f = () => {{\n{inner}  const x = made();\n  x.go();\n}};\nf.go();\n"
    assert told("javascript", text) == {("typed", "x", "made", "f")}


@pytest.mark.parametrize(
    ("callee", "expected"),
    [
        ("new A().m", ("m", "A()")),
        ("(new A(b(c))).m", ("m", "A()")),
        ("(await f(x)).m", ("m", "f()")),
        ("a!.b![0]!.m", ("m", "a.b()")),
        ("(a as unknown as B.C<D>).m", ("m", "B.C()")),
        ("(a || b).m", ("m", "…")),
    ],
)
def test_callees_of_typescript_without_what_changes_nothing(
    callee: str, expected: tuple[str, str]
) -> None:
    read = record.decode(extract("typescript", f"{callee}();\n".encode()))
    links = [(link.name, link.receiver) for link in read.links if link.kind == "call"]
    assert links[0] == expected


def test_types_of_typescript_that_nothing_can_define() -> None:
    text = (
        'class A { b: B }\nlet x: string, y: any, z: A["b"], w: A;\nx.a(); y.a(); z.a(); w.a();\n'
    )
    assert told("typescript", text) == {
        ("typed", "", "B", "A.b"),
        ("typed", "", "String", "x"),
        ("typed", "", "A.b", "z"),
        ("typed", "", "A", "w"),
    }


@pytest.mark.parametrize(
    ("function", "expected"),
    [
        ("function f() { return new B(); }", {("typed", "", "B", "f")}),
        ("const f = () => new B();", {("typed", "", "B", "f")}),
        ("const f = async () => { return await made(); };", {("typed", "", "made", "f")}),
        ("class f { m() { return this; } }", {("typed", "", "this", "f.m")}),
        ("function f() { if (a) { return new B(); } return new B(); }", {("typed", "", "B", "f")}),
        # Where it may be one or the other, or is another function's.
        ("function f() { if (a) return new B(); return new C(); }", set()),
        ("function f() { g(() => { return new B(); }); }", set()),
        ("function f() { return x; }", set()),
    ],
)
def test_what_functions_of_javascript_give(function: str, expected: set[Row]) -> None:
    assert told("javascript", function + "\n") == expected


def test_what_comments_say_of_types() -> None:
    text = """/** @import { A } from './a' */
/**
 * @param {A} a
 * @param {string|null} [b=1]
 * @param {Object} c
 * @param {A} c.d
 * @returns {Promise<A>}
 */
function f(a, b, c, e) { a.m(); b.m(); c.m(); e.m(); }
"""
    assert told("javascript", text) == {
        ("typed", "a", "A", "f"),
        ("typed", "b", "String", "f"),
        ("typed", "c", "Object", "f"),
        ("typed", "", "A", "f"),
        ("bound", "e", "", "f"),
    }
    read = record.decode(extract("javascript", text.encode()))
    imports = [(link.name, link.receiver) for link in read.links if link.kind == "import"]
    assert imports == [("A", "./a")]
