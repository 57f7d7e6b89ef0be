"""What Vue, Svelte and Astro components and HTML pages share: markup around scripts and styles.

The markup and the styles have readers of our own.  Scripts, whatever their number, are one text in
which all else is blank, so that TypeScript's grammar, which reads nearly all JavaScript, finds
everything where it stands in the file; the expressions in the markup are a second such text.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from uindex.extract import prose, words
from uindex.extract.language import Draft, Layer, Reading, Site, Source, first_paragraph
from uindex.extract.languages import stylesheet
from uindex.extract.languages.stylesheet import Styles
from uindex.extract.languages.typescript import TypeScript
from uindex.extract.markup import Markup
from uindex.record import Link

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from uindex.extract.markup import Attribute, Raw, Tag
    from uindex.extract.parse import Span

_BLANKED = bytes(c if c in b"\n\r" else 32 for c in range(256))
_SCRIPT_TYPES = frozenset(
    b"module text/javascript application/javascript application/x-javascript text/ecmascript "
    b"application/ecmascript text/babel text/jsx".split()
)
# JavaScript may hold JSX without saying so, and has no casts that JSX is in the way of.
_SCRIPT_LANGS = {b"": "tsx", b"js": "tsx", b"javascript": "tsx", b"jsx": "tsx", b"tsx": "tsx",
                 b"babel": "tsx", b"ts": "typescript", b"typescript": "typescript"}  # fmt: skip
_STYLE_LANGS = {b"": "css", b"css": "css", b"postcss": "css", b"scss": "scss", b"less": "less"}
_COMMENT = re.compile(r"\A<!--+|--+>\Z")
_SOURCE = re.compile(
    r"<[a-z][\w-]*\s(?:[^>]*?\s)?(?:src|href)\s*=\s*(?:[\"']([^\"'\n]{1,400})|([^\s\"'<>]{1,400}))",
    re.IGNORECASE,
)
_NAMED = re.compile(rb"[^\n\r]")
# Text that looks so is code, or the rest of a tag that is damaged.
_LIKE_ATTRIBUTE = re.compile(rb"=(\"[^\"\n<>]*\"|'[^'\n<>]*')")
_NOWHERE = re.compile(rb"\A(?:(?:data|javascript):|\{)|\{\{|\{%|<[%?]", re.IGNORECASE)
_OBJECT = re.compile(rb"\s*(?:\{|function\b|async\b)")
MARKUP_WORDS = frozenset(
    b"div span br li ul ol tr td th tbody thead href src class style html head body".split()
)


class Component(TypeScript):
    """Defaults for all of them; a language says what its expressions are."""

    mixed = True
    braces = b""
    nested = False
    stems = ""
    """Queries that scripts are also asked, blank-separated."""
    keywords = TypeScript.keywords | MARKUP_WORDS

    def scan(self, data: bytes) -> Markup:
        """The markup of the text."""
        return Markup(data, braces=self.braces, nested=self.nested)

    def front(self, data: bytes) -> Span | None:
        """The script at the top that no tag holds."""
        return None

    def expression(self, markup: Markup, start: int, end: int) -> Span | None:
        """The part of what stands in braces in a text that is an expression."""
        return start, end

    def value(self, tag: Tag, attribute: Attribute, data: bytes) -> Span | None:
        """The part of an attribute's value that is an expression, if it is one."""
        if not attribute.braced:
            return None
        spread = 3 * data.startswith(b"...", attribute.start)
        return attribute.start + spread, attribute.end

    def directive(self, attribute: Attribute) -> Span | None:
        """What an attribute's name uses."""
        return None

    def templates(self, data: bytes, start: int, end: int) -> list[Span]:
        """What a template engine puts into a script."""
        return []

    def more(self, markup: Markup, spans: dict[str, list[Span]]) -> list[Site]:
        """Add captures of the markup that only the language knows; its links."""
        return []

    def read(self, data: bytes) -> Reading:
        markup = self.scan(data)
        markup.read()
        spans: dict[str, list[Span]] = {
            "comment": markup.comments, "prose": markup.texts, "string": markup.templates,
            "use": [], "import": [], "opaque": [], "symbol.component": [],
        }  # fmt: skip
        scripts = _Blanks(data)
        others = {"typescript": scripts, "tsx": _Blanks(data)}
        front = self.front(data)
        if front:
            scripts.keep(*front)
        damaged = markup.damaged
        for low, high in markup.texts:
            spans["string"] += [m.span(1) for m in _LIKE_ATTRIBUTE.finditer(data, low, high)]
        for raw in markup.raws:
            damaged = self._raw(raw, data, others, spans) or damaged
        expressions = list(self._markup(markup, spans))
        links = self.more(markup, spans)
        layers = [
            Layer(grammar, self._queries(grammar), blanks.text())
            for grammar, blanks in others.items()
            if blanks.kept
        ]
        if expressions:
            layers.append(self._expressions(data, expressions))
        spans = {name: sorted(found) for name, found in spans.items()}
        return Reading(spans, links, (), damaged, tuple(layers))

    def _queries(self, grammar: str) -> str:
        jsx = " ecmascript/jsx" if grammar == "tsx" else ""
        return f"ecmascript typescript{jsx} ecmascript/members{self.stems}"

    def _raw(
        self, raw: Raw, data: bytes, scripts: dict[str, _Blanks], spans: dict[str, list[Span]]
    ) -> bool:
        """Give what a tag holds to who can read it; whether it is damaged."""
        name = raw.tag.name.lower()
        if name == b"script":
            if raw.tag.get(b"src"):
                spans["import"].append((raw.tag.start, raw.tag.end))
            grammar = _grammar(raw.tag, data)
            if grammar:
                scripts[grammar].keep(raw.start, raw.end)
                templates = self.templates(data, raw.start, raw.end)
                for span in templates:
                    scripts[grammar].stand_in(*span)
                spans["opaque"] += templates
                return False
        elif name == b"style":
            if raw.tag.get(b"src"):
                spans["import"].append((raw.tag.start, raw.tag.end))
            dialect = _STYLE_LANGS.get(_value(raw.tag, b"lang", data))
            if dialect:
                styles = Styles(data, raw.start, raw.end, dialect=dialect)
                for capture, found in styles.read().items():
                    spans.setdefault(capture, []).extend(found)
                return styles.damaged
        spans["opaque" if name in (b"template", b"docs") else "string"].append((raw.start, raw.end))
        return False

    def _markup(self, markup: Markup, spans: dict[str, list[Span]]) -> Iterator[Span]:
        """The expressions of the markup; what tags use and hide goes to `spans`."""
        data = markup.data
        for start, end in markup.expressions:
            part = self.expression(markup, start, end)
            if part:
                yield part
        for tag in markup.tags:
            if tag.closing:
                continue
            if _is_component(tag.name):
                spans["use"].append((tag.name_start, tag.name_start + len(tag.name)))
            for one in tag.attributes:
                used = self.directive(one)
                if used:
                    spans["use"].append(used)
                if one.start == one.end:
                    continue
                part = self.value(tag, one, data)
                if part:
                    yield part
                if not part and not one.braced:
                    spans["string"].extend(_around(one))
                    yield from one.pieces

    def _expressions(self, data: bytes, found: list[Span]) -> Layer:
        """The expressions as statements of one script."""
        blanks = _Blanks(data)
        last = 0
        for start, end in sorted(found, key=lambda span: (span[0], -span[1])):
            if start < last or end <= start:
                continue
            blanks.statement(start, end)
            last = end
        grammar = "tsx" if self.nested else "typescript"
        return Layer(grammar, "component/expressions", blanks.text(), exact=False)

    def finish(self, draft: Draft, source: Source, parents: list[Draft]) -> Draft | None:
        if is_style(draft):
            return stylesheet.finish(draft, parents)
        if draft.kind == "component":
            return draft
        return super().finish(draft, source, parents)

    def signature(self, draft: Draft, source: Source) -> str:
        if draft.kind == "component":
            return ""
        written = super().signature(draft, source)
        return stylesheet.signature(draft, source, written) if is_style(draft) else written

    def call(self, text: str) -> tuple[str, str]:
        return (text, "") if stylesheet.sigiled(text) else super().call(text)

    def imports(self, text: str, line: int, symbol: int) -> Iterable[Link]:
        if text.startswith("<"):
            match = _SOURCE.match(text)
            target = (match[1] or match[2]).encode() if match else b""
            if followed(target):
                module = prose.target(words.redact(target))
                yield Link("import", "", module, "", line, symbol)
        elif text.startswith("@"):
            for name, module, alias in stylesheet.imports(text):
                yield Link("import", name, module, alias, line, symbol)
        else:
            yield from super().imports(text, line, symbol)

    def paragraph(self, written: str) -> str:
        return first_paragraph(_COMMENT.sub("", written))


class _Blanks:
    """A text as long as another, blank but for the parts that are kept."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.kept = False
        self._buffer: bytearray | None = None

    def _blank(self) -> bytearray:
        if self._buffer is None:
            self._buffer = bytearray(self.data.translate(_BLANKED))
        self.kept = True
        return self._buffer

    def keep(self, start: int, end: int) -> None:
        """A script; it ends the statement before it."""
        buffer = self._blank()
        buffer[start:end] = self.data[start:end]
        if start:
            buffer[start - 1 : start] = b";"

    def stand_in(self, start: int, end: int) -> None:
        """Put a name in the place of what is not JavaScript."""
        self._blank()[start:end] = _NAMED.sub(b"_", self.data[start:end])

    def statement(self, start: int, end: int) -> None:
        """An expression, which becomes a statement; braces are those of an object."""
        buffer = self._blank()
        buffer[start:end] = self.data[start:end]
        before, after = b";", b";"
        if _OBJECT.match(self.data, start, end):
            before, after = b"(", b")"
            if start > 1 and buffer[start - 2] == 32:
                buffer[start - 2 : start - 1] = b";"
        if start and buffer[start - 1 : start] != b"\n":
            buffer[start - 1 : start] = before
        if end < len(buffer) and buffer[end : end + 1] != b"\n":
            buffer[end : end + 1] = after

    def text(self) -> bytes:
        """The text so far."""
        return bytes(self._blank())


def followed(target: bytes) -> bool:
    """Whether a link leads somewhere that its text tells."""
    return bool(target) and not _NOWHERE.search(target)


def is_style(draft: Draft) -> bool:
    """Whether a draft is of a stylesheet, where its kind or name gives that away."""
    return draft.kind in ("selector", "mixin") or draft.name.startswith("--")


def _value(tag: Tag, name: bytes, data: bytes) -> bytes:
    one = tag.get(name)
    return data[one.start : one.end].strip().lower() if one else b""


def _grammar(tag: Tag, data: bytes) -> str:
    """The grammar for a script, "" for what is none."""
    lang, kind = _value(tag, b"lang", data), _value(tag, b"type", data)
    if kind in (b"text/typescript", b"application/typescript", b"ts"):
        return "typescript"
    if kind and kind not in _SCRIPT_TYPES and not lang:
        return ""
    return _SCRIPT_LANGS.get(lang, "")


def _is_component(name: bytes) -> bool:
    """Whether a tag is no element of HTML: it has a capital, a dash or a dot."""
    if b":" in name:
        return False
    return name[:1].isupper() or b"-" in name or b"." in name


def _around(one: Attribute) -> Iterator[Span]:
    """A quoted value without the expressions in it."""
    at = one.start
    for start, end in one.pieces:
        yield at, start
        at = end
    yield at, one.end
