"""What changes of objects of every kind have in common: the version that is expected, and those of the past."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Annotated, Any, Final, TypeAlias, TypeVar

from fastapi import Depends, Header
from pydantic import ValidationError
from sqlalchemy import any_, select
from sqlalchemy.ext.asyncio import AsyncSession

from wardline.admin.errors import ChangedMeanwhile, ManagedByFile, VersionMissing, VersionNoLongerFits
from wardline.admin.schemas import DifferenceRead, VersionRead, VersionsRead
from wardline.core.db.database import id_array
from wardline.core.errors import NotFound
from wardline.core.forms.wire import ReadModel
from wardline.core.http.error_responses import error_statuses
from wardline.network import changing
from wardline.network.changing import Stored
from wardline.network.models import NetworkVersion
from wardline.network.objects import ObjectKey, entry_of, reasons_of
from wardline.network.stored import read_names
from wardline.network.values import ManagedEntry
from wardline.network.words import differences
from wardline.people.models import User
from wardline.people.schemas import Person

MAX_VERSIONS: Final = 100

E = TypeVar("E", bound=ManagedEntry)

Seen: TypeAlias = Callable[[VersionsRead], Awaitable[VersionsRead]]
"""Leaves out what the reader of an object's versions must not see."""


@error_statuses(412)
def _if_match(if_match: Annotated[str | None, Header(alias="If-Match")] = None) -> str | None:
    return if_match.strip('"') if if_match is not None else None


@error_statuses(428)
def _required(if_match: Annotated[str | None, Depends(_if_match)]) -> str:
    if if_match is None:
        raise VersionMissing
    return if_match


IfMatch = Annotated[str | None, Depends(_if_match)]
"""The version that is to be changed, if the caller says which."""
Expected = Annotated[str, Depends(_required)]
"""The version that is to be changed."""


async def _everything(read: VersionsRead) -> VersionsRead:
    return read


async def require_unchanged(
    session: AsyncSession,
    key: ObjectKey,
    expected: str | None,
    current: Callable[[], Awaitable[ReadModel]],
    seen: Seen = _everything,
) -> Stored[Any]:
    """The object as it is now, under `changing.lock`, if the screens may change it and it is still as `expected`.

    `current` returns it as the caller would read it now, and `seen` what the caller sees of who changed it, for the
    refusal. Without an `expected` version, any is right.

    Raises:
        NotFound, ManagedByFile, ChangedMeanwhile
    """
    stored = await session.run_sync(changing.stored, key)
    if stored is None:
        raise NotFound
    if stored.file is not None:
        raise ManagedByFile(stored.file)
    if expected not in (None, stored.digest):
        last = (await versions(session, key, limit=1, seen=seen)).versions
        raise ChangedMeanwhile(await current(), last[0].by if last else None)
    return stored


async def restored(session: AsyncSession, key: ObjectKey, number: int, model: type[E]) -> E:
    """An object of the key's kind as it was in an earlier version, with what it refers to today.

    Raises:
        NotFound: there is no such version.
        VersionNoLongerFits: something that it refers to is gone.
    """
    version = await session.run_sync(changing.version, key, number)
    if version is None:
        raise NotFound
    try:
        entry = entry_of(key.kind, version.document, await session.run_sync(read_names))
    except ValidationError as error:
        raise VersionNoLongerFits(reasons_of(error)) from None
    assert isinstance(entry, model)  # noqa: S101 - the kind says so
    return entry


def reason_of(number: int) -> str:
    """Why an object was changed when a version is restored."""
    return f"Version {number} restored"


async def versions(
    session: AsyncSession, key: ObjectKey, *, limit: int = MAX_VERSIONS, seen: Seen = _everything
) -> VersionsRead:
    """What the reader sees of the last versions of an object, newest first; none if it has never been changed."""
    rows = await session.run_sync(changing.versions, key, limit + 1)
    authors = await _authors(session, rows)
    before = [*(row.document for row in rows[1:]), None]
    read = [_version(row, older, authors) for row, older in zip(rows, before, strict=False)]
    return await seen(VersionsRead(versions=read[:limit]))


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
        client=row.client,
        reason=row.reason,
        is_first=older is None,
        differences=[
            DifferenceRead(place=place, before=before, after=after)
            for place, before, after in (differences(older, row.document) if older is not None else ())
        ],
    )
