"""Whole trees that an index ref may lead to, and how a branch reads them by both back ends."""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from tests import raw
from tests.fuzz.mutations import mutated
from tests.repos import init
from uindex.errors import UindexError
from uindex.git.objects import Objects, open_objects
from uindex.git.repository import Repository
from uindex.store import layout, listing
from uindex.store.branch import Branch

if TYPE_CHECKING:
    from collections.abc import Sequence

    from uindex.git.oid import Oid

_MODES = (
    *(raw.FILE, raw.FILE, raw.FILE, raw.FILE, raw.TREE, raw.TREE, b"100755", b"100664", b"120000"),
    *(b"160000", b"040000", b"0100644", b"0", b"", b"-100644", b"1_00644", b"9", b"7" * 300, b"x"),
)
_NAMES = (
    *(b"..", b".", b"", b".git", b".GIT", b"git~1", b"a/b", b"../../x", b"con", b"\xff", b"\n"),
    *(b"records", b"manifests", b"graphs", b"dropped", b"format", b"vectors", b"Records", b"ab"),
    *(b"cd", b"AB", b"abc", b"a", b"00", b"c-1", b"c-01", b"C-1", b"c", b"-1", b"c-", b"0f", b"0F"),
    *(b"0" * 38, b"1" * 38, b"A" * 38, b"0" * 62, b"0" * 37, b"g" * 38, b"x" * 5000),
)
_FORMATS = (
    b"1\n",
    b"1\n",
    b"1\n",
    b"0\n",
    b"2\n",
    b"99999999999999\n",
    b"",
    b"x",
    b"-1",
    b"1" * 40,
)
_OIDS = [bytes.fromhex(fan + rest * 38) for fan in ("ab", "cd", "00") for rest in "01"]


class TreeTarget:
    """Trees in a repository of their own, which is thrown away before it gets large."""

    LAST = 1500

    def __init__(self, contents: Sequence[bytes]) -> None:
        self._contents = contents
        self._folder: Path | None = None
        self._count = 0
        self._both: list[Objects] = []
        self._last = b""
        """The tip before: what came since is asked, too."""

    def make(self, rng: Random) -> bytes:
        if self._count % self.LAST == 0:
            self._begin()
        self._count += 1
        return rng.randbytes(8)

    def check(self, data: bytes) -> bool:
        """Nothing but errors of ours, the same by both back ends."""
        rng = Random(data)
        tip, other = self._tip(rng), self._last
        said = [_look(self._repo, objects, tip, other) for objects in self._both]
        assert said[0] == said[1]
        self._last = tip
        return not said[0][0].startswith("fault")

    def close(self) -> None:
        for objects in self._both:
            objects.close()
        if self._folder is not None:
            shutil.rmtree(self._folder)
            self._folder = None
        self._both = []

    def _begin(self) -> None:
        self.close()
        self._folder = Path(tempfile.mkdtemp())
        self._git_dir = init(self._folder).path / ".git"
        self._repo = Repository.open(os.fsencode(self._folder))
        self._both = [open_objects(self._repo, bulk=bulk) for bulk in (False, True)]
        self._last = raw.put_commit(self._git_dir, raw.put_tree(self._git_dir, []))

    def _tip(self, rng: Random) -> Oid:
        """Mostly a commit of a tree that is nearly that of an index."""
        kind = rng.randrange(40)
        if kind == 0:
            return raw.put_blob(self._git_dir, b"1\n")
        if kind == 1:
            return rng.randbytes(20)
        if kind == 2:
            return raw.put(self._git_dir, "commit", rng.choice(_BROKEN))
        tree = self._root(rng)
        if kind == 3:
            return tree
        commit = raw.put_commit(self._git_dir, tree)
        if kind == 4:
            return raw.put(self._git_dir, "tag", b"object %s\ntype x\n" % commit.hex().encode())
        return commit

    def _root(self, rng: Random) -> Oid:
        sections: dict[bytes, tuple[bytes, Oid]] = {
            layout.FORMAT_PATH: (raw.FILE, raw.put_blob(self._git_dir, rng.choice(_FORMATS)))
        }
        for name, groups in (
            (layout.RECORDS, (b"c-1", b"python-3")),
            (layout.MANIFESTS, (b"0f",)),
            (layout.GRAPHS, (b"0f",)),
        ):
            folders = {group: (raw.TREE, self._group(rng)) for group in groups}
            sections[name] = (raw.TREE, self._tree(rng, folders))
        sections[layout.DROPPED] = (raw.TREE, self._group(rng))
        return self._tree(rng, sections)

    def _group(self, rng: Random) -> Oid:
        fans = {}
        for fan in (b"ab", b"cd", b"00"):
            files = {
                rest * 38: (raw.FILE, raw.put_blob(self._git_dir, self._content(rng)))
                for rest in (b"0", b"1")
            }
            fans[fan] = (raw.TREE, self._tree(rng, files))
        return self._tree(rng, fans)

    def _content(self, rng: Random) -> bytes:
        if rng.random() < 0.02:
            return b"\xdd" + b"\0" * (5 << 20)
        return mutated(rng, self._contents) if rng.random() < 0.5 else rng.choice(self._contents)

    def _tree(self, rng: Random, entries: dict[bytes, tuple[bytes, Oid]]) -> Oid:
        rows = [(mode, name, oid) for name, (mode, oid) in entries.items()]
        while rng.random() < 0.12:
            kind = rng.randrange(6)
            at = rng.randrange(len(rows) + 1)
            mode, name, oid = rng.choice(rows) if rows else (raw.FILE, b"a", b"\1" * 20)
            if kind == 0:
                rows.insert(at, (rng.choice(_MODES), rng.choice(_NAMES), oid))
            elif kind == 1 and at < len(rows):
                del rows[at]
            elif kind == 2:
                rows.insert(at, (mode, name, rng.choice(rows)[2] if rows else oid))
            elif kind == 3:
                rows[at:at] = [(mode, name, rng.randbytes(20))]
            elif rows:
                at = rng.randrange(len(rows))
                mode, name, oid = rows[at]
                rows[at] = (rng.choice(_MODES), name, oid) if kind == 4 else (
                    mode, rng.choice(_NAMES), oid
                )  # fmt: skip
        if rng.random() < 0.5:
            rows.sort(key=lambda row: row[1])
        if rng.random() < 0.01:
            whole = b"".join(b"%s %s\0%s" % row for row in rows)
            return raw.put(self._git_dir, "tree", whole[: rng.randrange(len(whole) + 1)])
        return raw.put_tree(self._git_dir, rows)


_BROKEN = (
    *(b"", b"tree", b"tree \n", b"tree x\n", b"tree " + b"a" * 39 + b"\n", b"tree " + b"0" * 40),
    *(b"tree " + b"0" * 40 + b"\n", b"tree " + b"0" * 64 + b"\n", b"parent \n", b"tree \xff\n\n"),
)


def _look(repo: Repository, objects: Objects, tip: Oid, other: Oid) -> list[str]:
    """All that is asked of a branch; each answer, or the kind of error it ended in."""
    branch = Branch(repo, objects, b"refs/uindex/index", tip)
    names = [layout.RecordName(key, oid) for key in (b"c-1", b"python-3") for oid in _OIDS]
    questions: list[Any] = [
        branch.check_format,
        lambda: branch.tree,
        branch.extractors,
        branch.entries,
        lambda: branch.entries({b"c-1"}),
        branch.graphs,
        branch.dropped,
        branch.models,
        lambda: branch.vectors(b"m-1", names),
        lambda: branch.vectors(b"m-1", names * 40),
        lambda: branch.blobs(names),
        lambda: branch.blobs(names * 40),
        lambda: [branch.get(*name) for name in names],
        lambda: [branch.manifest(b"0f", oid) for oid in _OIDS],
        lambda: [branch.graph(layout.GraphName(b"0f", oid), 1 << 20) for oid in _OIDS],
        lambda: listing.difference(objects, listing.tree_of(objects, other), branch.tree),
        lambda: listing.entries(objects, branch.tree or b""),
    ]
    return [_said(question) for question in questions]


def _said(question: Any) -> str:
    try:
        return repr(question())
    except UindexError as error:
        return f"fault {type(error).__name__}"
