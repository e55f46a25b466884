"""What administrators do with people, under the rules of scope and the guards."""

from collections.abc import Collection

from sqlalchemy.ext.asyncio import AsyncSession

from wardline.access.current_user import CurrentUser
from wardline.admin import kinds
from wardline.admin.locking import lock
from wardline.admin.people import history, responses
from wardline.admin.people.entering import entered, read_known
from wardline.admin.people.errors import UsernameTaken
from wardline.admin.people.repository import PeopleRepository
from wardline.admin.people.schemas import NewPerson, PersonFields
from wardline.admin.versions import reason_of, require_unchanged, restored
from wardline.audit.recording import touched
from wardline.core.errors import NotFound
from wardline.network.changing import Stored
from wardline.network.objects import Kind, ObjectKey
from wardline.network.schema import User


async def add(session: AsyncSession, new: NewPerson, *, by: CurrentUser) -> int:
    """Add a person to organizations of the administrator; returns their id.

    Raises:
        ValidationFailed, UsernameTaken, SubjectTaken, BeyondOwnRights, BeyondOwnOrganizations
    """
    await lock(session, by)
    if await PeopleRepository(session).spellings_of([new.username]):
        raise UsernameTaken
    entry = entered(await read_known(session, by), new.username, new, None)
    await kinds.write(session, None, entry, by=by, reason=new.reason)
    return await PeopleRepository(session).id_of(new.username)


async def replace(session: AsyncSession, user_id: int, fields: PersonFields, expected: str, *, by: CurrentUser) -> None:
    """Replace everything about a person who is still as in the `expected` version.

    Raises:
        NotFound: the person is in none of the administrator's organizations.
        ChangedMeanwhile: somebody else was faster.
        ValidationFailed, ManagedByFile, SubjectTaken
        OwnRights, LastAdministrator, BeyondOwnRights, BeyondOwnOrganizations
        Unconfirmed: nobody would be left who could be paged.
    """
    before = await _expected(session, user_id, expected, by=by)
    entry = entered(await read_known(session, by), before.entry.username, fields, before.entry)
    await kinds.write(session, before, entry, by=by, reason=fields.reason, confirmed=fields.confirmed)


async def restore(
    session: AsyncSession, user_id: int, number: int, expected: str, confirmed: Collection[str], *, by: CurrentUser
) -> int:
    """Make a person as they were in an earlier version, by the rules of today; returns their id.

    Raises:
        NotFound: there is no such version; and as `replace`.
        VersionNoLongerFits: something that it refers to is gone.
    """
    before = await _expected(session, user_id, expected, by=by)
    entry = await restored(session, key_of(before.entry.username), number, User)
    await kinds.write(session, before, entry, by=by, reason=reason_of(number), confirmed=confirmed)
    return user_id


def key_of(username: str) -> ObjectKey:
    return ObjectKey(Kind.USER, username)


async def _expected(session: AsyncSession, user_id: int, expected: str, *, by: CurrentUser) -> Stored[User]:
    found = await PeopleRepository(session).find(by, user_id)
    if found is None:
        raise NotFound
    await lock(session, by)
    touched(session).organization_ids.update(found.organization_ids)
    touched(session).about_object(*key_of(found.username))
    return await require_unchanged(
        session,
        key_of(found.username),
        expected,
        lambda: responses.person(session, found, by),
        history.seen_by(session, found, by),
    )
