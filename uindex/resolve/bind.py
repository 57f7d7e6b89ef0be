"""What a call or a use means: through scope, imports, receiver and inheritance, then by name.

    head     the first name of a chain: the scopes around it, imports, the package, the language
    member   a name of a module, a type or a value of it
    bind     both together, as a target with its certainty

Nothing is guessed on the way: where a step is not known, what follows is a name match at best.
Chains that lead in circles end at the second visit, and nothing that depends on such an end is
remembered, so the order of questions changes no answer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from uindex.resolve.family import family_of
from uindex.resolve.model import CANDIDATE, DANGLING, EXTERNAL, RESOLVED, Module, Place, Target
from uindex.resolve.roles import ANY, CALLED, HELD, MADE, ROLES, SENT, TYPE
from uindex.resolve.scope import BLOCKS, CALLABLES, SPACES, TYPES, VALUES, Scope
from uindex.resolve.values import (
    FOREIGN,
    LIBRARY,
    LOST,
    MODULE,
    OPEN,
    OUTSIDE,
    SYMBOL,
    UNKNOWN,
    Value,
    joined,
    symbols,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from uindex.record import Link, Symbol
    from uindex.resolve.facts import Facts
    from uindex.resolve.family import Family

_DEEPEST = 40
"""Steps inside each other; real chains have a tenth of it."""
_SPACES = SPACES | TYPES
_NOWHERE = Target(EXTERNAL)
_READ = {"typed": MADE, "bound": HELD, "base": TYPE}
_LOCAL = Target(CANDIDATE, reason="a local value")


class Site(NamedTuple):
    """Where a name is read: it sees what the symbols around it see, and what stood before it."""

    path: str
    symbol: int
    line: int


class Binder:
    """Binds the links of a snapshot.  Records and answers are kept while it lives."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self._scopes: dict[str, Scope | None] = {}
        self._known: dict[tuple[object, ...], Value | None] = {}
        self._named: dict[tuple[tuple[str, ...], str], list[tuple[Place, Symbol]]] = {}
        """(languages, name) -> what a name after an unknown receiver may be"""
        self._defined: dict[str, bool] = {}
        self._blocks: dict[Place, list[Place]] = {}
        self._active: set[tuple[object, ...]] = set()
        self._cuts = 0

    def scope(self, path: str) -> Scope | None:
        """None where there is no record."""
        try:
            return self._scopes[path]
        except KeyError:
            record = self.facts.record(path)
            family = family_of(record.lang) if record else None
            made = Scope(self.facts, path, record, family) if record and family else None
            self._scopes[path] = made
            return made

    def forget(self, most: int) -> bool:
        """Let go of all files that were read if they are more than `most`, and of what is known of
        them; what comes of it stays the same."""
        if len(self._scopes) <= most:
            return False
        self._scopes.clear()
        self._known.clear()
        return True

    def symbol(self, place: Place) -> Symbol:
        scope = self.scope(place.path)
        assert scope is not None
        return scope.symbols[place.at]

    def families(self) -> list[Family]:
        """The families of the files that were looked at, by name."""
        known = {scope.family for scope in self._scopes.values() if scope is not None}
        return sorted(known, key=lambda family: family.langs)

    def family(self, path: str) -> Family:
        scope = self.scope(path)
        return scope.family if scope else family_of("")

    def bind(self, path: str, link: Link) -> Target:
        """What a call, use or base in the file at `path` means."""
        scope = self.scope(path)
        if scope is None:
            return _NOWHERE
        if scope.flat:
            return self._flat(scope, link)
        return self._bind(scope, link)

    def _flat(self, scope: Scope, link: Link) -> Target:
        """What a link means in a file whose names mean one thing all over it, those apart that a
        definition inside another one has or hides."""
        if link.receiver:
            return _NOWHERE
        key = (link.name, link.kind)
        known = scope.answers.get(key)
        if known is None:
            around = scope.places.get(link.name)
            if not around or not self._named_so(scope, link, around):
                known = scope.family.linked(self.facts, scope.path, link)
            elif len(around) == 1 and -1 in around and (-1, link.name) not in scope.bound:
                known = self._bind(scope, link._replace(symbol=-1))
            else:
                return self._bind(scope, link)
            scope.answers[key] = known
        return known

    def _named_so(self, scope: Scope, link: Link, around: Iterable[int]) -> bool:
        """Whether any definition or binding that has the name of a link can be what it means."""
        name, means = link.name, scope.family.means
        for at in around:
            inside = scope.inside.get((at, name), ())
            if not inside or any(means(link, scope.symbols[one]) for one in inside):
                return True
        return False

    def _bind(self, scope: Scope, link: Link) -> Target:
        path = scope.path
        family = scope.family
        at = link.symbol
        if link.kind == "base" and at >= 0:
            at = scope.symbols[at].parent
        site = Site(path, at, link.line)
        name = link.name
        role = (CALLED if link.kind == "call" else TYPE) if scope.distinct else ANY
        if link.kind == "call" and family.sends:
            role = SENT
        if not link.receiver:
            value = self.bare(site, name, role)
            if value is not None and (value.kind == OPEN or value.made):
                return _LOCAL
            if value is None:
                if family.is_builtin(name):
                    return _NOWHERE
                linked = family.linked(self.facts, path, link)
                loose = family.loose and linked.status == EXTERNAL
                return self._by_name(family, link, bare=True) if loose else linked
        else:
            value = self._on(site, family.split(link.receiver), name, role)
            if value is None or value.kind in (OPEN, OUTSIDE):
                target = self._extending(family, site, link, value)
                if target is not None:
                    return target
        if value is None or value.kind == OPEN:
            return self._by_name(family, link)
        if value.made:
            return _LOCAL
        return self._target(family, value, link)

    def _extending(
        self, family: Family, site: Site, link: Link, value: Value | None
    ) -> Target | None:
        """What a call on something that has no such member, or is not known, means where functions
        may be written for a type outside of it."""
        visible = family.extensions(self.facts, site.path, link) if link.kind == "call" else None
        if visible is None or not (visible.near or visible.far):
            return None
        receiver = self.chain(site, family.split(link.receiver))
        if receiver is not None and receiver.kind == SYMBOL:
            types = {self.symbol(place).name for place in receiver.places}
            found = [*visible.near, *visible.far]
            fitting = [place for place, owner in found if owner in types]
            if fitting:
                status = RESOLVED if len(fitting) == 1 else CANDIDATE
                return Target(status, tuple(sorted(fitting)))
        places = tuple(sorted(place for place, _ in visible.near))
        if len(places) == 1 and visible.sure:
            return Target(RESOLVED, places)
        unknown = value is None or value.kind == OPEN
        return Target(CANDIDATE, places, "an extension") if places and not unknown else None

    def means(self, path: str, link: Link) -> Target | None:
        """What a link of any kind in the file at `path` means; None for one that says what a name
        holds, and for a mention of nothing."""
        if link.kind in ("call", "use", "base"):
            return self.bind(path, link)
        if link.kind == "import":
            return self._brought(path, link)
        if link.kind in ("doc-link", "mention"):
            return self.family(path).cited(self.facts, path, link)
        return None

    def _brought(self, path: str, link: Link) -> Target:
        """What an import brings: a definition, or else the module's file."""
        family = self.family(path)
        value = self._import(path, link)
        if value is None:
            return _NOWHERE
        if value.kind == OPEN:
            files = family.module(self.facts, path, link).files
            return Target(RESOLVED, (Place(files[0]),)) if files else _NOWHERE
        return self._target(family, value, link)

    def bare(self, site: Site, name: str, role: int) -> Value | None:
        """A name without receiver; None where nothing in or for the file explains it."""
        family = self.family(site.path)
        if name in family.supers:
            return self._super(site) if family.super_calls else FOREIGN
        if name in family.selves and role == CALLED and family.super_calls:
            return self._self(site)
        return self.head(site, name, role)

    def chain(self, site: Site, steps: Sequence[tuple[str, bool]]) -> Value | None:
        """What `a.b().c` stands for; None where its first name is not explained."""
        scope = self.scope(site.path)
        if scope is None:
            return None
        family = scope.family
        (first, called), *rest = steps
        held, made = (HELD, CALLED) if scope.distinct else (ANY, ANY)
        value: Value | None
        if first in family.supers:
            value = self._super(site)
            called = False
        elif first in family.selves and (here := self._self(site)):
            value = here
        else:
            value = self.head(site, first, made if called else held)
        if value is None:
            value, taken = self._longest(site, steps)
            if value is None and not family.is_builtin(first):
                return None
            (first, called), *rest = steps[taken - 1 :] if value else steps
            value = value or FOREIGN
        if called:
            value = self.given(family, value, first, None)
            if value.kind == OPEN and family.each:
                value = self._each(site, [(first, False)], True) or value
        for at, (name, then) in enumerate(rest, 1):
            receiver = value
            value = self.member(receiver, name, made if then else held) or UNKNOWN
            if then:
                value = self.given(family, value, name, receiver)
                if value.kind == OPEN and family.each:
                    value = self._each(site, [*steps[:at], (name, False)], True) or value
        return value

    def _each(self, site: Site, steps: Sequence[tuple[str, bool]], keyed: bool) -> Value | None:
        """What is in what a chain stands for; `keyed`: by key or position, rather than what going
        through it gives.  None where nothing says so."""
        signs = ("[]", "{}") if keyed else ("[]",)
        *before, (last, called) = steps
        if called and before and last == "values":
            return self._each(site, [*before[:-1], (before[-1][0], False)], True)
        if not before:
            return self._each_local(site, last, signs)
        owner = self.chain(site, before)
        if owner is None or owner.kind not in (SYMBOL, MODULE):
            return None
        for sign in () if called or owner.kind == MODULE else signs:
            field = self.member(owner, last + sign)
            if field is not None and field.kind == SYMBOL:
                return field
        return self._each_of(self.member(owner, last), signs)

    def _each_local(self, site: Site, name: str, signs: Sequence[str]) -> Value | None:
        """What is in what a name stands for where it is read."""
        scope = self.scope(site.path)
        at = site.symbol
        while scope is not None:
            links = [link for sign in signs for link in scope.bound.get((at, name + sign), ())]
            if links:
                return self._held(site, links, None)
            if at < 0 or at in scope.places.get(name, ()):
                break
            at = scope.symbols[at].parent
        return self._each_of(self.head(site, name), signs)

    def _each_of(self, value: Value | None, signs: Sequence[str]) -> Value | None:
        """What is in what definitions hold or give."""
        found = []
        for place in value.places if value is not None else ():
            scope = self.scope(place.path)
            links = [scope.bound.get((place.at, sign), ()) for sign in signs] if scope else ()
            found += [self._holding(place.path, link) for some in links for link in some]
        if found or value is None or not value.made or value.kind != SYMBOL:
            return joined(found)
        family = self.family(value.places[0].path)
        item = self.member(value, family.item) if "{}" in signs else None
        if item is not None and item.kind == SYMBOL:
            return self.result(item, value)
        through = self.member(value, family.each)
        plain = through is not None and through.kind == SYMBOL and not through.made
        return self._each_of(through, ("[]",)) if plain else None

    def given(self, family: Family, value: Value, name: str, receiver: Value | None) -> Value:
        """What a call of `name`, which is `value`, gives."""
        if receiver is not None and name in family.makers:
            return receiver._replace(made=True) if receiver.kind == SYMBOL else receiver
        if value.kind == OPEN and receiver is not None and name in family.passing:
            return receiver
        return UNKNOWN if _is_open(family, value, name) else self.result(value, receiver)

    def _longest(self, site: Site, steps: Sequence[tuple[str, bool]]) -> tuple[Value | None, int]:
        """What the longest beginning of a chain means as a qualified name, and how long it is."""
        calls = [called for _, called in steps]
        end = calls.index(True) + 1 if True in calls else len(steps)
        for taken in range(end, 0, -1):
            value = self._qualified(site, [name for name, _ in steps[:taken]])
            if value is not None and value.places:
                return value, taken
        return None, 0

    def _qualified(self, site: Site, names: Sequence[str]) -> Value | None:
        places = self.family(site.path).qualified(self.facts, site.path, names)
        if places is None:
            return None
        return symbols(tuple(places)) if places else FOREIGN

    # The first name of a chain

    def head(self, site: Site, name: str, role: int = ANY) -> Value | None:
        """What a name means where it stands; None where nothing in or for the file explains it."""
        scope = self.scope(site.path)
        if scope is None:
            return None
        at = site.symbol
        family = scope.family
        if name.endswith("::"):
            return self._root(family, site, name)
        known, members = scope.places.get(name, ()), family.bare_members
        while True:
            value = None
            if at in known or (members and at >= 0):
                value = self._in_scope(scope, site, at, name, role)
            if value is None and at >= 0 and at in scope.opened:
                opened = family.before(scope.opened[at], site.line)
                value = self._suiting(self._through(site.path, opened, name), role)
            if value is None and members and at >= 0 and scope.symbols[at].owner:
                value = self._of_owner(site.path, at, name, role)
            if value is not None:
                return value
            if at < 0 or scope.symbols[at].kind in family.walls:
                break
            at = scope.symbols[at].parent
        if at < 0:
            opened = () if family.stars_pass else scope.opened_outermost
            opened = family.before(opened, site.line)
            key = ("package", site.path, name, role, len(opened))
            value = (
                self._known[key]
                if key in self._known
                else self._guard(key, lambda: self._of_package(opened, site.path, name, role))
            )
        return value or self._root(family, site, name)

    def _root(self, family: Family, site: Site, name: str) -> Value | None:
        """What the first name of a path means whatever stands around it."""
        root = family.root(self.facts, Place(site.path, site.symbol), name)
        if isinstance(root, Module):
            if root.status == RESOLVED:
                return Value(MODULE, module=root)
            lost = Value(LOST, reason=root.reason)
            return self._foreign(family, root) if root.status == EXTERNAL else lost
        if root is None or root.at >= 0:
            return symbols((root,)) if root else None
        return Value(MODULE, module=Module(RESOLVED, (root.path,)))

    def _foreign(self, family: Family, module: Module) -> Value:
        return FOREIGN if family.is_standard(module) else LIBRARY

    def _in_scope(self, scope: Scope, site: Site, at: int, name: str, role: int) -> Value | None:
        family = scope.family
        hides = role in (ANY, HELD) or family.locals_hide
        bound = scope.bound.get((at, name)) if hides else None
        imported = None
        if at < 0 or scope.symbols[at].kind not in family.closed:
            imported = self._suiting(self._imported(scope, at, name), role)
        if bound and not (family.operator and self._outweighed(scope, site, at, name, imported)):
            value = self._held(site, bound, imported)
            if value is not None:
                return value
        kind = scope.symbols[at].kind if at >= 0 else ""
        if kind in family.types and (family.bare_members or kind not in SPACES):
            if family.bare_members and (self._is_defined(name) or name in family.makers):
                value = self._bare_member(scope, site, at, name, role)
                if value is not None and value.kind not in (OUTSIDE, OPEN):
                    return value
            if site.symbol != at:
                return imported
        if name.startswith("@"):
            return self._either(site.path, scope.fields.get((at, name), []))
        here = scope.inside.get((at, name))
        if here is None:
            return imported
        inside = [
            Place(site.path, one) for one in here if scope.symbols[one].kind not in family.hidden
        ]
        return self._among(inside, role) or imported

    def _of_owner(self, path: str, at: int, name: str, role: int) -> Value | None:
        """A member, by its bare name, of what stands as the owner before a definition."""
        owner = self._owner(path, at)
        value = self.member(owner, name, role) if owner else None
        if value is None or value.kind != SYMBOL:
            return None
        return self._unhidden(self.family(path), value)

    def _owner(self, path: str, at: int) -> Value | None:
        """What the owner means that is written before the name of a definition."""
        return self._guard(("owner", path, at), lambda: self._owner_now(path, at))

    def _owner_now(self, path: str, at: int) -> Value | None:
        symbol = self.symbol(Place(path, at))
        site = Site(path, symbol.parent, symbol.line)
        return self.chain(site, self.family(path).split(symbol.owner))

    def _is_defined(self, name: str) -> bool:
        """Whether anything in the repository is called that, or may be though it is no symbol."""
        known = self._defined.get(name)
        if known is None:
            known = self._defined[name] = name[:1] in "@$" or bool(self.facts.named(name))
        return known

    def _bare_member(self, scope: Scope, site: Site, at: int, name: str, role: int) -> Value | None:
        """A member of the type around, or of the one that the block around adds to."""
        here = self._self(site._replace(symbol=at)) if scope.symbols[at].kind in BLOCKS else None
        places = here.places if here else (Place(site.path, at),)
        found = [self._of_type(place, name, role) for place in places]
        return self._unhidden(scope.family, joined([one for one in found if one is not None]))

    def _unhidden(self, family: Family, value: Value | None) -> Value | None:
        """Without the definitions that no bare name means."""
        if not family.hidden or value is None or value.kind != SYMBOL:
            return value
        kept = [place for place in value.places if self.symbol(place).kind not in family.hidden]
        return value._replace(places=tuple(kept)) if kept else None

    def _outweighed(
        self, scope: Scope, site: Site, at: int, name: str, imported: Value | None
    ) -> bool:
        """Whether a definition of a name, or outside of functions an import, says more than what
        else is put into it, as where one of two branches has `Thing = None`; or whether the name is
        read before that, in the head of a function, and means what the file has by it."""
        bound = scope.bound[at, name]
        if at >= 0 and min(link.line for link in bound) > site.line:
            return (-1, name) in scope.imported or (-1, name) in scope.inside
        value = self._held(site, bound, None)
        if value is not None and value.kind == SYMBOL:
            return False
        return (at < 0 and imported is not None) or (at, name) in scope.inside

    def _among(self, places: Sequence[Place], role: int) -> Value | None:
        """Those definitions that a name in that role can mean; None where there are none."""
        if role != ANY:
            places = [place for place in places if self.symbol(place).kind in ROLES[role]]
        return symbols(tuple(places)) if places else None

    def _suiting(self, value: Value | None, role: int) -> Value | None:
        if role == ANY or value is None or value.kind != SYMBOL:
            return value
        kept = self._among(value.places, role)
        return value._replace(places=kept.places) if kept else None

    def _held(self, site: Site, links: Sequence[Link], imported: Value | None) -> Value | None:
        """What a name holds at the site: what any of the bindings before it says, since which of
        them took effect is not known; of none before it, the first one's.  What is imported by the
        name may be meant too, where a binding belongs to a function without a name."""
        family = self.family(site.path)
        before = [link for link in links if link.line <= site.line]
        if not before and not family.keeps_types and imported is None:
            before = [*links[:1]]
        if family.keeps_types:
            # `x := x.make()`: what it says there is of an older x.
            before = [one for one in before if one.line != site.line or not _of_itself(family, one)]
        if family.redeclares:
            before = before[-1:]
        if imported is None:
            return self._either(site.path, before, family.keeps_types)
        named = [link for link in before if link.name]
        value = self._either(site.path, named, family.keeps_types)
        if family.operator:
            return value  # `_outweighed` weighs it
        if value is None or imported.kind == MODULE:
            return value and UNKNOWN
        both = joined([imported, value]) if imported.kind == SYMBOL else value
        return both and both._replace(local=True)

    def _either(self, path: str, links: Sequence[Link], strict: bool = False) -> Value | None:
        """What names hold of which one of these is true; `strict`: one that is not known leaves
        the others in doubt."""
        if not links:
            return None
        values = [self._holding(path, link) for link in links]
        value = joined(values) or UNKNOWN
        unsure = strict and value.kind == SYMBOL and any(one.kind != SYMBOL for one in values)
        return value._replace(local=True, unsure=value.unsure or unsure)

    def _holding(self, path: str, link: Link) -> Value:
        return self._guard(("held", path, link), lambda: self._said(path, link)) or UNKNOWN

    def _said(self, path: str, link: Link) -> Value | None:
        """What a typed or bound link says its alias holds."""
        family = self.family(path)
        if not link.name:
            return UNKNOWN
        # What it says was read before it took effect: `x = x.next()` has an older x in it.
        older = not family.keeps_types or _of_itself(family, link)
        site = Site(path, link.symbol, link.line - older)
        if link.kind == "typed" and link.receiver and link.name in family.makers:
            value = self.chain(site, family.split(link.receiver))
            return value._replace(made=True) if value and value.kind == SYMBOL else value
        if link.name == family.each and link.receiver:
            return self._each(site, family.split(link.receiver), False) or UNKNOWN
        value = self._read(site, link)
        if value is None and link.kind == "typed" and not link.receiver:
            return FOREIGN if family.outside(link.name) else None
        if value is None or link.kind == "bound":
            return value
        if link.receiver and value.kind == OPEN and link.name in family.passing:
            # What was put in comes out again, bare or wrapped.
            return self.chain(site, family.split(link.receiver))
        if _is_open(family, value, link.name):
            return UNKNOWN
        made = self._made(value)
        return self._opened(family, value, made) if family.opening else made

    def _opened(self, family: Family, called: Value, made: Value) -> Value:
        """What a call gives, or what stands for that when it is awaited or entered."""
        if made.kind != SYMBOL or any(self.symbol(place).kind in TYPES for place in called.places):
            return made
        values = [made]
        for name in family.opening:
            found = self.member(made, name)
            if found is not None and found.kind == SYMBOL:
                given = self.result(found, made)
                if given.kind == OUTSIDE:
                    return UNKNOWN
                values.append(given)
        return joined(values) or UNKNOWN

    def _read(self, site: Site, link: Link) -> Value | None:
        """What the name and receiver of a link stand for."""
        scope = self.scope(site.path)
        if scope is None:
            return None
        family = scope.family
        role = _READ[link.kind] if scope.distinct else ANY
        if not link.receiver:
            if link.name in family.selves and (here := self._self(site)):
                return here
            value = self.bare(site, link.name, role)
            return FOREIGN if value is None and family.is_builtin(link.name) else value
        return self._on(site, family.split(link.receiver), link.name, role)

    def _on(
        self, site: Site, steps: Sequence[tuple[str, bool]], name: str, role: int
    ) -> Value | None:
        """A name after a chain."""
        receiver = self.chain(site, steps)
        if receiver is None:
            value = self._qualified(site, [*(step for step, _ in steps), name])
            first, called = steps[0]
            makes = not called or first[:1].isupper()
            foreign = value is None and makes and self.family(site.path).outside(first)
            return FOREIGN if foreign else value
        return self.member(receiver, name, role)

    def _made(self, value: Value) -> Value:
        """A value of the type that `value` is, or what calling it gives."""
        value = self._meant(value)
        if value.kind != SYMBOL:
            return value
        if value.made and self.family(value.places[0].path).operator:
            return self.result(value, None)
        # Of a type and a value of one name it is the type that says what it is.
        types = tuple(place for place in value.places if self.symbol(place).kind in TYPES)
        return value._replace(places=types, made=True) if types else self.result(value, None)

    def _of_package(self, opened: Sequence[Link], path: str, name: str, role: int) -> Value | None:
        """What a file sees of others without naming it."""
        family = self.family(path)
        found = []
        for other in family.neighbours(self.facts, path):
            there = self.scope(other)
            if there is not None and name in there.outermost:
                found += [Place(other, at) for at in there.outermost[name]]
        found += family.everywhere(self.facts, path, name)
        here = self._among(list(dict.fromkeys(found)), role)
        if here is not None:
            return here
        links = [*opened, *family.implicit(self.facts, path)]
        return self._suiting(self._through(path, links, name), role)

    def _through(self, path: str, links: Iterable[Link], name: str) -> Value | None:
        """A name that one of these imports brings along with all others."""
        family = self.family(path)
        foreign = None
        for link in links:
            if family.paths:
                opened = self._at_path(Site(path, link.symbol, link.line - 1), link)
                value = self._right_in(opened, name) if opened else None
                if value is not None:
                    return value
                continue
            module = family.module(self.facts, path, link)
            if module.status == EXTERNAL:
                foreign = FOREIGN
                continue
            value = self._of_module(module, name)
            if value is not None and value.kind in (OPEN, OUTSIDE) and family.inside(module):
                continue  # a type that may inherit anything brings nothing for certain
            if value is not None:
                return value
        # What a library may bring is no certainty that it does: but nothing here explains it.
        return foreign if family.is_builtin(name) else None

    # Imports

    def _imported(self, scope: Scope, at: int, name: str) -> Value | None:
        """What an import of the scope calls by that name."""
        links = scope.imported.get((at, name))
        if links is None:
            return None
        if len(links) == 1:
            return self._import(scope.path, links[0])
        found = [self._import(scope.path, link) for link in links]
        return joined([value for value in found if value is not None])

    def _import(self, path: str, link: Link) -> Value | None:
        key = ("import", path, link)
        if key in self._known:
            return self._known[key]
        return self._guard(key, lambda: self._import_now(path, link))

    def _import_now(self, path: str, link: Link) -> Value | None:
        family = self.family(path)
        if not link.receiver:
            # Another name for something of this very file: `export { a as b }`.
            return self.head(self._outside(Site(path, link.symbol, link.line)), link.name)
        if family.paths:
            value = self._at_path(Site(path, link.symbol, link.line), link)
            return LIBRARY if value is None else value
        module = family.module(self.facts, path, link)
        if module.status == EXTERNAL:
            return self._foreign(family, module)
        if module.status == DANGLING:
            return Value(LOST, reason=module.reason)
        if family.takes_module(link):
            itself = family.itself(self.facts, module)
            return symbols(tuple(itself)) if itself else Value(MODULE, module=module)
        value = self._of_module(module, link.name)
        if value is None and "." in link.name:
            value = Value(MODULE, module=module)
            for step in link.name.split("."):
                value = self.member(value, step) or UNKNOWN
        if value is None and link.name == family.entire:
            return Value(MODULE, module=module)
        if value is None and not family.told_all:
            return UNKNOWN
        if value is None:
            where = module.files[0] if module.files else module.folder or link.receiver
            return Value(LOST, reason=f"{where} has no {link.name}")
        return value

    def _of_module(self, module: Module, name: str) -> Value | None:
        """A name of a module: what its files define or hand on, or a module inside it."""
        if module.files:
            family = self.family(module.files[0])
            inside = family.inside(module)
            if inside:
                return self._deeper(module, inside, name)
            known = family.defined(self.facts, module, name)
            if known is not None:
                return symbols(tuple(known)) if known else self._inner(module, name)
        found = [value for path in module.files if (value := self.exported(path, name))]
        here = joined([value for value in found if value.kind != LOST])
        if here is not None:
            return here
        found += [UNKNOWN for path in module.files if self._makes_names(path)]
        return self._inner(module, name) or self._of_entire(module, name) or joined(found)

    def _makes_names(self, path: str) -> bool:
        """Whether a file makes up names when it is asked for them."""
        scope = self.scope(path)
        return scope is not None and scope.family.fallback in scope.outermost

    def _of_entire(self, module: Module, name: str) -> Value | None:
        """A member of what a module hands on as all that it is."""
        whole = self._entire(module) if module.files else None
        if whole is None or (whole.kind == MODULE and whole.module == module):
            return None
        value = self.member(whole, name)
        return value if value is not None and value.kind not in (OPEN, LOST) else None

    def _entire(self, module: Module) -> Value | None:
        path = module.files[0]
        name = self.family(path).entire
        return self.exported(path, name) if name else None

    def _outside(self, site: Site) -> Site:
        """From an object that is written out, the place that it stands in."""
        scope = self.scope(site.path)
        if scope is not None and site.symbol >= 0:
            symbol = scope.symbols[site.symbol]
            if symbol.kind in self.family(site.path).closed:
                return site._replace(symbol=symbol.parent)
        return site

    def _deeper(self, module: Module, inside: Sequence[str], name: str) -> Value | None:
        """A name of a type that a module ends with."""
        first, *rest = inside
        value = joined([v for path in module.files if (v := self.exported(path, first))])
        for step in rest:
            value = self.member(value, step) if value else None
        if value is None or value.kind != SYMBOL:
            return value
        members = [self._of_symbol(place, name, ANY) for place in value.places]
        return joined([member for member in members if member is not None])

    def _inner(self, module: Module, name: str) -> Value | None:
        for path in module.files[:1] or ([module.folder] if module.folder is not None else []):
            family = self.family(path) if module.files else self._folder_family(path)
            inner = family.submodule(self.facts, module, name)
            if inner is not None:
                return Value(MODULE, module=inner)
        return None

    def _folder_family(self, folder: str) -> Family:
        """The family that a folder without a file of its own belongs to: that of its files."""
        for path in self.facts.tree.files_in(folder):
            family = family_of(self.facts.lang(path))
            if family.langs:
                return family
        return family_of("python")

    def exported(self, path: str, name: str) -> Value | None:
        """What importers of a file get by a name."""
        return self._guard(("exported", path, name), lambda: self._exported_now(path, name))

    def _exported_now(self, path: str, name: str) -> Value | None:
        scope = self.scope(path)
        if scope is None:
            return None
        family = self.family(path)
        own = [*scope.outermost.get(name, ()), *family.exported(self.facts, path, name)]
        if own:
            mine = symbols(tuple(Place(path, at) for at in dict.fromkeys(own)))
            if not family.paths:
                return mine
            # A module and a function that is taken from it may go by one name.
            brought = self._imported(scope, -1, name)
            return mine if brought is None else joined([mine, brought])
        if family.hands_on(self.facts, path, name):
            value = self._imported(scope, -1, name)
            if value is not None:
                return value
        if family.entire == name:
            return None
        return self._through(path, list(filter(family.passes, scope.opened_outermost)), name)

    def _at_path(self, site: Site, link: Link) -> Value | None:
        """What an import means whose specifier is a path of names."""
        return self._guard(("path", site.path, link), lambda: self._at_path_now(site, link))

    def _right_in(self, value: Value, name: str) -> Value | None:
        """A name of a module or namespace, or what a type has of its own."""
        if value.kind == MODULE and value.module is not None:
            return self._of_module(value.module, name)
        found = []
        for place in value.places:
            scope = self.scope(place.path)
            if self.symbol(place).kind in SPACES:
                found.append(self._of_symbol(place, name, ANY))
            elif scope is not None:
                inside = scope.inside.get((place.at, name), ())
                found += [symbols((Place(place.path, at),)) for at in inside]
        return joined([one for one in found if one is not None])

    def _at_path_now(self, site: Site, link: Link) -> Value | None:
        value = self.chain(site, self.family(site.path).split(link.receiver))
        if value is None or link.name in ("", "*"):
            return value
        return self.member(value, link.name) or UNKNOWN

    # Members

    def member(self, value: Value, name: str, role: int = ANY) -> Value | None:
        """`value.name`; None where it has none, UNKNOWN where that cannot be said."""
        if value.kind == MODULE:
            assert value.module is not None
            inner = self._space_in(value.module, name) if role == HELD else None
            if inner is not None:
                return inner
            found = self._suiting(self._of_module(value.module, name), role)
            where = value.module.files[0] if value.module.files else value.module.folder
            if found is None and where is not None and not self.family(where).told_all:
                return UNKNOWN
            return found or Value(LOST, reason=f"{where} has no {name}")
        value = self._meant(value)
        if value.kind == MODULE:
            return self.member(value, name, role)
        if value.kind == OUTSIDE:
            return LIBRARY if value.reason else FOREIGN
        if value.kind != SYMBOL:
            return value
        places = value.places
        if len(places) > 1:
            family = self.family(places[0].path)
            places = tuple(family.sided(self.facts, family.whole(self.facts, places), value.made))
        member = joined([self._of_symbol(place, name, role) or UNKNOWN for place in places])
        return member._replace(unsure=True) if member and value.unsure else member

    def _space_in(self, module: Module, name: str) -> Value | None:
        """Where imports are paths: a type or module that stands right in a module.  What is taken
        from it may go by its name too, so that is not to be looked for on the way."""
        for path in module.files:
            scope = self.scope(path)
            if scope is not None and scope.family.paths:
                own = scope.outermost.get(name, ())
                kept = [Place(path, at) for at in own if scope.symbols[at].kind in _SPACES]
                if kept:
                    return symbols(tuple(kept))
        return None

    def _meant(self, value: Value) -> Value:
        """What aliases stand for, where the family has definitions that are such."""
        kinds = self.family(value.places[0].path).aliases if value.kind == SYMBOL else ()
        if not kinds or all(self.symbol(place).kind not in kinds for place in value.places):
            return value
        meant = [self._aliased(place) or UNKNOWN for place in value.places]
        return joined(meant) or UNKNOWN

    def _aliased(self, place: Place) -> Value | None:
        return self._guard(("alias", place), lambda: self._aliased_now(place))

    def _aliased_now(self, place: Place) -> Value | None:
        family, itself = self.family(place.path), symbols((place,))
        symbol = self.symbol(place)
        if symbol.kind not in family.aliases:
            return itself
        this = family.aliased(self.facts, place)
        if this is not None and this.at < 0:
            return Value(MODULE, module=Module(RESOLVED, (this.path,)))
        if this is not None:
            return symbols((this,))
        scope = self.scope(place.path)
        links = scope.types.get(place.at) if scope else None
        if scope is None or not links:
            return None if symbol.kind == "alias" else itself
        site = Site(place.path, symbol.parent, links[-1].line)
        value = self._read(site, links[-1])
        if value is not None and place in value.places:
            # `module A = A`: what it stands for goes by its name elsewhere.
            value = self._root(family, site, symbol.name)
        return self._meant(value) if value else None

    def _of_symbol(self, place: Place, name: str, role: int) -> Value | None:
        symbol = self.symbol(place)
        if self.family(place.path).makes_type(self.facts, place):
            return self._of_type(place, name, role)
        if symbol.kind in self.family(place.path).closed and self.typed(place) is None:
            value = self._written(place, name, role)
            if value is not None:
                return value
        if symbol.kind in self.family(place.path).types:
            return self._of_type(place, name, role)
        if symbol.kind in SPACES:
            space = self._guard(("space", place, name), lambda: self._of_space(place, name))
            return self._suiting(space, role)
        if symbol.kind in VALUES or self.family(place.path).reads(symbol):
            held = self.typed(place)
            return self.member(held, name, role) if held else UNKNOWN
        return UNKNOWN

    def _written(self, place: Place, name: str, role: int) -> Value | None:
        """A member of an object that is written out."""
        scope = self.scope(place.path)
        assert scope is not None
        inside = [Place(place.path, at) for at in scope.inside.get((place.at, name), ())]
        return self._among(inside, role) or self._imported(scope, place.at, name)

    def _of_space(self, place: Place, name: str) -> Value | None:
        """A name in a namespace, which several places may add to."""
        found: list[Place] = []
        parts = (place, *self.family(place.path).parts(self.facts, place))
        for part in parts:
            scope = self.scope(part.path)
            if scope is not None:
                found += [Place(part.path, at) for at in scope.inside.get((part.at, name), ())]
        found += self.family(place.path).members(self.facts, place, name)
        family = self.family(place.path)
        if found and not family.paths:
            return symbols(tuple(dict.fromkeys(found)))
        mine = [symbols(tuple(dict.fromkeys(found)))] if found else []
        brought = [value for part in parts if (value := self._handed_on(part, name))]
        return joined([*mine, *brought])

    def _handed_on(self, place: Place, name: str) -> Value | None:
        """A name that imports right in a namespace, or in a file, bring."""
        if place.at < 0:
            return self.exported(place.path, name)
        scope = self.scope(place.path)
        if scope is None:
            return None
        value = self._imported(scope, place.at, name)
        if value is None and place.at in scope.opened:
            value = self._through(place.path, scope.opened[place.at], name)
        return value

    def _of_type(self, place: Place, name: str, role: int) -> Value | None:
        """A member of a type, inherited ones included; FOREIGN where it may come from a base that
        is outside the repository."""
        return self._guard(
            ("member", place, name, role), lambda: self._of_type_now(place, name, role)
        )

    def _of_type_now(self, place: Place, name: str, role: int) -> Value | None:
        family = self.family(place.path)
        own = self.symbol(place).name
        parts = self._parts(place)
        found: list[Place] = []
        for part in parts:
            scope = self.scope(part.path)
            if scope is not None:
                found += [Place(part.path, at) for at in scope.inside.get((part.at, name), ())]
            if family.blocks and not self._implements(part) and self._among(found, role):
                break  # what a type has of itself hides what it has of what it implements
        for path in family.owners(self.facts, place, name):
            scope = self.scope(path)
            if scope is not None:
                owned = scope.owned.get((0, f"{own} {name}"), ())
                found += [Place(path, at) for at in owned]
        found += family.members(self.facts, place, name)
        here = self._among(list(dict.fromkeys(found)), role)
        if here is not None:
            return self._with_overloads(family, parts, name, role, here)
        if name in family.makers and family.made_of_class:
            return symbols((place,))
        for part in parts if role in (ANY, HELD) else ():
            scope = self.scope(part.path)
            field = scope.fields.get((part.at, name)) if scope else None
            if field:
                return self._either(part.path, field)
        embedded = self._embedded(parts, name) if family.embeds else None
        return embedded or self._inherited(parts, name, role)

    def _embedded(self, parts: Sequence[Place], name: str) -> Value | None:
        """What is inherited under the name of its type."""
        for part in parts:
            scope = self.scope(part.path)
            for link in scope.bases.get(part.at, ()) if scope else ():
                if scope and link.name == name:
                    around = scope.symbols[part.at].parent
                    value = self._read(Site(part.path, around, link.line), link)
                    return self._made(value) if value else None
        return None

    def _with_overloads(
        self, family: Family, parts: Sequence[Place], name: str, role: int, here: Value
    ) -> Value:
        """Members with those of supertypes that they leave visible beside them."""
        scope = self.scope(parts[0].path)
        if scope is None or not family.overloads(scope.record.lang) or role not in (ANY, CALLED):
            return here
        own = [self.symbol(place) for place in here.places]
        above = self._inherited(parts, name, role)
        if above is None or above.kind != SYMBOL or own[0].kind != "method":
            return here
        visible = [
            place
            for place in above.places
            if not any(family.overrides(one, self.symbol(place)) for one in own)
        ]
        return symbols((*here.places, *visible))

    def _parts(self, place: Place) -> list[Place]:
        """A type and all that adds to it, blocks that implement nothing before those that do."""
        family = self.family(place.path)
        parts = [place, *family.parts(self.facts, place)]
        if family.blocks:
            parts += self._blocks.get(place) or self._find_blocks(family, place)
        return parts

    def _find_blocks(self, family: Family, place: Place) -> list[Place]:
        found = []
        for block in self.facts.named(self.symbol(place).name):
            if self.facts.lang(block.path) in family.langs:
                symbol = self.symbol(block)
                if symbol.kind in BLOCKS and block != place:
                    type_of_block = self._self(Site(block.path, block.at, symbol.line))
                    if type_of_block and place in type_of_block.places:
                        found.append(block)
        found.sort(key=self._implements)
        if not self._active:
            self._blocks[place] = found
        return found

    def _implements(self, block: Place) -> bool:
        scope = self.scope(block.path)
        return scope is not None and block.at in scope.bases

    def _inherited(self, parts: Sequence[Place], name: str, role: int) -> Value | None:
        foreign = None
        first = self.family(parts[0].path).first_base
        found: list[Value] = []
        for base in self.bases(parts):
            if base.kind == OUTSIDE:
                foreign = FOREIGN
            elif base.kind == SYMBOL:
                for place in base.places:
                    if self.symbol(place).kind in self.family(place.path).types:
                        value = self._of_type(place, name, role)
                        if value is not None and value.kind not in (OUTSIDE, OPEN):
                            if first:
                                return value
                            found.append(value)
                        foreign = foreign or value
            elif base.kind in (OPEN, LOST):
                foreign = foreign or UNKNOWN
        return joined(found) or foreign

    def bases(self, parts: Sequence[Place]) -> list[Value]:
        """What the parts of a type inherit from, in order."""
        found = []
        for part in parts:
            scope = self.scope(part.path)
            if scope is None:
                continue
            around = scope.symbols[part.at].parent
            links = scope.bases.get(part.at, ())
            for link in self.family(part.path).precedence(scope.symbols[part.at], links):
                value = self._read(Site(part.path, around, link.line), link)
                found.append(FOREIGN if value is None else value)
        return found

    def overridden(self, place: Place) -> list[Place]:
        """The members of supertypes that a method overrides or implements, the nearest first."""
        found = [place]
        for one in found:  # grows while it is walked
            found += [other for other in self._directly_overridden(one) if other not in found]
        return found[1:]

    def _directly_overridden(self, place: Place) -> list[Place]:
        scope = self.scope(place.path)
        around = scope.symbols[place.at].parent if scope and place.at >= 0 else -1
        if scope is None or around < 0 or scope.symbols[around].kind not in scope.family.types:
            return []
        name = scope.symbols[place.at].name
        found: dict[Place, None] = {}
        for base in self.bases(self._parts(Place(place.path, around))):
            for one in base.places:
                if self.symbol(one).kind in scope.family.types:
                    value = self._of_type(one, name, ANY)
                    found.update(dict.fromkeys(value.places if value else ()))
        return [*found]

    def typed(self, place: Place) -> Value | None:
        """What a variable holds or a function returns; None where that is not said."""
        return self._guard(("typed", place), lambda: self._typed_now(place))

    def _typed_now(self, place: Place) -> Value | None:
        scope = self.scope(place.path)
        links = scope.types.get(place.at) if scope else None
        if not scope:
            return None
        around = scope.symbols[place.at].parent
        if not links:
            # What an enumeration lists is of its type.
            bases = scope.bases.get(around, ())
            listed = around >= 0 and scope.family.lists(scope.symbols[place.at], bases)
            return symbols((Place(place.path, around),)) if listed else None
        link = links[-1]
        if self.family(place.path).operator and scope.symbols[place.at].kind in VALUES:
            return self._stands_for(scope, Site(place.path, around, link.line), link)
        if self.family(place.path).type_parameters:
            around = place.at  # they are bound where they are declared
        value = self._read(Site(place.path, around, link.line), link)
        if value is None:
            family = self.family(place.path)
            parameter = family.outside(link.name) is False and not link.receiver
            value = UNKNOWN if family.type_parameters or parameter else FOREIGN
        if scope.family.operator and _is_open(scope.family, value, link.name):
            return UNKNOWN
        return self._made(value)

    def _stands_for(self, scope: Scope, site: Site, link: Link) -> Value:
        """What a variable is another name for, or a value of what it holds."""
        value = self._read(site, link)
        if value is None:
            return FOREIGN
        if link.kind == "typed":
            return UNKNOWN if _is_open(scope.family, value, link.name) else self._made(value)
        if value.kind != SYMBOL or value.made:
            return value
        meant = []
        for place in value.places:
            held = self.symbol(place).kind in VALUES
            meant.append(self.typed(place) or UNKNOWN if held else symbols((place,)))
        return joined(meant) or UNKNOWN

    def _operated(self, value: Value) -> Value:
        """What calling a value of a type gives: its call operator says."""
        name = self.family(value.places[0].path).operator
        found = self.member(value, name) if name else None
        if found is None or found.kind != SYMBOL:
            return UNKNOWN
        given = []
        for place in found.places:
            if self.symbol(place).kind in CALLABLES:
                own = self._returns_self(place)
                given.append(value if own else self.typed(place) or UNKNOWN)
        return joined(given) or UNKNOWN

    def result(self, value: Value, receiver: Value | None) -> Value:
        """What calling `value` gives; `receiver` is what it was found on."""
        value = self._meant(value)
        if value.kind == MODULE and value.module is not None and value.module.files:
            value = self._entire(value.module) or UNKNOWN
        if value.kind != SYMBOL:
            return UNKNOWN if value.kind == MODULE else value
        if value.made:
            return self._operated(value)
        found = []
        for place in value.places:
            symbol = self.symbol(place)
            if symbol.kind in TYPES:
                # What calling a value of a type gives, only its call operator would say.
                found.append(UNKNOWN if value.made else Value(SYMBOL, (place,), made=True))
            elif symbol.kind in ("constructor", "variant"):
                found.append(Value(SYMBOL, (Place(place.path, symbol.parent),), made=True))
            elif self.family(place.path).makes_type(self.facts, place):
                found.append(symbols((place,)))
            elif receiver is not None and self._returns_self(place):
                found.append(receiver)
            else:
                given = self.typed(place) or UNKNOWN
                family = self.family(place.path)
                called = family.operator and (symbol.kind in VALUES or family.reads(symbol))
                if called:
                    given = UNKNOWN if given.kind == OUTSIDE else self.result(given, None)
                found.append(given)
        given = joined(found) or UNKNOWN
        return given._replace(unsure=True) if value.unsure else given

    def _returns_self(self, place: Place) -> bool:
        scope = self.scope(place.path)
        links = scope.types.get(place.at) if scope else None
        return links is not None and links[-1].name in self.family(place.path).selves

    def _self(self, site: Site) -> Value | None:
        """The type around a site, None outside of any."""
        scope = self.scope(site.path)
        at = scope.type_around(site.symbol) if scope else -1
        if scope is None:
            return None
        family = self.family(site.path)
        if family.file_types:
            around = site.symbol
            while around > at and not family.makes_type(self.facts, Place(site.path, around)):
                around = scope.symbols[around].parent
            if around < 0:
                return self._file_itself(scope, site)
            at = around
        if at < 0:
            return self._owning(scope, site)
        if scope.symbols[at].kind in BLOCKS:
            outer = Site(site.path, scope.symbols[at].parent, site.line)
            owner = scope.symbols[at].owner
            steps = self.family(site.path).split(owner) if owner else ()
            name = scope.symbols[at].name
            value = self._on(outer, steps, name, TYPE) if steps else self.head(outer, name, TYPE)
            if value is not None and value.kind == SYMBOL:
                kept = tuple(p for p in value.places if self.symbol(p).kind not in BLOCKS)
                return symbols(kept or value.places)
        return Value(SYMBOL, (Place(site.path, at),))

    def _file_itself(self, scope: Scope, site: Site) -> Value | None:
        """The file as the type around a site; not for a test, which is no method of it."""
        at = site.symbol
        while at >= 0:
            if scope.symbols[at].kind == "test":
                return None
            at = scope.symbols[at].parent
        return Value(MODULE, module=Module(RESOLVED, (site.path,)))

    def _owning(self, scope: Scope, site: Site) -> Value | None:
        """The type that the definition around a site names as its owner."""
        at = site.symbol
        while at >= 0 and not scope.symbols[at].owner:
            at = scope.symbols[at].parent
        return self._owner(site.path, at) if at >= 0 else None

    def _super(self, site: Site) -> Value | None:
        here = self._self(site)
        if here is None or here.kind != SYMBOL:
            return None
        parts = [*here.places]
        for place in here.places:
            parts += self._parts(place)[1:]
        bases = self.bases(parts)
        return joined(bases) if bases else FOREIGN

    # Targets

    def _target(self, family: Family, value: Value, link: Link) -> Target:
        if link.kind == "call":
            meant = self._meant(value)
            value = value if meant.kind == OPEN else meant
        if value.kind == MODULE:
            assert value.module is not None
            files = value.module.files
            whole = self._entire(value.module) if files and link.kind == "call" else None
            if whole is not None and whole.kind == SYMBOL:
                return self._target(family, whole, link)
            return Target(RESOLVED, (Place(files[0]),)) if files else _NOWHERE
        if value.kind == OUTSIDE:
            return _NOWHERE
        if value.kind == LOST:
            return Target(DANGLING, reason=value.reason)
        places = family.choose(self.facts, link, value.places)
        doubt = family.doubt(self.facts, link, places)
        if doubt:
            return Target(CANDIDATE, tuple(places), doubt)
        if value.local or value.unsure:
            return Target(CANDIDATE, tuple(places), "through a local name")
        return Target(RESOLVED if len(places) == 1 else CANDIDATE, tuple(places))

    def _by_name(self, family: Family, link: Link, bare: bool = False) -> Target:
        """All that a name after an unknown receiver may be, or that without one, no member."""
        key = family.langs, link.name
        same = self._named.get(key)
        if same is None:
            named = self.facts.named(link.name)
            ours = [place for place in named if self.facts.lang(place.path) in family.langs]
            same = [(place, self.symbol(place)) for place in ours if self._reachable(place)]
            self._named[key] = same
        fits = [(place, symbol) for place, symbol in same if family.fits(link, symbol)]
        found = tuple(place for place, symbol in fits if not bare or symbol.parent < 0)
        return Target(CANDIDATE, found, "by name") if found else _NOWHERE

    def _reachable(self, place: Place) -> bool:
        """Whether a definition can be meant from elsewhere: no variable, nothing in a function."""
        scope = self.scope(place.path)
        if scope is None:
            return False
        symbol = scope.symbols[place.at]
        if symbol.kind not in CALLABLES and symbol.kind not in TYPES and symbol.kind != "property":
            return False
        family, at = scope.family, symbol.parent
        while at >= 0:
            hidden = scope.symbols[at].kind in CALLABLES
            if hidden and not family.makes_type(self.facts, Place(place.path, at)):
                return False
            at = scope.symbols[at].parent
        return True

    def _guard(self, key: tuple[object, ...], make: Callable[[], Value | None]) -> Value | None:
        """What `make` gives, remembered; None at the second visit of a circle."""
        if key in self._known:
            return self._known[key]
        if key in self._active or len(self._active) > _DEEPEST:
            self._cuts += 1
            return None
        self._active.add(key)
        cuts = self._cuts
        try:
            value = make()
        finally:
            self._active.discard(key)
        if cuts == self._cuts or not self._active:
            self._known[key] = value
        return value


def _of_itself(family: Family, link: Link) -> bool:
    """Whether what a binding says begins with the name that it binds."""
    first = family.split(link.receiver)[0][0] if link.receiver else link.name
    return first == link.alias


def _is_open(family: Family, value: Value, name: str) -> bool:
    """Whether what a call of `name`, which is `value`, gives is not known at all."""
    if value.kind != OUTSIDE:
        return False
    # A value that may be called may be a function of the repository, or what holds its values.
    held = value.local and family.operator
    return bool(held) or family.gives_anything(value.reason == LIBRARY.reason, name)
