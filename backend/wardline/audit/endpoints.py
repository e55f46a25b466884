"""Reading the audit trail, for administrators. Reading it is audited like any other access to patient data."""

from collections.abc import AsyncIterator
from typing import Annotated

from anyio import CancelScope
from fastapi import APIRouter, Depends, Query, Request
from fastapi.responses import StreamingResponse
from sqlalchemy import RowMapping
from sqlalchemy.ext.asyncio import AsyncSession

from wardline.access.current_user import CurrentUser
from wardline.access.dependencies import permitted
from wardline.access.limits import COSTLY
from wardline.access.permissions import MANAGE_ADMIN
from wardline.audit import repository
from wardline.audit.recording import AuditedRoute, Touched, record, touched
from wardline.audit.schemas import (
    AuditEntryRead,
    AuditFilter,
    AuditPage,
    AuditResponse,
    AuditSearch,
    AuditUser,
    LinkedEntryRead,
)
from wardline.core.db.database import Database
from wardline.core.errors import FIRST_ERROR_STATUS
from wardline.core.http.routing import Session

router = APIRouter(tags=["audit"], route_class=AuditedRoute)

Administrator = Annotated[CurrentUser, Depends(permitted(MANAGE_ADMIN))]
NDJSON = "application/x-ndjson"


@router.get("/audit", operation_id="listAuditEntries", dependencies=COSTLY)
async def list_audit_entries(
    filters: Annotated[AuditPage, Query()], session: Session, user: Administrator
) -> AuditResponse:
    """Requests that touched patients of the caller's organizations, or that their users made."""
    return await _page(session, user, filters)


@router.post("/audit/$search", operation_id="searchAuditEntries", dependencies=COSTLY)
async def search_audit_entries(filters: AuditSearch, session: Session, user: Administrator) -> AuditResponse:
    """The same, but can also filter by a patient's id in the hospital's record."""
    if filters.emr_id is not None:
        touched(session).emr_ids.add(filters.emr_id)
    return await _page(session, user, filters, emr_id=filters.emr_id)


async def _page(
    session: AsyncSession, user: CurrentUser, filters: AuditPage, *, emr_id: str | None = None
) -> AuditResponse:
    _record_filter(session, filters)
    rows, has_more = await repository.page(session, user, filters, emr_id=emr_id)
    touched(session).details["count"] = len(rows)
    entries = [AuditEntryRead.model_validate(_values(row, user)) for row in rows]
    return AuditResponse(entries=entries, has_more=has_more, next=entries[-1].id if has_more else None)


@router.get(
    "/audit/export",
    operation_id="exportAuditEntries",
    dependencies=COSTLY,
    response_class=StreamingResponse,
    responses={200: {"content": {NDJSON: {"schema": {"type": "string"}}}, "description": "One entry per line."}},
)
async def export_audit_entries(
    filters: Annotated[AuditFilter, Query()], request: Request, session: Session, user: Administrator
) -> StreamingResponse:
    """All entries, oldest first, as lines of JSON (`LinkedEntryRead`).

    An export writes two audit entries: one with the filter before it starts, and one with the count when it ends.
    """
    _record_filter(session, filters)
    database: Database = request.app.state.database
    sent = Touched(patient_ids=set(touched(session).patient_ids), details={"count": 0, "complete": False})

    async def lines() -> AsyncIterator[str]:
        try:
            async for row in repository.all_linked(database, user, filters):
                values = _values(row, user) | {"hash": row["hash"].hex() if row["hash"] else None}
                yield LinkedEntryRead.model_validate(values).model_dump_json(by_alias=True) + "\n"
                sent.details["count"] += 1
            sent.details["complete"] = True
        finally:
            with CancelScope(shield=True):  # An interrupted export was partly sent.
                async with database.autocommit() as connection:
                    await record(request, connection, sent, status=200)

    headers = {"Content-Disposition": 'attachment; filename="audit.ndjson"'}
    return StreamingResponse(lines(), media_type=NDJSON, headers=headers)


def _record_filter(session: AsyncSession, filters: AuditFilter) -> None:
    fields = set(AuditFilter.model_fields)
    touched(session).details["filter"] = filters.model_dump(
        mode="json", by_alias=True, include=fields, exclude_none=True
    )
    if filters.patient_id is not None:
        touched(session).patient_ids.add(str(filters.patient_id))


def _values(row: RowMapping, user: CurrentUser) -> dict[str, object]:
    """The row for `AuditEntryRead`, without ids of other organizations' records.

    A refused request about other organizations' patients, or about none, is shown without ids: the refusal must not
    reveal whether a patient with that id exists.
    """
    organization_ids = set(row["organization_ids"])
    is_own = organization_ids <= user.organization_ids
    person = row["user_id"] and AuditUser(
        id=row["user_id"], username=row["username"], first_name=row["first_name"], last_name=row["last_name"]
    )
    shown: dict[str, object] = {**row, "user": person, "emr_ids": row["emr_ids"] if is_own else []}
    if row["status"] >= FIRST_ERROR_STATUS and not (is_own and organization_ids):
        shown |= {name: [] for name in ("organization_ids", "consult_ids", "patient_ids", "emr_ids")}
    return shown
