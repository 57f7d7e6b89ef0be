"""The words of a text, as they stand: what ranking needs, and nothing that looks like a secret.

Words are kept unsplit and unstemmed, so that splitting, stemming, stop words and weights may change
without parsing again.  Character classes are our own: a byte class for ASCII and a list of UTF-8
punctuation, never the running Python's tables.
"""

from __future__ import annotations

import re

# A word of 3 to 40 characters that is no number; names of symbols and links are kept at any length.
_TELLING = re.compile(r"^[^0-9\n][^\n]{2,39}$", re.MULTILINE)

# Words of English that no question is about; every other stop word is left to the reader.
FUNCTION_WORDS = frozenset(
    "the and for that this with not are from have but was will can has its all any then than when "
    "which been were does into also only they there their these those your you our his her "
    "The This That These It If In We You A An".split()
)

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

# What follows the telling part of a key that names a secret, up to the end of the value: after a
# sign (`:`, `=`, `=>`, ` is `, the `>` of a tag, the `|` of a table, `<<<`), after blanks as the
# value of an option (`--password VALUE`, `IDENTIFIED BY`), or, of what mixes letters and digits as
# no word does, after blanks alone.
_VALUE = re.compile(
    rb"""[\w-]{0,40}["'`*]{0,3}(?:
      [ \t]{0,3}(?:=>|:=|::|<<<|[:=>]|[ ]is:?[ ])[ \t]{0,20}(?:[Bb]earer[ ])?
        ("[^"\n]*"|'[^'\n]*'|`[^`\n]*`|[^\s,;)}\]<]+)
      |[ \t]{0,20}\|[ \t]{0,20}([^\s|]+)[ \t]{0,20}\|
      |[ \t]{1,4}(?=[^\s0-9]{0,80}[0-9])(?=[^\sA-Za-z]{0,80}[A-Za-z])([^\s,;)}\]]{6,200})
    )""",
    re.VERBOSE,
)
# Options of programs, what SQL has for one, and a name too short to be looked for in other words;
# each begins with one of the hints.
_OPTION = re.compile(
    rb"""(?:--?pass(?:word|wd|phrase)?|--?pwd|--token|--secret|--api-?key)[= \t]{1,3}
      ("[^"\n]*"|'[^'\n]*'|[^\s]+)
    |[ ]-(?:u|-user)[ =]?[\w.@-]{1,60}:([^\s]+)
    |mysql\w{0,20}(?:[ ][^\n]{0,120}?)?[ ]-p([^\s]+)
    |identified[ ]by[ ]("[^"\n]*"|'[^'\n]*'|[^\s;]+)
    |pass(?:wd)?[ \t]{0,3}=[ \t]{0,3}("[^"\n]*"|'[^'\n]*'|[^\s,;]+)""",
    re.VERBOSE | re.IGNORECASE,
)
_OPTIONS = (
    *(b"-pass", b"-pwd", b"--token", b"--secret", b"--api", b" -u", b" --user"),
    *(b"mysql", b"identified by", b"pass=", b"pass =", b"passwd="),
)
_LOGIN = re.compile(rb"://[^\s/:@]{0,60}:([^\s/@]{1,200})@")
_BLOCK = re.compile(
    rb"-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----(.*?)(?:-----END [A-Z ]{0,30}PRIVATE KEY-----|\Z)",
    re.DOTALL,
)
_WEB_TOKEN = re.compile(rb"\beyJ[\w-]{9,}+\.[\w-]{9,}+(?:\.[\w-]*+)?")
_KEYS = (
    b"password", b"passwd", b"passphrase", b"pwd", b"secret", b"token", b"api_key", b"api-key",
    b"apikey", b"access_key", b"access-key", b"accesskey", b"private_key", b"private-key",
    b"api key", b"access key", b"credential", b"authorization",
)  # fmt: skip
_BLANKED = re.compile(rb"[^\n]")
_TOKEN = re.compile("[A-Za-z0-9+/=_.~-]{16,}")
_RUN = re.compile(rb"[A-Za-z0-9]{12,}")
_STEP = re.compile(rb"[0-9]+")
_HEX = re.compile(rb"[0-9a-fA-F]+\Z")
# Keys as large services issue them (AWS, GitHub, Google, npm) and the parts of a JSON web token:
# they say what they are, and may hold few digits.
_ISSUED = re.compile(
    rb"(?:A[GIKNRS][DIOPS]A[0-9A-Z]{16}|gh[oprsu]_[0-9A-Za-z]{16}|github_pat_[0-9A-Za-z]{16}"
    rb"|AIza[0-9A-Za-z_]{20}|npm_[0-9A-Za-z]{16}|eyJ[0-9A-Za-z_]{9})"
)


def separate(data: bytes) -> bytes:
    """`data`, same length, with all that is not part of a word blanked out."""
    if not data.isascii():
        data = _PUNCTUATION.sub(lambda match: b" " * len(match[0]), data)
    return data.translate(_WORD)


def secrets(data: bytes, *, code: bool = False) -> list[tuple[int, int]]:
    """Where values stand that follow a key that names a secret, passwords in URLs, private keys,
    JSON web tokens.

    Only prose, comments and configuration may be judged by this: in code it finds expressions.
    With `code`, command lines are not looked for: comments hold few, and looking costs.
    """
    low = data.lower()
    spans = []
    rules = ((_KEYS, _VALUE, True), (_OPTIONS, _OPTION, False))
    for keys, pattern, skip in rules[:1] if code else rules:
        for key in keys:
            at = low.find(key)
            while at >= 0:
                end = at + len(key)
                match = pattern.match(data, end if skip else at)
                if match:
                    spans.append(match.span(match.lastindex or 0))
                at = low.find(key, end)
    if b"://" in low:
        spans.extend(match.span(1) for match in _LOGIN.finditer(data))
    if b"eyJ" in data:
        spans.extend(match.span() for match in _WEB_TOKEN.finditer(data))
    if b"private key-----" in low:
        spans.extend(match.span(1) for match in _BLOCK.finditer(data))
    return spans


def blank(data: bytes, spans: list[tuple[int, int]]) -> bytes:
    """`data`, same length, with blanks where the spans are; line breaks stay."""
    if not spans:
        return data
    buffer = bytearray(data)
    for start, end in spans:
        buffer[start:end] = _BLANKED.sub(b" ", buffer[start:end])
    return bytes(buffer)


def without_random(prose: str) -> str:
    """A doc, with an ellipsis for each token that looks drawn at random."""
    return _TOKEN.sub(lambda match: "…" if random_looking(match[0].encode()) else match[0], prose)


def redact(data: bytes) -> bytes:
    """`data`, same length, without what `secrets` finds."""
    return blank(data, secrets(data))


def random_looking(word: bytes) -> bool:
    """Whether a word looks drawn at random: a key, a hash, an encoded value."""
    if _ISSUED.match(word):
        return True
    for run in _RUN.findall(word):
        groups = _STEP.findall(run)
        digits = sum(map(len, groups))
        if not digits:
            continue
        if len(run) >= 16 and _HEX.match(run):
            return True
        if len(groups) >= 4 and digits * 8 >= len(run):
            return True
        if digits >= 12 and len(run) >= 16:
            return True
    return False


def noise(words: set[str]) -> set[str]:
    """Those of the words that tell nothing: too short or long, numbers, drawn at random."""
    told = set(_TELLING.findall("\n".join(words)))
    odd = words - told
    odd.update(word for word in told if len(word) >= 12 and random_looking(word.encode()))
    return odd | FUNCTION_WORDS
