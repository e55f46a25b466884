"""What counts as a gap, and as a double. Pure functions."""

from datetime import UTC, datetime, timedelta
from typing import Final

import pytest

from wardline.call_schedules.findings import PlannedSchedule, PlannedTime, doubles, gaps
from wardline.call_schedules.spans import Span

AMARA, HIROSHI, SOREN = 1, 2, 3
LINE: Final = 7
FRIDAY: Final = datetime(2026, 3, 6, 12, tzinfo=UTC)
HOUR: Final = timedelta(hours=1)


def _span(first: int, last: int) -> Span:
    """In hours from Friday noon UTC."""
    return Span(FRIDAY + first * HOUR, FRIDAY + last * HOUR)


def _planned(
    *shifts: tuple[int, int, int], primary: bool = True, added: frozenset[int] = frozenset()
) -> PlannedSchedule:
    """Shifts of people with begin and end; `added` are the people whom a change adds."""
    times = [PlannedTime(user_id, _span(first, last), user_id in added) for user_id, first, last in shifts]
    return PlannedSchedule(1, LINE, primary, "America/New_York", times)


def _gaps(
    *schedules: PlannedSchedule, plannable: frozenset[int] = frozenset({AMARA, HIROSHI})
) -> list[tuple[bool, Span]]:
    found = gaps(schedules, {LINE: [_span(0, 24)]}, {LINE: plannable})
    return [(gap.primary, gap.span) for gap in found]


def test_one_after_another_leaves_no_gap_and_whoever_may_not_go_on_call_covers_nothing() -> None:
    plan = _planned((AMARA, 0, 12), (HIROSHI, 12, 24))
    assert _gaps(plan) == []
    assert _gaps(plan, plannable=frozenset({AMARA})) == [(True, _span(12, 24))]


def test_gaps_of_all_notifications_come_before_those_of_escalations_at_the_same_time() -> None:
    escalations = _planned((HIROSHI, 0, 6), primary=False)
    assert _gaps(escalations, _planned((AMARA, 0, 6))) == [(True, _span(6, 24)), (False, _span(6, 24))]


@pytest.mark.parametrize(
    ("shifts", "found"),
    [
        ([(AMARA, 0, 12), (HIROSHI, 12, 24)], []),
        ([(AMARA, 0, 12), (AMARA, 6, 18)], []),
        ([(AMARA, 0, 12), (HIROSHI, 6, 18)], [((AMARA, HIROSHI), _span(6, 12))]),
        (
            [(AMARA, 0, 4), (HIROSHI, 0, 24), (AMARA, 6, 8)],
            [((AMARA, HIROSHI), _span(0, 4)), ((HIROSHI, AMARA), _span(6, 8))],
        ),
        ([(SOREN, 0, 24), (AMARA, 0, 12), (HIROSHI, 6, 18)], [((AMARA, HIROSHI), _span(6, 12))]),
    ],
    ids=["one after another", "one person", "two people", "one who comes again", "one whom a change adds"],
)
def test_two_people_at_once_are_a_double_unless_one_was_added(
    shifts: list[tuple[int, int, int]], found: list[tuple[tuple[int, int], Span]]
) -> None:
    plan = _planned(*shifts, added=frozenset({SOREN}))
    assert [(each.user_ids, each.span) for each in doubles([plan])] == found
