"""Configuration: damage, caps, and values that must not be stored."""

from __future__ import annotations

import pytest

from uindex import record
from uindex.extract.config import DEPTH, KEYS
from uindex.extract.extract import extract


def names(lang: str, text: str) -> list[str]:
    return [s.qualname for s in record.decode(extract(lang, text.encode())).symbols]


def test_keys_around_templates_are_found() -> None:
    text = (
        "kind: x\n{{- if .Values.a }}\nspec:\n  type: {{ .Values.type }}\n  run: |\n    no: key\n"
        "  ports:\n    - port: 80\n      {{- end }}\n      name: n\n"
    )
    assert names("yaml", text) == [
        "kind", "spec", "spec.type", "spec.run", "spec.ports", "spec.ports.port", "spec.ports.name",
    ]  # fmt: skip


@pytest.mark.parametrize(("lang", "sign"), [("yaml", ": "), ("toml", " = "), ("ini", " = ")])
def test_many_keys_are_capped_and_said_to_be(lang: str, sign: str) -> None:
    text = "".join(f"key_{number}{sign}1\n" for number in range(KEYS + 5))
    read = record.decode(extract(lang, text.encode()))
    assert len(read.symbols) == KEYS
    assert "capped" in read.marks


def test_deep_keys_are_capped_and_said_to_be() -> None:
    text = "".join("  " * depth + f"k{depth}:\n" for depth in range(40))
    read = record.decode(extract("yaml", text.encode()))
    assert len(read.symbols) == DEPTH
    assert "capped" in read.marks


@pytest.mark.parametrize("lang", ["yaml", "toml", "ini"])
def test_values_stay_out(lang: str) -> None:
    text = (
        "# password: hunter-demo\npassword: hunter-demo\nplain: demo-value\n"
        "token = demo-value\nplain = 'demo-value'\n[a]\nb = \"postgres://u:Passw0rd-demo@h/db\"\n"
        "# requirepass hunter-demo\nghp_000000000000000000000000000000000000 = 1\n"
    )
    data = extract(lang, text.encode())
    for secret in (b"demo-value", b"Passw0rd", b"ghp_0", b"demo-value"):
        assert secret not in data
    if lang == "ini":
        assert b"hunter" not in data


def test_settings_of_word_and_value() -> None:
    text = "# Where.\nbind 127.0.0.1 -::1\nport 6379\nrequirepass hunter-demo\nsave 60 1000\n"
    assert names("ini", text) == ["bind", "port", "requirepass", "save"]


def test_lines_that_go_on_are_no_keys() -> None:
    text = "[options]\ninstall =\n    a = 1\n    b: 2\nnext = x \\\n  y = z\nurl: https://h/?a=b\n"
    assert names("ini", text) == ["options", "options.install", "options.next", "options.url"]


@pytest.mark.parametrize("lang", ["yaml", "toml", "ini"])
@pytest.mark.parametrize(
    "text",
    [
        "[" * 5_000,
        "a:" * 50_000,
        " " * 50_000,
        "- " * 20_000,
        "- k: " * 300,
        "? - " * 300,
        "".join(" " * i + "k:\n" + " " * i + "-\n" for i in range(300)),
        '"' * 50_001,
    ],
)
def test_hard_input_gives_a_record(lang: str, text: str) -> None:
    record.decode(extract(lang, text.encode()))
