"""What must be unique among all objects, and is taken by one that is not being changed."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session

from wardline.network.matching import one_of
from wardline.network.objects import Entry, Kind, ObjectKey, PlacedUnit, key_of
from wardline.network.schema import User as UserEntry
from wardline.people.models import User
from wardline.places.models import Facility, LocationUnit


@dataclass(frozen=True, slots=True)
class Conflict:
    """`value` is the object's `field`, and already belongs to `holder`."""

    key: ObjectKey
    field: str
    value: str
    holder: ObjectKey


def find_conflicts(session: Session, entries: Sequence[Entry]) -> Iterator[Conflict]:
    """Every unit's name within its facility, active unit's EMR code and user's subject that another object has."""
    units = {entry.code: entry for entry in entries if isinstance(entry, PlacedUnit)}
    if units:
        yield from _of_units(session, units)
    users = {entry.username: entry for entry in entries if isinstance(entry, UserEntry)}
    if users:
        yield from _of_users(session, users)


def _of_units(session: Session, units: Mapping[str, PlacedUnit]) -> Iterator[Conflict]:
    statement = select(LocationUnit.code, Facility.code, LocationUnit.unit, LocationUnit.emr_code, LocationUnit.active)
    names: dict[tuple[str, str], str] = {}
    emr_codes: dict[str, str] = {}
    for code, facility, name, emr_code, is_active in session.execute(statement.join(LocationUnit.facility)):
        if code not in units:
            names[facility, name] = code
            if is_active and emr_code is not None:
                emr_codes[emr_code] = code
    for code, unit in units.items():
        key = ObjectKey(Kind.UNIT, code)
        if (holder := names.get((unit.facility, unit.unit))) is not None:
            yield Conflict(key, "unit", unit.unit, ObjectKey(Kind.UNIT, holder))
        if unit.active and unit.emr_code is not None and (holder := emr_codes.get(unit.emr_code)) is not None:
            yield Conflict(key, "emr_code", unit.emr_code, ObjectKey(Kind.UNIT, holder))


def _of_users(session: Session, users: Mapping[str, UserEntry]) -> Iterator[Conflict]:
    subjects = {entry.subject or entry.username: entry for entry in users.values()}
    for username, subject in session.execute(select(User.username, User.subject).where(one_of(User.subject, subjects))):
        if username not in users:
            yield Conflict(key_of(subjects[subject]), "subject", subject, ObjectKey(Kind.USER, username))
