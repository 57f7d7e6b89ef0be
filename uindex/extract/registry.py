"""The languages: which paths they own and which version of their extractor is in force.

Imports nothing heavy: a query asks here which language a path is, without a parser.  The language
that path and attributes choose names the record's place in the store; what depends on the content
(`.h` is C or C++, a file without extension is what its modeline or first line says) is decided
inside that language's extractor, so the key of a record never needs the content.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

CORE = 5
"""Version of what all extractors share: text decoding, words, units, the record's layout."""


class Language(NamedTuple):
    """One language and the paths it owns.

    Raise `version` with every change that can alter a record's bytes.
    """

    version: int
    extensions: str = ""
    names: str = ""
    shebangs: str = ""
    """Interpreters, without their version."""
    modes: str = ""
    """What editors call it besides its name and its interpreters."""
    parts: str = ""
    """Languages whose extractors this one may call; their versions count into its own."""
    one_of: str = ""
    """For paths that do not say their language: those that the content may turn out to be.  This is
    then a place in the store, and no language."""
    stems: str = ""
    """Names that anything may follow after a dot, unless it is an extension that is known:
    `Makefile.build`."""


LANGUAGES: dict[str, Language] = {
    "asciidoc": Language(3, ".adoc .asciidoc", modes="adoc"),
    "astro": Language(2, ".astro", parts="css tsx typescript"),
    "bash": Language(2, ".sh .bash .bats .ksh .zsh .ebuild .eclass",
                     names=".bashrc .bash_profile .bash_login .bash_logout .bash_aliases .profile "
                           ".kshrc .mkshrc .zshrc .zshenv .zprofile .zlogin .zlogout .envrc "
                           "PKGBUILD APKBUILD",
                     shebangs="sh bash dash ash ksh mksh zsh bats", modes="shell shell-script"),
    "c": Language(4, ".c", modes="c"),
    "cmake": Language(1, ".cmake .cmake.in", names="CMakeLists.txt", modes="cmake"),
    "cpp": Language(6, ".cc .cpp .cxx .c++ .hh .hpp .hxx .h++ .ipp .tpp .inl .cu .cuh .ino",
                    modes="c++ cc"),
    "csharp": Language(3, ".cs .csx", shebangs="dotnet-script", modes="c# cs csharp"),
    "css": Language(1, ".css .pcss .postcss"),
    "dart": Language(4, ".dart", shebangs="dart"),
    "dockerfile": Language(1, ".dockerfile .containerfile", modes="dockerfile",
                           stems="Dockerfile Containerfile"),
    "elixir": Language(1, ".ex .exs", shebangs="elixir"),
    "go": Language(4, ".go"),
    "graphql": Language(1, ".graphql .graphqls .gql", modes="graphql"),
    "h": Language(2, ".h", one_of="c cpp"),
    "haskell": Language(2, ".hs .lhs .hs-boot .hsc .hsig", shebangs="runghc runhaskell stack"),
    "hcl": Language(1, ".hcl .tf .tfvars .tofu .nomad .tftest.hcl", names=".terraform.lock.hcl",
                    modes="hcl terraform"),
    "html": Language(1, ".html .htm .xhtml .shtml .gohtml .ejs .hbs .handlebars .mustache .njk"
                        " .twig .liquid .html.erb .html.eex .html.j2 .html.jinja .html.jinja2",
                     parts="css tsx typescript", modes="xhtml web"),
    "inc": Language(2, ".inc", one_of="c cpp php"),
    "ini": Language(1, ".ini .cfg .conf .properties .editorconfig .gitconfig .service .desktop",
                    names=".gitconfig .gitmodules .editorconfig .npmrc .pylintrc .flake8"),
    "java": Language(3, ".java"),
    "javascript": Language(6, ".js .mjs .cjs .jsx", shebangs="node nodejs bun",
                           modes="js js2 js-jsx rjsx javascriptreact"),
    "json": Language(1, ".json .jsonc .json5 .webmanifest .geojson .avsc",
                     names=".babelrc .eslintrc .prettierrc .swcrc composer.lock"),
    "julia": Language(1, ".jl", shebangs="julia"),
    "jupyter": Language(1, ".ipynb",
                        parts="bash cpp go java javascript julia kotlin markdown python r ruby "
                              "rust scala typescript"),
    "kotlin": Language(2, ".kt .kts .ktm", modes="kotlin"),
    "less": Language(2, ".less", parts="css"),
    "lua": Language(1, ".lua .rockspec .wlua", names=".luacheckrc .busted config.ld",
                    shebangs="lua luajit texlua"),
    "makefile": Language(2, ".mk .mak .make .makefile", names="Kbuild Makefile.inc",
                         shebangs="make gmake", modes="make",
                         stems="Makefile GNUmakefile BSDmakefile"),
    "markdown": Language(4, ".md .markdown .mdown .mkd .mdx"),
    "ocaml": Language(2, ".ml .mli .eliom .eliomi", names=".ocamlinit",
                      shebangs="ocaml ocamlrun utop", modes="caml tuareg"),
    "org": Language(2, ".org", modes="org"),
    "perl": Language(3, ".pm .pod .psgi .al .ph", names="cpanfile", shebangs="perl",
                     modes="cperl"),
    "php": Language(4, ".php .phtml .php3 .php4 .php5 .php7 .phps .phpt .ctp", shebangs="php",
                    modes="php"),
    "pl": Language(1, ".pl .t", one_of="bash perl"),
    "protobuf": Language(1, ".proto .protodevel", modes="protobuf proto"),
    "python": Language(5, ".py .pyi .pyw", names="SConstruct SConscript wscript",
                       shebangs="python pypy", modes="py"),
    "r": Language(2, ".r", names=".Rprofile Rprofile.site", shebangs="Rscript"),
    "rst": Language(3, ".rst .rest"),
    "ruby": Language(2, ".rb .rake .gemspec .ru .podspec",
                     names="Rakefile Gemfile Guardfile Vagrantfile Podfile Brewfile Fastfile",
                     shebangs="ruby jruby", modes="rb"),
    "rust": Language(4, ".rs", shebangs="rust-script"),
    "scala": Language(2, ".scala .sc .sbt .mill", shebangs="scala scala-cli amm"),
    "scss": Language(2, ".scss", parts="css"),
    "sql": Language(2, ".sql .ddl .dml .psql .pgsql .mysql .plsql .tsql .pks .pkb .pls .prc .viw",
                    modes="sql plsql pgsql mysql"),
    "svelte": Language(2, ".svelte", parts="css tsx typescript"),
    "swift": Language(3, ".swift", shebangs="swift"),
    "toml": Language(1, ".toml", names="Cargo.lock poetry.lock uv.lock Pipfile"),
    "tsx": Language(7, ".tsx"),
    "typescript": Language(7, ".ts .mts .cts", shebangs="deno ts-node tsx"),
    "vue": Language(1, ".vue", parts="css tsx typescript"),
    "xml": Language(1, ".xml .xsd .wsdl .xaml .plist .csproj .vbproj .fsproj .vcxproj .proj .props"
                       " .targets .nuspec .resx .ui .pom .axml .rng .xmi",
                    names="web.config app.config nuget.config packages.config", modes="nxml"),
    "yaml": Language(1, ".yaml .yml", names=".clang-format .clang-tidy .clangd"),
    "zig": Language(2, ".zig"),
    # All the rest; see `candidates`.
    "text": Language(1),
}  # fmt: skip


@cache
def _tables() -> tuple[dict[bytes, str], dict[bytes, str], dict[bytes, str]]:
    """(file name -> language, extension -> language, stem -> language), all in lower case."""
    names: dict[bytes, str] = {}
    extensions: dict[bytes, str] = {}
    stems: dict[bytes, str] = {}
    for lang, info in LANGUAGES.items():
        names.update((name.lower().encode(), lang) for name in info.names.split())
        extensions.update((ext.encode(), lang) for ext in info.extensions.split())
        stems.update((stem.lower().encode(), lang) for stem in info.stems.split())
    return names, extensions, stems


def language_of(path: bytes) -> str:
    """The language that a path chooses: by file name, by the longest known extension, by stem."""
    names, extensions, stems = _tables()
    name = path.rpartition(b"/")[2].lower()
    if name in names:
        return names[name]
    dot = name.find(b".", 1)
    while dot >= 0:
        lang = extensions.get(name[dot:])
        if lang:
            return lang
        dot = name.find(b".", dot + 1)
    return stems.get(name.partition(b".")[0], "text")


@cache
def shebangs() -> dict[str, str]:
    """Interpreter -> language."""
    return {word: lang for lang, info in LANGUAGES.items() for word in info.shebangs.split()}


@cache
def modes() -> dict[str, str]:
    """Mode or file type of an editor -> language, for those that a text may claim to be."""
    told = {mode: lang for lang, info in LANGUAGES.items() for mode in info.modes.split()}
    return {lang: lang for lang in candidates("text")} | shebangs() | told


@cache
def candidates(lang: str) -> frozenset[str]:
    """The languages that the content of a file at `lang`'s place may turn out to be.

    Any text may claim to be a language that has an interpreter or a mode of its own.
    """
    if lang != "text":
        return frozenset(LANGUAGES[lang].one_of.split())
    return frozenset(name for name, info in LANGUAGES.items() if info.shebangs or info.modes)


@cache
def extractor(lang: str) -> int:
    """The version in force of a language's extractor, those included that it may call.

    A sum: each term only ever grows, so the sum grows whenever any of them does.
    """
    info = LANGUAGES[lang]
    called = candidates(lang).union(info.parts.split())
    return CORE - 1 + info.version + sum(LANGUAGES[part].version for part in called)


@cache
def key(lang: str) -> bytes:
    """The folder of a language's records under `records/`: b"python-3"."""
    return b"%s-%d" % (lang.encode(), extractor(lang))


@cache
def keys() -> dict[bytes, str]:
    """Folder -> language, for all extractors in force."""
    return {key(lang): lang for lang in LANGUAGES}


@cache
def extractor_set() -> str:
    """A name for the set of all extractor versions in force: 16 hexadecimal digits."""
    # Imported here: a warm query asks for the set only through the cache, which stores it.
    from hashlib import sha256

    return sha256(b"\n".join(sorted(keys()))).hexdigest()[:16]
