"""Tells coordinators when the last one goes off call for a line that is open."""

from collections.abc import Sequence
from typing import Final

from sqlalchemy.ext.asyncio import AsyncSession

from wardline.call_schedules.reminders import service as reminders
from wardline.core import clock
from wardline.directory.coordinators import coordinators_of_lines
from wardline.duty_notices.choices import DutyNoticeKind
from wardline.duty_notices.service import DutyNotice, Telling, tell, withdraw
from wardline.handoff.lines import Deserted, deserted_lines
from wardline.on_call.reactions import DutyChange


async def duty_changed(session: AsyncSession, change: DutyChange) -> None:
    """`wardline.on_call.reactions.Reaction`: what was told of a line no longer applies once somebody is there again."""
    for line_id in sorted(change.gained):
        await withdraw(session, _cause(line_id))
    if change.lost:
        await _tell(session, await deserted_lines(session, change.lost), change)


async def _tell(session: AsyncSession, deserted: Sequence[Deserted], change: DutyChange) -> None:
    now = clock.now()
    coordinators = await coordinators_of_lines(session, {each.line.id for each in deserted})
    tellings = []
    for line in (each.line for each in deserted):
        notice = DutyNotice(
            kind=DutyNoticeKind.NOBODY_ON_CALL,
            service_line_id=line.id,
            time_zone=line.hours[0].open_hours_timezone if line.hours else clock.RECORD_ZONE,
            starts_at=now,
            about_id=change.user.id,
        )
        readers = [user.id for user in coordinators[line.id]]
        tellings.append(Telling(readers, notice, f"{_cause(line.id)} {now.isoformat()}"))
    await tell(session, *tellings)


def _cause(line_id: int) -> str:
    """The number ends before the moment, so that no line's cause begins like another's."""
    return f"nobody on call for line {line_id}:"


REACTIONS: Final = (reminders.duty_changed, duty_changed)
"""Of all domains, installed wherever duty changes (`wardline.on_call.reactions`)."""
