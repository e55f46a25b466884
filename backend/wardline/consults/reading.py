"""The check that every request about one consult starts with, and its record for the audit trail."""

import uuid
from typing import Final

from sqlalchemy import Uuid, bindparam, select, update

from wardline.access.current_user import CurrentUser, OpenEmergency
from wardline.audit.recording import touched
from wardline.consults.errors import ConsultNotFound
from wardline.consults.models import Consult
from wardline.consults.reach import READABLE_AMONG, emergencies_of, reach_of, readable_among
from wardline.core.db.statements import AnyConnection, compile_statement, execute, fetch_all
from wardline.patients.models import Patient
from wardline.sessions.models import EmergencyAccess

_READABLE: Final = compile_statement(
    select(Consult.id, Consult.patient_id, Consult.organization_id, Consult.service_line_id, Patient.emr_id)
    .join(Patient, Patient.id == Consult.patient_id)
    .where(*READABLE_AMONG)
)
_COUNT_READ: Final = compile_statement(
    update(EmergencyAccess)
    .where(EmergencyAccess.id == bindparam("emergency_id", type_=Uuid))
    .values(read_count=EmergencyAccess.read_count + 1)
)


async def can_read(
    connection: AnyConnection, user: CurrentUser, consult_id: uuid.UUID, *, in_emergency: bool = False
) -> bool:
    """Whether the user may view the consult; if so, the audit trail records that they did.

    Only a call that does nothing but read may be made `in_emergency` (`reach_of`).
    """
    rows = await fetch_all(connection, _READABLE, readable_among(user, [consult_id], in_emergency=in_emergency))
    for row in rows:
        record_touched(connection, row, emr_id=row.emr_id)
        if in_emergency:
            await record_emergency(connection, user, row)
    return bool(rows)


async def require_readable(
    connection: AnyConnection, user: CurrentUser, consult_id: uuid.UUID, *, in_emergency: bool = False
) -> None:
    """Like `can_read`.

    Raises:
        ConsultNotFound: the consult does not exist, or the user may not view it.
    """
    if not await can_read(connection, user, consult_id, in_emergency=in_emergency):
        raise ConsultNotFound


async def record_emergency(connection: AnyConnection, user: CurrentUser, consult: Consult) -> OpenEmergency | None:
    """Mark the request's audit entry if it reads the consult, or a row of it, because of an emergency access.

    Returns that access; None if the user may read the consult without one.

    Raises:
        ConsultNotFound: they may not read it any more.
    """
    if reach_of(user).includes(consult):
        return None
    emergency = next((each for each in emergencies_of(user) if consult.id in each.consult_ids), None)
    if emergency is None:
        raise ConsultNotFound  # Its time was over since the consult was read.
    touched(connection).details["emergencyAccessId"] = str(emergency.id)
    await execute(connection, _COUNT_READ, {"emergency_id": emergency.id})
    return emergency


def record_touched(connection: AnyConnection, consult: Consult, *, emr_id: str | None) -> None:
    """For the audit trail: the request reads or changes this consult. `emr_id` is the patient's ID in the EHR.

    `consult` may also be a row with the consult's id, patient_id and organization_id.
    """
    touched(connection).consult(
        consult.id, patient_id=consult.patient_id, organization_id=consult.organization_id, emr_id=emr_id
    )
