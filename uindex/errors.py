"""Every error that uindex raises on purpose, and the exit codes.

UindexError
├── UsageError             what was asked for makes no sense               exit 2
│   └── NotIndexed         it is there, and left out of the index          exit 1
├── EnvironmentFault       this place cannot be worked in                  exit 3
│   ├── NotARepository     no repository here, or git refuses it
│   ├── GitFailed          a git command failed; carries git's own words
│   │   ├── Locked         a lock file of git's is in the way
│   │   └── ObjectFault    an object is not here, or is not what it should be
│   ├── FormatTooNew       the index was written by a newer uindex
│   ├── Refused            a remote does not take what we push
│   └── NotEmbedded        no vectors can be had: their model is not here, or does not answer
├── RaceLost               a ref kept moving; nothing was lost, try again  exit 3
└── RecordError            the bytes of one record are not a record
"""

from __future__ import annotations

FOUND = 0
NOTHING = 1
USAGE = 2
ENVIRONMENT = 3
BUG = 70
INTERRUPTED = 130


class UindexError(Exception):
    """One line for a person: what failed, on what, what to do."""

    exit_code = ENVIRONMENT


class UsageError(UindexError):
    """What was asked for makes no sense."""

    exit_code = USAGE


class NotIndexed(UsageError):
    """What was asked for is there, and left out of the index on purpose: nothing is found in it."""

    exit_code = NOTHING


class EnvironmentFault(UindexError):
    """This place cannot be worked in."""


class NotARepository(EnvironmentFault):
    """No repository here, or git refuses to work in it."""


class GitFailed(EnvironmentFault):
    """A git command failed; `stderr` holds git's own words."""

    def __init__(self, message: str, *, stderr: str = "", code: int = 0) -> None:
        super().__init__(message)
        self.stderr = stderr
        self.code = code


class Locked(GitFailed):
    """A lock file of git's is in the way: another git is at work, or one was killed."""


class ObjectFault(GitFailed):
    """An object is not here, or is not what it should be; `oid` names it."""

    def __init__(self, message: str, oid: bytes) -> None:
        super().__init__(message)
        self.oid = oid


class FormatTooNew(EnvironmentFault):
    """The index was written by a newer uindex."""


class Refused(EnvironmentFault):
    """A remote does not take what we push."""


class NotEmbedded(EnvironmentFault):
    """No vectors can be had: their model is not installed, does not answer, or answers nonsense."""


class RaceLost(UindexError):
    """A ref kept moving while we wanted to move it; nothing was lost."""


class RecordError(UindexError):
    """The bytes of one record are not a record."""


def said(error: BaseException) -> str:
    """What an error says; of one that says nothing, what it is called."""
    return str(error) or type(error).__name__
