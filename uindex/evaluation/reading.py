"""Questions from files: lines of JSON, or the folder of the public benchmark.

docs/evaluation.md documents both.  A file that is wrong gives a UsageError that says where.
"""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any

from uindex.errors import UsageError
from uindex.evaluation.questions import Question, Target, Task, category
from uindex.extract.registry import language_of

if TYPE_CHECKING:
    from collections.abc import Iterable


class _Wrong(Exception):
    """What is wrong with one question."""


def lines(data: bytes, source: str, globs: tuple[str, ...]) -> list[Task]:
    """Questions of a JSONL file, a task for each repository that they name, by name."""
    tasks: dict[str, list[Question]] = {}
    for number, line in enumerate(data.removeprefix(b"\xef\xbb\xbf").split(b"\n"), 1):
        if not line.strip():
            continue
        try:
            item = _object(line)
            repo = _repository(_text(item, "repo")) if "repo" in item else ""
            question = _question(item, "")
            if not question.targets:
                raise _Wrong('"relevant" is empty: nothing could answer it')
        except _Wrong as why:
            raise UsageError(f"{source}:{number}: {why}") from None
        tasks.setdefault(repo, []).append(question)
    return [Task(name, globs, tuple(tasks[name])) for name in sorted(tasks)]


def benchmark(folder: str) -> list[Task]:
    """`repos.json` and `annotations/NAME.json`, in the order of the former."""
    source = os.path.join(folder, "repos.json")
    tasks = []
    for number, spec in enumerate(_array(source), 1):
        try:
            if not isinstance(spec, dict):
                raise _Wrong("not an object")
            name = _repository(_text(spec, "name"))
            root, language = _text(spec, "root"), _text(spec, "language")
            revision = _text(spec, "revision") if "revision" in spec else ""
        except _Wrong as why:
            raise UsageError(f"{source}: entry {number}: {why}") from None
        asked = _annotations(os.path.join(folder, "annotations", f"{name}.json"), language)
        globs = (f"{root}/**",) if root else ()
        tasks.append(Task(name, globs, asked, revision))
    return tasks


def _annotations(source: str, language: str) -> tuple[Question, ...]:
    asked = []
    for number, item in enumerate(_array(source), 1):
        try:
            asked.append(_question(item, language))
        except _Wrong as why:
            raise UsageError(f"{source}: question {number}: {why}") from None
    return tuple(asked)


def _array(source: str) -> list[Any]:
    with open(source, "rb") as file:
        data = file.read()
    try:
        found = _parsed(data)
        if not isinstance(found, list):
            raise _Wrong("not an array")
    except _Wrong as why:
        raise UsageError(f"{source}: {why}") from None
    return found


def _object(line: bytes) -> dict[str, Any]:
    found = _parsed(line)
    if not isinstance(found, dict):
        raise _Wrong("not an object")
    return found


def _parsed(data: bytes) -> Any:
    try:
        return json.loads(data.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise _Wrong(f"not UTF-8 (byte {error.start})") from None
    except RecursionError:
        raise _Wrong("nested too deeply") from None
    except json.JSONDecodeError as error:
        line = f"line {error.lineno}, " if error.lineno > 1 else ""
        raise _Wrong(f"not JSON: {error.msg} ({line}column {error.colno})") from None
    except ValueError:  # the one other that there is
        raise _Wrong("not JSON: a number of too many digits") from None


def _question(item: Any, language: str) -> Question:
    if not isinstance(item, dict):
        raise _Wrong("not an object")
    query = _text(item, "query")
    if not query.strip():
        raise _Wrong('"query" is empty')
    if "relevant" not in item:
        raise _Wrong('"relevant" is missing')
    targets = tuple(_targets(item, "relevant")) + tuple(_targets(item, "secondary"))
    kind = _text(item, "category") if "category" in item else category(query)
    return Question(query, targets, kind, language or _language(item, targets))


def _language(item: dict[str, Any], targets: tuple[Target, ...]) -> str:
    if "language" in item:
        return _text(item, "language")
    path = targets[0].path if targets else ""
    return language_of(path.encode("utf-8", "surrogateescape"))


def _targets(item: dict[str, Any], key: str) -> Iterable[Target]:
    places = item.get(key, [])
    if not isinstance(places, list):
        raise _Wrong(f'"{key}" is not an array')
    return [_target(place, key) for place in places]


def _target(place: Any, key: str) -> Target:
    if isinstance(place, str):
        place = {"path": place}
    if not isinstance(place, dict):
        raise _Wrong(f'"{key}" holds what is neither a path nor an object')
    path = _text(place, "path")
    if not path:
        raise _Wrong('"path" is empty')
    start, end = _line(place, "start_line"), _line(place, "end_line")
    if start is not None and end is not None and end < start:
        raise _Wrong(f'"end_line" {end} comes before "start_line" {start}')
    return Target(path.removeprefix("./"), start, end)


def _line(place: dict[str, Any], key: str) -> int | None:
    found = place.get(key)
    if found is None:
        return None
    if not isinstance(found, int) or isinstance(found, bool) or found < 1:
        raise _Wrong(f'"{key}" is no line number')
    return found


def _text(item: dict[str, Any], key: str) -> str:
    if key not in item:
        raise _Wrong(f'"{key}" is missing')
    if not isinstance(item[key], str):
        raise _Wrong(f'"{key}" is not a string')
    found = str(item[key])
    try:
        found.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        raise _Wrong(f'"{key}" holds half of a surrogate pair') from None
    return found


def _repository(name: str) -> str:
    """A folder's name: nothing that leads out of the folder of checkouts."""
    if name in (".", "..") or "/" in name or "\0" in name:
        raise _Wrong(f"{json.dumps(name)} is no name of a folder")
    return name
