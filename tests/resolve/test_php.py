"""PHP: use clauses, composer, namespaces, and WordPress-like repositories without either."""

from __future__ import annotations

import json

import pytest

from tests.resolve.memory import bound, imported

COMPOSER = {
    "autoload": {
        "psr-4": {"Acme\\": "src/", "Acme\\Deep\\": ["deep", "more/"]},
        "psr-0": {"Old_": "legacy/", "Older\\": "legacy"},
        "classmap": ["maps/"],
        "files": ["src/functions.php"],
    },
}
TEXTS = {
    "composer.json": json.dumps(COMPOSER),
    "src/Helper.php": "<?php\nnamespace Acme;\nclass Helper { public function help() {} }",
    "copy/Helper.php": "<?php\nnamespace Acme;\nclass Helper {}",
    "src/functions.php": "<?php\nnamespace Acme;\nfunction go() {}\nconst LIMIT = 1;",
    "more/Thing.php": "<?php\nnamespace Acme\\Deep;\nclass Thing { static function make() {} }",
    "legacy/Old/Name.php": "<?php\nclass Old_Name {}",
    "legacy/Older/Sub/A/Right.php": "<?php\n",
    "deep/Other.php": "<?php\n",
    "maps/odd.php": "<?php\nnamespace Mapped;\nclass Odd {}",
    "wp/class-wp-query.php": "<?php\nclass WP_Query { function get() {} }\nfunction the_loop() {}",
    "lib/x.php": "<?php\n",
}


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("use Acme\\Helper;", "src/Helper.php"),
        ("use Acme\\Helper as H;", "src/Helper.php"),
        ("use Acme\\Deep\\Thing;", "more/Thing.php"),
        ("use Acme\\Deep;", "more/Thing.php"),
        ("use function Acme\\go;", "src/functions.php"),
        ("use const Acme\\LIMIT;", "src/functions.php"),
        ("use Old_Name;", "legacy/Old/Name.php"),
        ("use Mapped\\Odd;", "maps/odd.php"),
        ("use Mapped\\Gone;", "dangling no Gone in namespace Mapped"),
        ("use Acme\\Deep\\Gone;", "dangling no such file: deep/Gone.php"),
        ("use Acme\\Pcre\\Preg;", "external Acme\\Pcre\\Preg"),
        ("use Older\\Sub\\A_Name;", "dangling no such file: legacy/Older/Sub/A/Name.php"),
        ("use Older\\Sub\\A_Right;", "legacy/Older/Sub/A/Right.php"),
        ("use Symfony\\Component\\Console;", "external Symfony\\Component\\Console"),
        ("use Exception;", "external Exception"),
        ("require 'x.php';", "lib/x.php"),
        ("require_once __DIR__ . '/../src/Helper.php';", "src/Helper.php"),
        ("require 'src/Helper.php';", "src/Helper.php"),
        ("require './gone.php';", "dangling no such file: lib/gone.php"),
        ("require ABSPATH . '/x.php';", "dangling its folder is known when it runs only: …/x.php"),
    ],
)
def test_imports(line: str, expected: str) -> None:
    texts = {**TEXTS, "lib/T.php": f"<?php\n{line}\n"}
    assert list(imported(texts, "lib/T.php").values()) == [expected]


def test_group_use() -> None:
    texts = {**TEXTS, "lib/T.php": "<?php\nuse Acme\\{Helper, Deep\\Thing as T, function go};\n"}
    assert list(imported(texts, "lib/T.php").values()) == [
        "src/Helper.php", "more/Thing.php", "src/functions.php",
    ]  # fmt: skip


def test_calls() -> None:
    texts = {
        **TEXTS,
        "src/T.php": """<?php
namespace Acme;
use Acme\\Deep\\Thing as Al;
use Exception;
class T extends Base {
  private Helper $helper;
  public function helper() {}
  public function run(?Helper $other) {
    $this->helper->help();
    $this->helper();
    $other?->help();
    Al::make();
    Deep\\Thing::make();
    \\Acme\\Deep\\Thing::make();
    go();
    the_loop();
    new WP_Query();
    new \\WP_Query();
    strlen("x");
    new Exception();
    self::shared();
    parent::shared();
    $q = new Al();
    $q->make();
  }
}
""",
        "src/Base.php": "<?php\nnamespace Acme;\nclass Base { use Tr; }\n"
                        "trait Tr { static function shared() {} }",
        "src/Exception.php": "<?php\nnamespace Acme;\nclass Exception {}",
    }  # fmt: skip
    thing = "more/Thing.php#Acme\\Deep::Thing"
    assert bound(texts, "src/T.php") == {
        "9 help": "src/Helper.php#Acme::Helper::help",
        "10 helper": "src/T.php#Acme::T::helper",
        "11 help": "src/Helper.php#Acme::Helper::help",
        "12 make": f"{thing}::make",
        "13 make": f"{thing}::make",
        "14 make": f"{thing}::make",
        "15 go": "src/functions.php#Acme::go",
        "16 the_loop": "wp/class-wp-query.php#the_loop",
        "17 WP_Query": "external",
        "18 WP_Query": "wp/class-wp-query.php#WP_Query",
        "19 strlen": "external",
        "20 Exception": "external",
        "21 shared": "src/Base.php#Acme::Tr::shared",
        "22 shared": "src/Base.php#Acme::Tr::shared",
        "23 Al": thing,
        "24 make": f"{thing}::make",
    }
