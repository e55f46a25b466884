"""Consults as lists show them, rendered as JSON by the database.

Lists are read more often than everything else combined. Turning rows into objects and objects into JSON would take the
server longer than the statement takes the database.
"""

from collections.abc import Mapping
from typing import Any, Final

from sqlalchemy import ColumnElement, DateTime, Select, Text, and_, case, cast, func, literal_column, select
from sqlalchemy.orm import InstrumentedAttribute

from wardline.consults.choices import ConsultSort
from wardline.consults.models import Consult
from wardline.consults.picking import BELONGS, sort_columns
from wardline.consults.reach import READABLE_AMONG
from wardline.consults.schemas import CardLocation, CardPatient, CardServiceLine, OwnCard
from wardline.core.db.database import Base
from wardline.core.db.statements import CompiledStatement, compile_statement
from wardline.core.forms.wire import ReadModel
from wardline.patients.models import Encounter, Patient
from wardline.places.models import Facility, LocationUnit
from wardline.service_lines.models import Priority, ServiceLine
from wardline.service_lines.schemas import ConsultPriority

_Expression = ColumnElement[Any] | InstrumentedAttribute[Any]


def _json(schema: type[ReadModel], source: type[Base], columns: Mapping[str, _Expression]) -> ColumnElement[Any]:
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


_COLUMNS: Final[dict[str, _Expression]] = {
    "patient": _json(CardPatient, Patient, {}),
    "location": _json(CardLocation, LocationUnit, {"facility_name": Facility.name}),
    "service_line": _json(CardServiceLine, ServiceLine, {}),
    "priority": _json(ConsultPriority, Priority, {}),
    "encounter_status": Encounter.status,
}


class CardStatements:
    """Statements that select those of some consults that a user may view (`readable_among`), in no particular order.

    Ids are text, and `card` is the JSON of a card.
    """

    def __init__(self, card: type[OwnCard], added: Mapping[str, ColumnElement[Any]]) -> None:
        """`added` are the columns of the fields that other domains add to `card`."""
        json = cast(_json(card, Consult, {**_COLUMNS, **added}), Text)
        self.by_id: Final = compile_statement(_select(json.label("card")))
        in_list = case((BELONGS, json)).label("card")
        self.listed: Final[Mapping[ConsultSort, CompiledStatement]] = {
            sort: compile_statement(_select(in_list, *sort_columns(sort))) for sort in ConsultSort
        }
        """`card` is null for a consult outside the list; the sort's `sort_columns` follow it."""


def _select(*columns: _Expression) -> Select[*tuple[Any, ...]]:
    return (
        select(
            cast(Consult.id, Text).label("id"),
            cast(Consult.patient_id, Text).label("patient_id"),
            Consult.organization_id,
            Patient.emr_id,
            *columns,
        )
        .join(Patient, Patient.id == Consult.patient_id)
        .join(Encounter, Encounter.id == Consult.encounter_id)
        .join(LocationUnit, LocationUnit.id == Consult.location_id)
        .join(Facility, Facility.id == LocationUnit.facility_id)
        .join(ServiceLine, ServiceLine.id == Consult.service_line_id)
        .join(Priority, and_(Priority.service_line_id == Consult.service_line_id, Priority.id == Consult.priority_id))
        .where(*READABLE_AMONG)
    )
