"""Copying a month of a call schedule."""

from fastapi import APIRouter, Response

from wardline.access.dependencies import Once, SignedIn
from wardline.access.limits import COSTLY
from wardline.audit.recording import TouchingRoute, touched
from wardline.call_schedules import responses
from wardline.call_schedules.copying import service as copying
from wardline.call_schedules.copying.schemas import CopiedShift, CopyMonth, CopyPreview, MonthCopied
from wardline.call_schedules.schemas import ScheduleChangeRead
from wardline.core.forms.fields import Id
from wardline.core.http.error_responses import error_statuses
from wardline.core.http.routing import Session

router = APIRouter(tags=["planning tools"], route_class=TouchingRoute)


@router.post("/call-schedules/{schedule_id}/copies/preview", operation_id="previewCopy", dependencies=COSTLY)
@error_statuses(404)
async def preview_copy(schedule_id: Id, body: CopyMonth, session: Session, user: SignedIn) -> CopyPreview:
    """Who would be planned, and what keeps the month from being copied."""
    found = await copying.preview(session, schedule_id, body, by=user)
    named = {step.user_id for step in found.steps if step.user_id is not None} | found.not_on_the_line
    named |= {user_id for each in found.conflicts for user_id in (each.user_id, each.replaced_user_id) if user_id}
    return CopyPreview(
        shifts=[
            CopiedShift(starts_at=step.span.starts_at, ends_at=step.span.ends_at, user_id=step.user_id)
            for step in found.steps
        ],
        conflicts=[ScheduleChangeRead.model_validate(change) for change in found.conflicts],
        not_on_the_line=sorted(found.not_on_the_line),
        people=await responses.people(session, named),
    )


@router.post("/call-schedules/{schedule_id}/copies", operation_id="copyMonth", status_code=201, dependencies=COSTLY)
@error_statuses(404, 409)
async def copy_month(schedule_id: Id, body: CopyMonth, session: Session, user: SignedIn, once: Once) -> MonthCopied:
    """Plans the same people at the same weekdays and clock times, moved by weeks: first Monday to first Monday."""
    touched(session).details["scheduleId"] = schedule_id
    copy_id = await once(lambda: copying.copy(session, schedule_id, body, by=user))
    return MonthCopied(id=int(copy_id))


@router.delete("/call-schedules/{schedule_id}/copies/{copy_id}", operation_id="removeCopy", status_code=204)
@error_statuses(404, 409)
async def remove_copy(schedule_id: Id, copy_id: Id, session: Session, user: SignedIn) -> Response:
    """Takes a copy back, from now on."""
    touched(session).details["scheduleId"] = schedule_id
    await copying.remove(session, schedule_id, copy_id, by=user)
    return Response(status_code=204)
