"""Tells people of their shifts, and coordinators of shifts without their people."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, time, timedelta
from typing import Any, Final
from zoneinfo import ZoneInfo

from sqlalchemy.ext.asyncio import AsyncSession

from wardline.access.current_user import CurrentUser
from wardline.call_schedules.notices import notice_of
from wardline.call_schedules.reminders.repository import (
    BEGINS,
    NOBODY,
    TOMORROW,
    UNATTENDED,
    ReminderRepository,
    cause_of,
)
from wardline.call_schedules.spans import Span
from wardline.core import clock
from wardline.core.wall_clock import moment_at
from wardline.directory.coordinators import responsible_for_coverage
from wardline.duty_notices.choices import DutyNoticeKind
from wardline.duty_notices.service import Telling, tell, withdraw_causes
from wardline.on_call.reactions import DutyChange

EVENING: Final = time(18)
"""When people hear of tomorrow's shift, on the clocks of its schedule."""
LOOKED_AHEAD: Final = timedelta(days=14)
"""How far ahead a shift whose person has left is reported."""
_DAY: Final = timedelta(days=1)


async def remind(session: AsyncSession, now: datetime) -> None:
    """Tell everybody what is due, each person once of each shift, and take back what no longer holds."""
    repository = ReminderRepository(session)
    await withdraw_causes(session, await repository.outdated(now))
    evenings = _evenings(await repository.time_zones(), now)
    tomorrow = await repository.ahead(evenings) if evenings else []
    begun = await repository.begun(now)
    unattended = await repository.unattended(now)
    without_person = await repository.without_person(now, now + LOOKED_AHEAD)
    line_ids = {shift.service_line_id for shift in (*unattended, *without_person)}
    responsible = await responsible_for_coverage(session, line_ids)
    await tell(
        session,
        *_to_their_people(tomorrow, DutyNoticeKind.SHIFT_TOMORROW, TOMORROW),
        *_to_their_people(begun, DutyNoticeKind.SHIFT_BEGINS, BEGINS),
        *_to_responsible(unattended, responsible, DutyNoticeKind.SHIFT_UNATTENDED, UNATTENDED),
        *_to_responsible(without_person, responsible, DutyNoticeKind.CANNOT_GO_ON_CALL, NOBODY),
    )


async def duty_changed(session: AsyncSession, change: DutyChange) -> None:
    """`wardline.on_call.reactions.Reaction`: whoever has just come is neither called nor missed anymore."""
    if change.gained:
        shift_ids = await ReminderRepository(session).attended(change.user.id, change.gained, clock.now())
        await withdraw_causes(session, [cause_of(each, what) for each in shift_ids for what in (BEGINS, UNATTENDED)])


def _evenings(zones: Sequence[str], now: datetime) -> Mapping[str, Span]:
    """The zones where it is evening, with their tomorrow, in which the shifts begin of which people hear now.

    Whoever is planned after that evening hears of it from the one who planned it.
    """
    found = {}
    for name in zones:
        zone = ZoneInfo(name)
        today = now.astimezone(zone).date()
        if now >= moment_at(today, EVENING, zone):
            found[name] = Span(moment_at(today + _DAY, time(), zone), moment_at(today + 2 * _DAY, time(), zone))
    return found


def _to_their_people(shifts: Sequence[Any], kind: DutyNoticeKind, what: str) -> Iterator[Telling]:
    for shift in shifts:
        notice = notice_of(kind, shift, Span(shift.starts_at, shift.ends_at))
        yield Telling([shift.user_id], notice, cause_of(shift.id, what))


def _to_responsible(
    shifts: Sequence[Any], responsible: Mapping[int, Sequence[CurrentUser]], kind: DutyNoticeKind, what: str
) -> Iterator[Telling]:
    for shift in shifts:
        notice = notice_of(kind, shift, Span(shift.starts_at, shift.ends_at), about_id=shift.user_id)
        yield Telling([user.id for user in responsible[shift.service_line_id]], notice, cause_of(shift.id, what))
