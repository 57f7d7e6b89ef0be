"""Imports of Java, Kotlin and Scala."""

from __future__ import annotations

import pytest

from tests.resolve.memory import bound, facts, imported
from uindex.record import Link
from uindex.resolve.families.jvm import FAMILY
from uindex.resolve.families.jvm.signatures import parameters

JAVA = "m/src/main/java/com/acme"
TEXTS = {
    f"{JAVA}/util/Helper.java": "package com.acme.util;\nclass Helper {}",
    f"{JAVA}/util/Outer.java": "package com.acme.util; class Outer { class Inner {} } class Two {}",
    "n/src/main/java/com/acme/util/Helper.java": "package com.acme.util;\nclass Helper {}",
    "odd/Misplaced.java": "package com.acme.odd;\nclass Misplaced {}",
    "kt/src/text.kt": "package com.acme.kt\nfun shout() {}\nfun String.low() {}\n"
                      "object Reg { fun reg() {} }",
    "plain/A.java": "class A {}",
    "plain/B.java": "class B {}",
    "conf/x.properties": "com.acme.util=1",
}  # fmt: skip
HELPER = f"{JAVA}/util/Helper.java"
OUTER = f"{JAVA}/util/Outer.java"


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("import com.acme.util.Helper;", HELPER),
        ("import com.acme.util.Two;", OUTER),
        ("import com.acme.util.Outer.Inner;", OUTER),
        ("import static com.acme.util.Outer.go;", OUTER),
        ("import static com.acme.util.Outer.*;", OUTER),
        ("import com.acme.util.*;", f"{HELPER}, {OUTER}"),
        ("import com.acme.odd.Misplaced;", "odd/Misplaced.java"),
        ("import com.acme.kt.TextKt;", "kt/src/text.kt"),
        ("import static com.acme.kt.TextKt.shout;", "kt/src/text.kt"),
        ("import com.acme.util.Gone;", "dangling no Gone in package com.acme.util"),
        ("import com.acme.util.Gone.Inner;", "dangling no class Gone in package com.acme.util"),
        ("import com.acme.util.gone.Thing;", "external com.acme.util.gone"),
        ("import java.util.List;", "external java.util"),
    ],
)
def test_java(line: str, expected: str) -> None:
    """The module next by wins over one that defines the same class."""
    path = "m/src/test/java/com/acme/T.java"
    texts = {**TEXTS, path: f"package com.acme;\n{line}\nclass T {{}}"}
    assert list(imported(texts, path).values()) == [expected]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("import com.acme.util.Helper as H", HELPER),
        ("import com.acme.kt.shout", "kt/src/text.kt"),
        ("import com.acme.kt.low", "kt/src/text.kt"),
        ("import com.acme.kt.Reg.reg", "kt/src/text.kt"),
        ("import com.acme.kt.*", "kt/src/text.kt"),
        ("import com.acme.kt.gone", "dangling no gone in package com.acme.kt"),
        ("import kotlin.math.max", "external kotlin.math"),
    ],
)
def test_kotlin(line: str, expected: str) -> None:
    path = "m/src/main/kotlin/t.kt"
    texts = {**TEXTS, path: f"package com.acme.t\n{line}\n"}
    assert list(imported(texts, path).values()) == [expected]


SCALA = {
    "a/cats/Functor.scala": "package cats\ntrait Functor",
    "a/cats/data/Chain.scala": "package cats\npackage data\nobject Chain { def one = 1 }",
    "a/cats/syntax/package.scala": "package cats\npackage object syntax { object all }",
    "a/cats/inner.scala": "package cats\npackage deep.er {\n  class Deep\n}",
    "a/cats/all/package.scala": "package cats\npackage object all extends Instances",
    "b/scala/collection/Mine.scala": "package b.scala.collection\nclass Mine",
}  # fmt: skip


@pytest.mark.parametrize(
    ("head", "line", "expected"),
    [
        ("package x", "import cats.data.Chain", "a/cats/data/Chain.scala"),
        ("package x", "import cats.data._", "a/cats/data/Chain.scala"),
        ("package x", "import cats.data.Chain.one", "a/cats/data/Chain.scala"),
        ("package x", "import cats.{Functor => F}", "a/cats/Functor.scala"),
        ("package x", "import cats.syntax.all._", "a/cats/syntax/package.scala"),
        ("package x", "import cats.deep.er.Deep", "a/cats/inner.scala"),
        ("package x", "import cats.all.inherited", "a/cats/all/package.scala"),
        ("package x", "import cats.data", "resolved"),
        ("package x", "import b.scala", "resolved"),
        ("package x", "import cats.Gone", "dangling no Gone in package cats"),
        ("package cats", "import data.Chain", "a/cats/data/Chain.scala"),
        ("package cats\npackage kernel", "import data.Chain", "a/cats/data/Chain.scala"),
        ("package cats.kernel", "import data.Chain", "external data"),
        ("package cats", "import _root_.cats.Functor", "a/cats/Functor.scala"),
        ("package b", "import scala.collection.Mine", "b/scala/collection/Mine.scala"),
        ("package x", "import scala.collection.mutable", "external scala.collection"),
    ],
)
def test_scala(head: str, line: str, expected: str) -> None:
    texts = {**SCALA, "t/T.scala": f"{head}\n{line}\nclass T\n"}
    assert [found.strip() for found in imported(texts, "t/T.scala").values()] == [expected]


def test_scala_through_another_import_or_a_value() -> None:
    text = "package x\nimport cats.data\nimport data.Chain\nclass T(val c: C) { import c.tools._ }"
    found = imported({**SCALA, "t/T.scala": text}, "t/T.scala")
    assert found["data:Chain"] == "a/cats/data/Chain.scala"
    assert found["c.tools:*"] == "t/T.scala"


def test_a_package_is_seen_wherever_it_lies() -> None:
    texts = {
        **TEXTS,
        "kt/src/more.kt": "package com.acme.util\nfun more() {}\nfun Helper.no() {}",
        "m/src/test/java/com/acme/util/T.java": "package com.acme.util; class T {}",
    }
    known = facts(texts)

    def seen(path: str, name: str) -> list[str]:
        return [place.path for place in FAMILY.everywhere(known, path, name)]

    assert seen("m/src/test/java/com/acme/util/T.java", "Helper") == [HELPER]
    assert seen("kt/src/more.kt", "Helper") == [HELPER, "n/src/main/java/com/acme/util/Helper.java"]
    assert seen(HELPER, "more") == ["kt/src/more.kt"]
    assert seen(HELPER, "no") == []
    assert seen("plain/A.java", "B") == ["plain/B.java"]
    assert seen("plain/A.java", "Helper") == []


def test_scala_sees_each_package_that_is_opened() -> None:
    known = facts({
        **SCALA,
        "t/One.scala": "package cats\npackage data\nclass One",
        "t/Two.scala": "package cats.data\nclass Two",
    })  # fmt: skip
    assert FAMILY.everywhere(known, "t/One.scala", "Functor")
    assert FAMILY.everywhere(known, "t/Two.scala", "Chain")
    assert not FAMILY.everywhere(known, "t/Two.scala", "Functor")


def test_files_of_kotlin_are_classes_to_java() -> None:
    text = "package b;\nimport com.acme.kt.TextKt;\nclass T { void t() { TextKt.shout(); } }"
    assert bound({**TEXTS, "T.java": text}, "T.java") == {"3 shout": "kt/src/text.kt#shout"}


def test_a_subpackage_is_a_submodule() -> None:
    known = facts({**SCALA, "t/T.scala": "package x\nimport cats.data\n"})
    link = Link("import", "data", "cats", "", 1, -1)
    module = FAMILY.submodule(known, FAMILY.module(known, "t/T.scala", link), "data")
    assert module is not None
    assert module.files == ("a/cats/data/Chain.scala",)


CALLS = {
    "a/Base.java": "package a; public class Base { String name; String name() { return name; }\n"
                   "  static class Part { void turn() {}\n"
                   " static void start() {} } void shared() {} }",
    "a/Kind.java": "package a; public enum Kind { ONE; void go() {} }",
    "b/Use.java": """package b;
import a.Base;
import a.Base.Part;
import static a.Base.make;
import a.Kind;
class Use extends Base {
  private Part part = new Part();
  private Base name;
  Use() { super(); }
  void run(Base shared, Part p) {
    shared();
    shared.shared();
    this.part.turn();
    p.turn();
    name().trim();
    name.shared();
    Kind.ONE.go();
    new Part().turn();
    new Base.Part();
    int run = 1; run(null, null);
    a.Base.Part.start(); new a.Base();
    java.util.List.of();
    ((Part) p.get(1)).turn();
    (new Base()).shared();
    ((Elsewhere) p).turn();
  }
}
""",
}  # fmt: skip


def test_calls_of_java() -> None:
    """Methods, values and types have names of their own."""
    assert bound(CALLS, "b/Use.java") == {
        "7 Part": "a/Base.java#Base.Part",
        "9 super": "a/Base.java#Base",
        "11 shared": "a/Base.java#Base.shared",
        "12 shared": "a/Base.java#Base.shared",
        "13 turn": "a/Base.java#Base.Part.turn",
        "14 turn": "a/Base.java#Base.Part.turn",
        "15 name": "a/Base.java#Base.name",
        "15 trim": "external",
        "16 shared": "a/Base.java#Base.shared",
        "17 go": "a/Kind.java#Kind.go",
        "18 Part": "a/Base.java#Base.Part",
        "18 turn": "a/Base.java#Base.Part.turn",
        "19 Part": "a/Base.java#Base.Part",
        "20 run": "b/Use.java#Use.run",
        "21 start": "a/Base.java#Base.Part.start",
        "21 Base": "a/Base.java#Base",
        "22 of": "external",
        "23 turn": "a/Base.java#Base.Part.turn",
        "23 get": "external",
        "24 shared": "a/Base.java#Base.shared",
        "24 Base": "a/Base.java#Base",
        "25 turn": "external",
    }


def test_what_a_subtype_does_not_override_stays_visible() -> None:
    texts = {
        "Top.java": "class Top { void go() {} void go(int x) {} void stay(int x) {} }",
        "Low.java": "class Low extends Top {\n void go(int y) { go(1); stay(2); }\n"
                    " class In { void go(int z) {\n Low.this.stay(3);\n Low.super.stay(4); } } }",
    }  # fmt: skip
    assert bound(texts, "Low.java") == {
        "2 go": "candidate Low.java#Low.go, Top.java#Top.go",
        "2 stay": "Top.java#Top.stay",
        "4 stay": "Top.java#Top.stay",
        "5 stay": "Top.java#Top.stay",
    }


@pytest.mark.parametrize(
    ("signature", "count"),
    [
        ("void go()", 0),
        ("void go(Map<String, List<A>> m, int... rest)", 2),
        ("void go(@Named(…) A a, B b) throws C", 2),
        ("void go(A a, …", -1),
    ],
)
def test_parameters(signature: str, count: int) -> None:
    assert parameters(signature) == count


def test_companions_and_what_functions_give() -> None:
    texts = {
        "k/B.kt": "package k\nclass B {\n  fun a() = apply { go() }\n  fun b() = this\n"
                  "  fun c() = C()\n  companion object { fun get() = B() }\n}\n"
                  "class C { fun end() {} }\n",
        "k/T.kt": "package t\nimport k.B\nfun t() {\n  B.get().a().b().c().end()\n}\n",
    }  # fmt: skip
    assert bound(texts, "k/T.kt") == {
        "4 get": "k/B.kt#B.Companion.get",
        "4 a": "k/B.kt#B.a",
        "4 b": "k/B.kt#B.b",
        "4 c": "k/B.kt#B.c",
        "4 end": "k/B.kt#C.end",
    }


def test_extensions_of_kotlin() -> None:
    texts = {
        "e/E.kt": "package e\nfun String.shout() {}\nfun A.wide() {}\nfun B.wide() {}\n",
        "e/A.kt": "package e\nclass A {\n  companion object {\n    fun String.toA() {}\n  }\n}\n"
                  "class B\n",
        "k/T.kt": "package k\nimport e.A\nimport e.shout\nimport e.wide\n"
                  "import e.A.Companion.toA\nimport e.*\nfun t(a: A, s: String) {\n"
                  "  s.shout()\n  a.wide()\n  s.toA()\n"
                  "  s.local()\n  a.local()\n  s.trim()\n}\nfun A.local() {}\n",
    }  # fmt: skip
    assert bound(texts, "k/T.kt") == {
        "8 shout": "e/E.kt#String.shout",
        "9 wide": "e/E.kt#A.wide",
        "10 toA": "e/A.kt#A.Companion.String.toA",
        "11 local": "candidate k/T.kt#A.local",
        "12 local": "k/T.kt#A.local",
        "13 trim": "external",
    }


def test_what_is_expected_stands_for_what_is_actual() -> None:
    texts = {
        "common/B.kt": "package o\nexpect class B { fun go() }\nexpect fun make(): B\n",
        "jvm/B.kt": "package o\nactual class B { actual fun go() {} }\nactual fun make() = B()\n",
        "js/B.kt": "package o\nactual class B { actual fun go() {} }\nactual fun make() = B()\n",
        "t/T.kt": "package t\nimport o.B\nimport o.make\nfun t(b: B) {\n"
                  "  b.go()\n  make().go()\n}\n",
    }  # fmt: skip
    assert bound(texts, "t/T.kt") == {
        "5 go": "common/B.kt#B.go",
        "6 make": "common/B.kt#make",
        "6 go": "common/B.kt#B.go",
    }


def test_classes_of_scala_and_their_objects() -> None:
    texts = {
        "s/C.scala": "package s\ncase class Case(x: Int) {\n  def of = 1\n  def both = 1\n}\n"
                     "object Case {\n  def apply(s: String) = 1\n  def both = 2\n}\n"
                     "class Duo\nobject Duo {\n  def apply() = 1\n}\nclass Eel\nobject Eel\n"
                     "object Heir extends gone.Lost\n",
        "t/T.scala": "package t\nimport s._\nimport s.Heir._\n"
                     "class T extends gone.Lost {\n  def t(c: Case) = {\n"
                     "    Case(1)\n    Duo()\n    new Eel()\n"
                     "    Case.both()\n    c.both()\n  }\n}\n",
    }  # fmt: skip
    assert bound(texts, "t/T.scala") == {
        "6 Case": "s/C.scala#Case",
        "7 Duo": "candidate s/C.scala#Duo, s/C.scala#Duo",
        "8 Eel": "s/C.scala#Eel",
        "9 both": "s/C.scala#Case.both",
        "10 both": "s/C.scala#Case.both",
    }
