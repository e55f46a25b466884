"""Every query about periods, holds and runs that the application makes."""

import uuid
from collections.abc import Collection, Sequence
from typing import Final

from sqlalchemy import ColumnElement, Row, all_, any_, exists, func, or_, select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import aliased

from wardline.consults.models import Consult
from wardline.core.db.advisory_locks import AdvisoryLock, lock_statement
from wardline.core.db.database import id_array
from wardline.people.models import User
from wardline.places.models import Organization
from wardline.retention.choices import RetentionKind
from wardline.retention.models import LegalHold, RetentionPeriod, RetentionRun

LAST_CHANGES: Final = 50
LAST_RUNS: Final = 10


class RetentionRepository:
    def __init__(self, session: AsyncSession) -> None:
        self.session = session

    async def lock(self) -> None:
        """Until the end of the transaction, nothing is removed, and no period or hold changes."""
        await self.session.execute(lock_statement(AdvisoryLock.RETENTION))

    async def organizations(self, organization_ids: Collection[int]) -> tuple[dict[int, str], bool]:
        """Their names by id, in the order of the names, and whether there are no others."""
        ids = id_array(organization_ids)
        are_all = ~exists().where(Organization.id != all_(ids))
        statement = select(Organization.id, Organization.name, are_all.label("are_all"))
        rows = (
            await self.session.execute(statement.where(Organization.id == any_(ids)).order_by(Organization.name))
        ).all()
        return {row.id: row.name for row in rows}, any(row.are_all for row in rows)

    async def periods(self, organization_ids: Collection[int]) -> Sequence[Row[RetentionPeriod, User]]:
        """The latest of each kind of these organizations and of the installation, the last changes, and who made them.

        The newest first.
        """
        are_these = _is_of(organization_ids)
        latest = select(func.max(RetentionPeriod.id)).group_by(RetentionPeriod.kind, RetentionPeriod.organization_id)
        last = select(RetentionPeriod.id).where(are_these).order_by(RetentionPeriod.id.desc()).limit(LAST_CHANGES)
        statement = (
            select(RetentionPeriod, User)
            .join(User, User.id == RetentionPeriod.by_id)
            .where(RetentionPeriod.id.in_(latest.where(are_these)) | RetentionPeriod.id.in_(last))
            .order_by(RetentionPeriod.id.desc())
        )
        return (await self.session.execute(statement)).all()

    async def period(self, kind: RetentionKind, organization_id: int | None) -> RetentionPeriod | None:
        statement = (
            select(RetentionPeriod)
            .where(
                RetentionPeriod.kind == kind.value,
                RetentionPeriod.organization_id.is_not_distinct_from(organization_id),
            )
            .order_by(RetentionPeriod.id.desc())
            .limit(1)
        )
        return (await self.session.scalars(statement)).one_or_none()

    async def holds(self, organization_ids: Collection[int]) -> Sequence[Row[LegalHold, User, User | None]]:
        """With who began and who ended them; current ones first, then the newest."""
        ended_by = aliased(User)
        statement = (
            select(LegalHold, User, ended_by)
            .join(User, User.id == LegalHold.by_id)
            .outerjoin(ended_by, ended_by.id == LegalHold.ended_by_id)
            .where(LegalHold.organization_id == any_(id_array(organization_ids)))
            .order_by(LegalHold.ended_at.is_not(None), LegalHold.id.desc())
        )
        return (await self.session.execute(statement)).all()

    async def hold(self, hold_id: int, organization_ids: Collection[int]) -> LegalHold | None:
        statement = select(LegalHold).where(
            LegalHold.id == hold_id, LegalHold.organization_id == any_(id_array(organization_ids))
        )
        return (await self.session.scalars(statement)).one_or_none()

    async def runs(self) -> Sequence[RetentionRun]:
        statement = select(RetentionRun).order_by(RetentionRun.id.desc()).limit(LAST_RUNS)
        return (await self.session.scalars(statement)).all()

    async def people(self, user_ids: Collection[int]) -> dict[int, User]:
        users = await self.session.scalars(select(User).where(User.id == any_(id_array(user_ids))))
        return {user.id: user for user in users}

    async def consult(self, consult_id: uuid.UUID, organization_id: int) -> Row[uuid.UUID, uuid.UUID] | None:
        """`id` and `patient_id` of a consult of the organization."""
        statement = select(Consult.id, Consult.patient_id).where(
            Consult.id == consult_id, Consult.organization_id == organization_id
        )
        return (await self.session.execute(statement)).one_or_none()


def _is_of(organization_ids: Collection[int]) -> ColumnElement[bool]:
    return or_(
        RetentionPeriod.organization_id == any_(id_array(organization_ids)), RetentionPeriod.organization_id.is_(None)
    )
