"""Requesting a consult."""

import uuid
from dataclasses import dataclass, replace
from typing import Final

from sqlalchemy import Integer, bindparam, exists, func, select
from sqlalchemy.ext.asyncio import AsyncSession

from wardline.access.current_user import CurrentUser
from wardline.access.permissions import REQUEST_CONSULT
from wardline.consults import parts
from wardline.consults.bodies import line_part
from wardline.consults.changing import publish_change
from wardline.consults.choices import ConsultState, Milestone
from wardline.consults.errors import LocationNotRequestable, ServiceLineNotRequestable
from wardline.consults.events import ConsultCreated
from wardline.consults.models import Consult
from wardline.consults.reading import record_touched
from wardline.consults.repository import name_words
from wardline.consults.schemas import LineConsultRequest
from wardline.consults.timeline import service as timeline
from wardline.consults.timeline.choices import TaskType
from wardline.core import clock
from wardline.core.db.before_commit import insert_before_commit
from wardline.core.db.statements import compile_statement, fetch_all
from wardline.core.errors import FieldError, Forbidden, ValidationFailed
from wardline.core.forms import messages
from wardline.core.forms.rules import apply_rules
from wardline.ehr.contract import CensusSource
from wardline.patients import record
from wardline.patients import service as patients
from wardline.patients.record import Described, RecordReading
from wardline.places.models import Facility, LocationServiceLine, LocationUnit
from wardline.places.patient_rules import patient_rules, record_part
from wardline.places.repository import READABLE, PlacesRepository, readable_parameters
from wardline.service_lines.models import Priority
from wardline.service_lines.registry import line_of

_LINE: Final = bindparam("service_line_id", type_=Integer)
_UNIT_COLUMNS: Final = [column.key for column in LocationUnit.__table__.columns]
_IS_OFFERED: Final = exists().where(
    LocationServiceLine.location_id == LocationUnit.id, LocationServiceLine.service_line_id == _LINE
)
_RANKS: Final = (
    select(func.json_object_agg(Priority.id, Priority.rank)).where(Priority.service_line_id == _LINE).scalar_subquery()
)
_UNIT: Final = compile_statement(
    select(
        *LocationUnit.__table__.columns,
        Facility.organization_id,
        _IS_OFFERED.label("is_offered"),
        _RANKS.label("ranks"),
    )
    .join(Facility, Facility.id == LocationUnit.facility_id)
    .where(LocationUnit.id == bindparam("location_id", type_=Integer), READABLE)
)
"""Everything that a request needs to know about its location, in one round trip."""


@dataclass(frozen=True, slots=True)
class Requestable:
    """Where the user may request the line."""

    location: LocationUnit
    """Without relationships."""
    organization_id: int
    ranks: dict[str, int | None]
    """The rank, if any, of each of the line's priorities, by its id."""


async def read_record(
    session: AsyncSession, request: LineConsultRequest, census: CensusSource, *, by: CurrentUser
) -> RecordReading:
    """What the hospital's record says about the patient, if the request says that the patient comes from it.

    Runs before `create` and outside its transaction: no lock and no database connection waits for a hospital.
    """
    location_id, emr_id = request.encounter.location_id, request.patient.emr_id
    if not request.patient.is_emr or emr_id is None or location_id not in by.location_ids:
        return RecordReading()
    location = await PlacesRepository(session).location(by, location_id)
    unit_code = location.emr_code if location is not None and location.emr_integrated else None
    await session.rollback()
    return await record.read(census, emr_id, unit_code) if unit_code is not None else RecordReading()


async def create(
    session: AsyncSession, request: LineConsultRequest, reading: RecordReading, *, by: CurrentUser
) -> uuid.UUID:
    """Request a consult about the patient for whom `read_record` returned `reading`; it is stored with the commit.

    A line that closed while the user was filling in the form is accepted.
    """
    found = await requestable(session, request.encounter.location_id, request.service_line_id, by=by)
    location, organization_id = found.location, found.organization_id
    patient_data, request = _apply_collection_rules(location, request, reading, by)
    line = line_of(request.service_line_id)
    detail = line_part(request, line)
    priority_id = line.priority_id(detail, is_emergency=request.is_emergency)
    if str(priority_id) not in found.ranks:
        raise ServiceLineNotRequestable
    patient, encounter = patients.register(
        session, patient_data, location_id=location.id, organization_id=organization_id
    )
    now = clock.now()
    consult = Consult(
        id=uuid.uuid4(),
        patient_id=patient.id,
        encounter_id=encounter.id,
        organization_id=organization_id,
        location_id=location.id,
        service_line_id=request.service_line_id,
        priority_id=priority_id,
        sort_rank=found.ranks[str(priority_id)],
        callback_number=request.callback_number,
        reason=request.reason or None,
        is_emergency=request.is_emergency and line.allows_emergency,
        fax_number=request.additional_data.fax_number,
        hospital_name=request.additional_data.hospital_name,
        detail=detail,
        detail_version=line.detail_version,
        name_vector=name_words(patient),
        state=ConsultState.NEW.value,
        created_at=now,
        created_by_id=by.id,
        changed_at=now,
    )
    insert_before_commit(session, consult)
    record_touched(session, consult, emr_id=patient.emr_id)
    timeline.record(session, consult.id, TaskType.CONSULT_CREATION, by=by)
    await parts.reach(session, consult, Milestone.REQUESTED, by=by)
    publish_change(session, ConsultCreated, consult, by)
    return consult.id


async def requestable(session: AsyncSession, location_id: int, line_id: int, *, by: CurrentUser) -> Requestable:
    """The location, if this user may request this line there.

    Raises:
        LocationNotRequestable: it does not exist, is switched off, or is not one of the user's.
        ServiceLineNotRequestable: the location, or the user, may not request the line.
    """
    if not by.may(REQUEST_CONSULT):
        raise Forbidden
    parameters = {"location_id": location_id, "service_line_id": line_id, **readable_parameters(by)}
    rows = await fetch_all(session, _UNIT, parameters) if location_id in by.location_ids else []
    if not rows or not rows[0].active:
        raise LocationNotRequestable
    (row,) = rows
    if not row.is_offered or line_id not in by.requestable_line_ids:
        raise ServiceLineNotRequestable
    location = LocationUnit(**{name: getattr(row, name) for name in _UNIT_COLUMNS})
    return Requestable(location, row.organization_id, row.ranks or {})


def _apply_collection_rules(
    location: LocationUnit, request: LineConsultRequest, reading: RecordReading, by: CurrentUser
) -> tuple[Described, LineConsultRequest]:
    """Checks that everything the unit requires of this requester is present, and drops what it does not collect."""
    if request.patient.is_emr and not location.emr_integrated:
        raise ValidationFailed(errors=[FieldError("Patient.isEmr", messages.INVALID)])
    patient_data = reading.describe(request.patient)
    values = request.model_dump(mode="json", by_alias=True, exclude_unset=True) | {
        "Patient": patient_data.patient.model_dump(mode="json", by_alias=True, exclude_unset=True),
        "requester": {"isCheckedIn": by.is_checked_in},
        **record_part(has_number=patient_data.patient.is_emr and bool(patient_data.patient.identifiers)),
    }
    checked = apply_rules(values, [*patient_rules(location), *line_of(request.service_line_id).requester_rules])
    completed = type(request).model_validate(
        {name: value for name, value in checked.items() if name not in {"requester", "record"}}
    )
    return replace(patient_data, patient=completed.patient), completed
