"""Drafts on the wire."""

from collections.abc import Collection, Sequence
from typing import Any

from sqlalchemy import Row, any_, select
from sqlalchemy.ext.asyncio import AsyncSession

from wardline.admin.drafts.choices import DraftStatus
from wardline.admin.drafts.repository import names_of
from wardline.admin.drafts.schemas import DraftMark, DraftRead, DraftRow
from wardline.admin.schemas import DifferenceRead
from wardline.core.db.database import id_array
from wardline.network import words
from wardline.network.drafts import key_of_draft, open_draft, version_of
from wardline.network.models import DraftState, NetworkDraft
from wardline.network.objects import Document, Entry, Kind, ObjectKey, digest_of, document_of, entry_of
from wardline.network.stored import Codes, read_entries, read_names
from wardline.people.models import User
from wardline.people.schemas import Person
from wardline.places.schemas import OrganizationRead


async def draft(session: AsyncSession, row: NetworkDraft, four_eyes: Collection[Kind]) -> DraftRead:
    """Also one that has been closed."""
    key = key_of_draft(row)
    live = await session.run_sync(lambda sync: read_entries(sync, Codes.read(sync), [key]))
    people = await _people(session, [row])
    document = document_of(live[key]) if key in live else None
    return _draft(row, document, people, needs_approval=key.kind in four_eyes)


async def rows(
    session: AsyncSession, found: Sequence[Row[NetworkDraft, Document | None]], four_eyes: Collection[Kind]
) -> list[DraftRow]:
    """Open drafts, each with the newest version of its object."""
    people = await _people(session, [draft for draft, _ in found])
    names = await names_of(session, {key for draft, _ in found for key in _named_by(draft)})
    read = []
    for row, newest in found:
        named, *organizations = [names[key] for key in _named_by(row)]
        live = newest if newest is not None else row.base
        drafted = _draft(row, live, people, needs_approval=Kind(row.kind) in four_eyes)
        read.append(
            DraftRow(
                **dict(drafted),
                name=named.name,
                object_id=named.id,
                organization=OrganizationRead.model_validate(organizations[0]) if organizations else None,
            )
        )
    return read


def _named_by(row: NetworkDraft) -> list[ObjectKey]:
    """The objects by whose names a drafted one is known: its own, or those of an escalation's line and organization."""
    if Kind(row.kind) is not Kind.ESCALATION:
        return [key_of_draft(row)]
    return [
        ObjectKey(Kind.SERVICE_LINE, row.document["service_line"]),
        ObjectKey(Kind.ORGANIZATION, row.document["organization"]),
    ]


async def open_draft_of(
    session: AsyncSession, key: ObjectKey, four_eyes: Collection[Kind]
) -> tuple[DraftRead | None, Entry | None]:
    """The open draft of an object and the object as it would be, which is None if it no longer fits."""
    found: NetworkDraft | None = await session.run_sync(open_draft, key)
    if found is None:
        return None, None
    read = await draft(session, found, four_eyes)
    names = await session.run_sync(read_names)
    try:
        return read, entry_of(key.kind, found.document, names)
    except ValueError:
        return read, None


def mark(row: NetworkDraft, four_eyes: Collection[Kind]) -> DraftMark:
    return DraftMark(status=_status(row, needs_approval=Kind(row.kind) in four_eyes), publish_at=row.publish_at)


def differences(before: Document | None, after: Document) -> list[DifferenceRead]:
    """In the order of their places."""
    return [
        DifferenceRead(place=place, before=old, after=new) for place, old, new in words.differences(before or {}, after)
    ]


async def _people(session: AsyncSession, rows: Sequence[NetworkDraft]) -> dict[int | None, Person]:
    ids = {user_id for row in rows for user_id in (row.by_id, row.approved_by_id, row.scheduled_by_id) if user_id}
    users = await session.scalars(select(User).where(User.id == any_(id_array(ids))))
    return {user.id: Person.model_validate(user) for user in users}


def _draft(row: NetworkDraft, live: Any, people: dict[int | None, Person], *, needs_approval: bool) -> DraftRead:
    return DraftRead(
        id=row.id,
        kind=row.kind,
        code=row.code,
        version=version_of(row),
        status=_status(row, needs_approval=needs_approval),
        by=people[row.by_id],
        at=row.at,
        reason=row.reason,
        approved_by=people.get(row.approved_by_id),
        needs_approval=needs_approval and row.approved_by_id is None,
        publish_at=row.publish_at,
        scheduled_by=people.get(row.scheduled_by_id),
        failure=row.failure,
        is_outdated=digest_of(live) != digest_of(row.base),
        differences=differences(row.base, row.document),
    )


def _status(row: NetworkDraft, *, needs_approval: bool) -> DraftStatus:
    if row.state != DraftState.DRAFT.value:
        return DraftStatus(row.state)
    if row.approved_by_id is not None:
        return DraftStatus.APPROVED
    return DraftStatus.WAITING if needs_approval else DraftStatus.DRAFT
