"""Consults as lists show them, rendered as JSON by the database.

Lists are read more often than everything else combined. Turning rows into objects and objects into JSON would take the
server longer than the statement takes the database.
"""

from collections.abc import Mapping
from typing import Any, Final

from sqlalchemy import ColumnElement, DateTime, func, literal_column, select
from sqlalchemy.orm import InstrumentedAttribute

from wardline.consults.models import Consult
from wardline.consults.schemas import CardLocation, CardPatient, CardServiceLine, OwnCard
from wardline.core.db.database import Base
from wardline.core.forms.wire import ReadModel
from wardline.patients.models import Encounter, Patient
from wardline.places.models import Facility, LocationUnit
from wardline.service_lines.models import Priority, ServiceLine
from wardline.service_lines.schemas import ConsultPriority

_Expression = ColumnElement[Any] | InstrumentedAttribute[Any]


def json_of(schema: type[ReadModel], source: type[Base], columns: Mapping[str, _Expression]) -> ColumnElement[Any]:
    """The fields of `schema` under their wire names; `source` has those that are not in `columns`."""
    parts: list[Any] = []
    for name, field in schema.model_fields.items():
        value = columns[name] if name in columns else getattr(source, name)
        parts += [literal_column(f"'{field.alias}'"), _moment(value) if isinstance(value.type, DateTime) else value]
    return func.json_build_object(*parts)


def _moment(column: _Expression) -> ColumnElement[str]:
    """In the same format as `wardline.core.forms.wire.UtcDateTime`: with microseconds only if they are not zero."""
    in_utc = func.timezone(literal_column("'UTC'"), column)
    text = func.to_char(in_utc, literal_column("""'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'"""))
    return func.replace(text, literal_column("'.000000Z'"), literal_column("'Z'"))


def of_consult(column: _Expression | ColumnElement[Any], *conditions: ColumnElement[bool]) -> ColumnElement[Any]:
    """A value from the one row of other tables that a consult refers to.

    It is looked up for each card. As joins, all of these tables would be one join order for the database to find, which
    takes longer than reading the cards.
    """
    return select(column).where(*conditions).correlate(Consult).scalar_subquery()


_IS_PATIENT: Final = Patient.id == Consult.patient_id
_COLUMNS: Final[dict[str, _Expression]] = {
    "patient": of_consult(json_of(CardPatient, Patient, {}), _IS_PATIENT),
    "location": of_consult(
        json_of(CardLocation, LocationUnit, {"facility_name": Facility.name}),
        LocationUnit.id == Consult.location_id,
        Facility.id == LocationUnit.facility_id,
    ),
    "service_line": of_consult(json_of(CardServiceLine, ServiceLine, {}), ServiceLine.id == Consult.service_line_id),
    "priority": of_consult(
        json_of(ConsultPriority, Priority, {}),
        Priority.service_line_id == Consult.service_line_id,
        Priority.id == Consult.priority_id,
    ),
    "encounter_status": of_consult(Encounter.status, Encounter.id == Consult.encounter_id),
}


def card_json(card: type[OwnCard], added: Mapping[str, ColumnElement[Any]]) -> ColumnElement[Any]:
    """The JSON of each consult's `card`; `added` are the columns of the fields that other domains add to it."""
    return json_of(card, Consult, {**_COLUMNS, **added})


def emr_id() -> ColumnElement[Any]:
    """The id of each consult's patient in the hospital's record."""
    return of_consult(Patient.emr_id, _IS_PATIENT)
