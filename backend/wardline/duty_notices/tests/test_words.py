"""What notices of duty say, on the clocks of their zone."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from wardline.duty_notices import words
from wardline.duty_notices.choices import DutyNoticeKind
from wardline.duty_notices.words import Content

CHICAGO, KOLKATA, LORD_HOWE = "America/Chicago", "Asia/Kolkata", "Australia/Lord_Howe"
ORIGIN = "https://wardline.test"


def _at(zone: str, text: str, *, fold: int = 0) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone), fold=fold).astimezone(UTC)


def _content(kind: DutyNoticeKind = DutyNoticeKind.SHIFT_BEGINS, **fields: object) -> Content:
    known = {
        "service_line_id": 2,
        "line": "Tele-Stroke",
        "schedule_name": None,
        "about": None,
        "time_zone": "America/New_York",
        "starts_at": _at("America/New_York", "2026-03-04T19:00"),
        "ends_at": _at("America/New_York", "2026-03-05T07:00"),
    }
    return Content(kind=kind, **{**known, **fields})  # type: ignore[arg-type]


NOW = _at("America/New_York", "2026-03-04T19:00")


def test_one_notice_is_about_all_shifts_that_one_action_gave_somebody() -> None:
    several = _content(DutyNoticeKind.SHIFT_ASSIGNED, shift_count=26, schedule_name="Stroke, first call")
    assert words.sentence(several, NOW) == (
        "26 shifts on Tele-Stroke were assigned to you (Stroke, first call; the first 7:00pm to 7:00am EST)."
    )


def test_a_text_says_what_has_happened_when_and_where_to_go() -> None:
    assert words.text(_content(), ORIGIN, NOW) == (
        "Wardline. Your shift on Tele-Stroke has begun (7:00pm to 7:00am EST)."
        " Go on call: https://wardline.test/my-shifts?begin=2"
    )
    unattended = _content(DutyNoticeKind.SHIFT_UNATTENDED, about="Amara Feldspar", schedule_name="Stroke, first call")
    assert words.subject(unattended) == "Nobody Went on Call for a Shift, Tele-Stroke"
    assert words.mail(unattended, ORIGIN, NOW) == (
        "Amara Feldspar has not gone on call for a shift on Tele-Stroke (Stroke, first call; 7:00pm to 7:00am EST).\n\n"
        "Coverage: https://wardline.test/coverage\n"
    )


@pytest.mark.parametrize(
    ("kind", "sentence"),
    [
        (DutyNoticeKind.SHIFT_TOMORROW, "You have a shift on Tele-Stroke."),
        (DutyNoticeKind.SHIFT_BEGINS, "Your shift on Tele-Stroke has begun."),
        (DutyNoticeKind.SHIFT_UNATTENDED, "Whoever is expected has not gone on call for a shift on Tele-Stroke."),
        (DutyNoticeKind.NOBODY_ON_CALL, "Nobody is on call for Tele-Stroke."),
        (DutyNoticeKind.SHIFT_ASSIGNED, "A shift on Tele-Stroke was assigned to you."),
        (DutyNoticeKind.SHIFT_WITHDRAWN, "A shift on Tele-Stroke is no longer yours."),
        (DutyNoticeKind.SHIFT_TIMES_CHANGED, "Your shift on Tele-Stroke has new times."),
        (DutyNoticeKind.COVER_ASKED, "A colleague asks for cover on Tele-Stroke."),
        (DutyNoticeKind.COVER_TAKEN, "A colleague has taken your shift on Tele-Stroke."),
        (DutyNoticeKind.COVER_OPEN, "Nobody has taken your shift on Tele-Stroke yet."),
        (DutyNoticeKind.COVER_CLOSED, "A request for cover on Tele-Stroke has ended."),
        (
            DutyNoticeKind.CANNOT_GO_ON_CALL,
            "Somebody has a shift on Tele-Stroke but cannot go on call for it anymore.",
        ),
    ],
)
def test_each_kind_has_a_sentence_that_needs_neither_name_nor_times(kind: DutyNoticeKind, sentence: str) -> None:
    assert words.sentence(_content(kind, starts_at=None, ends_at=None), NOW) == sentence


@pytest.mark.parametrize(
    ("now", "zone", "starts", "ends", "said"),
    [
        # The nights in which clocks change, and an hour that comes twice.
        ("2026-03-07T20:00", CHICAGO, "2026-03-07T19:00", "2026-03-08T07:00", "7:00pm CST to 7:00am CDT"),
        ("2026-10-31T20:00", CHICAGO, "2026-10-31T19:00", "2026-11-01T07:00", "7:00pm CDT to 7:00am CST"),
        ("2026-04-04T20:00", LORD_HOWE, "2026-04-04T19:00", "2026-04-05T07:00", "7:00pm UTC+11 to 7:00am UTC+10:30"),
        ("2026-03-07T20:00", KOLKATA, "2026-03-07T08:30", "2026-03-07T12:00", "8:30am to 12:00pm IST"),
        # The day of the start unless it is today, and of the end where it could be another one than the next.
        ("2026-03-06T23:59", CHICAGO, "2026-03-07T00:00", "2026-03-07T12:30", "Sat Mar 7, 12:00am to 12:30pm CST"),
        ("2026-03-07T00:00", CHICAGO, "2026-03-07T00:00", "2026-03-08T00:00", "12:00am to Sun Mar 8, 12:00am CST"),
        ("2026-12-30T12:00", CHICAGO, "2027-01-01T19:00", "2027-01-02T07:00", "Fri Jan 1, 2027, 7:00pm to 7:00am CST"),
        ("2026-03-07T20:00", CHICAGO, "2026-03-07T19:00", None, "since 7:00pm CST"),
        ("2026-03-07T18:00", CHICAGO, "2026-03-08T19:00", None, "from Sun Mar 8, 7:00pm CDT"),
    ],
)
def test_times_are_those_of_the_clock_on_the_wall(
    now: str, zone: str, starts: str, ends: str | None, said: str
) -> None:
    content = _content(time_zone=zone, starts_at=_at(zone, starts), ends_at=None if ends is None else _at(zone, ends))
    assert words.when(content, _at(zone, now)) == said


def test_an_hour_that_comes_twice_is_told_apart() -> None:
    first, second = (_at(CHICAGO, "2026-11-01T01:30", fold=fold) for fold in (0, 1))
    content = _content(time_zone=CHICAGO, starts_at=first, ends_at=second)
    assert words.when(content, first) == "1:30am CDT to 1:30am CST"
