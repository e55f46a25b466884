"""What administrators do with people, under the rules of scope and the guards."""

from pydantic import ValidationError
from sqlalchemy.ext.asyncio import AsyncSession

from wardline.access.current_user import CurrentUser
from wardline.admin.errors import ManagedByFile
from wardline.admin.people import responses
from wardline.admin.people.entering import Known, entered, read_known
from wardline.admin.people.errors import (
    ChangedMeanwhile,
    LastAdministrator,
    SubjectTaken,
    UsernameTaken,
    VersionNoLongerFits,
)
from wardline.admin.people.policies import can_change
from wardline.admin.people.repository import PeopleRepository
from wardline.admin.people.schemas import NewPerson, PersonFields
from wardline.audit.recording import touched
from wardline.core.errors import NotFound
from wardline.network import changing
from wardline.network.applying import Author
from wardline.network.changing import Stored
from wardline.network.conflicts import find_conflicts
from wardline.network.models import Source
from wardline.network.objects import Kind, ObjectKey
from wardline.network.schema import User


async def add(session: AsyncSession, new: NewPerson, *, by: CurrentUser) -> int:
    """Add a person to organizations of the administrator; returns their id.

    Raises:
        ValidationFailed, UsernameTaken, SubjectTaken, BeyondOwnRights, BeyondOwnOrganizations
    """
    await session.run_sync(changing.lock)
    if await session.run_sync(changing.stored, key_of(new.username)) is not None:
        raise UsernameTaken
    known = await read_known(session, by)
    entry = entered(known, new.username, new, None)
    await _write(session, None, entry, known, by=by, reason=new.reason)
    return await PeopleRepository(session).id_of(new.username)


async def replace(session: AsyncSession, user_id: int, fields: PersonFields, expected: str, *, by: CurrentUser) -> None:
    """Replace everything about a person who is still as in the `expected` version.

    Raises:
        NotFound: the person is in none of the administrator's organizations.
        ChangedMeanwhile: somebody else was faster.
        ValidationFailed, ManagedByFile, SubjectTaken
        OwnRights, LastAdministrator, BeyondOwnRights, BeyondOwnOrganizations
    """
    before = await _expected(session, user_id, expected, by=by)
    known = await read_known(session, by)
    entry = entered(known, before.entry.username, fields, before.entry)
    await _write(session, before, entry, known, by=by, reason=fields.reason)


async def restore(session: AsyncSession, user_id: int, number: int, expected: str, *, by: CurrentUser) -> int:
    """Make a person as they were in an earlier version, by the rules of today; returns their id.

    Raises:
        NotFound: there is no such version; and as `replace`.
        VersionNoLongerFits: something that it refers to is gone.
    """
    before = await _expected(session, user_id, expected, by=by)
    version = await session.run_sync(changing.version, key_of(before.entry.username), number)
    if version is None:
        raise NotFound
    known = await read_known(session, by)
    try:
        entry = User.model_validate(version.document, context=known.names)
    except ValidationError:
        raise VersionNoLongerFits from None
    await _write(session, before, entry, known, by=by, reason=f"Version {number} restored")
    return user_id


def key_of(username: str) -> ObjectKey:
    return ObjectKey(Kind.USER, username)


async def _expected(session: AsyncSession, user_id: int, expected: str, *, by: CurrentUser) -> Stored[User]:
    found = await PeopleRepository(session).find(by, user_id)
    if found is None:
        raise NotFound
    await session.run_sync(changing.lock)
    before: Stored[User] | None = await session.run_sync(changing.stored, key_of(found.username))
    if before is None:
        raise NotFound
    touched(session).organization_ids.update(found.organization_ids)
    if before.file is not None:
        raise ManagedByFile(before.file)
    if before.digest != expected:
        current = await responses.person(session, found, by)
        last = await responses.versions(session, found, limit=1)
        changed_by = last[0].by if last else None
        raise ChangedMeanwhile(current, changed_by)
    return before


async def _write(
    session: AsyncSession,
    before: Stored[User] | None,
    after: User,
    known: Known,
    *,
    by: CurrentUser,
    reason: str | None,
) -> None:
    can_change(known.reach, before.entry if before is not None else None, after).enforce()
    for _ in await session.run_sync(lambda sync: list(find_conflicts(sync, [after]))):
        raise SubjectTaken
    author = Author(Source.SCREEN, user_id=by.id, reason=reason)
    await session.run_sync(changing.change, before, after, author)
    organization_ids = await PeopleRepository(session).organization_ids(
        {*after.organizations, *(before.entry.organizations if before is not None else ())}
    )
    touched(session).organization_ids.update(organization_ids)
    if await PeopleRepository(session).lack_administrator(by.administered_organization_ids & organization_ids):
        raise LastAdministrator
