"""Writes docs/cli.md and docs/git-uindex.1 from the declarations of the verbs.

Run `python -m tests.cli.reference` after a verb changed; a test fails while they differ.
"""

from __future__ import annotations

import inspect
import textwrap
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from uindex.cli.declare import Argument, Option, Param, params
from uindex.cli.main import VERBS
from uindex.record import KINDS
from uindex.selection.settings import DEFAULT_MAX_SIZE, MOST_MAX_SIZE

if TYPE_CHECKING:
    from collections.abc import Iterator

DOCS = Path(__file__).parent.parent.parent / "docs"
CLI = DOCS / "cli.md"
MAN = DOCS / "git-uindex.1"

STATES = {
    "fresh": "the file is as it was indexed (not printed)",
    "moved": "the file changed, the symbol did not; the line is the one in the file as it is now",
    "changed": "the file and the symbol changed",
    "gone": "the file no longer has the symbol",
    "deleted": "the file is gone",
    "uncommitted": "only in the worktree, not in the commit that was asked",
    "unmerged": "the file has a merge conflict",
    "sparse": "the file is not checked out",
    "unchecked": "there is no worktree to compare with: a bare repository, or --at",
}
EXITS = {
    "0": "found, or done",
    "1": "nothing found, or a check that failed",
    "2": "the command line makes no sense",
    "3": "not a repository, or one that cannot be worked in; the reason is one line",
    "70": "a bug; the line says where the log with the traceback is",
    "130": "interrupted",
    "141": "the reader of the output went away",
}
OUTPUT = (
    "Each result is one line, PATH:LINE: KIND NAME SIGNATURE, which an editor's quickfix list "
    "reads. Where a result is not fresh, its state stands in brackets right behind PATH:LINE:, and "
    "so does how certain a link is; what comes behind the kind is text of the repository and never "
    "a state, whatever it says. On a terminal the columns are aligned and coloured (NO_COLOR "
    "switches colours off). A path with odd bytes, or one that could be read as PATH:LINE, is "
    "quoted as git quotes paths, and control characters from the repository are escaped. Lines of "
    "source are indented and numbered, and lines that a budget had no room for are named in their "
    "place. `recall` begins with a warning where a file has changed. When there is more, "
    "the last line says so: 15 of 240 (go on with --offset 15). Remarks go to standard error."
)
JSON = (
    "--json prints one document: query, mode, total, shown, offset, truncated, index (commit, "
    "head, complete, missing, skipped, ...), notes and results. A path that is not UTF-8 is given "
    "with surrogate escapes, and as path_b64. With source there are limits (results, tokens), the "
    "tokens that the answer as text comes to, and of a query of `find` its class; the source of a "
    "result has text, origin, line, lines (first and last of each run that the text holds) and cut "
    "(of each that was left out), or above, the id of a result that has it all. "
    "`recall` has warning and stale before its results."
)
LINES = (
    "`find --stdin` reads a query a line, up to a newline or a carriage return and a newline; "
    "nothing in a line is syntax or an option. Every line gets one JSON document on one line, in "
    "order and at once: the answer, or `query` and `error` where the line is empty, is longer than "
    "16 MiB, or holds a regular expression that is none. `query` is the line, of a long one the "
    "first 4,000 characters, which are all that is looked at; bytes that are not UTF-8 are "
    "surrogate escapes. The options hold for all lines. The exit code is 0 if anything was found "
    "for any of them. What git calls changed is looked at again where the last look is a second "
    "old or more, and commits are followed; an answer in between is about the worktree as it was "
    "seen last. With --at nothing changes."
)
ALLOWLIST = (
    "`--allowlist` takes paths from the root of the repository, wherever you stand, as "
    "`git ls-files --full-name` or `git diff --name-only` print them: a line each, or each with a "
    "NUL behind it (`-z`), which is exact for every name. A file stands for itself and a folder, "
    "with a slash at its end or without, for all that is in it; nothing is a pattern. In lines a "
    "carriage return at the end, git's quotes around odd names and `./` are taken off. Where paths "
    "are not in the tree, a note says how many; an empty list lets nothing answer, and a note says "
    "so. A file that cannot be read is an error."
)
CONFIG = {
    "uindex.hooks": "true once the hooks are wanted here; status then says when they are missing",
    "uindex.ref": "where the index is kept; refs/uindex/index unless set",
    "uindex.share": "the remote to share with, where none is named; `init --share` sets it",
    "uindex.autopush": "true once the index is pushed along to that remote whenever `git push` "
    "pushes there; `init --share --push` sets it",
    "uindex.verify": "how much of what a fetch brought is extracted again afterwards, in the "
    "background: `sample` unless set, `full`, `off`",
    "uindex.embed": "what makes embeddings: `none` unless set, `local` (needs uindex[semantic]), "
    "or `http`, which sends names and docs to a server",
    "uindex.embedUrl": "that server: any that speaks OpenAI's /v1/embeddings; its key comes from "
    "the environment alone, UINDEX_EMBED_KEY",
    "uindex.embedModel": "the name of the model there",
    "uindex.embedDimensions": "how many dimensions to ask it for; its own number unless set",
}
FILES = {
    "refs/uindex/index": "the index",
    "$GIT_COMMON_DIR/uindex/": "caches, locks and the log; safe to delete",
    "$GIT_COMMON_DIR/uindex/log": "what the hooks did, and tracebacks of bugs; bounded",
    ".uindex.toml": "settings of a repository, read from the tree that is indexed",
}
SETTINGS = {
    "max-size": "bytes of the largest file that is indexed; "
    f"{DEFAULT_MAX_SIZE:,} unless set, {MOST_MAX_SIZE:,} at most",
    "exclude": "files and folders to leave out, as in .gitignore",
    "languages": "a table from globs to languages, as --lang names them",
}
SETTINGS_EXAMPLE = """\
max-size = 2_000_000
exclude = ["fixtures/", "*.snap"]

[languages]
"*.inc" = "php"
"""
LEFT_OUT = {
    "binary": "its name or content says that it is no text",
    "secret": "its name says that it holds keys or passwords: `.env`, `x.pem`, `prod.tfvars`; "
    "a sample, `.env.example`, is read",
    "too large": "more bytes than `max-size`",
    "purged": "`git uindex gc --purge` said that this content is never to be indexed again",
    "excluded": "`exclude` says so",
    "symlink": "what it points to is indexed where it is",
    "submodule": "it is a repository of its own",
    "LFS pointer": "its content is not in the repository",
}
ATTRIBUTES = (
    "The attributes `linguist-language`, `linguist-vendored`, `linguist-generated` and "
    "`linguist-documentation` of .gitattributes count, too. Vendored and generated files are "
    "indexed, and come after the project's own."
)


def synopsis(verb: str, declared: list[Param]) -> str:
    words = ["git", "uindex", verb]
    if any(isinstance(one.declared, Option) for one in declared):
        words.append("[OPTIONS]")
    for one in declared:
        if isinstance(one.declared, Argument):
            word = one.declared.metavar + ("..." if one.many else "")
            words.append(word if one.required else f"[{word}]")
    return " ".join(words)


def flags(one: Param) -> str:
    assert isinstance(one.declared, Option)
    value = f" {one.declared.shown}" if one.declared.metavar else ""
    return ", ".join(one.declared.flags) + value


def meaning(one: Param) -> str:
    shown = one.type is int and one.default is not None
    return one.declared.help + (f" Default: {one.default}." if shown else "")


def verbs() -> Iterator[tuple[str, Any, list[Param]]]:
    for verb in VERBS:
        module = import_module(f"uindex.cli.{verb}")
        yield verb, module, params(module.run)


def paragraphs(module: Any) -> list[str]:
    doc = inspect.getdoc(module.run) or ""
    return [" ".join(part.split()) for part in doc.split("\n\n")]


def markdown() -> str:
    out = [
        "# Command reference",
        "",
        "Generated by `python -m tests.cli.reference`; do not edit.",
        "",
        "`git uindex -h` and `git uindex VERB -h` print the same on the spot (so does",
        "`git uindex help VERB`), and `git uindex --help` opens the man page.",
        "Every verb works from any subdirectory, in linked worktrees, and as `git -C DIR uindex`.",
        "",
    ]
    for verb, module, declared in verbs():
        out += [f"## {verb}", "", "```", synopsis(verb, declared), "```", ""]
        for text in paragraphs(module):
            out += [*sentences(text), ""]
        rows = [(named(one), meaning(one)) for one in declared]
        out += ["| | |", "|---|---|", *(f"| {name} | {cell(text)} |" for name, text in rows), ""]
        out += ["```", *module.EXAMPLES, "```", ""]
    out += ["## Output", "", *sentences(OUTPUT), "", *sentences(JSON), ""]
    out += ["## Queries and paths in lines", "", *sentences(LINES), "", *sentences(ALLOWLIST), ""]
    for title, table in (("States", STATES), ("Exit codes", EXITS), ("Configuration", CONFIG)):
        out += [f"## {title}", "", "| | |", "|---|---|"]
        out += [*(f"| `{name}` | {cell(text)} |" for name, text in table.items()), ""]
    out += ["## Files", "", "| | |", "|---|---|"]
    out += [*(f"| `{name}` | {cell(text)} |" for name, text in FILES.items())]
    out += ["", "## Settings", "", "A `.uindex.toml` at the root of a repository may say:", ""]
    out += ["```toml", *SETTINGS_EXAMPLE.splitlines(), "```", "", "| | |", "|---|---|"]
    out += [*(f"| `{name}` | {cell(text)} |" for name, text in SETTINGS.items())]
    out += ["", *sentences(ATTRIBUTES), "", "## Left out", ""]
    out += ["`git uindex status --skipped` lists each file that is left out, with the reason:", ""]
    out += ["| | |", "|---|---|"]
    out += [*(f"| {name} | {cell(text)} |" for name, text in LEFT_OUT.items())]
    out += ["", "A file on which a parser crashed, or took too long, is listed with what happened."]
    out += ["", "## Kinds", "", "`--kind` takes any of these:", "", ", ".join(KINDS) + "."]
    return "\n".join(out) + "\n"


def named(one: Param) -> str:
    shown = one.declared.metavar if isinstance(one.declared, Argument) else flags(one)
    return f"`{cell(shown)}`"


def cell(text: str) -> str:
    return text.replace("|", "\\|")


def sentences(text: str) -> list[str]:
    return text.replace(". ", ".\n").split("\n")


def man() -> str:
    out = [
        '.\\" Generated by python -m tests.cli.reference; do not edit.',
        '.TH GIT\\-UINDEX 1 "" "uindex" "Git Manual"',
        ".SH NAME",
        "git\\-uindex \\- an index of a git repository, kept in the repository itself",
        ".SH SYNOPSIS",
        ".nf",
        *(roff(synopsis(verb, declared)) for verb, _, declared in verbs()),
        ".fi",
        ".SH DESCRIPTION",
        *roff_lines(
            "Indexes code and docs of a repository into a ref of that repository: each file "
            "content is parsed once, by anyone, and what was found is stored under its hash. So a "
            "switch of branches parses nothing that was parsed before, and an answer can be "
            "compared with the worktree: it is fresh, or it says what changed."
        ),
        ".SH COMMANDS",
    ]
    for verb, module, declared in verbs():
        out += [f".SS {roff(synopsis(verb, declared))}"]
        for text in paragraphs(module):
            out += [*roff_lines(text), ".PP"]
        for one in declared:
            shown = one.declared.metavar if isinstance(one.declared, Argument) else flags(one)
            out += [".TP", f"\\fB{roff(shown)}\\fR", *roff_lines(meaning(one))]
        out += [".PP", ".nf", *(f"    {roff(line)}" for line in module.EXAMPLES), ".fi"]
    out += [".SH OUTPUT", *roff_lines(OUTPUT), ".PP", *roff_lines(JSON)]
    out += [".SH QUERIES AND PATHS IN LINES", *roff_lines(LINES), ".PP", *roff_lines(ALLOWLIST)]
    tables = (("STATES", STATES), ("EXIT STATUS", EXITS), ("CONFIGURATION", CONFIG))
    more = (("FILES", FILES), ("SETTINGS", SETTINGS), ("LEFT OUT", LEFT_OUT))
    for title, table in (*tables, *more):
        out.append(f".SH {title}")
        for name, text in table.items():
            out += [".TP", f"\\fB{roff(name)}\\fR", *roff_lines(text)]
    out += [".SH KINDS", *roff_lines(", ".join(KINDS) + ".")]
    out += [".SH SEE ALSO", "\\fBgit\\fR(1), \\fBgit\\-grep\\fR(1)"]
    return "\n".join(out) + "\n"


def roff(text: str) -> str:
    escaped = text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq")
    return escaped.replace("`", "\\(ga")


def roff_lines(text: str) -> list[str]:
    lines = textwrap.wrap(text, 90, break_on_hyphens=False)
    return ["\\&" + roff(line) if line[0] in ".'" else roff(line) for line in lines]


if __name__ == "__main__":
    CLI.write_text(markdown(), "utf-8")
    MAN.write_text(man(), "utf-8")
