"""XML where it is configuration: what elements are called, by an attribute or by their own name.

A reader of our own: the grammar makes nodes of everything, while only names are wanted here, and a
large file of data is read no further than the names that are kept.  What an element means depends
on the root: builds (Maven, MSBuild, Ant), schemas and services, Android, property lists, forms.
Words are those of tags and attributes, names and comments; no value is kept.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import TYPE_CHECKING, NamedTuple

from uindex.extract import prose, words
from uindex.extract.config import Config
from uindex.extract.language import Reading, first_paragraph, split_chain
from uindex.extract.languages.xml.elements import Element, Elements
from uindex.record import Link

if TYPE_CHECKING:
    from collections.abc import Iterable

    from uindex.extract.parse import Span


def _by_tag(kinds: dict[str, str]) -> dict[str, str]:
    return {tag: kind for kind, tags in kinds.items() for tag in tags.split()}


# Kinds of the elements that have a name; "" for those whose name means something else.
_KINDS = _by_tag(
    {
        "component": "application activity service receiver provider",
        "object": "bean",
        "macro": "macrodef",
        "target": "target Target",
        "resource": "DataTemplate ControlTemplate Style",
        "section": "module profile",
        "": "action category uses-permission uses-feature uses-library uses-sdk",
        "view": "view",
        "table": "table",
    }
)
_SCHEMA = _by_tag(
    {
        "namespace": "definitions description",
        "type": "complexType simpleType",
        "field": "element attribute part",
        "mixin": "group attributeGroup",
        "message": "message",
        "interface": "portType interface",
        "method": "operation",
        "service": "service",
        "object": "binding",
        "key": "port endpoint key keyref unique notation",
    }
)
_ROOTS = {
    "schema": _SCHEMA, "definitions": _SCHEMA, "description": _SCHEMA,
    "resources": {"item": "key", "attr": "resource", "style": "resource"},
    "ui": _by_tag({"object": "widget layout action spacer", "": "property attribute"}),
}  # fmt: skip
_OTHERS = {"resources": "resource", "root": "resource"}
"""Kinds of all other elements that have a name, by root; "key" where nothing is said."""
_NAMING = {"id": 0, "name": 1, "key": 2}
_MAVEN_NAMED = frozenset(
    "profile execution repository pluginRepository snapshotRepository server mirror site".split()
)
_MAVEN_TAKEN = frozenset("dependency plugin parent extension".split())
_TAKEN_IN = {
    "PackageReference": "Include", "ProjectReference": "Include", "Reference": "Include",
    "Import": "Project", "Project": "Sdk", "import": "resource schemaLocation location file",
    "include": "schemaLocation href file layout", "redefine": "schemaLocation",
    "ResourceDictionary": "Source", "package": "id",
}  # fmt: skip
# Attributes whose value is the name of something else.
_REFERRING = frozenset(
    "class ref parent parentName factory-bean depends DependsOnTargets BeforeTargets AfterTargets "
    "TaskName TargetType BasedOn DataType x:Class resultType".split()
)
_TYPED = frozenset(["type", "interface", "impl"])
"""Likewise, where the value has several parts."""
_IN_SCHEMA = frozenset(
    "type ref base extension itemType memberTypes substitutionGroup refer message binding element "
    "interface extends".split()
)
_EVENT = re.compile(
    r"(?:[A-Z]\w*)?(?:Click|Loaded|Changed|Changing|Down|Up|Enter|Leave|Closing|Closed|Executed"
    r"|CanExecute|Opened|Completed|onClick)\Z",
    re.ASCII,
)
_TYPE_NAME = re.compile(rb"\.?[A-Za-z_][\w$]*(?:[.:/$][A-Za-z_][\w$-]*)*\Z")
_WORDS = re.compile(rb"[^\s,;|]+")
_PROPERTY = re.compile(
    rb"\$\{[\w.-]{1,100}\}|\$\([\w.-]{1,100}\)|@(?![+])(?:[\w.]+:)?[a-z]+/[\w.]+"
)
_NUMBER = re.compile(rb"[\d.,:-]*\Z|\{?[0-9A-Fa-f]{8}-[0-9A-Fa-f-]{20,30}\}?\Z")
_NAME = re.compile(rb"(?:@\+?[\w.]*:?id/)?([^\s{}<>$][^\n{}<>]{0,99})\Z")
_FIRST_ID = re.compile(rb"\s*<id>\s*([^\s<>]{1,100})\s*</id>")
_COORDINATE = re.compile(r"<(groupId|artifactId)>\s*([^<>\s]{1,200})\s*</")


class _Found(NamedTuple):
    """What one element defines."""

    kind: str
    name: Span
    end: int


class Xml(Config):
    """Names are kept as those of configuration keys are."""

    values = True

    def read(self, data: bytes) -> Reading:
        elements = Elements(data)
        elements.read()
        spans: dict[str, list[Span]] = {
            "comment": elements.comments, "name": [], "use": [], "import": [], "doc": [],
        }  # fmt: skip
        root = elements.found[0].name if elements.found else ""
        maven = root == "settings" or (root == "project" and b"<artifactId>" in data)
        following = [*elements.found[1:], None]
        for element, after in zip(elements.found, following, strict=False):
            found = _defined(element, after, root, maven)
            if found:
                spans.setdefault(f"symbol.{found.kind}", []).append((element.start, found.end))
                spans["name"].append(found.name)
            spans["import"] += _taken_in(element, maven)
            spans["use"] += _used(element, root)
            if element.name == "documentation":
                spans["doc"].append(element.text())
        spans["use"] += [match.span() for match in _PROPERTY.finditer(data)]
        spans = {name: sorted(set(found)) for name, found in spans.items()}
        spans["string"] = _outside(elements.values, spans["import"])
        marks = ("capped",) if elements.capped else ()
        return Reading(spans, [], marks, elements.damaged)

    def call(self, text: str) -> tuple[str, str]:
        if text[:2] in ("${", "$("):
            return text[2:-1], ""
        if text.startswith("@"):
            receiver, _, name = text[1:].rpartition("/")
            return name, receiver
        if ":" in text and "." not in text:
            receiver, _, name = text.rpartition(":")
            return name, receiver
        return split_chain(text)

    def imports(self, text: str, line: int, symbol: int) -> Iterable[Link]:
        parts = {match[1]: match[2] for match in _COORDINATE.finditer(text)}
        if parts:
            receiver = ":".join(parts[key] for key in ("groupId", "artifactId") if key in parts)
            yield Link("import", "", receiver, "", line, symbol)
            return
        module = prose.target(words.redact(text.encode()))
        if module:
            yield Link("import", "", module, "", line, symbol)

    def paragraph(self, written: str) -> str:
        return first_paragraph(written.removeprefix("<!--").removesuffix("-->").strip(" -\n"))


def _outside(values: list[Span], taken: list[Span]) -> list[Span]:
    """The values that are no part of an import: what a build takes in is told in words, too."""
    starts = [start for start, _ in taken]
    kept = []
    for start, end in sorted(values):
        at = bisect_right(starts, start) - 1
        if at < 0 or taken[at][1] < end:
            kept.append((start, end))
    return kept


def _defined(element: Element, after: Element | None, root: str, maven: bool) -> _Found | None:
    """What the element defines; `after` is the next one."""
    tag, above = element.name, element.above
    if root == "plist":
        if tag != "key":
            return None
        end = after.end if after and after.parent is element.parent else element.end
        return _named("key", element, element.text(), end)
    if maven or above == "PropertyGroup":
        return _by_text(element, tag, above)
    kinds = _ROOTS.get(root, _KINDS)
    kind = kinds.get(tag, _OTHERS.get(root, "key"))
    if not kind:
        return None
    best: tuple[int, Span] | None = None
    for name, span in element.attributes():
        rank = _NAMING.get(name.rpartition(":")[2].lower(), 9)
        if rank < 9 and (best is None or rank < best[0]):
            best = (rank, span)
    return _named(kind, element, best[1], element.end) if best else None


def _by_text(element: Element, tag: str, above: str) -> _Found | None:
    """Properties, by their tags; what an `<id>` names; the artifact itself."""
    if above in ("properties", "PropertyGroup"):
        low = element.start + 1
        return _named("key", element, (low, low + len(element.tag)), element.end)
    parent = element.parent
    if parent and tag == "id" and above in _MAVEN_NAMED:
        return None  # told with the element around it, of which it is the first
    if tag in _MAVEN_NAMED:
        match = _FIRST_ID.match(element.data, element.head, element.inner)
        kind = "section" if tag == "profile" else "key"
        return _named(kind, element, match.span(1), element.end) if match else None
    if tag == "artifactId" and parent and above == "project" and parent.parent is None:
        return _named("module", element, element.text(), element.end)
    return None


def _named(kind: str, element: Element, span: Span, end: int) -> _Found | None:
    value = element.data[slice(*span)]
    match = _NAME.match(value)
    if not match or _NUMBER.match(value):
        return None
    low, high = match.span(1)
    if kind == "component":  # a class, whose package is no part of its name
        low = max(low, value.rfind(b".") + 1)
    return _Found(kind, (span[0] + low, span[0] + high), end)


def _taken_in(element: Element, maven: bool) -> Iterable[Span]:
    """What an element takes in: the value that tells it, or of Maven the element that does."""
    tag = element.name
    if maven:
        if tag == "module" and element.above == "modules":
            return [element.text()]
        if tag in _MAVEN_TAKEN:
            last = element.data.find(b"</artifactId>", element.head, element.inner)
            return [(element.start, last + len(b"</artifactId>"))] if last >= 0 else []
        return ()
    wanted = _TAKEN_IN.get(tag, "").split()
    return [span for name, span in element.attributes() if wanted and name in wanted]


def _used(element: Element, root: str) -> Iterable[Span]:
    """The names of other things in an element."""
    data = element.data
    if b"." in element.tag and root != "project":
        yield element.start + 1, element.start + 1 + len(element.tag)
    text = element.text() if element.name.lower().endswith("class") else (0, 0)
    if text[0] < text[1] and _TYPE_NAME.match(data[slice(*text)]):
        yield text
    schema = _ROOTS.get(root) is _SCHEMA
    for name, (low, high) in element.attributes():
        wanted = name in (_IN_SCHEMA if schema else _REFERRING) or bool(_EVENT.match(name))
        wanted = wanted or (root == "manifest" and name == "android:name")
        if not wanted and name not in _TYPED:
            continue
        for match in _WORDS.finditer(data, low, min(high, low + 2000)):
            if _TYPE_NAME.match(match[0]) and (wanted or b"." in match[0]):
                yield match.span()


LANGUAGE = Xml()
