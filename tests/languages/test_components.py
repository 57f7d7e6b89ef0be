"""Files that hold several languages: lines are the file's, and damage stays where it is."""

from __future__ import annotations

import pytest

from uindex import record
from uindex.extract.extract import extract

VUE = """<template>
  <p>{{ a }}</p>
</template>

<script lang="ts">
export function seven(): number {
  return 7
}
</script>
<script setup>
function eleven() { return seven() }
</script>
"""
SVELTE = """<!-- one
two -->
<script context="module">
  export function four() {}
</script>
<script>
  function seven_b() { four() }
</script>
<p>x</p>
"""
ASTRO = """---
function two() {}
---
{two() && <p title="{not}">Don't</p>}
<script>
function six() {}
</script>
"""


def found(lang: str, text: str) -> dict[str, int]:
    return {s.name: s.line for s in record.decode(extract(lang, text.encode())).symbols}


@pytest.mark.parametrize(
    ("lang", "text", "lines"),
    [
        ("vue", VUE, {"seven": 6, "eleven": 11}),
        ("svelte", SVELTE, {"four": 4, "seven_b": 7}),
        ("astro", ASTRO, {"two": 2, "six": 6}),
        ("html", SVELTE, {"four": 4, "seven_b": 7}),
    ],
)
def test_lines_are_those_of_the_file(lang: str, text: str, lines: dict[str, int]) -> None:
    assert found(lang, text) == lines


@pytest.mark.parametrize(
    ("lang", "broken"),
    [
        ("vue", '<template><p class="a>{{ x }</p><b :c="(" /></template>\n'),
        ("vue", "<template><div\n</template>\n"),
        ("vue", "<!-- not closed\n<template></template>\n"),
        ("vue", "<template>{{ 'a }}</template>\n<style>.a { .b { color: 'x }\n</style>\n"),
        ("svelte", "{#if a\n<p on:click={() => {>x</p>\n"),
        ("svelte", '<p class="{a>\n<p title={`${>\n'),
        ("astro", "---\nconst a = 1\n---\n{a.map((b) => (<li>{b</li>)\n<p class={`}>\n"),
    ],
)
def test_scripts_are_found_behind_damage(lang: str, broken: str) -> None:
    text = "<script>\nfunction seven() {}\n</script>\n"
    read = record.decode(extract(lang, (broken + text).encode()))
    assert {s.name: s.line for s in read.symbols}["seven"] == broken.count("\n") + 2
    assert "partial" in read.marks


def test_blocks_of_vue_in_other_languages_give_no_words() -> None:
    blocks = b"<i18n>\n{ hushed: 1 }\n</i18n>\n<template>\n<p>marigold</p>\n</template>\n"
    data = extract("vue", blocks)
    assert b"hushed" not in data
    assert b"marigold" in data


def test_a_script_that_is_called_vue_is_a_script() -> None:
    assert found("vue", "// a < b\nfunction two() {}\n") == {"two": 2}
    assert found("vue", "") == {}


def test_options_make_the_component_and_its_members() -> None:
    text = (
        "<script>\nexport default defineComponent({\n  name: 'kit-a',\n"
        "  props: { size: String, 'long-one': { type: Number, default: 3 } },\n"
        "  computed: { wide: { get() {} }, ...mapState(['a']), tall() {} },\n"
        "  methods: { go: async () => {} },\n})\n</script>\n"
    )
    read = record.decode(extract("vue", text.encode()))
    assert [(s.kind, s.qualname) for s in read.symbols] == [
        ("component", "kit-a"), ("field", "kit-a.size"), ("field", "kit-a.long-one"),
        ("field", "kit-a.wide"), ("method", "kit-a.wide.get"), ("method", "kit-a.tall"),
        ("method", "kit-a.go"),
    ]  # fmt: skip


@pytest.mark.parametrize("lang", ["vue", "svelte", "astro", "html"])
@pytest.mark.parametrize(
    "text",
    [
        "<" * 50_000,
        "<a " * 20_000,
        "{{" * 20_000,
        "<a b=\"{{ '" * 5_000,
        "<template>" * 5_000,
        "{a" * 20_000,
        "{<a b={" * 5_000,
        "<a b={`${" * 5_000,
        "{'" * 20_000,
        "<style>" + "a{" * 9_000,
        '<p class="' + "{a}" * 20_000 + '">',
        '<p v-for="' + " " * 50_000 + '">',
        "<p " + "a" * 100_000,
        "<h1>a" * 10_000,
        "<script>function(\n" + " " * 30_000 + "x",
    ],
)
def test_hard_input_gives_a_record(lang: str, text: str) -> None:
    record.decode(extract(lang, text.encode()))


def test_templates_in_a_page_hide_no_script_and_no_heading() -> None:
    page = (
        "<h1>{{ title('hushed') }}</h1>\n"
        "<h2 {% if a == 'hushed' %}id=b{% endif %} x={{'hushed'}}>Two {{ n }}</h2>\n"
        "<a href=\"{{ url('hushed') }}\">x</a>\n<script>\nvar a = {{ a|tojson('hushed') }};\n"
        "{% if debug %}\nfunction eight() { return {{ b }} }\n{% endif %}\n</script>\n"
    )
    data = extract("html", page.encode())
    read = record.decode(data)
    assert {s.name: s.line for s in read.symbols} == {"Two": 2, "b": 2, "a": 5, "eight": 7}
    assert read.marks == ()
    assert b"hushed" not in data


def test_passwords_in_a_page_are_not_kept() -> None:
    page = b"<p>password: peony1x</p><pre>mysql -u root -ppeony2x</pre><!-- token=peony3x -->"
    page += (
        b'<a href="https://u:peony4x@h.invalid/">x</a><script src="a.js?token=peony5x"></script>'
    )
    assert b"peony" not in extract("html", page)
