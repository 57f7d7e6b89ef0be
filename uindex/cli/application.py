"""The typer application, built from the declarations of the verbs.

It is the authority on what a command line means.  Importing this costs 40 ms, so `main` does so
only for help, completion, errors, and what the fast reader in `declare.py` leaves.
"""

from __future__ import annotations

import inspect
import os
import sys
from importlib import import_module
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperCommand

from uindex import __version__
from uindex.cli.declare import Option, annotation_for_typer, params, spelled_out

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from uindex.cli.declare import Param, Run

SUMMARY = """An index of a git repository, kept in the repository itself.

Start with `git uindex init`, then ask: `git uindex find parse header`.
"""
COMPLETE_VARIABLE = "_GIT_UINDEX_COMPLETE"
_COMPLETION_OPTIONS = ("--install-completion", "--show-completion")


def read(argv: Sequence[str], verbs: Sequence[str]) -> tuple[Run, dict[str, Any]]:
    """The verb that a command line asks for, and its values.

    Exits (SystemExit) after help or completion, and with 2 after saying what is wrong.
    """
    asked: list[tuple[Run, dict[str, Any]]] = []
    if argv and argv[0] in verbs:
        declared = params(import_module(f"uindex.cli.{argv[0]}").run)
        argv = [argv[0], *spelled_out(declared, argv[1:])]
    completing = COMPLETE_VARIABLE in os.environ or any(one in argv for one in _COMPLETION_OPTIONS)
    try:
        build(verbs, lambda run, values: asked.append((run, values)))(
            args=list(argv),
            # A shell completes one word, so it knows us as `git-uindex`.
            prog_name="git-uindex" if completing else "git uindex",
            complete_var=COMPLETE_VARIABLE,
        )
    except SystemExit as end:
        if end.code or not asked:
            raise
    return asked[0]


def build(verbs: Sequence[str], hand_over: Callable[[Run, dict[str, Any]], object]) -> typer.Typer:
    """An application whose commands only hand over what they were asked."""
    application = typer.Typer(
        help=SUMMARY,
        no_args_is_help=True,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    application.callback()(_main_options)
    for verb in verbs:
        module = import_module(f"uindex.cli.{verb}")
        epilog = "\b\nExamples:\n" + "\n".join(f"  {line}" for line in module.EXAMPLES)
        application.command(verb, cls=_Verb, help=inspect.getdoc(module.run), epilog=epilog)(
            _command(module.run, hand_over)
        )
    return application


class _Verb(TyperCommand):
    """Its help names arguments as its first line does: newer typers add their types."""

    def format_options(self, ctx: Any, formatter: Any) -> None:
        sections: dict[str, list[tuple[str, str]]] = {"Arguments": [], "Options": []}
        for param in self.get_params(ctx):
            record = param.get_help_record(ctx)
            if param.param_type_name == "argument" and record is not None:
                sections["Arguments"].append((str(param.metavar), record[1]))
            elif record is not None:
                sections["Options"].append(record)
        for title, records in sections.items():
            if records:
                with formatter.section(title):
                    formatter.write_dl(records)


def _show_version(wanted: bool) -> None:
    if wanted:
        sys.stdout.write(f"uindex {__version__}\n")
        raise typer.Exit


def _main_options(
    version: Annotated[
        bool,
        typer.Option(
            "--version", help="Print the version and exit.", is_eager=True, callback=_show_version
        ),
    ] = False,
) -> None:
    """Nothing to do: the one option answers by itself."""


def _command(run: Run, hand_over: Callable[[Run, dict[str, Any]], object]) -> Callable[..., None]:
    """A function that has the signature typer reads."""
    declared = params(run)

    def command(**values: Any) -> None:
        for one in declared:
            if one.many:  # click gives lists
                values[one.name] = tuple(values[one.name] or ())
        hand_over(run, values)

    parameters = [_parameter(one) for one in declared]
    command.__annotations__ = {one.name: one.annotation for one in parameters}
    command.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    return command


def _parameter(one: Param) -> inspect.Parameter:
    declared = one.declared
    if isinstance(declared, Option):
        shown: Any = typer.Option(
            *declared.flags,
            help=declared.help,
            metavar=declared.shown or None,
            show_default=one.type is int,
            min=0 if one.type is int else None,
        )
    else:
        shown = typer.Argument(metavar=declared.metavar, help=declared.help, show_default=False)
    default = list(one.default or ()) if one.many else one.default
    return inspect.Parameter(
        one.name,
        inspect.Parameter.KEYWORD_ONLY,
        annotation=Annotated[annotation_for_typer(one), shown],
        default=inspect.Parameter.empty if one.required else default,
    )
