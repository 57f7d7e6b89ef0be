"""What JavaScript and TypeScript share."""

from __future__ import annotations

import re
from bisect import bisect_left
from typing import TYPE_CHECKING

from uindex.extract.language import CHAIN, Draft, Language, Line, Source
from uindex.extract.languages.ecmascript.lines import SCRIPT
from uindex.record import Link

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_COMMENT = re.compile(r"""("[^"\n]*"|'[^'\n]*'|`[^`]*`)|//[^\n]*|/\*.*?(?:\*/|\Z)""", re.DOTALL)
_STRING = re.compile(r"""["'`]([^"'`\n]{0,1000})["'`]""")
_NAMES = re.compile(r"\{([^{}]*)\}")
_STAR = re.compile(r"\*\s*(?:as\s+([\w$\x80-\U0010ffff]+|[\"'][^\"']*[\"']))?", re.ASCII)
_DEFAULT = re.compile(
    r"import\s+(?:type\s+|defer\s+|source\s+)?([\w$\x80-\U0010ffff]+)\s*(?:,|from\b)", re.ASCII
)
_ALIAS = re.compile(r"import\s+(?:type\s+)?([\w$\x80-\U0010ffff]+)\s*=\s*([\w$.\s]+)", re.ASCII)
_BOUND = re.compile(
    r"([\w$\x80-\U0010ffff]+)[^=]{0,400}=[^.]*\(\s*[\"'`][^\"'`]*[\"'`][^)]*\)(?:\.([\w$]+))?",
    re.ASCII,
)
_STATEMENT = re.compile(r"(?:import(?!\s*\()|export)\b")
_EXPORTED = re.compile(r"export\s+default\s+([\w$.]+)|export\s*=\s*([\w$.]+)", re.ASCII)
_CALLED = r"require\(\s*[\"'`]([^\"'`\n]{1,1000})[\"'`]\s*,?\s*\)"
_ASSIGNED = re.compile(
    rf"(?:module\.)?exports(?:\.([\w$]+))?\s*=\s*(?:([\w$]+)|{_CALLED})\Z", re.ASCII
)
_HELD = re.compile(
    rf"(?:\.\.\.\s*|([\w$\x80-\U0010ffff]+)(?=\s*:|\Z)\s*:?\s*)"
    rf"(?:([\w$\x80-\U0010ffff]+)|{_CALLED})?\Z",
    re.ASCII,
)
"""A property of an object, or what is spread in it."""
_EQUALS = re.compile(rb"=(?![=>])\s*")
_INSTANCE = re.compile(rb"\s*([A-Za-z_$\x80-\xff][\w$.\x80-\xff]*+)(?!\s*(?:[(\[`]|\?\.))")
_TAKEN_APART = re.compile(rb"[{\[]")
_REQUIRED = re.compile(rb"(?:await\s+import|require)\s*\([^()]{0,400}\)(?:\.[\w$]{1,100})?\s*")
_SURE = re.compile(r"!(?=[.\[(]|\Z)")
_BRACED = re.compile(r"\(\s*((?:[^()]|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))*)\)(?=[.?\[]|\Z)")
_ASSERTED = re.compile(r"[^=]*?\sas\s+([\w$.]+)(?:<[^()]*>)?\s*\Z", re.ASCII)
_BEFORE = re.compile(r"\A(?:(?:await|new)\s+)+")
_TAG = re.compile(
    rb"@param\s+\{(?P<type>[^{}\n]{1,200})\}\s+\[?(?P<name>[\w$]+)(?![\w$.])"
    rb"|@returns?\s+\{(?P<returned>[^{}\n]{1,200})\}"
    rb"|@(?P<taken>import\s+[^@;]{1,1000}?\sfrom\s+(?:'[^'\n]+'|\"[^\"\n]+\"))"
)
_MEMBER = re.compile(r"([\w$.]+)(?:<[^\[\]]*>)?\[[\"']([\w$]{1,40})[\"']\]", re.ASCII)
"""`App["scene"]`, the type of a member."""
_LOOKED_UP = re.compile(r"[\w$>]\[[^\]]")
_PRIMITIVE = {
    "bigint": "BigInt", "boolean": "Boolean", "number": "Number", "string": "String",
    "symbol": "Symbol", "any": "", "never": "", "object": "", "undefined": "", "unknown": "",
    "void": "",
}  # fmt: skip
"""Types that nothing can define -> the global that has their members, if any has."""
_PARAMETERS = 20
"""Names behind a comment among which that of a parameter is looked for."""
_WHOLE = re.compile(rb"(?<![\w$.])module\.exports\s{0,9}=\s{0,9}\Z")
_PATH = re.compile(r"[\w$\x80-\U0010ffff]+(?:\.[#\w$\x80-\U0010ffff]+)*\Z", re.ASCII)
_MODIFIERS = frozenset([b"public", b"private", b"protected"])
_SPELLED = {b"public": "public", b"private": "private", b"protected": "protected"}
_PLAIN = frozenset(
    "export declare const let var function class interface enum type namespace module "
    "exports. module.exports. this.".split()
)
_VALUE_NAME = re.compile(
    rb"\s*=\s*(?:async\s+)?(?:function\b\s*\*?|class\b)\s*(?!extends\b)[\w$\x80-\xff]+"
)
_ROOTS = ("module.exports", "exports", "this", "self")


class EcmaScript(Language):
    """Exported is public; what is assigned to a path belongs to that path."""

    wrappers = frozenset(
        "Promise PromiseLike Awaited Readonly Partial Required NonNullable".split()
    )
    keywords = frozenset(
        b"async await break case catch class const continue debugger default delete do else export "
        b"extends finally for from function get if import in instanceof let new null of return set "
        b"static super switch this throw true false try typeof undefined var void while with "
        b"yield".split()
    )

    lines: tuple[Line, ...] = SCRIPT

    def refine(self, source: Source, spans: dict[str, list[tuple[int, int]]]) -> None:
        found = []
        for _, end in spans.pop("instanceof", ()):
            match = _INSTANCE.match(source.data, end)
            if match and match[1] != b"this":
                found.append(match.span(1))
        if found:
            spans["use"] = sorted([*spans.get("use", ()), *found])
        _read_docs(source, spans)
        generics, scopes = spans.pop("generic", []), spans.pop("generic.scope", [])
        if generics:
            scopes = sorted({(start, -end) for start, end in scopes})
            _without_generics(self, source, spans, _known_in(source, generics, scopes))

    def finish(self, draft: Draft, source: Source, parents: list[Draft]) -> Draft | None:
        above = parents[draft.parent] if draft.parent >= 0 else None
        if draft.kind in ("variable", "field"):
            draft = _with_value(draft, source)
        whole = above is not None and above.end == draft.end and above.body in _bodies(draft)
        if above and whole:
            parents[draft.parent] = above._replace(body=draft.body)
        if draft.owner:
            owned = self._owned(draft, source)
            if owned is None:
                return None
            draft = owned._replace(parent=above.parent) if above and whole else owned
        elif above and draft.name == above.name and (whole or _argument(draft, source, above)):
            return None  # `const a = function a() {}` and `const A = memo(function A() {})`
        elif draft.kind == "field" and not above:
            return None  # of a type that is written out where it is used: `f<{ a: string }>()`
        if draft.kind in ("function", "class") and not draft.owner:
            handed = _WHOLE.search(source.data, max(0, draft.start - 60), draft.start)
            draft = draft._replace(start=handed.start()) if handed else draft
        head = source.data[draft.start : draft.name_start].split()
        kind = draft.kind
        if kind == "variable":
            if _REQUIRED.fullmatch(source.data, draft.body, draft.end):
                return None  # an import
            if b"const" in head:
                kind = "constant"
        elif kind == "method":
            kind = _method(draft, head, above)
            if not kind:
                return None
        elif kind == "property":
            kind = "field"
        draft = draft._replace(kind=kind, visibility=_visibility(draft, head))
        if above and above.kind == "constructor" and kind in ("method", "field"):
            # `this.run = () => …` and `constructor(private a)` make members of the class.
            return draft._replace(parent=above.parent)
        return draft

    def _owned(self, draft: Draft, source: Source) -> Draft | None:
        """An assignment to a member: `exports.a = …` is `a`, `A.prototype.b = …` is `A.b`."""
        owner = draft.owner.replace(" ", "")
        if (owner, draft.name) == ("module", "exports") and draft.kind != "variable":
            # What has a name of its own is told by that, as of `export default`.
            return None if _VALUE_NAME.match(source.data, draft.name_end) else draft
        root = owner in ("exports", "module.exports")
        if draft.kind == "variable" and (not root or _named(draft, source)):
            return None
        kind = draft.kind
        if owner.endswith(".prototype"):
            owner = owner.removesuffix(".prototype")
            kind = "method" if kind == "function" else kind
            if kind == "field" and draft.name == "constructor":
                return None
        for prefix in _ROOTS:
            if owner == prefix or owner.startswith(prefix + "."):
                owner = owner[len(prefix) + 1 :]
                if prefix == "this" and kind == "function":
                    kind = "method"
                break
        if not _PATH.match(owner):
            owner = ""
        return draft._replace(owner=owner, kind=kind)

    def signature(self, draft: Draft, source: Source) -> str:
        if draft.kind in ("variable", "constant") and _TAKEN_APART.search(
            source.data, draft.start, draft.name_start
        ):
            return ""
        text = super().signature(draft, source).rstrip(";")
        # What only repeats the kind, the visibility and the name is left out.
        before, name, after = text.rpartition(draft.name)
        if name and not after and all(word in _PLAIN for word in before.split()):
            return ""
        return text

    def call(self, text: str) -> tuple[str, str]:
        if text in ("require", "import"):
            return "", ""
        if text[:1] == "(" or text.startswith("new ") or "!" in text:
            text = _plain(text)
        return super().call(text)

    def type_name(self, text: str) -> tuple[str, str]:
        if "[" in text and _LOOKED_UP.search(text):
            member = _MEMBER.fullmatch(text.strip())
            return (member[2], member[1]) if member else ("", "")
        name, receiver = super().type_name(text)
        return (_PRIMITIVE.get(name, name), "") if not receiver else (name, receiver)

    def imports(self, text: str, line: int, symbol: int) -> Iterable[Link]:
        if "/" in text:
            # Strings match first: a comment's marks inside them stay.
            text = _COMMENT.sub(lambda match: match[1] or " ", text)
        if _STATEMENT.match(text):
            yield from _statement(text, line, symbol)
            return
        assigned = _ASSIGNED.match(text)
        if assigned:
            if assigned[3]:
                yield from _held(assigned[1] or "default", assigned[3], line, symbol)
            else:
                yield Link("import", assigned[2], "", assigned[1] or "default", line, symbol)
            return
        held = _HELD.match(text)
        if held:
            if held[3]:
                yield from _held(held[1] or "", held[3], line, symbol)
            elif not text.startswith("..."):
                yield Link("import", held[2] or held[1], "", held[1], line, symbol)
            return
        module = _module(text)
        if not module or ("require" not in text and "import" not in text):
            return
        names = _NAMES.match(text)
        if names:
            for name, alias in _pairs(names[1], ":"):
                yield Link("import", name, module, alias, line, symbol)
            return
        bound = _BOUND.match(text)
        if bound and not text.startswith(("import", "require")):
            yield Link("import", bound[2] or "", module, bound[1], line, symbol)
        else:
            yield Link("import", "", module, "", line, symbol)


def _plain(text: str) -> str:
    """A callee without what changes nothing of what it means: `(await a()).b`, `new A().b`, `a!.b`;
    of `(a as T).b` the type is what counts, and a value of it reads as a call that makes one."""
    text = _SURE.sub("", text)
    inner = _BRACED.match(text)
    while inner:
        asserted = _ASSERTED.match(inner[1])
        kind = _PRIMITIVE.get(asserted[1], asserted[1]) if asserted else ""
        begin = (f"{kind}()" if kind else "…") if asserted else inner[1]
        text = begin + text[inner.end() :]
        inner = _BRACED.match(text)
    return _BEFORE.sub("", text)


def _held(alias: str, module: str, line: int, symbol: int) -> Iterator[Link]:
    """The links of a module that is handed on by a name, or all of whose names are."""
    if not alias:
        yield Link("import", "*", module, "", line, symbol)
        return
    yield Link("import", "", module, alias, line, symbol)
    if alias != "default":
        yield Link("import", alias, "", alias, line, symbol)


def _read_docs(source: Source, spans: dict[str, list[tuple[int, int]]]) -> None:
    """What comments say of types, and of modules that types are taken from."""
    found: dict[str, list[tuple[int, int]]] = {}
    names, told = spans.get("bind.name", []), set[tuple[int, int]]()
    for start, end in spans.get("comment", ()):
        if source.data[start : start + 3] != b"/**":
            continue
        for tag in _TAG.finditer(source.data, start, end):
            if tag["taken"]:
                found.setdefault("import", []).append(tag.span("taken"))
            elif tag["returned"]:
                found.setdefault("returns", []).append(tag.span("returned"))
            elif tag["name"]:
                found.setdefault("bind", []).append(tag.span())
                found.setdefault("bind.type", []).append(tag.span("type"))
                found.setdefault("bind.name", []).append(tag.span("name"))
                told.update(_parameter(source, names, end, tag["name"]))
    if told:
        spans["bind.name"] = [span for span in names if span not in told]
    for kind, more in found.items():
        spans[kind] = sorted([*spans.get(kind, ()), *more])


def _parameter(
    source: Source, names: list[tuple[int, int]], end: int, name: bytes
) -> Iterator[tuple[int, int]]:
    """The parameter that a comment which ends there tells of: the first thing of its name."""
    at = bisect_left(names, (end, 0))
    for span in names[at : at + _PARAMETERS]:
        if source.data[slice(*span)] == name:
            yield span
            return


def _known_in(
    source: Source, generics: list[tuple[int, int]], scopes: list[tuple[int, int]]
) -> dict[bytes, list[tuple[int, int]]]:
    """Type parameter -> where it is one: the innermost of the scopes (start, -end) around it."""
    known: dict[bytes, list[tuple[int, int]]] = {}
    opened: list[tuple[int, int]] = []
    at = 0
    for start, end in generics:
        while at < len(scopes) and scopes[at][0] <= start:
            while opened and opened[-1][1] <= scopes[at][0]:
                opened.pop()
            opened.append((scopes[at][0], -scopes[at][1]))
            at += 1
        while opened and opened[-1][1] < end:
            opened.pop()
        if opened:
            known.setdefault(source.data[start:end], []).append(opened[-1])
    return known


def _without_generics(
    language: Language, source: Source, spans: dict[str, list[tuple[int, int]]],
    known: dict[bytes, list[tuple[int, int]]],
) -> None:  # fmt: skip
    """Take away uses of type parameters, and what is of such a type."""
    for kind in ("use", "bind.type", "returns"):
        kept = []
        for start, end in spans.get(kind, ()):
            name = source.data[start:end]
            if kind != "use" and not name.isalnum():
                name = language.type_name(source.slice(start, min(end, start + CHAIN)))[0].encode()
            if not any(low <= start < high for low, high in known.get(name, ())):
                kept.append((start, end))
        if kind in spans:
            spans[kind] = kept


def _with_value(draft: Draft, source: Source) -> Draft:
    """The draft with its body where the value begins."""
    # A value that begins further on is out of the signature's reach anyhow.
    match = _EQUALS.search(source.masked, draft.name_end, min(draft.end, draft.name_end + 2000))
    return draft._replace(body=match.end()) if match else draft


def _bodies(draft: Draft) -> tuple[int, int]:
    """Where the body of a definition begins that has this one as its value: it may be told only of
    the inner one."""
    return draft.body, draft.end


def _argument(draft: Draft, source: Source, above: Draft) -> bool:
    """Whether the definition is handed to a call whose result a variable holds."""
    before = source.data[max(0, draft.start - 40) : draft.start].rstrip()
    return above.kind in ("variable", "constant") and before.endswith((b"(", b","))


def _named(draft: Draft, source: Source) -> bool:
    """Whether what is assigned is a mere name, or imported: no definition."""
    value = source.data[draft.body : draft.end]
    return _REQUIRED.fullmatch(value) is not None or re.fullmatch(rb"[\w$.]+", value) is not None


def _method(draft: Draft, head: list[bytes], above: Draft | None) -> str:
    """The kind of a member; "" for a signature inside a function, which is of a local type."""
    if draft.body == draft.end and above and above.kind in ("function", "method", "constructor"):
        return ""
    if b"get" in head or b"set" in head or b"accessor" in head:
        return "property"
    if draft.name == "constructor" and above and above.kind == "class":
        return "constructor"
    return "method"


def _visibility(draft: Draft, head: list[bytes]) -> str:
    if draft.name.startswith("#"):
        return "private"
    for word in head:
        if word in _MODIFIERS:
            return _SPELLED[word]
    if head[:1] == [b"export"] or draft.name == "default":
        return "public"
    return ""


def _module(text: str) -> str:
    """The specifier: the last string of an import."""
    found = ""
    for match in _STRING.finditer(text):
        found = match[1]
        if text.startswith(("import(", "require(")) or "=" in text[: match.start()]:
            break
    return found


def _statement(text: str, line: int, symbol: int) -> Iterator[Link]:
    """The links of an import or export statement."""
    alias = _ALIAS.match(text)
    if alias and not alias[2].strip().startswith("require"):
        path = "".join(alias[2].split())
        outer, _, name = path.rpartition(".")
        yield Link("import", name, outer, alias[1], line, symbol)
        return
    exported = _EXPORTED.match(text)
    if exported:
        path = exported[1] or exported[2]
        outer, _, name = path.rpartition(".")
        yield Link("import", name, outer, "default", line, symbol)
        return
    handed = text.startswith("export")
    if not handed:
        symbol = -1  # it may stand in a comment that belongs to one
    cut = re.search(r"\bwith\s*\{|\bassert\s*\{", text)
    text = text[: cut.start()] if cut else text
    module = _specifier(text)
    if alias:
        yield Link("import", "", module, alias[1], line, symbol)
        return
    before = len(module)
    default = _DEFAULT.match(text)
    if default:
        yield Link("import", "default", module, default[1], line, symbol)
        before = -1
    names = _NAMES.search(text)
    if names:
        for name, other in _pairs(names[1], " as "):
            # What is handed on has an alias always: what is taken in may have the same name.
            yield Link("import", name, module, other or name * handed, line, symbol)
            if handed and module and other:
                yield Link("import", other, "", other, line, symbol)
        return
    star = _STAR.search(text)
    if star:
        called = (star[1] or "").strip("\"'")
        yield Link("import", "*", module, called, line, symbol)
        if handed and called:
            yield Link("import", called, "", called, line, symbol)
    elif before >= 0 and module:
        yield Link("import", "", module, "", line, symbol)


def _specifier(text: str) -> str:
    """The string at the end of a statement."""
    found = ""
    for match in _STRING.finditer(text, text.rfind("}") + 1):
        found = match[1]
    return found


def _pairs(names: str, between: str) -> Iterator[tuple[str, str]]:
    """(name, alias) of `a, b as c` or `a, b: c = 1, ...d`."""
    for part in names.split(","):
        written = " ".join(part.split("=")[0].split())
        written = written.removeprefix("type ") if not written.startswith("type as") else written
        name, _, alias = written.partition(between)
        name, alias = name.strip(" \"'"), alias.strip(" \"'")
        if name.startswith("..."):
            yield "*", name[3:]
        elif name:
            yield name, alias if alias != name else ""
