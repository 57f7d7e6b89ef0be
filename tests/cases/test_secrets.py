"""Cases F05 and F06: nothing of a repository is run, and no secret of it is kept.

Programs of the configuration are in tests/git/test_safety.py and tests/cli/test_verbs.py; what
counts as a file of secrets, in tests/test_selection.py.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from tests.cases.cli import ask, build, state
from tests.repos import Repo

if TYPE_CHECKING:
    from pathlib import Path


def test_listing_files_runs_no_program(repo: Repo, tmp_path: Path) -> None:
    """F05"""
    repo.commit({"a.py": "def f(): pass\n"})
    monitor = tmp_path / "fm.sh"
    monitor.write_text(f"#!/bin/sh\ntouch {tmp_path}/FSM; exit 1\n")
    monitor.chmod(0o755)
    repo.config("core.fsmonitor", str(monitor))
    repo.config("filter.ev.clean", f"touch {tmp_path}/CLEAN; cat")
    repo.config("core.pager", f"touch {tmp_path}/PAGER; cat")
    repo.write({".gitattributes": "*.py filter=ev\n", "a.py": "def f(): pass\n\n"})
    ran = [tmp_path / name for name in ("FSM", "CLEAN", "PAGER")]
    build(repo)
    assert state(repo, "f") == [("a.py", 1, "moved")]
    assert ask(repo, "status").code == 0
    assert not [path for path in ran if path.exists()]
    # The traps would have sprung.
    repo.git("add", "a.py")
    assert (tmp_path / "CLEAN").exists()
    assert (tmp_path / "FSM").exists()


def test_an_object_that_is_elsewhere_is_not_fetched(repo: Repo, tmp_path: Path) -> None:
    """F05: git fetches what a partial clone lacks, by whatever program the remote names."""
    repo.commit({"a.py": "def f(): pass\n", "b.py": "def g(): pass\n"})
    lost = repo.oid("HEAD:b.py").hex()
    os.unlink(repo.path / ".git/objects" / lost[:2] / lost[2:])
    program = tmp_path / "upload"
    program.write_text(f"#!/bin/sh\ntouch {tmp_path}/RAN\nexit 1\n")
    program.chmod(0o755)
    repo.promise().config("remote.origin.promisor", "true")
    for url in (f"ext::{program}", str(tmp_path / "nowhere")):
        repo.config("remote.origin.url", url).config("remote.origin.uploadpack", str(program))
        repo.config("protocol.ext.allow", "always")
        for argv in (["build"], ["find", "f"], ["find", "g"], ["show", "b.py:1"], ["status"]):
            ask(repo, *argv)
        assert state(repo, "f") == [("a.py", 1, "fresh")]
        assert not (tmp_path / "RAN").exists()


def stored(repo: Repo) -> bytes:
    """Every object of the index, and the cache."""
    objects = repo.git("rev-list", "--objects", "--all", "--glob=refs/uindex/*", "^main")
    oids = b"".join(line[:40] + b"\n" for line in objects.split(b"\n"))
    cache = (repo.path / ".git/uindex/cache").glob("*")
    return repo.git("cat-file", "--batch", input=oids) + b"".join(c.read_bytes() for c in cache)


def test_no_literal_is_kept(repo: Repo) -> None:
    """F06"""
    repo.commit(
        {
            "c.py": f'API_KEY = "sk-test-{0:028}"\n'
            f'def connect(url="postgres://u:Passw0rd-demo@h/db", token="ghp_{0:036}"): pass\n',
            ".env": "SECRET=demo-value-123\n",
            "k.pem": "-----BEGIN PRIVATE KEY-----\nAAAA\n",
            "d.md": "# Doc\npassword: hunter-demo\n",
        }
    )
    assert "skipped 2 (secret 2)" in build(repo)
    assert state(repo, "connect") == [("c.py", 2, "fresh")]
    kept = stored(repo)
    assert b"connect" in kept
    for secret in (b"sk-test-0", b"Passw0rd-demo", b"ghp_0", b"demo-value", b"hunter-demo"):
        assert secret not in kept
    repo.git("rm", "-q", "c.py", ".env", "k.pem")
    repo.git("commit", "-qm", "rm")
    build(repo)
    assert state(repo, "connect") == []


SECRET = "zQx7{}Kp93vLm2Rt8Wn4Yb6Hd1"
TEXTS = {
    "a.js": 'const KEY = "@";\n/** password: @ */\nfunction f(token = "@", o = {key: "@"}) {}\n'
    'export const {a = "@"} = x;\nclass A { secret = "@"; static t = `@`; }\n',
    "a.ts": '@Auth("@") class B { constructor(private pw: string = "@") {} }\n'
    'type L = "@" | "b";\nenum E { A = "@" }\nfunction g(x: "@") {}\n',
    "a.py": '@app.route("/@")\ndef h(a: "@" = b"@", *, k=f"@") -> "@":\n'
    '    """Doc.\n\n    api_key = @\n    """\nclass C(Base, metaclass=M("@")):\n'
    '    """token: @"""\n    password = "@"\nX: str = "@"\n# secret=@\n',
    "a.go": 'package p\n// Token: @\nconst Key = "@"\nfunc F() { connect("@") }\n'
    'type T struct { A string `secret:"@"` }\n',
    "a.c": '#define PASSWORD "@"\n/* password: @ */\nint f(void) { return g("@"); }\n'
    '#define M(x) "@" x\n#define TOKEN @\n',
    "a.cpp": 'void f(const char* a = "@") {}\nconstexpr auto k = R"(@)";\n'
    '[[deprecated("@")]] void g();\n',
    "a.rs": '#[doc = "@"]\n#[cfg(feature = "@")]\npub const K: &str = "@";\n'
    '/// password = @\npub fn f() { g!("@") }\n',
    "A.java": '/** secret: @ */\n@Value("@")\nclass A { static final String K = "@"; }\n',
    "a.rb": 'KEY = "@"\ndef f(a = "@", b: \'@\'); end\n# password: @\n',
    "a.yaml": 'db:\n  password: @\n  token: "@"\nAPI_SECRET: |\n  @\n',
    "a.json": '{"password": "@", "nested": {"apiKey": "@"}, "@": 1}\n',
    "package.json": '{"name":"x","config":{"token":"@"},"scripts":{"d":"TOKEN=@ run"}}\n',
    "pyproject.toml": '[tool.pub]\npassword = "@"\n[[tool.s]]\nurl="https://u:@@h/simple"\n',
    "Cargo.toml": '[registries.a]\ntoken="@"\n[dependencies]\nd={git="https://u:@@h/x"}\n',
    "composer.json": '{"repositories":[{"url":"https://u:@@h"}]}\n',
    "a.ini": "[db]\npassword=@\n[s @]\n",
    "d.md": "# Setup @\n\npassword: @\n\n```sh\nexport TOKEN=@\n```\n\n[x](https://u:@@h/y) `@`\n",
    "d.rst": "T\n=\n\n:password: @\n\n.. code:: sh\n\n   TOKEN=@\n\n`x <https://u:@@h>`_\n",
    "plain.txt": "user admin\npassword: @\nmy secret is @\n",
    "run.sh": 'export PASSWORD=@\ncurl -H "Authorization: Bearer @"\n',
    "a.xml": '<p password="@">@</p>\n',
    "Dockerfile": "ENV TOKEN=@\n",
    "key.md": "-----BEGIN PRIVATE KEY-----\n@\n-----END PRIVATE KEY-----\n",
}
SHORT = """\
# Notes

password: hunter-demo
passwd = swordfish
api_key: "opensesame"
secret => tulip99
Password is: crocus
pwd := begonia
AKIAIOSFODNN7EXAMPLE and ghp_abcdefghij0123456789ABCDEFGHIJ012345 and
eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl
"""


def secret_files() -> dict[str, str]:
    """Files of every language, each with a secret of its own."""
    files: dict[str, str] = {"short.md": SHORT}
    for at, (path, text) in enumerate(sorted(TEXTS.items())):
        # Decorators of Python, Java and TypeScript keep their sign.
        for sign in ("@app", "@Auth", "@Value"):
            text = text.replace(sign, "\0" + sign[1:])
        text = text.replace("@@h", "@\0h").replace("@", SECRET.format(f"n{at:02}"))
        files[path] = text.replace("\0", "@")
    for name in (".npmrc", ".netrc", "id_rsa", "conf/.env.local", "prod.env", ".htpasswd", "x.p12"):
        files[name] = SECRET.format("f00")
    return files


def leaks(kept: bytes) -> list[str]:
    """The files whose secrets, and the words of SHORT that, are among these bytes."""
    kept = kept.lower()
    words = (
        *("zqx7", "f00kp93", "hunter", "swordfish", "opensesame", "tulip99", "crocus"),
        *("begonia", "akiaiosf", "ghp_abc", "eyjhbgci", "eyjzdwi", "c2lnbmf"),
    )
    return [
        path
        for at, path in enumerate(sorted(TEXTS))
        if f"n{at:02}kp93".encode() in kept or f"zqx7n{at:02}".encode() in kept
    ] + [word for word in words if word.encode() in kept]


def test_no_literal_of_any_language_is_kept(repo: Repo) -> None:
    """F06: in code, comments, docs, configuration and prose, random-looking or not."""
    repo.commit(secret_files())
    build(repo)
    assert leaks(stored(repo)) == []
