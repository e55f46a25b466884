"""Consults as the list shows them, written as JSON by the database (`wardline.consults.schemas.ConsultCard`).

A list is asked for more often than everything else together. Its rows would otherwise be taken apart and put together
again, which takes the server more time than the statement takes the database.

Whether a consult has a transfer is asked of the `transfers` table by its name, because that domain builds on this one.
A column kept here beside it would need every change of a transfer to remember it; this is true whoever wrote the row.
"""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from sqlalchemy import (
    ARRAY,
    ColumnElement,
    Integer,
    Text,
    Uuid,
    and_,
    any_,
    bindparam,
    cast,
    column,
    exists,
    func,
    literal_column,
    select,
    table,
)
from sqlalchemy.orm import InstrumentedAttribute

from wardline.consults.models import Consult
from wardline.consults.policies import Reach
from wardline.core.db.statements import array_literal, compile_statement
from wardline.patients.models import Encounter, Patient
from wardline.places.models import Facility, LocationUnit
from wardline.service_lines.models import Priority, ServiceLine


def _object(members: Mapping[str, ColumnElement[Any] | InstrumentedAttribute[Any]]) -> ColumnElement[Any]:
    parts: list[Any] = []
    for name, value in members.items():
        parts += [literal_column(f"'{name}'"), value]
    return func.json_build_object(*parts)


def _moment(column: InstrumentedAttribute[datetime] | InstrumentedAttribute[datetime | None]) -> ColumnElement[str]:
    """As `wardline.core.forms.wire.UtcDateTime` writes it, with microseconds only where there are any."""
    in_utc = func.timezone(literal_column("'UTC'"), column)
    text = func.to_char(in_utc, literal_column("""'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'"""))
    return func.replace(text, literal_column("'.000000Z'"), literal_column("'Z'"))


def among() -> tuple[ColumnElement[bool], ...]:
    """Of the parameter `consult_ids` those within a reach: `organization_ids` with `line_ids`, and `reached_ids`."""
    return (
        Consult.id == any_(bindparam("consult_ids", type_=ARRAY(Uuid))),
        (
            (Consult.organization_id == any_(bindparam("organization_ids", type_=ARRAY(Integer))))
            & (Consult.service_line_id == any_(bindparam("line_ids", type_=ARRAY(Integer))))
        )
        | (Consult.id == any_(bindparam("reached_ids", type_=ARRAY(Uuid)))),
    )


def of_those(consult_ids: Iterable[UUID | str], reach: Reach) -> dict[str, str]:
    """The parameters of a statement that is `among` these consults."""
    return {
        "consult_ids": array_literal(consult_ids),
        "organization_ids": array_literal(reach.organization_ids),
        "line_ids": array_literal(reach.line_ids),
        "reached_ids": array_literal(reach.consult_ids),
    }


_TRANSFERS: Final = table("transfers", column("consult_id", Uuid()))
_CARD: Final = _object(
    {
        "id": Consult.id,
        "Patient": _object(
            {
                "nameGiven": Patient.name_given,
                "nameFamily": Patient.name_family,
                "birthDate": Patient.birth_date,
                "gender": Patient.gender,
            }
        ),
        "location": _object(
            {
                "id": LocationUnit.id,
                "displayName": LocationUnit.display_name,
                "facilityName": Facility.name,
                "unit": LocationUnit.unit,
                "timeZone": LocationUnit.time_zone,
            }
        ),
        "ServiceLine": _object({"id": ServiceLine.id, "slug": ServiceLine.slug, "name": ServiceLine.name}),
        "serviceLineId": Consult.service_line_id,
        "organizationId": Consult.organization_id,
        "priorityId": Consult.priority_id,
        "priority": _object(
            {"name": Priority.name, "completionLimit": Priority.completion_limit, "rank": Priority.rank}
        ),
        "state": Consult.state,
        "completeType": Consult.complete_type,
        "isEmergency": Consult.is_emergency,
        "encounterStatus": Encounter.status,
        "createdAt": _moment(Consult.created_at),
        "createdById": Consult.created_by_id,
        "acknowledgedAt": _moment(Consult.acknowledged_at),
        "acknowledgedById": Consult.acknowledged_by_id,
        "completedAt": _moment(Consult.completed_at),
        "completedById": Consult.completed_by_id,
        "commentCount": Consult.comment_count,
        "hasTransfer": exists().where(_TRANSFERS.c.consult_id == Consult.id),
    }
)
CARDS: Final = compile_statement(
    select(
        cast(Consult.id, Text).label("id"),
        cast(Consult.patient_id, Text).label("patient_id"),
        Consult.organization_id,
        Patient.emr_id,
        cast(_CARD, Text).label("card"),
    )
    .join(Patient, Patient.id == Consult.patient_id)
    .join(Encounter, Encounter.id == Consult.encounter_id)
    .join(LocationUnit, LocationUnit.id == Consult.location_id)
    .join(Facility, Facility.id == LocationUnit.facility_id)
    .join(ServiceLine, ServiceLine.id == Consult.service_line_id)
    .join(Priority, and_(Priority.service_line_id == Consult.service_line_id, Priority.id == Consult.priority_id))
    .where(*among())
)
"""Those of `consult_ids` that are within a reach, in no order; ids as text, as which they are used."""
