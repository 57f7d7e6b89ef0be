"""The words of a text, as they stand: what ranking needs, and nothing that looks like a secret.

Words are kept unsplit and unstemmed, so that splitting, stemming, stop words and weights may change
without parsing again.  Character classes are our own: a byte class for ASCII and a list of UTF-8
punctuation, never the running Python's tables.
"""

from __future__ import annotations

import re

LEAST, MOST = 3, 40
"""Bytes of a word that is kept; names of symbols and links are kept at any length."""

_WORD = bytes(
    c if 48 <= c < 58 or 65 <= c < 91 or 97 <= c < 123 or c == 95 or c >= 128 else 32
    for c in range(256)
)
# UTF-8 of U+0080-U+00BF, U+2000-U+23FF (dashes, quotes, arrows, operators), U+2500-U+27BF (boxes,
# dingbats), U+3000-U+3003, U+FF00-U+FF0F, and the replacement character.
_PUNCTUATION = re.compile(
    rb"\xc2[\x80-\xbf]|\xe2[\x80-\x8f\x94-\x9e].|\xe3\x80[\x80-\x83]|\xef\xbc[\x80-\x8f]|\xef\xbf\xbd",
    re.DOTALL,
)

# A key that names a secret, and what follows it up to the end of the value.
_SECRET = re.compile(
    rb"""(?i)((?:pass(?:word|wd|phrase)?|pwd|secret|token|api[_-]?key|access[_-]?key|private[_-]?key
    |credentials?|auth(?:orization)?|bearer)[\w-]*["']?\s{0,3}(?:[:=]|=>|\sis\s)[ \t]*(?:bearer\s)?)
    ("[^"\n]*"|'[^'\n]*'|[^\s,;)}\]]+)""",
    re.VERBOSE,
)
_URL_LOGIN = re.compile(rb"(?i)(://[^\s/:@]{0,60}:)[^\s/@]+@")
_KEY_BLOCK = re.compile(
    rb"-----BEGIN [A-Z ]*PRIVATE KEY-----.*?(?:-----END [A-Z ]*PRIVATE KEY-----|\Z)", re.DOTALL
)
_HINT = re.compile(rb"(?i)pass|pwd|secret|token|key|credential|auth|bearer|://")
_RUN = re.compile(rb"[A-Za-z0-9]{12,}")
# Unbroken by a blank, as in a token with dashes or dots between its groups.
_LONG = re.compile(rb"[A-Za-z0-9+/=_.~-]{20,}")
_STEP = re.compile(rb"[0-9]+")
_HEX = re.compile(rb"[0-9a-fA-F]+\Z")


def may_hide(data: bytes) -> bool:
    """Whether a word in `data` hints at a secret, so that its comments are worth redacting."""
    return _HINT.search(data) is not None


def separate(data: bytes) -> bytes:
    """`data`, same length, with all that is not part of a word blanked out."""
    if not data.isascii():
        data = _PUNCTUATION.sub(lambda match: b" " * len(match[0]), data)
    return data.translate(_WORD)


def redact(data: bytes) -> bytes:
    """`data`, same length, without values that follow a key that names a secret, logins in URLs,
    private keys and random-looking runs.  For prose, comments and configuration."""
    if _HINT.search(data):
        data = _KEY_BLOCK.sub(lambda match: b" " * len(match[0]), data)
        data = _SECRET.sub(lambda match: match[1] + b" " * len(match[2]), data)
        data = _URL_LOGIN.sub(
            lambda match: match[1] + b" " * (len(match[0]) - len(match[1]) - 1) + b"@", data
        )
    return _LONG.sub(
        lambda match: b" " * len(match[0]) if random_looking(match[0]) else match[0], data
    )


def random_looking(word: bytes) -> bool:
    """Whether a word looks drawn at random: a key, a hash, an encoded value."""
    for run in _RUN.findall(word):
        groups = _STEP.findall(run)
        digits = sum(map(len, groups))
        if not digits:
            continue
        if len(run) >= 16 and _HEX.match(run):
            return True
        if len(groups) >= 4 and digits * 8 >= len(run):
            return True
        if digits >= 12 and digits < len(run) and len(run) >= 16:
            return True
    return False


def words_of(pieces: list[bytes], stop: frozenset[bytes]) -> set[bytes]:
    """The distinct words of pieces that `separate` has prepared."""
    found: set[bytes] = set()
    for piece in pieces:
        found.update(piece.split())
    found -= stop
    return {
        word
        for word in found
        if LEAST <= len(word) <= MOST
        and not 48 <= word[0] < 58
        and not (len(word) >= 12 and random_looking(word))
    }
