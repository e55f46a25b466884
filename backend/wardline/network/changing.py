"""Reads and changes one object of the network while the application runs."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from sqlalchemy import select
from sqlalchemy.orm import Session

from wardline.core.db.advisory_locks import AdvisoryLock, lock_statement
from wardline.network.applying import Author, apply
from wardline.network.matching import one_of
from wardline.network.models import ManagedObject, NetworkVersion, Source
from wardline.network.objects import Document, Entry, Kind, ObjectKey, digest_of, document_of
from wardline.network.planning import Change
from wardline.network.stored import Codes, read_entries
from wardline.people.models import Group, Role, RoleFromGroup, User

E = TypeVar("E", bound=Entry)


@dataclass(frozen=True, slots=True)
class Stored(Generic[E]):
    """An object as it is now. `digest` changes whenever anything about it does; `file` is the one that manages it."""

    entry: E
    document: Document
    digest: str
    file: str | None


def lock(session: Session) -> None:
    """Until the end of the transaction, nobody else changes or loads objects."""
    session.execute(lock_statement(AdvisoryLock.PLACES))


def stored(session: Session, key: ObjectKey, codes: Codes | None = None) -> Stored[Any] | None:
    """The object with this code, if there is one; its entry is of the key's kind."""
    return stored_each(session, [key], codes or Codes.read(session)).get(key)


def stored_each(session: Session, keys: Collection[ObjectKey], codes: Codes) -> dict[ObjectKey, Stored[Any]]:
    """Those of these objects that exist, with as few statements as for one."""
    files = {
        (kind, code): file
        for kind, code, file in session.execute(
            select(ManagedObject.kind, ManagedObject.code, ManagedObject.file).where(
                one_of(ManagedObject.code, {key.code for key in keys})
            )
        )
    }
    found = {}
    for key, entry in read_entries(session, codes, keys).items():
        document = document_of(entry)
        found[key] = Stored(entry, document, digest_of(document), files.get((key.kind.value, key.code)))
    return found


def change_each(session: Session, changes: Iterable[tuple[Stored[E] | None, E]], author: Author) -> None:
    """Write objects that were read, checked and perhaps do not exist yet, under `lock`, where anything differs."""
    documents = [(before, entry, document_of(entry)) for before, entry in changes]
    differing = [
        Change(entry, before.document if before is not None else None, document)
        for before, entry, document in documents
        if before is None or before.document != document
    ]
    if differing:
        apply(session, differing, author)


def change(session: Session, before: Stored[E] | None, entry: E, author: Author) -> None:
    """Write an object that was read, checked and perhaps does not exist yet, under `lock`, if anything differs."""
    change_each(session, [(before, entry)], author)


def versions(session: Session, key: ObjectKey, limit: int) -> Sequence[NetworkVersion]:
    """The last versions of an object, newest first; none if it has never been changed."""
    statement = (
        select(NetworkVersion)
        .where(NetworkVersion.kind == key.kind.value, NetworkVersion.code == key.code)
        .order_by(NetworkVersion.number.desc())
        .limit(limit)
    )
    return session.scalars(statement).all()


@dataclass(frozen=True, slots=True)
class RoleOrigin:
    """How a role came to somebody; `groups` are the names of the groups at the identity provider that give it.

    Names of groups of organizations that the reader does not administer are left out.
    """

    source: Source | None
    """Null if the version that gave it is no longer kept."""
    groups: tuple[str, ...] = ()


def sources_of_roles(session: Session, username: str, organization_ids: Collection[int]) -> dict[str, RoleOrigin]:
    """How each role that somebody was given since their first version came to them; the others came from a file."""
    statement = (
        select(NetworkVersion.number, NetworkVersion.source, NetworkVersion.document)
        .where(NetworkVersion.kind == Kind.USER.value, NetworkVersion.code == username)
        .order_by(NetworkVersion.number)
    )
    origins: dict[str, RoleOrigin] | None = None
    for number, source, document in session.execute(statement):
        is_first_kept = origins is None and number > 1
        given = RoleOrigin(None if is_first_kept else Source(source))
        origins = {role: (origins or {}).get(role, given) for role in document["roles"]}
    groups = groups_of_roles(session, username, organization_ids)
    return (origins or {}) | {role: RoleOrigin(Source.SCIM, names) for role, names in groups.items()}


def groups_of_roles(session: Session, username: str, organization_ids: Collection[int]) -> dict[str, tuple[str, ...]]:
    """Somebody's roles that came from groups, with the names of the groups of these organizations."""
    statement = (
        select(Role.name, Group.display_name, Group.organization_id)
        .join(RoleFromGroup, RoleFromGroup.role_id == Role.id)
        .join(Group, Group.id == RoleFromGroup.group_id)
        .join(User, User.id == RoleFromGroup.user_id)
        .where(User.username == username)
        .order_by(Group.display_name, Group.id)
    )
    groups: dict[str, tuple[str, ...]] = {}
    for role, group, organization_id in session.execute(statement):
        groups[role] = (*groups.get(role, ()), *([group] if organization_id in organization_ids else []))
    return groups


def version(session: Session, key: ObjectKey, number: int) -> NetworkVersion | None:
    """One version of an object."""
    return session.scalar(
        select(NetworkVersion).where(
            NetworkVersion.kind == key.kind.value, NetworkVersion.code == key.code, NetworkVersion.number == number
        )
    )
