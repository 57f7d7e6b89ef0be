"""`git uindex map`."""

from typing import Annotated

from uindex.cli import options as shared
from uindex.cli import output
from uindex.cli.answers import gaps, open_session
from uindex.cli.declare import Option
from uindex.errors import FOUND, NOTHING
from uindex.git.repository import Repository
from uindex.query.map import DEFAULT_TOKENS, Map, Told, as_text, fitted
from uindex.query.reading import Hub

EXAMPLES = (
    "git uindex map",
    "git uindex map --budget 6000 --json",
    "git uindex map --module src/http",
)


def run(
    *,
    module: Annotated[
        str | None,
        Option(("--module",), "Only this one: a folder or a package's name.", "NAME"),
    ] = None,
    budget: Annotated[
        int, Option(("--budget",), "At most this many tokens.", "TOKENS")
    ] = DEFAULT_TOKENS,
    at: shared.At = None,
    no_refresh: shared.NoRefresh = False,
    json: shared.Json = False,
) -> int:
    """Show what the repository is made of and where to begin.

    Modules with their purpose and size, the files that the rest builds on, where programs start,
    and what to read first.
    """
    repo = Repository.open()
    with open_session(repo, at, no_refresh) as session:
        whole = session.map(module or "")
    shown = fitted(whole, budget, as_text if json else _text)
    output.write((as_text if json else _text)(shown) + ("\n" if json else ""))
    for note in shown.notes:
        output.say(output.clean(note))
    if not shown.searched.complete and not shown.notes:
        output.say(f"not complete: {gaps(shown.searched, at)}")
    return FOUND if shown.files else NOTHING


def _text(document: Map) -> str:
    ordered = sorted(document.languages, key=lambda one: (-one[1], one[0]))
    most = [f"{lang} {count:,}" for lang, count in ordered[:6]]
    more = len(document.languages) - len(most)
    languages = ", ".join([*most, f"{more} more languages"] if more > 1 else most)
    parts = [
        f"{output.clean(document.purpose)}\n" if document.purpose else "",
        f"{output.plural(document.files, 'file')} ({languages}), {document.symbols:,} symbols\n",
    ]
    if document.path:
        parts.insert(0, f"{_path(document.path)}\n")
    if document.read_first:
        parts.append("\nRead first\n")
        width = max(len(_path(step.path)) for step in document.read_first)
        parts += (
            f"  {_path(step.path):<{width}}  {output.clean(step.why)}\n"
            for step in document.read_first
        )
    if document.entry_points:
        parts.append("\nPrograms start in\n")
        for entry in document.entry_points:
            name, said = output.clean(entry.name), output.clean(entry.said)
            parts.append(f"  {_path(entry.path)}:{entry.line}  {name} ({said})\n")
    if document.modules:
        parts.append("\nModules, the weightiest first\n")
        parts += (_module(module) for module in document.modules)
    if document.hubs:
        parts.append("\nFiles, the most central first\n")
        parts += (_file(hub) for hub in document.hubs)
    if document.left_out:
        parts.append(_left_out(document))
    return "".join(parts)


def _path(path: str) -> str:
    return output.path_label(path.encode("utf-8", "surrogateescape"))


def _module(module: Told) -> str:
    label = f"{_path(module.path)}/" if module.path else "./"
    if module.without:
        inner = [path.removeprefix(f"{module.path}/") for path in module.without]
        some = ", ".join(_path(path) for path in inner[:3])
        label += f" besides {some}" + (f" and {len(inner) - 3} more" if len(inner) > 3 else "")
    named = module.name and module.name != module.path.rpartition("/")[2]
    called = f" [{output.clean(module.name)}]" if named else ""
    languages = ", ".join(module.languages)
    size = output.plural(module.files, "file")
    if module.symbols:
        size += f", {module.symbols:,} symbols"
    lines = [f"{label}{called}: {size}, {languages}"]
    if module.purpose:
        lines.append(f"  {output.clean(module.purpose)}")
    if module.hubs:
        label = "hubs" if module.hubs[0].importers else "largest"
        lines.append(f"  {label}: " + "; ".join(_hub(hub, module.path) for hub in module.hubs))
    related = []
    if module.uses:
        related.append("uses " + ", ".join(_path(path) + "/" for path in module.uses))
    if module.used_by:
        related.append(f"used by {output.plural(module.used_by, 'module')}")
    if related:
        lines.append("  " + "; ".join(related))
    return "\n".join(lines) + "\n"


def _hub(hub: Hub, folder: str) -> str:
    path = hub.path.removeprefix(f"{folder}/") if folder else hub.path
    names = ", ".join(hub.symbols[:3])
    return f"{_path(path)} ({output.clean(names)})" if names else _path(path)


def _file(hub: Hub) -> str:
    names = output.clean(", ".join(hub.symbols))
    said = f": {output.clean(hub.doc)}" if hub.doc else ""
    used = f", imported by {output.plural(hub.importers, 'file')}" if hub.importers else ""
    return f"  {_path(hub.path)}{said}\n    {names}{used}\n"


def _left_out(document: Map) -> str:
    kind = "module" if document.modules else "file"
    some = ", ".join(_path(path) or "." for path in document.left_out[:6])
    more = ", ..." if len(document.left_out) > 6 else ""
    count = output.plural(len(document.left_out), kind)
    how = "--budget N" if kind == "file" else "--budget N, or --module NAME for one"
    return f"\nNot shown for the budget: {count} ({some}{more}); see {how}\n"
