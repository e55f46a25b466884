"""Drafts on the wire."""

from collections.abc import Collection, Sequence
from typing import Any

from sqlalchemy import any_, select
from sqlalchemy.ext.asyncio import AsyncSession

from wardline.admin.drafts.choices import DraftStatus
from wardline.admin.drafts.schemas import DraftRead
from wardline.admin.schemas import DifferenceRead
from wardline.core.db.database import id_array
from wardline.network import words
from wardline.network.drafts import key_of_draft, version_of
from wardline.network.models import DraftState, NetworkDraft
from wardline.network.objects import Document, Kind, digest_of, document_of
from wardline.network.stored import Codes, read_entries
from wardline.people.models import User
from wardline.people.schemas import Person


async def drafts(session: AsyncSession, rows: Sequence[NetworkDraft], four_eyes: Collection[Kind]) -> list[DraftRead]:
    """Those that have been closed, too."""
    keys = [key_of_draft(row) for row in rows]
    live = await session.run_sync(lambda sync: read_entries(sync, Codes.read(sync), keys)) if rows else {}
    people = await _people(session, rows)
    return [
        _draft(row, document_of(live[key]) if key in live else None, people, needs_approval=key.kind in four_eyes)
        for row, key in zip(rows, keys, strict=True)
    ]


async def draft(session: AsyncSession, row: NetworkDraft, four_eyes: Collection[Kind]) -> DraftRead:
    (read,) = await drafts(session, [row], four_eyes)
    return read


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
