"""Reading the audit trail. Every query applies `readable_by`."""

from collections.abc import AsyncIterator
from typing import Any

from sqlalchemy import ColumnElement, RowMapping, Select, any_, exists, or_, select
from sqlalchemy.ext.asyncio import AsyncSession

from wardline.access.current_user import CurrentUser
from wardline.audit.models import AuditEntry, AuditLink
from wardline.audit.schemas import AuditFilter, AuditPage
from wardline.core.db.database import Database, id_array
from wardline.core.errors import FIRST_ERROR_STATUS
from wardline.people.models import User, UserOrganization

EXPORT_BATCH = 1_000


def readable_by(user: CurrentUser) -> ColumnElement[bool]:
    """What users of the reader's organizations did, and what anyone did with these organizations' patients."""
    organization_ids = id_array(user.organization_ids)
    colleague = exists().where(
        UserOrganization.user_id == AuditEntry.user_id, UserOrganization.organization_id == any_(organization_ids)
    )
    return or_(AuditEntry.organization_ids.overlap(organization_ids), colleague)


async def page(
    session: AsyncSession, user: CurrentUser, filters: AuditPage, *, emr_id: str | None = None
) -> tuple[list[RowMapping], bool]:
    """One page, newest first, and whether there are older entries; `emr_id` is the hospital record's id."""
    statement = _entries(user, filters).order_by(AuditEntry.id.desc()).limit(filters.length + 1)
    if emr_id is not None:
        # Only entries that may show the id: it must not leak either that someone is another organization's patient.
        is_within_reach = AuditEntry.organization_ids.contained_by(id_array(user.organization_ids))
        statement = statement.where(AuditEntry.emr_ids.contains([emr_id]), is_within_reach)
    if filters.before is not None:
        statement = statement.where(AuditEntry.id < filters.before)
    rows = (await session.execute(statement)).mappings().all()
    return list(rows[: filters.length]), len(rows) > filters.length


async def all_linked(database: Database, user: CurrentUser, filters: AuditFilter) -> AsyncIterator[RowMapping]:
    """Every entry with its link, oldest first, in one transaction per batch."""
    statement = (
        _entries(user, filters)
        .add_columns(AuditLink.position, AuditLink.hash)
        .outerjoin(AuditLink, AuditLink.entry_id == AuditEntry.id)
        .order_by(AuditEntry.id)
        .limit(EXPORT_BATCH)
    )
    last = 0
    while True:
        async with database.session() as session:
            rows = (await session.execute(statement.where(AuditEntry.id > last))).mappings().all()
        for row in rows:
            yield row
        if len(rows) < EXPORT_BATCH:
            return
        last = rows[-1]["id"]


def _entries(user: CurrentUser, filters: AuditFilter) -> Select[*tuple[Any, ...]]:
    return (
        select(AuditEntry.__table__, User.username, User.first_name, User.last_name)
        .outerjoin(User, User.id == AuditEntry.user_id)
        .where(readable_by(user), *_conditions(user, filters))
    )


def _conditions(user: CurrentUser, filters: AuditFilter) -> list[ColumnElement[bool]]:
    conditions: list[ColumnElement[bool]] = []
    if filters.user_id is not None:
        conditions.append(AuditEntry.user_id == filters.user_id)
    if filters.patient_id is not None:
        # A refused request matches a patient only if its entry may show that it was about them.
        succeeded = AuditEntry.status < FIRST_ERROR_STATUS
        own = AuditEntry.organization_ids.contained_by(id_array(user.organization_ids)) & (
            AuditEntry.organization_ids != []
        )
        conditions += [AuditEntry.patient_ids.contains([filters.patient_id]), or_(succeeded, own)]
    if filters.since is not None:
        conditions.append(AuditEntry.at >= filters.since)
    if filters.until is not None:
        conditions.append(AuditEntry.at < filters.until)
    return conditions
