"""What a name is there for, in languages where one name means a method, a value and a type."""

from __future__ import annotations

from uindex.resolve.scope import CALLABLES, SPACES, TYPES, VALUES

ANY, CALLED, HELD, TYPE, MADE, SENT = range(6)
"""Anything; what a call calls; what a chain goes on from; a type; a type or what makes a value;
what is called where attributes are methods as well."""
_CALLED = TYPES | CALLABLES - {"constructor"}
ROLES = {
    CALLED: _CALLED,
    HELD: TYPES | VALUES | SPACES,
    TYPE: TYPES | SPACES | {"variant"},
    MADE: _CALLED,
    SENT: _CALLED | {"property", "alias", "variable"},
}
"""Role -> the kinds of symbols that it takes.  Constructors go by the name of their class, and that
is what the name means."""
