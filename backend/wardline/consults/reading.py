"""The check that every call about one consult starts with, and the audit trail's note of it."""

import uuid
from typing import Any, Final

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
        record_read(connection, row)
    return bool(rows)


async def require_readable(connection: AnyConnection, user: CurrentUser, consult_id: uuid.UUID) -> None:
    """Like `can_read`.

    Raises:
        ConsultNotFound: the consult does not exist, or the user may not view it.
    """
    if not await can_read(connection, user, consult_id):
        raise ConsultNotFound


def record_read(connection: AnyConnection, row: Any) -> None:
    """For the audit trail; `row` has the consult's id and patient_id, organization_id and emr_id."""
    touched(connection).consult(
        row.id, patient_id=row.patient_id, organization_id=row.organization_id, emr_id=row.emr_id
    )
