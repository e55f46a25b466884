"""Reading the audit trail, for administrators. Reading it is audited like any other access to patient data."""

import uuid
from collections.abc import AsyncIterator, Iterable
from typing import Annotated, Any, Final

from anyio import CancelScope
from fastapi import APIRouter, Depends, Query, Request
from fastapi.responses import StreamingResponse
from sqlalchemy import RowMapping
from sqlalchemy.ext.asyncio import AsyncSession

from wardline.access.current_user import CurrentUser
from wardline.access.dependencies import permitted
from wardline.access.limits import COSTLY
from wardline.access.permissions import MANAGE_ADMIN, VIEW_CONSULT
from wardline.access.step_up import fresh
from wardline.audit import repository, table
from wardline.audit.choices import AuditFormat, AuditResult
from wardline.audit.recording import OBJECT, AuditedRoute, Touched, TouchingRoute, record, touched
from wardline.audit.repository import Typed
from wardline.audit.schemas import (
    AuditExport,
    AuditExportSearch,
    AuditFilter,
    AuditPage,
    AuditPeople,
    AuditPeopleSearch,
    AuditResponse,
    AuditSearch,
    AuditState,
    AuditTyped,
    AuditUser,
    LinkedEntryRead,
    ListedEntryRead,
)
from wardline.audit.state import state_of
from wardline.consults.repository import ConsultRepository
from wardline.core.db.database import Database
from wardline.core.errors import FIRST_ERROR_STATUS
from wardline.core.http.app_settings import AppSettings
from wardline.core.http.routing import Session
from wardline.settings import StepUp

router = APIRouter(tags=["audit"], route_class=AuditedRoute)
polls = APIRouter(tags=["audit"], route_class=TouchingRoute)

Administrator = Annotated[CurrentUser, Depends(permitted(MANAGE_ADMIN))]
MEDIA_TYPES: Final = {AuditFormat.NDJSON: "application/x-ndjson", AuditFormat.CSV: "text/csv"}
FIRST_FAILURE_STATUS: Final = 500
_EXPORTED: Final[dict[int | str, dict[str, Any]]] = {
    200: {
        "content": {media_type: {"schema": {"type": "string"}} for media_type in MEDIA_TYPES.values()},
        "description": "One entry per line.",
    }
}


@router.get("/audit", operation_id="listAuditEntries", dependencies=COSTLY)
async def list_audit_entries(
    filters: Annotated[AuditPage, Query()], session: Session, user: Administrator
) -> AuditResponse:
    """Requests that touched patients of the caller's organizations, or that their users made."""
    return await _page(session, user, filters)


@router.post("/audit/$search", operation_id="searchAuditEntries", dependencies=COSTLY)
async def search_audit_entries(filters: AuditSearch, session: Session, user: Administrator) -> AuditResponse:
    """The same, but can also filter by a text, and by a patient's id in the hospital's record."""
    return await _page(session, user, filters, await _meaning_of(session, filters))


@router.get(
    "/audit/export",
    operation_id="exportAuditEntries",
    dependencies=[*COSTLY, fresh(StepUp.EXPORT)],
    response_class=StreamingResponse,
    responses=_EXPORTED,
)
async def export_audit_entries(
    filters: Annotated[AuditExport, Query()], request: Request, session: Session, user: Administrator
) -> StreamingResponse:
    """All entries, oldest first, as lines of JSON (`LinkedEntryRead`) or as a table.

    An export writes two audit entries: one with the filter before it starts, and one with the count when it ends.
    """
    return _export(request, session, user, filters, Typed())


@router.post(
    "/audit/$export",
    operation_id="exportAuditSearch",
    dependencies=[*COSTLY, fresh(StepUp.EXPORT)],
    response_class=StreamingResponse,
    responses=_EXPORTED,
)
async def export_audit_search(
    filters: AuditExportSearch, request: Request, session: Session, user: Administrator
) -> StreamingResponse:
    """The same, of what `searchAuditEntries` finds."""
    return _export(request, session, user, filters, await _meaning_of(session, filters))


@polls.post("/audit/people/$search", operation_id="searchAuditPeople", dependencies=COSTLY)
async def search_audit_people(search: AuditPeopleSearch, session: Session, user: Administrator) -> AuditPeople:
    """The caller's colleagues, by their names or by one id."""
    found = await repository.people(session, user, search)
    return AuditPeople(people=[AuditUser.model_validate(dict(row)) for row in found])


@polls.get("/audit/state", operation_id="getAuditState")
async def get_audit_state(settings: AppSettings, session: Session, _: Administrator) -> AuditState:
    """Whether the trail is complete and unchanged, and what needs attention."""
    return await state_of(session, settings)


async def _page(
    session: AsyncSession, user: CurrentUser, filters: AuditPage, typed: Typed = repository.NOTHING_TYPED
) -> AuditResponse:
    _record_filter(session, filters)
    rows, has_more = await repository.page(session, user, filters, typed)
    touched(session).details["count"] = len(rows)
    values = [_values(row, user) for row in rows]
    openable = await _openable(session, user, values)
    entries = [
        ListedEntryRead.model_validate(
            each | {"openable_consult_ids": [found for found in each["consult_ids"] if found in openable]}
        )
        for each in values
    ]
    return AuditResponse(entries=entries, has_more=has_more, next=entries[-1].id if has_more else None)


async def _openable(session: AsyncSession, user: CurrentUser, values: Iterable[dict[str, Any]]) -> set[uuid.UUID]:
    """The consults among those in the rows that the reader may view."""
    consult_ids = {found for each in values for found in each["consult_ids"]}
    if not consult_ids or not user.may(VIEW_CONSULT):
        return set()
    return await ConsultRepository(session).readable_among(user, consult_ids)


async def _meaning_of(session: AsyncSession, typed: AuditTyped) -> Typed:
    about = touched(session)
    if typed.emr_id is not None:
        about.emr_ids.add(typed.emr_id)
    if typed.text is not None:
        about.details["hasText"] = True
    return await repository.meaning_of(session, typed.text, typed.emr_id)


def _export(
    request: Request, session: AsyncSession, user: CurrentUser, filters: AuditExport, typed: Typed
) -> StreamingResponse:
    _record_filter(session, filters)
    about = touched(session)
    about.details["format"] = filters.format.value
    database: Database = request.app.state.database
    sent = Touched(
        patient_ids=set(about.patient_ids), emr_ids=set(about.emr_ids), details={"count": 0, "complete": False}
    )

    async def lines() -> AsyncIterator[str]:
        is_table = filters.format is AuditFormat.CSV
        try:
            if is_table:
                yield table.HEAD
            async for row in repository.all_linked(database, user, filters, typed):
                values = _values(row, user) | {"hash": row["hash"].hex() if row["hash"] else None}
                entry = LinkedEntryRead.model_validate(values)
                yield table.line(entry) if is_table else entry.model_dump_json(by_alias=True) + "\n"
                sent.details["count"] += 1
            sent.details["complete"] = True
        finally:
            with CancelScope(shield=True):  # An interrupted export was partly sent.
                async with database.autocommit() as connection:
                    await record(request, connection, sent, status=200)

    headers = {"Content-Disposition": f'attachment; filename="audit.{filters.format.value}"'}
    return StreamingResponse(lines(), media_type=MEDIA_TYPES[filters.format], headers=headers)


def _record_filter(session: AsyncSession, filters: AuditFilter) -> None:
    fields = set(AuditFilter.model_fields)
    touched(session).details["filter"] = filters.model_dump(
        mode="json", by_alias=True, include=fields, exclude_none=True
    )
    if filters.patient_id is not None:
        touched(session).patient_ids.add(str(filters.patient_id))


def _values(row: RowMapping, user: CurrentUser) -> dict[str, Any]:
    """The row for `AuditEntryRead`, without ids of other organizations' records.

    So is the name of an object of another organization. A refused request about other organizations' patients, or about
    none, is shown without ids: the refusal must not reveal whether a patient with that id exists.
    """
    organization_ids = set(row["organization_ids"])
    is_own = organization_ids <= user.administered_organization_ids
    person = row["user_id"] and AuditUser(
        id=row["user_id"], username=row["username"], first_name=row["first_name"], last_name=row["last_name"]
    )
    shown: dict[str, Any] = {
        **row,
        "user": person,
        "result": _result_of(row["status"]),
        "emr_ids": row["emr_ids"] if is_own else [],
    }
    is_about_own = bool(organization_ids & user.administered_organization_ids)
    if row["status"] >= FIRST_ERROR_STATUS and not (is_own and organization_ids):
        shown |= {name: [] for name in ("organization_ids", "consult_ids", "patient_ids", "emr_ids")}
        is_about_own = False
    if not is_about_own and row["details"] is not None:
        shown["details"] = {name: value for name, value in row["details"].items() if name not in OBJECT}
    return shown


def _result_of(status: int) -> AuditResult:
    if status < FIRST_ERROR_STATUS:
        return AuditResult.ALLOWED
    return AuditResult.REFUSED if status < FIRST_FAILURE_STATUS else AuditResult.FAILED
