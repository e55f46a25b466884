"""Tells people which shifts a planner, or a calendar, has given them or taken from them."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy.ext.asyncio import AsyncSession

from wardline.access.current_user import CurrentUser
from wardline.call_schedules.models import CallSchedule
from wardline.call_schedules.notices import notice_of
from wardline.call_schedules.planning import Replanned
from wardline.call_schedules.spans import Span, merged, without
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
    """Tell everybody but the planner of the first shift in the coming weeks that they got, or that they lost.

    `cause` tells this change of the schedule from any other.
    """
    soon = Span(now, now + TOLD_AHEAD)
    gained, lost = _by_person(replanned.gained, soon), _by_person(replanned.lost, soon)
    tellings = []
    for user_id in sorted({*gained, *lost} - {by.id if by is not None else None}):
        got, gave = gained.get(user_id, []), lost.get(user_id, [])
        for kind, spans in (
            (DutyNoticeKind.SHIFT_ASSIGNED, without(got, merged(gave))),
            (DutyNoticeKind.SHIFT_WITHDRAWN, without(gave, merged(got))),
        ):
            if spans:
                notice = notice_of(kind, schedule, spans[0])
                tellings.append(Telling([user_id], notice, f"schedule {schedule.id}: {cause} {kind}"))
    await tell(session, *tellings)


def _by_person(spans: Sequence[tuple[int, Span]], within: Span) -> Mapping[int, list[Span]]:
    """Each person's shifts in `within`, in order."""
    found: dict[int, list[Span]] = defaultdict(list)
    for user_id, span in spans:
        part = span.part_within(within)
        if part is not None:
            found[user_id].append(part)
    return {user_id: sorted(parts) for user_id, parts in found.items()}
