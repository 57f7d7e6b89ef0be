"""What Universal Ctags finds in files, and how our symbols compare.

A definition is a function, method, class, struct, union, interface, trait, protocol, enum, type,
macro, module or namespace; `also` adds further kinds by ctags' long names.  Locals, parameters,
fields, variables, constants, C prototypes and imports do not count.  It is found where we have a
symbol of the same name in the same file at most one line away; one symbol answers for one.

ctags has faults of its own, so some of its tags are not counted: anonymous ones, the same name
twice on a line, and what SAYS turns away.  Clauses of one function (Elixir, Erlang, Haskell) are
one definition, which may stand anywhere in our symbol: a signature precedes what ctags tags.
Names are compared without blanks and without a qualifying prefix.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from collections import defaultdict
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

SLACK = 1
KINDS = """
    annotation class enum func function generator getter interface macro method methodSpec
    mixin module namespace procedure protocol record setter singletonMethod struct structure
    submodule subroutine talias trait type typealias typedef union
"""
DEFINITIONS = frozenset(KINDS.split())
NOT_CODE = "Automake CSS DTD HTML JSON LESS Make Markdown SCSS XML XSLT Yaml"
# Where a kind's name means something else. Python: a "member" is a method, "module" and
# "namespace" are imports. Make: a "macro" is a variable. CSS: a "class" is a selector.
BY_LANGUAGE = dict.fromkeys(NOT_CODE.split(), frozenset[str]()) | {
    "Python": frozenset({"class", "function", "member"}),
    "TypeScript": DEFINITIONS | {"alias"},
    "Kotlin": DEFINITIONS | {"object"},
    "ObjectiveC": DEFINITIONS | {"implementation"},
    "Elixir": DEFINITIONS | {"delegate", "exception", "guard"},
    "Perl": DEFINITIONS | {"package"},
    "Protobuf": DEFINITIONS | {"message", "rpc", "service"},
}
ASCIIDOC = "chapter section subsection subsubsection l4subsection".split()
ASCIIDOC_MARKUP = re.compile(r"\[\[.*?\]\]|[`\\]|\b_|_\b")
"""What names of ours are without."""
# What the line of a definition must say; tags that ctags makes of other lines are its faults:
# object literals, prototype assignments, lambdas, `import { type T }`, `def self.m; end`, the
# target of a variable of its own (`all: CFLAGS = -O2`).
SAYS = {
    # Not what delimits a block, a row of a table, a block's attributes, a list's continuation.
    **{("Asciidoc", kind): r"^/\^(?!--\$/|[|\[+])" for kind in ASCIIDOC},
    ("C#", "class"): r"\b(class|record)\s+NAME\b",
    # Calls.
    ("C#", "method"): r"^/\^(?!\s*(throw|await|return|get|set|lock|using)\b"
    r"|\s*[\w.]+\(.*(;|(?<!\$)/$))",
    # `using x = …`, as a statement too.
    ("C#", "typedef"): r"(?!)",
    # `namespace a::b` is one; a test is named by what is in its brackets.
    ("C++", "namespace"): r"NAME\b(?!\s*::)",
    ("C++", "function"): r"^(?!/\^\s*TEST(_\w+)?\s*\().*NAME",
    # Not the first part of a dotted name, nor a keyword that starts a line.
    ("Haskell", "module"): r"\bmodule\s+NAME(?![\w.'])",
    (
        "Haskell",
        "function",
    ): r"(?<![\w'])(?!(?:class|deriving|where|infix[lr]?|pattern)\b|[A-Z])NAME",
    ("JavaScript", "class"): r"\b(class|function)\s+NAME\b|NAME\s*[:=].*\b(class|function)\b",
    # Lambdas and their parameters.
    ("Kotlin", "method"): r"\bfun\b.*NAME",
    ("Make", "target"): r"^/\^(?![^:]*:{1,2}\s*(\w+\s+)?[\w.-]+\s*[:+?!]*=)",
    ("Lua", "function"): r"\bfunction\s+NAME|NAME\s*=\s*function\b",
    # Not the file itself, nor what `let () =`, `let open` and `with type t := t` say.
    ("OCaml", "module"): r"^/\^\s*(module|and)\s+(rec\s+)?(type\s+)?NAME\b",
    ("OCaml", "function"): r"\b(let|and|external|val)\b.*(?<![\w'])(?!(?:_|open)\b|\W)NAME",
    ("OCaml", "method"): r"(?<![\w'])(?!(?:private|virtual)\b)NAME",
    ("OCaml", "type"): r"^/\^\s*(type|and)\b.*(?<![\w'])(?!nonrec\b)NAME",
    ("Python", "function"): r"\bc?p?def\b",
    ("Python", "member"): r"\bc?p?def\b",
    ("Ruby", "singletonMethod"): r"NAME(?![\w.])",
    ("Sh", "function"): r"NAME(?<!=)",
    ("TypeScript", "alias"): r"\btype\s+NAME\s*(<|=|\$/$)",
}
CLAUSES = {"Elixir", "Erlang", "Haskell"}
_TAGS = "--sort=no --output-format=json --fields=+neKSslE --kinds-all=* -f -"
# ctags takes options and comments from its list of files: such a path gets a run of its own.
_ODD_PATH = re.compile("^[-#\\s]|\\s$|[\\r\\n]|[\ud800-\udfff]")

Tag = dict[str, Any]


class Definition(NamedTuple):
    """What ctags found; several lines where a function has clauses."""

    path: str
    name: str
    kind: str
    lines: list[int]
    clauses: bool = False
    """Whether the language writes a function as several clauses."""


class Place(NamedTuple):
    """A symbol of ours."""

    path: str
    name: str
    kind: str
    line: int
    last: int = 0
    """Its last line."""


class Comparison(NamedTuple):
    """Definitions of ctags, those that we lack, and our symbols that answer for none of them."""

    wanted: list[Definition]
    missing: list[Definition]
    more: list[Place]


class NoCtags(Exception):
    """Universal Ctags with JSON is not installed, or failed."""


def tags_of(repo: str, paths: Collection[str]) -> tuple[list[Tag], set[str]]:
    """The tags of files of `repo`, and which of the files ctags has a parser for."""
    odd = [path for path in paths if _ODD_PATH.search(path)]
    plain = sorted(set(paths) - set(odd))
    tags, parsed = [], set()
    for batch in [[path] for path in odd] + ([plain] if plain else []):
        only = batch[0] if len(batch) == 1 else None
        for line in _run(repo, "--print-language", batch):
            path, _, language = os.fsdecode(line).rpartition(": ")
            if language != "NONE":
                parsed.add(only or path)
        for line in _run(repo, _TAGS, batch):
            tag = json.loads(line.decode("utf-8", "replace"))
            if tag["_type"] == "tag" and "name" in tag:
                tags.append(tag | {"path": only or tag["path"]})
    return tags, parsed


def compare(
    symbols: Iterable[Place], tags: Iterable[Tag], parsed: set[str], also: Collection[str] = ()
) -> Comparison:
    """Our symbols of some files against the tags of the same files."""
    free: dict[tuple[str, str], list[Place]] = defaultdict(list)
    for symbol in symbols:
        if symbol.path in parsed:
            free[symbol.path, bare(symbol.name)].append(symbol)
    wanted = _definitions([tag for tag in tags if _counts(tag, frozenset(also))])
    missing = wanted
    for distance in range(SLACK + 1):  # the same line first, so that neighbours do not swap
        missing = [d for d in missing if not _take(d, free[d.path, d.name], distance)]
    return Comparison(wanted, missing, [place for places in free.values() for place in places])


def bare(name: str) -> str:
    """The name without blanks, quotes, a private mark or a qualifying prefix."""
    name = re.sub(r"\s+", "", name).strip("'\"`").removeprefix("#")
    last = re.split(r"::|[.:]", name)[-1]
    return last if re.match(r"[\w$~]", last) else name


def _run(repo: str, options: str, paths: list[str]) -> list[bytes]:
    """Run ctags in `repo`: one path goes on its command line, more through -L."""
    program = shutil.which("ctags")
    if program is None:
        raise NoCtags("ctags: not installed (Universal Ctags with JSON is needed)")
    one = ["./" + paths[0]] if len(paths) == 1 else ["-L", "-"]
    done = subprocess.run(
        [program, "--options=NONE", *options.split(), *one],
        cwd=repo,
        input=b"".join(os.fsencode(path) + b"\n" for path in paths),
        capture_output=True,
        check=False,
    )
    if done.returncode:
        words = os.fsdecode(done.stderr[-400:]).strip()
        raise NoCtags(f"{program}: {words} (Universal Ctags with JSON is needed)")
    return done.stdout.splitlines()


def _counts(tag: Tag, also: frozenset[str]) -> bool:
    if "anonymous" in tag.get("extras", "") or tag["name"].startswith("__anon"):
        return False
    says = SAYS.get((tag["language"], tag["kind"]))
    if says and not re.search(says.replace("NAME", re.escape(tag["name"])), tag["pattern"]):
        return False
    return tag["kind"] in BY_LANGUAGE.get(tag["language"], DEFINITIONS) | also


def _definitions(tags: list[Tag]) -> list[Definition]:
    """One definition for each name and line; clauses of one function are one."""
    result: list[Definition] = []
    seen: set[tuple[str, str, int]] = set()
    last: tuple[str | None, ...] = ()
    for tag in sorted(tags, key=lambda tag: (tag["path"], tag["line"])):
        name = tag["name"]
        if tag["language"] == "Asciidoc":
            name = ASCIIDOC_MARKUP.sub("", name)
        path, name, line = tag["path"], bare(name), tag["line"]
        if (path, name, line) in seen:
            continue
        seen.add((path, name, line))
        function = (path, tag.get("scope"), tag["kind"], name)
        if tag["language"] in CLAUSES and function == last:
            result[-1].lines.append(line)
        else:
            clauses = tag["language"] in CLAUSES
            result.append(Definition(path, name, tag["kind"], [line], clauses))
        last = function
    return result


def _take(definition: Definition, places: list[Place], distance: int) -> bool:
    """Remove from `places` those that answer for the definition; say whether there were any."""

    def answers(place: Place, line: int) -> bool:
        last = max(place.line, place.last) if definition.clauses else place.line
        return place.line - distance <= line <= last + distance

    hits = [p for p in places if any(answers(p, line) for line in definition.lines)]
    for hit in hits[: len(definition.lines)]:
        places.remove(hit)
    return bool(hits)
