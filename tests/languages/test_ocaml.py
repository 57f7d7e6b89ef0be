"""What the golden file of OCaml cannot say: interfaces, damage, docs behind definitions."""

from __future__ import annotations

import pytest

from uindex import record
from uindex.extract.detect import decide
from uindex.extract.extract import extract

INTERFACE = b"""(** Sums. *)

open Base
include Comparable.S with type t := t

type t = private { total : int  (** of all *) }
(** What was added up. *)

val ( let* ) : t -> (t -> 'a) -> 'a

val add : t -> int -> t
(** Adds one. *)

val zero : t
module Map : Map.S with type key = t
module Make (X : sig val n : int end) : sig val sum : t end
external size : t -> int = "hushed"
exception Negative of int
class counter : int -> object
  method next : int
end
"""
DAMAGED = b"""let x = [ 1; "hushed"
type a = A of int
let rec foo y = y + 1
{% if templating %}
and bar z = (match z with 1 -> "hushed" }}}}
module M = struct
  type b
  exception Gone of string
end
class c = object
  method m = 'h'
end
let baz' = "hushed \\
  hushed"
"""


def symbols(source: bytes) -> list[tuple[str, str, int]]:
    read = record.decode(extract("ocaml", source))
    return [(symbol.kind, symbol.qualname, symbol.line) for symbol in read.symbols]


def docs(source: bytes) -> dict[str, str]:
    read = record.decode(extract("ocaml", source))
    return {symbol.qualname: symbol.doc for symbol in read.symbols if symbol.doc}


def test_an_interface_is_read_by_its_own_grammar() -> None:
    read = record.decode(extract("ocaml", INTERFACE))
    assert (read.marks, read.doc) == ((), "Sums.")
    assert symbols(INTERFACE) == [
        ("record", "t", 6),
        ("field", "t.total", 6),
        ("operator", "let*", 9),
        ("function", "add", 11),
        ("variable", "zero", 14),
        ("module", "Map", 15),
        ("module", "Make", 16),
        ("parameter", "Make.X", 16),
        ("variable", "Make.X.n", 16),
        ("variable", "Make.sum", 16),
        ("function", "size", 17),
        ("variant", "Negative", 18),
        ("class", "counter", 19),
        ("method", "counter.next", 20),
    ]
    assert docs(INTERFACE) == {
        "t": "What was added up.",
        "t.total": "of all",
        "add": "Adds one.",
    }
    imports = [link.receiver for link in read.links if link.kind == "import"]
    assert imports == ["Base", "Comparable.S"]


@pytest.mark.parametrize(
    "source",
    [
        b"(* let x = 1 *)\nmodule A : sig\n  val a : int\nend\n",
        b"include module type of struct include List end\nval x : int\n",
        b"include S with type t := t\nmodule M : T\n",
        b"module O : sig\n  val ( let* ) : int\nend\nmodule P : S\n",
        b"let x = 1\nmodule type S = sig\nval a : int\nend\n",
        b"module M : sig\n  val a : int\nend = struct\n  let a = 1\nend\n",
        b'let s = "\nval x : int"\nlet t = f x\n',
    ],
)
def test_the_text_says_which_grammar_reads_it(source: bytes) -> None:
    assert record.decode(extract("ocaml", source)).marks == ()


def test_a_doc_between_two_definitions_is_that_of_the_second() -> None:
    assert docs(b"let a = 1\n(** Of b. *)\nlet b = 2\n") == {"b": "Of b."}
    assert docs(b"let a = 1\n(** Of a. *)\n\nlet b = 2\n") == {"a": "Of a."}
    assert docs(b"type t =\n  | A\n  | B\n(** Of t. *)\n") == {"t": "Of t."}
    assert docs(b"type t =\n  | A\n      (** Of A. *)\n  | B\n") == {"t.A": "Of A."}


def test_damage_hides_no_definition() -> None:
    packed = extract("ocaml", DAMAGED)
    read = record.decode(packed)
    assert "partial" in read.marks
    assert b"hushed" not in packed
    found = {(symbol.kind, symbol.name): symbol.line for symbol in read.symbols}
    assert found[("type", "a")] == 2
    assert found[("function", "foo")] == 3
    assert found[("function", "bar")] == 5
    assert found[("module", "M")] == 6
    assert found[("type", "b")] == 7
    assert found[("variant", "Gone")] == 8
    assert found[("class", "c")] == 10
    assert found[("method", "m")] == 11
    assert found[("variable", "baz'")] == 13


def test_both_branches_of_a_preprocessor_are_read() -> None:
    source = b"#if OCAML_VERSION >= (5, 0, 0)\nlet a = 1\n#else\nlet b = 2\n#endif\n"
    assert symbols(source) == [("variable", "a", 2), ("variable", "b", 4)]


def test_standard_ml_is_no_ocaml() -> None:
    assert decide("ocaml", b"(* sets *)\nstructure Set = struct\nfun f x = x\nend\n") == "text"
    assert decide("ocaml", b"let f = functor (X : S) -> X\n") == "ocaml"
