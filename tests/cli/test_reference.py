"""Every verb has help, an example and a place in the docs, and the docs are current."""

from __future__ import annotations

import inspect
import re
import shlex
from importlib import import_module
from pathlib import Path

import pytest

from tests.cli import reference
from uindex.cli import main
from uindex.cli.declare import Option, params, parse

CLI_FOLDER = Path(main.__file__).parent
NOT_VERBS = {"__init__", "main", "declare", "options", "application", "answers", "output"}
NOT_VERBS |= {"progress", "lines"}


def test_every_module_is_a_verb_or_known() -> None:
    names = {path.stem for path in CLI_FOLDER.glob("*.py")}
    assert names - NOT_VERBS == set(main.VERBS)


@pytest.mark.parametrize("verb", main.VERBS)
def test_a_verb_has_help(verb: str) -> None:
    module = import_module(f"uindex.cli.{verb}")
    doc = inspect.getdoc(module.run) or ""
    assert re.match(r"[A-Z][^\n]{10,60}\.(\n\n|$)", doc), "the first line is its help in the list"
    for one in params(module.run):
        assert one.declared.help.endswith("."), one.name
        assert one.type is bool or one.declared.metavar, one.name
    flags = [
        flag
        for one in params(module.run)
        if isinstance(one.declared, Option)
        for flag in one.declared.flags
    ]
    assert len(flags) == len(set(flags))


@pytest.mark.parametrize("verb", main.VERBS)
def test_examples_are_command_lines(verb: str) -> None:
    module = import_module(f"uindex.cli.{verb}")
    assert module.EXAMPLES
    for example in module.EXAMPLES:
        words = shlex.split(example.split(" > ")[0].split(" < ")[0])
        assert words[:3] == ["git", "uindex", verb]
        assert parse(module.run, words[3:]) is not None, example


def test_the_reference_is_current() -> None:
    hint = "run: python -m tests.cli.reference"
    assert reference.CLI.read_text("utf-8") == reference.markdown(), hint
    assert reference.MAN.read_text("utf-8") == reference.man(), hint


def test_prose_names_only_verbs_and_options_that_exist() -> None:
    """Each `git uindex ...` line in the README and the docs is one that would be understood."""
    root = reference.DOCS.parent
    for path in (root / "README.md", *sorted(set(reference.DOCS.glob("*.md")) - {reference.CLI})):
        for line in re.findall(r"^(?:\$ )?(git uindex [^\n]*)$", path.read_text("utf-8"), re.M):
            for command in line.removesuffix(" &&").split(" && "):
                words = shlex.split(re.split(r" [|<>] ", command)[0], comments=True)
                if words[:2] != ["git", "uindex"] or words[2] in ("-h", "--help", "VERB"):
                    continue
                assert words[2] in main.VERBS, f"{path.name}: {line}"
                run = import_module(f"uindex.cli.{words[2]}").run
                assert parse(run, words[3:]) is not None, f"{path.name}: {line}"
