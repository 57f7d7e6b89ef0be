"""The provider that asks a server, against a real one that does all that servers do."""

from __future__ import annotations

import json
import socket
import time
from threading import Thread
from typing import TYPE_CHECKING, Any

import pytest

from tests.embed.server import DIMENSIONS, Served, document, vector
from uindex.embed import server
from uindex.embed.server import Server
from uindex.embed.settings import HTTP, Settings
from uindex.errors import NotEmbedded

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

np = pytest.importorskip("numpy", reason="the extra `semantic` is not installed")

KEY = "sk-very-private"


def asked(url: str, texts: Sequence[str], *, patient: bool = False, dimensions: int = 0) -> Any:
    model = Server(Settings(HTTP, url, "small", dimensions), patient=patient)
    try:
        return model.embed(texts)
    finally:
        model.close()


@pytest.fixture(autouse=True)
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "_HASTE", 1.0)
    monkeypatch.setattr(server, "_PAUSE", 0.01)


def test_one_row_of_numbers_for_each_text(served: Served) -> None:
    texts = [f"text number {chr(97 + at % 26) * (at + 1)}" for at in range(70)]
    rows = asked(served.url, texts)
    assert rows.shape == (70, DIMENSIONS)
    assert (rows == np.array([vector(text) for text in texts])).all()
    assert served.texts == texts
    assert [len(request["input"]) for request in served.requests] == [32, 32, 6]
    assert served.requests[0]["model"] == "small"
    assert "dimensions" not in served.requests[0]


@pytest.mark.parametrize(
    ("given", "path"),
    [
        ("", "/v1/embeddings"),
        ("/", "/v1/embeddings"),
        ("/v1", "/v1/embeddings"),
        ("/api/v3/embeddings", "/api/v3/embeddings"),
        ("/v1/embeddings?version=2", "/v1/embeddings?version=2"),
    ],
)
def test_where_it_asks(served: Served, given: str, path: str) -> None:
    asked(served.url + given, ["a"])
    assert served.paths == [path]


def test_the_key_is_of_the_environment_and_in_a_header_alone(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked(served.url, ["a"])
    assert "Authorization" not in served.headers[0]
    monkeypatch.setenv("UINDEX_EMBED_KEY", KEY + "\n")
    asked(served.url, ["a"])
    assert served.headers[1]["Authorization"] == f"Bearer {KEY}"
    assert KEY not in json.dumps(served.requests) + "".join(served.paths)
    monkeypatch.setenv("UINDEX_EMBED_KEY", "a\r\nX-Evil: b")
    with pytest.raises(NotEmbedded, match="holds what no header can"):
        asked(served.url, ["a"])


def test_dimensions_are_asked_for(served: Served) -> None:
    served.answer = lambda _, texts: (200, document([vector(text, 8) for text in texts]))
    assert asked(served.url, ["a"], dimensions=8).shape == (1, 8)
    assert served.requests[0]["dimensions"] == 8


def test_the_order_is_that_of_the_indexes(served: Served) -> None:
    def reversed_(_: Served, texts: Sequence[str]) -> tuple[int, Any]:
        answer = document([vector(text) for text in texts])
        answer["data"].reverse()
        return 200, answer

    texts = ["one", "two", "three"]
    well = asked(served.url, texts)
    served.answer = reversed_
    assert (asked(served.url, texts) == well).all()


def test_servers_that_number_nothing(served: Served) -> None:
    served.answer = lambda _, texts: (200, {"data": [{"embedding": vector(t)} for t in texts]})
    assert asked(served.url, ["a", "b"]).shape == (2, DIMENSIONS)


def _numbered(*numbers: object) -> Callable[[Served, Sequence[str]], tuple[int, Any]]:
    rows = [{"index": number, "embedding": [1.0, 2.0]} for number in numbers]
    return lambda _, texts: (200, {"data": rows})


def _of(*rows: object) -> Callable[[Served, Sequence[str]], tuple[int, Any]]:
    return lambda _, texts: (200, document(rows))


def _raw(data: bytes, status: int = 200) -> Callable[[Served, Sequence[str]], tuple[int, Any]]:
    return lambda _, texts: (status, data)


NONSENSE = "what is no list of embeddings"
FAULTS: dict[str, tuple[Callable[[Served, Sequence[str]], tuple[int, Any]], str]] = {
    "garbage": (_raw(b"<html>no</html>"), NONSENSE),
    "not UTF-8": (_raw(b'{"data": "\xff"}'), NONSENSE),
    "nothing": (_raw(b""), NONSENSE),
    "deep": (_raw(b"[" * 100_000), NONSENSE),
    "another document": (_raw(b'{"error": {"message": "no"}}'), NONSENSE),
    "no list": (_raw(b'{"data": {"embedding": [1]}}'), NONSENSE),
    "a list of lists": (_raw(b'{"data": [[1], [2]]}'), NONSENSE),
    "too few": (_of([1.0, 2.0]), "1 embeddings for 2 texts"),
    "too many": (_of([1.0], [1.0], [1.0]), "3 embeddings for 2 texts"),
    "one twice": (_numbered(0, 0), "numbers the embeddings wrongly"),
    "from one": (_numbered(1, 2), "numbers the embeddings wrongly"),
    "by name": (_numbered("0", "1"), "numbers the embeddings wrongly"),
    "of two widths": (_of([1.0, 2.0], [1.0]), "1 dimensions, not 2"),
    "of no width": (_of([], []), "0 dimensions"),
    "too wide": (_of([1.0] * 5000, [1.0] * 5000), "5000 dimensions"),
    "text": (_of("AAAA", "BBBB"), "no list of numbers"),
    "null": (_of([1.0, None], [1.0, 2.0]), "no list of numbers"),
    "infinite": (_raw(b'{"data": [{"embedding": [1e999]}, {"embedding": [1]}]}'), "that are none"),
    "NaN": (_raw(b'{"data": [{"embedding": [NaN]}, {"embedding": [1]}]}'), "that are none"),
    "huge": (
        _raw(b'{"data": [{"embedding": [1' + b"0" * 400 + b']}, {"embedding": [1]}]}'),
        "that are none",
    ),
    "401": (_raw(b"{}", 401), "answers 401; is UINDEX_EMBED_KEY set, and right"),
    "404": (_raw(b"{}", 404), "answers 404, which says that the URL is wrong"),
    "400": (_raw(b"{}", 400), "answers 400"),
    "500": (_raw(b"{}", 500), "answers 500"),
    "429": (_raw(b"{}", 429), "answers 429"),
    "302": (_raw(b"", 302), "a redirect, which is not followed"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_what_is_no_answer(served: Served, fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("UINDEX_EMBED_KEY", KEY)
    served.answer, words = FAULTS[fault]
    with pytest.raises(NotEmbedded, match=r"^embeddings from http://127\.0\.0\.1:") as caught:
        asked(served.url, ["a", "b"], patient=True)
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)
    assert KEY not in str(caught.value)
    assert len(served.requests) == (2 if fault in ("500", "429") else 1)


def test_other_dimensions_than_were_asked_for(served: Served) -> None:
    with pytest.raises(NotEmbedded, match=r"16 dimensions, not 8; see uindex.embedDimensions"):
        asked(served.url, ["a"], dimensions=8)


def test_a_server_that_changes_its_mind(served: Served) -> None:
    served.answer = lambda one, texts: (
        200,
        document([vector(text, 16 if len(one.requests) < 2 else 8) for text in texts]),
    )
    with pytest.raises(NotEmbedded, match="8 dimensions, not 16"):
        asked(served.url, ["a"] * 40)


def test_a_fault_that_passes(served: Served) -> None:
    def once(one: Served, texts: Sequence[str]) -> tuple[int, Any]:
        first = len(one.requests) == 1
        return (503, {}) if first else (200, document([vector(text) for text in texts]))

    served.answer = once
    assert asked(served.url, ["a"]).shape == (1, DIMENSIONS)


def test_nobody_listens() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    with pytest.raises(NotEmbedded, match="Connection refused"):
        asked(f"http://127.0.0.1:{port}", ["a"])


def test_slow(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "_HASTE", 0.3)
    served.delay = 1.0
    start = time.monotonic()
    with pytest.raises(NotEmbedded, match="no answer within"):
        asked(served.url, ["a"])
    assert time.monotonic() - start < 0.9


@pytest.fixture
def raw_server() -> Iterator[Callable[[list[bytes], float], str]]:
    """A server that says pieces of bytes, with pauses, whatever is asked."""
    sockets = []

    def start(pieces: list[bytes], pause: float) -> str:
        listener = socket.create_server(("127.0.0.1", 0))
        sockets.append(listener)

        def serve() -> None:
            while True:
                try:
                    connection, _ = listener.accept()
                except OSError:
                    return
                with connection:
                    connection.recv(65536)
                    try:
                        for piece in pieces:
                            connection.sendall(piece)
                            time.sleep(pause)
                    except OSError:
                        continue

        Thread(target=serve, daemon=True).start()
        return f"http://127.0.0.1:{listener.getsockname()[1]}"

    yield start
    for listener in sockets:
        listener.shutdown(socket.SHUT_RDWR)  # wakes who waits in `accept`
        listener.close()


def test_a_server_that_says_a_byte_now_and_then(
    raw_server: Callable[[list[bytes], float], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "_HASTE", 0.4)
    head = b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n"
    url = raw_server([head, *[b" "] * 200], 0.05)
    start = time.monotonic()
    with pytest.raises(NotEmbedded, match="no answer within"):
        asked(url, ["a"])
    assert time.monotonic() - start < 2


def test_a_server_that_never_ends(
    raw_server: Callable[[list[bytes], float], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "_MOST_BYTES", 1 << 20)
    url = raw_server([b"HTTP/1.1 200 OK\r\n\r\n", *[b"x" * (1 << 18)] * 40], 0)
    with pytest.raises(NotEmbedded, match="sends more than"):
        asked(url, ["a"])


@pytest.mark.parametrize("said", [b"", b"hello\r\n\r\n", b"HTTP/1.1 200 OK\r\nContent-Le"])
def test_what_is_no_http(raw_server: Callable[[list[bytes], float], str], said: bytes) -> None:
    with pytest.raises(NotEmbedded, match=r"it broke off|reset|no list of emb"):
        asked(raw_server([said], 0), ["a"])


@pytest.mark.parametrize(
    "url",
    ["", "localhost:80", "ftp://x", "http://", "https://a:b@c", "http://x:99999", "http://a\nb"],
)
def test_what_is_no_url(url: str) -> None:
    with pytest.raises(NotEmbedded, match=r"uindex\.embedUrl: ") as caught:
        asked(url, ["a"])
    assert "a:b" not in str(caught.value)


def test_certificates_are_checked() -> None:
    import ssl

    from uindex.embed.server import _connection, _endpoint

    made: Any = _connection(_endpoint("https://example.invalid/v1"), 1.0)
    context = made._context
    assert context.verify_mode == ssl.CERT_REQUIRED
    assert context.check_hostname


def test_through_a_proxy(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("http_proxy", served.url)
    assert asked("http://models.invalid/v1", ["a"]).shape == (1, DIMENSIONS)
    assert served.paths == ["http://models.invalid/v1/embeddings"]
