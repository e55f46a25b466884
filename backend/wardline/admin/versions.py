"""Versions of any object of the network on the wire."""

from collections.abc import Sequence
from typing import Any, Final

from sqlalchemy import any_, select
from sqlalchemy.ext.asyncio import AsyncSession

from wardline.core.db.database import id_array
from wardline.core.forms.wire import ReadModel, UtcDateTime
from wardline.network import changing
from wardline.network.models import NetworkVersion
from wardline.network.objects import ObjectKey
from wardline.network.words import differences
from wardline.people.models import User
from wardline.people.schemas import Person

MAX_VERSIONS: Final = 100


class DifferenceRead(ReadModel):
    """One place in which two versions differ; null where there is nothing."""

    place: str
    before: Any
    after: Any


class VersionRead(ReadModel):
    """One version of an object: who made it, when and why, and how it differs from the one before."""

    number: int
    at: UtcDateTime
    by: Person | None
    file: str | None
    reason: str | None
    is_first: bool
    """Nothing is known from before it."""
    differences: list[DifferenceRead]


class VersionsRead(ReadModel):
    """Newest first."""

    versions: list[VersionRead]


async def versions_of(session: AsyncSession, key: ObjectKey, *, limit: int = MAX_VERSIONS) -> list[VersionRead]:
    """The last versions of an object, newest first."""
    rows = await session.run_sync(changing.versions, key, limit + 1)
    authors = await _authors(session, rows)
    before = [*(row.document for row in rows[1:]), None]
    return [_version(row, older, authors) for row, older in zip(rows, before, strict=False)][:limit]


async def _authors(session: AsyncSession, rows: Sequence[NetworkVersion]) -> dict[int, Person]:
    ids = {row.by_id for row in rows if row.by_id is not None}
    users = await session.scalars(select(User).where(User.id == any_(id_array(ids))))
    return {user.id: Person.model_validate(user) for user in users}


def _version(row: NetworkVersion, older: dict[str, Any] | None, authors: dict[int, Person]) -> VersionRead:
    return VersionRead(
        number=row.number,
        at=row.at,
        by=authors[row.by_id] if row.by_id is not None else None,
        file=row.file,
        reason=row.reason,
        is_first=older is None,
        differences=[
            DifferenceRead(place=place, before=before, after=after)
            for place, before, after in (differences(older, row.document) if older is not None else ())
        ],
    )
