"""Who may change a service line, and what a change would do."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from sqlalchemy.ext.asyncio import AsyncSession

from wardline.access.current_user import CurrentUser
from wardline.admin.consequences import Consequence
from wardline.admin.lines.errors import LineOfOthers
from wardline.admin.lines.previewing import preview
from wardline.admin.lines.repository import LineRepository
from wardline.audit.recording import touched
from wardline.network.lines import OpeningHours
from wardline.network.objects import Line
from wardline.service_lines.hours import DatedException, Timetable

CLOSES: Final = "closes"


async def check(session: AsyncSession, by: CurrentUser, _before: Line | None, after: Line) -> None:
    """A line belongs to all organizations that request it.

    Raises:
        LineOfOthers
    """
    organization_ids = await LineRepository(session).organizations_requesting(after.code)
    touched(session).organization_ids.update(organization_ids or by.administered_organization_ids)
    if not organization_ids <= by.administered_organization_ids:
        raise LineOfOthers


async def foresee(
    session: AsyncSession, _by: CurrentUser, before: Line | None, after: Line, at: datetime
) -> Sequence[Consequence]:
    """That requests are still open when it closes: at once, or on a whole day of the next two weeks."""
    if before is None or not _closes(timetable_of(before), timetable_of(after), at):
        return ()
    counts = await LineRepository(session).open_consults(after.code)
    if not counts:
        return ()
    total = sum(counts.values())
    places = ", ".join(f"{count} at {name}" for name, count in counts.items())
    consults = "1 consult is" if total == 1 else f"{total} consults are"
    text = f"{consults} still open ({places}). They stay open, and nobody can request another one while it is closed."
    return (Consequence(CLOSES, text),)


def _closes(before: Timetable, after: Timetable, at: datetime) -> bool:
    if before.is_open(at) and not after.is_open(at):
        return True
    return any(day.live and not day.sent for day in preview(before, after, at).days)


def timetable_of(hours: OpeningHours) -> Timetable:
    """When a line with these hours is open."""
    exceptions = [
        DatedException(each.name, each.first, each.last_day, each.open, each.time_zone) for each in hours.exceptions
    ]
    return Timetable(hours.hours, exceptions)
