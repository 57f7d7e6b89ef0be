"""Putting things into an index that no build of ours would."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING

from tests.index.team import INDEX, opened
from uindex.git.fastimport import Put, importing
from uindex.git.objects import open_objects
from uindex.record import decode, encode
from uindex.store import layout
from uindex.store.branch import Branch
from uindex.store.layout import RecordName

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tests.repos import Repo


def plant(repo: Repo, files: Mapping[bytes, bytes], ref: str = INDEX) -> str:
    """Put files into the tree of an index; the commit."""
    tip = bytes.fromhex(repo.git("rev-parse", ref).decode())
    edits = [Put(path, data) for path, data in files.items()]
    with importing(opened(repo), tip) as stream:
        commit = stream.commit(edits, b"Index\n", 1_700_000_000)
    repo.git("update-ref", ref, commit.hex())
    repo.git("update-ref", "-d", stream.ref)
    return commit.hex()


def plant_tree(repo: Repo, lines: str, ref: str = INDEX) -> None:
    """Add lines of `git ls-tree` to the root of an index's tree."""
    root = repo.git("ls-tree", ref) + b"\n"
    tree = repo.git("mktree", "--missing", input=root + lines.encode()).decode()
    commit = repo.git("commit-tree", "-p", ref, "-m", "Index", tree).decode()
    repo.git("update-ref", ref, commit)


def record_of(repo: Repo, path: str) -> RecordName:
    """The name of the record of a file of HEAD, as the index has it."""
    oid = repo.git("rev-parse", f"HEAD:{path}").decode()
    names = repo.git("ls-tree", "-r", "--name-only", INDEX).splitlines()
    found = map(layout.parse, names)
    return next(
        name for name in found if isinstance(name, RecordName) and name.oid == bytes.fromhex(oid)
    )


def record_data(repo: Repo, name: RecordName) -> bytes:
    """The record of that name, as the index has it."""
    opening = opened(repo)
    with closing(open_objects(opening)) as objects:
        data = Branch.open(opening, objects).get(*name)
    assert data is not None
    return data


def forged(repo: Repo, path: str, name: str = "forged") -> bytes:
    """A record of a file of HEAD that is well formed, of the right size, and says that its first
    definition has another name."""
    honest = decode(record_data(repo, record_of(repo, path)))
    old = honest.symbols[0]
    words = [{name if word == old.name else word for word in unit} for unit in honest.unit_words]
    symbols = [old._replace(name=name, qualname=name), *honest.symbols[1:]]
    return encode(honest._replace(symbols=symbols, unit_words=words))


def path_of(name: RecordName) -> str:
    return layout.path_of(name).decode()
