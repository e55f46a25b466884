"""Check-in, check-out and their settings."""

from typing import Annotated

from fastapi import APIRouter, Query, Response

from wardline.access.dependencies import Once, SignedIn
from wardline.audit.recording import TouchingRoute, touched
from wardline.core.forms.fields import Id, TrimmedText
from wardline.core.http.routing import Session
from wardline.on_call import responses
from wardline.on_call import service as on_call
from wardline.on_call.repository import CheckInRepository
from wardline.on_call.schemas import CheckInRead, CheckInRequest, LineOnCall, PreferenceRequest
from wardline.people.models import CheckIn

router = APIRouter(tags=["on call"], route_class=TouchingRoute)


@router.post("/checkin", operation_id="checkIn", status_code=201)
async def check_in(body: CheckInRequest, session: Session, user: SignedIn, once: Once) -> CheckInRead:
    touched(session).details["serviceLineId"] = body.service_line_id
    check_in_id = await once(lambda: on_call.check_in(session, body, user=user))
    row = await session.get_one(CheckIn, int(check_in_id))
    return responses.check_in(row, await CheckInRepository(session).transfer_roles([row.role_id]))


@router.get("/checkin", operation_id="listCheckIns")
async def list_check_ins(session: Session, user: SignedIn) -> list[CheckInRead]:
    role_ids = {check_in.role_id for check_in in user.check_ins}
    transfer_role_ids = await CheckInRepository(session).transfer_roles(role_ids) if role_ids else set()
    return [responses.check_in(check_in, transfer_role_ids) for check_in in user.check_ins]


@router.put("/checkin/preference", operation_id="setOnCallPreference", status_code=204)
async def set_on_call_preference(body: PreferenceRequest, session: Session, user: SignedIn) -> Response:
    touched(session).details["serviceLineId"] = body.sms_info.service_line_id
    await on_call.set_preference(session, body, user=user)
    return Response(status_code=204)


@router.post("/checkout", operation_id="checkOut", status_code=204)
async def check_out(session: Session, user: SignedIn, once: Once) -> Response:
    touched(session).details["serviceLineIds"] = sorted(user.checked_in_line_ids)
    await once(lambda: on_call.check_out(session, user=user))
    return Response(status_code=204)


@router.get("/on-call", operation_id="listOnCall")
async def list_on_call(
    session: Session,
    user: SignedIn,
    service_line_id: Annotated[Id | None, Query(alias="serviceLineId")] = None,
    name: Annotated[TrimmedText, Query()] = "",
) -> list[LineOnCall]:
    """Who is on call now, for each line that the caller may view or request and that serves their organizations.

    With `serviceLineId` only for that line, and with `name` only those with names that begin with its words.
    """
    rows = await CheckInRepository(session).on_call_now(user, only_line_id=service_line_id, name=name)
    return responses.lines_on_call(rows)
