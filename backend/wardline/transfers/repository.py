"""Every query about the transfers of one consult, which is asked whether its reader may see it before."""

import uuid
from typing import Any, Final

from sqlalchemy import Uuid, bindparam, select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import joinedload

from wardline.core.db.statements import compile_statement, fetch_all
from wardline.places.models import Facility
from wardline.transfers.models import Transfer

_TOLD: Final = compile_statement(
    select(Transfer.id, Transfer.state, Transfer.acknowledged_at).where(
        Transfer.consult_id == bindparam("consult_id", type_=Uuid())
    )
)


class TransferRepository:
    def __init__(self, session: AsyncSession) -> None:
        self.session = session

    async def of_consult(self, consult_id: uuid.UUID) -> list[Transfer]:
        """With all that the answer shows."""
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

    async def told_by_consult(self, consult_id: uuid.UUID) -> Any | None:
        """What `wardline.consults.schemas.ConsultTransfer` takes; None without a transfer."""
        found = await fetch_all(self.session, _TOLD, {"consult_id": consult_id})
        return found[0] if found else None
