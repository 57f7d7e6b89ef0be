"""Shell and make: what is sourced and included, and whom calls mean."""

from __future__ import annotations

import pytest

from tests.resolve.memory import bound, imported

TREE = {
    "bin/run.sh": "#!/bin/sh\n. ../lib/all.sh\n"
    "main() { log_it; say; git status; ./tool.sh; fetch; }\nmain\n",
    "bin/tool.sh": "#!/bin/sh\n",
    "lib/all.sh": ". ./log.sh\n. ./say.sh\n",
    "lib/log.sh": "log_it() { say; }\n",
    "lib/say.sh": "say() { :; }\n",
    "other/fetch.sh": "fetch() { :; }\nlog_all() { :; }\n",
    "one/two.sh": "",
    "other/two.sh": "",
    "other/git.sh": "git() { :; }\n",
    "other/use.sh": "log_all\n",
}


@pytest.mark.parametrize(
    ("written", "leads"),
    [
        ("./tool.sh", "bin/tool.sh"),
        ('"$(dirname "$0")/tool.sh"', "bin/tool.sh"),
        ('"$(dirname "$0")"/../lib/log.sh', "lib/log.sh"),
        ('"${BASH_SOURCE%/*}/tool.sh"', "bin/tool.sh"),
        ('"${0:A:h}/tool.sh"', "bin/tool.sh"),
        ('"$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)/tool.sh"', "bin/tool.sh"),
        ("lib/log.sh", "lib/log.sh"),
        ('"$LIB"/log.sh', "lib/log.sh"),
        ('"$ROOT/lib/log.sh"', "lib/log.sh"),
        ('"$LIB/two.sh"', "one/two.sh, other/two.sh"),
        ('"$LIB/gone.sh"', "external $LIB/gone.sh"),
        ('"$HOME/log.sh"', "external $HOME/log.sh"),
        ("/etc/profile", "external /etc/profile"),
        ("./gone.sh", "dangling no such file: bin/gone.sh"),
        ('"$1"', "dangling known only at run time: $1"),
    ],
)
def test_what_is_sourced(written: str, leads: str) -> None:
    texts = TREE | {"bin/x.sh": f"source {written}\n"}
    assert list(imported(texts, "bin/x.sh").values()) == [leads]


def test_functions_of_what_is_sourced_together() -> None:
    assert bound(TREE, "bin/run.sh") == {
        "3 log_it": "lib/log.sh#log_it",
        "3 say": "lib/say.sh#say",
        "3 git": "external",
        "3 tool.sh": "bin/tool.sh",
        "3 fetch": "candidate other/fetch.sh#fetch",
        "4 main": "bin/run.sh#main",
    }
    assert bound(TREE, "lib/log.sh") == {"1 say": "lib/say.sh#say"}
    assert bound(TREE, "other/use.sh") == {"1 log_all": "other/fetch.sh#log_all"}


@pytest.mark.parametrize(
    ("written", "leads"),
    [
        ("rules.mk", "sub/rules.mk"),
        ("top.mk", "top.mk"),
        ("$(srctree)/scripts/common.mk", "scripts/common.mk"),
        ("$(src)/rules.mk", "sub/rules.mk"),
        ("$(X)/scripts/common.mk", "scripts/common.mk"),
        ("/usr/share/x.mk", "external /usr/share/x.mk"),
        ("deep/", "sub/deep/Kbuild"),
        ("gone.mk", "dangling no such file: sub/gone.mk"),
        ("$(wildcard *.d)", "dangling known only when it runs: $(wildcard *.d)"),
    ],
)
def test_what_a_makefile_includes(written: str, leads: str) -> None:
    texts = dict.fromkeys(
        ("sub/rules.mk", "sub/deep/Kbuild", "top.mk", "scripts/common.mk"), "x:\n"
    )
    texts["sub/Makefile"] = f"include {written}\n"
    assert list(imported(texts, "sub/Makefile").values()) == [leads]


def test_targets_and_macros_of_what_is_included() -> None:
    texts = {
        "Makefile": "include rules.mk\nall:\n\t$(call go,x)\n",
        "rules.mk": "define go\n x\nendef\n",
    }
    assert bound(texts, "Makefile") == {"3 go": "rules.mk#go"}
