"""What looks like a secret never becomes a word; what only speaks of one stays."""

from __future__ import annotations

import time

import pytest

from uindex.extract.words import redact

SECRETS = [
    "password: VALUE",
    "pwd := VALUE",
    "secret => 'VALUE'",
    "the password is VALUE",
    "mysql -u root -pVALUE db",
    "mysql -pVALUE db",
    "API key: VALUE",
    "password:: VALUE",
    "login --password VALUE",
    "login --token=VALUE",
    "curl -u admin:VALUE host",
    "| password | VALUE |",
    "<password>VALUE</password>",
    "ENV TOKEN x7VALUE9",
    "IDENTIFIED BY 'VALUE'",
    "read TOKEN <<< VALUE",
    'PASS="VALUE"',
    "// token x7VALUE9",
    "**API_KEY**: VALUE",
    "https://me:VALUE@host/x",
    "-----BEGIN PRIVATE KEY-----\nVALUE\n-----END PRIVATE KEY-----",
    "Authorization: Bearer VALUE",
]
PROSE = [
    "The token stream is read by the parser.",
    "a password must be given, and secrets are kept out",
    "tokens and their kinds",
    "pass the value on; passing is cheap",
    "see https://example.org/path#L1118 for more",
    "a - b - c, and -p prints",
]


@pytest.mark.parametrize("text", SECRETS)
def test_a_value_is_blanked(text: str) -> None:
    kept = redact(text.encode())
    assert b"VALUE" not in kept
    assert len(kept) == len(text.encode())
    assert kept.count(b"\n") == text.count("\n")


@pytest.mark.parametrize("text", PROSE)
def test_prose_about_secrets_stays(text: str) -> None:
    assert redact(text.encode()) == text.encode()


@pytest.mark.parametrize(
    "text", [b"password" * 100_000, b"token " * 100_000, b" -u a" * 100_000, b"mysql " * 100_000]
)
def test_no_text_makes_it_slow(text: bytes) -> None:
    started = time.process_time()
    redact(text)
    assert time.process_time() - started < 5
