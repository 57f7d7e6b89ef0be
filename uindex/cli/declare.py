"""What a verb takes, declared once, and the fast way to read a command line.

A verb is a function `run` with keyword-only parameters; each is annotated with its type and an
`Option` or `Argument`.  Two readers use that one declaration: `parse` here, which takes only what
it understands completely, and the typer application in `application.py`, which is the authority
on everything else (help, completion, errors) and costs 40 ms to import.

Verb modules evaluate their annotations: no `from __future__ import annotations` in them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Union, get_origin

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    Run = Callable[..., int]


class Option(NamedTuple):
    """`--name` and its like."""

    flags: tuple[str, ...]
    help: str
    metavar: str = ""
    bare: str | None = None
    """The value where it is given without one: then `--name VALUE`, `--name=VALUE` and `--name`
    all stand.  None: it must have one."""

    @property
    def shown(self) -> str:
        """The metavar, in brackets where the value may be left out."""
        return self.metavar if self.bare is None else f"[{self.metavar}]"


class Argument(NamedTuple):
    """A word that is told by its place."""

    metavar: str
    help: str


class Param(NamedTuple):
    """One parameter of a verb, taken apart."""

    name: str
    declared: Option | Argument
    type: type[bool] | type[int] | type[str]
    many: bool
    choices: tuple[str, ...]
    required: bool
    default: Any


def params(run: Run) -> list[Param]:
    """The parameters of a verb, in the order written."""
    defaults = run.__kwdefaults__ or {}
    return [
        _param(name, annotation, name not in defaults, defaults.get(name))
        for name, annotation in run.__annotations__.items()
        if name != "return"
    ]


def _param(name: str, annotation: Any, required: bool, default: Any) -> Param:
    declared = annotation.__metadata__[0]
    kind = annotation.__origin__
    if get_origin(kind) not in (None, Literal, tuple):  # `X | None`
        kind = next(one for one in kind.__args__ if one is not type(None))
    if get_origin(kind) is Literal:
        return Param(name, declared, str, False, kind.__args__, required, default)
    many = get_origin(kind) is tuple  # `tuple[X, ...]`
    return Param(name, declared, kind.__args__[0] if many else kind, many, (), required, default)


def spelled_out(declared: Sequence[Param], argv: Sequence[str]) -> list[str]:
    """The same line, with its value at each option that stands there without one.

    typer knows no option whose value may be left out.  What follows such an option is its value
    unless it looks like an option itself.
    """
    options = {
        flag: one
        for one in declared
        if isinstance(one.declared, Option) and one.type is not bool
        for flag in one.declared.flags
    }
    words: list[str] = []
    rest = list(argv)
    while rest:
        word = rest.pop(0)
        if word == "--":
            return [*words, word, *rest]
        words.append(word)
        one = options.get(word)
        if one is None:
            continue
        bare = one.declared.bare if isinstance(one.declared, Option) else None
        if bare is not None and (not rest or (rest[0] != "-" and rest[0].startswith("-"))):
            words.append(bare)
        elif rest:
            words.append(rest.pop(0))
    return words


class _NotUnderstood(Exception):
    pass


def parse(run: Run, argv: Sequence[str]) -> dict[str, Any] | None:
    """The values for `run(**values)`, or None where anything is not wholly understood."""
    declared = params(run)
    try:
        return _Reader(declared).read(spelled_out(declared, argv))
    except _NotUnderstood:
        return None


class _Reader:
    """Reads one command line.  Whatever is out of the ordinary is left to typer."""

    def __init__(self, declared: list[Param]) -> None:
        self.params = declared
        self.arguments = [one for one in declared if isinstance(one.declared, Argument)]
        self.flags = {
            flag: one
            for one in declared
            if isinstance(one.declared, Option)
            for flag in one.declared.flags
        }
        self.values: dict[str, Any] = {}
        self.words: list[str] = []

    def read(self, argv: Sequence[str]) -> dict[str, Any]:
        rest = iter(argv)
        for word in rest:
            if word == "--":
                self.words.extend(rest)
            elif len(word) < 2 or word[0] != "-":
                self.words.append(word)
            else:
                self._option(word, rest)
        self._place_words()
        for one in self.params:
            if one.name not in self.values:
                if one.required:
                    raise _NotUnderstood
                self.values[one.name] = one.default
        return self.values

    def _option(self, word: str, rest: Any) -> None:
        flag, equals, text = word.partition("=")
        if not flag.startswith("--") and flag == word and len(word) > 2:  # -k5
            flag, equals, text = word[:2], "=", word[2:]
        elif equals and not flag.startswith("--"):  # -k=5 means another thing to click
            raise _NotUnderstood
        one = self.flags.get(flag)
        if one is None:
            raise _NotUnderstood
        if one.type is bool:
            if equals:
                raise _NotUnderstood
            self.values[one.name] = True
            return
        if not equals:
            text = next(rest, "-")
            if text.startswith("-"):
                raise _NotUnderstood
        value = _convert(one, text)
        self.values[one.name] = (*self.values.get(one.name, ()), value) if one.many else value

    def _place_words(self) -> None:
        words = self.words
        for one in self.arguments:
            if one.many:
                if words:
                    self.values[one.name] = tuple(_convert(one, word) for word in words)
                words = []
            elif words:
                self.values[one.name] = _convert(one, words[0])
                words = words[1:]
        if words:
            raise _NotUnderstood


def _convert(one: Param, text: str) -> Any:
    if one.choices and text not in one.choices:
        raise _NotUnderstood
    if one.type is int:
        if not (text.isascii() and text.isdigit()):
            raise _NotUnderstood
        return int(text)
    return text


def annotation_for_typer(one: Param) -> Any:
    """The type as typer wants it: lists for what may repeat, None where nothing may be given."""
    kind: Any = Literal[one.choices] if one.choices else one.type
    if one.many:
        return list[kind]
    return Union[kind, None] if not one.required and one.default is None else kind  # noqa: UP007 - built at run time
