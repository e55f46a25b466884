"""Endpoints for the escalation policies of an installation."""

from typing import Annotated

from fastapi import APIRouter, Depends, Response

from wardline.access.current_user import CurrentUser
from wardline.access.dependencies import permitted
from wardline.access.permissions import MANAGE_ADMIN
from wardline.audit.recording import TouchingRoute
from wardline.core import clock
from wardline.core.errors import FieldError, ValidationFailed
from wardline.core.forms import messages
from wardline.core.forms.fields import Id
from wardline.core.http.routing import Session
from wardline.paging.errors import PolicyNotFound
from wardline.paging.models import EscalationPolicyRow
from wardline.paging.repository import PagingRepository
from wardline.paging.schemas import EscalationPolicyChange, EscalationPolicyRead
from wardline.places.models import Facility
from wardline.service_lines.models import ServiceLine

router = APIRouter(tags=["paging"], route_class=TouchingRoute)

Administrator = Annotated[CurrentUser, Depends(permitted(MANAGE_ADMIN))]


@router.get("/escalation-policies", operation_id="listEscalationPolicies")
async def list_escalation_policies(session: Session, user: Administrator) -> list[EscalationPolicyRead]:  # noqa: ARG001
    """Only where the installation has decided otherwise than the standard."""
    return [EscalationPolicyRead.model_validate(row) for row in await PagingRepository(session).policies()]


@router.put("/escalation-policies", operation_id="putEscalationPolicy")
async def put_escalation_policy(
    body: EscalationPolicyChange, session: Session, user: Administrator
) -> EscalationPolicyRead:
    """Adds or replaces the policy for this line, priority and facility. What is running keeps the earlier one."""
    unknown = [
        FieldError(field, messages.INVALID)
        for field, model, key in (
            ("serviceLineId", ServiceLine, body.service_line_id),
            ("facilityId", Facility, body.facility_id),
        )
        if key is not None and await session.get(model, key) is None
    ]
    if unknown:
        raise ValidationFailed(errors=unknown)
    values = {
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
async def delete_escalation_policy(policy_id: Id, session: Session, user: Administrator) -> Response:  # noqa: ARG001
    """Requests of the line then escalate by a more general policy, or by the standard one."""
    if not await PagingRepository(session).delete_policy(policy_id):
        raise PolicyNotFound
    return Response(status_code=204)
