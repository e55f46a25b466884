"""Every query about patients who have to be verified with the hospital's record."""

import uuid
from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import select, update
from sqlalchemy.ext.asyncio import AsyncSession

from wardline.patients.choices import ESTABLISHED, Verification
from wardline.patients.models import Encounter, Patient


class PatientRepository:
    def __init__(self, session: AsyncSession) -> None:
        self.session = session

    async def due(self, now: datetime, limit: int) -> Sequence[Patient]:
        """The patients to check now, the longest overdue first."""
        statement = (
            select(Patient)
            .where(Patient.is_emr, Patient.verify_at <= now, Patient.verification.not_in(ESTABLISHED))
            .order_by(Patient.verify_at)
        )
        return (await self.session.scalars(statement.limit(limit))).all()

    async def for_verification(self, patient_id: uuid.UUID) -> Patient:
        """Locked, so that a check and a user's confirmation do not overwrite each other."""
        return await self.session.get_one(
            Patient, patient_id, with_for_update={"key_share": True}, populate_existing=True
        )

    async def encounters(self, patient_id: uuid.UUID) -> Sequence[Encounter]:
        return (await self.session.scalars(select(Encounter).where(Encounter.patient_id == patient_id))).all()

    async def check_unanswered_now(self, now: datetime) -> None:
        """Schedule all patients without a response for now, because the record responds again."""
        statement = update(Patient).where(
            Patient.is_emr, Patient.verify_at > now, Patient.verification == Verification.WAITING.value
        )
        await self.session.execute(statement.values(verify_at=now))
