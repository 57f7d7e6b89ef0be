"""`docs/languages.md`: the languages, the paths they own, and how each was graded.

Made of the registry and of `tests/languages/<lang>/grade.json`; `tests/bench/grade.py` writes both.
"""

from __future__ import annotations

import json
from typing import Any

from tests.languages import update
from uindex.extract.registry import LANGUAGES
from uindex.selection.paths import is_secret
from uindex.selection.settings import ALIASES

PAGE = update.FOLDER.parent.parent / "docs" / "languages.md"

HEAD = """\
# Languages

<!-- Written by `python -m tests.bench.grade --write`; do not edit. -->

These are read: a file of such a language gives its symbols, docs and links, and how many of them is under [Grades](#grades).
All other text is indexed as words: `find` finds its file and the place in it, but no symbols.
`git uindex status` says how many files of a repository are which, and `git uindex find --lang NAME` takes the names of the first column, with those in brackets.

The language of a file comes from `linguist-language` in `.gitattributes` or `[languages]` in `.uindex.toml`, then from its name and extension.
Where these do not tell, or an extension belongs to several languages, an editor's modeline counts, then a first line `#!`, then what the text looks like.
A file name stands for what begins with it and a dot, too, where an ellipsis follows it.
Files whose names say that they hold secrets (`.npmrc`, `.envrc`, `prod.tfvars`) are [left out](cli.md#left-out), whatever their language.

"""
GRADES = """
## Grades

Each language is graded on all its files in a real repository.

- *ctags*: functions, methods, classes, structs, unions, interfaces, traits, enums, types, modules and macros that Universal Ctags finds there; *recall*: the part of them that the index has too, with the same name, at most one line apart.
  Where ctags does not know the language: definitions drawn at random from the text, and how many of them the index has.
- *judged*: symbols of ours that were drawn at random and read in the source; *right*: those with the right name, kind, owner and line.
- *mutations*: damaged versions of the language's sample that were extracted; in brackets those that crashed the grammar or took too long.
  In a build either costs one file, which is named.
  They are run by hand when a language is written or much changed, not at every change; continuous integration runs 25 for each.
- *speed*: processor time of the whole extraction, in parts of what tree-sitter alone takes to parse the same files.
- *size*: bytes of the records, before git packs them, in parts of the text.

"""
NOTES = """
## What differs

What ctags finds and the index does not, where the two disagree on purpose, and gaps that are known.

"""


def grade_file(lang: str) -> str:
    return str(update.FOLDER / lang / "grade.json")


def load(lang: str) -> dict[str, Any] | None:
    """What is known about a language, or None: it was not graded."""
    try:
        with open(grade_file(lang), encoding="utf-8") as file:
            found: dict[str, Any] = json.load(file)
            return found
    except FileNotFoundError:
        return None


def save(lang: str, figures: dict[str, Any], said: dict[str, Any]) -> None:
    """Keep the figures of one repository, in place of older ones of it, and what was said."""
    known = load(lang) or {"repositories": []}
    others = [one for one in known["repositories"] if one["name"] != figures["name"]]
    known["repositories"] = sorted([*others, figures], key=lambda one: str(one["name"]))
    known |= said
    with open(grade_file(lang), "w", encoding="utf-8") as file:
        json.dump(known, file, indent=1, ensure_ascii=False)
        file.write("\n")


def page() -> str:
    """The whole document."""
    graded = {
        lang: load(lang)
        for lang, info in sorted(LANGUAGES.items())
        if not info.one_of and lang != "text"
    }
    out = [HEAD, _table("language", "extensions", "file names", "`#!`")]
    out += [_paths(lang) for lang in sorted(LANGUAGES)]
    out += [GRADES, _table("language", "repository", "files", "ctags", "recall", "judged", "right",
                           "mutations", "speed", "size")]  # fmt: skip
    for lang, grade in graded.items():
        out += _rows(lang, grade)
    out.append(NOTES)
    out += [f"- **{lang}**: {grade['differs']}\n" for lang, grade in graded.items()
            if grade and grade.get("differs")]  # fmt: skip
    return "".join(out)


def _table(*columns: str) -> str:
    return _row(*columns) + "|" + " --- |" * len(columns) + "\n"


def _row(*cells: object) -> str:
    return "| " + " | ".join(str(cell).replace("|", "\\|") for cell in cells) + " |\n"


def _paths(lang: str) -> str:
    info = LANGUAGES[lang]
    if lang == "text":
        return _row(lang, "all others", "", "")
    others = sorted(name for name, ours in ALIASES.items() if ours == lang)
    name = lang + (f" ({', '.join(others)})" if others else "")
    if info.one_of:
        name = f"{', '.join(info.one_of.split())} or text, as the content says"
    names = " ".join([*(f"{stem}…" for stem in info.stems.split()), info.names])
    return _row(name, *map(_code, (info.extensions, names, info.shebangs)))


def _code(words: str) -> str:
    """Those that are not left out as secrets."""
    return " ".join(f"`{word}`" for word in words.split() if not is_secret(f"a/{word}".encode()))


def _rows(lang: str, grade: dict[str, Any] | None) -> list[str]:
    """One line for each repository; what was said of the language stands in the first."""
    if not grade:
        return [_row(lang, "not graded", *[""] * 8)]
    judged = [_number(grade.get("judged")), _part(grade.get("right"), grade.get("judged"))]
    mutations = _number(grade.get("mutations"))
    if mutations and grade.get("crashes"):
        mutations += f" ({grade['crashes']})"
    drawn = _drawn(grade)
    rows = []
    for one in grade["repositories"]:
        name = one["name"] + (f" (`{one['under']}`)" if one.get("under") else "")
        count = sum(one["definitions"].values())
        known = [_number(count), f"{one['recall']:.1%}"] if count else drawn
        speed = f"{one['speed']:.1f} x" if isinstance(one["speed"], float) else one["speed"]
        rows.append(_row(lang, name, _number(one["files"]), *known, *judged, mutations,
                         speed, f"{one['record']:.0%}"))  # fmt: skip
        lang, judged, mutations, drawn = "", ["", ""], "", ["", ""]
    return rows


def _drawn(grade: dict[str, Any]) -> list[str]:
    """Completeness where there is no ctags to compare with."""
    if not grade.get("drawn"):
        return ["none", ""]
    return [f"{grade['drawn']} drawn", _part(grade.get("present"), grade["drawn"])]


def _number(value: int | None) -> str:
    return "" if value is None else f"{value:,}"


def _part(part: int | None, whole: int | None) -> str:
    return f"{part / whole:.1%}" if part is not None and whole else ""
