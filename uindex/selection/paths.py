"""What a path alone says: is it a secret, is it binary, is it a test, vendored, generated, docs.

The lists follow github-linguist where it has one. They may grow: they decide nothing inside a
record, and what they skip is listed with its reason.
"""

from __future__ import annotations

import re

# Samples of a secret file are documentation: `.env.example` says what must be set. Their values
# are left out of records like any other file's.
_SAMPLE = re.compile(rb"(?:^|[._-])(?:example|sample|template|tmpl|dist|defaults?)(?:[._-]|$)")

_SECRET = re.compile(
    rb"""(?x)
    \.env (\..*)? | .*\.env | \.envrc
    | .*\.(pem|key|p12|pfx|jks|keystore|bks|kdbx?|ppk|p8|pkcs12|ovpn|tfstate(\.backup)?|tfvars
          |agekey|keytab|secret|secrets)
    | id_(rsa|dsa|ecdsa|ed25519|xmss)(_sk)?
    | [._]netrc | \.pgpass | \.my\.cnf | \.npmrc | \.pypirc | \.dockercfg | \.git-credentials
    | \.?htpasswd | \.s3cfg | \.boto | \.vault[-_]?pass(word)? | \.terraformrc | \.yarnrc\.secret
    | credentials(\.(json|ya?ml|toml|ini|csv|xml|properties))?
    | client[-_]secrets?.*\.json | service[-_]account.*\.json | gcloud.*key.*\.json
    | secrets?\.(json|ya?ml|toml|ini|xml|properties|env|enc|txt)
    | passwords?(\.(txt|json|ya?ml|ini|csv))? | shadow | secring\..* | wallet\.dat
    """
)
_SECRET_FOLDERS = re.compile(rb"(?:^|/)(?:\.ssh|\.gnupg|\.aws/sso|\.password-store)/")

_BINARY = frozenset(
    b"""
    png jpg jpeg jpe gif ico icns bmp tif tiff webp avif heic psd xcf ai eps cur tga dds hdr exr
    mp3 mp4 m4a m4v ogg oga ogv wav flac aac mkv mov avi webm wmv mid midi
    zip gz tgz bz2 tbz xz txz zst lz lz4 lzma 7z rar tar jar war ear apk ipa aar whl egg gem crate
    deb rpm dmg iso img cab msi nupkg
    exe dll so dylib a o obj lib ko elf bin com class pyc pyo pyd wasm beam rlib rmeta pdb dex node
    ttf otf woff woff2 eot pfb
    pdf doc docx xls xlsx ppt pptx odt ods odp epub mobi
    db sqlite sqlite3 mdb parquet feather arrow npy npz pkl pickle h5 hdf5 pt pth onnx tflite
    gguf safetensors pb.gz dat.gz mo gmo qm swf fla blend fbx glb stl 3ds rdb
    """.split()
)

_VENDORED = re.compile(
    rb"""(?x)(?:^|/)(?:
      vendors? | node_modules | bower_components | third[-_]?party | 3rd[-_]?party | externals?
      | extern | jspm_packages | \.yarn/(?:releases|plugins|sdks) | site-packages | Godeps
      | Carthage | Pods | \.venv | venv | subprojects/packagefiles
    )/ | ^(?:deps|dependencies|Dependencies|dist)/"""
)
_GENERATED_FOLDER = re.compile(rb"(?:^|/)(?:__generated__|generated|gen|autogen|_build)/")
_GENERATED_NAME = re.compile(
    rb"""(?x)
    .*\.min\.(js|css|mjs) | .*[._-]bundle\.js | .*\.(js|css|mjs|ts)\.map
    | .*\.pb\.(go|cc|h|c|swift|gw\.go|validate\.go) | .*_pb2?(_grpc)?\.(py|pyi|js|ts|rb|d\.ts)
    | .*\.pb\.(dart|rs) | .*\.g(r)?\.dart | .*\.freezed\.dart | .*\.designer\.cs | .*\.g\.cs
    | .*\.generated\..* | .*_generated\..* | zz_generated\..*
    | .*\.gen\.(go|ts|rs|py) | .*_string\.go
    | moc_.*\.cpp | ui_.*\.h | qrc_.*\.cpp | .*\.tab\.[ch] | lex\.yy\.c
    | package-lock\.json | npm-shrinkwrap\.json | yarn\.lock | pnpm-lock\.yaml | bun\.lock
    | cargo\.lock | go\.sum | poetry\.lock | pdm\.lock | uv\.lock | pipfile\.lock | composer\.lock
    | gemfile\.lock | podfile\.lock | mix\.lock | flake\.lock | packages\.lock\.json | deno\.lock
    | pubspec\.lock | gradle\.lockfile | \.terraform\.lock\.hcl
    """
)
_TEST_FOLDER = re.compile(
    rb"""(?x)(?:^|/)(?:
      tests? | specs? | __tests__ | __mocks__ | __snapshots__ | testing | testdata | test[-_]data
      | test[-_]?(?:suite|cases?|fixtures?|utils?|helpers?|support) | fixtures? | unittests?
      | e2e | selftests? | [a-z]+[-_]tests? | t | kunit
    )/"""
)
# In languages that end the names of tests so, `test-run.ts` is what runs them.
_TEST_NAME = re.compile(
    rb"""(?x)
    test[-_].*(?<!\.js)(?<!\.[cm]js)(?<!\.[jt]sx)(?<!\.ts)(?<!\.[cm]ts)(?<!\.vue)(?<!\.java)(?<!\.kt)
    | tests?\.[^.]+ | conftest\.py
    | .*[-_.](?:test|tests|spec|specs|e2e|cy|unittest|kunit)\.[^.]+ | .*[-_]unittests?\.[^.]+
    """
)
# Java and its kin spell it in camel case, where folding would take `latest.py` for a test.
_TEST_CASED = re.compile(rb"(?:Test[A-Z0-9].*|.*[a-z0-9](?:Tests?|TestCase|Spec|IT))\.[A-Za-z]+")
_DOCS_FOLDER = re.compile(
    rb"(?:^|/)(?:docs?|documentation|javadoc|man|manual|guides?|examples?|samples?|demos?|tutorials?)/"
)
_DOCS_NAME = re.compile(
    rb"""(?x)
    (?:readme|changes|changelog|history|news|contributing|copying|license|licence|install|authors
      |maintainers|todo|faq|code_of_conduct|security|upgrading|migrating|credits)
    (?:[.-].*)?"""
)


def is_secret(path: bytes) -> bool:
    """Whether the name says that the content must never leave this clone."""
    name = path.rpartition(b"/")[2].lower()
    if _SECRET.fullmatch(name):
        return not _SAMPLE.search(name)
    return _SECRET_FOLDERS.search(path) is not None and not name.endswith(b".pub")


def is_binary(path: bytes) -> bool:
    """Whether the extension says that there is no text in it."""
    name = path.rpartition(b"/")[2]
    _, dot, extension = name.rpartition(b".")
    return bool(dot) and extension.lower() in _BINARY


def folder_marks(folder: bytes) -> frozenset[str]:
    """The marks that a folder (ending in a slash, or empty) gives to all below it."""
    lower = folder.lower()
    marks = (
        ("vendored", _VENDORED.search(folder)),
        ("generated", _GENERATED_FOLDER.search(lower)),
        ("test", _TEST_FOLDER.search(lower)),
        ("docs", _DOCS_FOLDER.search(lower)),
    )
    return frozenset(mark for mark, found in marks if found)


def name_marks(name: bytes) -> frozenset[str]:
    """The marks that a file's own name gives it."""
    lower = name.lower()
    marks = (
        ("generated", _GENERATED_NAME.fullmatch(lower)),
        ("test", _TEST_NAME.fullmatch(lower) or _TEST_CASED.fullmatch(name)),
        ("docs", _DOCS_NAME.fullmatch(lower)),
    )
    return frozenset(mark for mark, found in marks if found)
