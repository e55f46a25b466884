import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wardline.service_lines.hours import (
    HORIZON,
    DatedException,
    HoursNow,
    HoursRow,
    Opening,
    Timetable,
    daily_hours,
    find_overlap,
    weekdays,
)

NEW_YORK = "America/New_York"


@dataclass(frozen=True)
class Hours:
    open_hours: str
    open_days_in_week: str = "[1,7]"
    open_hours_timezone: str = "UTC"


def at(text: str) -> datetime:
    return datetime.fromisoformat(text).astimezone(UTC)


def opening(opens_at: str, closes_at: str) -> Opening:
    return Opening(at(opens_at), at(closes_at))


def openings(rows: Sequence[HoursRow], now: datetime) -> list[Opening]:
    return Timetable(rows).openings(now)


def hours_now(rows: Sequence[HoursRow], now: datetime) -> HoursNow:
    return Timetable(rows).hours_now(now)


def length(found: Opening) -> timedelta:
    return found.closes_at - found.opens_at


@pytest.mark.parametrize(
    ("interval", "days"),
    [
        ("[1,5]", {1, 2, 3, 4, 5}),
        ("[1,6)", {1, 2, 3, 4, 5}),
        ("(0,6)", {1, 2, 3, 4, 5}),
        ("[6,7]", {6, 7}),
        ("(5,8)", {6, 7}),
        ("[3,3]", {3}),
        ("[1,7]", {1, 2, 3, 4, 5, 6, 7}),
    ],
)
@pytest.mark.req("ENT-27", "CONST-06")
def test_days_are_an_interval_over_the_iso_week(interval: str, days: set[int]) -> None:
    assert weekdays(interval) == days


@pytest.mark.parametrize(
    "interval", ["", "1-5", "[1,5", "[5,1]", "[0,5]", "[1,8]", "(1,2)", "[1, 5]", "[1,9)", "[a,b]"]
)
def test_an_interval_without_days_is_refused(interval: str) -> None:
    with pytest.raises(ValueError, match="days are an interval"):
        weekdays(interval)


@pytest.mark.parametrize(
    ("hours", "found"),
    [
        ("08:00-17:30", (time(8), time(17, 30), False)),
        ("19:00-07:00", (time(19), time(7), True)),
        ("00:00-24:00", (time(0), time(0), True)),
        ("08:00-24:00", (time(8), time(0), True)),
        ("09:00-09:00", (time(9), time(9), True)),
        ("00:00-23:59", (time(0), time(23, 59), False)),
    ],
)
@pytest.mark.req("ENT-27", "CONST-06")
def test_hours_end_on_the_same_day_or_the_next(hours: str, found: tuple[time, time, bool]) -> None:
    assert daily_hours(hours) == found


@pytest.mark.parametrize(
    "hours", ["", "8:00-17:00", "08:00", "08:00-24:30", "24:00-08:00", "08:60-09:00", "08:00 - 17:00"]
)
def test_hours_that_are_malformed_are_refused(hours: str) -> None:
    with pytest.raises(ValueError, match="HH:mm-HH:mm"):
        daily_hours(hours)


@pytest.mark.req("ENT-27", "CONST-05")
def test_a_line_without_hours_lists_no_openings() -> None:
    assert openings([], at("2026-03-04T12:00Z")) == []


@pytest.mark.req("ENT-27", "CONST-06")
def test_weekdays_open_five_times_a_week() -> None:
    found = openings([Hours("08:00-17:00", "[1,5]")], at("2026-03-04T12:00Z"))
    assert [item.opens_at.isoweekday() for item in found] == [3, 4, 5, 1, 2, 3, 4]
    assert found[0] == opening("2026-03-04T08:00Z", "2026-03-04T17:00Z")
    assert found[3] == opening("2026-03-09T08:00Z", "2026-03-09T17:00Z")


@pytest.mark.parametrize(
    ("now", "first"),
    [
        ("2026-03-04T07:59:59Z", "2026-03-04T08:00Z"),
        ("2026-03-04T08:00Z", "2026-03-04T08:00Z"),
        ("2026-03-04T16:59:59Z", "2026-03-04T08:00Z"),
        ("2026-03-04T17:00Z", "2026-03-05T08:00Z"),
    ],
)
@pytest.mark.req("CONST-06")
def test_an_opening_is_current_until_just_before_it_closes(now: str, first: str) -> None:
    assert openings([Hours("08:00-17:00")], at(now))[0].opens_at == at(first)


@pytest.mark.req("ENT-27", "CONST-06")
def test_a_night_belongs_to_the_day_on_which_it_starts() -> None:
    nights = [Hours("19:00-07:00", "[5,5]")]
    saturday = at("2026-03-07T03:00Z")
    assert openings(nights, saturday)[0] == opening("2026-03-06T19:00Z", "2026-03-07T07:00Z")
    sunday = at("2026-03-08T03:00Z")
    assert openings(nights, sunday)[0] == opening("2026-03-13T19:00Z", "2026-03-14T07:00Z")


@pytest.mark.req("CONST-05")
def test_adjacent_or_overlapping_openings_are_merged() -> None:
    now = at("2026-03-04T12:00Z")
    day_and_night = [Hours("19:00-07:00"), Hours("07:00-19:00")]
    assert len(openings(day_and_night, now)) == 1
    overlapping = [Hours("08:00-12:00", "[3,3]"), Hours("11:00-14:00", "[3,3]"), Hours("09:00-10:00", "[3,3]")]
    assert openings(overlapping, at("2026-03-04T09:30Z"))[0] == opening("2026-03-04T08:00Z", "2026-03-04T14:00Z")
    apart = [Hours("08:00-12:00", "[3,3]"), Hours("12:01-14:00", "[3,3]")]
    assert openings(apart, at("2026-03-04T09:30Z"))[:2] == [
        opening("2026-03-04T08:00Z", "2026-03-04T12:00Z"),
        opening("2026-03-04T12:01Z", "2026-03-04T14:00Z"),
    ]


@pytest.mark.req("CONST-05")
def test_midnight_to_midnight_is_always_open() -> None:
    now = at("2026-03-04T12:00Z")
    for hours in ("00:00-24:00", "00:00-00:00"):
        (found,) = openings([Hours(hours)], now)
        assert found.opens_at <= now
        assert found.closes_at - now >= timedelta(days=7)


@pytest.mark.req("ENT-27", "CONST-06")
def test_hours_are_those_of_their_zone() -> None:
    now = at("2026-01-14T12:00Z")
    assert openings([Hours("08:00-17:00", "[3,3]", NEW_YORK)], now)[0] == opening(
        "2026-01-14T08:00-05:00", "2026-01-14T17:00-05:00"
    )
    assert openings([Hours("08:00-17:00", "[4,4]", "Asia/Kolkata")], now)[0] == opening(
        "2026-01-15T08:00+05:30", "2026-01-15T17:00+05:30"
    )
    line_islands = openings([Hours("08:00-17:00", "[4,4]", "Pacific/Kiritimati")], now)
    assert line_islands[0] == opening("2026-01-15T08:00+14:00", "2026-01-15T17:00+14:00")


@pytest.mark.req("CONST-06")
def test_several_zones_of_one_line_are_joined() -> None:
    rows = [Hours("08:00-17:00", "[3,3]", NEW_YORK), Hours("08:00-17:00", "[3,3]", "America/Los_Angeles")]
    assert openings(rows, at("2026-01-14T14:00Z"))[0] == opening("2026-01-14T08:00-05:00", "2026-01-14T17:00-08:00")


@pytest.mark.parametrize(
    ("hours", "day", "utc", "hours_open"),
    [
        ("08:00-17:00", "2026-03-08", ("2026-03-08T12:00Z", "2026-03-08T21:00Z"), 9),
        ("00:00-08:00", "2026-03-08", ("2026-03-08T05:00Z", "2026-03-08T12:00Z"), 7),
        ("02:30-05:00", "2026-03-08", ("2026-03-08T07:00Z", "2026-03-08T09:00Z"), 2),
        ("00:00-08:00", "2026-11-01", ("2026-11-01T04:00Z", "2026-11-01T13:00Z"), 9),
        ("01:30-05:00", "2026-11-01", ("2026-11-01T05:30Z", "2026-11-01T10:00Z"), 4.5),
    ],
)
@pytest.mark.req("CONST-06")
def test_clock_changes_lengthen_and_shorten_the_day(
    hours: str, day: str, utc: tuple[str, str], hours_open: float
) -> None:
    found = openings([Hours(hours, "[7,7]", NEW_YORK)], at(f"{day}T04:00Z"))
    assert found[0] == opening(*utc)
    assert length(found[0]) == timedelta(hours=hours_open)


@pytest.mark.req("CONST-06")
def test_a_night_over_the_clock_change_has_another_length() -> None:
    nights = [Hours("19:00-07:00", "[6,6]", NEW_YORK)]
    assert length(openings(nights, at("2026-03-07T20:00Z"))[0]) == timedelta(hours=11)
    assert length(openings(nights, at("2026-10-31T20:00Z"))[0]) == timedelta(hours=13)


@pytest.mark.parametrize("start", ["02:30", "02:00"])
def test_an_opening_skipped_by_a_clock_change_is_omitted(start: str) -> None:
    skipped = openings([Hours(f"{start}-03:00", "[7,7]", NEW_YORK)], at("2026-03-08T04:00Z"))
    assert skipped == [opening(f"2026-03-15T{start}-04:00", "2026-03-15T03:00-04:00")]


@pytest.mark.req("CONST-06")
def test_the_week_starts_in_the_lines_time_zone() -> None:
    """Sunday evening in Chicago is Monday in UTC; the night of the last day of the week ends on the first."""
    sundays = [Hours("20:00-02:00", "[7,7]", "America/Chicago")]
    night = opening("2026-01-18T20:00-06:00", "2026-01-19T02:00-06:00")
    assert openings(sundays, at("2026-01-19T07:59Z"))[0] == night
    assert openings(sundays, at("2026-01-19T08:00Z"))[0] == opening("2026-01-25T20:00-06:00", "2026-01-26T02:00-06:00")
    mondays = [Hours("00:00-24:00", "[1,1]", "America/Chicago")]
    assert openings(mondays, at("2026-01-19T05:59Z"))[0] == opening("2026-01-19T06:00Z", "2026-01-20T06:00Z")
    long = [Hours("20:00-19:00", "[7,7]", "America/Chicago")]
    monday_evening = at("2026-01-19T18:30-06:00")
    assert openings(long, monday_evening)[0] == opening("2026-01-18T20:00-06:00", "2026-01-19T19:00-06:00")


@settings(deadline=None)
@given(
    now=st.datetimes(datetime(2020, 1, 1), datetime(2030, 1, 1), timezones=st.just(UTC)),  # noqa: DTZ001
    first=st.integers(1, 7),
    last=st.integers(1, 7),
    start=st.times(),
    end=st.times(),
    zone=st.sampled_from(["UTC", NEW_YORK, "Europe/Berlin", "Australia/Lord_Howe", "Asia/Kathmandu"]),
)
def test_every_week_has_its_openings_in_order(
    now: datetime, first: int, last: int, start: time, end: time, zone: str
) -> None:
    row = Hours(f"{start:%H:%M}-{end:%H:%M}", f"[{min(first, last)},{max(first, last)}]", zone)
    found = openings([row], now)
    assert found
    assert all(item.closes_at > now and item.opens_at < item.closes_at for item in found)
    assert all(earlier.closes_at < later.opens_at for earlier, later in itertools.pairwise(found))
    assert found[0].opens_at < now + HORIZON


@pytest.mark.parametrize(
    ("rows", "now", "expected"),
    [
        ([], "2026-03-04T12:00Z", HoursNow(is_open=True)),
        ([Hours("08:00-17:00")], "2026-03-04T12:00Z", HoursNow(is_open=True, closes_at=at("2026-03-04T17:00Z"))),
        ([Hours("08:00-17:00")], "2026-03-04T17:00Z", HoursNow(is_open=False, opens_at=at("2026-03-05T08:00Z"))),
        ([Hours("00:00-24:00")], "2026-03-04T23:59Z", HoursNow(is_open=True)),
        (
            [Hours("08:00-17:00", "[1,1]")],
            "2026-03-09T17:00Z",
            HoursNow(is_open=False, opens_at=at("2026-03-16T08:00Z")),
        ),
    ],
    ids=["around the clock", "open", "closed", "open on every day", "closed for a week"],
)
def test_a_line_is_open_until_it_closes_and_closed_until_it_opens(
    rows: list[Hours], now: str, expected: HoursNow
) -> None:
    assert hours_now(rows, at(now)) == expected


THANKSGIVING = DatedException("Thanksgiving", date(2026, 11, 26), date(2026, 11, 27), (), NEW_YORK)


def test_a_dated_exception_closes_a_line_from_midnight_to_midnight_of_its_own_zone() -> None:
    nights = [Hours("19:00-07:00", open_hours_timezone=NEW_YORK)]
    found = Timetable(nights, [THANKSGIVING]).openings(at("2026-11-25T12:00-05:00"))
    assert found[0] == opening("2026-11-25T19:00-05:00", "2026-11-26T00:00-05:00")
    assert found[1] == opening("2026-11-28T19:00-05:00", "2026-11-29T07:00-05:00")


def test_a_dated_exception_opens_a_line_at_other_times_that_may_cross_midnight_but_not_into_another_one() -> None:
    first = DatedException("Storm", date(2026, 11, 25), date(2026, 11, 25), ("06:00-08:00", "22:00-06:00"), NEW_YORK)
    always = [Hours("00:00-24:00", open_hours_timezone=NEW_YORK)]
    timetable = Timetable(always, [first, THANKSGIVING])
    assert timetable.openings(at("2026-11-25T00:00-05:00")) == [
        opening("2026-11-25T06:00-05:00", "2026-11-25T08:00-05:00"),
        opening("2026-11-25T22:00-05:00", "2026-11-26T00:00-05:00"),
        opening("2026-11-28T00:00-05:00", "2026-12-04T00:00-05:00"),
    ]
    assert not timetable.is_open(at("2026-11-27T12:00-05:00"))
    assert timetable.hours_now(at("2026-11-26T12:00-05:00")).opens_at == at("2026-11-28T00:00-05:00")


@pytest.mark.parametrize(
    ("first", "second", "overlap"),
    [
        (Hours("08:00-17:00", "[1,5]"), Hours("17:00-08:00", "[1,5]"), False),
        (Hours("22:00-06:00", "[7,7]"), Hours("05:00-09:00", "[1,1]"), True),
        # Both move on the day when clocks change, so that one still ends when the other begins.
        (Hours("00:00-02:30", "[7,7]", NEW_YORK), Hours("02:30-12:00", "[7,7]", NEW_YORK), False),
        # What touches in winter is apart in summer, when clocks of only one of the two zones are ahead.
        (Hours("08:00-17:00", "[1,1]", NEW_YORK), Hours("15:00-19:00", "[1,1]", "America/Phoenix"), False),
        (Hours("08:00-17:00", "[1,1]", NEW_YORK), Hours("14:00-19:00", "[1,1]", "America/Phoenix"), True),
    ],
)
def test_rows_overlap_if_both_are_open_at_any_time_of_the_year(first: Hours, second: Hours, *, overlap: bool) -> None:
    assert (find_overlap([first, second], at("2026-01-14T12:00Z")) is not None) == overlap
