"""The loaded network, for generating the demonstration's history: who can request where, and who can respond."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import select
from sqlalchemy.orm import Session, joinedload, selectinload

from wardline.access.permissions import ASK_CONSULT, GIVE_CONSULT, LIST_TRANSFER, Permission
from wardline.ehr.demo.hospital import DemoHospital
from wardline.people.models import RolePermission, User, UserLocation, UserOrganization, UserRole, UserServiceLine
from wardline.places.models import Facility, LocationServiceLine, LocationUnit
from wardline.service_lines.models import Priority, ServiceLine


class Person(NamedTuple):
    id: int
    username: str


@dataclass(frozen=True, slots=True)
class RecordedPatient:
    """A patient in the demonstration hospital's record."""

    id: str
    given: str
    family: str
    birth_date: str
    gender: str
    identifiers: tuple[tuple[str, str], ...]
    """System and value."""


@dataclass(frozen=True, slots=True)
class Unit:
    row: LocationUnit
    organization_id: int
    requesters: Sequence[Person]
    recorded: Sequence[RecordedPatient]
    """Empty unless the unit's census comes from the demonstration hospital."""


class Destination(NamedTuple):
    facility: Facility
    miles: float


@dataclass(frozen=True, slots=True)
class Scene:
    lines: Mapping[int, str]
    """Ids with codes, for lines that have both requesters and providers."""
    providers: Mapping[int, Sequence[Person]]
    organizations: Mapping[int, Collection[int]]
    """Each user's own organizations."""
    ranks: Mapping[tuple[int, int], int | None]
    """Ranks by line and priority."""
    units: Mapping[int, Sequence[Unit]]
    """The units that may request each line."""
    coordinators: Sequence[Person]
    facilities: Mapping[str, Facility]
    """Facilities by name."""

    def unit(self, line_id: int, code: str) -> Unit:
        return next(unit for unit in self.units[line_id] if unit.row.code == code)

    def colleagues(self, line_id: int, organization_id: int) -> Sequence[Person]:
        """The line's providers who belong to the organization, and may ask its facilities to accept a patient."""
        return [user for user in self.providers[line_id] if organization_id in self.organizations[user.id]]

    def destination(self, unit: Unit, line_id: int, transfer_for: str) -> Destination:
        """The destination in the unit's protocol for patients of the line."""
        protocol = next(
            protocol
            for protocol in unit.row.transfer_protocols
            if protocol.service_line_id == line_id and protocol.transfer_for == transfer_for
        )
        return Destination(self.facilities[protocol.transfer_to], protocol.transfer_distance_miles)


def read_scene(session: Session, now: datetime) -> Scene:
    """The scene of the loaded network."""
    providers: dict[int, list[Person]] = defaultdict(list)
    active = select(UserServiceLine).where(UserServiceLine.active).order_by(UserServiceLine.user_id)
    virtual_users = _people(session, GIVE_CONSULT)
    for line in session.scalars(active):
        if line.user_id in virtual_users:
            providers[line.service_line_id].append(virtual_users[line.user_id])
    organizations: dict[int, set[int]] = defaultdict(set)
    for user_id, organization_id in session.execute(select(UserOrganization.user_id, UserOrganization.organization_id)):
        organizations[user_id].add(organization_id)
    units = _units(session, now)
    return Scene(
        lines={
            line.id: line.code
            for line in session.scalars(select(ServiceLine))
            if providers[line.id] and units.get(line.id)
        },
        providers=providers,
        organizations=organizations,
        ranks={(row.service_line_id, row.id): row.rank for row in session.scalars(select(Priority))},
        units=units,
        coordinators=list(_people(session, LIST_TRANSFER).values()),
        facilities={facility.name: facility for facility in session.scalars(select(Facility))},
    )


def _people(session: Session, permission: Permission) -> dict[int, Person]:
    statement = (
        select(User.id, User.username)
        .join(UserRole, UserRole.user_id == User.id)
        .join(RolePermission, RolePermission.role_id == UserRole.role_id)
        .where(User.active, RolePermission.action == permission.action, RolePermission.subject == permission.subject)
    )
    return {user_id: Person(user_id, username) for user_id, username in session.execute(statement)}


def _units(session: Session, now: datetime) -> dict[int, list[Unit]]:
    """Units by line, each with the users there who may request consults."""
    bedside_users = _people(session, ASK_CONSULT)
    requesters: dict[int, list[Person]] = defaultdict(list)
    for link in session.scalars(select(UserLocation).order_by(UserLocation.user_id)):
        if link.user_id in bedside_users:
            requesters[link.location_id].append(bedside_users[link.user_id])
    recorded = _recorded(now)
    rows = session.scalars(
        select(LocationUnit)
        .where(LocationUnit.active)
        .options(joinedload(LocationUnit.facility), selectinload(LocationUnit.transfer_protocols))
    ).all()
    units = {
        row.id: Unit(
            row,
            row.facility.organization_id,
            requesters[row.id],
            recorded.get(row.emr_code or "", []) if row.emr_integrated else [],
        )
        for row in rows
        if requesters[row.id]
    }
    units_by_line: dict[int, list[Unit]] = defaultdict(list)
    line_links = select(LocationServiceLine).order_by(LocationServiceLine.location_id)
    for line_link in session.scalars(line_links):
        if line_link.location_id in units:
            units_by_line[line_link.service_line_id].append(units[line_link.location_id])
    return units_by_line


def _recorded(now: datetime) -> dict[str, list[RecordedPatient]]:
    """Patients from the record by unit code. For past consults, it is enough that they belong to the hospital."""
    resources = DemoHospital().resources_at(now)
    codes = [
        resource["identifier"][0]["value"]
        for resource in resources
        if resource["resourceType"] == "Location" and "identifier" in resource
    ]
    patients = [_patient(resource) for resource in resources if resource["resourceType"] == "Patient"]
    return {code: patients[number :: len(codes)] for number, code in enumerate(codes)}


def _patient(resource: Mapping[str, Any]) -> RecordedPatient:
    name = resource["name"][0]
    return RecordedPatient(
        id=resource["id"],
        given=" ".join(name["given"]),
        family=name["family"],
        birth_date=resource["birthDate"],
        gender=resource["gender"],
        identifiers=tuple((number["system"], number["value"]) for number in resource["identifier"][:1]),
    )
