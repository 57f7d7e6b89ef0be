"""A real http remote: `git http-backend` behind a small server, as git's manual describes it."""

from __future__ import annotations

import base64
import os
import subprocess
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

LOGIN = "ada:s3same"


class _Handler(BaseHTTPRequestHandler):
    root: Path
    login = ""
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        self._serve(b"")

    def do_POST(self) -> None:
        if self.headers.get("Transfer-Encoding") == "chunked":
            body = b"".join(self._chunks())
        else:
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self._serve(body)

    def _chunks(self) -> Iterator[bytes]:
        while size := int(self.rfile.readline(), 16):
            yield self.rfile.read(size)
            self.rfile.readline()
        self.rfile.readline()

    def _serve(self, body: bytes) -> None:
        given = self.headers.get("Authorization", "").removeprefix("Basic ")
        if self.login and base64.b64decode(given).decode() != self.login:
            self._answer(401, [("WWW-Authenticate", 'Basic realm="git"')], b"")
            return
        path, _, query = self.path.partition("?")
        cgi = {
            "GIT_PROJECT_ROOT": os.fspath(self.root),
            "GIT_HTTP_EXPORT_ALL": "1",
            "REQUEST_METHOD": self.command,
            "PATH_INFO": path,
            "QUERY_STRING": query,
            "CONTENT_TYPE": self.headers.get("Content-Type", ""),
            "CONTENT_LENGTH": str(len(body)),
            "HTTP_CONTENT_ENCODING": self.headers.get("Content-Encoding", ""),
            "GIT_PROTOCOL": self.headers.get("Git-Protocol", ""),
            "REMOTE_ADDR": "127.0.0.1",
            **({"REMOTE_USER": self.login.partition(":")[0]} if self.login else {}),
        }
        done = subprocess.run(
            ["git", "http-backend"],
            input=body,
            env={**os.environ, **cgi},
            stdout=subprocess.PIPE,
            check=False,
        )
        head, _, content = done.stdout.partition(b"\r\n\r\n")
        pairs = [line.split(": ", 1) for line in head.decode("latin-1").splitlines()]
        headers = [(pair[0], pair[1]) for pair in pairs]
        code = int(dict(headers).pop("Status", "200").split()[0])
        self._answer(code, [pair for pair in headers if pair[0] != "Status"], content)

    def _answer(self, code: int, headers: list[tuple[str, str]], content: bytes) -> None:
        self.send_response(code)
        for name, value in headers:
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, format: str, *args: object) -> None:
        pass


@contextmanager
def serving(root: Path, login: str = "") -> Iterator[str]:
    """The repositories in a folder at this URL; with `login` (`name:password`) to nobody else.

    Who may push is for the repository to say (`http.receivepack`), or for the login.
    """
    handler = type("Handler", (_Handler,), {"root": root, "login": login})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.daemon_threads = True
    thread = Thread(target=server.serve_forever, args=(0.02,))
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
