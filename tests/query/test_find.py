"""`find` on real repositories."""

from __future__ import annotations

import re

import pytest

from tests.query.asking import find, first, index, places, show, symbols
from tests.repos import ODD_NAMES, Repo
from uindex.errors import UsageError
from uindex.query.allowlist import Allowlist

NAMES = """\
def parseHTTPResponse(): pass
def get_user_by_id(): pass
class XMLHttpRequest2: pass
def utf8ToBase64(): pass
def GitHub(): pass
def is_ok(): pass
def _x(): pass
def of(): pass
"""


@pytest.fixture
def names(repo: Repo) -> Repo:
    repo.commit({"a.py": NAMES})
    return index(repo)


@pytest.mark.parametrize(
    ("query", "line"),
    [
        ("http response", 1),
        ("HTTPResponse", 1),
        ("parse_http_response", 1),
        ("user id", 2),
        ("get_user_by_id", 2),
        ("getuserbyid", 2),
        ("get_user", 2),
        ("get_usr_by_id", 2),
        ("xmlhttprequest2", 3),
        ("xml request", 3),
        ("base64", 4),
        ("github", 5),
        ("is_ok", 6),
        ("_x", 7),
        ("of", 8),
    ],
)
def test_parts_of_names(names: Repo, query: str, line: int) -> None:
    """Case C02."""
    assert first(find(names, query))[:2] == (b"a.py", line)


@pytest.fixture(scope="module")
def queries() -> list[str]:
    return [
        *(
            '"--error-on-warnings"',
            "grammar::fa",
            "a/b",
            "it's",
            "NOT",
            "x AND",
            "(",
            "*",
            "%",
            "[",
        ),
        *("\\", "operator==", "--help-me", "-x", "a\0b", "\udcff", "'; drop table name; --"),
    ]


def test_query_text_is_never_syntax(names: Repo, queries: list[str]) -> None:
    """Case C03: an answer, even if an empty one."""
    for query in queries:
        answer = find(names, query)
        assert answer.query == query
        assert answer.total >= len(answer.results)


def test_regex(names: Repo) -> None:
    assert {one.name for one in find(names, "^get_|^of$", regex=True).results} == {
        "get_user_by_id",
        "of",
    }
    with pytest.raises(UsageError, match="unterminated"):
        find(names, "(", regex=True)


def test_a_hostile_pattern_is_stopped(repo: Repo) -> None:
    repo.commit({"a.py": f"def {'a' * 60}b(): pass\n"})
    index(repo)
    with pytest.raises(UsageError, match="stopped after"):
        find(repo, "^(a+)+$", regex=True)


@pytest.fixture
def crowded(repo: Repo) -> Repo:
    files = {"src/core.py": "class _State:\n    def run(self): pass\ndef run(): pass\n"}
    for number in range(30):
        files[f"tests/test_{number}.py"] = (
            f"def test_{number}():\n    def run():\n        '''doc for run run run'''\n"
            "    state = 1\n    run()\n"
        )
    files["tests/fix.py"] = "def state():\n    '''state state'''\n"
    files["vendor/x/run.py"] = "def run(): pass\n"
    files["dist/app.min.js"] = "function run(){};" * 400
    repo.commit(files)
    return index(repo)


def test_the_project_comes_before_tests_and_vendored_code(crowded: Repo) -> None:
    """Case C01."""
    answer = find(crowded, "run", limit=40)
    assert places(answer)[:2] == [
        (b"src/core.py", 3, "run", "fresh"),
        (b"src/core.py", 2, "_State.run", "fresh"),
    ]
    later = [path for path, *_ in places(answer)[2:]]
    assert later == sorted(later, key=lambda path: not path.startswith(b"tests/"))
    assert answer.total >= 433
    assert [one.name for one in find(crowded, "_State", limit=2).results] == ["_State", "state"]


def test_qualified_names(crowded: Repo) -> None:
    assert places(find(crowded, "_State.run")) == [(b"src/core.py", 2, "_State.run", "fresh")]
    assert {place[2] for place in places(find(crowded, "core.run"))} == {"run", "_State.run"}
    assert first(find(crowded, "_State::run"))[1] == 2


@pytest.mark.parametrize("query", ["App\\Models\\User::save", "Models.User.save", "User::save"])
def test_each_part_of_a_namespace_qualifies(repo: Repo, query: str) -> None:
    code = "<?php\nnamespace App\\Models;\nclass User { function save() { } }\n"
    repo.commit({"a.php": code, "b.php": "<?php\nfunction save() { }\n"})
    assert [place[:2] for place in places(find(index(repo), query))] == [(b"a.php", 3)]


MODULE = "defmodule Hexpm.Accounts.{} do\n  def get(user), do: user\nend\n"


@pytest.mark.parametrize("query", ["Hexpm.Accounts.User", "Accounts.User", "User", "user"])
def test_a_module_is_found_by_the_last_part_of_its_name(repo: Repo, query: str) -> None:
    more = {
        f"lib/m{n}.ex": f"defmodule M{n}.User.All do\n  def user_{n}, do: 1\nend\n"
        for n in range(9)
    }
    files = {f"lib/{name.lower()}.ex": MODULE.format(name) for name in ("User", "Users")}
    repo.commit({**files, **more})
    index(repo)
    assert first(find(repo, query))[:3] == (b"lib/user.ex", 1, "Hexpm.Accounts.User")
    assert first(show(repo, query))[2] == "Hexpm.Accounts.User"


def test_packages_of_many_files_do_not_hide_definitions(repo: Repo) -> None:
    files = {
        f"com/acme/net/C{n}.java": f"package com.acme.net;\nclass C{n} {{}}\n" for n in range(9)
    }
    repo.commit({**files, "a.py": "def net_open(): pass\n"})
    assert first(find(index(repo), "net"))[2] == "net_open"


def test_a_component_is_found_by_the_name_of_its_file(repo: Repo) -> None:
    doc = "# Components\n\n## Sidebar\n\nThe sidebar.\n"
    repo.commit({"src/Sidebar.astro": "---\nconst sidebar = 1;\n---\n<nav/>\n", "a.md": doc})
    answer = find(index(repo), "Sidebar")
    assert places(answer)[0][:2] == (b"src/Sidebar.astro", 1)
    assert first(find(repo, "sidebar"))[2] == "sidebar"


def test_resources_are_found_by_what_they_are(repo: Repo) -> None:
    repo.commit({"main.tf": 'resource "aws_eks_cluster" "this" {\n  name = "x"\n}\n'})
    assert first(find(index(repo), "aws_eks_cluster"))[2] == "aws_eks_cluster.this"
    assert first(find(repo, "aws_eks_cluster.this"))[2] == "aws_eks_cluster.this"


def test_pages_and_totals(repo: Repo) -> None:
    """Case C05."""
    files = {f"m{n}.py": f"def execute_{n}(): target()\n" for n in range(240)}
    repo.commit({**files, "t.py": "def target(): pass\n"})
    index(repo)
    answer = find(repo, "execute", limit=15)
    assert (answer.total, answer.shown, answer.truncated) == (240, 15, True)
    pages = [find(repo, "execute", limit=100, offset=offset) for offset in (0, 100, 200)]
    assert [page.truncated for page in pages] == [True, True, False]
    seen = [one.id for page in pages for one in page.results]
    assert len(seen) == len(set(seen)) == 240


def test_odd_paths(repo: Repo) -> None:
    """Case A10: each definition is found under the path that has it."""
    repo.commit({name: f"def fn_{n}_x(): pass\n" for n, name in enumerate(ODD_NAMES)})
    index(repo)
    for number, name in enumerate(ODD_NAMES):
        path, line, qualname, state = first(find(repo, f"fn_{number}_x"))
        if name.endswith(b".py"):
            assert (path, line, qualname, state) == (name, 1, f"fn_{number}_x", "fresh")


def test_paths(crowded: Repo) -> None:
    assert first(find(crowded, "src/core.py"))[0] == b"src/core.py"
    assert first(find(crowded, "core.py"))[0] == b"src/core.py"
    assert {one.path for one in find(crowded, "tests/", limit=100).results} >= {b"tests/fix.py"}


def test_filters(crowded: Repo) -> None:
    only = find(crowded, "run", paths=["src"], limit=50)
    assert {one.path for one in only.results} == {b"src/core.py"}
    assert only.total == 2
    assert {one.kind for one in find(crowded, "run", kinds=["method"]).results} == {"method"}
    assert {one.lang for one in find(crowded, "run", langs=["javascript"]).results} == {
        "javascript"
    }
    assert {one.lang for one in find(crowded, "run", langs=["JS"]).results} == {"javascript"}
    allowed = find(crowded, "run", allow=Allowlist(b"vendor/x/run.py"))
    assert {one.path for one in allowed.results} == {b"vendor/x/run.py"}
    assert find(crowded, "run", within="docs").total == 0
    with pytest.raises(UsageError, match="kind"):
        find(crowded, "run", kinds=["nonsense"])
    with pytest.raises(UsageError, match=r"--lang cobol: no such language; one of .* go "):
        find(crowded, "run", langs=["cobol"])


def test_plain_language(repo: Repo) -> None:
    repo.commit(
        {
            "net/retry.py": 'def backoff(n):\n    """Wait longer after each failed request."""\n',
            "net/http.py": "def send(request): return request\n",
            "docs/guide.md": "# Guide\n\nHow requests are sent.\n",
            "ui/color.py": "def blend(a, b): return a\n",
        }
    )
    index(repo)
    answer = find(repo, "how long do we wait after a failed request")
    assert answer.mode == "words"
    assert first(answer)[:3] == (b"net/retry.py", 1, "backoff")
    assert b"ui/color.py" not in {one.path for one in answer.results}


TRACE = """\
Traceback (most recent call last):
  File "/srv/app/src/wire/server.py", line 6, in serve
    parse_header(line)
  File "/srv/app/src/wire/header.py", line 5, in parse_header
    raise ValueError(line)
  File "/usr/lib/python3/json.py", line 3, in loads
ValueError: no colon in 0x7f00
"""


def test_an_error_leads_to_where_it_came_from(repo: Repo) -> None:
    repo.commit(
        {
            "src/wire/header.py": "import os\n\n\ndef parse_header(line):\n"
            "    raise ValueError(line)\n",
            "src/wire/server.py": "from .header import parse_header\n\n\ndef serve(line):\n"
            "    # as it comes\n    parse_header(line)\n",
            "other/server.py": "def serve():\n    # colon of a header\n\n\n\n    pass\n",
            "docs/json.md": "# No colon\n",
        }
    )
    index(repo)
    answer = find(repo, TRACE)
    assert answer.mode == "error"
    assert [(one.path, one.line, one.name) for one in answer.results[:2]] == [
        (b"src/wire/header.py", 4, "parse_header"),
        (b"src/wire/server.py", 4, "serve"),
    ]


def test_a_place_that_moved_since_is_found_by_its_name(repo: Repo) -> None:
    repo.commit({"a.py": "def g(): pass\n\n\ndef load(): pass\n\n\ndef h(): pass\n"})
    index(repo)
    text = '  File "/x/a.py", line 7, in load\n'
    assert first(find(repo, text))[:3] == (b"a.py", 4, "load")
    assert first(find(repo, "a.py:7"))[:3] == (b"a.py", 7, "h")


def test_an_error_says_how_to_look_for_its_text(repo: Repo) -> None:
    repo.commit({"a.py": "def merge():\n    die('refusing to merge unrelated histories')\n"})
    index(repo)
    notes = find(repo, "fatal: refusing to merge unrelated histories").notes
    assert any("git grep -nF 'refusing to merge unrelated histories'" in one for one in notes)


def test_a_name_of_a_kind(repo: Repo) -> None:
    repo.commit(
        {
            "use.c": "/* struct buf */\nvoid struct_buf(struct buf *buf) { (void)buf; }\n",
            "z/types.h": "struct buf { int n; };\n",
        }
    )
    index(repo)
    for query in ("struct buf", "where is struct buf defined"):
        assert first(find(repo, query))[:2] == (b"z/types.h", 1), query


def test_an_identifier_that_is_only_mentioned(repo: Repo) -> None:
    """However many files have its words here and there."""
    files = {f"d{n}/git.py": "def git_trace(): packet()\n" for n in range(40)}
    files["z.md"] = "# Variables\n\nSet GIT_TRACE_PACKET and core.autocrlf.\n"
    repo.commit(files)
    index(repo)
    assert [one.path for one in find(repo, "GIT_TRACE_PACKET").results] == [b"z.md"]
    assert [one.path for one in find(repo, "core.autocrlf").results] == [b"z.md"]
    assert find(repo, "GIT_PACKET_TRACE").total == 0
    repo.commit({f"e{n}/git.py": f"def git_trace(): return packet({n})\n" for n in range(100)})
    index(repo)
    answer = find(repo, "GIT_PACKET_TRACE")
    assert answer.total == 0
    assert any("were not looked into" in note for note in answer.notes)


def test_a_filter_leaves_files_that_are_not_among_the_best(repo: Repo) -> None:
    best = {f"src/cache_{n}.py": f"def evict_cache_{n}(): pass\n" for n in range(400)}
    repo.commit({**best, "docs/last.md": "# Notes\n\nThe cache.\n"})
    index(repo)
    for options in ({"paths": ("docs/**",)}, {"within": "docs"}, {"langs": ("markdown",)}):
        answer = find(repo, "how does the cache evict", **options)
        assert [one.path for one in answer.results] == [b"docs/last.md"], options


def test_who_quotes_a_doc_means_what_it_is_of(repo: Repo) -> None:
    doc = "Like realpath, but allows any number of path components to be missing."
    other = "Realpath of path components: realpath allows components to be missing. Any number."
    repo.commit(
        {
            "realpath.py": f'def realpath():\n    """{other}"""\n',
            "z.py": f'def first(): pass\n\n\ndef forgiving():\n    """{doc}"""\n',
        }
    )
    index(repo)
    assert first(find(repo, doc))[:2] == (b"z.py", 4)


def test_a_place_past_the_end_of_a_file_is_none(repo: Repo) -> None:
    repo.commit({"a.py": "def f(): pass\n"})
    index(repo)
    assert find(repo, "a.py:99: error: nothing here").total == 0


def test_explain_says_what_a_score_is_made_of(repo: Repo) -> None:
    repo.commit({"run.py": "def run(): pass\n", "tests/a.py": "def run_all(): pass\n"})
    index(repo)
    named, file, prefix = find(repo, "run", explain=True).results
    assert named.why.startswith("the name as typed 100")
    assert file.why.startswith("a file that is called so 85")
    assert prefix.why.startswith("the name begins so 70 ")
    assert "rank -20.00" in prefix.why
    for one in (named, file, prefix):
        tier = float(re.findall(r" (\d+)\b", one.why)[0])
        added = sum(map(float, re.findall(r" ([+-][0-9.]+)", one.why)))
        assert one.score == pytest.approx(tier + added, abs=0.02)
    (words, *_) = find(repo, "where does it run all", explain=True).results
    assert words.why.startswith("plain language 20 ")
    added = sum(map(float, re.findall(r" ([+-][0-9.]+)", words.why)))
    assert words.score == pytest.approx(20 + added, abs=0.05)
    assert not find(repo, "run").results[0].why


def test_known_words_are_not_mistyped(repo: Repo) -> None:
    repo.commit(
        {
            "flags.h": "enum { MERGE_BASE_IGNORE_COMMITS, OTHER };\n",
            "reach.c": "/* Compute the best common ancestors. */\n"
            "int merge_bases(void) { return computed(); }\n",
        }
    )
    index(repo)
    assert first(find(repo, "merge base computation"))[0] == b"reach.c"
    assert first(find(repo, "merge bsae commits"))[0] == b"flags.h"


def test_forms_of_a_word_are_one_word(repo: Repo) -> None:
    repo.commit(
        {
            "views.py": "def render_template(name):\n    return name\n",
            "signals.py": "def emit(name):\n    return name\n",
        }
    )
    index(repo)
    for query in ("template rendering", "rendered templates", "which renderer renders a template"):
        assert first(find(repo, query))[:2] == (b"views.py", 1), query


def test_a_question_is_about_the_project_proper(repo: Repo) -> None:
    code = 'def retry_request(request):\n    """Retry a request with backoff."""\n'
    text = "# Retry a request\n\nRetry a request with backoff: retry, request, backoff.\n"
    repo.commit(
        {
            "src/net/client.py": code,
            "examples/client.py": code,
            "legacy/client.py": code,
            "tests/test_client.py": code,
            "docs/retry.md": text,
        }
    )
    index(repo)
    query = "how is a request retried with backoff"
    paths = [one[0] for one in places(find(repo, query))]
    assert paths[0] == b"src/net/client.py"
    assert sorted(paths[1:]) == [
        b"docs/retry.md", b"examples/client.py", b"legacy/client.py", b"tests/test_client.py"
    ]  # fmt: skip
    assert first(find(repo, query, within="docs"))[0] == b"docs/retry.md"
    assert first(find(repo, "example of a request that is retried"))[0] != b"legacy/client.py"


def test_below_a_folder_that_was_asked_for_the_deeper_is_a_detail(repo: Repo) -> None:
    code = "def read_frames(stream):\n    return stream\n"
    repo.commit({"lib/deep/down/frames.py": code, "lib/frames.py": code + "# of it\n"})
    index(repo)
    found = find(repo, "where are frames read", paths=("lib/**",), explain=True)
    assert [one.path for one in found.results] == [b"lib/frames.py", b"lib/deep/down/frames.py"]
    assert "depth -2.00" in found.results[1].why
    whole = find(repo, "where are frames read", explain=True)
    assert "depth -0.30" in whole.results[1].why


def test_a_file_that_is_called_so_comes_before_a_field(repo: Repo) -> None:
    repo.commit(
        {
            "command.go": "package a\n\ntype Command struct {\n\tArgs []string\n}\n",
            "args.go": "package a\n\nfunc Check(a []string) {}\n",
            "sessions.py": "class SessionMixin: pass\n",
        }
    )
    index(repo)
    assert [one.path for one in find(repo, "Args").results][:2] == [b"args.go", b"command.go"]
    assert first(find(repo, "session"))[0] == b"sessions.py"


def test_names_that_hold_the_words_come_after_what_they_mean(repo: Repo) -> None:
    """One place of each file first, then all other names that have the words."""
    code = 'def open_file(path):\n    """Open the file."""\n\ndef open_file_twice(path): pass\n'
    repo.commit({"a.py": code, "b.py": "def file_opener(): pass\n"})
    index(repo)
    found = [place[:2] for place in places(find(repo, "open file"))]
    assert found[0] == (b"a.py", 1)
    assert set(found) == {(b"a.py", 1), (b"b.py", 1), (b"a.py", 4)}
    assert found[-1] == (b"a.py", 4)


def test_the_piece_whose_name_was_asked_for_stands_for_its_file(repo: Repo) -> None:
    """A rare word elsewhere in the file does not outweigh a name that is all but the question."""
    code = (
        "def guess_json_utf(data):\n    encoding = data[:4]\n    return encoding\n\n\n"
        "def get_encoding_from_headers(headers):\n    return headers['charset']\n\n\n"
    )
    more = {f"m{n}.py": "def guess(a): pass\n" for n in range(9)}
    repo.commit({"http.py": code, **more})
    index(repo)
    answer = find(repo, "where do we guess encoding from headers")
    assert first(answer)[2] == "get_encoding_from_headers"


def test_a_definition_comes_before_keys_of_data(repo: Repo) -> None:
    data = '{"router": {"a": {"router": 1}}}\n'
    repo.commit({"a.json": data, "chi.go": "package chi\n\ntype Router interface{}\n"})
    index(repo)
    answer = find(repo, "router")
    assert first(answer)[:3] == (b"chi.go", 3, "Router")
    assert {one.kind for one in answer.results} >= {"interface", "key"}


def test_nothing_found_says_what_was_searched(crowded: Repo) -> None:
    answer = find(crowded, "zzz_nothing_like_it")
    assert answer.total == 0
    assert answer.searched.files == 34
    assert answer.searched.complete


def test_outline(crowded: Repo) -> None:
    assert [place[1:3] for place in places(symbols(crowded, b"src/core.py"))] == [
        (1, "_State"),
        (2, "_State.run"),
        (3, "run"),
    ]
    with pytest.raises(UsageError, match="no such file"):
        symbols(crowded, b"nope.py")


def test_more_like(repo: Repo) -> None:
    repo.commit(
        {
            "a.py": 'def read_header(stream):\n    """Read the header of a packet."""\n',
            "b.py": 'def packet_header(stream):\n    """The header a packet begins with."""\n',
            "c.py": 'def blend(color):\n    """Mix two colors."""\n',
        }
    )
    index(repo)
    answer = find(repo, "", like="a.py#read_header")
    assert [one.path for one in answer.results] == [b"b.py"]
    with pytest.raises(UsageError, match="no result has this id"):
        find(repo, "", like="a.py#nothing")


def test_the_file_that_is_named_after_a_definition_comes_first(repo: Repo) -> None:
    repo.commit(
        {
            "a/batch.py": "class Semaphore: pass\n",
            "b/semaphore.py": "class Semaphore: pass\n",
            "b/other.py": "class Semaphore: pass\n",
        }
    )
    index(repo)
    paths = [path for path, *_ in places(find(repo, "Semaphore"))]
    assert paths[:3] == [b"b/semaphore.py", b"a/batch.py", b"b/other.py"]


def test_source_begins_with_its_indentation(repo: Repo) -> None:
    repo.commit({"a.py": "class A:\n    @tag\n    def f(self):\n        pass\n"})
    index(repo)
    source = show(repo, "A.f").results[0].source
    assert source is not None
    assert source.text == "    @tag\n    def f(self):\n        pass"


def test_what_is_no_file_says_what_it_is(crowded: Repo) -> None:
    for folder in (b"src", b"."):
        with pytest.raises(UsageError, match="is a folder; name a file"):
            symbols(crowded, folder)
    with pytest.raises(UsageError, match=r"has no line 900; its last is [0-9]+"):
        show(crowded, "src/core.py:900-901")
