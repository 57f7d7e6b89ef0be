"""OCaml: which file a module is, and whom calls mean."""

from __future__ import annotations

from tests.resolve.memory import bound, imported

PROJECT = {
    "dune-project": "(lang dune 3.0)\n",
    "lib/dune": "(library\n (name core) ; (name commented)\n (libraries str))\n",
    "lib/store.ml": "let save x = x\nlet load x = save x\n"
    "let save x = load x\nlet again = save 1\n",
    "lib/store.mli": "val save : int -> int\n",
    "lib/shape.ml": "include Store\n"
    "module Inner = struct let area x = x end\nlet draw x = load x\n",
    "wide/dune": "(include_subdirs unqualified)\n(library (name wide) (libraries core))\n",
    "wide/wide.ml": "module Deep = Deep\nmodule Kept = struct let keep x = x end\n",
    "wide/sub/deep.ml": "open Core\nlet go x = Store.save x\nlet far x = Wide_other.go x\n",
    "loose/dune": "(library (name loose) (wrapped false))\n",
    "loose/bare.ml": "let free x = x\n",
    "bin/dune": "(executable (name main) (libraries core wide loose))\n",
    "bin/main.ml": """\
open Core
open Unseen
module S = Core.Shape
let helper x = x
let run x =
  helper x;
  Store.save x;
  S.draw x;
  S.save x;
  Shape.Inner.area x;
  Wide.Deep.go x;
  Wide.Kept.keep x;
  Bare.free x;
  List.map x;
  let open Core.Shape in
  draw x
""",
    "other/dune": "(executable (name o))\n",
    "other/o.ml": "open Core\nlet a x = Wide.Deep.go x\n",
}


def test_imports() -> None:
    assert imported(PROJECT, "bin/main.ml") == {
        "Core:*": "resolved ",
        "Unseen:*": "external Unseen",
        "Core.Shape:*": "lib/shape.ml",
    }
    assert imported(PROJECT, "lib/shape.ml") == {"Store:*": "lib/store.ml"}
    # A library that its dune does not name is not seen.
    assert imported(PROJECT, "other/o.ml") == {"Core:*": "external Core"}


def test_calls() -> None:
    assert bound(PROJECT, "bin/main.ml") == {
        "6 helper": "bin/main.ml#helper",
        "7 save": "lib/store.ml#save",
        "8 draw": "lib/shape.ml#draw",
        "9 save": "lib/store.ml#save",
        "10 area": "lib/shape.ml#Inner.area",
        "11 go": "wide/sub/deep.ml#go",
        "12 keep": "wide/wide.ml#Kept.keep",
        "13 free": "loose/bare.ml#free",
        "14 map": "external",
        "16 draw": "lib/shape.ml#draw",
    }
    assert bound(PROJECT, "lib/shape.ml") == {"3 load": "lib/store.ml#load"}
    assert bound(PROJECT, "wide/sub/deep.ml") == {
        "2 save": "lib/store.ml#save",
        "3 go": "external",
    }


def test_without_dune() -> None:
    texts = {
        "parse/lexer.mll": "{ let token x = x }\n",
        "parse/parser.ml": "let start x = Lexer.token x\n",
        "drive/main.ml": "open Parser\nlet go x = start x\nlet both x = Twice.x x\n",
        "a/twice.ml": "let x y = y\n",
        "b/twice.ml": "let x y = y\n",
    }
    assert imported(texts, "drive/main.ml") == {"Parser:*": "parse/parser.ml"}
    assert bound(texts, "drive/main.ml") == {
        "2 start": "parse/parser.ml#start",
        # Two files, and no rule to choose by.
        "3 x": "external",
    }
