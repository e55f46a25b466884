"""The database's own checks, written from what the wire types check."""

from collections.abc import Iterable
from enum import StrEnum

from wardline.core.forms.fields import PHONE_PATTERN


def matches(column: str, pattern: str) -> str:
    r"""SQL that the whole text matches; PostgreSQL's ``\d`` takes other digits than ASCII, hence the range."""
    return f"{column} ~ '{pattern.replace(chr(92) + 'd', '[0-9]')}'"


def matches_phone(column: str) -> str:
    return matches(column, PHONE_PATTERN)


def one_of(column: str, choices: Iterable[StrEnum]) -> str:
    """SQL that the value is one of a closed list, or of some of its members."""
    return f"{column} in ({', '.join(repr(member.value) for member in choices)})"
