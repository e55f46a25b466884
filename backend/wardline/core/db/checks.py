"""Check constraints of the database, derived from the wire types."""

from collections.abc import Iterable
from enum import StrEnum

from wardline.core.forms.fields import PHONE_PATTERN


def matches(column: str, pattern: str) -> str:
    r"""SQL: the whole text matches. PostgreSQL's ``\d`` accepts digits beyond ASCII, hence the range."""
    return f"{column} ~ '{pattern.replace(chr(92) + 'd', '[0-9]')}'"


def matches_phone(column: str) -> str:
    return matches(column, PHONE_PATTERN)


def one_of(column: str, choices: Iterable[StrEnum]) -> str:
    """SQL: the value is one of these choices."""
    return f"{column} in ({', '.join(repr(member.value) for member in choices)})"
