"""wordllama: a static model whose weights and tokenizer come inside its wheel.

A text's vector is the mean of its tokens' vectors, of which the first dimensions alone may be
taken (it was trained so).  Its own loader looks for the tokenizer in a folder that the wheel does
not have and then downloads it, so the two files are read here, and the package is never imported:
nothing is ever fetched.
"""

from __future__ import annotations

import os
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from uindex.embed.quantised import INSTALL, numpy
from uindex.errors import NotEmbedded

if TYPE_CHECKING:
    from collections.abc import Sequence

_FILES = {
    "weights/l2_supercat_256.safetensors": (
        "64b47a2dc493cb8e85944076601189739852d7b64e0e1eedcb1937a251cd9fd5"
    ),
    "tokenizers/l2_supercat_tokenizer_config.json": (
        "93248f2a9ec36c7b35f700a033d5f36228aae48db61aee31007fa49062cdeb68"
    ),
}
"""In the package, with their SHA-256: the model is these bytes, whatever version they come with."""
_TOKENS, _WIDTH = 32_000, 256
_BATCH = 4096
"""Texts that are embedded at a time: more take memory and are no faster."""


class WordLlama:
    """The model, of which each vector's first `dimensions` are used.

    NotEmbedded where it is not installed, or with `check` where its files are other ones.
    """

    def __init__(self, dimensions: int, *, check: bool) -> None:
        self._np = numpy()
        try:
            from tokenizers import Tokenizer
        except ImportError as error:
            raise NotEmbedded(f"embeddings need tokenizers; {INSTALL}") from error
        weights, tokenizer = (_file(name, check) for name in _FILES)
        self._tokenizer = Tokenizer.from_file(tokenizer)
        self._weights = self._table(weights)[:, :dimensions]
        if check:  # much is embedded: not from the file each time
            self._weights = self._weights.astype(self._np.float32)

    def _table(self, path: str) -> Any:
        """The table of a safetensors file of one tensor: the length of a header, the header, and
        half-precision floats."""
        size = _TOKENS * _WIDTH * 2
        offset = os.path.getsize(path) - size
        if offset <= 8:
            raise NotEmbedded(f"{path}: not the weights of wordllama; {INSTALL}")
        flat = self._np.memmap(path, dtype=self._np.float16, mode="r", offset=offset)
        return flat.reshape(_TOKENS, _WIDTH)

    def embed(self, texts: Sequence[str]) -> Any:
        np = self._np
        rows = [self._batch(texts[at : at + _BATCH]) for at in range(0, len(texts), _BATCH)]
        return np.concatenate(rows) if rows else np.zeros((0, 0), np.float32)

    def _batch(self, texts: Sequence[str]) -> Any:
        np = self._np
        encoded = self._tokenizer.encode_batch_fast(list(texts), add_special_tokens=False)
        ids = [one.ids for one in encoded]
        counts = np.array([len(one) for one in ids])
        flat = np.fromiter((token for one in ids for token in one), np.int64, int(counts.sum()))
        rows = np.zeros((len(ids), self._weights.shape[1]), np.float32)
        full = np.flatnonzero(counts)  # a text without a token has no direction
        if len(full):
            starts = (np.cumsum(counts) - counts)[full]
            rows[full] = np.add.reduceat(self._weights[flat].astype(np.float32), starts, axis=0)
            rows[full] /= counts[full, None]
        return rows

    def close(self) -> None:
        """Nothing is open."""


def _file(name: str, check: bool) -> str:
    """The path of a file of the package."""
    package = find_spec("wordllama")
    folders = (package and package.submodule_search_locations) or ()
    for folder in folders:
        path = os.path.join(folder, name)
        if os.path.isfile(path):
            if check and _digest(path) != _FILES[name]:
                raise NotEmbedded(f"{path}: another version of wordllama; {INSTALL}")
            return path
    raise NotEmbedded(f"embeddings need wordllama; {INSTALL}")


def _digest(path: str) -> str:
    from hashlib import file_digest  # not for a question

    with open(path, "rb") as file:
        return file_digest(file, "sha256").hexdigest()
