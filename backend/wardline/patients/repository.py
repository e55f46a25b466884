"""Every query about patients whose place in the hospital's record is still to be verified."""

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

    async def due(self, now: datetime, most: int) -> Sequence[Patient]:
        """Those about whom the record is to be asked now, who have waited longest first."""
        statement = (
            select(Patient)
            .where(Patient.is_emr, Patient.verify_at <= now, Patient.verification.not_in(ESTABLISHED))
            .order_by(Patient.verify_at)
        )
        return (await self.session.scalars(statement.limit(most))).all()

    async def for_verification(self, patient_id: uuid.UUID) -> Patient:
        """Locked, so that of the record and a person the first is heard."""
        return await self.session.get_one(
            Patient, patient_id, with_for_update={"key_share": True}, populate_existing=True
        )

    async def encounters(self, patient_id: uuid.UUID) -> Sequence[Encounter]:
        return (await self.session.scalars(select(Encounter).where(Encounter.patient_id == patient_id))).all()

    async def hasten_unanswered(self, now: datetime) -> None:
        """Have all about whom the record gave no answer asked about now, as it answers again."""
        statement = update(Patient).where(
            Patient.is_emr, Patient.verify_at > now, Patient.verification == Verification.WAITING.value
        )
        await self.session.execute(statement.values(verify_at=now))
