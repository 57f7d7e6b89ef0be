"""What the grammar cannot read of a shell script is read without it."""

from __future__ import annotations

import pytest

from tests.languages.update import HUSHED, sample
from uindex import record
from uindex.extract.extract import extract

ZSH = rb"""#!/bin/zsh
list=(${(0)"$(git help "hushed")"} ${=other})
name='hushed # hushed' # no() { comment; }
export TOOLS="${HOME}/hushed"

_git () {
  local x="a ${y:-"hushed $(call 'hushed')"} hushed"
  cat <<-END
	hushed() { $x; }
	END
}
function one two () { eval "(( \${#${array}[@]} > 0 ))" }
"""


def _names(data: bytes) -> set[tuple[str, int]]:
    return {(s.name, s.line) for s in record.decode(extract("bash", data)).symbols}


def test_z_shell_is_read_by_its_lines() -> None:
    read = record.decode(extract("bash", ZSH))
    assert "partial" in read.marks
    assert {("TOOLS", 4), ("_git", 6), ("one", 12)} == _names(ZSH)
    assert {"git", "call"} <= {link.name for link in read.links if link.kind == "call"}
    assert HUSHED not in extract("bash", ZSH)


@pytest.mark.parametrize("mark", [b'"', b"'", b"${", b"$(", b"if", b"{", b"case x in"])
def test_damage_early_hides_no_function(mark: bytes) -> None:
    data = sample("bash").read_bytes()
    broken = data.replace(b"set -euo pipefail", b"set -euo pipefail " + mark)
    functions = {("build_one", 38), ("build_all", 56), ("_private::helper", 65)}
    assert functions <= _names(data)
    assert functions <= _names(broken)


def test_what_tcl_reads_of_a_script_is_no_shell() -> None:
    text = b'#!/bin/sh\n# \\\nexec wish "$0" -- "$@"\n\nproc a() {b} { "hushed }\n'
    read = record.decode(extract("bash", text))
    assert not read.symbols
    assert "partial" not in read.marks


@pytest.mark.parametrize("part", [b'"$(', b'"${', b"<<A\n", b"a <<B$(\n", b"'", b"$((", b"#\n\"'"])
def test_unclosed_constructs_are_read_in_a_line_of_time(part: bytes) -> None:
    record.decode(extract("bash", b"( " + part * 2_000))
