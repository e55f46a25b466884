"""Which lines have nobody on call although they are open."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy.ext.asyncio import AsyncSession

from wardline.core import clock
from wardline.paging.repository import PagingRepository
from wardline.service_lines.hours import Timetable
from wardline.service_lines.models import ServiceLine
from wardline.service_lines.repository import ServiceLineRepository

_WEEK: Final = timedelta(days=7)


@dataclass(frozen=True, slots=True)
class Deserted:
    """A line that is open and has nobody on call. `open_until` is None if it does not close within a week."""

    line: ServiceLine
    open_until: datetime | None


async def deserted_lines(
    session: AsyncSession, service_line_ids: Collection[int], *, without_id: int | None = None
) -> list[Deserted]:
    """Those of these lines that are open now while requests would page nobody on call, or only this user; by name."""
    if not service_line_ids:
        return []
    staffed = await PagingRepository(session).lines_with_providers(service_line_ids, without_id=without_id)
    now = clock.now()
    return [
        Deserted(line, _open_until(line.timetable, now))
        for line in await ServiceLineRepository(session).lines(set(service_line_ids) - staffed)
        if line.timetable.is_open(now)
    ]


def _open_until(hours: Timetable, now: datetime) -> datetime | None:
    """When the line, which is open, closes."""
    closes_at = next((opening.closes_at for opening in hours.openings(now)), None)
    return closes_at if closes_at is not None and closes_at < now + _WEEK else None
