"""The postings of some blobs, in memory: what one record says about names, parts and terms.

The same code makes the tables of the cache and, unsaved, the postings of uncommitted files.
"""

from __future__ import annotations

from array import array
from collections import Counter
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from uindex.cache.refs import MOST_SYMBOLS, pack_symbol, pack_term
from uindex.cache.words import Stems, squeeze, stem
from uindex.record import KINDS

if TYPE_CHECKING:
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
_KIND_CODE = {kind: code for code, kind in enumerate(KINDS)}
# Names of so many parts are terms as a whole, too: FileSystem is found by "filesystem".
_WHOLE_PARTS = range(2, 4)


class Lengths(NamedTuple):
    """Sums of the weights of a blob's terms, by field: what BM25 divides by."""

    names: int
    docs: int
    body: int


class Segment:
    """Postings under construction.  Blobs are added in ascending order of number."""

    def __init__(self, stems: Stems | None = None) -> None:
        self.names: dict[tuple[str, str], array[int]] = {}
        """(squeezed name, name) -> symbol refs"""
        self.parts: dict[str, array[int]] = {}
        """stem -> symbol refs of the names that have such a part"""
        self.terms: dict[str, array[int]] = {}
        """stem -> term refs"""
        self._stems = Stems() if stems is None else stems

    def add(self, blob: int, record: Record) -> Lengths:
        """Take in one record as blob number `blob`."""
        weights = self._add_symbols(blob, record)
        docs = self._doc_weights(record)
        body = self._body_weights(record)
        return self._add_terms(blob, weights, docs, body)

    def _add_symbols(self, blob: int, record: Record) -> dict[str, int]:
        """Post the symbols; return stem -> weight among names."""
        weights: dict[str, int] = {}
        names, posted, stems = self.names, self.parts, self._stems
        for index, symbol in enumerate(record.symbols[:MOST_SYMBOLS]):
            name = symbol.name
            if not name:
                continue
            of_name = stems[name]
            code = _KIND_CODE[symbol.kind]
            ref = pack_symbol(blob, index, symbol.line, len(of_name), code)
            squeezed = squeeze(name)
            key = (squeezed, name)
            if key in names:
                names[key].append(ref)
            else:
                names[key] = array("Q", (ref,))
            weight = _NAME_WEIGHT[code]
            for part in of_name:
                weights[part] = weights.get(part, 0) + weight
                if part in posted:
                    posted[part].append(ref)
                else:
                    posted[part] = array("Q", (ref,))
            if weight > 1 and len(of_name) in _WHOLE_PARTS:
                whole = stem(squeezed)
                weights[whole] = weights.get(whole, 0) + weight
        return weights

    def _doc_weights(self, record: Record) -> dict[str, int]:
        weights: dict[str, int] = {}
        texts = {symbol.doc for symbol in record.symbols if symbol.doc}
        if record.doc:
            texts.add(record.doc)
        stems = self._stems
        for text in texts:
            for word in text.split():
                for part in stems[word]:
                    weights[part] = weights.get(part, 0) + 1
        return weights

    def _body_weights(self, record: Record) -> dict[str, int]:
        """stem -> number of units that hold a word with it (a word counts once a unit)."""
        weights: dict[str, int] = {}
        stems = self._stems
        get = weights.get
        for word, count in Counter(chain.from_iterable(record.unit_words)).items():
            for part in stems[word]:
                weights[part] = get(part, 0) + count
        return weights

    def _add_terms(
        self, blob: int, names: dict[str, int], docs: dict[str, int], body: dict[str, int]
    ) -> Lengths:
        terms = self.terms
        for term in body.keys() | docs.keys() | names.keys():
            ref = pack_term(blob, names.get(term, 0), docs.get(term, 0), body.get(term, 0))
            if term in terms:
                terms[term].append(ref)
            else:
                terms[term] = array("I", (ref,))
        return Lengths(sum(names.values()), sum(docs.values()), sum(body.values()))
