"""How many tokens a text costs whoever reads it: the one estimate, for every budget.

A model's own count takes its vocabulary, which is megabytes and another one for each model.  This
counts pieces as byte-pair tokenisers cut them: up to seven letters, up to three digits, up to two
signs, a line break with the indentation after it, a run of blanks, each control and each character
beyond ASCII.
Against real tokenisers it is within a fifth for nine excerpts of code or prose in ten, where
characters by four are for seven; the figures are in docs/evidence.md.
"""

from __future__ import annotations

import re

_PIECE = re.compile(
    r"[A-Za-z]{1,7}|[0-9]{1,3}|[!-/:-@\[-`{-~]{1,2}|\n[ \t]*|[ \t]{2,}|[^\t\n\r -~]"
)


def count(text: str) -> int:
    """Tokens of a text, estimated.

    Of whole lines it is the sum of theirs, each with the line break before it.
    """
    return len(_PIECE.findall(text))
