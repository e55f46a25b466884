"""Tells coordinators when the last one goes off call for a line that is open."""

from typing import Final

from sqlalchemy.ext.asyncio import AsyncSession

from wardline.core import clock
from wardline.directory.coordinators import coordinators_of_line
from wardline.duty_notices.choices import DutyNoticeKind
from wardline.duty_notices.service import DutyNotice, tell, withdraw
from wardline.handoff.lines import Deserted, deserted_lines
from wardline.on_call.reactions import DutyChange


async def duty_changed(session: AsyncSession, change: DutyChange) -> None:
    """`wardline.on_call.reactions.Reaction`: what was told of a line no longer applies once somebody is there again."""
    for line_id in sorted(change.gained):
        await withdraw(session, _cause(line_id))
    if change.lost:
        for deserted in await deserted_lines(session, change.lost):
            await _tell(session, deserted, change)


async def _tell(session: AsyncSession, deserted: Deserted, change: DutyChange) -> None:
    now, line = clock.now(), deserted.line
    coordinators = await coordinators_of_line(session, line.id)
    notice = DutyNotice(
        kind=DutyNoticeKind.NOBODY_ON_CALL,
        service_line_id=line.id,
        time_zone=line.hours[0].open_hours_timezone if line.hours else clock.RECORD_ZONE,
        starts_at=now,
        about_id=change.user.id,
    )
    await tell(session, [user.id for user in coordinators], notice, cause=f"{_cause(line.id)} {now.isoformat()}")


def _cause(line_id: int) -> str:
    """The number ends before the moment, so that no line's cause begins like another's."""
    return f"nobody on call for line {line_id}:"


REACTIONS: Final = (duty_changed,)
"""Installed wherever duty changes (`wardline.on_call.reactions`)."""
