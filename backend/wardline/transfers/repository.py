"""Every query about the transfers of one consult; callers first check whether the user may view the consult."""

import uuid

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import joinedload

from wardline.places.models import Facility
from wardline.transfers.models import Transfer


class TransferRepository:
    def __init__(self, session: AsyncSession) -> None:
        self.session = session

    async def of_consult(self, consult_id: uuid.UUID) -> list[Transfer]:
        """The transfers with everything that the response shows."""
        statement = (
            select(Transfer)
            .where(Transfer.consult_id == consult_id)
            .options(
                joinedload(Transfer.author),
                joinedload(Transfer.assignee),
                joinedload(Transfer.acknowledged_by),
                joinedload(Transfer.resolved_by),
                joinedload(Transfer.preferred_facility).joinedload(Facility.facility_type),
                joinedload(Transfer.facility_location),
            )
        )
        return list((await self.session.scalars(statement)).all())
