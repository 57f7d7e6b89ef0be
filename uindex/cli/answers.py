"""An answer as lines for people: `path:line: [state] kind qualname signature`.

What is ours comes first, and what comes from the repository ends the line, so that no name and no
signature can pass for a state: a mark that does not stand right behind `path:line:` is text of the
repository.  A path in which that could be looked for in vain is quoted.
"""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from uindex.cli import output
from uindex.errors import FOUND, NOTHING
from uindex.query.options import Scope
from uindex.query.results import FRESH, MOVED, UNCHECKED, answer_json, stale_warning
from uindex.query.session import Session
from uindex.resolve.model import RESOLVED

if TYPE_CHECKING:
    from uindex.git.repository import Repository
    from uindex.query.results import Answer, Result, Searched, Source

_BAD = ("gone", "deleted")
_LEAST = 20
"""Columns that a name has on the narrowest terminal."""


def open_session(repo: Repository, at: str | None = None, no_refresh: bool = False) -> Session:
    """A session that tells a person who waits what it is busy with."""
    told = output.say if output.is_terminal(sys.stderr) else None
    return Session.open(repo, Scope(at=at, refresh=not no_refresh), told)


def show_answer(
    answer: Answer, repo: Repository, *, json: bool = False, at: str | None = None
) -> int:
    """Prints an answer and returns the exit code.  `at` is the rev that was asked."""
    if json:
        output.write_json(answer_json(answer))
    else:
        _print(answer, repo, at)
    return FOUND if answer.total else NOTHING


def _print(answer: Answer, repo: Repository, at: str | None) -> None:
    colour = output.has_colour()
    if answer.stale:
        files = ", ".join(f"[{state}] {output.path_label(path)}" for path, state in answer.stale)
        output.write(output.paint(f"{stale_warning(answer.stale)}: {files}", "warn", colour) + "\n")
    table = output.is_terminal()
    rows = [_row(one, repo) for one in answer.results]
    places, states, kinds = [
        max((len(row[at]) for row in rows), default=0) if table else 0 for at in range(3)
    ]
    # A terminal that does not know its width says 0.
    width = (os.get_terminal_size().columns or 80) if table else 0
    for one, (place, state, kind, name, rest) in zip(answer.results, rows, strict=True):
        if table:
            room = width - max(places, len(place)) - kinds - 2 - states - bool(states)
            name = _cut(name, max(_LEAST, room))
            room -= len(name) + 1
            rest = _cut(rest, room) if room > 1 else ""
        parts = [output.paint(place, "path", colour) + " " * (places - len(place))]
        if state or states:
            role = "bad" if one.state in _BAD else "warn"
            parts.append(output.paint(state, role, colour) + " " * (states - len(state)))
        parts.append(output.paint(kind, "kind", colour) + " " * (kinds - len(kind)))
        parts += [output.paint(name, "name", colour), rest]
        output.write(" ".join(parts).rstrip() + "\n")
        if one.why and not one.status:
            output.write(output.paint(f"  {one.score:g}: {one.why}", "dim", colour) + "\n")
        if one.source is not None:
            output.write(_source_lines(one, one.source, colour))
    _print_counts(answer)
    _print_remarks(answer, at)


def _row(one: Result, repo: Repository) -> tuple[str, str, str, str, str]:
    """Place, state, kind, name, and what else is to be said."""
    line = one.line_now if one.state == MOVED and one.line_now is not None else one.line
    place = f"{output.path_label(_from_here(one, repo))}:{line}:"
    state = " ".join(filter(None, (_certainty(one), _freshness(one))))
    name = output.clean(one.qualname or one.name)
    rest = output.clean(" ".join(one.signature.split()))
    if rest == name:
        rest = ""
    if one.status:
        rest = output.clean(one.why)
        if one.reason and one.status != RESOLVED:
            rest += f" ({output.clean(one.reason)})"
    return place, state, output.clean(one.kind), name, rest


def _from_here(one: Result, repo: Repository) -> bytes:
    """The path as it opens from where the user stands."""
    if not repo.prefix or one.state == UNCHECKED:
        return one.path
    return os.path.relpath(b"/" + one.path, b"/" + repo.prefix)


def _certainty(one: Result) -> str:
    """In a graph answer, how certain it is unless it is, and how far unless it is next door."""
    if not one.status:
        return ""
    parts = [] if one.status == RESOLVED else [one.status]
    if one.hop > 1:
        parts.append(f"hop {one.hop}")
    return f"[{', '.join(parts)}]" if parts else ""


def _freshness(one: Result) -> str:
    if one.state == FRESH:
        return ""
    if one.state == MOVED:
        return "[moved]" if one.line == one.line_now else f"[moved from line {one.line}]"
    return f"[{one.state}]"


def _cut(text: str, room: int) -> str:
    return text if len(text) <= room else text[: max(0, room - 1)] + "…"


def _source_lines(one: Result, source: Source, colour: bool) -> str:
    """Source with line numbers: no line of it can pass for a line of ours."""
    blob = f"blob {one.blob[:12]}"
    where = "the worktree" if source.origin == "worktree" else f"{blob}, as indexed"
    from uindex.query.evidence import left_out, split  # only with source

    if source.above:
        return output.paint("  (shown above)", "dim", colour) + "\n"
    lines = split(source.text)
    width = len(str(max(last for _, last in [*source.lines, *source.cut, (1, 1)])))
    out = [output.paint(f"  from {where}:", "dim", colour)]
    shown = iter(lines)
    for first, last in sorted([*source.lines, *source.cut]):
        if (first, last) in source.cut:
            said = left_out(first, last) if source.lines else f"{left_out(first, last)}, all of it"
            out.append(output.paint(f"  ({said})", "dim", colour))
            continue
        for number in range(first, last + 1):
            text = next(shown).removesuffix("\r")
            out.append(f"  {number:>{width}} | {output.clean(text, tabs=True)}".rstrip())
    return "\n".join(out) + "\n"


def _print_counts(answer: Answer) -> None:
    shown = len(answer.results)
    end = answer.offset + shown
    if answer.truncated and shown:
        first = f"{answer.offset + 1} to {end}" if answer.offset else f"{shown}"
        output.write(f"{first} of {answer.total} (go on with --offset {end})\n")
    elif answer.truncated:
        output.write(f"0 of {answer.total}\n")
    elif answer.total and not shown:
        output.write(f"0 of {answer.total} (--offset {answer.offset} is past the last)\n")
    elif shown and output.is_terminal():
        output.write(f"{end} of {answer.total}\n")


def _print_remarks(answer: Answer, at: str | None) -> None:
    searched = answer.searched
    if not answer.total:
        output.say(nothing_line(answer, at))
    elif not searched.complete and not any("indexed" in note for note in answer.notes):
        output.say(f"not complete: {gaps(searched, at)}")
    for note in answer.notes:
        output.say(output.clean(note))


def nothing_line(answer: Answer, at: str | None = None) -> str:
    """What was searched in vain: *no such thing* and *not indexed* must not look alike."""
    searched = answer.searched
    where = f"{output.plural(searched.files, 'file')}"
    if searched.commit:
        where += f" of {searched.commit[:12]}"
    if searched.uncommitted:
        where += f" and {searched.uncommitted} uncommitted"
    if searched.skipped:
        where += f"; {searched.skipped} skipped (git uindex status --skipped)"
    what = _nothing(answer)
    if searched.complete:
        return f"{what} in {where}"
    if any("indexed" in note for note in answer.notes):  # they say what is missing
        return f"{what} so far, in {where}"
    return f"{what} so far, in {where}; not complete: {gaps(searched, at)}"


def _nothing(answer: Answer) -> str:
    asked = output.clean(answer.asked or answer.query)
    if answer.targets is None:
        return f"nothing found for '{asked}'"
    return f"no {answer.mode} of '{asked}'" if answer.targets else f"no such symbol: '{asked}'"


def gaps(searched: Searched, at: str | None = None, failed: int = 0) -> str:
    """What an answer could not take into account, and what brings it in.

    `failed` of the missing files could not be parsed here: no build brings those in."""
    build = "git uindex build" + (f" {output.clean(at)}" if at else "")
    parts = []
    if searched.missing > failed:
        files = output.plural(searched.missing - failed, "file")
        parts.append(f"{files} not indexed yet ({build})")
    if failed:
        parts.append(f"{output.plural(failed, 'file')} could not be parsed")
    if searched.unread:
        parts.append(f"{output.plural(searched.unread, 'changed file')} not read")
    if searched.commit is None:
        parts.append(f"no commit is indexed yet ({build})")
    elif at is None and searched.head is not None and searched.head != searched.commit:
        parts.append(f"HEAD is at {searched.head[:12]}")
    return "; ".join(parts) or "some files are not indexed"
