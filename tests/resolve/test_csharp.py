"""C#: usings, namespaces, partial classes, global usings."""

from __future__ import annotations

import pytest

from tests.resolve.memory import bound, imported

TEXTS = {
    "lib/Util.cs": "namespace Acme.Util { public class Helper { public void Help() {} } }",
    "lib/More.cs": "namespace Acme.Util;\npublic static class Statics {\n"
                   " public static void Go() {} public class In { public static void Deep() {} } }",
    "lib/Nested.cs": "namespace Acme { namespace Inner { class Thing { } } }",
    "lib/Extra.cs": "namespace Acme.Extra; class Wide { public static void Go() {} }",
    "lib/Poly.cs": "namespace System.Polyfill { class Attr { } }",
}  # fmt: skip


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("using Acme.Util;", "lib/More.cs, lib/Util.cs"),
        ("using Acme.Inner;", "lib/Nested.cs"),
        ("using static Acme.Util.Statics;", "lib/More.cs"),
        ("using static Acme.Util.Statics.In;", "lib/More.cs"),
        ("using H = Acme.Util.Helper;", "lib/Util.cs"),
        ("using D = Acme.Util.Statics.In;", "lib/More.cs"),
        ("using U = Acme.Util;", "lib/More.cs, lib/Util.cs"),
        ("using G = Acme.Util.Gone;", "dangling no Gone in namespace Acme.Util"),
        ("using G = System.Polyfill.Gone;", "external System.Polyfill"),
        ("using System.Linq;", "external System.Linq"),
        ("namespace Acme { using Util; }", "lib/More.cs, lib/Util.cs"),
        ("namespace Acme.Deep { using Inner; }", "lib/Nested.cs"),
        ("namespace Other { using Inner; }", "external Inner"),
    ],
)
def test_usings(line: str, expected: str) -> None:
    texts = {**TEXTS, "app/T.cs": line}
    assert list(imported(texts, "app/T.cs").values()) == [expected]


def test_calls() -> None:
    texts = {
        **TEXTS,
        "app/App.csproj": '<Project><Using Include="Acme.Inner" /></Project>',
        "app/Base.cs": "namespace Acme.App; class Base { protected void Shared() {} }",
        "app/Part.cs": "namespace Acme.App; partial class T { void Other() {} }",
        "app/GlobalUsings.cs": "global using Acme.Extra; global using Acme.Util;",
        "app/T.cs": """using static Acme.Util.Statics;
using U = Acme.Util;
namespace Acme.App;
partial class T : Base {
  private Helper helper;
  void Run(Util.Helper h, System.Action shared) {
    h.Help();
    Go();
    Other();
    Shared();
    new Thing();
    Wide.Go();
    Acme.Util.Statics.Go();
    Util.Statics.Go();
    U.Statics.Go();
    In.Deep();
    new Part();
    Console.WriteLine();
    new Helper().Help();
    var list = new List<int>(); list.Help();
  }
}
""",
    }  # fmt: skip
    assert bound(texts, "app/T.cs") == {
        "7 Help": "lib/Util.cs#Acme.Util.Helper.Help",
        "8 Go": "lib/More.cs#Acme.Util.Statics.Go",
        "9 Other": "app/Part.cs#Acme.App.T.Other",
        "10 Shared": "app/Base.cs#Acme.App.Base.Shared",
        "11 Thing": "lib/Nested.cs#Acme.Inner.Thing",
        "12 Go": "lib/Extra.cs#Acme.Extra.Wide.Go",
        "13 Go": "lib/More.cs#Acme.Util.Statics.Go",
        "14 Go": "lib/More.cs#Acme.Util.Statics.Go",
        "15 Go": "lib/More.cs#Acme.Util.Statics.Go",
        "16 Deep": "lib/More.cs#Acme.Util.Statics.In.Deep",
        "17 Part": "external",
        "18 WriteLine": "external",
        "19 Help": "lib/Util.cs#Acme.Util.Helper.Help",
        "19 Helper": "lib/Util.cs#Acme.Util.Helper",
        "20 List": "external",
        "20 Help": "external",
    }


def test_extensions() -> None:
    texts = {
        **TEXTS,
        "lib/Ext.cs": "namespace Acme.Ext; static class E {\n"
                      "  public static void Shout(this Acme.Util.Helper h) {}\n"
                      "  public static void Shout(this string s) {} }",
        "lib/Far.cs": "namespace Far; static class F {\n  static void Shout(this Helper h) {} }",
        "app/T.cs": "using Acme.Util;\nusing Acme.Ext;\nclass T { void Run(Helper h, Uri u) {\n"
                    "  h.Shout();\n  u.Shout();\n  h.Help();\n} }",
    }  # fmt: skip
    assert bound(texts, "app/T.cs") == {
        "4 Shout": "lib/Ext.cs#Acme.Ext.E.Shout",
        "5 Shout": "candidate lib/Ext.cs#Acme.Ext.E.Shout, lib/Ext.cs#Acme.Ext.E.Shout",
        "6 Help": "lib/Util.cs#Acme.Util.Helper.Help",
    }
