"""`git uindex fsck`: whether the index is what it should be."""

from contextlib import closing
from typing import TYPE_CHECKING, Annotated, Any

from uindex.build import build, processors
from uindex.cli import options as shared
from uindex.cli import output
from uindex.cli.build import refresh_cache
from uindex.cli.declare import Option
from uindex.cli.progress import Bar
from uindex.errors import FOUND, NOTHING, UsageError
from uindex.git.objects import open_objects
from uindex.git.repository import Repository
from uindex.hook import verify
from uindex.index import fsck
from uindex.query import heal
from uindex.store.branch import index_ref

if TYPE_CHECKING:
    from collections.abc import Sequence

    from uindex.index.fsck import Checked, Fault
    from uindex.index.repair import Repaired

EXAMPLES = (
    "git uindex fsck",
    "git uindex fsck --rederive=5%",
    "git uindex fsck --rederive --repair",
)


def run(
    *,
    rederive: Annotated[
        str | None,
        Option(
            ("--rederive",),
            "Extract records again and compare: all of them, or a sample of N % that is always "
            "the same.",
            "N%",
            bare="100%",
        ),
    ] = None,
    repair: Annotated[
        bool,
        Option(
            ("--repair",),
            "Drop what is wrong, make again what can be made of the blobs that are here, and "
            "build HEAD.",
        ),
    ] = False,
    json: shared.Json = False,
) -> int:
    """Check the index.

    Every entry is read, and compared with the blob or the commit that it is about where that is
    here; the tree may hold nothing else. Prints a line for each fault, and exits with 1 if there
    is any that was not repaired."""
    share = 0.0 if rederive is None else share_of(rederive)
    repo = Repository.open()
    with Bar() as bar, closing(open_objects(repo, bulk=True)) as objects:
        progress = bar.update if bar.live else None
        found = fsck.check(repo, objects, share=share, jobs=processors(), progress=progress)
        broken = [one for one in found if one.faults]
        ours = [one for one in broken if one.state != fsck.UNREADABLE] if repair else []
        done = [fsck.rebuild(one, jobs=processors(), progress=progress) for one in ours]
    if repair and broken and len(done) == len(broken):
        heal.mend(repo, build(repo))
        refresh_cache(repo)
    if share == 1 and not any(one.rederived and one.rederived.differ for one in found):
        verify.settle(repo.state_dir)
    if json:
        refs = [_document(one, _of(one, done)) for one in found]
        output.write_json({"faults": sum(len(one.faults) for one in found), "refs": refs})
    else:
        for one in found:
            _print(repo, one, _of(one, done))
        if not found:
            output.write("nothing is indexed here yet (git uindex build)\n")
    return NOTHING if len(done) < len(broken) else FOUND


def share_of(text: str) -> float:
    """The share that `5%` or `5` means."""
    digits = text.removesuffix("%")
    whole, _, part = digits.partition(".")
    is_number = digits.isascii() and whole.isdigit() and (part.isdigit() or digits == whole)
    if not is_number or not 0 < float(digits) <= 100:
        raise UsageError(f"--rederive {text}: not a share from 0 to 100 %")
    return float(digits) / 100


def _of(one: "Checked", done: "Sequence[Repaired]") -> "Repaired | None":
    return next((did for did in done if did.branch.ref == one.branch.ref), None)


def _print(repo: Repository, one: "Checked", did: "Repaired | None") -> None:
    ref = one.branch.ref.decode("utf-8", "replace")
    prefix = "" if one.branch.ref == index_ref(repo) else f"{ref}: "
    for fault in one.faults:
        output.write(f"{output.clean(prefix)}{_label(fault)}: {output.clean(fault.what)}\n")
    output.write(f"{output.clean(summary(ref, one, did))}\n")


def _label(fault: "Fault") -> str:
    return output.path_label(fault.path) if fault.path else "the index"


def summary(ref: str, one: "Checked", did: "Repaired | None") -> str:
    """What was looked at and what came of it, on one line."""
    if one.state != fsck.LISTED:
        return f"{ref}: 1 fault" + _of_useless(one, did)
    counts = [
        output.plural(count, kind.removesuffix("s"))
        for kind, count in one.counts.items()
        if count or kind == "records"
    ]
    parts = [f"{ref}: {', '.join(counts)}"]
    if one.absent or one.unknown:
        lacking = [f"{output.plural(one.absent, 'record')} of blobs"] if one.absent else []
        lacking += [f"{one.unknown:,} of commits"] if one.unknown else []
        parts.append(f"{' and '.join(lacking)} that are not here")
    if one.rederived is not None:
        parts.append(_rederived(one))
    faults = output.plural(len(one.faults), "fault") if one.faults else "no fault"
    if did is not None:
        made = output.plural(did.made, "record")
        faults += f", repaired: {made} made again, {did.dropped:,} dropped"
    elif one.faults:
        faults += " (git uindex fsck --repair)"
    return "; ".join([*parts, faults])


def _of_useless(one: "Checked", did: "Repaired | None") -> str:
    if did is not None:
        return ", repaired: the ref is deleted"
    return "" if one.state == fsck.UNREADABLE else " (git uindex fsck --repair)"


def _rederived(one: "Checked") -> str:
    assert one.rederived is not None
    text = f"{one.rederived.checked:,} extracted again"
    differ = one.rederived.extractors
    if differ:
        counts = ", ".join(f"{key} {count:,}" for key, count in sorted(differ.items()))
        text += f", {sum(differ.values()):,} differ ({counts})"
    elif one.rederived.checked:
        text += ", all the same"
    failed = one.rederived.failed
    return text + (f", {failed:,} could not be parsed here" if failed else "")


def _document(one: "Checked", did: "Repaired | None") -> dict[str, Any]:
    from uindex.query.results import path_fields  # only with --json

    again = one.rederived
    return {
        "ref": one.branch.ref.decode("utf-8", "surrogateescape"),
        **one.counts,
        "absent": one.absent,
        "unknown": one.unknown,
        "faults": [{**path_fields(fault.path), "fault": fault.what} for fault in one.faults],
        "rederived": None
        if again is None
        else {"checked": again.checked, "differ": again.extractors, "failed": again.failed},
        "repaired": None if did is None else {"made": did.made, "dropped": did.dropped},
    }
