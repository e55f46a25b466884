"""Calendars out and in: secret addresses of shifts, and calendars that call schedules are planned from."""

import asyncio
from typing import Final

from fastapi import APIRouter, Request, Response

from wardline.access.dependencies import Once, SignedIn
from wardline.access.limits import COSTLY
from wardline.addresses import url_host
from wardline.audit.recording import TouchingRoute, touched
from wardline.call_schedules.calendars import imports, links, responses, writing
from wardline.call_schedules.calendars.schemas import (
    CalendarImported,
    CalendarLinkIssued,
    CalendarLinkRead,
    CalendarPreview,
    CalendarSource,
    ImportCalendar,
    ImportedCalendarsRead,
    IssueCalendarLink,
)
from wardline.call_schedules.service import planned_by
from wardline.core.errors import NotFound
from wardline.core.forms.fields import Id
from wardline.core.http.app_settings import AppSettings
from wardline.core.http.error_responses import error_statuses
from wardline.core.http.routing import Session, TransactionRoute
from wardline.core.security.rate_limits import RateLimiter

router = APIRouter(tags=["calendars"], route_class=TouchingRoute)

FEEDS: Final = "/calendars"


@router.get("/calendar-links", operation_id="listCalendarLinks")
async def list_calendar_links(session: Session, user: SignedIn) -> list[CalendarLinkRead]:
    """The caller's own, without their secrets."""
    return await responses.links_of(session, user.id)


@router.post("/calendar-links", operation_id="issueCalendarLink", status_code=201, dependencies=COSTLY)
@error_statuses(404)
async def issue_calendar_link(
    body: IssueCalendarLink, session: Session, user: SignedIn, settings: AppSettings
) -> CalendarLinkIssued:
    """A secret address at which calendars read shifts. It replaces the caller's earlier one for the same shifts."""
    touched(session).details["scheduleId"] = body.schedule_id
    link_id, secret = await links.issue(session, body.schedule_id, by=user)
    return CalendarLinkIssued(id=link_id, address=f"{settings.origin}/api{FEEDS}/{secret}.ics")


@router.delete("/calendar-links/{link_id}", operation_id="revokeCalendarLink", status_code=204)
@error_statuses(404)
async def revoke_calendar_link(link_id: Id, session: Session, user: SignedIn) -> Response:
    touched(session).details["calendarLinkId"] = link_id
    await links.remove(session, link_id, by=user)
    return Response(status_code=204)


@router.get("/call-schedules/{schedule_id}/imported-calendars", operation_id="listImportedCalendars")
async def list_imported_calendars(
    schedule_id: Id, session: Session, user: SignedIn, settings: AppSettings
) -> ImportedCalendarsRead:
    """From the highest layer down."""
    return await responses.imported(session, await planned_by(session, schedule_id, user), settings)


@router.post(
    "/call-schedules/{schedule_id}/imported-calendars",
    operation_id="importCalendar",
    status_code=201,
    dependencies=COSTLY,
)
@error_statuses(404, 409)
async def import_calendar(
    schedule_id: Id, body: ImportCalendar, session: Session, user: SignedIn, once: Once, settings: AppSettings
) -> CalendarImported:
    """Makes a calendar a layer of the schedule, or replaces one; responds with 400 if it cannot be read."""
    touched(session).details["scheduleId"] = schedule_id
    await planned_by(session, schedule_id, user)
    copy = await imports.copy_of(session, body, settings)
    return CalendarImported(id=int(await once(lambda: imports.save(session, schedule_id, body, copy, by=user))))


@router.post(
    "/call-schedules/{schedule_id}/imported-calendars/preview",
    operation_id="previewImportedCalendar",
    dependencies=COSTLY,
)
async def preview_imported_calendar(
    schedule_id: Id, body: CalendarSource, session: Session, user: SignedIn, settings: AppSettings
) -> CalendarPreview:
    """What a calendar would plan; responds with 400 if it cannot be read."""
    await planned_by(session, schedule_id, user)
    copy = await imports.copy_of(session, body, settings)
    return await responses.preview(session, await planned_by(session, schedule_id, user), copy.reading)


@router.delete(
    "/call-schedules/{schedule_id}/imported-calendars/{calendar_id}",
    operation_id="removeImportedCalendar",
    status_code=204,
)
async def remove_imported_calendar(schedule_id: Id, calendar_id: Id, session: Session, user: SignedIn) -> Response:
    touched(session).details["scheduleId"] = schedule_id
    await imports.remove(session, schedule_id, calendar_id, by=user)
    return Response(status_code=204)


feeds = APIRouter(include_in_schema=False, route_class=TransactionRoute)
"""Read by the calendars of other applications, which have no sign-in; the contract is for clients that have one."""


@feeds.get(f"{FEEDS}/{{secret}}.ics", operation_id="readCalendar", response_class=Response)
async def read_calendar(secret: str, request: Request, session: Session, settings: AppSettings) -> Response:
    """The secret in the address authorizes this. Neither it nor the address is ever logged.

    Readings are rate-limited by their address; those at an unknown address by the caller's.
    """
    limits: RateLimiter = request.app.state.rate_limiter
    found = await links.feed_at(session, secret)
    if found is None:
        limits.hit("readUnknownCalendar", request.client.host if request.client else "")
        raise NotFound
    link_id, feed = found
    limits.hit("readCalendar", str(link_id))
    # A calendar may keep its copy, but asks whether it is still right before it shows it.
    headers = {"ETag": writing.tag_of(feed), "Cache-Control": "private, no-cache"}
    if headers["ETag"] in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    content = await asyncio.to_thread(writing.write, feed, url_host(settings.origin) or "")
    return Response(content, media_type="text/calendar", headers=headers)
