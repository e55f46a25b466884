"""Every query about emergency access."""

import uuid
from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import ColumnElement, Row, any_, func, or_, select, tuple_, union_all, update
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import aliased, joinedload

from wardline.audit.models import AuditEntry
from wardline.consults.models import Consult, RemovedConsult
from wardline.core.db.advisory_locks import LockOfEach, lock_each
from wardline.core.db.database import id_array
from wardline.emergency_access.schemas import RequestEmergencyAccess
from wardline.outbox.models import Delivery
from wardline.patients.models import Patient
from wardline.people.models import User
from wardline.places.models import Organization
from wardline.service_lines.models import ServiceLine
from wardline.sessions.choices import EmergencyEnd
from wardline.sessions.models import EmergencyAccess

MAX_CONSULTS: Final = 200
"""Of one patient, the newest; nobody has had more."""

Listed = Row[EmergencyAccess, User, str, User | None, str | None]


class EmergencyAccessRepository:
    def __init__(self, session: AsyncSession) -> None:
        self.session = session

    async def lock(self, user_id: int) -> None:
        """Until the end of the transaction, nobody else asks for this user."""
        await self.session.execute(lock_each(LockOfEach.EMERGENCY_ACCESSES, [user_id]))

    async def count_refusals(self, user_id: int, action: str, codes: Collection[str], *, since: timedelta) -> int:
        """How often this action of the user was so refused in the time up to now, by the audit trail and its clock."""
        statement = select(func.count()).where(
            AuditEntry.user_id == user_id,
            AuditEntry.action == action,
            AuditEntry.at > func.now() - since,
            AuditEntry.code.in_(codes),
        )
        return (await self.session.scalars(statement)).one()

    async def consults_of(self, wanted: RequestEmergencyAccess) -> Sequence[Consult]:
        """Those of the patients in the organization who fit exactly, newest first, each with its patient."""
        statement = (
            select(Consult)
            .join(Consult.patient)
            .where(
                Patient.organization_id == wanted.organization_id,
                Consult.organization_id == wanted.organization_id,
                Patient.birth_date == wanted.birth_date,
                _fits(wanted),
            )
            .options(joinedload(Consult.patient, innerjoin=True))
            .order_by(Consult.created_at.desc(), Consult.id.desc())
            .limit(MAX_CONSULTS)
        )
        return (await self.session.scalars(statement)).all()

    async def close_expired(self, user_id: int, now: datetime) -> None:
        """So that what is loaded with the user stays short."""
        is_over = (EmergencyAccess.user_id == user_id) & (EmergencyAccess.expires_at <= now)
        ended = {"ended_at": EmergencyAccess.expires_at, "ended_by": EmergencyEnd.TIME.value}
        await self.session.execute(
            update(EmergencyAccess).where(is_over, EmergencyAccess.ended_at.is_(None)).values(ended)
        )

    async def of_user(self, access_id: uuid.UUID, user_id: int) -> EmergencyAccess | None:
        """One of the user's own, locked."""
        statement = select(EmergencyAccess).where(EmergencyAccess.id == access_id, EmergencyAccess.user_id == user_id)
        return (await self.session.scalars(statement.with_for_update(key_share=True))).one_or_none()

    async def to_review(self, access_id: uuid.UUID, organization_ids: Collection[int]) -> EmergencyAccess | None:
        """One of these organizations', locked."""
        statement = select(EmergencyAccess).where(
            EmergencyAccess.id == access_id, EmergencyAccess.organization_id == any_(id_array(organization_ids))
        )
        return (await self.session.scalars(statement.with_for_update(key_share=True))).one_or_none()

    async def of_delivery(self, delivery_id: int) -> Row[EmergencyAccess, User, str] | None:
        """The access that an e-mail is about, whose it is, and the organization's name."""
        statement = (
            select(EmergencyAccess, User, Organization.name)
            .join(User, User.id == EmergencyAccess.user_id)
            .join(Organization, Organization.id == EmergencyAccess.organization_id)
            .where(EmergencyAccess.delivery_id == delivery_id)
        )
        return (await self.session.execute(statement)).one_or_none()

    async def page(
        self,
        organization_ids: Collection[int],
        *,
        only_unreviewed: bool,
        after: uuid.UUID | None,
        length: int,
        only_id: uuid.UUID | None = None,
    ) -> Sequence[Listed]:
        """Those of these organizations after this one, newest first.

        Each with whose it is, its organization's name, who reviewed it, and the state of the e-mail about it.
        """
        reviewer = aliased(User)
        statement = (
            select(EmergencyAccess, User, Organization.name, reviewer, Delivery.state)
            .join(User, User.id == EmergencyAccess.user_id)
            .join(Organization, Organization.id == EmergencyAccess.organization_id)
            .outerjoin(reviewer, reviewer.id == EmergencyAccess.reviewed_by_id)
            .outerjoin(Delivery, Delivery.id == EmergencyAccess.delivery_id)
            .where(EmergencyAccess.organization_id == any_(id_array(organization_ids)))
            .order_by(EmergencyAccess.started_at.desc(), EmergencyAccess.id.desc())
            .limit(length)
        )
        if only_id is not None:
            statement = statement.where(EmergencyAccess.id == only_id)
        if only_unreviewed:
            statement = statement.where(EmergencyAccess.verdict.is_(None))
        if after is not None:
            last = aliased(EmergencyAccess)
            position = select(last.started_at, last.id).where(last.id == after).scalar_subquery()
            statement = statement.where(tuple_(EmergencyAccess.started_at, EmergencyAccess.id) < position)
        return (await self.session.execute(statement)).all()

    async def lines_of(self, consult_ids: Collection[uuid.UUID]) -> dict[uuid.UUID, str]:
        """The name of each consult's line, also of those that retention has removed."""
        lines = union_all(
            *(
                select(each.id, each.service_line_id).where(each.id.in_(consult_ids))
                for each in (Consult, RemovedConsult)
            )
        ).subquery()
        statement = select(lines.c.id, ServiceLine.name).join(ServiceLine, ServiceLine.id == lines.c.service_line_id)
        return {row.id: row.name for row in await self.session.execute(statement)}


def _fits(wanted: RequestEmergencyAccess) -> ColumnElement[bool]:
    if wanted.patient_number is not None:
        number = wanted.patient_number
        return or_(
            Patient.emr_id == number,
            Patient.patient_number == number,
            Patient.enumber == number,
            Patient.identifiers[0]["value"].astext == number,
        )
    return (func.lower(Patient.name_given) == (wanted.name_given or "").lower()) & (
        func.lower(Patient.name_family) == (wanted.name_family or "").lower()
    )
