(* Copyright of nobody; under no license. *)

(** A store of shelves: what the file is about.

    More of it. *)

open Base
open! Stdio.Out_channel
include Comparable.Make (Key)

(** What a shelf must offer; see {!Store.find} and {!type:tree}. *)
module type SHELF = sig
  type t

  val empty : t
  (** Nothing on it. *)

  val put : t -> key:string -> int -> t
  (** [put t ~key n] is [t] with more. *)

  val ( ++ ) : t -> t -> t
  external size : t -> int = "hushed_size" [@@noalloc]

  exception Full of int

  module Key : Map.OrderedType with type t = string
  include Sized
end

(** A functor. *)
module Store (Shelf : SHELF) (Log : sig
  val write : string -> unit
end) : SHELF with type t = Shelf.t = struct
  type t = Shelf.t

  let empty = Shelf.empty

  (** Finds it. *)
  let rec find ?(depth = 42) ~key (shelf : Shelf.t) : int option =
    let looked = Log.write "hushed" in
    let go x = find ~depth:(x - 1) ~key shelf in
    match Shelf.Key.compare key "hushed" with
    | 0 -> Some depth
    | n when n > 0 -> looked; go n
    | _ -> missing shelf |> Option.map ~f:succ

  and missing shelf = find ~key:{|hushed "quoted"|} shelf
end

module Names = Map.Make (String)
module L = Base.List
module rec Even : PARITY = struct
  let next = Odd.next
end

and Odd : PARITY = struct
  let next = Even.next
end

(** A tree. *)
type 'a tree =
  | Leaf  (** has nothing *)
  | Node of 'a tree * 'a  (** has a branch *)
  | Named of { label : string; mutable weight : float }

(** Beside trees. *)
and forest = {
  trees : int tree list; (** all of them *)
  (* How many. *)
  mutable count : Stdlib.Int.t;
  on_change : 'a. 'a -> unit;
}
[@@deriving show { with_path = "hushed" }]

type shade = [ `Dark | `Light of int ]
type event = ..
type event += Opened of string | Closed
type Bus.message += Ping
type (_, _) equal = Refl : ('a, 'a) equal
type abstract
type alias = (int, string) Hashtbl.t

exception Bad_shelf of string
exception Again = Not_found

external unsafe_get : 'a array -> int -> 'a = "%hushed_get"

let limit = 100
let width, height = (80, 24)
let { count; trees = all } = current ()
let ( >>= ) m f = Result.bind m ~f
let ( let* ) = ( >>= )
let is_digit = function '0' .. '9' -> true | 'h' -> false | _ -> false
let make = fun name -> new shelf name
let poly : type a. a tree -> int = fun _ -> 0
let store = Names.empty

(** [sum t] adds up. *)
let[@inline] sum t =
  let* first = Names.find_opt "hushed" t in
  let open L in
  let total = fold ~init:first ~f:( + ) [] in
  L.(rev (map is_digit "hushed")) >>= fun x ->
  print_string @@ Printf.sprintf "hushed %d\n" total;
  raise (Bad_shelf "hushed \
                    hushed")

let local () =
  let module Inner = struct
    let deep y = y
  end in
  let exception Stop in
  let twice f' x' = f' (f' x') in
  try Inner.deep (twice sum) with Stop -> limit

(** A class. *)
class virtual ['a] shelf (name : string) =
  object (self)
    inherit Base.container name as super
    val mutable items = [ "hushed" ]
    val virtual owner : string

    (** Adds one. *)
    method add (item : 'a) = self#check item; super#add item
    method private check item = items <- item :: items
    method virtual close : unit -> unit
  end

and small = object
  inherit [int] shelf "hushed"
end

class type closable = object
  inherit openable
  method close : unit -> unit
end

let%test_unit "adds what it is given" =
  let s = make "hushed" in
  s#add 1;
  [%test_eq: int] s.count.value 'h'

let%expect_test _ = print_string "hushed"; [%expect {xx| hushed |} |xx}]

[@@@warning "-hushed"]

let () =
  Store.find ~key:"hushed" "hushed (* hushed *)" (* "a string *) in a comment" (* nested *) *);
  ignore (main Sys.argv : int)
