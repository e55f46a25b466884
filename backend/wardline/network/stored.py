"""Reads objects from the database, as a file would declare them."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any, cast

from pydantic import TypeAdapter
from sqlalchemy import ColumnElement, literal, select, true, union_all
from sqlalchemy.orm import Session

from wardline.ehr.filing import Destination
from wardline.network.escalations import Escalation, EscalationPolicy, escalation_code
from wardline.network.lines import Hours, HoursException, Priority
from wardline.network.matching import one_of
from wardline.network.objects import Entry, Kind, Line, ObjectKey, PlacedUnit, key_of
from wardline.network.schema import (
    Facility,
    License,
    Organization,
    PatientNumber,
    Role,
    TransferProtocol,
    User,
    UserLines,
    VideoRoom,
)
from wardline.network.values import Declared
from wardline.paging.models import EscalationPolicyRow
from wardline.people import models as people
from wardline.places import models as places
from wardline.service_lines import models as lines
from wardline.service_lines.registry import all_line_codes

_DESTINATION: TypeAdapter[Destination] = TypeAdapter(Destination)
_COLLECTS = {
    "sex": places.LocationUnit.collect_patient_sex,
    "id number": places.LocationUnit.collect_patient_enumber,
    "hospital name": places.LocationUnit.collect_hospital_name,
    "fax number": places.LocationUnit.collect_fax_number,
}


@dataclass(frozen=True, slots=True)
class Codes:
    """Translates ids to the codes that documents refer by."""

    organizations: Mapping[int, str]
    facilities: Mapping[int, str]
    units: Mapping[int, str]
    lines: Mapping[int, str]
    roles: Mapping[int, str]

    @classmethod
    def read(cls, session: Session) -> "Codes":
        tables: dict[str, tuple[Any, Any]] = {
            "organizations": (places.Organization.id, places.Organization.code),
            "facilities": (places.Facility.id, places.Facility.code),
            "units": (places.LocationUnit.id, places.LocationUnit.code),
            "lines": (lines.ServiceLine.id, lines.ServiceLine.code),
            "roles": (people.Role.id, people.Role.name),
        }
        codes: dict[str, dict[int, str]] = {name: {} for name in tables}
        selects = (select(literal(name), row_id, code) for name, (row_id, code) in tables.items())
        for name, row_id, code in session.execute(union_all(*selects)):
            codes[name][row_id] = str(code)
        return cls(**codes)


def read_entries(session: Session, codes: Codes, only: Collection[ObjectKey] | None = None) -> dict[ObjectKey, Entry]:
    """The stored objects, by default all of them.

    An escalation without policies, and a service line whose priorities nobody has set yet, are only returned if `only`
    names them.
    """
    wanted = _Wanted(only)
    entries: list[Entry] = []
    for kind, read in _READERS.items():
        if wanted.any_of(kind):
            entries += read(session, codes, wanted)
    return {key_of(entry): entry for entry in entries}


class _Wanted:
    def __init__(self, only: Collection[ObjectKey] | None) -> None:
        self._codes: dict[Kind, list[str]] | None = None
        if only is not None:
            self._codes = defaultdict(list)
            for key in only:
                self._codes[key.kind].append(key.code)

    @property
    def is_named(self) -> bool:
        return self._codes is not None

    def any_of(self, kind: Kind) -> bool:
        return self._codes is None or bool(self._codes[kind])

    def codes(self, kind: Kind, otherwise: Iterable[str]) -> list[str]:
        return sorted(otherwise if self._codes is None else self._codes[kind])

    def among(self, kind: Kind, column: Any) -> ColumnElement[bool]:
        return true() if self._codes is None else one_of(column, self._codes[kind])


def _organizations(session: Session, _: Codes, wanted: _Wanted) -> Iterator[Entry]:
    model = places.Organization
    for row in session.scalars(select(model).where(wanted.among(Kind.ORGANIZATION, model.code)).order_by(model.id)):
        notes = _DESTINATION.validate_python(row.notes_destination) if row.notes_destination is not None else None
        yield Organization.model_construct(code=row.code, name=row.name, notes=notes)


def _facilities(session: Session, codes: Codes, wanted: _Wanted) -> Iterator[Entry]:
    model = places.Facility
    statement = (
        select(model, places.FacilityType.name)
        .join(places.FacilityType)
        .where(wanted.among(Kind.FACILITY, model.code))
        .order_by(model.id)
    )
    for row, type_name in session.execute(statement):
        asked = {
            "accepting attending": row.requires_accepting_attending,
            "other facility": row.requires_other_facility,
        }
        yield Facility.model_construct(
            code=row.code,
            organization=codes.organizations[row.organization_id],
            name=row.name,
            type=type_name,
            info=row.info,
            state=row.state,
            transfers_ask_for=_names_of(asked),
        )


def _names_of(values: Mapping[str, bool]) -> Any:
    """The names of those that are true."""
    return [name for name, is_true in values.items() if is_true]


def _lines(session: Session, codes: Codes, wanted: _Wanted) -> Iterator[Entry]:
    model = lines.ServiceLine
    is_wanted = wanted.among(Kind.SERVICE_LINE, model.code)
    exceptions_of: dict[int, list[dict[str, Any]]] = dict(
        iter(session.execute(select(model.id, model.exceptions).where(is_wanted).order_by(model.id)))
    )
    ids = list(exceptions_of)
    hours, priorities = lines.ServiceLineHours, lines.Priority
    hours_of = _grouped(session, select(hours).where(one_of(hours.service_line_id, ids)).order_by(hours.id))
    priorities_of = _grouped(session, select(priorities).where(one_of(priorities.service_line_id, ids)))
    for line_id in ids:
        if line_id in priorities_of or wanted.is_named:
            yield Line.model_construct(
                code=codes.lines[line_id],
                hours=[
                    Hours.model_construct(
                        days=row.open_days_in_week, open=row.open_hours, time_zone=row.open_hours_timezone
                    )
                    for row in hours_of[line_id]
                ],
                exceptions=[
                    HoursException.model_construct(
                        name=each["name"],
                        first=date.fromisoformat(each["first"]),
                        last=date.fromisoformat(each["last"]),
                        open=each["open"],
                        time_zone=each["time_zone"],
                    )
                    for each in exceptions_of[line_id]
                ],
                priorities={
                    row.id: Priority.model_construct(name=row.name, limit_seconds=row.completion_limit, rank=row.rank)
                    for row in priorities_of[line_id]
                },
            )


def _escalations(session: Session, codes: Codes, wanted: _Wanted) -> Iterator[Entry]:
    policies: defaultdict[str, list[EscalationPolicy]] = defaultdict(list)
    for row in session.scalars(select(EscalationPolicyRow)):
        code = escalation_code(codes.organizations[row.organization_id], codes.lines[row.service_line_id])
        facility = codes.facilities[row.facility_id] if row.facility_id is not None else None
        policies[code].append(EscalationPolicy.from_stored(row.policy, priority=row.priority, facility=facility))
    known = {
        escalation_code(organization, line): (organization, line)
        for organization in codes.organizations.values()
        for line in codes.lines.values()
    }
    for code in wanted.codes(Kind.ESCALATION, policies):
        if code in known:
            organization, line = known[code]
            yield Escalation.model_construct(organization=organization, service_line=line, policies=policies[code])


def _grouped(session: Session, statement: Any, by: str = "service_line_id") -> defaultdict[int, list[Any]]:
    rows: defaultdict[int, list[Any]] = defaultdict(list)
    for row in session.scalars(statement):
        rows[getattr(row, by)].append(row)
    return rows


def _units(session: Session, codes: Codes, wanted: _Wanted) -> Iterator[Entry]:
    model = places.LocationUnit
    rows = session.scalars(select(model).where(wanted.among(Kind.UNIT, model.code)).order_by(model.id)).all()
    ids = [row.id for row in rows]

    def below(part: Any) -> defaultdict[int, list[Any]]:
        return _grouped(session, select(part).where(one_of(part.location_id, ids)), by="location_id")

    lines_of, rooms_of = below(places.LocationServiceLine), below(places.VideoRoom)
    protocols_of = below(places.TransferProtocol)
    for row in rows:
        number = row.configurable_patient_number
        yield PlacedUnit.model_construct(
            facility=codes.facilities[row.facility_id],
            code=row.code,
            unit=row.unit,
            display_name=row.display_name,
            active=row.active,
            type=row.location_type,
            time_zone=row.time_zone,
            phone=row.phone_number,
            fax=row.fax_number,
            hospital_name=row.hospital_name,
            emr_code=row.emr_code,
            emr_integrated=row.emr_integrated,
            collects=_names_of({name: getattr(row, column.key) for name, column in _COLLECTS.items()}),
            patient_number=PatientNumber.from_stored(number) if number is not None else None,
            service_lines=[codes.lines[each.service_line_id] for each in lines_of[row.id]],
            video_rooms=[
                VideoRoom.model_construct(name=each.name, phone=each.phone_number) for each in rooms_of[row.id]
            ],
            preferred_video=cast(Any, row.preferred_video),
            transfer_protocols=[
                TransferProtocol.model_construct(
                    transfer_for=each.transfer_for,
                    service_line=codes.lines[each.service_line_id],
                    to=each.transfer_to,
                    miles=each.transfer_distance_miles,
                )
                for each in protocols_of[row.id]
            ],
        )


def _roles(session: Session, _: Codes, wanted: _Wanted) -> Iterator[Entry]:
    model = people.Role
    rows = session.scalars(select(model).where(wanted.among(Kind.ROLE, model.name)).order_by(model.id)).all()
    permission = people.RolePermission
    permissions_of = _grouped(
        session, select(permission).where(one_of(permission.role_id, [row.id for row in rows])), by="role_id"
    )
    for row in rows:
        pairs = row.retired_permissions
        if pairs is None:
            pairs = [f"{each.action} {each.subject}" for each in permissions_of[row.id]]
        yield Role.model_construct(name=row.name, label=row.label, active=not row.is_retired, permissions=pairs)


def _users(session: Session, codes: Codes, wanted: _Wanted) -> Iterator[Entry]:
    model = people.User
    is_wanted = wanted.among(Kind.USER, model.username)
    rows = session.scalars(select(model).where(is_wanted).order_by(model.id)).all()

    def of_users(part: Any) -> defaultdict[int, list[Any]]:
        return _grouped(session, select(part).join(model, model.id == part.user_id).where(is_wanted), by="user_id")

    roles_of, organizations_of = of_users(people.UserRole), of_users(people.UserOrganization)
    locations_of, lines_of = of_users(people.UserLocation), of_users(people.UserServiceLine)
    licenses_of = of_users(people.UserLicense)
    for row in rows:
        own = [(codes.lines[each.service_line_id], each) for each in lines_of[row.id]]
        yield User.model_construct(
            username=row.username,
            active=row.active,
            subject=row.subject,
            first_name=row.first_name,
            last_name=row.last_name,
            phone=row.phone_number,
            medipac_id=row.medipac_id,
            roles=[codes.roles[each.role_id] for each in sorted(roles_of[row.id], key=lambda each: each.position)],
            organizations=[codes.organizations[each.organization_id] for each in organizations_of[row.id]],
            locations=[(codes.units[each.location_id],) for each in locations_of[row.id]],
            service_lines=UserLines.model_construct(
                member=[code for code, each in own if each.member],
                active=[code for code, each in own if each.active],
                requestable=[code for code, each in own if each.requestable],
            ),
            licenses=[
                License.model_construct(state=each.state, until=each.valid_until) for each in licenses_of[row.id]
            ],
        )


_READERS = {
    Kind.ORGANIZATION: _organizations,
    Kind.FACILITY: _facilities,
    Kind.SERVICE_LINE: _lines,
    Kind.ESCALATION: _escalations,
    Kind.UNIT: _units,
    Kind.ROLE: _roles,
    Kind.USER: _users,
}


def read_names(session: Session) -> Declared:
    """The names to which a file may refer without declaring them."""
    units_of: dict[tuple[str, str], tuple[str, ...]] = {}
    organization_of: dict[str, str] = {}
    statement = (
        select(places.LocationUnit.code, places.Facility.code, places.Organization.code)
        .join(places.Facility, places.Facility.id == places.LocationUnit.facility_id)
        .join(places.Organization, places.Organization.id == places.Facility.organization_id)
        .order_by(places.LocationUnit.id)
    )
    for unit, facility, organization in session.execute(statement):
        organization_of[unit] = organization
        for owner in (("facility", facility), ("organization", organization)):
            units_of[owner] = (*units_of.get(owner, ()), unit)
    owners = select(places.Facility.code, places.Organization.code).join(places.Organization)
    codes = Codes.read(session)
    configured = session.scalars(select(lines.Priority.service_line_id).distinct())
    return Declared(
        known_lines=all_line_codes(),
        names={
            "organization": frozenset(codes.organizations.values()),
            "facility": frozenset(codes.facilities.values()),
            "facility type": frozenset(session.scalars(select(places.FacilityType.name))),
            "role": frozenset(codes.roles.values()),
            "service line": frozenset(codes.lines[line_id] for line_id in configured),
            "unit": frozenset(organization_of),
        },
        units_of=units_of,
        organization_of=organization_of,
        owner_of=dict(iter(session.execute(owners))),
    )
