"""Tells people which shifts a planner, or a calendar, has given them or taken from them."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy.ext.asyncio import AsyncSession

from wardline.access.current_user import CurrentUser
from wardline.call_schedules.models import CallSchedule
from wardline.call_schedules.notices import notice_of
from wardline.call_schedules.planning import PROMISED, Replanned
from wardline.call_schedules.spans import Span, apart, merged, without
from wardline.duty_notices.choices import DutyNoticeKind
from wardline.duty_notices.service import Telling, tell

TOLD_AHEAD: Final = timedelta(weeks=4)
"""Whoever is planned later finds it among their shifts."""


async def tell_changed(
    session: AsyncSession,
    schedule: CallSchedule,
    replanned: Replanned,
    now: datetime,
    *,
    cause: str,
    by: CurrentUser | None,
) -> None:
    """Tell everybody but the planner how many shifts they got, lost, or have at new times, and which is the first.

    Nobody is told unless that one is in the coming weeks. `cause` tells this change of the schedule from any other.
    """
    # What is stored beyond that differs only because time has passed.
    until = now + PROMISED
    before, after = _by_person(replanned.before, until), _by_person(replanned.after, until)
    told = sorted({*before, *after} - {by.id if by is not None else None})
    await tell(
        session,
        *(
            Telling(
                [user_id],
                notice_of(kind, schedule, spans[0], shift_count=len(spans)),
                f"schedule {schedule.id}: {cause} {kind}",
            )
            for user_id in told
            for kind, spans in _differences(before.get(user_id, []), after.get(user_id, [])).items()
            if spans and spans[0].starts_at < now + TOLD_AHEAD
        ),
    )


def _differences(before: Sequence[Span], after: Sequence[Span]) -> Mapping[DutyNoticeKind, Sequence[Span]]:
    """What one person is told, by begin; time that is theirs as before is not mentioned.

    A shift that only begins or ends at another time is told with its new times, and not what they got or lost of it.
    """
    changed = {old: new for old, new in _pairs(before, after) if old != new}
    new_times = set(changed.values())
    got = (span for span in after if span not in new_times)
    gave = (span for span in before if span not in changed)
    return {
        DutyNoticeKind.SHIFT_ASSIGNED: without(got, merged(before)),
        DutyNoticeKind.SHIFT_WITHDRAWN: without(gave, merged(after)),
        DutyNoticeKind.SHIFT_TIMES_CHANGED: sorted(new_times),
    }


def _pairs(before: Sequence[Span], after: Sequence[Span]) -> list[tuple[Span, Span]]:
    """Spans that overlap only each other, of two lists that are in order and without overlaps."""
    overlapping = []
    left = right = 0
    while left < len(before) and right < len(after):
        if before[left].part_within(after[right]) is not None:
            overlapping.append((before[left], after[right]))
        if before[left].ends_at <= after[right].ends_at:
            left += 1
        else:
            right += 1
    of_old, of_new = Counter(old for old, _ in overlapping), Counter(new for _, new in overlapping)
    return [(old, new) for old, new in overlapping if of_old[old] == of_new[new] == 1]


def _by_person(spans: Iterable[tuple[int, Span]], until: datetime) -> Mapping[int, Sequence[Span]]:
    """Each person's time that begins before `until`, in order, without overlaps."""
    found: dict[int, list[Span]] = defaultdict(list)
    for user_id, span in spans:
        if span.starts_at < until:
            found[user_id].append(span)
    return {user_id: apart(of_person) for user_id, of_person in found.items()}
