"""Reads and changes one object of the network while the application runs."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from sqlalchemy import select
from sqlalchemy.orm import Session

from wardline.core.db.advisory_locks import AdvisoryLock, lock_statement
from wardline.network.applying import Author, apply
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
    entry = read_entries(session, codes or Codes.read(session), [key]).get(key)
    if entry is None:
        return None
    file = session.scalar(
        select(ManagedObject.file).where(ManagedObject.kind == key.kind.value, ManagedObject.code == key.code)
    )
    document = document_of(entry)
    return Stored(entry, document, digest_of(document), file)


def change(session: Session, before: Stored[E] | None, entry: E, author: Author) -> None:
    """Write an object that was read, checked and perhaps does not exist yet, under `lock`, if anything differs."""
    document = document_of(entry)
    if before is None:
        apply(session, [Change(entry, None, document)], author)
    elif before.document != document:
        apply(session, [Change(entry, before.document, document)], author)


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

    source: Source
    groups: tuple[str, ...] = ()


def sources_of_roles(session: Session, username: str, organization_ids: Collection[int]) -> dict[str, RoleOrigin]:
    """How each role that somebody was given since their first version came to them; the others came from a file."""
    statement = (
        select(NetworkVersion.source, NetworkVersion.document)
        .where(NetworkVersion.kind == Kind.USER.value, NetworkVersion.code == username)
        .order_by(NetworkVersion.number)
    )
    origins: dict[str, RoleOrigin] = {}
    for source, document in session.execute(statement):
        origins = {role: origins.get(role, RoleOrigin(Source(source))) for role in document["roles"]}
    groups = groups_of_roles(session, username, organization_ids)
    return origins | {role: RoleOrigin(Source.SCIM, names) for role, names in groups.items()}


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
