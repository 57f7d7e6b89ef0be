"""Symbols as SCIP names them: the path, then one descriptor for each definition around.

    uindex git . <commit> src/`a.py`/Shape#area().

What the grammar cannot tell apart gets a number: a method `area(+1).`, all else `` `Shape~2`# ``.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from uindex.resolve.scope import TYPES

if TYPE_CHECKING:
    from uindex.record import Record, Symbol

LONGEST = 1000
"""Characters of a name beyond which what stands in it leaves out the definitions around it."""

_SIMPLE = re.compile(r"[A-Za-z0-9_+$-]+")
_SUFFIXES = {
    "/": "module namespace package",
    "().": "function method constructor procedure rpc test operator command directive",
    "!": "macro",
    ":": "heading label key section target selector rule",
    ")": "parameter",
}
_SUFFIX = {kind: suffix for suffix, kinds in _SUFFIXES.items() for kind in kinds.split()}
_SUFFIX |= dict.fromkeys(TYPES | {"alias", "table", "view"}, "#")


def scheme(commit: str) -> str:
    """What every symbol of a commit begins with."""
    return f"uindex git . {commit or '.'} "


def identifier(name: str) -> str:
    """A name as it stands in a descriptor; no name is empty there."""
    if _SIMPLE.fullmatch(name):
        return name
    return "`" + (name.replace("`", "``") or " ") + "`"


def file_symbol(begin: str, path: str) -> str:
    return begin + "".join(f"{identifier(part)}/" for part in path.split("/"))


def symbols(begin: str, path: str, record: Record) -> list[str]:
    """The names of a file's symbols, all different."""
    file = file_symbol(begin, path)
    used: dict[str, int] = {}
    found: list[str] = []
    for symbol in record.symbols:
        outer = found[symbol.parent] if symbol.parent >= 0 else file
        if len(outer) > LONGEST + len(file):
            outer = f"{file}`…`/"
        if symbol.owner:
            owners = filter(None, symbol.owner.split(record.separator))
            outer += "".join(f"{identifier(owner)}#" for owner in owners)
        found.append(_unused(outer, symbol, used))
    return found


def _unused(outer: str, symbol: Symbol, used: dict[str, int]) -> str:
    suffix = _SUFFIX.get(symbol.kind, ".")
    name = descriptor(symbol.name, suffix)
    same = used[outer + name] = used.get(outer + name, 0) + 1
    while same > 1:  # the name with the number may be that of another one
        if suffix == "().":
            name = f"{identifier(symbol.name)}(+{same - 1})."
        else:
            name = descriptor(f"{symbol.name}~{same}", suffix)
        if outer + name not in used:
            used[outer + name] = 1
            break
        same += 1
    return outer + name


def descriptor(name: str, suffix: str) -> str:
    return f"({identifier(name)})" if suffix == ")" else identifier(name) + suffix
