"""Perl 5, with Moose's attributes and the documentation in POD."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from uindex.extract.language import (
    CALLABLES,
    DOC,
    Draft,
    Language,
    Line,
    Source,
    first_paragraph,
    split_chain,
)
from uindex.extract.languages.perl.bindings import tell
from uindex.extract.languages.perl.text import literals
from uindex.record import Link

if TYPE_CHECKING:
    from collections.abc import Iterable

    from uindex.extract.parse import Span

# Functions of the language itself, and what other links and symbols tell.
_BUILTIN = frozenset(
    "abs after alarm around atan2 before bind binmode bless chdir chmod chomp chop chown chr "
    "close closedir connect cos crypt defined delete die do each eof eval exec exists exit exp "
    "extends fcntl fileno flock fork getc glob goto grep has hex import index int ioctl join "
    "keys kill last lc lcfirst length link listen local localtime log lstat map mkdir my next "
    "no oct open opendir ord pack pipe pop pos print printf push quotemeta rand read readdir "
    "readline readlink redo ref rename require reset return reverse rewinddir rindex rmdir say "
    "scalar seek select shift sin sleep socket sort splice split sprintf sqrt srand stat study "
    "sub substr symlink syscall sysopen sysread system syswrite tell tie time times truncate uc "
    "ucfirst umask undef unlink unpack unshift untie use utime values vec wait waitpid "
    "wantarray warn with write STDERR STDIN STDOUT".split()
)
# Modules that change how the text is read and bring nothing in.
_PRAGMAS = frozenset(
    "autodie bigint bignum bytes constant diagnostics experimental feature fields filetest if "
    "integer less lib locale mro open ops overload re sigtrap sort strict subs utf8 vars version "
    "vmsish warnings".split()
)
_USE = re.compile(r"use\s+([A-Za-z_][\w:]*)\s*([\d._v]*)\s*(.*)", re.DOTALL | re.ASCII)
_REQUIRE = re.compile(
    r"require\s*\(?\s*(?:([A-Za-z_][\w:]*)|\"([^\"$@\n]+)\"|'([^'\n]+)')", re.ASCII
)
_LIST = re.compile(r"qw\s*([(\[{</|!])([^)\]}>/|!]*)|\"([^\"\n]*)\"|'([^'\n]*)'", re.ASCII)
_TAKEN = re.compile(r"[:$@%&]?[A-Za-z_][\w:]*\Z", re.ASCII)
_BASE_NAMES = re.compile(rb"[\s({\[</'\"](\w+(?:::\w+)*)(?=[\s)}\]>/'\"])")
_INHERITS = re.compile(rb"use[ \t]+(?:parent|base|Mojo::Base)\b[^;]{0,2000}")
_EXTENDS = re.compile(rb"[^;{]{0,600}")
_ISA = re.compile(rb"@ISA\b[ \t]*=[^;]{0,600}")
_WORD = re.compile(rb"\w+")
_GLOB = re.compile(r"\{\s*[\"']((?:::)?(?:[A-Za-z_]\w*::)*[A-Za-z_]\w*)[\"']\s*\}", re.ASCII)
# What takes its object or class first; `shift->` and `$_[0]{` do so on the way.
_SELF = re.compile(
    rb"\s*+(?:#[^\n]*+\s*+)*+my[ \t]*\(?[ \t]*\$(?:self|class|this|proto|c)\b"
    rb"|[^;}]{0,300}?(?:\bshift->|\$_\[0\](?:->|\{))"
)
_SIGNED = re.compile(rb"[^\n{]{0,200}?\([ \t]*\$(?:self|class|this|c)\b")
_NAME = rb"(?:(?P<owner>\w+(?:::\w+)*)::)?(?P<name>[A-Za-z_]\w{0,200})"
_COMMAND = re.compile(rb"^=(head[1-4]|item|method|attr|func|function|sub)[ \t]+([^\n]+)", re.M)
_NEXT = re.compile(rb"^=[a-z]", re.MULTILINE)
_TITLE = re.compile(
    rb"(?:[BCFIS]<+[ \t]*)?(?:[$\w]+(?:->|::))*(\w+)(?=[\s(>;=]*(?:[$@%\\\[({<>\"']|\Z))"
)
_END = re.compile(rb"^__(?:END|DATA)__[ \t\r]*$", re.MULTILINE)
_CUT = re.compile(rb"^=cut\b[^\n]*\n?\s*(?!=[a-z]|\s|\Z)", re.MULTILINE)
_HEAD_END = re.compile(rb"[;{\n]")
_FORMAT = re.compile(r"[BCEFILSXZ]<+\s*(?:[^<>|]*\|)?([^<>]*?)\s*>+")
_LINK = re.compile(rb"L<{1,3}\s?(?:[^<>|\n]{0,200}\|)?([^<>|\n]{1,200}?)\s?>")
_MAGIC = re.compile(r"^#!.*|^#[ \t]*(?:-\*-|vim?:).*", re.MULTILINE)


class Perl(Language):
    """A package goes on to the next one; a sub that takes `$self` or `$class` first is a method.

    What POD says under a sub's name is its doc.
    """

    grammar = "perl"
    selves = frozenset(["$self", "$class", "$this", "__PACKAGE__"])
    separator = "::"
    keywords = frozenset(
        b"and cmp continue default do else elsif eq foreach for ge given gt if last le local lt my "
        b"ne next not or our package print redo require return self shift state sub undef unless "
        b"until use when while xor strict warnings class".split()
    )
    lines = (
        Line("package", re.compile(rb"^[ \t]*package[ \t]+(?P<name>[A-Za-z_][\w:]*)[ \t]*[\w.]*"
                                   rb"[ \t]*[;{]", re.MULTILINE)),
        Line("function", re.compile(rb"^[ \t]*(?:my[ \t]+|our[ \t]+)?sub[ \t]+" + _NAME
                                    + rb"(?=[ \t\r]*[\n({:])", re.MULTILINE)),
    )  # fmt: skip

    def prepare(self, data: bytes) -> bytes:
        """POD behind `__END__` is read where nothing else stands there.

        A comment that ends with the file, without a line break, would keep the parser for ever.
        """
        note = data.find(b"#", data.rfind(b"\n") + 1)
        if note >= 0:
            data = data[:note] + b" " * (len(data) - note)
        match = _END.search(data) if b"\n__" in data else None
        if match is None:
            return data
        rest = data[match.end() :]
        if rest.lstrip()[:1] != b"=" or _CUT.search(rest):
            return data
        return data[: match.start()] + b" " * (match.end() - match.start()) + rest

    def literals(self, data: bytes) -> tuple[list[Span], list[Span]]:
        return literals(data)

    def refine(self, source: Source, spans: dict[str, list[Span]]) -> None:
        data = source.data
        pods = [span for span in spans.get("comment", ()) if data.startswith(b"=", span[0])]
        scopes = spans.pop("scope", [])
        for kind in ("symbol.package", "symbol.class", "symbol.trait"):
            if kind in spans:
                spans[kind] = _packages(spans[kind], scopes, source.masked, _code_end(data, pods))
        spans["name"] = _names(data, spans)
        plain = [(s + data.startswith(b"&", s), e) for s, e in spans.get("call", ())]
        spans["call"] = sorted([*plain, *_methods(spans)])
        spans["base"] = sorted([*spans.get("base", ()), *_bases(source, spans["call"])])
        tell(source.masked, spans)
        spans["doc-link"] = [m.span(1) for span in pods for m in _LINK.finditer(data, *span)]
        named = _section(data, pods, b"NAME")
        if named:
            spans["doc"] = [named]

    def finish(self, draft: Draft, source: Source, parents: list[Draft]) -> Draft | None:
        above = parents[draft.parent] if draft.parent >= 0 else None
        kind, name, data = draft.kind, draft.name, source.masked
        if kind in ("package", "class", "trait"):
            body = min(draft.body, _line_end(data, draft.name_end))
            return draft._replace(body=body, parent=-1)  # its name is never relative
        if kind == "property" and above is not None and above.kind in CALLABLES:
            return None
        if kind == "alias" and name[:1] in "{$":
            # A glob by a string, `*{"A::b"}`: where the string is a name it is that name.
            match = _GLOB.fullmatch(name)
            if not match:
                return None
            name = match[1]
            draft = draft._replace(name_end=draft.name_start + match.end(1))
        owner, _, name = name.rpartition("::")
        low = draft.name_end - len(name.encode())
        if kind == "alias" and data.startswith(b"sub", draft.body):
            kind = "function"
        if kind == "function" and (
            _SELF.match(data, draft.body + 1) or _SIGNED.match(data, draft.name_end)
        ):
            kind = "method"
        owner = draft.owner or owner
        if owner:  # it is that package's, wherever it stands
            draft = draft._replace(owner=owner, parent=-1)
        visibility = "private" if name.startswith("_") else "public"
        return draft._replace(kind=kind, name=name, name_start=low, visibility=visibility)

    def documents(self, source: Source, drafts: list[Draft]) -> dict[int, Span]:
        told = _titled(source.data)
        found = {}
        for index, draft in enumerate(drafts):
            if draft.kind in ("package", "class"):
                span = told.get(b"NAME") if draft.parent < 0 else None
                told.pop(b"NAME", None)
            else:
                span = told.get(draft.name.encode())
            if span:
                found[index] = span
        return found

    def signature(self, draft: Draft, source: Source) -> str:
        if draft.kind in ("alias", "property", "constant"):
            words = {"alias": "", "property": "has ", "constant": "use constant "}[draft.kind]
            return f"{words}{draft.name}" if words else ""
        return super().signature(draft, source)

    def imports(self, text: str, line: int, symbol: int) -> Iterable[Link]:
        match = _REQUIRE.match(text)
        if match:
            yield Link("import", "", match[1] or match[2] or match[3], "", line, symbol)
        match = _USE.match(text)
        if match is None or match[1] in _PRAGMAS:
            return
        module, rest = match[1], match[3]
        words = [
            word
            for quoted in _LIST.finditer(rest)
            for word in (quoted[2] or quoted[3] or quoted[4] or "").split()
            if _TAKEN.match(word)
        ]
        if module == "Mojo::Base":
            yield Link("import", "", module, "", line, symbol)
        if module in ("parent", "base", "Mojo::Base"):
            for word in words if "-norequire" not in rest else ():
                yield Link("import", "", word, "", line, symbol)
        elif words:
            for word in words:
                yield Link("import", word, module, "", line, symbol)
        else:
            yield Link("import", "", module, "", line, symbol)

    def call(self, text: str) -> tuple[str, str]:
        name, receiver = split_chain(text)
        if name.startswith("$") or (not receiver and name in _BUILTIN):
            return "", ""
        return name, "SUPER" if receiver.endswith("->SUPER") else receiver

    def reference(self, kind: str, text: str, line: int, symbol: int) -> Iterable[Link]:
        target, _, name = text.strip().partition("/") if "://" not in text else (text, "", "")
        yield Link(kind, name.strip("\"' "), target.strip(), "", line, symbol)

    def paragraph(self, written: str) -> str:
        text = written.replace("\r\n", "\n")
        if not text.startswith("#"):
            return first_paragraph(_FORMAT.sub(r"\1", _prose(text)))
        return first_paragraph(_MAGIC.sub("", text))


def _prose(pod: str) -> str:
    """The first paragraph below the last heading of a POD block that is no code."""
    blocks = re.split(r"\n[ \t]*\n", pod.strip())
    heads = [at for at, block in enumerate(blocks) if block.startswith("=head")]
    for block in blocks[heads[-1] if heads else 0 :]:
        if block.strip() and not block.startswith(("=", " ", "\t")):
            return block[: 4 * DOC]
    return ""


def _titled(data: bytes) -> dict[bytes, Span]:
    """The sections of POD by the word that their title consists of, arguments apart."""
    found: dict[bytes, Span] = {}
    if b"\n=" not in data:
        return found
    for match in _COMMAND.finditer(data):
        title = _TITLE.match(match[2].rstrip())
        if title and title[1] not in found:
            after = _NEXT.search(data, match.end())
            # From the line below NAME: the whole of it is the doc of the file.
            start = match.end() + 1 if title[1] == b"NAME" else match.start()
            found[title[1]] = start, after.start() if after else len(data)
    return found


def _section(data: bytes, pods: list[Span], title: bytes) -> Span | None:
    """The section of POD with the title."""
    for start, end in pods:
        for match in _COMMAND.finditer(data, start, end):
            if match[2].strip() == title:
                after = _NEXT.search(data, match.end(), end)
                return match.start(), after.start() if after else end
    return None


def _line_end(data: bytes, at: int) -> int:
    """Where the line of `at`, or the statement, ends."""
    match = _HEAD_END.search(data, at)
    return match.start() if match else len(data)


def _code_end(data: bytes, pods: list[Span]) -> int:
    """Where the code ends: before `__END__`, or POD that nothing follows."""
    tail = _END.search(data) if b"\n__" in data else None
    if tail:
        return tail.start()
    return pods[-1][0] if pods and not data[pods[-1][1] :].strip() else len(data)


def _packages(packages: list[Span], scopes: list[Span], data: bytes, last: int) -> list[Span]:
    """The packages, up to the next one, the end of the block they stand in, or that of the code."""
    found: list[Span] = []
    opened: list[Span] = []
    above: dict[Span, int] = {}  # by scope the package that is in force there
    blocks = iter(sorted(scopes, key=lambda span: (span[0], -span[1])))
    block = next(blocks, None)
    for start, end in packages:
        while block and block[0] < start:
            opened.append(block)
            block = next(blocks, None)
        while opened and opened[-1][1] <= start:
            opened.pop()
        if data[end - 1 : end] == b"}":
            found.append((start, end))
            continue
        scope = opened[-1] if opened else (0, last + 1)
        if scope in above:
            before = found[above[scope]]
            found[above[scope]] = before[0], _code_before(data, before[0], start)
        above[scope] = len(found)
        found.append((start, max(end, _code_before(data, end, scope[1] - 1))))
    return sorted(found, key=lambda span: (span[0], -span[1]))


def _code_before(data: bytes, start: int, end: int) -> int:
    """`end` without the blanks before it."""
    return start + len(data[start:end].rstrip())


def _names(data: bytes, spans: dict[str, list[Span]]) -> list[Span]:
    """The names; of a list of attributes each word, of a quoted one what is in the quotes."""
    found: list[Span] = []
    for start, end in spans.get("name", ()):
        if data[start : start + 1] in b"['\"":
            low = data.find(b"qw", start, end) + 2 if data[start : start + 1] == b"[" else start
            found.extend(word.span() for word in _WORD.finditer(data, max(low, start), end))
        else:
            found.append((start, end))
    return found


def _methods(spans: dict[str, list[Span]]) -> list[Span]:
    """Calls of methods: from where the chain of calls begins to the end of the method's name."""
    chains = sorted(spans.pop("chain", []), key=lambda span: (span[0], -span[1]))
    opened: list[Span] = []
    found, index = [], 0
    for start, end in spans.pop("method", ()):
        while index < len(chains) and chains[index][0] <= start:
            opened.append(chains[index])
            index += 1
        while opened and opened[-1][1] <= start:
            opened.pop()
        if opened:
            found.append((opened[-1][0], end))
    return found


def _bases(source: Source, calls: list[Span]) -> list[Span]:
    """The classes and roles that the text says it takes from."""
    data, masked = source.data, source.masked
    heads = [match.span() for match in _INHERITS.finditer(masked)]
    heads += [match.span() for match in _ISA.finditer(masked)]
    for start, end in calls:
        if data[start:end] in (b"extends", b"with"):
            match = _EXTENDS.match(masked, end)
            if match:
                heads.append((end - 1, match.end()))
    return [
        name.span(1)
        for start, end in heads
        for name in _BASE_NAMES.finditer(data, start, end + 1)
        if masked[name.start(1)] == 0
    ]


LANGUAGE = Perl()
