"""The settings of one tree: what its `.uindex.toml` and `.gitattributes` files say."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from uindex.extract.registry import LANGUAGES
from uindex.selection import attributes
from uindex.selection.globs import Glob, compile_glob

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from uindex.selection.attributes import Lines, Rule, Value

DEFAULT_MAX_SIZE = 1 << 20
"""Bytes of the largest file that is indexed, unless `max-size` says otherwise."""
MOST_MAX_SIZE = 16 << 20
"""`max-size` is never taken higher: a tree from elsewhere must not make a parser eat all memory."""

_MARKS = {
    attributes.GENERATED: "generated",
    attributes.VENDORED: "vendored",
    attributes.DOCUMENTATION: "docs",
}
_FALSE = (False, b"false", b"0", b"no", b"off")
ALIASES = {
    "c++": "cpp",
    "c#": "csharp",
    "f#": "fsharp",
    "shell": "bash",
    "sh": "bash",
    "js": "javascript",
    "ts": "typescript",
    "py": "python",
    "rb": "ruby",
    "golang": "go",
    "literate-haskell": "haskell",
    "md": "markdown",
    "gfm": "markdown",
    "restructuredtext": "rst",
    "yml": "yaml",
    "json-with-comments": "json",
    "jsx": "javascript",
    "jupyter-notebook": "jupyter",
    "plain-text": "text",
    "plpgsql": "sql",
    "plsql": "sql",
    "terraform": "hcl",
    "protocol-buffer": "protobuf",
    "proto": "protobuf",
    "tsql": "sql",
    "postcss": "css",
    "maven-pom": "xml",
    "xml-property-list": "xml",
    "html+django": "html",
    "html+erb": "html",
    "html+ejs": "html",
    "html+eex": "html",
    "handlebars": "html",
    "jinja": "html",
    "liquid": "html",
    "nunjucks": "html",
    "twig": "html",
    "ejs": "html",
}
"""Names that linguist or people give languages, in lower case with dashes, if ours is another."""


class Settings:
    """Answers for paths of one tree. Not to be used for another tree whose settings differ."""

    FILE: ClassVar[bytes] = b".uindex.toml"

    def __init__(self) -> None:
        self.max_size = DEFAULT_MAX_SIZE
        self.problems: list[str] = []
        """What could not be understood; one line each. The rest still counts."""
        self.folder_marks: dict[bytes, frozenset[str]] = {}
        self._exclude: list[Glob] = []
        self._languages: list[tuple[Glob, str]] = []
        self._excluded_folders: dict[bytes, bool] = {b"": False}
        self._rules: dict[bytes, list[Rule]] = {}
        self._chains: dict[bytes, tuple[tuple[int, Rule], ...]] = {}

    @classmethod
    def load(
        cls, read: Callable[[bytes], bytes | None], gitattributes: Iterable[bytes] = ()
    ) -> Settings:
        """Read the settings of a tree. `read` gives a file of it by path, or None;
        `gitattributes` are the paths of its .gitattributes files."""
        settings = cls()
        data = read(cls.FILE)
        if data is not None:
            settings._read_toml(data)
        files: dict[bytes, Lines] = {}
        for path in gitattributes:
            content = read(path)
            if content is not None:
                files[path[: -len(b".gitattributes")]] = attributes.parse_attributes(content)
        # Only the top folder may define macros.
        macros = files[b""].macros if b"" in files else {}
        for folder, lines in files.items():
            rules = attributes.rules(lines, macros)
            if rules:
                settings._rules[folder] = rules
        return settings

    def excludes(self, path: bytes) -> bool:
        """Whether `exclude` leaves the path out, itself or by a folder above it."""
        if not self._exclude:
            return False
        folder = path.rpartition(b"/")[0]
        return self._excludes_folder(folder) or self._last_match(path, False)

    def language(self, path: bytes) -> str:
        """The language that the settings give to a path, or ""."""
        for glob, lang in reversed(self._languages):
            if glob.matches(path):
                return lang
        value = self._attribute(path, attributes.LANGUAGE)
        if isinstance(value, bytes):
            return language_called(value.decode("utf-8", "replace"))
        return ""

    def marks(self, path: bytes) -> dict[str, bool]:
        """The marks that attributes give to a path or take from it."""
        if not self._rules:
            return {}
        said = {}
        for name, mark in _MARKS.items():
            value = self._attribute(path, name)
            if value is not None:
                said[mark] = value not in _FALSE
        return said

    def _attribute(self, path: bytes, name: bytes) -> Value:
        """What the last rule that matches says: deeper files after higher ones."""
        if not self._rules:
            return None
        folder = path[: path.rfind(b"/") + 1]
        chain = self._chains.get(folder)
        if chain is None:
            chain = self._chains[folder] = self._chain(folder)
        for skip, rule in chain:
            for key, value in reversed(rule.values):
                if key == name and rule.glob.matches(path[skip:]):
                    return value
        return None

    def _chain(self, folder: bytes) -> tuple[tuple[int, Rule], ...]:
        """All rules for the files of a folder, the strongest first, each with the number of
        bytes of the path that lead to the rule's own folder."""
        chain: list[tuple[int, Rule]] = []
        at = len(folder)
        while True:
            chain.extend((at, rule) for rule in reversed(self._rules.get(folder[:at], [])))
            if not at:
                return tuple(chain)
            at = folder.rfind(b"/", 0, at - 1) + 1

    def _excludes_folder(self, folder: bytes) -> bool:
        known = self._excluded_folders.get(folder)
        if known is None:
            known = self._excludes_folder(folder.rpartition(b"/")[0])
            known = known or self._last_match(folder, True)
            self._excluded_folders[folder] = known
        return known

    def _last_match(self, path: bytes, is_folder: bool) -> bool:
        for glob in reversed(self._exclude):
            if (is_folder or not glob.folder) and glob.matches(path):
                return not glob.negated
        return False

    def _read_toml(self, data: bytes) -> None:
        import tomllib  # few repositories have the file, and queries read settings, too

        try:
            table = tomllib.loads(data.decode())
        except ValueError as error:
            self.problems.append(f".uindex.toml: {error}; it is ignored")
            return
        for key, value in table.items():
            reader = {
                "max-size": self._read_max_size,
                "exclude": self._read_exclude,
                "languages": self._read_languages,
            }.get(key)
            if reader is None or not reader(value):
                self.problems.append(f".uindex.toml: {key}: not understood; it is ignored")

    def _read_max_size(self, value: Any) -> bool:
        if type(value) is not int or value < 0:
            return False
        if value > MOST_MAX_SIZE:
            self.problems.append(f".uindex.toml: max-size: {MOST_MAX_SIZE} is the most")
        self.max_size = min(value, MOST_MAX_SIZE)
        return True

    def _read_exclude(self, value: Any) -> bool:
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            return False
        self._exclude = [compile_glob(item.encode("utf-8", "surrogateescape")) for item in value]
        return True

    def _read_languages(self, value: Any) -> bool:
        if not isinstance(value, dict):
            return False
        for pattern, name in value.items():
            lang = language_called(name) if isinstance(name, str) else ""
            if not lang:
                self.problems.append(f".uindex.toml: languages: {name}: no such language")
                continue
            self._languages.append((compile_glob(pattern.encode()), lang))
        return True


def language_called(name: str) -> str:
    """Our name of a language that linguist or a person named, or ""."""
    name = name.strip().lower().replace(" ", "-")
    name = ALIASES.get(name, name)
    return name if name in LANGUAGES and not LANGUAGES[name].one_of else ""
