"""What a family of languages says about finding what its imports and names mean.

The defaults suit a language of modules that see nothing without an import.  Nothing here looks
beyond what `Facts` tell, and the same facts give the same answer.
"""

from __future__ import annotations

import re
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, cast

from uindex.resolve.mentions import mentioned
from uindex.resolve.model import (
    EXTERNAL,
    RESOLVED,
    Extensions,
    Module,
    Place,
    Target,
    external,
)
from uindex.resolve.scope import TYPES

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from uindex.record import Link, Symbol
    from uindex.resolve.facts import Facts


class Family:
    """Defaults.  A module in `families` makes one instance of a subclass, named FAMILY."""

    langs: tuple[str, ...] = ()
    """The languages whose definitions a name match may lead to."""
    selves = frozenset(["self", "this", "cls", "Self"])
    """What the object itself, or its class, is called in a method."""
    supers = frozenset(["super", "super()"])
    """What its superclass is called."""
    super_calls = True
    """Whether calling that is a call of the superclass's constructor."""
    builtins: frozenset[str] = frozenset()
    """Names that the language itself or its standard library gives without an import."""
    separator = re.compile(r"\?\.|::|->|\.|\\")
    """Between the parts of a receiver."""
    bare_members = False
    """Whether a method sees members of its class, inherited ones too, by their bare names."""
    sends = False
    """Whether a call is of a method, or of an attribute as one, and never of what a
    variable holds."""
    types = TYPES
    """Kinds of symbols that have members, and may inherit them."""
    file_types = False
    """Whether a file is a type, of which what is outermost in it are the members."""
    first_base = True
    """Whether of several bases that have a member the first one counts; else it may be of each."""
    aliases = frozenset[str]()
    """Kinds of symbols that may be but other names for what they are bound to."""
    paths = False
    """Whether an import names what it brings by a path of names, each looked up in what the one
    before means (Rust), so that no file need be known."""
    walls = frozenset[str]()
    """Kinds of symbols in which names from around them are not seen."""
    blocks = False
    """Whether blocks of implementation or extension anywhere add to the type that they name."""
    locals_hide = False
    """With `distinct`: whether a local name hides functions and types of its name all the same."""
    embeds = False
    """Whether what a type inherits from is a field of it too, by the name of its type (Go)."""
    keeps_types = False
    """Whether a variable keeps its type: another binding of its name is another variable."""
    redeclares = False
    """With that: whether the last binding before counts, since names are bound again where others
    see them rather than in functions inside."""
    type_parameters = False
    """Whether a type that nothing explains is a parameter, and so may be any."""
    passing = frozenset[str]()
    """Methods that hand on what they are called on, bare or wrapped, where its type has none."""
    wraps = frozenset[str]()
    """Types outside the repository that pass what is called on a value of theirs on to what they
    hold: what they were made with, and so what they hold, no record says."""
    makers: frozenset[str] = frozenset()
    """Methods of a class that make an object of it: `new`."""
    made_of_class = False
    """Whether a call of these means the class, where it has none of its own."""
    operator = ""
    """The member that a call of a value of a type calls, where every value may be called."""
    opening: tuple[str, ...] = ()
    """Members that give what is used in place of a value that a call gave: once it is awaited."""
    each = ""
    """What a binding calls, as written in the record, to go through something."""
    item = ""
    """The member of a type that gives what is in a value of it."""
    fallback = ""
    """The function of a module that is asked for the names that it has not."""
    loose = False
    """Whether a bare name that nothing explains may still be one of the repository's: put there by
    what runs first, or by an import of all names."""
    told_all = True
    """Whether a module has no other names than those that its text defines."""
    last_wins = False
    """Whether of several definitions of one name in one scope the last one stands (Python); else
    they are overloads, and each of them a candidate."""
    transparent = frozenset(["package", "namespace"])
    """Kinds of symbols that other files see through to what is in them."""

    hidden: frozenset[str] = frozenset()
    """Kinds of symbols that no bare name means, wherever they stand."""
    closed: frozenset[str] = frozenset()
    """Kinds of symbols whose members, though imports may be among them, no bare name means: objects
    that are written out."""
    entire = ""
    """The name by which a module hands on all that it is, so that what is asked of the module may
    be asked of that."""
    surveyor = ""
    """What makes `survey`: another version of it has another name.  "" for none."""
    stars_pass = False
    """Whether an import of all names hands them on and does not bring them into scope."""

    def distinct(self, lang: str) -> bool:
        """Whether methods have names of their own in that language: `x()` never calls a field or a
        variable `x`, and `x.y` never begins with a method."""
        return False

    def overloads(self, lang: str) -> bool:
        """Whether a method leaves those of its name in supertypes visible that it does not override
        (Java), or hides them all (C++)."""
        return False

    def overrides(self, symbol: Symbol, other: Symbol) -> bool:
        """With `overloads`: whether a method overrides or hides that one of a supertype."""
        return True

    def flat(self, lang: str) -> bool:
        """Whether a bare name of that language means one thing all over a file, unless a definition
        or a binding inside another definition has it, and what has a receiver means no definition:
        a member is a pointer, say."""
        return False

    def means(self, link: Link, symbol: Symbol) -> bool:
        """Whether a link may mean a definition of its name by its kind, where a language is flat:
        in C a structure and a function of one name are two things."""
        return True

    def module(self, facts: Facts, path: str, link: Link) -> Module:
        """Where an import (or, in docs, a doc-link) of the file at `path` leads."""
        return external(link.receiver)

    def cited(self, facts: Facts, path: str, link: Link) -> Target | None:
        """What a doc-link or a mention in the file at `path` means; None where that is nothing.

        A link to a folder without any page of its own is resolved, to no place.
        """
        if link.kind == "mention" or link.name:
            return mentioned(facts, path, link)
        module = self.module(facts, path, link)
        places = tuple(map(Place, module.files[:1])) if module.status == RESOLVED else ()
        return Target(module.status, places, module.reason)

    def submodule(self, facts: Facts, module: Module, name: str) -> Module | None:
        """The module `name` inside a module; None where there is none."""
        return None

    def inside(self, module: Module) -> Sequence[str]:
        """The names, the outermost first, of the types inside its files that a module ends with:
        what is taken from it is a member of the last one."""
        return ()

    def defined(self, facts: Facts, module: Module, name: str) -> Sequence[Place] | None:
        """The definitions of a name in a module, where they are found without asking each of its
        files; None where they have to be asked."""
        return None

    def neighbours(self, facts: Facts, path: str) -> Sequence[str]:
        """Other files whose outermost names this one sees without an import: those of the same
        package or namespace.  In order of path."""
        return ()

    def implicit(self, facts: Facts, path: str) -> Iterable[Link]:
        """Imports that nobody writes, such as a prelude."""
        return ()

    def exported(self, facts: Facts, path: str, name: str) -> Sequence[int]:
        """Indexes of the symbols of a file that importers know as `name`, beyond its outermost
        symbols of that name and its own imports: a default export, say."""
        return ()

    def hands_on(self, facts: Facts, path: str, name: str) -> bool:
        """Whether importers of a file see what it imports by that name."""
        return True

    def split(self, receiver: str) -> list[tuple[str, bool]]:
        """The parts of a receiver, each with whether it is called."""
        return [(part.rstrip("()"), part.endswith(")")) for part in self.separator.split(receiver)]

    def opens(self, link: Link) -> bool:
        """Whether an import brings all names of its module into scope."""
        return link.name == "*" and not link.alias

    def before(self, opened: Sequence[Link], line: int) -> Sequence[Link]:
        """Those of the imports of all names that count for what stands on a line, in the order in
        which they are asked."""
        return opened

    def passes(self, link: Link) -> bool:
        """Whether an import of all names hands them on to importers of the file."""
        return True

    def takes_module(self, link: Link) -> bool:
        """Whether an import means the module itself rather than a name of it."""
        return link.name in ("", "*")

    def local(self, facts: Facts, path: str, link: Link) -> tuple[str, Link]:
        """The name that an import gives to what it brings ("" for none), and the import that gives
        the name its meaning: `import a.b` of Python means `a` by `a`."""
        if link.name == "*" and not link.alias:
            return "", link
        return link.alias or link.name or self.split(link.receiver)[-1][0], link

    def parts(self, facts: Facts, place: Place) -> Sequence[Place]:
        """Other definitions that are of the same type or namespace as this one: partial classes,
        reopened modules, blocks of implementation or extension."""
        return ()

    def precedence(self, symbol: Symbol, bases: Sequence[Link]) -> Sequence[Link]:
        """What a type inherits from, that first in which its members are looked for first."""
        return bases

    def owners(self, facts: Facts, place: Place, name: str) -> Sequence[str]:
        """Files in which a member `name` of a type may stand outside of it, with the type written
        as its owner: by default that of the type."""
        return (place.path,)

    def members(self, facts: Facts, place: Place, name: str) -> Sequence[Place]:
        """Members of a type or namespace wherever they stand, where a language tells them by a
        qualified name: all those that `parts` and `owners` do not lead to."""
        return ()

    def whole(self, facts: Facts, places: Sequence[Place]) -> Sequence[Place]:
        """Definitions with one in place of those that are pieces of one type or namespace."""
        return places

    def sided(self, facts: Facts, places: Sequence[Place], made: bool) -> Sequence[Place]:
        """Of definitions that share a name those that members are looked for in: where a class has
        a companion for what is not of its values, one of both; `made`: on a value."""
        return places

    def qualified(self, facts: Facts, path: str, names: Sequence[str]) -> Sequence[Place] | None:
        """Definitions by a qualified name whose first part nothing explains: a class inside one
        that is defined elsewhere, say.  None where that cannot be said; none of them where it is
        outside the repository."""
        return None

    def itself(self, facts: Facts, module: Module) -> Sequence[Place]:
        """The definition that a module is, where it is a value that the file gives."""
        return ()

    def everywhere(self, facts: Facts, path: str, name: str) -> Sequence[Place]:
        """Outermost definitions that a file sees by that name without an import, wherever they
        stand, beyond those of its `neighbours`."""
        return ()

    def extensions(self, facts: Facts, path: str, link: Link) -> Extensions | None:
        """The functions outside of types that a call with a receiver may mean in a file."""
        return None

    def links_free(self, lang: str) -> bool:
        """Whether a bare name that no symbol, import or binding of its own file has is what
        `linked` says in that language, whatever else stands in the file."""
        return False

    def linked(self, facts: Facts, path: str, link: Link) -> Target:
        """What a bare name means that nothing in or for the file explains and the language does not
        give: as a linker finds it, say."""
        return Target(EXTERNAL)

    def survey(self, facts: Facts, leading: Iterable[tuple[str, Sequence[Link]]]) -> bytes:
        """What `expect` wants to know of a whole snapshot, given the imports of the files of this
        family; files without any may be left out."""
        return b""

    def expect(self, facts: Facts, name: str, survey: bytes) -> None:
        """Take what was found out of the snapshot: `linked` is about to be asked of this name for
        many files.  It answers as it would without."""

    def choose(self, facts: Facts, link: Link, places: Sequence[Place]) -> Sequence[Place]:
        """Those of the definitions found in one scope that the link may mean."""
        return places[-1:] if self.last_wins and len({p.path for p in places}) == 1 else places

    def doubt(self, facts: Facts, link: Link, places: Sequence[Place]) -> str:
        """Why a link that leads to these definitions may mean another thing; "" where it cannot."""
        return ""

    def fits(self, link: Link, symbol: Symbol) -> bool:
        """Whether a call or use by way of something unknown may mean this definition of its name,
        whatever that something is."""
        return True

    def aliased(self, facts: Facts, place: Place) -> Place | None:
        """With `aliases`: the type around that an alias stands for if it says so (`@This()`)."""
        return None

    def makes_type(self, facts: Facts, place: Place) -> bool:
        """Whether a function gives a type whose members are written in it (Zig)."""
        return False

    def reads(self, symbol: Symbol) -> bool:
        """Whether naming this function is calling it, as with a property of Python."""
        return False

    def lists(self, symbol: Symbol, bases: Sequence[Link]) -> bool:
        """Whether a type that inherits from `bases` lists this member as one of its values."""
        return symbol.kind == "member"

    def root(self, facts: Facts, place: Place, name: str) -> Place | Module | None:
        """What the first name of a path in or at a symbol means where no scope explains it: that of
        a crate; or, with `::` at its end, a word for the module around."""
        return None

    def gives_anything(self, library: bool, name: str) -> bool:
        """Whether what a function of that name outside the repository gives may be of a type of the
        repository, unlike what a class gives; `library`: it is none of the language's own."""
        return library and name[:1].islower()

    def faults(self, facts: Facts) -> Sequence[tuple[str, str]]:
        """Configuration that could not be read: (path, why, on one line), in order of path."""
        return ()

    def outside(self, name: str) -> bool | None:
        """Whether a type that nothing explains can only be outside of the repository, since all
        that are in it are known by their packages, or else is a parameter; None where neither is
        so for certain."""
        return None

    def is_standard(self, module: Module) -> bool:
        """Whether an external module belongs to the language: what it gives is its own."""
        return False

    def is_builtin(self, name: str) -> bool:
        return name in self.builtins


_MODULES = {
    "astro": "ecmascript", "asciidoc": "docs", "bash": "shell", "c": "c", "cpp": "c",
    "csharp": "csharp", "css": "styles", "dart": "dart", "elixir": "elixir", "go": "go",
    "haskell": "haskell", "html": "docs", "java": "jvm", "javascript": "ecmascript",
    "jupyter": "python", "kotlin": "jvm", "less": "styles", "lua": "lua", "makefile": "makefile",
    "markdown": "docs", "ocaml": "ocaml", "org": "docs", "perl": "perl", "php": "php",
    "protobuf": "protobuf", "python": "python", "r": "r", "rst": "docs", "ruby": "ruby",
    "rust": "rust", "scala": "jvm", "scss": "styles", "svelte": "ecmascript", "swift": "swift",
    "tsx": "ecmascript", "typescript": "ecmascript", "vue": "ecmascript", "zig": "zig",
}  # fmt: skip
_NONE = Family()


@cache
def family_name(lang: str) -> str:
    """What the module of a language's family is called; "" for a language that has none."""
    return _MODULES.get(lang, "")


@cache
def family_of(lang: str) -> Family:
    """The family of a language; one that has none of its own gets the defaults."""
    name = _MODULES.get(lang)
    if name is None:
        return _NONE
    return cast("Family", import_module(f"uindex.resolve.families.{name}").FAMILY)
