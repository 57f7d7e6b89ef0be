"""Readable dumps of the records of the samples; run as a program it writes the golden files."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from uindex import record
from uindex.extract.extract import extract

FOLDER = Path(__file__).parent
HUSHED = b"hushed"
"""A word for the literal values of a sample, used nowhere else in it: no record may hold it."""


def languages() -> list[str]:
    """The languages that have a sample."""
    return sorted(path.parent.name for path in FOLDER.glob("*/sample*"))


def sample(lang: str) -> Path:
    """The source file that shows the language's constructs."""
    (found,) = (FOLDER / lang).glob("sample*")
    return found


def golden(lang: str) -> Path:
    """The dump that the sample's record must equal."""
    return FOLDER / lang / "golden.json"


def dump(lang: str) -> str:
    """The record of the sample as JSON, one line for each symbol, link and unit."""
    read = record.decode(extract(lang, sample(lang).read_bytes()))
    parts: dict[str, Any] = {
        "lang": read.lang,
        "marks": list(read.marks),
        "doc": read.doc,
        "symbols": [_symbol(symbol) for symbol in read.symbols],
        "links": [_link(link, read) for link in read.links],
        "units": [_unit(unit, read) for unit in read.units],
    }
    return "{\n" + ",\n".join(f" {_text(k)}: {_value(v)}" for k, v in parts.items()) + "\n}\n"


def _text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _value(value: Any) -> str:
    if not isinstance(value, list) or not value:
        return _text(value)
    return "[\n" + ",\n".join(f"  {_text(row)}" for row in value) + "\n ]"


def _filled(row: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in row.items() if value not in ("", None)}


def _symbol(symbol: record.Symbol) -> dict[str, Any]:
    return _filled(
        {
            "kind": symbol.kind,
            "qualname": symbol.qualname,
            # The owner is told from the name only where nesting does not say it.
            "owner": symbol.owner,
            "line": symbol.line,
            "lines": f"{symbol.start_line}-{symbol.end_line}",
            "signature": symbol.signature,
            "doc": symbol.doc,
            "visibility": symbol.visibility,
        }
    )


def _link(link: record.Link, read: record.Record) -> dict[str, Any]:
    return _filled(
        {
            "kind": link.kind,
            "name": link.name,
            "receiver": link.receiver,
            "alias": link.alias,
            "line": link.line,
            "in": read.symbols[link.symbol].qualname if link.symbol >= 0 else "",
        }
    )


def _unit(unit: record.Unit, read: record.Record) -> dict[str, Any]:
    name = read.symbols[unit.symbol].qualname if unit.symbol >= 0 else ""
    return _filled({"of": name, "lines": f"{unit.start_line}-{unit.end_line}"})


def main(wanted: list[str]) -> None:
    """Write the golden files of the languages named, or of all."""
    for lang in wanted or languages():
        golden(lang).write_text(dump(lang), "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
