"""Any server that speaks OpenAI's `/v1/embeddings`.

The key comes from the environment alone and goes nowhere but into the header of a request.  What a
server sends is bounded in size and time and believed in nothing: it may be down, slow, or not what
it was taken for.  No redirect is followed, for it would carry the texts somewhere else.
"""

from __future__ import annotations

import json
import os
import time
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from typing import TYPE_CHECKING, Any
from urllib.parse import SplitResult, urlsplit
from urllib.request import getproxies, proxy_bypass

from uindex.embed.quantised import numpy
from uindex.embed.vectors import MOST_DIMENSIONS
from uindex.errors import NotEmbedded

if TYPE_CHECKING:
    from collections.abc import Sequence

    from uindex.embed.settings import Settings

KEY = "UINDEX_EMBED_KEY"

BATCH = 32
"""Texts of one request: some servers take no more, and more is hardly faster."""
_MOST_BYTES = 32 << 20
"""Of an answer: a number of twenty digits for each of the most dimensions of a batch is a third."""
_PIECE = 1 << 16
_PATIENCE, _HASTE = 60.0, 5.0
"""Seconds for one answer, all of it: while a build waits, and while somebody does."""
_PAUSE = 1.0
"""Seconds before a request is tried again."""
_AGAIN = frozenset([408, 429, 500, 502, 503, 504])
"""Answers that may be other ones the next time."""


class _Transient(Exception):
    """What may go better a second time."""


class Server:
    """A model behind a URL.  The connection is kept between requests."""

    def __init__(self, settings: Settings, *, patient: bool) -> None:
        self._np = numpy()
        self._settings = settings
        self._url = _endpoint(settings.url)
        self._patient = patient
        self._seconds = _PATIENCE if patient else _HASTE
        self._connection: HTTPConnection | None = None
        self._dimensions = settings.dimensions

    def embed(self, texts: Sequence[str]) -> Any:
        np = self._np
        rows = [self._rows(texts[at : at + BATCH]) for at in range(0, len(texts), BATCH)]
        return np.concatenate(rows) if rows else np.zeros((0, 0), np.float32)

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _rows(self, texts: Sequence[str]) -> Any:
        body: dict[str, Any] = {"model": self._settings.name, "input": list(texts)}
        body["encoding_format"] = "float"
        if self._settings.dimensions:
            body["dimensions"] = self._settings.dimensions
        answer = self._asked(json.dumps(body).encode("ascii"))
        return self._read(answer, len(texts))

    def _asked(self, body: bytes) -> bytes:
        """The answer to a request, which is made a second time where that may help."""
        try:
            return self._once(body)
        except _Transient:
            self.close()
        if self._patient:
            time.sleep(_PAUSE)
        try:
            return self._once(body)
        except _Transient as fault:
            self.close()
            raise self._fault(str(fault)) from fault

    def _once(self, body: bytes) -> bytes:
        end = time.monotonic() + self._seconds
        try:
            connection = self._connected()
            connection.request("POST", self._target(), body, self._headers())
            response = connection.getresponse()
            answer = self._bounded(response, end)
            if response.will_close:
                self.close()
        except TimeoutError as error:
            raise self._slow() from error
        except HTTPException as error:
            raise _Transient(f"it broke off ({type(error).__name__})") from error
        except OSError as error:
            raise _Transient(error.strerror or str(error) or type(error).__name__) from error
        if response.status in _AGAIN:
            raise _Transient(f"it answers {response.status}")
        if response.status != 200:
            raise self._fault(f"it answers {response.status}{_hint(response.status)}")
        return answer

    def _bounded(self, response: Any, end: float) -> bytes:
        """All of the answer.  A socket's timeout is about each piece; a server that sends a byte
        now and then would never meet it."""
        pieces = []
        left = _MOST_BYTES
        while piece := response.read1(_PIECE):
            pieces.append(piece)
            left -= len(piece)
            if left < 0:
                raise self._fault(f"it sends more than {_MOST_BYTES:,} bytes")
            if time.monotonic() > end:
                raise self._slow()
        response.close()  # `read1` does not notice the end, and the connection is to go on
        return b"".join(pieces)

    def _connected(self) -> HTTPConnection:
        if self._connection is None:
            self._connection = _connection(self._url, self._seconds)
        return self._connection

    def _target(self) -> str:
        path = self._url.path + (f"?{self._url.query}" if self._url.query else "")
        if self._url.scheme == "http" and _proxy(self._url) is not None:
            return f"http://{self._url.netloc}{path}"
        return path

    def _headers(self) -> dict[str, str]:
        headers = {"Content-Type": "application/json", "Accept": "application/json"}
        key = os.environ.get(KEY, "").strip()
        if key:
            if not key.isascii() or not key.isprintable():
                raise NotEmbedded(f"{KEY}: holds what no header can")
            headers["Authorization"] = f"Bearer {key}"
        return headers

    def _read(self, answer: bytes, count: int) -> Any:
        try:
            document = json.loads(answer)
            rows = [(row.get("index", at), row["embedding"]) for at, row in _rows_of(document)]
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
            raise self._fault("it answers what is no list of embeddings") from error
        if len(rows) != count:
            raise self._fault(f"it sends {len(rows)} embeddings for {count} texts")
        if sorted(at for at, _ in rows if type(at) is int) != list(range(count)):
            raise self._fault("it numbers the embeddings wrongly")
        ordered = [row for _, row in sorted(rows, key=lambda one: one[0])]
        return self._array(ordered)

    def _array(self, rows: list[Any]) -> Any:
        np = self._np
        width = len(rows[0]) if isinstance(rows[0], list) else 0
        wanted = self._dimensions or width
        for row in rows:
            if not isinstance(row, list) or not all(type(x) in (int, float) for x in row):
                raise self._fault("it sends an embedding that is no list of numbers")
            if len(row) != wanted or not 0 < wanted <= MOST_DIMENSIONS:
                raise self._fault(f"it sends {len(row)} dimensions, not {wanted}{self._advice()}")
        try:
            found = np.array(rows, dtype=np.float64)
        except OverflowError as error:
            raise self._fault("it sends numbers that are none") from error
        if not np.isfinite(found).all():
            raise self._fault("it sends numbers that are none")
        self._dimensions = wanted
        return found

    def _advice(self) -> str:
        return "; see uindex.embedDimensions" if self._settings.dimensions else ""

    def _slow(self) -> NotEmbedded:
        self.close()
        return self._fault(f"no answer within {self._seconds:.0f} s")

    def _fault(self, what: str) -> NotEmbedded:
        self.close()
        return NotEmbedded(f"embeddings from {self._url.scheme}://{self._url.netloc}: {what}")


def _rows_of(document: Any) -> list[tuple[int, Any]]:
    data = document["data"]
    if not isinstance(data, list):
        raise TypeError
    return list(enumerate(data))


def _endpoint(url: str) -> SplitResult:
    """Where to ask: the URL that ends in /embeddings, or below the one that was given."""
    try:
        found = urlsplit(url)
        port, host = found.port, found.hostname
    except ValueError as error:
        raise NotEmbedded("uindex.embedUrl: not a URL") from error
    if found.scheme not in ("http", "https") or not host or port == 0:
        raise NotEmbedded("uindex.embedUrl: not an http or https URL")
    if found.username is not None or found.password is not None:
        raise NotEmbedded(f"uindex.embedUrl: holds a user or a password; put the key into {KEY}")
    if not url.isascii() or not url.isprintable() or " " in url:
        raise NotEmbedded("uindex.embedUrl: holds what no URL can")
    path = found.path.rstrip("/")
    if not path.endswith("/embeddings"):
        path += "/embeddings" if path else "/v1/embeddings"
    return found._replace(path=path, fragment="")


def _proxy(url: SplitResult) -> SplitResult | None:
    """The proxy that the environment names for a URL."""
    if proxy_bypass(url.hostname or ""):
        return None
    found = getproxies().get(url.scheme)
    return urlsplit(found if "://" in found else f"http://{found}") if found else None


def _connection(url: SplitResult, seconds: float) -> HTTPConnection:
    """Opened when it is used.  Certificates are checked, as is Python's default."""
    kind = HTTPSConnection if url.scheme == "https" else HTTPConnection
    proxy = _proxy(url)
    if proxy is None:
        return kind(url.hostname or "", url.port, timeout=seconds)
    made = kind(proxy.hostname or "", proxy.port or 80, timeout=seconds)
    if url.scheme == "https":
        made.set_tunnel(url.hostname or "", url.port)
    return made


def _hint(status: int) -> str:
    if status in (401, 403):
        return f"; is {KEY} set, and right?"
    if 300 <= status < 400:
        return ", a redirect, which is not followed; set uindex.embedUrl to where it leads"
    return ", which says that the URL is wrong" if status == 404 else ""
