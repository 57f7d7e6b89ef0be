"""The numbers and words of scip.proto that an index is written with."""

from __future__ import annotations

# Fields
INDEX_METADATA, INDEX_DOCUMENTS = 1, 2
METADATA_TOOL, METADATA_ROOT, METADATA_ENCODING = 2, 3, 4
TOOL_NAME, TOOL_VERSION = 1, 2
DOCUMENT_PATH, DOCUMENT_OCCURRENCES, DOCUMENT_SYMBOLS = 1, 2, 3
DOCUMENT_LANGUAGE, DOCUMENT_TEXT, DOCUMENT_POSITIONS = 4, 5, 6
SYMBOL_NAME, SYMBOL_DOC, SYMBOL_RELATIONS, SYMBOL_KIND, SYMBOL_LABEL = 1, 3, 4, 5, 6
SYMBOL_SIGNATURE = 7
RELATION_SYMBOL, RELATION_REFERENCE, RELATION_IMPLEMENTATION = 1, 2, 3
OCCURRENCE_RANGE, OCCURRENCE_SYMBOL, OCCURRENCE_ROLES, OCCURRENCE_AROUND = 1, 2, 3, 7

# Values
UTF8 = 1
"""Of the encoding of files, and of columns: they are counted in bytes of UTF-8."""
DEFINITION, IMPORT, GENERATED, TEST = 1, 2, 0x10, 0x20
FILE = 16

KINDS = {
    "alias": 55, "annotation": 21, "class": 7, "command": 17, "component": 7, "constant": 8,
    "constructor": 9, "enum": 11, "event": 13, "extension": 84, "field": 15, "function": 17,
    "instance": 20, "interface": 21, "key": 22, "macro": 25, "member": 12, "message": 28,
    "method": 26, "mixin": 85, "module": 29, "namespace": 30, "object": 33, "operator": 34,
    "package": 35, "parameter": 37, "procedure": 17, "property": 41, "protocol": 42, "record": 7,
    "rpc": 26, "service": 21, "struct": 49, "table": 49, "test": 17, "trait": 53, "type": 54,
    "union": 59, "variable": 61, "variant": 12,
}  # fmt: skip
"""Kinds of ours -> SymbolInformation.Kind; others have none."""

LANGUAGES = {
    "asciidoc": "AsciiDoc", "bash": "ShellScript", "c": "C", "cpp": "CPP", "csharp": "CSharp",
    "css": "CSS", "dart": "Dart", "dockerfile": "Dockerfile", "elixir": "Elixir", "go": "Go",
    "graphql": "GraphQL", "haskell": "Haskell", "html": "HTML", "ini": "Ini", "java": "Java",
    "javascript": "JavaScript", "json": "JSON", "julia": "Julia", "kotlin": "Kotlin",
    "less": "Less", "lua": "Lua", "makefile": "Makefile", "markdown": "Markdown", "ocaml": "OCaml",
    "perl": "Perl", "php": "PHP", "protobuf": "Protobuf", "python": "Python", "r": "R",
    "rst": "ReST", "ruby": "Ruby", "rust": "Rust", "scala": "Scala", "scss": "SCSS", "sql": "SQL",
    "svelte": "Svelte", "swift": "Swift", "toml": "TOML", "tsx": "TypeScriptReact",
    "typescript": "TypeScript", "vue": "Vue", "xml": "XML", "yaml": "YAML", "zig": "Zig",
}  # fmt: skip
"""Languages of ours -> names of its enumeration Language; others go by our name."""
