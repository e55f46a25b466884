"""Endpoints for the administration of service lines."""

from typing import Annotated

from fastapi import APIRouter, Depends

from wardline.access.current_user import CurrentUser
from wardline.access.dependencies import Once, permitted
from wardline.access.permissions import MANAGE_ADMIN
from wardline.admin.drafts.dependencies import OpenDrafts
from wardline.admin.drafts.four_eyes import directly
from wardline.admin.drafts.responses import mark
from wardline.admin.lines import responses, service
from wardline.admin.lines.entering import entered_hours
from wardline.admin.lines.previewing import preview
from wardline.admin.lines.repository import LineRepository
from wardline.admin.lines.rules import timetable_of
from wardline.admin.lines.schemas import HoursPreview, LineChange, LineDraft, LineHours, LineRead, LinesRead
from wardline.admin.schemas import VersionsRead, VersionToRestore
from wardline.admin.versions import Expected, versions
from wardline.audit.recording import AuditedRoute, TouchingRoute
from wardline.core import clock
from wardline.core.errors import NotFound
from wardline.core.forms.fields import Id
from wardline.core.http.error_responses import error_statuses
from wardline.core.http.routing import Session
from wardline.network import changing
from wardline.network.objects import Kind
from wardline.service_lines.models import ServiceLine

router = APIRouter(tags=["administration"], route_class=AuditedRoute)
polls = APIRouter(tags=["administration"], route_class=TouchingRoute)
"""Asked anew with each change in a form; only refusals are recorded."""

Administrator = Annotated[CurrentUser, Depends(permitted(MANAGE_ADMIN))]


@router.get("/lines", operation_id="listLines")
async def list_lines(drafts: OpenDrafts) -> LinesRead:
    """All service lines, by name."""
    repository = LineRepository(drafts.session)
    of_others = await repository.of_others(drafts.by.administered_organization_ids)
    now = clock.now()
    return LinesRead(
        lines=[
            responses.row(
                line,
                now,
                may_change=line.id not in of_others,
                managed_by=file,
                draft=mark(draft, drafts.four_eyes) if draft is not None else None,
            )
            for line, file, draft in await repository.all()
        ]
    )


@router.get("/lines/{service_line_id}", operation_id="getLine")
async def get_line(service_line_id: Id, drafts: OpenDrafts) -> LineRead:
    """With the draft that is open, if there is one."""
    return await _shown(await service.find_to_show(drafts.session, service_line_id, by=drafts.by), drafts)


@router.put("/lines/{service_line_id}", operation_id="replaceLine", dependencies=[directly(Kind.SERVICE_LINE)])
@error_statuses(409)
async def replace_line(service_line_id: Id, body: LineChange, drafts: OpenDrafts, expected: Expected) -> LineRead:
    """Replaces hours, exceptions and priorities at once."""
    await service.replace(drafts.session, service_line_id, body, expected, by=drafts.by)
    return await _read(service_line_id, drafts)


@router.put("/lines/{service_line_id}/draft", operation_id="saveLineDraft")
@error_statuses(409)
async def save_line_draft(service_line_id: Id, body: LineDraft, drafts: OpenDrafts, expected: Expected) -> LineRead:
    """If-Match has the version of the open draft, or of the line if there is none."""
    await service.save_draft(drafts.session, service_line_id, body, expected, drafts=drafts)
    return await _read(service_line_id, drafts)


@polls.post("/lines/{service_line_id}/preview", operation_id="previewLineHours")
async def preview_line_hours(
    service_line_id: Id, body: LineHours, session: Session, _user: Administrator
) -> HoursPreview:
    """When the line is open in the next 14 days, as it is and with these hours."""
    line = await service.find(session, service_line_id)
    stored = await session.run_sync(changing.stored, service.key_of(line))
    if stored is None:
        raise NotFound
    return preview(timetable_of(stored.entry), timetable_of(entered_hours(body)), clock.now())


@router.get("/lines/{service_line_id}/versions", operation_id="listLineVersions")
async def list_line_versions(service_line_id: Id, session: Session, user: Administrator) -> VersionsRead:
    """What was changed, by whom and why; the last hundred."""
    return await versions(session, service.key_of(await service.find_to_show(session, service_line_id, by=user)))


@router.post(
    "/lines/{service_line_id}/versions/{version}/restore",
    operation_id="restoreLineVersion",
    dependencies=[directly(Kind.SERVICE_LINE)],
)
@error_statuses(409)
async def restore_line_version(
    service_line_id: Id, version: Id, body: VersionToRestore, drafts: OpenDrafts, expected: Expected, once: Once
) -> LineRead:
    """Makes the line as it was then, by the rules of today."""
    await once(
        lambda: service.restore(drafts.session, service_line_id, version, expected, body.confirmed, by=drafts.by)
    )
    return await _read(service_line_id, drafts)


async def _read(service_line_id: int, drafts: OpenDrafts) -> LineRead:
    return await _shown(await service.find(drafts.session, service_line_id), drafts)


async def _shown(line: ServiceLine, drafts: OpenDrafts) -> LineRead:
    return await responses.line(drafts.session, line, drafts.by, drafts.four_eyes)
