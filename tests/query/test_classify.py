"""What kind of question a query is: by its shape, and by few words."""

from __future__ import annotations

import pytest

from uindex.query.classify import CLASSES, classify
from uindex.query.find import may_ask_of_links
from uindex.query.parse import parse

QUESTIONS = {
    "symbol": """
        parse_header
        Session
        url_for()
        Session.open
        std::vector::push_back
        App\\Http\\Kernel
        ConnectionPool#checkout
        src/session.py
        session.py
        __init__
        where is parse_header defined
        where is Session implemented?
        definition of parse_header
        class Session
        the Session class
        struct task_struct
        find the function parse_header
        show me the source of url_for
        signature of parse_header
        what is ConnectionPool
        """,
    "local": """
        parse header
        retry after timeout
        how does authentication work
        where are retries counted
        where is the config file parsed
        where are errors handled
        error handling middleware
        how are exceptions turned into responses
        read a line from the socket
        how is the cache key made
        json serialization of dates
        session cookie signing
        how are calls to the server retried
        what calls for a retry
        what calls the retry handler
        what does the scheduler do
        what uses most of the memory here
        where do we call the server when it is down
        which class handles incoming requests
        how to register a plugin
        function that walks the tree
        calls of remote procedures are queued
        import of data from csv files
        """,
    "debugging": """
        why does the build fail
        why is the index rebuilt on every start
        what causes the reconnect loop
        KeyError: 'name' in parse_header
        panic: runtime error: index out of range
        segfault in free_list
        test_login is flaky
        worker hangs after fork
        deadlock between reader and writer
        upload does not work
        upload doesn't work on windows
        request never works twice
        Traceback (most recent call last)
        error: cannot find symbol Foo
        fatal: not a git repository
        crash in parse_header at line 120
        connect ECONNREFUSED 127.0.0.1:5432
        wrong line number in output
        memory leak in the worker pool
        regression in date parsing
        it raises ValueError for empty input
        at parse (/srv/app/parse.js:12:3)
        """,
    "impact": """
        what calls parse_header
        who calls `Session.open`?
        which functions call url_for()
        callers of Session.open
        find all callers of url_for
        where is parse_header called from?
        what does Session.open call
        callees of url_for
        what breaks if parse_header changes
        what breaks if I change the parse_header function
        what would break when Session is removed?
        what happens if we rename Session
        impact of changing Session.open
        what is affected by changes to url_for
        what depends on src/session.py
        what imports requests
        where is Session used
        usages of Session
        who uses memory
        everything that calls flush
        rename the field everywhere
        all places where the lock is taken
        how do the scheduler and the driver interact
        overview of the storage layer
        life cycle of a request
        """,
}
CASES = [
    (name, line.strip())
    for name, block in QUESTIONS.items()
    for line in block.splitlines()
    if line.strip()
]


def test_there_are_enough_of_each() -> None:
    assert len(CASES) >= 60
    assert len({query for _, query in CASES}) == len(CASES)
    assert {kind.name for kind in CLASSES} == set(QUESTIONS)


@pytest.mark.parametrize(("name", "query"), CASES)
def test_class_of(name: str, query: str) -> None:
    assert classify(parse(query)).kind.name == name


def test_a_pattern_is_no_question() -> None:
    assert classify(parse("what calls x", regex=True)).kind.name == "local"


@pytest.mark.parametrize(
    ("query", "answer", "target"),
    [
        ("what calls parse_header", "callers", "parse_header"),
        ("Who Calls Session.open?", "callers", "Session.open"),
        ("who calls `url_for()`", "callers", "url_for"),
        ("which functions call the url_for function", "callers", "url_for"),
        ("show me all the callers of src/app.py#App.run", "callers", "src/app.py#App.run"),
        ("calls to url_for", "callers", "url_for"),
        ("where is url_for called", "callers", "url_for"),
        ("where do we invoke url_for", "callers", "url_for"),
        ("what does url_for call", "callees", "url_for"),
        ("what url_for calls", "callees", "url_for"),
        ("which functions does url_for call?", "callees", "url_for"),
        ("what is called by url_for", "callees", "url_for"),
        ("what breaks if url_for changes", "impact", "url_for"),
        ("what breaks when I rename Session.open", "impact", "Session.open"),
        ("which tests fail if url_for is removed", "impact", "url_for"),
        ("what would be affected if we change src/app.py", "impact", "src/app.py"),
        ("blast radius of url_for", "impact", "url_for"),
        ("what uses Session", "users", "Session"),
        ("where is the Session class used", "users", "Session"),
        ("references to Session", "users", "Session"),
        ("what depends on src/app.py", "dependents", "src/app.py"),
        ("which files import flask.json", "dependents", "flask.json"),
        ("dependents of flask", "dependents", "flask"),
    ],
)
def test_what_the_graph_is_asked(query: str, answer: str, target: str) -> None:
    found = classify(parse(query))
    assert (found.answer, found.target) == (answer, target)
    assert may_ask_of_links(query)


@pytest.mark.parametrize(
    "query",
    [
        "what calls it",
        "what calls for help",
        "what calls the retry handler",
        "how often is flush called",
        "where is the socket closed when a call fails",
        "the function that calls back",
        "system calls",
        "callers must hold the lock",
        "used by the parser",
        "what breaks",
        "what happens if the server is down",
        "who uses this",
        "import x as y",
    ],
)
def test_a_question_that_only_has_such_words(query: str) -> None:
    assert classify(parse(query)).answer == "find"


@pytest.mark.parametrize(
    ("query", "is_plain"),
    [("what calls flush", True), ("what calls `flush`", False), ("what calls flush()", False),
     ("what calls Flush", True), ("what calls flush_all", False), ("what calls io.flush", False)],
)  # fmt: skip
def test_a_word_of_english_may_not_be_a_name(query: str, is_plain: bool) -> None:
    assert classify(parse(query)).is_plain is is_plain
