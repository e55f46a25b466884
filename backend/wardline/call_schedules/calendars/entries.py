"""What a calendar says, without the rest of it. Imports little, because a short-lived process loads it."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any, NamedTuple


class Entry(NamedTuple):
    """One event, or one of those that an event repeats as.

    Both times are in UTC; or without a zone, what a clock shows in the zone of the call schedule.
    """

    title: str
    starts_at: datetime
    ends_at: datetime


class Reading(NamedTuple):
    entries: list[Entry]
    """By title and begin."""
    remarks: list[tuple[str, str]]
    """What was not understood: the value of a `CalendarRemark`, and the words that it is about."""


def as_stored(entries: Iterable[Entry]) -> list[list[str]]:
    return [[entry.title, entry.starts_at.isoformat(), entry.ends_at.isoformat()] for entry in entries]


def from_stored(stored: Iterable[Any]) -> list[Entry]:
    return [
        Entry(title, datetime.fromisoformat(starts_at), datetime.fromisoformat(ends_at))
        for title, starts_at, ends_at in stored
    ]
