"""R: what is sourced, and the namespace of a package."""

from __future__ import annotations

import pytest

from tests.resolve.memory import bound, imported

TREE = {
    "DESCRIPTION": "Package: shop\nImports:\n    rlang,\n    dplyr (>= 1.0)\n",
    "R/cart.R": """
total <- function(x) {
  add(x); helper(); dplyr::mutate(x); shop::add(x); shop:::inner(x); thing$run(); print(x)
  log <- Log$new(); log$write()
}
""",
    "R/add.R": "add <- function(x) inner(x)\ninner <- function(x) x\nprint_it <- function() 1\n",
    "R/log.R": 'Log <- R6Class("Log", public = list(write = function() { self$flush() },\n'
    "  flush = function() {}))\n",
    "tests/testthat/helper-x.R": "helper <- function() add(1)\n",
    "tests/testthat/test-cart.R": "helper(); total(1); missing_one()\n",
    "scripts/run.R": "",
}


@pytest.mark.parametrize(
    ("statement", "leads"),
    [
        ('source("../R/add.R")', "R/add.R"),
        ('source("R/add.R")', "R/add.R"),
        ('source("gone.R")', "dangling no such file: scripts/gone.R"),
        ("library(shop)", "R/add.R, R/cart.R, R/log.R"),
        ("library(dplyr)", "external dplyr"),
    ],
)
def test_imports(statement: str, leads: str) -> None:
    texts = TREE | {"scripts/run.R": statement + "\n"}
    assert list(imported(texts, "scripts/run.R").values()) == [leads]


def test_the_namespace_of_a_package() -> None:
    assert bound(TREE, "R/cart.R") == {
        "3 add": "R/add.R#add",
        "3 helper": "external",
        "3 mutate": "external",
        "3 inner": "R/add.R#inner",
        "3 run": "external",
        "3 print": "external",
        "4 new": "R/log.R#Log",
        "4 write": "R/log.R#Log$write",
    }
    assert bound(TREE, "R/log.R") == {"1 R6Class": "external", "1 flush": "R/log.R#Log$flush"}
    assert bound(TREE, "tests/testthat/test-cart.R") == {
        "1 helper": "tests/testthat/helper-x.R#helper",
        "1 total": "R/cart.R#total",
        "1 missing_one": "external",
    }
