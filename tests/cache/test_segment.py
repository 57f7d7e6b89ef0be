"""What one record posts about its links."""

from __future__ import annotations

import pytest

from uindex.cache.refs import unpack_site
from uindex.cache.segment import Segment
from uindex.record import LINKS, Link, Record, Symbol, Unit, decode, encode


def function(name: str, line: int) -> Symbol:
    return Symbol(
        *(name, "function", "", name, -1, line, line + 9, line, line + len(name)),
        *(line, line, line + 1, "", "", "", 0),
    )


def segment(*links: Link) -> Segment:
    """Of blob 5, which defines `own` and has these links."""
    symbols = [function("own", 1)]
    made = Record("python", 999, 99, symbols=symbols, units=[Unit(-1, 1, 99)], unit_words=[{"own"}])
    ordered = sorted(links, key=lambda link: LINKS.index(link.kind))
    words = {link.name for link in links if link.name and link.symbol >= 0} | {"own"}
    record = decode(encode(made._replace(links=ordered, unit_words=[words])))
    result = Segment()
    result.add(5, record)
    return result


def sites(found: Segment, name: str) -> list[tuple[str, int, int, bool]]:
    """(kind, line, symbol, free)"""
    unpacked = [unpack_site(0, ref) for ref in found.sites(name)]
    assert all(site.blob == 5 for site in unpacked)
    return [(LINKS[site.kind], site.line, site.symbol, site.free) for site in unpacked]


def test_sites_come_by_line_whatever_their_kind() -> None:
    found = segment(
        Link("call", "f", "", "", 9, 0),
        Link("call", "f", "a.b", "", 12, -1),
        Link("use", "f", "", "", 10, 0),
        Link("mention", "f", "", "", 8, -1),
        Link("base", "f", "", "", 7, -1),
    )
    assert sites(found, "f") == [
        ("base", 7, -1, False),
        ("mention", 8, -1, False),
        ("call", 9, 0, True),
        ("use", 10, 0, True),
        ("call", 12, -1, False),
    ]
    assert sites(found, "F") == []


@pytest.mark.parametrize(
    "explained",
    [
        Link("import", "f", "m", "", 1, -1),
        Link("import", "g", "m", "f", 1, -1),
        Link("import", "", "m", "f", 1, -1),
        Link("typed", "T", "", "f", 2, 0),
        Link("bound", "", "", "f", 2, 0),
    ],
)
def test_what_the_file_itself_explains_is_not_free(explained: Link) -> None:
    found = segment(explained, Link("call", "f", "", "", 9, 0), Link("use", "other", "", "", 9, 0))
    assert sites(found, "f")[-1] == ("call", 9, 0, False)
    assert sites(found, "other") == [("use", 9, 0, True)]


def test_a_symbol_of_the_file_is_not_free() -> None:
    assert sites(segment(Link("call", "own", "", "", 9, 0)), "own") == [("call", 9, 0, False)]


def test_imports_stand_under_both_names() -> None:
    found = segment(
        Link("import", "one", "m", "", 1, -1),
        Link("import", "two", "m", "zwei", 2, -1),
        Link("import", "", "m", "mod", 3, -1),
        Link("import", "*", "n", "", 4, -1),
        Link("import", "same", "m", "same", 5, -1),
    )
    for name, line in {"one": 1, "two": 2, "zwei": 2, "mod": 3, "*": 4, "same": 5}.items():
        assert sites(found, name) == [("import", line, -1, False)]
    assert not found.sites("")


def test_what_leads_to_no_name_is_left_out() -> None:
    found = segment(
        Link("typed", "T", "", "t", 1, -1),
        Link("doc-link", "label", "a.md", "", 2, -1),
        Link("bound", "what", "", "b", 3, -1),
    )
    assert not found.sites("T")
    assert not found.sites("label")
    assert sites(found, "what") == [("bound", 3, -1, False)]


def test_taken_and_asked_are_the_same() -> None:
    found = segment(*(Link(kind, name, "", "", line, 0) for kind, name, line in CROWD))
    asked = {name: found.sites(name) for name in "abc"}
    assert dict(found.take_sites()) == asked
    assert not found.sites("a")


CROWD = [("call", "a", 3), ("call", "b", 1), ("use", "a", 2), ("base", "c", 4), ("use", "b", 1)]
