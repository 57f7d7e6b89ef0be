"""Names into words, words into stems (case C02)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uindex.cache.words import Stems, fold, parts, squeeze, stem


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("parseHTTPResponse", "parse http response"),
        ("get_user_by_id", "get user by id"),
        ("XMLHttpRequest2", "xml http request 2"),
        ("utf8ToBase64", "utf 8 to base 64"),
        ("URLs", "urls"),
        ("userIDs", "user ids"),
        ("IDsOfUsers", "ids of users"),
        ("GitHub", "git hub"),
        ("_x", "x"),
        ("HTTP", "http"),
        ("--error-on-warnings", "error on warnings"),
        ("std::vector<int>", "std vector int"),
        ("caféBar", "café bar"),
        ("ПриветМир", "приветмир"),
        ("", ""),
        ("!?", ""),
    ],
)
def test_parts(name: str, expected: str) -> None:
    assert parts(name) == expected.split()


@pytest.mark.parametrize(
    "forms",
    [
        "parse parser parsing parsed parses",
        "validate validator validation validating validated",
        "allocate allocator allocation alloc",
        "create creator creating creation",
        "entry entries",
        "query queries",
        "class classes",
        "string strings",
        "run runs running",
        "handle handler handling",
        "box boxes",
        "render renders rendering rendered renderer renderers",
        "register registers registered registering registration registry",
        "serialize serialized serializing serializer serialization serial",
        "initialize initialized initializing initializer initialization initial init",
        "initialise initialised initialisation",
        "filter filtering filtered filtration",
        "format formats formatted formatting formatter",
        "number numbered numbering",
        "resolve resolver resolving resolution",
        "convert converter conversion",
        "describe describes description",
        "subscribe subscriber subscription",
        "permit permitted permission",
        "extend extending extension",
        "depend depends dependency dependencies dependent",
        "persist persistent persistence",
        "alias aliases aliased",
        "embed embeds embedded embedding",
        "document documents documentation",
        "display displayed",
        "type typed types typing",
        "need needed needs",
    ],
)
def test_forms_of_a_word_agree(forms: str) -> None:
    assert len({stem(word) for word in forms.split()}) == 1


@pytest.mark.parametrize(
    "pair",
    [
        *("user use", "request require", "string stream", "port part", "id is", "rest restored"),
        *("form format", "auth author", "ref reference", "app apply", "def defer", "spe speed"),
        *("count country", "state status", "thing th"),
    ],
)
def test_other_words_stay_apart(pair: str) -> None:
    one, other = pair.split()
    assert stem(one) != stem(other)


def test_squeeze_ignores_case_and_separators() -> None:
    assert squeeze("HTTP_Response") == squeeze("httpResponse") == squeeze("http-response")
    assert squeeze("==") == "=="


@given(st.text())
def test_any_text_is_split(text: str) -> None:
    for part in parts(text):
        assert part
        assert fold(part) == part
        assert stem(part)
    assert parts(squeeze(text)) or squeeze(text) == text


@given(st.text(alphabet=st.characters(max_codepoint=0x500)))
def test_fold_is_stable(text: str) -> None:
    assert fold(fold(text)) == fold(text)


def test_stems_forgets_when_full() -> None:
    stems = Stems(limit=2)
    assert stems["parseFile"] == ("pars", "fil")
    assert stems["a"] == ("a",)
    assert stems["b"] == ("b",)
    assert len(stems) <= 2
    assert stems["parseFile"] == ("pars", "fil")
