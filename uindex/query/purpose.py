"""What a file or a folder says that it is for: README, manifest, the doc of its main file."""

from __future__ import annotations

import json
import re
import tomllib
from typing import TYPE_CHECKING, Any

from uindex.resolve.facts import folder_of
from uindex.resolve.scope import TYPES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from uindex.query.facts import ViewSource
    from uindex.query.modules import Module
    from uindex.query.reading import Hub

_LONGEST = 200
_README = re.compile(r"readme(\.(md|markdown|rst|txt|adoc|org))?\Z", re.IGNORECASE)
_MAIN = (
    *("__init__.py", "lib.rs", "mod.rs", "doc.go", "package-info.java", "main.rs", "main.go"),
    *("index.ts", "index.js", "main.py", "main.ts", "main.c", "__main__.py"),
)
_MARKUP = re.compile(r"<[^<>]*>|!\[[^\]]*\](\([^)]*\)|\[[^\]]*\])?|\[!\[.*?\]\(.*?\)\]\(.*?\)")
_LINK = re.compile(r"\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])?|(?::[\w:]+:)?`([^`<]*)(?:<[^>]*>)?`_*")
_ROLE = re.compile(r"(?::[\w:]+:)?`([^`<]+?)\s*<[^`>]*>`_*")
_UNDER = re.compile(r"\s*([=\-~^\"*#+_.:])\1{2,}\s*\Z")
_LINE = re.compile(r"\s*(#.*|\.\. .*|:\w+:.*|\[[^\]]+\]: .*|[-*+] .*|\|.*|---.*)\Z")
_UNDERLINE = re.compile(r" ([~=\-^*#])\1{2,}(?= |\Z)")
_FENCE = ("```", "~~~")
_NOT_PROSE = re.compile(
    r"copyright|licen[cs]ed? under|SPDX|all rights reserved|^import |^@|^SEE |noinspection|eslint",
    re.IGNORECASE,
)


def shortened(text: str, most: int = _LONGEST) -> str:
    """The first sentence or two, on one line."""
    text = _UNDERLINE.sub(" ", " ".join(text.split())).strip()
    if text.endswith(":") and ". " in text:
        text = text[: text.rfind(". ") + 1]  # what follows is a list
    if len(text) <= most:
        return text
    cut = max(text.rfind(end, 0, most) for end in (". ", "; ", ": "))
    if cut > most // 3:
        return text[: cut + 1]
    return text[: text.rfind(" ", 0, most)] + "…"


def paragraph(text: str) -> str:
    """The first paragraph of a document that is prose, without markup; "" where there is none."""
    lines: list[str] = []
    fenced = False
    text = re.sub(r"<!--.*?-->", "", text, flags=re.DOTALL)
    for line in [*text[:20_000].splitlines(), ""]:
        if line.lstrip().startswith(_FENCE):
            fenced = not fenced
            continue
        plain = _MARKUP.sub("", _ROLE.sub(r"\1", line))
        plain = _LINK.sub(lambda m: m[1] or m[2] or "", plain).strip()
        if _UNDER.match(line):
            lines = []  # of a title
        elif fenced or _LINE.match(line) or not plain:
            prose = _prose(lines)
            if prose:
                return prose
            lines = []
        elif not line.startswith(("    ", "\t")):
            lines.append(plain.lstrip("> "))
    return ""


def _prose(lines: Sequence[str]) -> str:
    said = _LINK.sub(lambda m: m[1] or m[2] or "", " ".join(lines))
    said = said.replace("**", "").replace("``", "").replace("`", "").strip("*_ ")
    good = len(said) >= 20 and said.count(" ") >= 3 and not _NOT_PROSE.search(said)
    return said if good and not said.startswith(("http", "|", "{")) else ""


class Purposes:
    """Of the modules of one view."""

    def __init__(self, source: ViewSource) -> None:
        self._source = source

    def of_module(self, module: Module, hubs: Sequence[Hub]) -> str:
        """What the folder says of itself; for want of that what its most central file does."""
        folder = module.path
        own = {file.path.rpartition("/")[2]: file.path for file in module.files
               if folder_of(file.path) == folder}  # fmt: skip
        for base in sorted(own):
            if _README.match(base):
                said = self.of_document(own[base])
                if said:
                    return shortened(said)
        if module.manifest:
            said = str(self.manifest(module.manifest).get("description") or "")
            if said:
                return shortened(said)
        main = [own[base] for base in (*_MAIN, f"{folder.rpartition('/')[2]}.h") if base in own]
        for path in (*main, f"{folder}/src/lib.rs", f"{folder}/src/main.rs"):
            said = self.of_file(path)
            if said:
                return said
        for hub in hubs:
            if hub.doc and not _NOT_PROSE.search(hub.doc):
                return f"{hub.path.rpartition('/')[2]}: {hub.doc}"
        for hub in hubs:
            said = self._of_symbols(hub)
            if said:
                return f"{hub.path.rpartition('/')[2]}: {said}"
        return ""

    def _of_symbols(self, hub: Hub) -> str:
        """The doc of the type of a file that is used most."""
        record = self._source.record(hub.path)
        symbols = reversed(record.symbols if record else ())
        docs = {symbol.name: symbol.doc for symbol in symbols if symbol.kind in TYPES}
        for name in hub.symbols:
            if docs.get(name) and not _NOT_PROSE.search(docs[name]):
                return f"{name}: {shortened(docs[name], 120)}"
        return ""

    def of_document(self, path: str) -> str:
        """The first paragraph of a document."""
        return paragraph(self._source.text(path) or "")

    def of_file(self, path: str) -> str:
        """The doc of a file of code."""
        record = self._source.record(path)
        said = record.doc if record else ""
        return "" if _NOT_PROSE.search(said) else shortened(said, 120)

    def manifest(self, path: str) -> dict[str, Any]:
        """What a manifest says, its package's table at the top: name, description, scripts."""
        text = self._source.text(path) or ""
        try:
            if path.endswith(".json"):
                read = json.loads(text)
                return read if isinstance(read, dict) else {}
            if path.endswith(".toml"):
                table = tomllib.loads(text)
                poetry = table.get("tool", {}).get("poetry", {})
                own = table.get("project") or table.get("package") or poetry
                return {**own, "bin": table.get("bin", own.get("bin"))}
        except (ValueError, AttributeError, TypeError, RecursionError):
            return {}
        module = re.search(r"^module\s+(\S+)", text, re.MULTILINE)
        return {"name": module[1]} if module and path.endswith("go.mod") else {}
