"""Dart: which library an import means, and whom calls mean."""

from __future__ import annotations

import pytest

from tests.resolve.memory import bound, imported

PUBSPEC = (
    "name: app\ndependencies:\n  meta: ^1.0.0\n  near:\n    path: ../near # beside\n"
    "dependency_overrides:\n  other:\n    path: 'deps/other'\n"
)


@pytest.mark.parametrize(
    ("uri", "leads"),
    [
        ("dart:io", "external dart:io"),
        ("package:meta/meta.dart", "external meta"),
        ("package:app/src/a.dart", "app/lib/src/a.dart"),
        ("package:app/gone.dart", "dangling no file app/lib/gone.dart"),
        ("package:near/near.dart", "near/lib/near.dart"),
        ("package:other/other.dart", "app/deps/other/lib/other.dart"),
        ("package:lone/lone.dart", "lone/lib/lone.dart"),
        ("../lib/src/a.dart", "app/lib/src/a.dart"),
        ("../../../a.dart", "dangling ../../../a.dart leads out of the repository"),
    ],
)
def test_imports(uri: str, leads: str) -> None:
    texts = {
        "app/pubspec.yaml": PUBSPEC,
        "app/lib/src/a.dart": "",
        "near/pubspec.yaml": "name: near\n",
        "near/lib/near.dart": "",
        "far/pubspec.yaml": "name: near\n",
        "far/lib/near.dart": "",
        "lone/pubspec.yaml": "name: 'lone'\n",
        "lone/lib/lone.dart": "",
        "app/deps/other/pubspec.yaml": "name: other\n",
        "app/deps/other/lib/other.dart": "",
        "app/bin/main.dart": f"import '{uri}';\n",
    }
    assert list(imported(texts, "app/bin/main.dart").values()) == [leads]


LIBRARY = {
    "pubspec.yaml": "name: app\n",
    "lib/app.dart": "library app;\nimport 'src/hidden.dart';\nexport 'src/open.dart';\n"
    "export 'src/some.dart' show shown;\npart 'src/part.dart';\n"
    "void own() { inPart(); hidden(); }\n",
    "lib/src/part.dart": "part of 'package:app/app.dart';\nvoid inPart() { own(); hidden(); }\n",
    "lib/src/old.dart": "part of app;\nvoid stale() {}\n",
    "lib/src/hidden.dart": "void hidden() {}\nclass Thing { void go() {} }\n",
    "lib/src/open.dart": "export 'deeper.dart';\nimport 'hidden.dart' as hid;\n"
    "class Base { void ping() {} Thing make() => Thing(); }\n"
    "class Store extends Base { final hid.Thing thing; Store.named(this.thing);\n"
    "  void save() { ping(); thing.go(); this.save(); super.ping(); } }\n",
    "lib/src/deeper.dart": "void deep() {}\n",
    "lib/src/some.dart": "void shown() {}\nvoid kept() {}\n",
    "bin/main.dart": """\
import 'package:app/app.dart';
import 'package:app/src/some.dart' as some;
import 'dart:io' as io;
void main(Unknown any) {
  own();
  inPart();
  deep();
  shown();
  kept();
  hidden();
  some.kept();
  io.exit(1);
  var store = Store.named(any);
  store.save();
  store.ping();
  any.save();
}
""",
}


def test_calls() -> None:
    assert bound(LIBRARY, "bin/main.dart") == {
        "5 own": "lib/app.dart#own",
        "6 inPart": "lib/src/part.dart#inPart",
        "7 deep": "lib/src/deeper.dart#deep",
        "8 shown": "lib/src/some.dart#shown",
        # What a library imports or does not show it hands on to nobody.
        "9 kept": "external",
        "10 hidden": "external",
        "11 kept": "lib/src/some.dart#kept",
        "12 exit": "external",
        "13 named": "lib/src/open.dart#Store.named",
        "14 save": "lib/src/open.dart#Store.save",
        "15 ping": "lib/src/open.dart#Base.ping",
        "16 save": "candidate lib/src/open.dart#Store.save",
    }
    assert bound(LIBRARY, "lib/app.dart") == {
        "6 inPart": "lib/src/part.dart#inPart",
        "6 hidden": "lib/src/hidden.dart#hidden",
    }
    assert bound(LIBRARY, "lib/src/part.dart") == {
        "2 own": "lib/app.dart#own",
        "2 hidden": "lib/src/hidden.dart#hidden",
    }
    assert bound(LIBRARY, "lib/src/open.dart") == {
        "3 Thing": "external",
        "5 ping": "lib/src/open.dart#Base.ping",
        "5 go": "lib/src/hidden.dart#Thing.go",
        "5 save": "lib/src/open.dart#Store.save",
    }


def test_parts_that_tell_the_name_of_their_library() -> None:
    assert imported(LIBRARY, "lib/src/old.dart") == {"app:*": "lib/app.dart"}
