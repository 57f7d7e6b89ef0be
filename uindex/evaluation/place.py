"""The repository that a task is about, as all systems see it."""

from __future__ import annotations

import os
from copy import copy
from typing import TYPE_CHECKING

from uindex.embed.settings import NONE
from uindex.evaluation.questions import Found, Target, hits
from uindex.query.find import path_filter
from uindex.query.results import path_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from uindex.git.repository import Repository
    from uindex.query.session import Session
    from uindex.query.view import View

EMBED = "uindex.embed"
_MAGIC = b"*?[\\"


def lexical(repo: Repository) -> Repository:
    """The same repository, with embeddings switched off."""
    other = copy(repo)
    other.config = {**repo.config, EMBED: NONE}
    return other


class Place:
    """An open repository, and which of its paths may answer."""

    def __init__(self, repo: Repository, session: Session, globs: Sequence[str]) -> None:
        """`session` is one of `lexical(repo)`, and the caller's to close."""
        self.repo = repo
        self.session = session
        self.globs = tuple(globs)
        self._matches = path_filter(self.globs) if globs else None

    def keeps(self, path: bytes) -> bool:
        """Whether a path may answer."""
        return self._matches is None or self._matches(path)

    @property
    def folder(self) -> bytes:
        """The folder under which all paths are that may answer; empty for the root."""
        if len(self.globs) != 1 or self.globs[0].startswith("!"):
            return b""
        glob = self.globs[0].encode("utf-8", "surrogateescape").removeprefix(b"/").rstrip(b"/")
        first = min((at for sign in _MAGIC if (at := glob.find(sign)) >= 0), default=len(glob))
        return glob[:first].rpartition(b"/")[0]

    def lacks(self, targets: set[str]) -> set[str]:
        """Those of the paths that no indexed file hits which may answer."""
        there = {path_text(path) for path in self.session.ask(paths) if self.keeps(path)}
        lost = targets - there
        return {path for path in lost if not any(hits(Found(one), Target(path)) for one in there)}

    def text(self, path: bytes) -> str | None:
        """A file as a person reads it: of the worktree, or of HEAD where there is none."""
        data = self._worktree_file(path) if self.repo.worktree is not None else self._blob(path)
        return None if data is None else data.decode("utf-8", "replace")

    def texts(self) -> Iterator[tuple[bytes, str]]:
        """(path, text) of each indexed file that may answer, uncommitted ones last."""
        for path in self.session.ask(paths):
            if self.keeps(path):
                text = self.text(path)
                if text is not None:
                    yield path, text

    def _worktree_file(self, path: bytes) -> bytes | None:
        try:
            fd = os.open(os.path.join(self.repo.top, path), os.O_RDONLY | os.O_NOFOLLOW)
        except OSError:  # not there, or a link: nothing to read
            return None
        with open(fd, "rb") as file:
            return file.read()

    def _blob(self, path: bytes) -> bytes | None:
        def read(view: View) -> bytes | None:
            oid = view.corpus.reader.oid_at(path) if view.corpus.reader else None
            return view.objects.read(oid) if oid else None

        return self.session.ask(read)


def paths(view: View) -> list[bytes]:
    """All that is indexed of the commit, and what of the worktree was parsed."""
    reader = view.corpus.reader
    indexed = [row.path for row in reader.files()] if reader else []
    return list(dict.fromkeys([*indexed, *(one.path for one in view.corpus.overlay)]))
