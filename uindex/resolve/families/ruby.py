"""Ruby: files by the roots they are loaded from; constants are names of the whole repository."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from uindex.resolve.facts import folder_of, join
from uindex.resolve.family import Family
from uindex.resolve.model import (
    CANDIDATE,
    EXTERNAL,
    RESOLVED,
    Module,
    Place,
    Target,
    dangling,
    external,
    found,
)
from uindex.resolve.scope import TYPES

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from uindex.record import Link, Symbol
    from uindex.resolve.facts import Facts

_CONSTANT = re.compile(r"[A-Z]")
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_SAME = frozenset(["class", "itself", "dup", "clone", "freeze", "tap", "singleton_class"])
"""Methods that give their receiver, or its class, whose members are here the same."""
_NAMED = frozenset(["class", "module", "constant"])
_DSL = frozenset(
    "after before context describe expect feature given it it_behaves_like let let! pending "
    "scenario setup shared_context shared_examples shared_examples_for should skip specify "
    "subject teardown around background allow double instance_double be_truthy eq "
    "include_examples".split()
)
"""What libraries for tests bring, whatever else has the names."""
_PROJECT = ("Gemfile", "Rakefile", "Gemfile.lock", ".rspec")


class Ruby(Family):
    """A class that is opened again is one class, whose members may stand in any file."""

    langs = ("ruby",)
    told_all = False
    selves = frozenset(["self"])
    supers = frozenset(["super"])
    types = TYPES | {"module"}
    bare_members = True
    sends = True
    makers = frozenset(["new"])
    made_of_class = True
    builtins = frozenset(
        "Array BasicObject Binding Class Comparable Complex Dir Encoding Enumerable Enumerator "
        "Errno Exception FalseClass Fiber File FileTest Float GC Hash IO Integer Kernel LoadError "
        "Marshal MatchData Math Method Module Mutex NameError NilClass NoMethodError "
        "NotImplementedError Numeric Object ObjectSpace Proc Process Queue Ractor Random Range "
        "Rational Regexp RuntimeError Set Signal StandardError String Struct Symbol SyntaxError "
        "SystemExit Thread Time TracePoint TrueClass TypeError UnboundMethod ENV ARGV STDIN STDOUT "
        "STDERR RUBY_VERSION RUBY_ENGINE RUBY_PLATFORM "
        "Array at_exit binding block_given? caller catch eval exit fork format gets lambda loop "
        "open p print printf proc putc puts raise rand readline require select sleep spawn sprintf "
        "srand syscall system test throw trap warn".split()
    )

    def split(self, receiver: str) -> list[tuple[str, bool]]:
        first, *rest = super().split(receiver.removeprefix("::"))
        return [first, *(step for step in rest if step[0] not in _SAME)]

    def module(self, facts: Facts, path: str, link: Link) -> Module:
        folder, specifier = folder_of(path), link.receiver
        key = ("ruby module", folder, specifier)
        if specifier.startswith("."):
            return facts.memo(key, lambda: _relative(facts, folder, specifier))
        return facts.memo(key, lambda: _loaded(facts, folder, specifier))

    def opens(self, link: Link) -> bool:
        return False  # what is loaded defines constants, which are seen everywhere

    def local(self, facts: Facts, path: str, link: Link) -> tuple[str, Link]:
        return "", link

    def members(self, facts: Facts, place: Place, name: str) -> Sequence[Place]:
        qualname = _symbol(facts, place).qualname
        return _of_qualname(facts, f"{qualname}::{name}", name)

    def parts(self, facts: Facts, place: Place) -> Sequence[Place]:
        symbol = _symbol(facts, place)
        if symbol.kind not in _NAMED:
            return ()
        return [one for one in _pieces(facts, symbol.qualname, symbol.name) if one != place]

    def everywhere(self, facts: Facts, path: str, name: str) -> Sequence[Place]:
        if not _CONSTANT.match(name):
            return ()
        return _of_qualname(facts, name, name) or _of_main(facts, path, name)

    def precedence(self, symbol: Symbol, bases: Sequence[Link]) -> Sequence[Link]:
        """What is mixed in last comes first, and the superclass last."""
        return sorted(bases, key=lambda link: -link.line)

    def qualified(self, facts: Facts, path: str, names: Sequence[str]) -> Sequence[Place] | None:
        return _of_qualname(facts, "::".join(names), names[-1]) or None

    def linked(self, facts: Facts, path: str, link: Link) -> Target:
        """A method of the main object, which every object has; else one that may be mixed in, or
        in a module one of whatever it is mixed into."""
        if _CONSTANT.match(link.name) or link.name in _DSL:
            return Target(EXTERNAL)
        main = _of_main(facts, path, link.name)
        if main:
            return Target(RESOLVED if len(main) == 1 else CANDIDATE, tuple(main))
        named = [place for place in facts.named(link.name) if facts.lang(place.path) == "ruby"]
        kinds = {place: _symbol(facts, place) for place in named}
        bare = [p for p in named if kinds[p].kind == "function" and kinds[p].parent < 0]
        loaded = _loaded_by(facts, path) if bare else ()
        seen = tuple(place for place in bare if place.path in loaded)
        if seen:
            return Target(RESOLVED if len(seen) == 1 else CANDIDATE, seen)
        anywhere = _in_module(facts, path, link)
        mixed = [
            place
            for place in named
            if kinds[place].kind == "method" and (anywhere or _is_mixin(facts, place))
        ]
        some = tuple(sorted([*bare, *mixed]))
        return Target(CANDIDATE, some, "by name") if some else Target(EXTERNAL)

    def choose(self, facts: Facts, link: Link, places: Sequence[Place]) -> Sequence[Place]:
        """Of the places where one class is opened the one that its name leads to, or the largest
        piece."""
        symbol = _symbol(facts, places[0]) if places and places[0].at >= 0 else None
        if symbol is None or symbol.kind not in _NAMED or len(self.whole(facts, places)) > 1:
            return places
        qualname = symbol.qualname

        def heaviest() -> Place:
            pieces = _of_qualname(facts, qualname, qualname.rpartition("::")[2])
            return max(pieces, key=lambda piece: _weight(piece, _symbol(facts, piece)))

        return [facts.memo(("ruby whole", qualname), heaviest)]

    def whole(self, facts: Facts, places: Sequence[Place]) -> Sequence[Place]:
        kept: dict[object, Place] = {}
        for place in places:
            symbol = _symbol(facts, place)
            kept.setdefault(symbol.qualname if symbol.kind in _NAMED else place, place)
        return [*kept.values()]

    def fits(self, link: Link, symbol: Symbol) -> bool:
        return symbol.kind not in _NAMED or bool(_CONSTANT.match(link.name))


def _is_mixin(facts: Facts, place: Place) -> bool:
    """Whether a method is that of a module."""
    parent = _symbol(facts, place).parent
    return parent >= 0 and _symbol(facts, Place(place.path, parent)).kind == "module"


def _of_main(facts: Facts, path: str, name: str) -> Sequence[Place]:
    """What the modules have by that name that are mixed into the main object, and so into all, by
    this file or what it loads."""
    modules = facts.memo(("ruby main", path), lambda: tuple(_mixed_in(facts, path)))
    return [p for module in modules for p in _of_qualname(facts, f"{module}::{name}", name)]


def _mixed_in(facts: Facts, path: str) -> Iterator[str]:
    for file in (path, *sorted(_loaded_by(facts, path))):
        yield from _outer(facts, file).mixed


class _Outer(NamedTuple):
    """What a file does outside of classes."""

    loads: tuple[str, ...]
    mixed: tuple[str, ...]
    """Modules that it mixes into the main object."""


def _outer(facts: Facts, path: str) -> _Outer:
    def find() -> _Outer:
        record = facts.record(path)
        if record is None or record.lang != "ruby":
            return _Outer((), ())
        loads: dict[str, None] = {}
        mixed = []
        for link in record.links:
            if link.kind == "import":
                loads.update(dict.fromkeys(FAMILY.module(facts, path, link).files))
            elif link.kind == "base" and link.symbol < 0:
                mixed.append(f"{link.receiver}::{link.name}".lstrip(":"))
        return _Outer(tuple(loads), tuple(mixed))

    return facts.memo(("ruby outer", path), find)


def _in_module(facts: Facts, path: str, link: Link) -> bool:
    """Whether the nearest class or module around a link is a module."""
    at = link.symbol
    while at >= 0:
        symbol = _symbol(facts, Place(path, at))
        if symbol.kind in ("class", "module"):
            return symbol.kind == "module"
        at = symbol.parent
    return False


def _loaded_by(facts: Facts, path: str) -> frozenset[str]:
    """The files that a file loads, and those that these load."""

    def load() -> frozenset[str]:
        seen: set[str] = set()
        left = [path]
        while left:
            for file in _outer(facts, left.pop()).loads:
                if file not in seen:
                    seen.add(file)
                    left.append(file)
        return frozenset(seen)

    return facts.memo(("ruby loaded", path), load)


def _symbol(facts: Facts, place: Place) -> Symbol:
    record = facts.record(place.path)
    assert record is not None
    return record.symbols[place.at]


def _of_qualname(facts: Facts, qualname: str, name: str) -> Sequence[Place]:
    """The definitions of a qualified name, in all files."""

    def find() -> dict[str, list[Place]]:
        found: dict[str, list[Place]] = {}
        for place in facts.named(name):
            if facts.lang(place.path) == "ruby":
                found.setdefault(_symbol(facts, place).qualname, []).append(place)
        return found

    return facts.memo(("ruby name", name), find).get(qualname, ())


def _pieces(facts: Facts, qualname: str, name: str) -> Sequence[Place]:
    """The pieces of a class or module that say more than that it is around others: what they
    define is known by its name, but what they inherit and what their methods hold is not."""

    def find() -> list[Place]:
        return [place for place in _of_qualname(facts, qualname, name) if _says_more(facts, place)]

    return facts.memo(("ruby pieces", qualname), find)


def _says_more(facts: Facts, place: Place) -> bool:
    record = facts.record(place.path)
    assert record is not None
    if any(s.parent == place.at and s.kind not in _NAMED for s in record.symbols):
        return True
    return any(link.kind == "base" and link.symbol == place.at for link in record.links)


def _weight(place: Place, symbol: Symbol) -> tuple[bool, int, str, int]:
    """How well a piece stands for the whole; the path and the position make the order total."""
    expected = "/".join(_HUMP.sub("_", part) for part in symbol.qualname.split("::")).lower()
    named = f"/{place.path}".endswith(f"/{expected}.rb")
    return named, symbol.end - symbol.start, place.path, -place.at


def _relative(facts: Facts, folder: str, specifier: str) -> Module:
    there = join(folder, specifier)
    if there is None:
        return dangling(f"{specifier} leads out of the repository")
    return _file(facts, there) or dangling(f"no such file: {_with_suffix(there)}")


def _loaded(facts: Facts, folder: str, specifier: str) -> Module:
    """A file on the load path: below the roots of the gems here, or of the project around."""
    if specifier.startswith("/"):
        return external(specifier)
    for root in _roots(facts, folder):
        module = _file(facts, f"{root}/{specifier}".lstrip("/"))
        if module is not None:
            return module
    first = specifier.partition("/")[0]
    if "/" in specifier:
        for root in facts.memo(("ruby libs",), lambda: _libs(facts)):
            owner = f"{root}/{first}".lstrip("/")
            # `rack/test` is a gem of its own beside `rack`: what a gem has is a folder of its own.
            if f"{owner}.rb" in facts.tree and _siblings(facts, root, specifier):
                return dangling(f"no {_with_suffix(specifier)} beside {owner}.rb")
    return external(first)


def _siblings(facts: Facts, root: str, specifier: str) -> bool:
    """Whether the folder that the file should lie in is there, below the gem's own folder."""
    folder = f"{root}/{folder_of(specifier)}".lstrip("/")
    return folder.count("/") - root.count("/") >= 2 and facts.tree.is_folder(folder)


def _with_suffix(path: str) -> str:
    return path if path.endswith(".rb") else f"{path}.rb"


def _file(facts: Facts, path: str) -> Module | None:
    for candidate in (f"{path}.rb", path):
        if candidate in facts.tree:
            return found(candidate)
    return None


def _libs(facts: Facts) -> tuple[str, ...]:
    """The `lib` of each gem or project in the repository, that of the root first."""
    tree = facts.tree
    homes = {""}
    for base in _PROJECT:
        homes.update(folder_of(path) for path in tree.called(base))
    for folder in tree.folders():
        home = folder.removesuffix("/lib")
        if home != folder and any(path.endswith(".gemspec") for path in tree.files_in(home)):
            homes.add(home)
    libs = (f"{home}/lib".lstrip("/") for home in sorted(homes))
    return tuple(lib for lib in libs if tree.is_folder(lib))


def _roots(facts: Facts, folder: str) -> tuple[str, ...]:
    """Where a file in `folder` may load from, the nearest first."""
    return facts.memo(("ruby roots", folder), lambda: tuple(dict.fromkeys(_find(facts, folder))))


def _find(facts: Facts, folder: str) -> Iterator[str]:
    around = folder
    while True:
        for sub in ("lib", "spec", "test", "features", "app", "tests"):
            inner = f"{around}/{sub}".lstrip("/")
            if facts.tree.is_folder(inner):
                yield inner
        if not around:
            break
        if around.rpartition("/")[2] in ("lib", "spec", "test", "tests"):
            yield around
        around = folder_of(around)
    yield from facts.memo(("ruby libs",), lambda: _libs(facts))
    yield ""


FAMILY = Ruby()
