"""The postings of some blobs, in memory: what one record says about names, parts, terms and sites.

The same code makes the tables of the cache and, unsaved, the postings of uncommitted files.
"""

from __future__ import annotations

from array import array
from collections import Counter, defaultdict
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from uindex.cache.refs import (
    BODY_TOP,
    DOCS_SHIFT,
    DOCS_TOP,
    FREE,
    MOST_SYMBOLS,
    NAMES_SHIFT,
    NAMES_TOP,
    pack_sites,
    pack_symbol,
    pack_term,
)
from uindex.cache.words import Stems, squeeze, stem
from uindex.record import KINDS, LINKS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from uindex.record import Record

_TYPES = frozenset(
    "class interface struct union enum trait protocol type module namespace object mixin annotation"
    " service message component record".split()
)
_CALLABLES = frozenset(
    "function method constructor macro rule target procedure rpc heading section".split()
)
# Twice the weights of the recipe, to stay in integers: types 4, functions 2, the rest 0.5.
_NAME_WEIGHT = {
    code: 8 if kind in _TYPES else 4 if kind in _CALLABLES else 1 for code, kind in enumerate(KINDS)
}
_LINK_CODE = {kind: code for code, kind in enumerate(LINKS)}
# Links that lead to a symbol by its name; those that are typed and doc-links lead to files.
_POSTED = ("import", "call", "use", "mention", "base", "bound")
_FREE = frozenset(("call", "use"))
_EXPLAINING = ("import", "typed", "bound")
_KIND_CODE = {kind: code for code, kind in enumerate(KINDS)}
_RESOURCE = _KIND_CODE["resource"]
# Names of so many parts are terms as a whole, too: FileSystem is found by "filesystem".
_WHOLE_PARTS = range(2, 4)


class Lengths(NamedTuple):
    """Sums of the weights of a blob's terms, by field: what BM25 divides by."""

    names: int
    docs: int
    body: int


class _SymbolPostings(dict[str, "array[int]"]):
    def __missing__(self, key: str) -> array[int]:
        new = self[key] = array("Q")
        return new


class _TermPostings(dict[str, "array[int]"]):
    def __missing__(self, key: str) -> array[int]:
        new = self[key] = array("I")
        return new


class Segment:
    """Postings under construction.  Blobs are added in ascending order of number.

    This is where the time of a full build goes, so its loops are written for speed.
    """

    def __init__(self, stems: Stems | None = None) -> None:
        self.names: dict[str, array[int]] = _SymbolPostings()
        """squeezed name, newline, name -> symbol refs; one string sorts faster than two"""
        self.parts: dict[str, array[int]] = _SymbolPostings()
        """stem -> symbol refs of the names that have such a part"""
        self.terms: dict[str, array[int]] = _TermPostings()
        """stem -> term refs"""
        self._sites: dict[str, array[int]] = _SymbolPostings()
        self._stems = Stems() if stems is None else stems

    def add(self, blob: int, record: Record) -> Lengths:
        """Take in one record as blob number `blob`."""
        names = self._add_symbols(blob, record)
        self._add_sites(blob, record)
        docs = self._count(" ".join(_docs(record)).split())
        body = self._count(chain.from_iterable(record.unit_words))
        base = pack_term(blob, 0, 0, 0)
        refs = {term: base + min(count, BODY_TOP) for term, count in body.items()}
        for weights, top, shift in ((docs, DOCS_TOP, DOCS_SHIFT), (names, NAMES_TOP, NAMES_SHIFT)):
            for term, weight in weights.items():
                refs[term] = refs.get(term, base) + (min(weight, top) << shift)
        terms = self.terms
        for term, ref in refs.items():
            terms[term].append(ref)
        return Lengths(sum(names.values()), sum(docs.values()), sum(body.values()))

    def named(self) -> Iterator[tuple[str, str, array[int]]]:
        """(squeezed name, name, symbol refs)"""
        for key, refs in self.names.items():
            squeezed, _, name = key.partition("\n")
            yield squeezed, name, refs

    def sites(self, name: str) -> array[int]:
        """Site refs of the links that have the name, ascending."""
        return array("Q", sorted(self._sites.get(name, ())))

    def take_sites(self) -> Iterator[tuple[str, array[int]]]:
        """(name, site refs) by name, each let go of."""
        sites = self._sites
        for name in sorted(sites):
            refs = sites.pop(name)
            # Those of one blob come by kind.
            yield name, refs if len(refs) == 1 else array("Q", sorted(refs))

    def _count(self, words: Iterable[str]) -> dict[str, int]:
        """stem -> how many of the words hold it."""
        # Written so that all of it runs in C: this is most of the work.
        return Counter(chain.from_iterable(map(self._stems.__getitem__, words)))

    def _add_symbols(self, blob: int, record: Record) -> dict[str, int]:
        """Post the symbols; return stem -> weight among names."""
        weights: defaultdict[str, int] = defaultdict(int)
        names, posted, stems = self.names, self.parts, self._stems
        for index, symbol in enumerate(record.symbols[:MOST_SYMBOLS]):
            name = symbol.name
            if not name:
                continue
            code = _KIND_CODE[symbol.kind]
            # People look for what a resource is, `aws_eks_cluster`, rather than for its `this`.
            of_name = stems[f"{symbol.owner}.{name}" if code == _RESOURCE else name]
            ref = pack_symbol(blob, index, symbol.line, len(of_name), code)
            squeezed = squeeze(name)
            names[f"{squeezed}\n{name}"].append(ref)
            weight = _NAME_WEIGHT[code]
            for part in of_name:
                weights[part] += weight
                posted[part].append(ref)
            if weight > 1 and len(of_name) in _WHOLE_PARTS:
                weights[stem(squeezed)] += weight
        return weights

    def _add_sites(self, blob: int, record: Record) -> None:
        """Post the links that have a name, and imports under their aliases, too."""
        if not record.links:
            return
        kinds, names, receivers, aliases, lines, symbols = zip(*record.links, strict=True)
        posted = self._sites
        runs = _runs(kinds)
        explained = {symbol.name for symbol in record.symbols}
        explained.update(names[runs["import"]])
        for kind in _EXPLAINING:
            explained.update(aliases[runs[kind]])
        for kind in _POSTED:
            run = runs[kind]
            if run.start == run.stop:
                continue
            refs = pack_sites(blob, _LINK_CODE[kind], lines[run], symbols[run])
            if kind in _FREE:
                for name, receiver, ref in zip(names[run], receivers[run], refs, strict=True):
                    posted[name].append(ref if receiver or name in explained else ref | FREE)
                continue
            for name, ref in zip(names[run], refs, strict=True):
                posted[name].append(ref)
            if kind == "import":
                for name, alias, ref in zip(names[run], aliases[run], refs, strict=True):
                    if alias != name:
                        posted[alias].append(ref)
        posted.pop("", None)


def _runs(kinds: Sequence[str]) -> dict[str, slice]:
    """Where the links of each kind are among all of a record, which come by kind."""
    runs = {}
    at = 0
    for kind in LINKS:
        start, at = at, at + kinds.count(kind)
        runs[kind] = slice(start, at)
    return runs


def _docs(record: Record) -> set[str]:
    """The docs of a record, each once: a header may say the same of many symbols."""
    texts = {symbol.doc for symbol in record.symbols}
    texts.add(record.doc)
    return texts
