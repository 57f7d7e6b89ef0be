"""What AsciiDoc adds to paths: attributes in them, and the resource ids of Antora."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from uindex.resolve.facts import folder_of, join

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uindex.resolve.facts import Facts

_ENTRY = re.compile(r"^:([\w-]+):[ \t]+(\S.*?)[ \t]*$", re.MULTILINE)
_SETTING = re.compile(r"^[ \t]+['\"]?([\w-]+)['\"]?:[ \t]+['\"]?([^'\"\n]+?)['\"]?@?[ \t]*$", re.M)
_USED = re.compile(r"\{([\w-]+)\}")
_ID = re.compile(
    r"(?:[\w.-]*@)?(?:(?P<component>[\w.-]+):)??(?:(?P<module>[\w.-]*):)?"
    r"(?:(?P<family>page|partial|image|example|attachment|nav)\$)?(?P<path>[^:$]+)\Z"
)
_NAME = re.compile(r"^name:[ \t]*[\"']?([\w.-]+)", re.MULTILINE)
_MODULE = re.compile(r"((?:.*/)?)modules/([^/]+)/")
_FAMILIES = {"page": "pages", "partial": "partials", "image": "images", "example": "examples",
             "attachment": "attachments", "nav": "", "old image": "assets/images"}  # fmt: skip
_IMAGE = re.compile(r"\.(?:png|svg|jpe?g|gif|webp)\Z", re.IGNORECASE)


def written_out(facts: Facts, path: str, target: str) -> str:
    """The target with the values of the attributes that the document, or its component, sets."""
    if "{" not in target:
        return target
    known = facts.memo(("docs.attributes", path), lambda: _attributes(facts, path))
    for _ in range(3):
        target = _USED.sub(lambda used: known.get(used[1], used[0]), target)
    return target


def _attributes(facts: Facts, path: str) -> dict[str, str]:
    component = facts.tree.nearest(path, "antora.yml")
    known = dict(_SETTING.findall(facts.text(component) or "")) if component else {}
    known.update(_ENTRY.findall(facts.text(path) or ""))
    known["docdir"] = "."
    return known


def places(facts: Facts, path: str, aim: str) -> Iterator[str]:
    """The paths from the root of the tree that a target without attributes may mean."""
    inside = _MODULE.match(path)
    said = _ID.match(aim)
    if inside and said and not aim.startswith("./") and not outside(facts, path, aim):
        module = said["module"] or inside[2]
        image = _IMAGE.search(aim)
        families = (
            [said["family"]] if said["family"] else ["image", "old image"] if image else ["page"]
        )
        for family in families:
            folder = f"{inside[1]}modules/{module}/{_FAMILIES[family]}"
            there = join(folder.rstrip("/"), said["path"])
            if there is not None:
                yield there
    if ":" in aim:
        return
    there = join(folder_of(path), aim)
    if there is not None:
        yield there
    images = written_out(facts, path, "{imagesdir}") if _IMAGE.search(aim) else "{"
    if "{" not in images:
        there = join(folder_of(path), f"{images}/{aim}")
        if there is not None:
            yield there


def is_resource(facts: Facts, path: str, aim: str) -> bool:
    """Whether what looks like a URL's scheme is a module or a component of Antora."""
    return bool(_MODULE.match(path)) and "//" not in aim and not aim.startswith("mailto:")


def outside(facts: Facts, path: str, aim: str) -> bool:
    """Whether a resource id names a component of another repository, which has no module here."""
    inside = _MODULE.match(path)
    said = _ID.match(aim)
    if not inside or not said or not (said["component"] or "@" in aim or said["module"]):
        return False
    own = _NAME.search(facts.text(f"{inside[1]}antora.yml") or "")
    if said["component"] and own:
        return said["component"] != own[1]
    return not facts.tree.is_folder(f"{inside[1]}modules/{said['module']}")
