"""Sets of the few files that matter for a name are those of whole closures."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tests.resolve.memory import Memory
from uindex.record import Link
from uindex.resolve.facts import Facts
from uindex.resolve.families.c.closure import Closure
from uindex.resolve.families.c.flat import Flat, Masks, flatten
from uindex.resolve.families.c.includes import Includes

_HEADERS = ("stdio.h", "string.h", "errno.h")
_COUNT = 9


class _Source(Memory):
    """Files that include each other by number, and headers of the system."""

    def __init__(self, graph: list[set[int]]) -> None:
        super().__init__({})
        self.graph = {f"d/{at}.h": inner for at, inner in enumerate(graph)}

    def paths(self) -> list[str]:
        return list(self.graph)

    def imports(self, path: str) -> list[Link]:
        named = [
            f"{one}.h" if one < _COUNT else f"<{_HEADERS[one - _COUNT]}>"
            for one in sorted(self.graph[path])
        ]
        return [Link("import", "", one, "", at, -1) for at, one in enumerate(named)]

    def text(self, path: str) -> None:
        return None


_GRAPHS = st.lists(
    st.sets(st.integers(0, _COUNT + len(_HEADERS) - 1), max_size=3),
    min_size=_COUNT,
    max_size=_COUNT,
)


@given(_GRAPHS, st.sets(st.integers(0, _COUNT - 1)), st.sets(st.integers(0, _COUNT - 1)))
def test_masks_are_closures(graph: list[set[int]], given: set[int], linked: set[int]) -> None:
    source = _Source(graph)
    facts = Facts(source)
    includes = Includes(facts)
    closure = Closure(facts, includes)
    leading = [(path, source.imports(path)) for path in source.paths() if source.graph[path]]
    flat = Flat.decode(flatten(facts, includes, leading).encode())
    masks = Masks(flat, {path: at for at, path in enumerate(flat.paths)})
    wanted = [f"d/{at}.h" for at in sorted(given | linked)]
    sources = [f"d/{at}.h" for at in sorted(linked)]
    masks.want(wanted, sources)
    for path in flat.paths:
        seen, mask = closure.of(path), masks.of(path)
        for one in wanted:
            assert masks.holds(mask, one) == closure.holds(seen, one)
        for one in sources:
            assert masks.shares(mask, one) == closure.shares(seen, one)
        assert list(masks.direct(path)) == list(closure.direct(path))
        assert masks.has_library(path) == closure.has_library(path)
        assert masks.knows_library(path) == closure.knows_library(path)
