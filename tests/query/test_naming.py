"""How well queries cover names."""

from __future__ import annotations

import pytest

from uindex.query.naming import PathNames, SymbolNames
from uindex.query.parse import parse


def stem_coverage(query: str, path: str) -> float:
    return PathNames(parse(query)).of(path.encode())[0]


@pytest.mark.parametrize(
    ("query", "path"),
    [
        ("positional argument validators", "args.go"),
        ("request context handling", "src/flask/ctx.py"),
        ("error messages", "msg.c"),
        ("server configuration", "srv.py"),
        ("cluster view of nodes", "cv.c"),
        ("authentication of users", "auth.py"),
    ],
)
def test_short_forms_count(query: str, path: str) -> None:
    assert stem_coverage(query, path) >= 0.5


@pytest.mark.parametrize(
    ("query", "path"),
    [
        ("request context handling", "src/cat.py"),
        ("positional argument validators", "ar.go"),
        ("error messages", "mg.c"),
        ("retry a request", "views.py"),
    ],
)
def test_what_only_shares_letters_does_not(query: str, path: str) -> None:
    assert stem_coverage(query, path) == 0


def test_a_name_that_is_covered_by_several_words_says_more() -> None:
    query = "where is the worker pool scheduled"
    assert stem_coverage(query, "worker_pool.py") > stem_coverage(query, "worker.py")
    assert stem_coverage(query, "worker_pool.py") > stem_coverage(query, "worker_pool_cache.py")


def test_generic_words_of_a_name_hardly_count() -> None:
    query = "boolean conversion"
    assert stem_coverage(query, "BooleanUtils.java") > stem_coverage(query, "BooleanMatrix.java")


def test_a_file_without_a_name_of_its_own_has_that_of_its_folder() -> None:
    assert stem_coverage("snapshots", "lib/snapshots/index.ts") > 0
    assert stem_coverage("snapshots", "lib/snapshots/index.ts") < stem_coverage(
        "snapshots", "lib/snapshots.ts"
    )


def test_closeness_of_names() -> None:
    query = parse("how are blueprints registered")
    names = SymbolNames(query, {"blueprint": 3.0, "regist": 2.0})
    same = names.closeness("register_blueprint")
    assert same == 1.0
    assert same > names.closeness("register_blueprint_later") > names.closeness("register") > 0
    assert names.closeness("unrelated") == 0
    # The rarer word says more.
    assert names.closeness("blueprint") > names.closeness("register")
