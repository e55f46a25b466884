"""What an escalation does next, as a flat list of moves. Pure functions of the escalation's own copy of its policy."""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from wardline.paging.choices import EscalationKind, PageChannel, PageTarget
from wardline.paging.schemas import EscalationPolicy, StepHours
from wardline.service_lines.hours import Timetable

CRITICAL: Final = "critical"
ROUNDS: Final = 5
_CRITICAL_STEP_SECONDS: Final = 3 * 60
_CRITICAL_REPEAT_SECONDS: Final = 2 * 60
BACKUP_SECONDS: Final = 5 * 60
"""The wait after a call of the backup number in which no key was pressed, or after which nobody is left to answer."""
HEARD_BACKUP_SECONDS: Final = 15 * 60
"""The longest wait after a call in which a key was pressed, while nobody else can answer."""
_REPEAT_SECONDS: Final = {CRITICAL: 2 * 60, "urgent": 5 * 60, "routine": 10 * 60}
"""How often whoever has to open something is paged, by priority."""
FOLLOW_UP_SECONDS: Final = {CRITICAL: 5 * 60, "urgent": 30 * 60, "routine": 30 * 60}
"""How long nothing may happen after an acknowledgment or a hand-over, by priority."""
COORDINATORS_POSITION: Final = 1
"""Of the first move of a follow-up that pages coordinators."""
_COMMENT_TARGETS: Final = (
    PageTarget.ALL_NOTIFICATIONS,
    PageTarget.ESCALATION_ONLY,
    PageTarget.ACKNOWLEDGER,
    PageTarget.RESPONSIBLE,
    PageTarget.REQUESTER,
)
_TRANSFER_TARGETS: Final = (PageTarget.TRANSFER_ON_CALL, PageTarget.COORDINATORS)


@dataclass(frozen=True, slots=True)
class Move:
    """Page these people now, if it is within `hours`.

    The next move follows after `wait_seconds`, or at once if nobody is paged. The backup number comes last, and is then
    called again and again, because nothing else is left; it is left alone for `wait_seconds` at most once a key was
    pressed there (`wardline.paging.moving.heard_by_backup`).
    """

    targets: tuple[PageTarget, ...]
    wait_seconds: int
    channels: tuple[PageChannel, ...] | None = None
    """Besides the screen; None for all."""
    hours: StepHours | None = None

    def is_open(self, now: datetime) -> bool:
        """Whether `now` is within its hours."""
        return self.hours is None or Timetable([self.hours]).is_open(now)

    @property
    def is_last_resort(self) -> bool:
        return self.targets == (PageTarget.LAST_RESORT,)


def moves_of(
    kind: EscalationKind, priority: str, completion_limit: int, policy: EscalationPolicy | None
) -> Sequence[Move]:
    """The moves of an escalation, in order; `policy` is the hospital's own one for requests."""
    match kind:
        case EscalationKind.REQUEST if policy is not None:
            return _of_policy(policy)
        case EscalationKind.REQUEST:
            return _standard(priority, completion_limit)
        case EscalationKind.URGENT_COMMENT:
            return [Move(_COMMENT_TARGETS, _REPEAT_SECONDS[priority])] * ROUNDS
        case EscalationKind.TRANSFER:
            step, repeat, backup = _standard_seconds(priority, completion_limit)
            return _repeated([Move(_TRANSFER_TARGETS, step)], ROUNDS, repeat, backup)
        case EscalationKind.FOLLOW_UP:
            wait = FOLLOW_UP_SECONDS[priority]
            return [Move((PageTarget.RESPONSIBLE,), wait), *[Move((PageTarget.COORDINATORS,), wait)] * ROUNDS]
        case EscalationKind.HAND_OVER:
            return [Move((PageTarget.RESPONSIBLE,), _REPEAT_SECONDS[priority])] * ROUNDS


def _of_policy(policy: EscalationPolicy) -> Sequence[Move]:
    times = [step.after_seconds for step in policy.steps]
    waits = [later - earlier for earlier, later in itertools.pairwise(times)]
    steps = [
        Move(
            tuple(step.targets),
            wait,
            tuple(step.channels) if step.channels is not None else None,
            step.hours,
        )
        for step, wait in zip(policy.steps, [*waits, policy.repeat_seconds], strict=True)
    ]
    return _repeated(steps, policy.rounds, policy.repeat_seconds, policy.repeat_seconds)


def _standard(priority: str, completion_limit: int) -> Sequence[Move]:
    """Whom a request pages where the hospital has not decided otherwise."""
    step, repeat, backup = _standard_seconds(priority, completion_limit)
    steps = [
        Move((PageTarget.ALL_NOTIFICATIONS,), step),
        Move((PageTarget.ESCALATION_ONLY,), step),
        Move((PageTarget.COORDINATORS,), repeat),
    ]
    return _repeated(steps, ROUNDS, repeat, backup)


def _standard_seconds(priority: str, completion_limit: int) -> tuple[int, int, int]:
    """The wait between steps, between repeats, and between calls of the backup number."""
    if priority == CRITICAL:
        return _CRITICAL_STEP_SECONDS, _CRITICAL_REPEAT_SECONDS, BACKUP_SECONDS
    third = max(completion_limit // 3, _CRITICAL_STEP_SECONDS)
    return third, third, third


def _repeated(steps: Sequence[Move], rounds: int, repeat_seconds: int, backup_seconds: int) -> Sequence[Move]:
    """The first round waits between its steps; later ones page everybody in them at once."""
    everybody = tuple(dict.fromkeys(target for step in steps for target in step.targets))
    last_resort = Move((PageTarget.LAST_RESORT,), backup_seconds)
    return [*steps, *[Move(everybody, repeat_seconds)] * (rounds - 1), last_resort]


def first_waits(kind: EscalationKind) -> dict[str, int]:
    """Seconds from the start of an escalation to its first move, by priority; 0 for those that are missing."""
    return FOLLOW_UP_SECONDS if kind is EscalationKind.FOLLOW_UP else {}
