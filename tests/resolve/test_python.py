"""Python: where imports lead, and whom calls mean."""

from __future__ import annotations

import pytest

from tests.resolve.memory import bound, imported

PACKAGE = {
    "pkg/__init__.py": "from .alpha.impl import target as target, other\n__all__ = ['target']\n",
    "pkg/alpha/__init__.py": "",
    "pkg/beta/__init__.py": "",
    "pkg/alpha/impl.py": "def target(): pass\ndef other(): pass\n",
    "pkg/beta/impl.py": "def target(): pass\n",
    "use.py": "from pkg import target\nimport pkg.alpha.impl as ai\nimport pkg.beta.impl\n"
    "def u1(): target()\ndef u2():\n    from pkg.alpha import impl\n    impl.other()\n"
    "def u3(): ai.target()\ndef u4(): pkg.beta.impl.target()\n",
    "ns/brain.py": "def think(): pass\n",
    "ns/run.py": "from . import brain\nfrom .brain import think as th\n"
    "def u5(): brain.think(); th()\n",
}


def test_names_handed_on() -> None:
    assert bound(PACKAGE, "use.py") == {
        "4 target": "pkg/alpha/impl.py#target",
        "7 other": "pkg/alpha/impl.py#other",
        "8 target": "pkg/alpha/impl.py#target",
        "9 target": "pkg/beta/impl.py#target",
    }
    assert bound(PACKAGE, "ns/run.py") == {
        "3 think": "ns/brain.py#think",
        "3 th": "ns/brain.py#think",
    }


@pytest.mark.parametrize(
    ("statement", "others", "leads"),
    [
        ("import json", ["json.py"], "external json"),
        ("import os.path", ["os/path.py"], "external os"),
        ("import requests", ["requests/readme.md"], "external requests"),
        ("import lib.a", ["src/lib/__init__.py", "src/lib/a.py", "pyproject.toml"], "src/lib/a.py"),
        ("import space.b", ["space/b.py"], "space/b.py"),
        ("from . import c", ["app/__init__.py", "app/c.py"], "app/__init__.py"),
        ("from .gone import x", [], "dangling no module .gone from app"),
        ("from ... import x", [], "dangling ... leads out of the repository"),
        (
            "import app.gone",
            ["app/__init__.py"],
            "dangling no module app.gone beside app/__init__.py",
        ),
        ("import stub", ["stub.pyi"], "stub.pyi"),
        ("import main", [], "external main"),
        ("import other", ["app/other.py"], "app/other.py"),
        ("import other", ["app/other.py", "app/__init__.py"], "external other"),
        ("import other.inner", ["app/other.py"], "external other"),
    ],
)
def test_imports(statement: str, others: list[str], leads: str) -> None:
    texts = dict.fromkeys(others, "") | {"app/main.py": statement + "\n"}
    assert list(imported(texts, "app/main.py").values()) == [leads]


CALLS = {
    "base.py": "class Base:\n    def go(self): pass\n    def make(self) -> 'Base': pass\n",
    "a.py": """\
import json
from base import Base
from ext import Thing

class Mine(Base):
    def __init__(self, other: Base, thing: Thing):
        self.other = other
        self.thing = thing
        self.self_made = Mine(other, thing)

    def run(self):
        self.go()
        self.other.go()
        self.thing.go()
        self.self_made.run()
        super().go()
        x = self.make()
        x.go()

def load(): pass
def a(json2): return json.load(1)
def b(load): return load()
def c(m): return m.run()
def d(): return print(Mine(1, 2))
def d(): pass
d()
""",
}


def test_calls() -> None:
    assert bound(CALLS, "a.py") == {
        "9 Mine": "a.py#Mine",
        "12 go": "base.py#Base.go",
        "13 go": "base.py#Base.go",
        "14 go": "external",
        "15 run": "a.py#Mine.run",
        "16 super": "external",
        "16 go": "base.py#Base.go",
        "17 make": "base.py#Base.make",
        "18 go": "base.py#Base.go",
        "21 load": "external",
        "22 load": "candidate",
        "23 run": "candidate a.py#Mine.run",
        "24 print": "external",
        "24 Mine": "a.py#Mine",
        "26 d": "candidate a.py#d, a.py#d",
    }


def test_stars_that_go_round() -> None:
    texts = {
        "a.py": "from b import *\nfrom c import *\n",
        "b.py": "from a import *\ndef use(): x()\n",
        "c.py": "def x(): pass\n",
        "d.py": "from b import x, y\nx()\ny()\n",
    }
    assert bound(texts, "b.py") == {"2 x": "c.py#x"}
    assert bound(texts, "d.py") == {"2 x": "c.py#x", "3 y": "dangling b.py has no y"}


VALUES = {
    "lib.py": """\
class Client:
    def get(self) -> "Answer": pass
class Making(Protocol):
    def __call__(self) -> Awaitable[Client]: ...
class Answer:
    def __await__(self) -> Generator[Any, None, T]: pass
    def close(self): pass
class Body:
    def close(self): pass
    def __enter__(self) -> Client: pass
def body() -> Body: pass
Alias = Client
T = TypeVar("T", bound=Client)
shared = Client()
maker: Making
def either() -> T: pass
""",
    "a.py": """\
import json
import other
from lib import Alias, Body, Making, body, either, maker, shared

async def a(make: Making, held: list[Body], view: other.View):
    client = await make()
    client.get()
    answer = client.get()
    answer.close()
    held[0].close()
    view.find().close()
    json.loads("").close()
    copied = json.copy(held)
    copied.close()
    next(held).close()
    with body() as opened:
        opened.get()
    Alias().get()
    made = maker()
    made.get()
    shared.get()
    either().get()
    text: str = ""
    text.strip().close()
""",
}


def test_what_values_give() -> None:
    """Called by their operator, awaited, entered; what containers and libraries give is unknown."""
    closing = "candidate lib.py#Answer.close, lib.py#Body.close"
    targets = bound(VALUES, "a.py")
    kept = {key: said for key, said in targets.items() if key.endswith((" get", " close"))}
    assert kept == {
        "7 get": "lib.py#Client.get",
        "8 get": "lib.py#Client.get",
        "9 close": closing,
        "10 close": "lib.py#Body.close",
        "11 close": closing,
        "12 close": "external",
        "14 close": closing,
        "15 close": closing,
        "17 get": "lib.py#Client.get",
        "18 get": "lib.py#Client.get",
        "20 get": "lib.py#Client.get",
        "21 get": "lib.py#Client.get",
        "22 get": "candidate lib.py#Client.get",
        "24 close": "external",
    }


def test_typical_python() -> None:
    """What modules, classes and functions give by the ways that Python has of saying so."""
    texts = {
        "src/pkg/two.py": """\
if TYPE_CHECKING:
    from pkg.base import Base
    def other(): pass
else:
    Base = Any
    other = None
Base()
other()
def f(x=Base()):
    Base = found()
    Base()
""",
        "src/pkg/__init__.py": "from pkg.lazy import made_up\n",
        "src/pkg/lazy.py": "def __getattr__(name): pass\n",
        "src/pkg/base.py": """\
class Base:
    kind: "Base"
    def __init__(self): pass
    def run(self) -> Self: return self
    @property
    def whole(self) -> "Base | None": pass
    @classmethod
    def make(cls) -> Optional["Base"]: pass
class Color(Enum):
    RED = 1
    def show(self): pass
""",
        "src/pkg/use.py": """\
from typing import TYPE_CHECKING
import pkg
from pkg.base import *
from pkg import made_up
if TYPE_CHECKING:
    from pkg.base import Base as Known
try:
    from fast import quick
except ImportError:
    def quick(): pass

class Sub(Base):
    other: Base
    def __init__(self):
        super().__init__()
        self.third: Base = fetch()
    def go(self):
        self.whole.run()
        self.other.run()
        self.third.run()
        self.kind.run()

def f(known: "Known", fixture):
    known.run().run()
    Sub.make().run()
    Color.RED.show()
    fixture.run()
    quick()
    made_up()
    def inner(): pass
    inner()
    if known:
        later = Sub()
    else:
        later = None
    later.go()
""",
    }
    base = "src/pkg/base.py#Base"
    assert bound(texts, "src/pkg/two.py") == {
        "7 Base": base,
        "8 other": "src/pkg/two.py#other",
        "9 Base": base,
        "10 found": "external",
        "11 Base": "candidate",
    }
    assert bound(texts, "src/pkg/use.py") == {
        "15 super": "external",
        "15 __init__": f"{base}.__init__",
        "16 fetch": "external",
        "18 run": f"{base}.run",
        "19 run": f"{base}.run",
        "20 run": f"{base}.run",
        "21 run": f"{base}.run",
        "24 run": f"{base}.run",
        "25 make": f"{base}.make",
        "25 run": f"{base}.run",
        "26 show": "src/pkg/base.py#Color.show",
        "27 run": f"candidate {base}.run",
        "28 quick": "src/pkg/use.py#quick",
        "29 made_up": "candidate",
        "31 inner": "src/pkg/use.py#f.inner",
        "33 Sub": "src/pkg/use.py#Sub",
        "36 go": "src/pkg/use.py#Sub.go",
    }


def test_what_is_in_containers() -> None:
    """What loops go through, and what is taken out by key or position."""
    texts = {
        "lib.py": """\
class One:
    def run(self): pass
class Two:
    def run(self): pass
    def ones(self) -> list["One"]: pass
class Shelf:
    def __iter__(self) -> Iterator[Two]: pass
    def __getitem__(self, key) -> One: pass
""",
        "a.py": """\
from lib import One, Shelf, Two
class A:
    items: list[One]
    by: dict[str, Two]
    def __init__(self, many: "Sequence[One] | None", shelf: Shelf, mixed: tuple[One, Two]):
        self.more: List[Two] = []
        for a in many: a.run()
        for b in self.items: b.run()
        for c in self.given(1): c.run()
        for d in unknown(): d.run()
        [e.run() for e in self.more]
        for f in self.by.values(): f.run()
        self.by["key"].run()
        many[0].run()
        for g in self.more[0].ones(): g.run()
        for h in shelf: h.run()
        shelf[1].run()
        for i in mixed: i.run()
    def given(self) -> Iterable[Two]: pass
""",
    }
    either = "candidate lib.py#One.run, lib.py#Two.run"
    targets = bound(texts, "a.py")
    assert {key: said for key, said in targets.items() if key.endswith(" run")} == {
        "7 run": "lib.py#One.run",
        "8 run": "lib.py#One.run",
        "9 run": "lib.py#Two.run",
        "10 run": either,
        "11 run": "lib.py#Two.run",
        "12 run": "lib.py#Two.run",
        "13 run": "lib.py#Two.run",
        "14 run": "lib.py#One.run",
        "15 run": "lib.py#One.run",
        "16 run": "lib.py#Two.run",
        "17 run": "lib.py#One.run",
        "18 run": either,
    }
