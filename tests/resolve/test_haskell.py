"""Haskell: modules by their header, qualified names, what is handed on."""

from __future__ import annotations

import pytest

from tests.resolve.memory import bound, imported

TEXTS = {
    "a/a.cabal": "library\n  exposed-modules:\n    Acme.Map\n    Acme.Lost\n  build-depends: base\n"
                 "  other-modules:   Paths_a\n",
    "a/src/Acme/Map.hs": "module Acme.Map (Map(..), insert, size) where\n\n"
                         "data Map = Leaf | Node { left :: Int }\n\n"
                         "insert :: Int -> Map\ninsert x = Leaf\n\nsize :: Map -> Int\n"
                         "size m = 1\n",
    "a/src/Odd.hs": "module Acme.Misplaced where\n\nodd :: Int\nodd = 1\n",
    "a/src/Acme/All.hs": "module Acme.All (module Acme.Map, module M, more) where\n\n"
                         "import Acme.Map\nimport Acme.Misplaced as M\nimport Acme.Show (more)\n"
                         "import Parsec (try)\n",
    "a/src/Acme/Wide.hs": "module Acme.Wide (shown) where\n\nimport Acme.Show\n",
    "a/src/Acme/Show.hs": "module Acme.Show where\n\nclass Shown a where\n  shown :: a -> Int\n\n"
                          "more :: Int\nmore = 2\n",
    "b/src/Acme/Map.hs": "module Acme.Map where\n",
}  # fmt: skip
MAP = "a/src/Acme/Map.hs"


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("import Acme.Map", MAP),
        ("import qualified Acme.Map as M", MAP),
        ("import Acme.Map qualified as M", MAP),
        ("import Acme.Map hiding (size)", MAP),
        ("import Acme.Map (insert)", MAP),
        ("import Acme.Misplaced", "a/src/Odd.hs"),
        ("import Acme.Lost", "dangling no file of module Acme.Lost, which a/a.cabal lists"),
        ("import Paths_a (version)", "external Paths_a"),
        ("import Data.List (sort)", "external Data.List"),
    ],
)
def test_imports(line: str, expected: str) -> None:
    texts = {**TEXTS, "a/app/T.hs": f"module T where\n\n{line}\n"}
    assert list(imported(texts, "a/app/T.hs").values()) == [expected]


def test_calls() -> None:
    text = """module T (run) where

import Acme.All
import Acme.All (try)
import qualified Acme.Map as M
import qualified Data.Map as M
import Acme.Map (Map(..), insert)
import Acme.Wide (shown)
import qualified Acme.Show

data Own = Own { _own :: Int }

run :: Int -> Int
run x = do
  insert x
  M.size x
  M.lookup x
  Acme.Show.shown x
  left x
  size x
  shown x
  more x
  odd x
  _own x
  local x
  print x
  try x
  where go y = y

local :: Int -> Int
local y = run y
"""
    assert bound({**TEXTS, "a/app/T.hs": text}, "a/app/T.hs") == {
        "15 insert": f"{MAP}#insert",
        "16 size": f"{MAP}#size",
        "17 lookup": "external",
        "18 shown": "a/src/Acme/Show.hs#Shown.shown",
        "19 left": f"{MAP}#Map.left",
        "20 size": f"{MAP}#size",
        "21 shown": "a/src/Acme/Show.hs#Shown.shown",
        "22 more": "a/src/Acme/Show.hs#more",
        "23 odd": "a/src/Odd.hs#odd",
        "24 _own": "a/app/T.hs#Own._own",
        "25 local": "a/app/T.hs#local",
        "26 print": "external",
        "27 try": "external",
        "31 run": "a/app/T.hs#run",
    }
