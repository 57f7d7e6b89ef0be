"""The tree and what is uncommitted over it answer with one voice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.query.asking import index
from uindex.cache import follow
from uindex.cache.reader import Reader
from uindex.extract.extract import extract
from uindex.git.objects import open_objects
from uindex.git.repository import Repository
from uindex.query.corpus import FIRST_OVERLAY, Corpus, Overlaid
from uindex.query.heal import target
from uindex.record import LINKS, decode

if TYPE_CHECKING:
    from tests.repos import Repo


def test_sites_of_the_tree_and_of_the_overlay(repo: Repo) -> None:
    repo.commit({"a.py": "def g():\n    f()\n"})
    index(repo)
    here = Repository.open(str(repo.path))
    record = decode(extract("python", b"from m import f\n\nf(f)\n"))
    with open_objects(here) as objects:
        wanted = target(here, objects, repo.oid())
        connection = follow.build(here, ":memory:", wanted, lambda line: None)
        corpus = Corpus(Reader(connection), objects, [Overlaid(b"b.py", b"\1" * 20, (), record)])
        sites = [site for part in corpus.sites("f") for site in part.unpacked()]
        paths = {row.blob: row.path for row in corpus.files_of({site.blob for site in sites})}
        found = [
            (paths[one.blob], LINKS[one.kind], one.line, one.symbol, one.free) for one in sites
        ]
        assert sites[-1].blob == FIRST_OVERLAY
        assert found[0] == (b"a.py", "call", 2, 0, True)
        assert found[1:] == [
            (b"b.py", link.kind, link.line, link.symbol, False)
            for link in record.links
            if link.name == "f"
        ]
        assert len(found) > 2
        assert corpus.sites("nowhere") == []
        connection.close()


def test_records_without_words_never_pass_for_whole_ones(repo: Repo) -> None:
    repo.commit({"a.py": "def g():\n    f(spam)\n"})
    index(repo)
    here = Repository.open(str(repo.path))
    with open_objects(here) as objects:
        wanted = target(here, objects, repo.oid())
        connection = follow.build(here, ":memory:", wanted, lambda line: None)
        corpus = Corpus(Reader(connection), objects)
        bare = corpus.records([0], words=False)[0]
        whole = corpus.records([0])[0]
        assert whole.unit_words
        assert bare == whole._replace(unit_words=[])
        assert corpus.records([0], words=False)[0] is whole
        connection.close()
