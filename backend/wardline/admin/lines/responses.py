"""Service lines on the wire, as administrators see them."""

from collections.abc import Collection
from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncSession

from wardline.access.current_user import CurrentUser
from wardline.admin.drafts.responses import open_draft_of
from wardline.admin.drafts.schemas import DraftMark
from wardline.admin.lines.entering import line_settings
from wardline.admin.lines.repository import LineRepository
from wardline.admin.lines.schemas import LineRead, LineRow
from wardline.core.errors import NotFound
from wardline.network import changing
from wardline.network.changing import Stored
from wardline.network.objects import Kind, Line, ObjectKey
from wardline.places.schemas import OrganizationRead
from wardline.service_lines.models import ServiceLine
from wardline.service_lines.registry import line_of


def row(
    line: ServiceLine, now: datetime, *, may_change: bool, managed_by: str | None, draft: DraftMark | None
) -> LineRow:
    """`line` is loaded with its hours."""
    hours = line.timetable.hours_now(now)
    return LineRow(
        id=line.id,
        name=line.name,
        is_open=hours.is_open,
        closes_at=hours.closes_at,
        opens_at=hours.opens_at,
        may_change=may_change,
        managed_by=managed_by,
        draft=draft,
    )


async def line(session: AsyncSession, found: ServiceLine, reader: CurrentUser, four_eyes: Collection[Kind]) -> LineRead:
    key = ObjectKey(Kind.SERVICE_LINE, found.code)
    stored: Stored[Line] | None = await session.run_sync(changing.stored, key)
    if stored is None:
        raise NotFound
    repository = LineRepository(session)
    own = reader.administered_organization_ids
    draft, drafted = await open_draft_of(session, key, four_eyes)
    return LineRead(
        id=found.id,
        name=found.name,
        code=found.code,
        version=stored.digest,
        managed_by=stored.file,
        may_change=await repository.organizations_requesting(found.code) <= own,
        needs_approval=Kind.SERVICE_LINE in four_eyes,
        settings=line_settings(stored.entry),
        draft=draft,
        draft_settings=line_settings(drafted) if isinstance(drafted, Line) else None,
        has_escalations_only=line_of(found.id).primary_checkin_on,
        organizations=[OrganizationRead.model_validate(each) for each in await repository.organizations(own)],
    )
