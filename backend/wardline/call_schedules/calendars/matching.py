"""Who is meant by the titles of a calendar's entries. Pure functions."""

import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Any
from zoneinfo import ZoneInfo

from wardline.call_schedules.calendars.entries import Entry
from wardline.call_schedules.spans import Span, apart
from wardline.call_schedules.turns import Turn
from wardline.core.wall_clock import moment_at


@dataclass(frozen=True, slots=True)
class UnknownTitle:
    """Nobody who may go on call for the line is called this, or several people are."""

    title: str
    count: int
    """How many entries have it."""
    starts_at: datetime
    """Of the first one."""


@dataclass(frozen=True, slots=True)
class Matched:
    turns: list[Turn]
    """By begin; those of one person never overlap."""
    unknown: list[UnknownTitle]
    """By begin."""


def names_of(people: Iterable[Any]) -> Mapping[str, int]:
    """The ids of these people, who have a name and a user name, by everything that one of them alone is called."""
    ids: defaultdict[str, set[int]] = defaultdict(set)
    for person in people:
        first, last = person.first_name, person.last_name
        for name in (person.username, f"{first} {last}", f"{last}, {first}"):
            ids[_comparable(name)].add(person.id)
    return {name: user_id for name, (user_id, *others) in ids.items() if not others}


def match(entries: Iterable[Entry], names: Mapping[str, int], zone: ZoneInfo, within: Span) -> Matched:
    """The entries in `within` as turns of the people whose names are their titles."""
    spans: defaultdict[int, list[Span]] = defaultdict(list)
    unknown: defaultdict[str, list[Span]] = defaultdict(list)
    # A calendar has many entries and few titles.
    user_id_of = cache(lambda title: names.get(_comparable(title)))
    for entry in entries:
        span = Span(_moment(entry.starts_at, zone), _moment(entry.ends_at, zone)).part_within(within)
        if span is None:
            continue
        user_id = user_id_of(entry.title)
        if user_id is None:
            unknown[entry.title].append(span)
        else:
            spans[user_id].append(span)
    turns = [Turn(span, user_id) for user_id, found in spans.items() for span in apart(found)]
    titles = [UnknownTitle(title, len(found), min(found).starts_at) for title, found in unknown.items()]
    return Matched(sorted(turns), sorted(titles, key=lambda each: (each.starts_at, each.title)))


def _comparable(name: str) -> str:
    return unicodedata.normalize("NFC", " ".join(name.replace(",", ", ").split())).casefold()


def _moment(value: datetime, zone: ZoneInfo) -> datetime:
    return value if value.tzinfo is not None else moment_at(value.date(), value.time(), zone)
