"""OCaml: modules are files, and what sees them the stanzas of dune say."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from uindex.resolve.facts import folder_of
from uindex.resolve.family import Family
from uindex.resolve.model import Module, Place, dangling, external, found

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from uindex.record import Link
    from uindex.resolve.facts import Facts

_SUFFIXES = (".ml", ".mli", ".mly", ".mll")
_TOKEN = re.compile(r'[()]|"(?:\\.|[^"\\])*"|[^\s()";]+|;[^\n]*')
_SUBFOLDERS = ("unqualified", "qualified")
_STANDARD = frozenset(
    "Arg Array ArrayLabels Atomic Bigarray Bool Buffer Bytes BytesLabels Callback Char Complex "
    "Condition Digest Domain Dynlink Effect Either Ephemeron Event Filename Float Format Fun Gc "
    "Hashtbl In_channel Int Int32 Int64 Lazy Lexing List ListLabels Map Marshal MoreLabels Mutex "
    "Nativeint Obj Oo Option Out_channel Parsing Printexc Printf Queue Random Result Scanf "
    "Semaphore Seq Set Stack StdLabels Stdlib Str String StringLabels Sys Thread Type Uchar Unit "
    "Unix UnixLabels Weak".split()
)


class _Library(NamedTuple):
    folder: str
    name: str
    wrapped: bool


class _Dune(NamedTuple):
    """What a dune file says."""

    libraries: tuple[_Library, ...]
    uses: frozenset[str]
    """The libraries that any of its stanzas names."""
    subfolders: bool
    """Whether modules in the folders below belong to its stanzas."""


class Ocaml(Family):
    langs = ("ocaml",)
    selves = frozenset[str]()
    supers = frozenset[str]()
    transparent = frozenset[str]()
    paths = True
    told_all = False
    aliases = frozenset(["module"])
    builtins = frozenset(
        "abs compare exit failwith fst ignore incr decr invalid_arg max min not print_endline "
        "print_string raise ref snd string_of_int int_of_string float_of_int".split()
    )

    def module(self, facts: Facts, path: str, link: Link) -> Module:
        key = ("ocaml import", path, link.receiver)
        return facts.memo(key, lambda: _import(facts, path, link.receiver.split(".")))

    def is_standard(self, module: Module) -> bool:
        return module.name in _STANDARD

    def gives_anything(self, library: bool, name: str) -> bool:
        return True

    def opens(self, link: Link) -> bool:
        return link.name == "*"

    def before(self, opened: Sequence[Link], line: int) -> Sequence[Link]:
        """What is opened later hides what was before it."""
        return [link for link in reversed(opened) if link.line <= line]

    def passes(self, link: Link) -> bool:
        return link.alias == "*"

    def local(self, facts: Facts, path: str, link: Link) -> tuple[str, Link]:
        return "", link

    def root(self, facts: Facts, place: Place, name: str) -> Place | Module | None:
        if not name[:1].isupper():
            return None
        module = _named(facts, place.path, name)
        if module is None:
            return external(name)
        return Place(module.files[0]) if module.files else module

    def submodule(self, facts: Facts, module: Module, name: str) -> Module | None:
        if module.folder is None or module.files:
            return None
        file = _file(facts, module.folder, name)
        return found(file) if file else None

    def choose(self, facts: Facts, link: Link, places: Sequence[Place]) -> Sequence[Place]:
        """Of definitions of one name in one file the last before stands."""
        if len({place.path for place in places}) > 1:
            return places
        record = facts.record(places[0].path)
        if (
            record is None
            or record.symbols[places[0].at].parent != record.symbols[places[-1].at].parent
        ):
            return places
        inside = link.symbol >= 0 and places[0].at <= link.symbol
        before = [p for p in places if inside and record.symbols[p.at].line <= link.line]
        return (before or places)[-1:]


def _import(facts: Facts, path: str, names: Sequence[str]) -> Module:
    """Where `open A.B` leads: to the file of the last of these modules that is a file."""
    if _defines(facts, path, names[0]):
        return found(path, name=".".join(names))
    module = _named(facts, path, names[0])
    if module is None:
        return external(names[0])
    rest = names[1:]
    if not module.files and rest:
        file = _file(facts, module.folder or "", rest[0])
        if file is None:
            return dangling(f"no module {rest[0]} in {module.folder or 'the root'}")
        module, rest = found(file), rest[1:]
    return module._replace(name=".".join(rest))


def _defines(facts: Facts, path: str, name: str) -> bool:
    """Whether a file has a module of that name in it."""
    record = facts.record(path)
    symbols = record.symbols if record else ()
    return any(symbol.name == name and symbol.kind == "module" for symbol in symbols)


def _named(facts: Facts, path: str, name: str) -> Module | None:
    """The module that a file knows by that name: one beside it, or that of a library."""
    folder = folder_of(path)
    key = ("ocaml module", folder, name)
    module = facts.memo(key, lambda: _find(facts, folder, name))
    return None if module and module.files == (path,) else module


def _find(facts: Facts, folder: str, name: str) -> Module | None:
    file = _file(facts, folder, name)
    if file:
        return found(file)
    dune = _dune_around(facts, folder)
    known = facts.memo(("ocaml libraries",), lambda: _libraries(facts))
    same = known.get(name.lower(), [])
    used = [one for one in same if one.name in dune.uses] if dune else same
    if len(used) == 1:
        main = _file(facts, used[0].folder, name)
        return found(main) if main else found(folder=used[0].folder)
    if dune:
        return _unwrapped(facts, dune, name)
    if name in _STANDARD:
        return None
    # Without dune any folder may be looked in, and a program has one module of a name.
    files = facts.memo(("ocaml all",), lambda: _all(facts)).get(name, ())
    return found(files[0]) if len(files) == 1 else None


def _unwrapped(facts: Facts, dune: _Dune, name: str) -> Module | None:
    """A module of a library that does not wrap its own."""
    for libraries in facts.memo(("ocaml libraries",), lambda: _libraries(facts)).values():
        for library in libraries:
            if not library.wrapped and library.name in dune.uses:
                file = _file(facts, library.folder, name)
                if file:
                    return found(file)
    return None


def _all(facts: Facts) -> dict[str, list[str]]:
    """module name -> its files anywhere, the implementation where there is one"""
    known: dict[str, dict[str, str]] = {}
    for path in sorted(facts.tree.paths):
        stem, dot, suffix = path.rpartition(".")
        if dot + suffix in _SUFFIXES:
            name = stem.rpartition("/")[2]
            known.setdefault(name[:1].upper() + name[1:], {}).setdefault(stem, path)
    return {name: list(files.values()) for name, files in known.items()}


def _file(facts: Facts, folder: str, name: str) -> str | None:
    """The file of a module in a folder, or below where its dune says so."""
    base = _base(facts, folder)
    return facts.memo(("ocaml files", base), lambda: _files(facts, base)).get(name)


def _base(facts: Facts, folder: str) -> str:
    """The folder whose dune says what modules the files of a folder are."""
    return facts.memo(("ocaml base", folder), lambda: _find_base(facts, folder))


def _find_base(facts: Facts, folder: str) -> str:
    dune = _dune_around(facts, folder)
    around = facts.tree.nearest(f"{folder}/x".lstrip("/"), "dune")
    return folder_of(around) if around and dune and dune.subfolders else folder


def _files(facts: Facts, base: str) -> dict[str, str]:
    files: dict[str, str] = {}
    dune = _dune(facts, f"{base}/dune".lstrip("/"))
    folders = [base]
    if dune and dune.subfolders:
        inner = (one for one in facts.tree.folders() if one.startswith(f"{base}/" if base else ""))
        folders += sorted(one for one in inner if one and _base(facts, one) == base)
    for folder in folders:
        for path in facts.tree.files_in(folder):
            stem, dot, suffix = path.rpartition("/")[2].rpartition(".")
            if dot + suffix in _SUFFIXES:
                files.setdefault(stem[:1].upper() + stem[1:], path)
    return files


def _dune_around(facts: Facts, folder: str) -> _Dune | None:
    key = ("ocaml dune", folder)
    path = facts.memo(key, lambda: facts.tree.nearest(f"{folder}/x".lstrip("/"), "dune"))
    return _dune(facts, path) if path else None


def _dune(facts: Facts, path: str) -> _Dune | None:
    if path not in facts.tree:
        return None
    return facts.memo(("ocaml stanzas", path), lambda: _read(facts.text(path) or "", path))


def _libraries(facts: Facts) -> dict[str, list[_Library]]:
    """Name of a library's module, in lower case -> the libraries"""
    known: dict[str, list[_Library]] = {}
    for path in facts.tree.called("dune"):
        dune = _dune(facts, path)
        for library in dune.libraries if dune else ():
            known.setdefault(library.name.lower(), []).append(library)
    return known


def _read(text: str, path: str) -> _Dune:
    libraries: list[_Library] = []
    uses: set[str] = set()
    subfolders = False
    for stanza in _lists(text):
        head, fields = stanza[0] if stanza else "", _fields(stanza)
        if head == "library" and fields.get("name"):
            wrapped = fields.get("wrapped", ["true"])[0] != "false"
            libraries.append(_Library(folder_of(path), fields["name"][0], wrapped))
        elif head == "include_subdirs" and len(stanza) > 1:
            subfolders = stanza[1] in _SUBFOLDERS
        uses.update(fields.get("libraries", ()))
    names = {library.name for library in libraries}
    return _Dune(tuple(libraries), frozenset(uses | names), subfolders)


def _fields(stanza: Sequence[object]) -> dict[str, list[str]]:
    """field -> the words in it, those of inner lists included"""
    return {
        str(field[0]): [word for one in field[1:] for word in _words(one)]
        for field in stanza
        if isinstance(field, list) and field and isinstance(field[0], str)
    }


def _words(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for one in value:
            yield from _words(one)


def _lists(text: str) -> list[list[object]]:
    """The lists of a file of S-expressions."""
    outermost: list[object] = []
    open_lists = [outermost]
    for match in _TOKEN.finditer(text):
        token = match[0]
        if token == "(":
            inner: list[object] = []
            open_lists[-1].append(inner)
            open_lists.append(inner)
        elif token == ")":
            if len(open_lists) > 1:
                open_lists.pop()
        elif not token.startswith(";"):
            open_lists[-1].append(token.strip('"'))
    return [one for one in outermost if isinstance(one, list)]


FAMILY = Ocaml()
