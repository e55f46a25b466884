"""Every query about the transfers of one consult; callers first check whether the user may view the consult."""

import uuid

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import joinedload, selectinload

from wardline.places.models import Facility
from wardline.transfers.choices import TransferState
from wardline.transfers.models import DeclinedOffer, Transfer


class TransferRepository:
    def __init__(self, session: AsyncSession) -> None:
        self.session = session

    async def of_consult(self, consult_id: uuid.UUID) -> Transfer | None:
        """The consult's transfer with everything that its response and its policies read."""
        statement = (
            select(Transfer)
            .where(Transfer.consult_id == consult_id)
            .options(
                joinedload(Transfer.author),
                joinedload(Transfer.assignee),
                joinedload(Transfer.acknowledged_by),
                joinedload(Transfer.resolved_by),
                joinedload(Transfer.closed_by),
                # Facilities with their type, all of them: one that is loaded twice keeps only what the last load read.
                joinedload(Transfer.preferred_facility).joinedload(Facility.facility_type),
                joinedload(Transfer.facility_location).joinedload(Facility.facility_type),
                selectinload(Transfer.declined_offers).options(
                    joinedload(DeclinedOffer.declined_by),
                    joinedload(DeclinedOffer.preferred_facility).joinedload(Facility.facility_type),
                    joinedload(DeclinedOffer.facility_location).joinedload(Facility.facility_type),
                ),
            )
            .execution_options(populate_existing=True)
        )
        return (await self.session.scalars(statement)).one_or_none()

    async def get(self, consult_id: uuid.UUID) -> Transfer:
        """Like `of_consult`, for a consult that has a transfer."""
        transfer = await self.of_consult(consult_id)
        if transfer is None:
            raise LookupError("this consult has no transfer")
        return transfer

    async def running(self, consult_id: uuid.UUID) -> Transfer | None:
        """The consult's transfer without anything else, unless it is completed or closed."""
        statement = select(Transfer).where(
            Transfer.consult_id == consult_id,
            Transfer.state != TransferState.COMPLETED.value,
            Transfer.closed_at.is_(None),
        )
        return (await self.session.scalars(statement)).one_or_none()
