"""`export --format mermaid`: a bounded diagram of folders."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from tests.query.asking import exported, index
from uindex.query.export import mermaid
from uindex.query.export.mermaid import Arrows, _gathered, _label
from uindex.query.options import Scope

if TYPE_CHECKING:
    from tests.repos import Repo

FILES = {
    "app/main.py": "import lib.text\nfrom lib.text import f\nimport lib.deep.far\n",
    "app/other.py": "import app.main\n",
    "lib/text.py": "def f(): pass\n",
    "lib/deep/far.py": "from lib import text\n",
    "docs/a.md": "[main](../app/main.py)\n",
    "top.py": "import app.main\nimport json\n",
}
_EDGE = re.compile(r"  n(\d+) -->\|(\d+)\| n(\d+)")
_NODE = re.compile(r'  n(\d+)\["(.*)<br/>(\d+) files?"\]')


def drawn(text: str) -> tuple[list[str], list[tuple[str, str, int]], list[str]]:
    """Folders, arrows and comments of a diagram of which every line is known."""
    lines = text.splitlines()
    comments = [line for line in lines if line.startswith("%% ")]
    assert lines[len(comments)] == "graph LR"
    rest = lines[len(comments) + 1 :]
    nodes = [match for line in rest if (match := _NODE.fullmatch(line))]
    edges = [match for line in rest if (match := _EDGE.fullmatch(line))]
    assert len(nodes) + len(edges) == len(rest)
    name = {match[1]: match[2] for match in nodes}
    return [*name.values()], [(name[m[1]], name[m[3]], int(m[2])) for m in edges], comments


def test_arrows_are_counted_imports(repo: Repo) -> None:
    repo.commit(FILES)
    index(repo)
    repo.write({"new/uncommitted.py": "import app.main\n"})
    folders, arrows, comments = drawn(exported(repo, "mermaid").decode())
    assert folders == ["/", "app", "lib", "lib/deep"]
    assert arrows == [
        *(("/", "app", 1), ("app", "lib", 2), ("app", "lib/deep", 1), ("lib/deep", "lib", 1))
    ]
    assert comments == [
        "%% 4 folders, 5 of 5 imports between folders",
        "%% 1 folders without imports from or to another are left out",
    ]


def test_another_rev_and_nothing_to_draw(repo: Repo) -> None:
    repo.commit({"a.py": "import b\n", "b.py": ""})
    index(repo)
    repo.commit(FILES)
    index(repo)
    assert len(drawn(exported(repo, "mermaid").decode())[1]) == 4
    assert exported(repo, "mermaid", Scope(at="HEAD~1")).decode().splitlines() == [
        "%% 0 folders, 0 of 0 imports between folders",
        "%% 1 folders without imports from or to another are left out",
        "graph LR",
        '  none["no folder imports from another"]',
    ]


def test_what_is_too_much_is_left_out_and_said(repo: Repo, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mermaid, "MOST_FOLDERS", 3)
    monkeypatch.setattr(mermaid, "MOST_ARROWS", 1)
    repo.commit(FILES)
    folders, arrows, comments = drawn(exported(index(repo), "mermaid").decode())
    assert folders == ["app", "lib"]
    assert arrows == [("app", "lib", 3)]
    assert comments[:3] == [
        "%% 2 folders, 3 of 5 imports between folders",
        "%% 1 folders are drawn as a folder around them",
        "%% 1 arrows of 3 imports or fewer are left out",
    ]


def test_folders_are_gathered_where_least_is_imported() -> None:
    busy = {f"busy/{number}" for number in range(mermaid.MOST_FOLDERS - 1)}
    calm = {f"calm/{number}" for number in range(50)}
    arrows = Arrows({(one, "busy/0"): 9 if one in busy else 1 for one in busy | calm})
    found = _gathered(busy | calm, arrows)
    assert found == {**{one: one for one in busy}, **dict.fromkeys(calm, "calm")}
    more = {f"busy/more/{number}" for number in range(2)}
    found = _gathered(busy | calm | more, arrows)
    assert len({*found.values()}) <= mermaid.MOST_FOLDERS
    few = {"a", "a/b", "c"}
    assert _gathered(few, Arrows()) == {one: one for one in few}


@pytest.mark.parametrize(
    ("folder", "label"),
    [
        ("", "/"),
        ("src/a-b_c.d", "src/a-b_c.d"),
        ('a"b', "a#34;b"),
        ("a#b;", "a#35;b#59;"),
        ("<b>&", "#60;b#62;#38;"),
        ("`*_", "#96;#42;_"),
        ("a\nb", "a#92;u000ab"),
        ("a\\nb", "a#92;#8204;nb"),
        ("bad-\udcff", "bad-#92;xff"),
        ("caf\u00e9", "caf#233;"),
        ("x" * 100, "x" * 30 + "#8230;" + "x" * 30),
    ],
)
def test_labels_mean_nothing_to_mermaid(folder: str, label: str) -> None:
    assert _label(folder) == label
