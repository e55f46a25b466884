"""Endpoints for how the requests of a line escalate in an organization."""

from fastapi import APIRouter, Request

from wardline.access.dependencies import Once
from wardline.admin.drafts.dependencies import OpenDrafts
from wardline.admin.drafts.four_eyes import directly
from wardline.admin.lines.escalations import service
from wardline.admin.lines.schemas import (
    AskForecast,
    ComparedForecast,
    EscalationChange,
    EscalationDraft,
    LineEscalationRead,
)
from wardline.admin.schemas import VersionsRead, VersionToRestore
from wardline.admin.versions import Expected, versions
from wardline.audit.recording import AuditedRoute, TouchingRoute
from wardline.core.forms.fields import Id
from wardline.core.http.error_responses import error_statuses
from wardline.network.objects import Kind
from wardline.paging.forecast import responses as forecasts
from wardline.service_lines.repository import ServiceLineRepository
from wardline.settings import Settings

router = APIRouter(tags=["administration"], route_class=AuditedRoute)
polls = APIRouter(tags=["administration"], route_class=TouchingRoute)
"""Asked anew with each change in a form; only refusals are recorded."""


@router.get("/lines/{service_line_id}/escalations/{organization_id}", operation_id="getEscalation")
async def get_escalation(service_line_id: Id, organization_id: Id, drafts: OpenDrafts) -> LineEscalationRead:
    """The organization's policies, its open draft, and the standard, which applies where no policy does."""
    found = await service.find_to_show(drafts.session, service_line_id, organization_id, drafts.by)
    return await service.read(drafts.session, found, drafts.four_eyes)


@router.put(
    "/lines/{service_line_id}/escalations/{organization_id}",
    operation_id="replaceEscalation",
    dependencies=[directly(Kind.ESCALATION)],
)
@error_statuses(409)
async def replace_escalation(
    service_line_id: Id, organization_id: Id, body: EscalationChange, drafts: OpenDrafts, expected: Expected
) -> LineEscalationRead:
    """Replaces all policies; without any, the standard applies. What is running keeps its own."""
    found = await service.find(drafts.session, service_line_id, organization_id, drafts.by)
    await service.replace(drafts.session, found, body, expected, by=drafts.by)
    return await _read(service_line_id, organization_id, drafts)


@router.put("/lines/{service_line_id}/escalations/{organization_id}/draft", operation_id="saveEscalationDraft")
@error_statuses(409)
async def save_escalation_draft(
    service_line_id: Id, organization_id: Id, body: EscalationDraft, drafts: OpenDrafts, expected: Expected
) -> LineEscalationRead:
    """If-Match has the version of the open draft, or of the escalation if there is none."""
    found = await service.find(drafts.session, service_line_id, organization_id, drafts.by)
    await service.save_draft(drafts.session, found, body, expected, drafts=drafts)
    return await _read(service_line_id, organization_id, drafts)


@router.get("/lines/{service_line_id}/escalations/{organization_id}/versions", operation_id="listEscalationVersions")
async def list_escalation_versions(service_line_id: Id, organization_id: Id, drafts: OpenDrafts) -> VersionsRead:
    """What was changed, by whom and why; the last hundred."""
    found = await service.find_to_show(drafts.session, service_line_id, organization_id, drafts.by)
    return await versions(drafts.session, found.key)


@router.post(
    "/lines/{service_line_id}/escalations/{organization_id}/versions/{version}/restore",
    operation_id="restoreEscalationVersion",
    dependencies=[directly(Kind.ESCALATION)],
)
@error_statuses(409)
async def restore_escalation_version(
    service_line_id: Id,
    organization_id: Id,
    version: Id,
    body: VersionToRestore,
    drafts: OpenDrafts,
    expected: Expected,
    once: Once,
) -> LineEscalationRead:
    """Makes it as it was then, by the rules of today."""
    found = await service.find(drafts.session, service_line_id, organization_id, drafts.by)
    await once(lambda: service.restore(drafts.session, found, version, expected, body.confirmed, by=drafts.by))
    return await _read(service_line_id, organization_id, drafts)


@polls.post("/lines/{service_line_id}/escalations/{organization_id}/would-be-paged", operation_id="compareForecasts")
@error_statuses(404)
async def compare_forecasts(
    service_line_id: Id, organization_id: Id, body: AskForecast, request: Request, drafts: OpenDrafts
) -> ComparedForecast:
    """Who would be paged about a request that nobody answers, as it is and with these policies."""
    settings: Settings = request.app.state.settings
    found = await service.find(drafts.session, service_line_id, organization_id, drafts.by)
    live, sent = await service.compare(
        drafts.session, found, body, backup_number=settings.standard_backup_number, by=drafts.by
    )
    (line,) = await ServiceLineRepository(drafts.session).lines([service_line_id])
    return ComparedForecast(live=forecasts.forecast(live, line), sent=forecasts.forecast(sent, line))


async def _read(service_line_id: int, organization_id: int, drafts: OpenDrafts) -> LineEscalationRead:
    found = await service.find(drafts.session, service_line_id, organization_id, drafts.by)
    return await service.read(drafts.session, found, drafts.four_eyes)
