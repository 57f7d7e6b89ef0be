"""What kind of question a query is, how much an answer to it may cost, and what answers it.

The shape that `parse` found comes first; of the words only a few count that hardly stand in a
question of another kind.  A question about links (`what calls X`) names its target, and the graph
answers it where there is such a thing: see `route`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from uindex.cache.words import STOP, parts
from uindex.query.parse import ERROR, NAME, PATH, QUALIFIED, REGEX
from uindex.record import KINDS

if TYPE_CHECKING:
    from uindex.query.parse import Query


class Class(NamedTuple):
    """A kind of question."""

    name: str
    results: int
    """That many results are enough."""
    tokens: int
    """What an answer with its source may cost, by `tokens.count`."""


SYMBOL = Class("symbol", 3, 800)
LOCAL = Class("local", 5, 2000)
DEBUGGING = Class("debugging", 8, 4000)
IMPACT = Class("impact", 10, 6000)
CLASSES = (SYMBOL, LOCAL, DEBUGGING, IMPACT)

FIND, CALLERS, CALLEES, USERS, IMPACTED, DEPENDENTS = (
    "find", "callers", "callees", "users", "impact", "dependents"
)  # fmt: skip
"""What may answer; `users` is what is one link away in `impact`."""


class Choice(NamedTuple):
    """What a query is."""

    kind: Class
    why: str
    answer: str = FIND
    target: str = ""
    """What the graph is to be asked about."""
    is_plain: bool = False
    """The target is a word as any text has it, and may not be meant as a name."""


def classify(query: Query) -> Choice:
    """The class of a query, by its shape and few English words."""
    if query.mode == REGEX:
        return Choice(LOCAL, "a regular expression on names")
    if query.mode in (NAME, QUALIFIED, PATH):
        return Choice(SYMBOL, _SHAPES[query.mode])
    if query.mode == ERROR:
        return Choice(DEBUGGING, "the text of an error")
    if query.mode == ERROR:
        return Choice(DEBUGGING, "an error as it was printed")
    asked = _asked(query.text)
    for answer, pattern in _GRAPH:
        found = pattern.fullmatch(asked)
        if found is not None:
            target = found["x"].strip(_MARKS).removesuffix("()")
            if target.lower() not in STOP and _may_be_name(target):
                why = f"asks for {_SAID[answer]}"
                return Choice(IMPACT, why, answer, target, _plain(found["x"]))
    for kind, why, cue in _CUES:
        if cue.search(asked):
            return Choice(kind, why)
    if _names_one(query):
        return Choice(SYMBOL, "names one thing, and says of what kind it is")
    return Choice(LOCAL, "plain language")


_SHAPES = {NAME: "one name", QUALIFIED: "a qualified name", PATH: "a path"}
_SAID = {
    CALLERS: "what calls something",
    CALLEES: "what something calls",
    USERS: "where something is used",
    IMPACTED: "what a change reaches",
    DEPENDENTS: "what imports something",
}
_MARKS = "\"'`,;!?"


def _asked(text: str) -> str:
    """The words with one blank between them, without what ends the question."""
    return " ".join(text.split()).rstrip(" ?.!")


def _may_be_name(target: str) -> bool:
    """Whether a target can be the name of something, and not a pattern or an option."""
    if target.startswith("operator"):
        return True
    return not target.startswith("-") and _OF_PATTERNS.isdisjoint(target)


_OF_PATTERNS = frozenset("()+*?[]{}|^")


def _plain(target: str) -> bool:
    """Whether a target looks like a word of English: not written as code, and of one part."""
    return target.isalpha() and (target.islower() or target.istitle())


def _names_one(query: Query) -> bool:
    """Whether all but one word of a query only say that a definition is looked for."""
    tokens = [token.strip(_MARKS) for token in query.text.split()]
    left = [one for one in tokens if one.lower() not in _ASKING | STOP]
    if len(left) != 1 or len(tokens) == 1 or not parts(left[0]):
        return False
    return (
        not left[0].islower()
        or len(parts(left[0])) > 1
        or any(one.lower() in _ASKING for one in tokens)
    )


_ASKING = (
    (frozenset(KINDS) - {"message", "test", "event", "label", "key", "view", "command"})
    | frozenset("def fn func defined declared implemented definition declaration located find show"
                " signature source code implementation".split())
)  # fmt: skip
"""Words around a name that, besides stop words, only ask where it is, or of what kind."""

# A target is one word: more are a description, and no name.  An article and what kind of thing it
# is may stand around it.
_KIND = "(?:function|method|class|type|struct|module|macro|file|package|constant|header)"
_X = rf"(?:the |an? |our )?(?:{_KIND} )?(?P<x>\S+)(?: {_KIND})?"
_ALL = "(?:(?:find|list|show(?: me)?|give me|what are|where are) )?(?:all )?(?:the )?"
_WHO = r"(?:who|what|what all|what else|what code|(?:what|which) \w+|everything that|who all)"
_CHANGE = "(?:chang|modify|mov|remov|delet|renam|edit|refactor|touch|break)(?:e|ing|s)?"
_CHANGED = (
    "(?:changes|breaks|fails|goes away"
    "|(?:is|was|were|gets) (?:changed|modified|moved|removed|deleted|renamed))"
)
_IF = "(?:if|when|after)"
_BREAKS = (
    r"(?:what|which) (?:all |else |\w+ )?(?:(?:would |will |could |can |might )?(?:break|fail)s?"
    "|(?:is|are|would be) affected|happens)"
)


def _asking(answer: str, *forms: str) -> tuple[tuple[str, re.Pattern[str]], ...]:
    """Forms of a question, in which X is the target."""
    whole = (re.sub(r"\bX\b", lambda _: _X, form) for form in forms)
    return tuple((answer, re.compile(one, re.IGNORECASE)) for one in whole)


_GRAPH = (
    *_asking(
        CALLEES,
        r"(?:what|which) (?:\w+ )?do(?:es)? X (?:call|invoke)",
        r"what X (?:calls|invokes)",
        rf"{_ALL}(?:callees of|calls made (?:by|in|from)|functions called by) X",
        r"what is called (?:by|in|from) X",
    ),
    *_asking(
        CALLERS,
        rf"{_WHO} (?:calls?|invokes?|is calling|are calling) X",
        rf"{_ALL}(?:callers of|callers to|calls to|calls of|call sites (?:of|for)) X",
        r"(?:from )?where (?:is|are|gets) X (?:being )?(?:called|invoked)(?: from)?",
        r"where (?:do we|does \w+|do they) (?:call|invoke) X",
    ),
    *_asking(
        IMPACTED,
        rf"{_BREAKS} {_IF} (?:i|we|you|someone) {_CHANGE} X",
        rf"{_BREAKS} {_IF} X {_CHANGED}",
        rf"(?:what|which) (?:is|are|\w+ are|would be) (?:affected|impacted) by "
        rf"(?:{_CHANGE} |changes to )?X",
        rf"(?:what is )?(?:the )?(?:impact|blast radius|effects?) of (?:{_CHANGE} |changes to )?X",
    ),
    *_asking(
        USERS,
        rf"{_WHO} (?:uses?|is using|references?) X",
        rf"{_ALL}(?:users|usages?|uses|references) (?:of|to) X",
        r"where (?:is|are) X (?:used|referenced)",
    ),
    *_asking(
        DEPENDENTS,
        rf"{_WHO} (?:depends? (?:up)?on|imports?|includes?|requires?) X",
        rf"{_ALL}(?:dependents|importers) of X",
        r"where is X (?:imported|included)",
    ),
)

_CUES = (
    (
        DEBUGGING,
        "says what went wrong",
        re.compile(
            r"\b(?:traceback|stack ?trace|segfaults?|segmentation fault|core dump|panic(?:s|ked)?"
            r"|deadlocks?|crash(?:es|ed|ing)?|hangs?|regression|bugs?|broken|fails?|failed|failing"
            r"|throws?|raises?|leaks?|(?:does ?n[o']t|do ?n[o']t|not|stopped|never) work(?:s|ing)?"
            r"|E(?:CONN[A-Z]+|NOENT|ACCES|PERM|EXIST|INVAL|AGAIN|PIPE|TIMEDOUT|BADF|NOMEM)"
            r"|wrong(?:ly)?|unexpected(?:ly)?|flaky|exit code|debug)\b",
            re.IGNORECASE,
        ),
    ),
    (DEBUGGING, "asks why", re.compile(r"\A(?:why|how come|what causes?)\b", re.IGNORECASE)),
    (
        IMPACT,
        "asks for all places",
        re.compile(
            r"\b(?:everywhere|(?:all|every) (?:the )?(?:places?|usages?|uses|callers?|files)"
            r"|across|throughout|impact|affect(?:s|ed)?|depends? on|refactor(?:ing)?|migrat\w+"
            r"|blast radius|end[- ]to[- ]end|architecture|overview|interact(?:s|ion|ions)?"
            r"|fit together|whole (?:repository|codebase|project|system)|life ?cycle)\b",
            re.IGNORECASE,
        ),
    ),
)  # fmt: skip
"""What in a question of several words gives it another class; the first that is there counts."""
