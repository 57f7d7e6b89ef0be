"""Every symbol stands in a unit, its name a word or not."""

from __future__ import annotations

import pytest

from uindex import record
from uindex.extract.extract import extract

WORDLESS = {
    "json": '{".": 1, "-": {"+": 2}}\n',
    "yaml": "'.': 1\n'-':\n  '+': 2\n",
    "toml": '"." = 1\n["-"]\n"+" = 2\n',
    "ini": ". = 1\n[-]\n+ = 2\n",
    "python": "_ = 1\n",
    "javascript": "const $ = 1\n",
    "c": "int _;\nint a(void) { return 0; }\n",
    "haskell": "module A where\n(+++) = f\n",
    "css": ".a {}\n:root { --b: 1 }\n",
    "makefile": "-: x\n",
    "markdown": "# +\n\n## -\n",
}


@pytest.mark.parametrize("lang", WORDLESS)
def test_a_name_without_a_word_has_a_unit(lang: str) -> None:
    read = record.decode(extract(lang, WORDLESS[lang].encode()))
    assert read.symbols
    for symbol in read.symbols:
        unit = read.units[symbol.unit]
        assert unit.start_line <= symbol.line <= unit.end_line
