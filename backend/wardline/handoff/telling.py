"""Tells whoever answers for a line's coverage when the last one goes off call while it is open."""

from collections.abc import Mapping, Sequence
from typing import Final

from sqlalchemy.ext.asyncio import AsyncSession

from wardline.access.current_user import CurrentUser
from wardline.call_schedules.reminders import service as reminders
from wardline.core import clock
from wardline.directory.coordinators import responsible_for_coverage
from wardline.duty_notices.choices import DutyNoticeKind
from wardline.duty_notices.service import DutyNotice, Telling, tell, withdraw
from wardline.handoff.lines import deserted_lines
from wardline.on_call.reactions import DutyChange


async def duty_changed(session: AsyncSession, change: DutyChange) -> None:
    """`wardline.on_call.reactions.Reaction`: what was told of a line no longer applies once somebody is there again."""
    for line_id in sorted(change.gained):
        await withdraw(session, _cause(line_id))
    await tell_of_lines_left(session, dict.fromkeys(change.lost, change.user.id))


async def tell_of_lines_left(session: AsyncSession, left: Mapping[int, int]) -> None:
    """Tell of those of these lines for which nobody is there anymore. `left` has the user who was, by line."""
    now = clock.now()
    deserted = await deserted_lines(session, left.keys())
    readers = await those_to_tell(session, {each.line.id: left[each.line.id] for each in deserted})
    tellings = []
    for line in (each.line for each in deserted):
        notice = DutyNotice(
            kind=DutyNoticeKind.NOBODY_ON_CALL,
            service_line_id=line.id,
            time_zone=line.hours[0].open_hours_timezone if line.hours else clock.RECORD_ZONE,
            starts_at=now,
            about_id=left[line.id],
        )
        cause = f"{_cause(line.id)} {now.isoformat()}"
        tellings.append(Telling([user.id for user in readers[line.id]], notice, cause))
    await tell(session, *tellings)


async def those_to_tell(session: AsyncSession, left: Mapping[int, int]) -> Mapping[int, Sequence[CurrentUser]]:
    """By line, those who are told once nobody is on call for it; `left` has the user who knows because they left."""
    responsible = await responsible_for_coverage(session, left.keys())
    return {line_id: [user for user in users if user.id != left[line_id]] for line_id, users in responsible.items()}


def _cause(line_id: int) -> str:
    """The number ends before the moment, so that no line's cause begins like another's."""
    return f"nobody on call for line {line_id}:"


REACTIONS: Final = (reminders.duty_changed, duty_changed)
"""Of all domains, installed wherever duty changes (`wardline.on_call.reactions`)."""
