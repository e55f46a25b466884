"""The check that every request about one consult starts with, and its record for the audit trail."""

import uuid
from typing import Final

from sqlalchemy import select

from wardline.access.current_user import CurrentUser
from wardline.audit.recording import touched
from wardline.consults.errors import ConsultNotFound
from wardline.consults.models import Consult
from wardline.consults.reach import READABLE_AMONG, readable_among
from wardline.core.db.statements import AnyConnection, compile_statement, fetch_all
from wardline.patients.models import Patient

_READABLE: Final = compile_statement(
    select(Consult.id, Consult.patient_id, Consult.organization_id, Patient.emr_id)
    .join(Patient, Patient.id == Consult.patient_id)
    .where(*READABLE_AMONG)
)


async def can_read(connection: AnyConnection, user: CurrentUser, consult_id: uuid.UUID) -> bool:
    """Whether the user may view the consult; if so, the audit trail records that they did."""
    rows = await fetch_all(connection, _READABLE, readable_among(user, [consult_id]))
    for row in rows:
        record_touched(connection, row, emr_id=row.emr_id)
    return bool(rows)


async def require_readable(connection: AnyConnection, user: CurrentUser, consult_id: uuid.UUID) -> None:
    """Like `can_read`.

    Raises:
        ConsultNotFound: the consult does not exist, or the user may not view it.
    """
    if not await can_read(connection, user, consult_id):
        raise ConsultNotFound


def record_touched(connection: AnyConnection, consult: Consult, *, emr_id: str | None) -> None:
    """For the audit trail: the request reads or changes this consult. `emr_id` is the patient's ID in the EHR.

    `consult` may also be a row with the consult's id, patient_id and organization_id.
    """
    touched(connection).consult(
        consult.id, patient_id=consult.patient_id, organization_id=consult.organization_id, emr_id=emr_id
    )
