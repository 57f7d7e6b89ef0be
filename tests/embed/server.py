"""A real embeddings server on this machine, with a small model and as many faults as one likes."""

from __future__ import annotations

import json
import re
import time
from contextlib import contextmanager, suppress
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

DIMENSIONS = 16


def vector(text: str, dimensions: int = DIMENSIONS) -> list[float]:
    """Texts that share words are alike: the sum of a direction for each word.  Words that mean the
    same share theirs."""
    total = [0.0] * dimensions
    for word in re.findall("[a-z]+", text.lower()):
        digest = sha256(SAME.get(word, word).encode()).digest()
        for at in range(dimensions):
            total[at] += digest[at % 32] - 127.5
    return total


SAME = {"automobile": "car", "vehicle": "car", "erase": "delete", "remove": "delete"}


class Served:
    """What was asked, and how to answer."""

    def __init__(self) -> None:
        self.url = ""
        self.texts: list[str] = []
        """All that were sent, in order."""
        self.requests: list[dict[str, Any]] = []
        self.headers: list[dict[str, str]] = []
        self.paths: list[str] = []
        self.answer: Callable[[Served, Sequence[str]], tuple[int, Any]] = well
        """Status and document (or raw bytes) for some texts."""
        self.delay = 0.0


def well(served: Served, texts: Sequence[str]) -> tuple[int, Any]:
    return 200, document([vector(text) for text in texts])


def document(rows: Sequence[Any]) -> dict[str, Any]:
    data = [{"object": "embedding", "index": at, "embedding": row} for at, row in enumerate(rows)]
    return {"object": "list", "data": data, "model": "small", "usage": {"total_tokens": 1}}


@contextmanager
def serving() -> Iterator[Served]:
    served = Served()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            served.requests.append(body)
            served.headers.append(dict(self.headers.items()))
            served.paths.append(self.path)
            time.sleep(served.delay)
            status, answer = served.answer(served, body["input"])
            if status == 200:
                served.texts += body["input"]
            data = answer if isinstance(answer, bytes) else json.dumps(answer).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(data)))
            if 300 <= status < 400:
                self.send_header("Location", f"{served.url}/v2/embeddings")
            self.end_headers()
            with suppress(BrokenPipeError):  # who asked may not have waited
                self.wfile.write(data)

        def log_message(self, format: str, *args: object) -> None:
            """Not on the test's output."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        server.socket.settimeout(0.5)  # who connected may be gone before it is accepted
        served.url = f"http://127.0.0.1:{server.server_address[1]}"
        Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
        try:
            yield served
        finally:
            server.shutdown()
