"""Transfers of consults, written straight into the table."""

import uuid
from datetime import datetime, timedelta
from typing import Any, Final

from sqlalchemy import insert, select
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncSession

from wardline.consults.models import Consult
from wardline.core import clock
from wardline.people.models import User
from wardline.places.models import Facility
from wardline.transfers.choices import TransferState
from wardline.transfers.models import Transfer

_REACHED: Final = {
    TransferState.REQUESTED: (),
    TransferState.ACKNOWLEDGED: ("acknowledged",),
    TransferState.COMPLETED: ("acknowledged", "resolved"),
}


async def add_transfer(
    database: AsyncSession | AsyncConnection,
    consult_id: str,
    state: TransferState = TransferState.REQUESTED,
    /,
    **changes: Any,
) -> str:
    """The id of a transfer in this state, requested now by the consult's requester; `changes` replace columns."""
    moment: datetime = changes.get("created_at", clock.now())
    coordinator = (await database.execute(select(User.id).where(User.username == "coordinator"))).scalar()
    consult_columns = select(Consult.organization_id, Consult.location_id, Consult.service_line_id, Consult.sort_rank)
    of_consult = consult_columns.add_columns(Consult.created_by_id.label("author_id")).where(
        Consult.id == uuid.UUID(consult_id)
    )
    consult = (await database.execute(of_consult)).mappings().one()
    facility = (await database.execute(select(Facility.id).order_by(Facility.id).limit(1))).scalar()
    row: dict[str, Any] = {
        "id": uuid.uuid4(),
        "consult_id": uuid.UUID(consult_id),
        **consult,
        "created_at": moment,
        "state": state.value,
        "referring_physician": "Dr. Imani Rowan",
        "referring_location_number": "(555) 010-0142",
        "preferred_facility_id": facility,
        "facility_location_id": facility,
        "preferred_transportation_mode": "Air",
        "stroke_level": "Level 1",
    }
    for step, reached in enumerate(_REACHED[state], start=1):
        by = coordinator or consult["author_id"]
        row |= {f"{reached}_at": moment + timedelta(minutes=step), f"{reached}_by_id": by, "assignee_id": by}
    row |= changes
    await database.execute(insert(Transfer).values(row))
    if isinstance(database, AsyncSession):
        await database.commit()
    return str(row["id"])
