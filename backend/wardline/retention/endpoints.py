"""Endpoints for retention, with a permission of its own. Nothing is removed over HTTP."""

from typing import Annotated

from fastapi import APIRouter, Depends

from wardline.access.current_user import CurrentUser
from wardline.access.dependencies import Once, permitted
from wardline.access.limits import COSTLY
from wardline.access.permissions import MANAGE_RETENTION
from wardline.admin.versions import Expected
from wardline.audit.recording import AuditedRoute
from wardline.audit.witnesses.registry import witnesses_of
from wardline.core.forms.fields import Id
from wardline.core.http.app_settings import AppSettings
from wardline.core.http.error_responses import error_statuses
from wardline.core.http.routing import Session
from wardline.retention import service
from wardline.retention.choices import RetentionKind
from wardline.retention.schemas import (
    EndedHold,
    HoldRead,
    NewHold,
    PeriodFields,
    PeriodRead,
    RetentionPlan,
    RetentionRead,
)

router = APIRouter(tags=["administration"], route_class=AuditedRoute)

RecordsOfficer = Annotated[CurrentUser, Depends(permitted(MANAGE_RETENTION))]


@router.get("/retention", operation_id="getRetention")
async def get_retention(session: Session, user: RecordsOfficer) -> RetentionRead:
    return await service.read(session, by=user)


@router.get("/retention/plan", operation_id="planRetention", dependencies=COSTLY)
async def plan_retention(settings: AppSettings, session: Session, user: RecordsOfficer) -> RetentionPlan:
    """What could be removed now. Nothing is, until somebody runs `wardline retention apply` on the server."""
    return await service.plan(session, [witness.name for witness in witnesses_of(settings)], by=user)


@router.put("/retention/periods/{kind}", operation_id="setRetentionPeriod")
@error_statuses(404)
async def set_retention_period(
    kind: RetentionKind, body: PeriodFields, session: Session, user: RecordsOfficer, expected: Expected
) -> PeriodRead:
    """How long one kind is kept by an organization, or by the installation if `organizationId` is null."""
    return await service.set_period(session, kind, body, expected, by=user)


@router.post("/retention/holds", operation_id="addLegalHold", status_code=201)
@error_statuses(404)
async def add_legal_hold(body: NewHold, session: Session, user: RecordsOfficer, once: Once) -> HoldRead:
    """What is held is not removed, whatever the periods say."""
    hold_id = int(await once(lambda: service.add_hold(session, body, by=user)))
    return await service.find_hold(session, hold_id, by=user)


@router.post("/retention/holds/{hold_id}/end", operation_id="endLegalHold")
@error_statuses(409)
async def end_legal_hold(hold_id: Id, body: EndedHold, session: Session, user: RecordsOfficer, once: Once) -> HoldRead:
    await once(lambda: service.end_hold(session, hold_id, body, by=user))
    return await service.find_hold(session, hold_id, by=user)
