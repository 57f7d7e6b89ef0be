"""Where imports of style sheets lead."""

from __future__ import annotations

import pytest

from tests.resolve.memory import imported


@pytest.mark.parametrize(
    ("path", "rule", "paths", "expected"),
    [
        ("s/a.css", '@import "b.css";', "s/b.css", "s/b.css"),
        ("s/a.css", '@import url("../b.css") screen;', "b.css", "b.css"),
        ("s/a.css", '@import "./b.css";', "b.css", "dangling no such file: s/b.css"),
        ("s/a.css", '@import "https://x.invalid/b.css";', "", "external https://x.invalid/b.css"),
        ("s/a.css", '@import "tailwindcss";', "x/tailwindcss.css", "external tailwindcss"),
        ("s/a.scss", '@use "b";', "s/_b.scss b.scss", "s/_b.scss"),
        ("s/a.scss", '@use "b";', "s/b.scss", "s/b.scss"),
        ("s/a.scss", '@use "b" as c;', "s/b/_index.scss", "s/b/_index.scss"),
        ("s/a.scss", '@forward "d/b";', "s/d/_b.sass", "s/d/_b.sass"),
        ("s/a.scss", '@import "d/b.scss";', "s/d/_b.scss", "s/d/_b.scss"),
        ("s/a.scss", '@use "sass:math";', "s/math.scss", "external sass:math"),
        ("s/a.scss", '@import "~lib/b";', "s/lib/_b.scss", "external lib"),
        ("s/a.scss", '@import "~@/b";', "src/_b.scss", "src/_b.scss"),
        ("s/a.scss", '@use "lib/b";', "other/lib/_b.scss", "external lib"),
        ("s/a.scss", '@use "c/b";', "c/_b.scss", "c/_b.scss"),
        ("s/t/a.scss", '@use "c/b";', "c/_b.scss s/c/_b.scss",
         "dangling several files could be c/b: s/c/_b.scss, c/_b.scss"),
        ("s/a.scss", '@use "nothing";', "other/_nothing.scss", "dangling no such file: nothing"),
        ("s/a.less", '@import (reference) "b";', "s/b.less s/b.css", "s/b.less"),
        ("s/a.less", '@import "@{t}/b";', "", "dangling a path that variables make: @{t}/b"),
    ],
)  # fmt: skip
def test_sheets(path: str, rule: str, paths: str, expected: str) -> None:
    texts = dict.fromkeys(paths.split(), "") | {path: rule + "\n"}
    assert list(imported(texts, path).values()) == [expected]


def test_sheets_of_packages_of_the_repository() -> None:
    texts = {
        "package.json": '{"workspaces": ["p/*"]}',
        "p/theme/package.json": '{"name": "theme", "exports": {"./*": "./src/*"}}',
        "p/theme/src/_dark.scss": "",
        "p/app/a.scss": '@use "~theme/dark";\n',
    }
    assert imported(texts, "p/app/a.scss") == {"~theme/dark": "p/theme/src/_dark.scss"}
