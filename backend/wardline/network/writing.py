"""Writes the rows of a network, table by table."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import select, text
from sqlalchemy.orm import Session

from wardline.access.permissions import GIVE_CONSULT
from wardline.core import clock
from wardline.core.db.database import Base
from wardline.network.document import NetworkFileInvalid, Place, Problem
from wardline.network.matching import Changes, Key, Matcher
from wardline.network.reading import NetworkFile
from wardline.network.schema import Facility as FacilityEntry
from wardline.network.schema import Unit
from wardline.people.models import (
    IS_OPEN,
    CheckIn,
    RightsVersion,
    Role,
    RolePermission,
    User,
    UserLicense,
    UserLocation,
    UserOrganization,
    UserRole,
    UserServiceLine,
)
from wardline.places.models import (
    Facility,
    FacilityType,
    LocationServiceLine,
    LocationUnit,
    Organization,
    TransferProtocol,
    VideoRoom,
)
from wardline.service_lines.models import Priority, ServiceLine, ServiceLineHours
from wardline.service_lines.synchronize import synchronize

Rows = dict[Key, dict[str, Any]]

_END_CHECK_INS = text(
    """
    update check_ins c set checked_out_at = greatest(:now, c.checked_in_at)
    where c.checked_out_at is null and not (
      exists (select from users u where u.id = c.user_id and u.active)
      and exists (select from user_roles r where r.user_id = c.user_id and r.role_id = c.role_id)
      and exists (select from user_roles r join role_permissions p using (role_id)
                  where r.user_id = c.user_id and p.action = :action and p.subject = :subject)
      and exists (select from user_service_lines s
                  where s.user_id = c.user_id and s.service_line_id = c.service_line_id and s.active)
    )
    returning c.user_id, c.service_line_id
    """
)
_DUTY_OF = text("select distinct service_line_id from check_ins where checked_out_at is null and user_id = any(:users)")
_AFFECTED = text(
    """
    select id from users where id = any(:users)
    union select user_id from user_roles where role_id = any(:roles)
    union select user_id from check_ins where checked_out_at is null and :places
    """
)


@dataclass(frozen=True, slots=True)
class Written:
    """The changes that a file made, and the users whose access may have changed, including deactivated ones.

    `duty_line_ids` are the lines for which duty ended, or users are on call who were changed; `left` has one of those
    whose duty ended, by line.
    """

    changes: Changes
    affected_ids: frozenset[int]
    deactivated_ids: frozenset[int]
    duty_line_ids: frozenset[int]
    left: Mapping[int, int]


def write_network(session: Session, file: NetworkFile) -> Written:
    """Write all tables."""
    writer = _Writer(session, file)
    writer.write()
    affected = frozenset(writer.affected())
    duty_line_ids = writer.lines_with_changed_duty(affected)
    return Written(writer.changes, affected, frozenset(writer.deactivated), duty_line_ids, writer.lines_left)


class _Writer:
    def __init__(self, session: Session, file: NetworkFile) -> None:
        self._session = session
        self._file = file
        self._network = file.network
        self._rows = Matcher(session, self._touched)
        self.deactivated: set[int] = set()
        self._users: set[int] = set()
        self._roles: set[int] = set()
        self.lines_left: dict[int, int] = {}
        self._places_changed = False
        self._parents: list[Base] = []

    @property
    def changes(self) -> Changes:
        return self._rows.changes

    def write(self) -> None:
        synchronize(self._session.connection())
        self._line_ids = {line.code: line.id for line in self._session.scalars(select(ServiceLine))}
        priorities = self._service_lines()
        organizations, facilities = self._facilities()
        units = self._units(facilities)
        self._lock_rights()
        self._people(self._roles_by_name(), organizations, units)
        ended = self._session.execute(_END_CHECK_INS, {"now": clock.now(), **GIVE_CONSULT._asdict()})
        for user_id, line_id in ended:
            self._users.add(user_id)
            self.lines_left[line_id] = user_id
        self._rows.remove_unreferenced([*priorities, *reversed(self._parents)])

    def _lock_rights(self) -> None:
        """Lock what users change when they go on or off call, in the same order, so that neither side deadlocks."""
        self._session.execute(select(CheckIn.id).where(IS_OPEN).order_by(CheckIn.id).with_for_update(key_share=True))
        self._session.execute(
            select(RightsVersion.user_id).order_by(RightsVersion.user_id).with_for_update(key_share=True)
        )

    def affected(self) -> set[int]:
        parameters = {"users": list(self._users), "roles": list(self._roles), "places": self._places_changed}
        return set(self._session.scalars(_AFFECTED, parameters))

    def lines_with_changed_duty(self, affected: frozenset[int]) -> frozenset[int]:
        changed = self._session.scalars(_DUTY_OF, {"users": list(affected)})
        return frozenset({*self.lines_left, *changed})

    def _touched(self, row: Base) -> None:
        match row:
            case UserRole() | UserOrganization() | UserLocation() | UserServiceLine():
                self._users.add(row.user_id)
            case User() if row.id is not None:
                self._users.add(row.id)
                if not row.active:
                    self.deactivated.add(row.id)
            case RolePermission():
                self._roles.add(row.role_id)
            case Facility() | LocationUnit() | LocationServiceLine():
                self._places_changed = True

    def _service_lines(self) -> list[Priority]:
        """Writes hours and priorities; returns the priorities that are no longer in the file."""
        lines = {self._line_ids[code]: line for code, line in self._network.service_lines.items()}
        hours: Rows = {
            (line_id, entry.days, entry.open): {"open_hours_timezone": entry.time_zone}
            for line_id, line in lines.items()
            for entry in line.hours
        }
        self._rows.match_exactly(ServiceLineHours, ("service_line_id", "open_days_in_week", "open_hours"), hours)
        priorities: Rows = {
            (line_id, number): {"name": entry.name, "completion_limit": entry.limit_seconds, "rank": entry.rank}
            for line_id, line in lines.items()
            for number, entry in line.priorities.items()
        }
        return self._rows.match(Priority, ("service_line_id", "id"), priorities)[1]

    def _facilities(self) -> tuple[Mapping[Key, Organization], Mapping[Key, Facility]]:
        organizations, removed = self._rows.match(
            Organization,
            ("code",),
            {
                (entry.code,): {
                    "name": entry.name,
                    "notes_destination": entry.notes.model_dump(mode="json") if entry.notes else None,
                }
                for entry in self._network.organizations
            },
        )
        types, removed_types = self._rows.match(
            FacilityType, ("name",), {(name,): {} for name in self._network.facility_types}
        )
        target: Rows = {
            (entry.code,): {
                "organization_id": organizations[entry.organization,].id,
                "facility_type_id": types[entry.type,].id,
                "name": entry.name,
                "info": entry.info,
                "state": entry.state,
                "requires_accepting_attending": "accepting attending" in entry.transfers_ask_for,
                "requires_other_facility": "other facility" in entry.transfers_ask_for,
            }
            for entry in self._network.facilities
        }
        facilities, removed_facilities = self._rows.match(Facility, ("code",), target)
        self._parents += [*removed, *removed_types, *removed_facilities]
        return organizations, facilities

    def _units(self, facilities: Mapping[Key, Facility]) -> Mapping[Key, LocationUnit]:
        entries = [(facility, unit) for facility in self._network.facilities for unit in facility.units]
        target: Rows = {(unit.code,): _unit(unit, facilities[facility.code,].id) for facility, unit in entries}
        self._refuse_names_in_use(entries, target)
        units, removed = self._rows.match(LocationUnit, ("code",), target, vacate="unit")
        self._rows.switch_off(removed)
        ids = {unit.code: units[unit.code,].id for _, unit in entries}
        lines: Rows = {(ids[unit.code], self._line_ids[code]): {} for _, unit in entries for code in unit.service_lines}
        self._rows.match_exactly(LocationServiceLine, ("location_id", "service_line_id"), lines)
        rooms: Rows = {
            (ids[unit.code], room.name): {"phone_number": room.phone}
            for _, unit in entries
            for room in unit.video_rooms
        }
        self._rows.match_exactly(VideoRoom, ("location_id", "name"), rooms)
        protocols: Rows = {
            (ids[unit.code], self._line_ids[entry.service_line], entry.transfer_for): {
                "transfer_to": entry.to,
                "transfer_distance_miles": round(entry.miles, 1),
            }
            for _, unit in entries
            for entry in unit.transfer_protocols
        }
        self._rows.match_exactly(TransferProtocol, ("location_id", "service_line_id", "transfer_for"), protocols)
        return units

    def _refuse_names_in_use(self, entries: Iterable[tuple[FacilityEntry, Unit]], target: Rows) -> None:
        """A unit that was removed from the file keeps its name within its facility, for its past consults."""
        rows = self._session.scalars(select(LocationUnit))
        held = {(row.facility_id, row.unit): row.code for row in rows if (row.code,) not in target}
        self._refuse(
            (
                unit.code,
                f"the name {unit.unit!r} belongs to {held[key]!r}, which is no longer in this file: keep its code",
            )
            for _, unit in entries
            if (key := (target[unit.code,]["facility_id"], unit.unit)) in held
        )

    def _refuse_subjects_in_use(self, target: Rows) -> None:
        held = {
            row.subject: row.username for row in self._session.scalars(select(User)) if (row.username,) not in target
        }
        self._refuse(
            (
                user.username,
                f"the subject {subject!r} belongs to {held[subject]!r}, no longer in this file: keep the user name",
            )
            for user in self._network.users
            if (subject := user.subject or user.username) in held
        )

    def _refuse(self, refusals: Iterable[tuple[str, str]]) -> None:
        places = self._places_of_codes()
        document = self._file.document
        problems = [Problem(document.line_of(places[code]), text) for code, text in refusals]
        if problems:
            raise NetworkFileInvalid(self._file.path, problems)

    def _places_of_codes(self) -> dict[str, Place]:
        places: dict[str, Place] = {
            user.username: ("users", index, "username") for index, user in enumerate(self._network.users)
        }
        for number, facility in enumerate(self._network.facilities):
            for index, unit in enumerate(facility.units):
                places[unit.code] = ("facilities", number, "units", index, "code")
        return places

    def _roles_by_name(self) -> Mapping[Key, Role]:
        roles, removed = self._rows.match(
            Role, ("name",), {(entry.name,): {"label": entry.label} for entry in self._network.roles}
        )
        pairs: Rows = {
            (roles[entry.name,].id, *pair.split(" ")): {} for entry in self._network.roles for pair in entry.permissions
        }
        self._rows.match_exactly(RolePermission, ("role_id", "action", "subject"), pairs)
        self._parents += removed
        return roles

    def _people(
        self, roles: Mapping[Key, Role], organizations: Mapping[Key, Organization], units: Mapping[Key, LocationUnit]
    ) -> None:
        target: Rows = {
            (entry.username,): {
                "subject": entry.subject or entry.username,
                "first_name": entry.first_name,
                "last_name": entry.last_name,
                "phone_number": entry.phone,
                "medipac_id": entry.medipac_id,
                "active": True,
            }
            for entry in self._network.users
        }
        self._refuse_subjects_in_use(target)
        users, removed = self._rows.match(User, ("username",), target, vacate="subject")
        self._rows.switch_off(removed)
        people = [(users[entry.username,].id, entry) for entry in self._network.users]
        user_roles: Rows = {
            (user_id, roles[name,].id): {"position": position}
            for user_id, entry in people
            for position, name in enumerate(entry.roles)
        }
        self._rows.match_exactly(UserRole, ("user_id", "role_id"), user_roles)
        user_organizations: Rows = {
            (user_id, organizations[code,].id): {} for user_id, entry in people for code in entry.organizations
        }
        self._rows.match_exactly(UserOrganization, ("user_id", "organization_id"), user_organizations)
        user_locations: Rows = {
            (user_id, units[code,].id): {} for user_id, entry in people for code in entry.unit_codes
        }
        self._rows.match_exactly(UserLocation, ("user_id", "location_id"), user_locations)
        lines: Rows = {}
        for user_id, entry in people:
            user_lines = entry.service_lines
            for code in {*user_lines.member, *user_lines.active, *user_lines.requestable}:
                lines[user_id, self._line_ids[code]] = {
                    "member": code in user_lines.member,
                    "active": code in user_lines.active,
                    "requestable": code in user_lines.requestable,
                }
        self._rows.match_exactly(UserServiceLine, ("user_id", "service_line_id"), lines)
        licenses: Rows = {
            (user_id, each.state): {"valid_until": each.until} for user_id, entry in people for each in entry.licenses
        }
        self._rows.match_exactly(UserLicense, ("user_id", "state"), licenses)


def _unit(entry: Unit, facility_id: int) -> dict[str, Any]:
    return {
        "facility_id": facility_id,
        "unit": entry.unit,
        "display_name": entry.display_name,
        "location_type": entry.type,
        "time_zone": entry.time_zone,
        "phone_number": entry.phone,
        "fax_number": entry.fax,
        "hospital_name": entry.hospital_name,
        "emr_integrated": entry.reads_census,
        "emr_code": entry.emr_code,
        "active": True,
        "preferred_video": entry.preferred_video,
        "collect_patient_sex": "sex" in entry.collects,
        "collect_patient_enumber": "id number" in entry.collects,
        "collect_hospital_name": "hospital name" in entry.collects,
        "collect_fax_number": "fax number" in entry.collects,
        "configurable_patient_number": entry.patient_number.stored() if entry.patient_number else None,
    }
