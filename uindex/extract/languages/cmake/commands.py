"""The commands of a CMake file, and what those of CMake's own define and use."""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import TYPE_CHECKING, NamedTuple

from uindex.extract.captures import Found

if TYPE_CHECKING:
    from uindex.extract.parse import Span

MOST = 2000
"""Arguments of one command that are looked at."""
FAILURES = 50
"""Commands without a closing parenthesis beyond which none is looked for further than its line: to
look to the end of the file for each would cost the square."""

_STEP = re.compile(
    rb"\s*+(?:(#\[(=*)\[.*?(?:\]\2\]|\Z)|#[^\n]*)|([A-Za-z_]\w*)[ \t]*\(|(@\w+@)|[^\n]+|\Z)",
    re.DOTALL,
)
# What may hold a parenthesis that closes nothing, and parentheses.
_MARK = re.compile(
    rb"\"(?:[^\"\\]+|\\.)*+\"|#\[(=*)\[.*?\]\1\]|#[^\n]*|\[(=*)\[.*?\]\2\]|\\.|[()\"]", re.DOTALL
)
_ARGUMENT = re.compile(
    rb"\"(?:[^\"\\]+|\\.)*+\"|#\[(=*)\[.*?\]\1\]|#[^\n]*|\[(=*)\[.*?\]\2\]|(?:[^\s()#\"\\]+|\\.)+",
    re.DOTALL,
)
_QUOTED = re.compile(rb"\"(?:[^\"\\\n]|\\.)*\"?")
_REFERENCE = re.compile(rb"\$(?:CACHE)?\{([A-Za-z_][\w.+/-]{0,100})\}")
_GIVEN = re.compile(rb"(?<=\w)=([^\s()\"=]+)")
_FILE = re.compile(
    rb"(?<![^\s(\"])[\w./+-]*\w\.(?:c|cc|cpp|cxx|c\+\+|cu|m|mm|h|hh|hpp|hxx|S|asm|f|f90|cs|swift"
    rb"|java|proto|ui|qrc|rc|cmake|in|py|sh)(?![^\s)\"])"
)
_PLAIN = re.compile(rb"[A-Za-z_][\w:.+-]*\Z")
_OWN = re.compile(rb"(?:CMAKE_|ARG[CNV]\d*\Z|PROJECT_|CPACK_)")

_TARGETS = frozenset(b"add_library add_executable add_custom_target externalproject_add".split())
_VARIABLES = frozenset(
    b"set option cmake_dependent_option find_program find_library find_path find_file".split()
)
_IMPORTS = frozenset(
    b"include find_package find_dependency add_subdirectory fetchcontent_declare".split()
)
_LINKING = frozenset(b"target_link_libraries add_dependencies".split())
_TESTING = frozenset(b"if elseif while".split())
# Not functions of anybody's project.
_BUILTIN = frozenset(
    b"add_compile_definitions add_compile_options add_custom_command add_definitions "
    b"add_link_options aux_source_directory block break build_command build_name cmake_file_api "
    b"cmake_host_system_information cmake_language cmake_minimum_required cmake_parse_arguments "
    b"cmake_path cmake_pkg_config cmake_policy configure_file continue create_test_sourcelist "
    b"define_property else enable_language enable_testing endblock endforeach endfunction endif "
    b"endmacro endwhile exec_program execute_process export file fltk_wrap_ui foreach function "
    b"get_cmake_property get_directory_property get_filename_component get_property "
    b"get_source_file_property get_target_property get_test_property include_directories "
    b"include_guard include_external_msproject install install_files install_programs "
    b"install_targets link_directories link_libraries list load_cache load_command macro "
    b"make_directory mark_as_advanced math message output_required_files project qt_wrap_cpp "
    b"qt_wrap_ui remove remove_definitions return separate_arguments set_directory_properties "
    b"set_property set_source_files_properties set_target_properties set_tests_properties "
    b"site_name source_group string subdirs target_compile_definitions target_compile_features "
    b"target_compile_options target_include_directories target_link_directories "
    b"target_link_options target_precompile_headers target_sources try_compile try_run unset "
    b"use_mangled_mesa utility_source variable_requires variable_watch write_file add_test".split()
)
KEYWORD = frozenset(
    b"ALIAS ALL AND APPEND CACHE COMMAND COMPONENTS CONFIG DEFINED DEPENDS ELSE ENV EQUAL EXACT "
    b"EXCLUDE_FROM_ALL EXISTS FALSE FORCE GREATER GREATER_EQUAL IMPORTED IN_LIST INTERFACE "
    b"INTERNAL IS_ABSOLUTE IS_DIRECTORY IS_NEWER_THAN IS_SYMLINK LESS LESS_EQUAL LINK_PRIVATE "
    b"LINK_PUBLIC LINK_INTERFACE_LIBRARIES MATCHES MODULE NAME NO_MODULE NOT NOTFOUND OBJECT OFF "
    b"ON OPTIONAL OPTIONAL_COMPONENTS OR PARENT_SCOPE PATH_EQUAL POLICY PRIVATE PUBLIC QUIET "
    b"REQUIRED SHARED STATIC STREQUAL STRGREATER STRLESS STRING TARGET TARGETS TEST TRUE "
    b"VERSION_EQUAL VERSION_GREATER VERSION_GREATER_EQUAL VERSION_LESS VERSION_LESS_EQUAL debug "
    b"optimized general else elseif endforeach endfunction endif endmacro endwhile foreach "
    b"function if macro while".split()
)


class _Block(NamedTuple):
    """A function or macro that is open."""

    kind: str
    start: int
    name: Span
    head: int
    """Where its first command ends."""
    inside: set[bytes]
    """Names that are its own: parameters, loop variables, what it sets."""


class Commands:
    """One pass over the commands of `data`."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.found = Found()
        self._opened: list[_Block] = []
        self._closed: list[tuple[int, int, set[bytes]]] = []
        """(start, end, own names) of each function."""
        self._failures = 0

    def read(self) -> None:
        """Find everything."""
        data, size = self.data, len(self.data)
        at = 0
        while at < size:
            match = _STEP.match(data, at)
            assert match  # it matches the empty text
            at = match.end()
            if match[1]:
                self.found.add("comment", *match.span(1))
            elif match[3]:
                at = self._command(match.start(3), match.end(3), at)
            elif not match[4] and match[0].strip():
                self.found.damaged = True
                self._hide_quoted(match.start(), at)
        for block in self._opened:
            self.found.damaged = True
            self.found.define(block.kind, (block.start, block.head), block.name)
        self._references()

    def _command(self, start: int, name_end: int, opened: int) -> int:
        """Read the command whose arguments begin at `opened`; where it ends."""
        end = self._end(opened)
        if end < 0:
            self.found.damaged = True
            line = self.data.find(b"\n", opened)
            end = line if line >= 0 else len(self.data)
            self._hide_quoted(opened, end)
        name = self.data[start:name_end].lower()
        if name in (b"function", b"macro"):
            self._begin(name.decode(), start, opened, end)
        elif name in (b"endfunction", b"endmacro"):
            self._finish(name[3:].decode(), end)
        elif name in _TARGETS or name in _VARIABLES or name in (b"project", b"add_test"):
            self._definition(name, start, opened, end)
        elif name in _IMPORTS:
            self.found.add("import", start, end)
        elif name in _LINKING or name in _TESTING:
            for low, high in self._arguments(opened, end):
                self._use(low, high)
        elif name == b"foreach":
            self._keep(self._arguments(opened, end, 1))
        elif name not in _BUILTIN:
            self.found.add("call", start, name_end)
        elif name.startswith((b"target_", b"set_target_", b"list")):
            for low, high in self._arguments(opened, end, 1):
                self._use(low, high)
            self._files(opened, end)
        return end

    def _end(self, opened: int) -> int:
        """Where the parenthesis before `opened` is closed; -1 for nowhere.  Hides literals."""
        if self._failures > FAILURES:
            return -1
        depth = 1
        hidden: list[Span] = []
        told: list[Span] = []
        for match in _MARK.finditer(self.data, opened):
            first = self.data[match.start()]
            if first == 0x28:
                depth += 1
            elif first == 0x29:
                depth -= 1
                if not depth:
                    self.found.spans.setdefault("string", []).extend(hidden)
                    self.found.spans.setdefault("comment", []).extend(told)
                    return match.end()
            elif first == 0x23:
                told.append(match.span())
            elif match[0] == b'"':
                break  # it is never closed
            elif first != 0x5C:
                hidden.append(match.span())
        self._failures += 1
        return -1

    def _arguments(self, start: int, end: int, most: int = MOST) -> list[Span]:
        """The first arguments of a command, comments left out."""
        found: list[Span] = []
        for match in _ARGUMENT.finditer(self.data, start, end):
            if self.data[match.start()] != 0x23:
                found.append(match.span())
                if len(found) == most:
                    self.found.capped |= most == MOST
                    break
        return found

    def _begin(self, kind: str, start: int, opened: int, end: int) -> None:
        words = self._arguments(opened, end)
        if words:
            own = {self.data[low:high] for low, high in words[1:]}
            self._opened.append(_Block(kind, start, words[0], end, own))

    def _finish(self, kind: str, end: int) -> None:
        """The innermost block of this kind ends; those in it that are open never do."""
        index = len(self._opened) - 1
        while index >= 0 and self._opened[index].kind != kind:
            index -= 1
        if index < 0:
            self.found.damaged = True
            return
        for lost in self._opened[index + 1 :]:
            self.found.damaged = True
            self.found.define(lost.kind, (lost.start, lost.head), lost.name)
        block = self._opened[index]
        del self._opened[index:]
        self.found.define(kind, (block.start, end), block.name, body=block.head)
        self._closed.append((block.start, end, block.inside))

    def _definition(self, command: bytes, start: int, opened: int, end: int) -> None:
        """A target, a test, the project or a variable."""
        words = self._arguments(opened, end, 3)
        if command == b"add_test" and words and self.data[slice(*words[0])] == b"NAME":
            del words[0]
        if not words:
            return
        kinds = {b"project": "module", b"add_test": "test"}
        kind = "target" if command in _TARGETS else kinds.get(command, "variable")
        self.found.define(kind, (start, end), words[0])
        if len(words) == 3 and self.data[slice(*words[1])] == b"ALIAS":
            self._use(*words[2])
        if command == b"set":
            self._keep(words[:1])
        at = words[0][1]
        for low, high in self._files(at, end):
            self._hide(at, low, kind)
            at = high
        self._hide(at, end, kind)

    def _hide(self, start: int, end: int, kind: str) -> None:
        """Values of variables are literals, quoted or not."""
        if kind == "variable" and start < end:
            self.found.add("string", start, end)

    def _files(self, start: int, end: int) -> list[Span]:
        """Source files among the arguments, which are uses."""
        files = [match.span() for match in _FILE.finditer(self.data, start, end)]
        for span in files:
            self.found.add("use", *span)
        return files

    def _keep(self, names: list[Span]) -> None:
        """Names that the function around them has for itself."""
        if self._opened:
            self._opened[-1].inside.update(self.data[low:high] for low, high in names)

    def _use(self, start: int, end: int) -> None:
        word = self.data[start:end]
        if len(word) > 1 and word not in KEYWORD and _PLAIN.match(word):
            self.found.add("use", start, end)

    def _references(self) -> None:
        """Variables that are used, but for CMake's own and those of a function itself."""
        code = self._code()
        uses = self.found.spans.setdefault("use", [])
        uses.extend(
            match.span(1) for match in _REFERENCE.finditer(code) if not _OWN.match(match[1])
        )
        blocks = sorted(self._closed)
        starts = [start for start, _, _ in blocks]
        kept = []
        for low, high in uses:
            index = bisect_right(starts, low) - 1
            if index < 0 or low >= blocks[index][1] or code[low:high] not in blocks[index][2]:
                kept.append((low, high))
        self.found.spans["use"] = kept
        for match in _GIVEN.finditer(code):
            self.found.add("string", *match.span(1))

    def _code(self) -> bytes:
        """The text without its comments."""
        code = bytearray(self.data)
        for start, end in self.found.spans.get("comment", ()):
            code[start:end] = bytes(end - start)
        return bytes(code)

    def _hide_quoted(self, start: int, end: int) -> None:
        for match in _QUOTED.finditer(self.data, start, end):
            self.found.add("string", *match.span())
