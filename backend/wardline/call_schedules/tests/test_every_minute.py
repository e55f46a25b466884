"""Who is expected on call in each minute of 2026, against a model that asks a wall clock minute by minute."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta
from typing import Final
from zoneinfo import ZoneInfo

import pytest

from wardline.call_schedules.choices import HolidayRule, TurnUnit
from wardline.call_schedules.resolving import shifts
from wardline.call_schedules.spans import Span
from wardline.call_schedules.turns import Rotation

MINUTE: Final = timedelta(minutes=1)
YEAR: Final = Span(datetime(2026, 1, 1, tzinfo=UTC), datetime(2027, 1, 1, tzinfo=UTC))
ZONES: Final = ("America/Chicago", "America/Phoenix", "Asia/Kolkata", "Australia/Lord_Howe")
EVERY_DAY: Final = frozenset(range(1, 8))
WORKING_DAYS: Final = frozenset(range(1, 6))
START: Final = date(2025, 12, 1)
DAY, NIGHT, WEEKEND = (1, 2, 3), (4, 5), (6, 7, 8)
CHRISTMAS: Final = date(2026, 12, 25)


def _rotation(
    name: str,
    begins_at: str,
    ends_at: str,
    people: tuple[int, ...],
    *,
    unit: TurnUnit = TurnUnit.WEEK,
    weekdays: frozenset[int] = EVERY_DAY,
    layer: int = 0,
) -> Rotation:
    return Rotation(
        name=name,
        layer=layer,
        starts_on=START,
        ends_on=None,
        begins_at=time.fromisoformat(begins_at),
        ends_at=time.fromisoformat(ends_at),
        weekdays=weekdays,
        turn_length=1,
        turn_unit=unit,
        holidays=HolidayRule.LIKE_ANY_DAY,
        user_ids=people,
    )


ROTATIONS: Final = (
    _rotation("Days", "07:00", "19:00", DAY),
    # Hands over at a time that clocks skip in the spring and show twice in the fall.
    _rotation("Nights", "19:00", "07:00", NIGHT, unit=TurnUnit.DAY),
    _rotation("Weekends", "02:15", "02:15", WEEKEND, weekdays=frozenset({6, 7}), layer=1),
)


def _minutes(zone: ZoneInfo) -> Iterator[tuple[datetime, date, time]]:
    """Each minute of the year, with the local day and time that a clock has reached by then.

    A clock that is set back shows times again that were over already; those minutes count as later, as on a clock
    that stands still for an hour. One that is set forward has reached all times that it skips.
    """
    reached = datetime(2025, 12, 1)  # noqa: DTZ001 - what a wall clock shows
    moment = YEAR.starts_at - timedelta(days=2)
    while moment < YEAR.ends_at:
        reached = max(reached, moment.astimezone(zone).replace(tzinfo=None))
        if moment >= YEAR.starts_at:
            yield moment, reached.date(), reached.time()
        moment += MINUTE


def _expected(day: date, clock: time) -> int:
    """Whose minute it is, in words: weekends from Saturday 2:15 until Monday 2:15, else days by week, nights by day."""
    shift_day = day if clock >= time(2, 15) else day - timedelta(days=1)
    if shift_day.isoweekday() > 5:
        return WEEKEND[_weeks(shift_day) % 3]
    if time(7) <= clock < time(19):
        return DAY[_weeks(day) % 3]
    night = day if clock >= time(19) else day - timedelta(days=1)
    return NIGHT[(night - START).days % 2]


def _weeks(day: date) -> int:
    """The weeks since the start, which is a Monday."""
    return (day - START).days // 7


@pytest.mark.parametrize("name", ZONES)
def test_each_minute_of_a_year_has_exactly_the_person_that_a_wall_clock_says(name: str) -> None:
    zone = ZoneInfo(name)
    found = shifts(ROTATIONS, [], zone=zone, holidays=(), within=YEAR)
    assert found[0].span.starts_at == YEAR.starts_at
    assert found[-1].span.ends_at == YEAR.ends_at
    position = 0
    for moment, day, clock in _minutes(zone):
        while found[position].span.ends_at <= moment:
            assert found[position + 1].span.starts_at == found[position].span.ends_at, "no gap and no double"
            position += 1
        assert found[position].user_id == _expected(day, clock), moment


def _only(
    rotation: Rotation, within: Span, zone: str, holidays: tuple[date, ...] = ()
) -> list[tuple[int, datetime, datetime]]:
    found = shifts([rotation], [], zone=ZoneInfo(zone), holidays=holidays, within=within)
    return [(shift.user_id, *shift.span) for shift in found]


def _days(first: str, days: int) -> Span:
    starts_at = datetime.fromisoformat(first).replace(tzinfo=UTC)
    return Span(starts_at, starts_at + timedelta(days=days))


def test_a_night_over_a_clock_change_is_an_hour_shorter_or_longer() -> None:
    night = _rotation("Nights", "19:00", "07:00", (1,), unit=TurnUnit.DAY)
    for first, hours in (("2026-03-07T20:00", 11), ("2026-10-31T20:00", 13), ("2026-06-01T20:00", 12)):
        ((_, starts_at, ends_at),) = _only(night, _days(first, 1), "America/Chicago")
        assert (ends_at - starts_at) == timedelta(hours=hours)


def test_a_time_that_is_skipped_is_the_moment_of_the_change_and_one_that_comes_twice_the_first() -> None:
    early = _rotation("Early", "02:30", "12:00", (1,), unit=TurnUnit.DAY)
    ((_, skipped, _),) = _only(early, _days("2026-03-08T00:00", 1), "America/Chicago")
    assert skipped == datetime(2026, 3, 8, 8, 0, tzinfo=UTC)
    twice = _rotation("Early", "01:30", "12:00", (1,), unit=TurnUnit.DAY)
    ((_, first, _),) = _only(twice, _days("2026-11-01T00:00", 1), "America/Chicago")
    assert first == datetime(2026, 11, 1, 6, 30, tzinfo=UTC)
    half_an_hour = _rotation("Early", "02:15", "12:00", (1,), unit=TurnUnit.DAY)
    ((_, lord_howe, _),) = _only(half_an_hour, _days("2026-10-03T12:00", 1), "Australia/Lord_Howe")
    assert lord_howe == datetime(2026, 10, 3, 15, 30, tzinfo=UTC)


def test_months_begin_on_the_day_of_the_start_or_the_last_day_of_a_shorter_month() -> None:
    monthly = _rotation("Months", "00:00", "00:00", (1, 2), unit=TurnUnit.MONTH)
    monthly = replace(monthly, starts_on=date(2026, 1, 31))
    found = _only(monthly, _days("2026-01-01T00:00", 120), "UTC")
    assert [(user_id, starts_at.date()) for user_id, starts_at, _ in found] == [
        (1, date(2026, 1, 31)),
        (2, date(2026, 2, 28)),
        (1, date(2026, 3, 31)),
        (2, date(2026, 4, 30)),
    ]


@pytest.mark.parametrize(
    ("rule", "days"),
    [
        (HolidayRule.LIKE_ANY_DAY, [24, 25, 28]),
        (HolidayRule.NOT_ON_HOLIDAYS, [24, 28]),
        (HolidayRule.ONLY_ON_HOLIDAYS, [25]),
    ],
)
def test_a_rotation_keeps_skips_or_is_made_for_holidays(rule: HolidayRule, days: list[int]) -> None:
    office = replace(
        _rotation("Office", "08:00", "17:00", (1,), unit=TurnUnit.DAY, weekdays=WORKING_DAYS), holidays=rule
    )
    found = _only(office, _days("2026-12-24T00:00", 5), "America/Chicago", (CHRISTMAS,))
    assert [starts_at.day for _, starts_at, _ in found] == days


def test_a_rotation_ends_after_its_last_day_and_a_lower_layer_follows() -> None:
    base = _rotation("Base", "07:00", "07:00", (1,))
    leave = replace(
        _rotation("Leave", "07:00", "07:00", (2,), layer=1), starts_on=date(2026, 5, 4), ends_on=date(2026, 5, 5)
    )
    found = shifts([base, leave], [], zone=ZoneInfo("UTC"), holidays=(), within=_days("2026-05-04T00:00", 4))
    assert [
        (shift.user_id, shift.rotation, shift.span.starts_at.day, shift.span.starts_at.hour) for shift in found
    ] == [
        (1, "Base", 4, 0),
        (2, "Leave", 4, 7),
        (1, "Base", 6, 7),
    ]
