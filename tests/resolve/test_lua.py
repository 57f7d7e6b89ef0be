"""Lua: where modules are looked for, and whom calls mean."""

from __future__ import annotations

import pytest

from tests.resolve.memory import bound, imported

TREE = {
    "src/ui/base.lua": "local Base = {}\nfunction Base:new(o) return o end\n"
    "function Base:paint() end\nfunction Base.static() end\nreturn Base\n",
    "src/ui/button.lua": """
local Base = require("ui.base")
local util = require "util"
local Button = Base:extend{ run = function(self) self:go() end }
local helper = {}
function helper.aid() end
function Button:go()
  self:paint(); self:run(); util.trim(); Button.make(); helper.aid()
  local other = Base:new{}
  other:paint()
  unknown:paint()
end
function Button.make() end
local function inner() end
function Button:use() inner() end
return Button
""",
    "src/util/init.lua": "local M = {}\nfunction M.trim() end\nreturn M\n",
    "lib/direct.lua": "return { answer = function() end }\n",
}


@pytest.mark.parametrize(
    ("specifier", "leads"),
    [
        ("ui.base", "src/ui/base.lua"),
        ("ui/base", "src/ui/base.lua"),
        ("util", "src/util/init.lua"),
        ("direct", "lib/direct.lua"),
        ("ui.gone", "dangling no ui/gone.lua beside src/ui/"),
        ("base", "external base"),
        ("string", "external string"),
        ("lfs", "external lfs"),
        ("ui.", "dangling known only at run time: ui.…"),
    ],
)
def test_imports(specifier: str, leads: str) -> None:
    texts = TREE | {"src/main.lua": f'local x = require("{specifier}")\n'}
    assert list(imported(texts, "src/main.lua").values()) == [leads]


def test_members_of_tables() -> None:
    known = bound(TREE, "src/ui/button.lua")
    assert known == {
        "4 extend": "external",
        "4 go": "src/ui/button.lua#Button.go",
        "8 paint": "src/ui/base.lua#Base.paint",
        "8 run": "src/ui/button.lua#Button.run",
        "8 trim": "src/util/init.lua#M.trim",
        "8 make": "src/ui/button.lua#Button.make",
        "8 aid": "src/ui/button.lua#helper.aid",
        "9 new": "src/ui/base.lua#Base.new",
        "10 paint": "src/ui/base.lua#Base.paint",
        "11 paint": "candidate src/ui/base.lua#Base.paint",
        "15 inner": "src/ui/button.lua#inner",
    }


def test_members_of_a_module() -> None:
    use = 'local d = require("direct")\nlocal B = require("ui.button")\n'
    use += "d.answer()\nB:go()\nB.gone()\n"
    assert bound(TREE | {"use.lua": use}, "use.lua") == {
        "3 answer": "lib/direct.lua#answer",
        "4 go": "src/ui/button.lua#Button.go",
        "5 gone": "external",
    }
