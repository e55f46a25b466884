"""Reads and changes one object of the network while the application runs."""

from collections.abc import Sequence
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


def sources_of_roles(session: Session, username: str) -> dict[str, Source]:
    """How each role that somebody was given since their first version came to them; the others came from a file."""
    statement = (
        select(NetworkVersion.source, NetworkVersion.document)
        .where(NetworkVersion.kind == Kind.USER.value, NetworkVersion.code == username)
        .order_by(NetworkVersion.number)
    )
    sources: dict[str, Source] = {}
    for source, document in session.execute(statement):
        sources = {role: sources.get(role, Source(source)) for role in document["roles"]}
    return sources


def version(session: Session, key: ObjectKey, number: int) -> NetworkVersion | None:
    """One version of an object."""
    return session.scalar(
        select(NetworkVersion).where(
            NetworkVersion.kind == key.kind.value, NetworkVersion.code == key.code, NetworkVersion.number == number
        )
    )
