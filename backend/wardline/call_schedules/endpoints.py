"""Call schedules: planners edit them, and those who are on them see them."""

from datetime import timedelta
from typing import Annotated, Final

from fastapi import APIRouter, Query, Response

from wardline.access.dependencies import Once, SignedIn
from wardline.access.limits import COSTLY
from wardline.audit.recording import TouchingRoute, touched
from wardline.call_schedules import policies, responses
from wardline.call_schedules import service as call_schedules
from wardline.call_schedules.repository import CallScheduleRepository
from wardline.call_schedules.schemas import (
    CallScheduleAdded,
    CallSchedulesRead,
    CheckCallSchedule,
    FindingsRead,
    MyShiftRead,
    NewCallSchedule,
    PlannablePerson,
    PlanRead,
    SaveCallSchedule,
    ScheduleChangeAdded,
    ScheduleChangeFields,
)
from wardline.call_schedules.spans import Span
from wardline.core import clock
from wardline.core.errors import FieldError, NotFound, ValidationFailed
from wardline.core.forms import messages
from wardline.core.forms.fields import Id
from wardline.core.forms.wire import UtcDateTime
from wardline.core.http.error_responses import error_statuses
from wardline.core.http.routing import Session

router = APIRouter(tags=["call schedules"], route_class=TouchingRoute)

LONGEST_WINDOW: Final = timedelta(days=45)
"""A month as a calendar shows it, with the days around it."""
MY_SHIFTS_AHEAD: Final = timedelta(days=90)

LineOnly = Annotated[Id | None, Query(alias="serviceLineId")]


@router.get("/call-schedules", operation_id="listCallSchedules")
async def list_call_schedules(session: Session, user: SignedIn, service_line_id: LineOnly = None) -> CallSchedulesRead:
    """Those of the lines that the caller plans, or may be on call for."""
    repository = CallScheduleRepository(session)
    line_ids = await repository.line_ids(user)
    rows = await repository.schedules(line_ids, only_line_id=service_line_id)
    return await responses.schedules(session, rows, line_ids, user)


@router.post("/call-schedules", operation_id="addCallSchedule", status_code=201)
@error_statuses(404, 409)
async def add_call_schedule(body: NewCallSchedule, session: Session, user: SignedIn, once: Once) -> CallScheduleAdded:
    touched(session).details["serviceLineId"] = body.service_line_id
    return CallScheduleAdded(id=int(await once(lambda: call_schedules.add(session, body, by=user))))


@router.post("/call-schedules/check", operation_id="checkCallSchedule", dependencies=COSTLY)
@error_statuses(404)
async def check_call_schedule(body: CheckCallSchedule, session: Session, user: SignedIn) -> FindingsRead:
    """What the line's plan would leave open in the next 52 weeks if the schedule were saved like this."""
    return await responses.findings(session, await call_schedules.check(session, body, by=user))


@router.get("/call-schedules/shifts", operation_id="listPlannedShifts")
async def list_planned_shifts(
    session: Session,
    user: SignedIn,
    starts_at: Annotated[UtcDateTime, Query(alias="from")],
    ends_at: Annotated[UtcDateTime, Query(alias="until")],
    service_line_id: LineOnly = None,
) -> PlanRead:
    """Everything planned that overlaps the time, at most 45 days."""
    if not timedelta(0) < ends_at - starts_at <= LONGEST_WINDOW:
        raise ValidationFailed(errors=[FieldError("until", messages.INVALID)])
    repository = CallScheduleRepository(session)
    rows = await repository.schedules(await repository.line_ids(user), only_line_id=service_line_id)
    return await responses.plan(session, [row.id for row in rows], Span(starts_at, ends_at))


@router.get("/call-schedules/findings", operation_id="listPlanFindings", dependencies=COSTLY)
async def list_plan_findings(session: Session, user: SignedIn, service_line_id: LineOnly = None) -> FindingsRead:
    """Gaps, doubles and conflicts of the next 52 weeks."""
    policies.can_plan(user).enforce()
    return await responses.findings(session, await call_schedules.find(session, service_line_id, by=user))


@router.get("/call-schedules/people", operation_id="listPlannablePeople")
@error_statuses(404)
async def list_plannable_people(
    session: Session, user: SignedIn, service_line_id: Annotated[Id, Query(alias="serviceLineId")]
) -> list[PlannablePerson]:
    """Everybody who may go on call for the line."""
    policies.can_plan(user).enforce()
    if service_line_id not in await CallScheduleRepository(session).line_ids(user):
        raise NotFound
    return await responses.plannable(session, service_line_id)


@router.put("/call-schedules/{schedule_id}", operation_id="saveCallSchedule", status_code=204)
@error_statuses(404, 409)
async def save_call_schedule(schedule_id: Id, body: SaveCallSchedule, session: Session, user: SignedIn) -> Response:
    touched(session).details["scheduleId"] = schedule_id
    await call_schedules.save(session, schedule_id, body, by=user)
    return Response(status_code=204)


@router.delete("/call-schedules/{schedule_id}", operation_id="removeCallSchedule", status_code=204)
@error_statuses(404, 409)
async def remove_call_schedule(
    schedule_id: Id, session: Session, user: SignedIn, version: Annotated[Id, Query()]
) -> Response:
    touched(session).details["scheduleId"] = schedule_id
    await call_schedules.remove(session, schedule_id, version, by=user)
    return Response(status_code=204)


@router.post("/call-schedules/{schedule_id}/changes", operation_id="addScheduleChange", status_code=201)
@error_statuses(404, 409)
async def add_schedule_change(
    schedule_id: Id, body: ScheduleChangeFields, session: Session, user: SignedIn, once: Once
) -> ScheduleChangeAdded:
    touched(session).details["scheduleId"] = schedule_id
    change_id = await once(lambda: call_schedules.add_change(session, schedule_id, body, by=user))
    return ScheduleChangeAdded(id=int(change_id))


@router.post("/call-schedules/{schedule_id}/changes/check", operation_id="checkScheduleChange", dependencies=COSTLY)
@error_statuses(404, 409)
async def check_schedule_change(
    schedule_id: Id, body: ScheduleChangeFields, session: Session, user: SignedIn
) -> FindingsRead:
    """What the change would newly leave open in the next 52 weeks, and why its person may not be there."""
    return await responses.findings(session, await call_schedules.check_change(session, schedule_id, body, by=user))


@router.delete(
    "/call-schedules/{schedule_id}/changes/{change_id}", operation_id="removeScheduleChange", status_code=204
)
@error_statuses(404, 409)
async def remove_schedule_change(schedule_id: Id, change_id: Id, session: Session, user: SignedIn) -> Response:
    touched(session).details["scheduleId"] = schedule_id
    await call_schedules.remove_change(session, schedule_id, change_id, by=user)
    return Response(status_code=204)


@router.get("/shifts/me", operation_id="listMyShifts")
async def list_my_shifts(session: Session, user: SignedIn) -> list[MyShiftRead]:
    """The caller's shift that runs now, and those of the next 90 days."""
    now = clock.now()
    rows = await CallScheduleRepository(session).shifts_of(user.id, now, now + MY_SHIFTS_AHEAD)
    return await responses.shifts_of(session, rows)
