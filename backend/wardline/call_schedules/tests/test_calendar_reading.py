"""What a calendar kept elsewhere says, and whom it means."""

from datetime import UTC, timedelta
from typing import Final, NamedTuple
from zoneinfo import ZoneInfo

import pytest

from conftest import NOON
from wardline.call_schedules.calendars import reading, reading_apart
from wardline.call_schedules.calendars.choices import CalendarProblem
from wardline.call_schedules.calendars.errors import CalendarNotRead
from wardline.call_schedules.calendars.matching import Matched, match, names_of
from wardline.call_schedules.calendars.reading import NotACalendar, TooMuch, read
from wardline.call_schedules.calendars.reading_apart import read_apart
from wardline.call_schedules.spans import Span

from .ical import AMARA, HIROSHI, calendar, event, shift

WITHIN: Final = Span(NOON, NOON + timedelta(weeks=54))
CHICAGO: Final = ZoneInfo("America/Chicago")
"""The zone of the schedule."""


class Person(NamedTuple):
    id: int
    username: str
    first_name: str
    last_name: str


AMARA_ID, HIROSHI_ID = 1, 2
PEOPLE: Final = (
    Person(AMARA_ID, "neuro", "Amara", "Feldspar"),
    Person(HIROSHI_ID, "neuro2", "Hiroshi", "Obsidian"),
    Person(3, "lee", "Kim", "Lee"),
    Person(4, "lee2", "Kim", "Lee"),
)


def matched(text: str) -> Matched:
    return match(read(text, WITHIN).entries, names_of(PEOPLE), CHICAGO, WITHIN)


def planned(text: str) -> list[tuple[int, str, str]]:
    """The person, and begin and end as day and hour UTC."""
    turns = matched(text).turns
    return [(user_id, f"{span.starts_at:%m-%d %H:%M}", f"{span.ends_at:%m-%d %H:%M}") for span, user_id in turns]


def test_an_event_repeats_by_the_clock_of_its_zone_but_for_what_was_moved_called_off_or_left_out() -> None:
    """RRULE, EXDATE and RECURRENCE-ID, over the clock change of March 8."""
    nights = ("UID:nights", AMARA)
    hours = ("DTSTART;TZID=America/New_York:20260305T190000", "DTEND;TZID=America/New_York:20260306T070000")
    text = calendar(
        event(*nights, *hours, "RRULE:FREQ=DAILY;COUNT=6", "EXDATE;TZID=America/New_York:20260306T190000"),
        event(
            "UID:nights",
            HIROSHI,
            "RECURRENCE-ID;TZID=America/New_York:20260308T190000",
            "DTSTART;TZID=America/New_York:20260308T210000",
            "DTEND;TZID=America/New_York:20260309T070000",
        ),
        event(
            *nights,
            "RECURRENCE-ID;TZID=America/New_York:20260309T190000",
            "DTSTART;TZID=America/New_York:20260309T190000",
            "DTEND;TZID=America/New_York:20260310T070000",
            "STATUS:CANCELLED",
        ),
    )
    assert planned(text) == [
        (AMARA_ID, "03-06 00:00", "03-06 12:00"),
        # 11 hours, because the clock is set forward.
        (AMARA_ID, "03-08 00:00", "03-08 11:00"),
        (HIROSHI_ID, "03-09 01:00", "03-09 11:00"),
        (AMARA_ID, "03-10 23:00", "03-11 11:00"),
    ]


@pytest.mark.parametrize(
    ("text", "span"),
    [
        pytest.param(
            calendar(event(AMARA, "DTSTART;VALUE=DATE:20260308", "DTEND;VALUE=DATE:20260309")),
            ("03-08 06:00", "03-09 05:00"),
            id="a day, of 23 hours, from midnight to midnight in the schedule's zone",
        ),
        pytest.param(
            calendar(event(AMARA, "DTSTART;VALUE=DATE:20260309")),
            ("03-09 05:00", "03-10 05:00"),
            id="a day without end",
        ),
        pytest.param(
            calendar(shift("20260308T020000", "20260308T070000", zone=None)),
            ("03-08 08:00", "03-08 12:00"),
            id="a time without a zone, in the schedule's; skipped there, it is the moment of the clock change",
        ),
        pytest.param(
            calendar(shift("20260310T070000", "20260310T190000", zone=None), about=("X-WR-TIMEZONE:Asia/Kolkata",)),
            ("03-10 01:30", "03-10 13:30"),
            id="a time without a zone, in the calendar's own",
        ),
        pytest.param(
            calendar(shift("20260310T070000", "20260310T190000", zone="Z")),
            ("03-10 07:00", "03-10 19:00"),
            id="a time in UTC",
        ),
        pytest.param(
            calendar(shift("20260310T070000", "20260310T190000", zone="Eastern Standard Time")),
            ("03-10 11:00", "03-10 23:00"),
            id="a zone of Windows",
        ),
    ],
)
def test_each_kind_of_time_means_one_moment(text: str, span: tuple[str, str]) -> None:
    assert planned(text) == [(AMARA_ID, *span)]
    assert read(text, WITHIN).remarks == []


def test_an_unknown_zone_is_that_of_the_schedule_and_named() -> None:
    text = calendar(
        shift("20260310T070000", "20260310T190000", zone="Mars/Olympus"), about=("X-WR-TIMEZONE:Asia/Kolkata",)
    )
    assert planned(text) == [(AMARA_ID, "03-10 12:00", "03-11 00:00")]
    assert read(text, WITHIN).remarks == [("unknownZone", "Mars/Olympus")]


def test_an_event_with_a_fault_is_named_and_spoils_no_other() -> None:
    text = calendar(
        event("SUMMARY:Broken begin", "DTSTART:soon", "DTEND:20260310T190000Z"),
        event("SUMMARY:Broken rule", "DTSTART:20260310T070000Z", "DTEND:20260310T190000Z", "RRULE:FREQ=SOMETIMES"),
        event("SUMMARY:No begin"),
        event("SUMMARY:No length", "DTSTART:20260310T070000Z"),
        event("SUMMARY:Reversed", "DTSTART:20260311T070000Z", "DTEND:20260310T070000Z"),
        event("SUMMARY:Reversed days", "DTSTART;VALUE=DATE:20260311", "DTEND;VALUE=DATE:20260310", "RRULE:FREQ=DAILY"),
        shift("20260310T070000", "20260310T190000"),
        about=("X-WR-TIMEZONE:../etc",),
    )
    assert planned(text) == [(AMARA_ID, "03-10 11:00", "03-10 23:00")]
    assert read(text, WITHIN).remarks == [
        ("unknownZone", "../etc"),
        ("unreadable", "Broken begin"),
        ("unreadable", "Broken rule"),
        ("unreadable", "No begin"),
        ("noLength", "No length"),
        ("noLength", "Reversed"),
        ("noLength", "Reversed days"),
    ]


@pytest.mark.parametrize(
    "title", ["neuro", "NEURO", "Amara Feldspar", "Feldspar, Amara", "feldspar,amara", " Amara  feldspar"]
)
def test_a_title_is_a_user_name_or_a_name_in_either_order(title: str) -> None:
    text = calendar(shift("20260310T070000", "20260310T190000", f"SUMMARY:{title.replace(',', chr(92) + ',')}"))
    assert planned(text) == [(AMARA_ID, "03-10 11:00", "03-10 23:00")]


def test_titles_that_name_nobody_or_several_people_are_listed() -> None:
    text = calendar(
        shift("20260312T070000", "20260312T190000", "SUMMARY:Dr. Feldspar", "RRULE:FREQ=DAILY;COUNT=3"),
        shift("20260311T070000", "20260311T190000", "SUMMARY:Kim Lee"),
        shift("20260310T070000", "20260310T190000", "DESCRIPTION:Without a title"),
    )
    found = matched(text)
    assert found.turns == []
    assert [(each.title, each.count, f"{each.starts_at:%m-%d %H:%M}") for each in found.unknown] == [
        ("", 1, "03-10 11:00"),
        ("Kim Lee", 1, "03-11 11:00"),
        ("Dr. Feldspar", 3, "03-12 11:00"),
    ]


def test_what_one_person_has_twice_is_one_shift_and_what_follows_is_another() -> None:
    text = calendar(
        shift("20260310T070000", "20260310T190000"),
        shift("20260310T180000", "20260310T200000"),
        shift("20260310T200000", "20260310T220000"),
        shift("20260310T070000", "20260310T190000", HIROSHI),
    )
    assert planned(text) == [
        (HIROSHI_ID, "03-10 11:00", "03-10 23:00"),
        (AMARA_ID, "03-10 11:00", "03-11 00:00"),
        (AMARA_ID, "03-11 00:00", "03-11 02:00"),
    ]


@pytest.mark.parametrize(
    "text", ["hello", "", "BEGIN:VCALENDAR\nBEGIN:VEVENT\nEND:VCALENDAR", "BEGIN:VTODO\nEND:VTODO", "BEGIN:VCALENDAR"]
)
def test_what_is_not_a_calendar_is_refused(text: str) -> None:
    with pytest.raises(NotACalendar):
        read(text, WITHIN)


def test_more_than_anybody_plans_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "MAX_ENTRIES", 20)
    with pytest.raises(TooMuch):
        read(calendar(shift("20260310T070000", "20260310T190000", AMARA, "RRULE:FREQ=DAILY")), WITHIN)


async def test_it_is_read_in_a_process_of_its_own_with_the_same_result() -> None:
    text = calendar(
        shift("20260310T070000", "20260310T190000", "SUMMARY:Søren Quartz"),
        event(AMARA, "DTSTART;VALUE=DATE:20260309"),
        shift("20260310T070000", "20260310T190000", zone="Mars/Olympus"),
    )
    apart = await read_apart(text, WITHIN)
    assert apart == read(text, WITHIN)
    assert {entry.starts_at.tzinfo for entry in apart.entries} == {None, UTC}
    with pytest.raises(CalendarNotRead) as refused:
        await read_apart("BEGIN:VCALENDAR\nBEGIN:VEVENT\nEND:VCALENDAR", WITHIN)
    assert refused.value.problem is CalendarProblem.NOT_A_CALENDAR


async def test_a_calendar_that_repeats_without_end_keeps_nobody_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading_apart, "SECONDS", 0.2)
    every_second = shift("20260310T070000", "20260310T190000", AMARA, "RRULE:FREQ=SECONDLY")
    with pytest.raises(CalendarNotRead) as refused:
        await read_apart(calendar(every_second), WITHIN)
    assert refused.value.problem is CalendarProblem.TOO_MUCH
