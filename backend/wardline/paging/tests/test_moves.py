"""What an escalation does next: the plans as data."""

from datetime import UTC, datetime
from itertools import accumulate
from typing import Any

import pytest
from pydantic import ValidationError

from wardline.paging.choices import EscalationKind, PageTarget
from wardline.paging.moves import moves_of
from wardline.paging.schemas import EscalationPolicy

ALL, ESCALATION, COORDINATORS = (
    PageTarget.ALL_NOTIFICATIONS,
    PageTarget.ESCALATION_ONLY,
    PageTarget.COORDINATORS,
)
LAST = (PageTarget.LAST_RESORT,)


def _plan(
    kind: EscalationKind, priority: str, limit: int, policy: EscalationPolicy | None = None
) -> list[tuple[int, tuple[PageTarget, ...]]]:
    """Minutes after the first move, and who is paged then, if every move finds someone."""
    moves = moves_of(kind, priority, limit, policy)
    starts = accumulate((move.wait_seconds for move in moves[:-1]), initial=0)
    return [(start // 60, move.targets) for start, move in zip(starts, moves, strict=True)]


def _policy(**changes: Any) -> EscalationPolicy:
    step = {"afterSeconds": 0, "targets": ["allNotifications"], "channels": None, "hours": None}
    body = {"steps": [step], "rounds": 2, "repeatSeconds": 120, "backupNumber": "(555) 010-0150"}
    return EscalationPolicy.model_validate(body | changes)


@pytest.mark.req("NOTIF-13")
@pytest.mark.parametrize(("priority", "limit", "third"), [("urgent", 3600, 20), ("routine", 7200, 40)])
def test_less_than_critical_requests_escalate_at_thirds_of_their_limit(priority: str, limit: int, third: int) -> None:
    everyone = (ALL, ESCALATION, COORDINATORS)
    assert _plan(EscalationKind.REQUEST, priority, limit) == [
        (0, (ALL,)),
        (third, (ESCALATION,)),
        (2 * third, (COORDINATORS,)),
        *[(third * number, everyone) for number in (3, 4, 5, 6)],
        (7 * third, LAST),
    ]


def test_an_urgent_comment_has_no_last_resort_and_a_transfer_has_one() -> None:
    comment = _plan(EscalationKind.URGENT_COMMENT, "critical", 900)
    people = (ALL, ESCALATION, PageTarget.ACKNOWLEDGER, PageTarget.RESPONSIBLE, PageTarget.REQUESTER)
    assert comment == [(minute, people) for minute in (0, 2, 4, 6, 8)]
    transfer = _plan(EscalationKind.TRANSFER, "critical", 900)
    side = (PageTarget.TRANSFER_ON_CALL, PageTarget.COORDINATORS)
    assert transfer == [*[(minute, side) for minute in (0, 3, 5, 7, 9)], (11, LAST)]


def test_a_hospitals_own_policy_ends_with_its_backup_number() -> None:
    steps = [
        {"afterSeconds": after, "targets": targets, "channels": ["text"], "hours": None}
        for after, targets in ((60, ["allNotifications"]), (180, ["escalationOnly", "coordinators"]))
    ]
    policy = _policy(steps=steps)
    assert _plan(EscalationKind.REQUEST, "routine", 7200, policy) == [
        (0, (ALL,)),
        (2, (ESCALATION, COORDINATORS)),
        (4, (ALL, ESCALATION, COORDINATORS)),
        (6, LAST),
    ]


@pytest.mark.parametrize(
    ("kind", "priority", "policy", "minutes"),
    [
        (EscalationKind.REQUEST, "critical", None, 5),
        (EscalationKind.REQUEST, "urgent", None, 40),
        (EscalationKind.REQUEST, "routine", None, 40),
        (EscalationKind.TRANSFER, "critical", None, 5),
        (EscalationKind.REQUEST, "critical", _policy(), 2),
    ],
)
def test_the_backup_number_is_called_again_after(
    kind: EscalationKind, priority: str, policy: EscalationPolicy | None, minutes: int
) -> None:
    assert moves_of(kind, priority, 7200, policy)[-1].wait_seconds == minutes * 60


@pytest.mark.parametrize(
    "changes",
    [
        {"backupNumber": ""},
        {"backupNumber": None},
        {"backupNumber": "(911) 010-0150"},
        {"steps": []},
        {"rounds": 0},
        {"rounds": 6},
        {"repeatSeconds": 59},
        {"steps": [{"afterSeconds": 0, "targets": [], "channels": None, "hours": None}]},
        {"steps": [{"afterSeconds": 0, "targets": ["requester"], "channels": None, "hours": None}]},
        {"steps": [{"afterSeconds": 60, "targets": ["allNotifications"], "channels": None, "hours": None}] * 2},
    ],
    ids=str,
)
def test_a_policy_by_which_nobody_could_be_told_is_refused(changes: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        _policy(**changes)


def test_a_step_applies_within_its_hours_on_both_sides_of_a_clock_change() -> None:
    """19:00 to 07:00 in Chicago, where the clocks go forward on 2026-03-08 and back on 2026-11-01."""
    hours = {"openDaysInWeek": "[1,7]", "openHours": "19:00-07:00", "openHoursTimezone": "America/Chicago"}
    step = {"afterSeconds": 0, "targets": ["allNotifications"], "channels": None, "hours": hours}
    (move, *_) = moves_of(EscalationKind.REQUEST, "routine", 7200, _policy(steps=[step]))
    night = {
        datetime(2026, 3, 8, 0, 59, tzinfo=UTC): False,
        datetime(2026, 3, 8, 1, 0, tzinfo=UTC): True,
        datetime(2026, 3, 8, 11, 59, tzinfo=UTC): True,
        datetime(2026, 3, 8, 12, 0, tzinfo=UTC): False,
        datetime(2026, 11, 1, 0, 0, tzinfo=UTC): True,
        datetime(2026, 11, 1, 12, 59, tzinfo=UTC): True,
        datetime(2026, 11, 1, 13, 0, tzinfo=UTC): False,
    }
    assert {moment: move.is_open(moment) for moment in night} == night
