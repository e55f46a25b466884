"""Endpoints for the escalation policies of an installation."""

from typing import Annotated

from fastapi import APIRouter, Depends, Response

from wardline.access.current_user import CurrentUser
from wardline.access.dependencies import permitted
from wardline.access.permissions import MANAGE_ADMIN
from wardline.audit.recording import AuditedRoute
from wardline.core import clock
from wardline.core.errors import FieldError, ValidationFailed
from wardline.core.forms import messages
from wardline.core.forms.fields import Id
from wardline.core.http.routing import Session
from wardline.paging.choices import PageTarget
from wardline.paging.errors import PolicyNotFound
from wardline.paging.models import EscalationPolicyRow
from wardline.paging.repository import PagingRepository
from wardline.paging.schemas import EscalationPolicyChange, EscalationPolicyRead
from wardline.places.models import Facility
from wardline.service_lines.models import ServiceLine
from wardline.service_lines.registry import line_of

router = APIRouter(tags=["paging"], route_class=AuditedRoute)

Administrator = Annotated[CurrentUser, Depends(permitted(MANAGE_ADMIN))]


@router.get("/escalation-policies", operation_id="listEscalationPolicies")
async def list_escalation_policies(session: Session, user: Administrator) -> list[EscalationPolicyRead]:
    """Only where one of the user's organizations has decided otherwise than the standard."""
    rows = await PagingRepository(session).policies(user.administered_organization_ids)
    return [EscalationPolicyRead.model_validate(row) for row in rows]


@router.put("/escalation-policies", operation_id="putEscalationPolicy")
async def put_escalation_policy(
    body: EscalationPolicyChange, session: Session, user: Administrator
) -> EscalationPolicyRead:
    """Adds or replaces the policy for this organization, line, priority and facility; what is running keeps its own."""
    invalid = []
    if body.organization_id not in user.administered_organization_ids:
        invalid.append(FieldError("organizationId", messages.INVALID))
    if await session.get(ServiceLine, body.service_line_id) is None:
        invalid.append(FieldError("serviceLineId", messages.INVALID))
    elif not line_of(body.service_line_id).primary_checkin_on:
        # Everyone on call for such a line gets all notifications, so that a step for the others would page nobody.
        invalid += [
            FieldError(f"policy.steps.{place}.targets", messages.INVALID)
            for place, step in enumerate(body.policy.steps)
            if {PageTarget.ESCALATION_ONLY, PageTarget.PLANNED_ESCALATION} & set(step.targets)
        ]
    if body.facility_id is not None:
        facility = await session.get(Facility, body.facility_id)
        if facility is None or facility.organization_id != body.organization_id:
            invalid.append(FieldError("facilityId", messages.INVALID))
    if invalid:
        raise ValidationFailed(errors=invalid)
    values = {
        "organization_id": body.organization_id,
        "service_line_id": body.service_line_id,
        "priority": body.priority,
        "facility_id": body.facility_id,
        "policy": body.policy.model_dump(mode="json", by_alias=True),
        "changed_at": clock.now(),
        "changed_by_id": user.id,
    }
    policy_id = await PagingRepository(session).put_policy(values)
    return EscalationPolicyRead.model_validate(await session.get_one(EscalationPolicyRow, policy_id))


@router.delete("/escalation-policies/{policy_id}", operation_id="deleteEscalationPolicy", status_code=204)
async def delete_escalation_policy(policy_id: Id, session: Session, user: Administrator) -> Response:
    """Requests of the line then escalate by a more general policy, or by the standard one."""
    if not await PagingRepository(session).delete_policy(policy_id, user.administered_organization_ids):
        raise PolicyNotFound
    return Response(status_code=204)
