"""What loading a file would change."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session

from wardline.network.conflicts import find_conflicts
from wardline.network.document import NetworkFileInvalid, Place, Problem
from wardline.network.models import ManagedObject, NetworkVersion
from wardline.network.objects import Document, Entry, Kind, ObjectKey, document_of, entries_of, key_of
from wardline.network.reading import NetworkFile
from wardline.network.stored import Codes, read_entries


@dataclass(frozen=True, slots=True)
class Change:
    """An object that is added (`before` is null) or changed."""

    entry: Entry
    before: Document | None
    after: Document

    @property
    def key(self) -> ObjectKey:
        return key_of(self.entry)


@dataclass(frozen=True, slots=True)
class Plan:
    """The changes in the order in which they are written, and what becomes managed and ceases to be.

    `unnamed` is what it manages and no longer names: that stays, because another file of this name may name it.
    """

    file: NetworkFile
    changes: tuple[Change, ...]
    begins: Mapping[ObjectKey, str]
    """By which file each is managed from now on."""
    ceases: frozenset[ObjectKey]
    unnamed: frozenset[ObjectKey]

    @property
    def is_empty(self) -> bool:
        return not (self.changes or self.begins or self.ceases)


def plan_file(session: Session, file: NetworkFile) -> Plan:
    """Compare the file with the database: managed objects become as in the file, and missing ones are added.

    Raises:
        NetworkFileInvalid: something in it conflicts with an object that it does not change.
    """
    entries = {key_of(entry): entry for entry in entries_of(file.network)}
    stored = {key: document_of(entry) for key, entry in read_entries(session, Codes.read(session), entries).items()}
    for key in _undecided(session, stored):
        del stored[key]
    changes = tuple(_changes(entries, stored))
    managed = {
        key: file.name if entry.managed is True else str(entry.managed)
        for key, entry in entries.items()
        if entry.managed
    }
    files = {
        ObjectKey(Kind(kind), code): name
        for kind, code, name in session.execute(select(ManagedObject.kind, ManagedObject.code, ManagedObject.file))
    }
    both = managed.keys() & files.keys()
    _refuse(session, file, changes, {key: files[key] for key in both if files[key] != managed[key]})
    own = {key for key, name in files.items() if name == file.name}
    named = own & entries.keys()
    begins = {key: name for key, name in managed.items() if key not in files}
    return Plan(file, changes, begins, frozenset(named - managed.keys()), frozenset(own - named))


def _undecided(session: Session, stored: Mapping[ObjectKey, Document]) -> set[ObjectKey]:
    """Escalations that follow the standard because nobody has decided about them yet, and lines without priorities.

    They are as if they were missing.
    """
    lines = {key for key, document in stored.items() if key.kind is Kind.SERVICE_LINE and not document["priorities"]}
    standard = {key for key, document in stored.items() if key.kind is Kind.ESCALATION and "policies" not in document}
    decided = select(NetworkVersion.code).where(NetworkVersion.kind == Kind.ESCALATION.value).distinct()
    return lines | standard - {
        ObjectKey(Kind.ESCALATION, code) for code in (session.scalars(decided) if standard else ())
    }


def _changes(entries: Mapping[ObjectKey, Entry], stored: Mapping[ObjectKey, Document]) -> Iterator[Change]:
    for key, entry in sorted(entries.items(), key=lambda item: list(Kind).index(item[0].kind)):
        before, after = stored.get(key), document_of(entry)
        if before is None or (entry.managed and before != after):
            yield Change(entry, before, after)


def _refuse(
    session: Session, file: NetworkFile, changes: tuple[Change, ...], of_others: Mapping[ObjectKey, str]
) -> None:
    places = _places(file)
    problems = [
        Problem(file.document.line_of(places[key]), f"the {key.kind.noun} {key.code!r} is managed by {name}")
        for key, name in of_others.items()
    ]
    for conflict in find_conflicts(session, [change.entry for change in changes]):
        line = file.document.line_of((*places[conflict.key][:-1], conflict.field))
        holder = f"the {conflict.holder.kind.noun} {conflict.holder.code!r}"
        problems.append(Problem(line, f"{conflict.field}: {conflict.value!r} belongs to {holder}"))
    if problems:
        raise NetworkFileInvalid(file.path, problems)


def _places(file: NetworkFile) -> dict[ObjectKey, Place]:
    """Where each object's code is in the file."""
    network = file.network
    places: dict[ObjectKey, Place] = {
        ObjectKey(Kind.SERVICE_LINE, code): ("service_lines", code) for code in network.service_lines
    }
    for index, organization in enumerate(network.organizations):
        places[key_of(organization)] = ("organizations", index, "code")
    for index, facility in enumerate(network.facilities):
        places[key_of(facility)] = ("facilities", index, "code")
        for number, unit in enumerate(facility.units):
            places[ObjectKey(Kind.UNIT, unit.code)] = ("facilities", index, "units", number, "code")
    for index, escalation in enumerate(network.escalations):
        places[key_of(escalation)] = ("escalations", index, "service_line")
    for index, role in enumerate(network.roles):
        places[key_of(role)] = ("roles", index, "name")
    for index, user in enumerate(network.users):
        places[key_of(user)] = ("users", index, "username")
    return places
