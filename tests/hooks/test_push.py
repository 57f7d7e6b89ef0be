"""The pre-push hook: in nobody's way, and not before the branch is on the server."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import TYPE_CHECKING

import pytest

from tests.hooks.test_cases import ROOT, eventually, found, log_of, uindex
from tests.repos import Repo, init
from uindex import shims
from uindex.build import build
from uindex.git.repository import Repository
from uindex.hook import push
from uindex.store.sharing import set_up

if TYPE_CHECKING:
    from pathlib import Path

# Stands in for the interpreter: notes what it was called with, and whether the remote has the
# commit already once the process that it is told to wait for is over.
RECORDER = """#!/bin/sh
[ "$4" = push ] || exit 0
while read -r line <"/proc/$6/stat"; do sleep 0.02; done 2>/dev/null
echo "$UINDEX_HOOK $4 $5 $(git ls-remote --heads "$5" | wc -l) ${7:+since}" >> "%s"
"""
LISTENER = b'#!/bin/sh\necho mine >&2\ncat > listened\necho "$@" >> listened\n'


def opened(repo: Repo) -> Repository:
    return Repository.open(os.fsencode(repo.path))


@pytest.fixture
def remote(repo: Repo, tmp_path: Path) -> Repo:
    """An empty one, which `repo` knows as origin."""
    bare = init(tmp_path / "remote.git", "--bare")
    repo.commit({"a.py": "def f(): pass\n"})
    repo.git("remote", "add", "origin", os.fspath(bare.path))
    return bare


@pytest.fixture
def calls(repo: Repo, remote: Repo, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the recorder, which takes the place of Python, notes what the pre-push hook says."""
    program = tmp_path / "recorder"
    program.write_text(RECORDER % (tmp_path / "calls"))
    program.chmod(0o755)
    repo.config("uindex.autopush", "true").config("uindex.share", "origin")
    monkeypatch.setattr(sys, "executable", str(program))
    return tmp_path / "calls"


def settled(record: Path, seconds: float = 5) -> list[str]:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if record.exists() and record.read_text().endswith("\n"):
            return record.read_text().splitlines()
        time.sleep(0.02)
    return []


def hook(repo: Repo, content: bytes, mode: int = 0o755) -> Path:
    path = repo.path / ".git/hooks/pre-push"
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(content)
    path.chmod(mode)
    return path


def test_is_there_only_where_it_is_wanted(repo: Repo) -> None:
    path = repo.path / ".git/hooks/pre-push"
    shims.install(opened(repo))
    assert not path.exists()
    assert shims.summary(shims.look(opened(repo))) == shims.OK
    repo.config("uindex.autopush", "true")
    assert shims.summary(shims.look(opened(repo))) == "incomplete"
    assert shims.install(opened(repo)) == ["pre-push: installed"]
    assert shims.summary(shims.look(opened(repo))) == shims.OK
    repo.config("uindex.autopush", "false")
    assert shims.install(opened(repo)) == ["pre-push: removed"]
    assert not path.exists()


def test_uninstall_takes_it_out_whatever_is_configured(repo: Repo) -> None:
    original = hook(repo, LISTENER).read_bytes()
    repo.config("uindex.autopush", "true")
    shims.install(opened(repo))
    repo.config("uindex.autopush", "false")
    assert "pre-push: taken out of the hook" in shims.uninstall(opened(repo))
    assert hook(repo, LISTENER).read_bytes() == original


def test_a_folder_that_others_use_keeps_theirs(repo: Repo, tmp_path: Path) -> None:
    (tmp_path / "shared").mkdir()
    repo.config("core.hooksPath", str(tmp_path / "shared")).config("uindex.autopush", "true")
    shims.install(opened(repo))
    repo.config("uindex.autopush", "false")
    shims.install(opened(repo))
    assert (tmp_path / "shared/pre-push").exists()


@pytest.fixture
def slow(remote: Repo) -> None:
    """The server takes its time once our hook is over."""
    path = remote.path / "hooks/pre-receive"
    path.parent.mkdir(exist_ok=True)
    path.write_text("#!/bin/sh\nsleep 0.4\n")
    path.chmod(0o755)


@pytest.mark.usefixtures("slow")
def test_starts_and_waits_for_the_push(repo: Repo, calls: Path) -> None:
    shims.install(opened(repo))
    repo.git("push", "-q", "origin", "main")
    assert settled(calls) == ["pre-push push origin 1 since"]


@pytest.mark.parametrize(
    "content", [LISTENER, LISTENER.replace(b"/bin/sh", b"/usr/bin/env -S sh -eu")]
)
def test_a_hook_of_the_user_gets_what_git_says(repo: Repo, calls: Path, content: bytes) -> None:
    hook(repo, content)
    shims.install(opened(repo))
    repo.git("push", "-q", "origin", "main")
    oid, none = repo.oid().hex(), "0" * 40
    url = repo.git("remote", "get-url", "origin").decode()
    told = f"refs/heads/main {oid} refs/heads/main {none}\norigin {url}\n"
    assert (repo.path / "listened").read_text() == told
    assert len(settled(calls)) == 1


PROGRAM = b"""#!/usr/bin/env python3
import sys
open("listened", "w").write(sys.stdin.read() + " ".join(sys.argv[1:]) + "\\n")
sys.exit(%d)
"""


@pytest.mark.parametrize("code", [0, 3])
def test_a_program_decides_about_the_push(repo: Repo, remote: Repo, calls: Path, code: int) -> None:
    """It is chained: same input, same arguments, and its exit code counts."""
    hook(repo, PROGRAM % code)
    shims.install(opened(repo))
    assert (repo.path / ".git/hooks/pre-push.before-uindex").exists()
    done = subprocess.run(["git", "push", "-q", "origin", "main"], cwd=repo.path, check=False)
    assert (done.returncode == 0) == (code == 0)
    assert bool(remote.git("for-each-ref")) == (code == 0)
    told = (repo.path / "listened").read_text()
    assert told.startswith("refs/heads/main ")
    assert told.splitlines()[1].startswith("origin ")
    assert settled(calls) == [f"pre-push push origin {1 - bool(code)} since"]
    shims.uninstall(opened(repo))
    assert (repo.path / ".git/hooks/pre-push").read_bytes() == PROGRAM % code


def test_the_push_of_a_hook_starts_none(repo: Repo, calls: Path) -> None:
    shims.install(opened(repo))
    repo.git("push", "-q", "origin", "main", UINDEX_HOOK="pre-push")
    assert settled(calls, 0.5) == []


@pytest.mark.parametrize("option", ["--dry-run", "-nq"])
def test_a_dry_run_is_none_for_us(repo: Repo, calls: Path, option: str) -> None:
    shims.install(opened(repo))
    repo.git("push", option, "origin", "main")
    assert settled(calls, 0.3) == []


def test_a_push_never_fails_or_waits(repo: Repo, remote: Repo, tmp_path: Path) -> None:
    """Nor does whoever reads its output: what is started holds no pipe."""
    sleeper = tmp_path / "sleeper"
    sleeper.write_text("#!/bin/sh\nexec sleep 12\n")
    sleeper.chmod(0o755)
    repo.config("uindex.autopush", "true")
    shims.install(opened(repo))
    path = repo.path / ".git/hooks/pre-push"
    started = time.monotonic()
    for python in ("/nowhere/python", "/bin/false", str(sleeper)):
        shim = shims._rendered("pre-push", python, "")
        path.write_bytes(shim)
        repo.git("push", "-q", "origin", f"main:{os.path.basename(python)}")
    assert time.monotonic() - started < 12
    assert len(remote.git("for-each-ref").splitlines()) == 3


def test_from_a_linked_worktree(repo: Repo, calls: Path, tmp_path: Path) -> None:
    shims.install(opened(repo))
    linked = repo.worktree(tmp_path / "linked", "other")
    linked.git("push", "-q", "origin", "other")
    assert settled(calls) == ["pre-push push origin 1 since"]


@pytest.mark.usefixtures("slow")
def test_called_by_another_program(repo: Repo, calls: Path) -> None:
    """As by pre-commit, which moves us to `.legacy` and calls us: it is over before the push."""
    shims.install(opened(repo))
    path = repo.path / ".git/hooks/pre-push"
    path.rename(path.with_suffix(".legacy"))
    hook(
        repo,
        b"#!/usr/bin/env python3\nimport subprocess, sys\n"
        b"subprocess.run(['.git/hooks/pre-push.legacy', *sys.argv[1:]], input=b'')\n",
    )
    repo.git("push", "-q", "origin", "main")
    assert settled(calls) == ["pre-push push origin 1 since"]


def test_waits_for_the_end_of_a_process() -> None:
    sleeper = subprocess.Popen(["sleep", "0.3"])
    since = push.running_since(sleeper.pid)
    assert not push.wait(sleeper.pid, since, 0.1)
    started = time.monotonic()
    assert push.wait(sleeper.pid, since, 5)  # a zombie, until somebody asks for its code
    assert time.monotonic() - started < 2
    sleeper.wait()
    assert push.wait(sleeper.pid, since, 0)


def test_another_process_with_its_number_is_not_waited_for() -> None:
    sleeper = subprocess.Popen(["sleep", "30"])
    try:
        assert push.wait(sleeper.pid, "1", 0)
    finally:
        sleeper.send_signal(signal.SIGKILL)
        sleeper.wait()


def test_finds_git_above() -> None:
    """Where the shim could not say since when: systems without /proc."""
    config = "alias.x=!sh -c 'echo $$; sleep 30; :'"
    running = subprocess.Popen(
        ["git", "-c", config, "x"], stdout=subprocess.PIPE, start_new_session=True
    )
    assert running.stdout is not None
    try:
        below = int(running.stdout.readline())
        assert push._git_above(below) == running.pid != below
        assert not push.wait(below, "", 0.1)
        running.kill()  # the shell lives on
        assert push._ps(below, "comm") == "sh"
        assert push.wait(running.pid, "", 5)
    finally:
        os.killpg(running.pid, signal.SIGKILL)
        running.wait()
        running.stdout.close()


@pytest.fixture
def sharing(repo: Repo, remote: Repo) -> Repo:
    """`repo`, set up to push its index along, with the real interpreter."""
    set_up(opened(repo), "origin", push=True)
    shims.install(opened(repo))
    build(opened(repo), jobs=1)
    return repo


def pushed_along(repo: Repo) -> list[str]:
    """What the log says of pushes."""
    lines = log_of(repo).splitlines()
    return [line.partition("] push: ")[2] for line in lines if "] push: " in line]


def test_the_index_follows_the_branch(sharing: Repo, remote: Repo, tmp_path: Path) -> None:
    """Of a commit that is not even indexed yet when it is pushed; once, and nothing else's."""
    sharing.commit({"b.py": "def g(): pass\n"})
    sharing.git("push", "-q", "origin", "main")
    eventually(lambda: bool(pushed_along(sharing)))
    assert pushed_along(sharing) == ["origin: 2 records and 2 indexed commits published"]
    other = remote.clone(tmp_path / "other")
    assert uindex(other.path, "fetch").returncode == 0
    assert found(other.path, "g", "--no-refresh") == [("b.py", "fresh")]
    assert "push  " not in uindex(sharing.path, "status").stdout


def test_a_remote_that_was_renamed_is_said(sharing: Repo, remote: Repo) -> None:
    sharing.git("remote", "rename", "origin", "up")
    sharing.git("push", "-q", "up", "main")
    eventually(lambda: bool(pushed_along(sharing)))
    assert pushed_along(sharing) == [
        "uindex.share is origin, and no remote is called that: git uindex init --share up --push"
    ]
    assert remote.git("for-each-ref", "--format=%(refname)") == b"refs/heads/main"


def test_other_remotes_get_nothing(sharing: Repo, tmp_path: Path) -> None:
    other = init(tmp_path / "other.git", "--bare")
    sharing.git("remote", "add", "other", os.fspath(other.path))
    sharing.git("push", "-q", "other", "main")
    sharing.git("push", "-q", "origin", "main")
    eventually(lambda: bool(pushed_along(sharing)))
    assert b"uindex" not in other.git("for-each-ref")


def test_a_refusal_is_said_by_status_until_it_is_over(sharing: Repo, remote: Repo) -> None:
    refusing = remote.path / "hooks/update"
    refusing.parent.mkdir(exist_ok=True)
    refusing.write_text(
        "#!/bin/sh\ncase $1 in refs/uindex/*) echo no such refs >&2; exit 1; esac\n"
    )
    refusing.chmod(0o755)
    sharing.git("push", "-q", "origin", "main")
    eventually(lambda: bool(pushed_along(sharing)))
    (line,) = pushed_along(sharing)
    assert line.startswith("origin: refs/uindex/index was refused: no such refs ")
    told = uindex(sharing.path, "status").stdout
    assert "push       not pushed along to origin, " in told
    assert "no such refs" in told
    refusing.unlink()
    assert uindex(sharing.path, "push").returncode == 0
    assert "not pushed along" not in uindex(sharing.path, "status").stdout


class Locked(BaseHTTPRequestHandler):
    """Wants a password, and takes none."""

    def do_GET(self) -> None:
        self.send_response(401)
        self.send_header("WWW-Authenticate", 'Basic realm="x"')
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, format: str, *arguments: object) -> None:
        """Not on standard error."""


def test_nobody_is_asked(sharing: Repo, tmp_path: Path) -> None:
    """But for the credential helper, which is the user's own."""
    asking = tmp_path / "asking"
    asking.write_text(f'#!/bin/sh\necho "$0 $*" >> {tmp_path}/asked\necho secret\n')
    asking.chmod(0o755)
    server = ThreadingHTTPServer(("127.0.0.1", 0), Locked)
    thread = Thread(target=server.serve_forever)
    thread.start()
    try:
        url = f"http://127.0.0.1:{server.server_port}/x.git"
        sharing.git("remote", "set-url", "origin", url)
        sharing.config("credential.helper", f"!touch {tmp_path}/helped; true")
        sharing.config("core.askPass", str(asking))
        asked = {"GIT_ASKPASS": str(asking), "SSH_ASKPASS": str(asking), "DISPLAY": ":0"}
        command = [sys.executable, "-P", "-m", "uindex.hook"]
        command += ["push", "origin", str(os.getpid()), "1"]
        env = os.environ | asked | {"PYTHONPATH": str(ROOT)}
        env["GIT_TERMINAL_PROMPT"] = "1"
        done = subprocess.run(command, cwd=sharing.path, env=env, timeout=20, check=False)
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
    assert done.returncode == 0
    (line,) = pushed_along(sharing)
    assert line.startswith("origin: git ls-remote: fatal: could not read Username")
    assert (tmp_path / "helped").exists()
    assert not (tmp_path / "asked").exists()


IMPATIENT = """
from uindex.hook import push
push.LIMIT = 1
push.main(["origin", "99999999", "1"])
"""


def test_a_server_that_says_nothing_is_given_up(sharing: Repo) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        url = f"http://127.0.0.1:{silent.getsockname()[1]}/x.git"
        sharing.git("remote", "set-url", "origin", url)
        command = [sys.executable, "-P", "-c", IMPATIENT]
        env = os.environ | {"PYTHONPATH": str(ROOT)}
        done = subprocess.run(command, cwd=sharing.path, env=env, timeout=20, check=False)
    assert done.returncode == -signal.SIGKILL  # git and what it started are gone with it
    assert pushed_along(sharing) == ["origin: no end to it after 1 s; given up"]
    assert "given up" in push.last_failure(os.fsencode(sharing.path / ".git/uindex"))


def test_the_way_to_the_server_is_that_of_the_push(
    sharing: Repo, remote: Repo, tmp_path: Path
) -> None:
    """Over ssh, with the ssh command of the user's environment, or of their command line."""
    ssh = tmp_path / "ssh"
    ssh.write_text(f'#!/bin/sh\necho $0 >> {tmp_path}/ways\nshift\nexec sh -c "$*"\n')
    ssh.chmod(0o755)
    sharing.config("ssh.variant", "simple")
    sharing.git("remote", "set-url", "origin", f"host:{remote.path}")
    sharing.git("push", "-q", "origin", "main", GIT_SSH_COMMAND=str(ssh))
    eventually(lambda: len(pushed_along(sharing)) == 1)
    sharing.commit({"b.py": "def g(): pass\n"})
    sharing.git("-c", f"core.sshCommand={ssh}", "push", "-q", "origin", "main")
    eventually(lambda: len(pushed_along(sharing)) == 2)
    assert all(line.endswith(" published") for line in pushed_along(sharing))


def test_what_is_cut_short_is_no_success(tmp_path: Path) -> None:
    state_dir = os.fsencode(tmp_path)
    push._note(state_dir, "origin", "it was cut short")
    assert push.last_failure(state_dir).startswith("origin, ")
    push.forget(state_dir, "other")
    assert push.last_failure(state_dir).endswith(": it was cut short")
    push.forget(state_dir, "origin")
    assert push.last_failure(state_dir) == ""
