"""Writes objects to their tables, and says who is affected."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from sqlalchemy import ColumnElement, or_, select, text
from sqlalchemy.orm import Session
from sqlalchemy.orm.attributes import get_history

from wardline.access.permissions import GIVE_CONSULT
from wardline.core import clock
from wardline.core.db.database import Base
from wardline.network.escalations import Escalation
from wardline.network.matching import Matcher, Rows, one_of
from wardline.network.objects import Entry, Line, PlacedUnit
from wardline.network.schema import Facility as FacilityEntry
from wardline.network.schema import Organization as OrganizationEntry
from wardline.network.schema import Role as RoleEntry
from wardline.network.schema import User as UserEntry
from wardline.network.stored import Codes
from wardline.paging.models import EscalationPolicyRow
from wardline.people.models import (
    IS_OPEN,
    SHARED_RIGHTS,
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

E = TypeVar("E")

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
    union select user_id from check_ins where checked_out_at is null and (service_line_id = any(:lines) or :moved)
    """
)


@dataclass(frozen=True, slots=True)
class Written:
    """The users whose access may have changed, including deactivated ones.

    `duty_line_ids` are the lines for which duty ended, or users are on call who were changed; `left` has one of those
    whose duty ended, by line.
    """

    affected_ids: frozenset[int]
    deactivated_ids: frozenset[int]
    duty_line_ids: frozenset[int]
    left: Mapping[int, int]


def write_entries(session: Session, entries: Sequence[Entry], facility_types: Collection[str] = ()) -> Written:
    """Make the tables match these objects; everything else stays. What an object refers to must exist or be among them.

    The caller has checked that no code, name or number is taken (`conflicts`).
    """
    writer = _Writer(session, entries)
    writer.write(facility_types)
    affected = frozenset(writer.affected())
    duty_line_ids = writer.lines_with_changed_duty(affected)
    return Written(affected, frozenset(writer.deactivated), duty_line_ids, writer.lines_left)


class _Writer:
    def __init__(self, session: Session, entries: Sequence[Entry]) -> None:
        self._session = session
        self._entries = entries
        self._rows = Matcher(session, self._touched)
        self.deactivated: set[int] = set()
        self._users: set[int] = set()
        self._roles: set[int] = set()
        self.lines_left: dict[int, int] = {}
        self._served_line_ids: set[int] = set()
        """Lines whose places have changed, which those on call for them serve."""
        self._moved = False
        """Whether a place now belongs to another organization."""
        codes = Codes.read(session)
        self._organization_ids = _inverted(codes.organizations)
        self._facility_ids = _inverted(codes.facilities)
        self._unit_ids = _inverted(codes.units)
        self._line_ids = _inverted(codes.lines)
        self._role_ids = _inverted(codes.roles)

    def _of(self, type_: type[E]) -> list[E]:
        return [entry for entry in self._entries if isinstance(entry, type_)]

    def write(self, facility_types: Collection[str]) -> None:
        self._organizations(self._of(OrganizationEntry))
        self._facilities(self._of(FacilityEntry), facility_types)
        self._lines(self._of(Line))
        self._escalations(self._of(Escalation))
        self._units(self._of(PlacedUnit))
        self._lock_rights()
        self._write_roles(self._of(RoleEntry))
        self._people(self._of(UserEntry))
        ended = self._session.execute(_END_CHECK_INS, {"now": clock.now(), **GIVE_CONSULT._asdict()})
        for user_id, line_id in ended:
            self._users.add(user_id)
            self.lines_left[line_id] = user_id

    def _lock_rights(self) -> None:
        """Lock what users change when they go on or off call, in the same order, so that neither side deadlocks.

        A change of roles may end the duty of anybody; otherwise only these users change.
        """
        is_open: ColumnElement[bool] = IS_OPEN
        is_version: ColumnElement[bool] = RightsVersion.user_id.is_not(None)
        if not self._of(RoleEntry):
            usernames = [entry.username for entry in self._of(UserEntry)]
            own = select(User.id).where(one_of(User.username, usernames))
            is_open = IS_OPEN & CheckIn.user_id.in_(own)
            is_version = or_(RightsVersion.user_id == SHARED_RIGHTS, RightsVersion.user_id.in_(own))
        self._session.execute(select(CheckIn.id).where(is_open).order_by(CheckIn.id).with_for_update(key_share=True))
        self._session.execute(
            select(RightsVersion.user_id)
            .where(is_version)
            .order_by(RightsVersion.user_id)
            .with_for_update(key_share=True)
        )

    def affected(self) -> set[int]:
        parameters = {
            "users": list(self._users),
            "roles": list(self._roles),
            "lines": list(self._served_line_ids),
            "moved": self._moved,
        }
        return set(self._session.scalars(_AFFECTED, parameters))

    def lines_with_changed_duty(self, affected: frozenset[int]) -> frozenset[int]:
        changed = self._session.scalars(_DUTY_OF, {"users": list(affected)})
        return frozenset({*self.lines_left, *changed, *self._served_line_ids})

    def _touched(self, row: Base) -> None:
        match row:
            case UserRole() | UserOrganization() | UserLocation() | UserServiceLine():
                self._users.add(row.user_id)
            case User() if row.id is not None:
                self._users.add(row.id)
                if not row.active:
                    row.signed_out_at = clock.now()
                    self.deactivated.add(row.id)
            case RolePermission():
                self._roles.add(row.role_id)
            case LocationServiceLine():
                self._served_line_ids.add(row.service_line_id)
            case Facility() | LocationUnit() if row.id is not None:
                owner = "organization_id" if isinstance(row, Facility) else "facility_id"
                self._moved |= get_history(row, owner).has_changes()

    def _organizations(self, entries: Sequence[OrganizationEntry]) -> None:
        target: Rows = {
            (entry.code,): {
                "name": entry.name,
                "notes_destination": entry.notes.model_dump(mode="json") if entry.notes else None,
            }
            for entry in entries
        }
        rows = self._rows.match(
            Organization, ("code",), target, one_of(Organization.code, [entry.code for entry in entries])
        )
        self._organization_ids |= {row.code: row.id for row in rows.values()}

    def _facilities(self, entries: Sequence[FacilityEntry], facility_types: Collection[str]) -> None:
        names = dict.fromkeys([*facility_types, *(entry.type for entry in entries)])
        type_rows = self._rows.match(
            FacilityType, ("name",), {(name,): {} for name in names}, one_of(FacilityType.name, names)
        )
        target: Rows = {
            (entry.code,): {
                "organization_id": self._organization_ids[entry.organization],
                "facility_type_id": type_rows[entry.type,].id,
                "name": entry.name,
                "info": entry.info,
                "state": entry.state,
                "requires_accepting_attending": "accepting attending" in entry.transfers_ask_for,
                "requires_other_facility": "other facility" in entry.transfers_ask_for,
            }
            for entry in entries
        }
        rows = self._rows.match(Facility, ("code",), target, one_of(Facility.code, [entry.code for entry in entries]))
        self._facility_ids |= {row.code: row.id for row in rows.values()}

    def _lines(self, entries: Sequence[Line]) -> None:
        by_id = {self._line_ids[entry.code]: entry for entry in entries}
        hours: Rows = {
            (line_id, each.days, each.open): {"open_hours_timezone": each.time_zone}
            for line_id, entry in by_id.items()
            for each in entry.hours
        }
        self._rows.match_exactly(
            ServiceLineHours,
            ("service_line_id", "open_days_in_week", "open_hours"),
            hours,
            one_of(ServiceLineHours.service_line_id, by_id),
        )
        exceptions: Rows = {(line_id,): {"exceptions": entry.stored_exceptions()} for line_id, entry in by_id.items()}
        self._rows.match(ServiceLine, ("id",), exceptions, one_of(ServiceLine.id, by_id))
        priorities: Rows = {
            (line_id, number): {"name": each.name, "completion_limit": each.limit_seconds, "rank": each.rank}
            for line_id, entry in by_id.items()
            for number, each in entry.priorities.items()
        }
        self._rows.match(Priority, ("service_line_id", "id"), priorities, one_of(Priority.service_line_id, by_id))

    def _escalations(self, entries: Sequence[Escalation]) -> None:
        row = EscalationPolicyRow
        keys = ("organization_id", "service_line_id", "priority", "facility_id")
        for entry in entries:
            of_line = self._organization_ids[entry.organization], self._line_ids[entry.service_line]
            policies: Rows = {
                (*of_line, policy.priority, self._facility_ids[policy.facility] if policy.facility else None): {
                    "policy": policy.stored()
                }
                for policy in entry.policies
            }
            is_among = (row.organization_id == of_line[0]) & (row.service_line_id == of_line[1])
            self._rows.match_exactly(row, keys, policies, is_among)

    def _units(self, entries: Sequence[PlacedUnit]) -> None:
        target: Rows = {(entry.code,): _unit(entry, self._facility_ids[entry.facility]) for entry in entries}
        is_among = one_of(LocationUnit.code, [entry.code for entry in entries])
        rows = self._rows.match(LocationUnit, ("code",), target, is_among, vacate="unit")
        self._unit_ids |= {row.code: row.id for row in rows.values()}
        by_id = {rows[entry.code,].id: entry for entry in entries}
        lines: Rows = {
            (unit_id, self._line_ids[code]): {} for unit_id, entry in by_id.items() for code in entry.service_lines
        }
        self._rows.match_exactly(
            LocationServiceLine,
            ("location_id", "service_line_id"),
            lines,
            one_of(LocationServiceLine.location_id, by_id),
        )
        video_rooms: Rows = {
            (unit_id, room.name): {"phone_number": room.phone}
            for unit_id, entry in by_id.items()
            for room in entry.video_rooms
        }
        self._rows.match_exactly(VideoRoom, ("location_id", "name"), video_rooms, one_of(VideoRoom.location_id, by_id))
        protocols: Rows = {
            (unit_id, self._line_ids[each.service_line], each.transfer_for): {
                "transfer_to": each.to,
                "transfer_distance_miles": round(each.miles, 1),
            }
            for unit_id, entry in by_id.items()
            for each in entry.transfer_protocols
        }
        self._rows.match_exactly(
            TransferProtocol,
            ("location_id", "service_line_id", "transfer_for"),
            protocols,
            one_of(TransferProtocol.location_id, by_id),
        )

    def _write_roles(self, entries: Sequence[RoleEntry]) -> None:
        target: Rows = {
            (entry.name,): {
                "label": entry.label,
                "retired_permissions": None if entry.active else sorted(entry.permissions),
            }
            for entry in entries
        }
        rows = self._rows.match(Role, ("name",), target, one_of(Role.name, [entry.name for entry in entries]))
        self._role_ids |= {row.name: row.id for row in rows.values()}
        ids = [row.id for row in rows.values()]
        pairs: Rows = {
            (self._role_ids[entry.name], *pair.split(" ")): {}
            for entry in entries
            if entry.active
            for pair in entry.permissions
        }
        self._rows.match_exactly(
            RolePermission, ("role_id", "action", "subject"), pairs, one_of(RolePermission.role_id, ids)
        )

    def _people(self, entries: Sequence[UserEntry]) -> None:
        target: Rows = {
            (entry.username,): {
                "subject": entry.subject or entry.username,
                "first_name": entry.first_name,
                "last_name": entry.last_name,
                "phone_number": entry.phone,
                "medipac_id": entry.medipac_id,
                "active": entry.active,
            }
            for entry in entries
        }
        is_among = one_of(User.username, [entry.username for entry in entries])
        users = self._rows.match(User, ("username",), target, is_among, vacate="subject")
        people = {users[entry.username,].id: entry for entry in entries}
        roles: Rows = {
            (user_id, self._role_ids[name]): {"position": position}
            for user_id, entry in people.items()
            for position, name in enumerate(entry.roles)
        }
        self._rows.match_exactly(UserRole, ("user_id", "role_id"), roles, one_of(UserRole.user_id, people))
        organizations: Rows = {
            (user_id, self._organization_ids[code]): {}
            for user_id, entry in people.items()
            for code in entry.organizations
        }
        self._rows.match_exactly(
            UserOrganization, ("user_id", "organization_id"), organizations, one_of(UserOrganization.user_id, people)
        )
        locations: Rows = {
            (user_id, self._unit_ids[code]): {} for user_id, entry in people.items() for code in entry.unit_codes
        }
        self._rows.match_exactly(
            UserLocation, ("user_id", "location_id"), locations, one_of(UserLocation.user_id, people)
        )
        lines: Rows = {}
        for user_id, entry in people.items():
            own = entry.service_lines
            for code in {*own.member, *own.active, *own.requestable}:
                lines[user_id, self._line_ids[code]] = {
                    "member": code in own.member,
                    "active": code in own.active,
                    "requestable": code in own.requestable,
                }
        self._rows.match_exactly(
            UserServiceLine, ("user_id", "service_line_id"), lines, one_of(UserServiceLine.user_id, people)
        )
        licenses: Rows = {
            (user_id, each.state): {"valid_until": each.until}
            for user_id, entry in people.items()
            for each in entry.licenses
        }
        self._rows.match_exactly(UserLicense, ("user_id", "state"), licenses, one_of(UserLicense.user_id, people))


def _inverted(codes: Mapping[int, str]) -> dict[str, int]:
    return {code: row_id for row_id, code in codes.items()}


def _unit(entry: PlacedUnit, facility_id: int) -> dict[str, Any]:
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
        "active": entry.active,
        "preferred_video": entry.preferred_video,
        "collect_patient_sex": "sex" in entry.collects,
        "collect_patient_enumber": "id number" in entry.collects,
        "collect_hospital_name": "hospital name" in entry.collects,
        "collect_fax_number": "fax number" in entry.collects,
        "configurable_patient_number": entry.patient_number.stored() if entry.patient_number else None,
    }
