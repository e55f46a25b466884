"""What administrators do with people, under the rules of scope and the guards."""

from typing import Any

from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import Session

from wardline.access.current_user import CurrentUser
from wardline.access.freshness import require as require_fresh
from wardline.admin.people import responses
from wardline.admin.people.errors import LastAdministrator, SubjectTaken, UsernameTaken
from wardline.admin.people.policies import Reach, can_change, is_granting
from wardline.admin.people.repository import PeopleRepository
from wardline.admin.people.schemas import NewPerson, PersonFields
from wardline.admin.versions import reason_of, require_unchanged, restored
from wardline.audit.recording import touched
from wardline.core.errors import FieldError, NotFound, ValidationFailed
from wardline.core.forms import messages
from wardline.network import changing
from wardline.network.applying import Author
from wardline.network.changing import Stored
from wardline.network.conflicts import find_conflicts
from wardline.network.models import Source
from wardline.network.objects import Kind, ObjectKey
from wardline.network.schema import User
from wardline.network.stored import Codes, read_names
from wardline.settings import StepUp


async def add(session: AsyncSession, new: NewPerson, *, by: CurrentUser) -> int:
    """Add a person to organizations of the administrator; returns their id.

    Raises:
        ValidationFailed, UsernameTaken, SubjectTaken, BeyondOwnRights, BeyondOwnOrganizations
    """
    await session.run_sync(changing.lock)
    if await session.run_sync(changing.stored, key_of(new.username)) is not None:
        raise UsernameTaken
    reach = await _reach(session, by)
    entry = await session.run_sync(_entered, new.username, new, None, reach)
    await _write(session, None, entry, reach, by=by, reason=new.reason)
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
    reach = await _reach(session, by)
    entry = await session.run_sync(_entered, before.entry.username, fields, before.entry, reach)
    await _write(session, before, entry, reach, by=by, reason=fields.reason)


async def restore(session: AsyncSession, user_id: int, number: int, expected: str, *, by: CurrentUser) -> int:
    """Make a person as they were in an earlier version, by the rules of today; returns their id.

    Raises:
        NotFound: there is no such version; and as `replace`.
        VersionNoLongerFits: something that it refers to is gone.
    """
    before = await _expected(session, user_id, expected, by=by)
    entry = await restored(session, key_of(before.entry.username), number, User)
    await _write(session, before, entry, await _reach(session, by), by=by, reason=reason_of(number))
    return user_id


def key_of(username: str) -> ObjectKey:
    return ObjectKey(Kind.USER, username)


async def _expected(session: AsyncSession, user_id: int, expected: str, *, by: CurrentUser) -> Stored[User]:
    found = await PeopleRepository(session).find(by, user_id)
    if found is None:
        raise NotFound
    await session.run_sync(changing.lock)
    touched(session).organization_ids.update(found.organization_ids)
    return await require_unchanged(
        session, key_of(found.username), expected, lambda: responses.person(session, found, by)
    )


async def _write(
    session: AsyncSession,
    before: Stored[User] | None,
    after: User,
    reach: Reach,
    *,
    by: CurrentUser,
    reason: str | None,
) -> None:
    entry = before.entry if before is not None else None
    await _check(session, reach, entry, after)
    author = Author(Source.SCREEN, user_id=by.id, reason=reason)
    await session.run_sync(changing.change, before, after, author)
    await check_made(session, by, entry, after)


async def check(session: AsyncSession, by: CurrentUser, before: User | None, after: User) -> None:
    """Refuse a change of a person, or a new one, that this administrator must not make.

    Raises:
        OwnRights, BeyondOwnRights, BeyondOwnOrganizations, SubjectTaken
    """
    await _check(session, await _reach(session, by), before, after)


async def _check(session: AsyncSession, reach: Reach, before: User | None, after: User) -> None:
    can_change(reach, before, after).enforce()
    if is_granting(before, after):
        require_fresh(session, StepUp.GRANT)
    for _ in await session.run_sync(lambda sync: list(find_conflicts(sync, [after]))):
        raise SubjectTaken


async def check_made(session: AsyncSession, by: CurrentUser, before: User | None, after: User) -> None:
    """Refuse a change that was just made if it leaves an organization without an administrator.

    Raises:
        LastAdministrator
    """
    organization_ids = await PeopleRepository(session).organization_ids(
        {*after.organizations, *(before.organizations if before is not None else ())}
    )
    touched(session).organization_ids.update(organization_ids)
    if await PeopleRepository(session).lack_administrator(by.administered_organization_ids & organization_ids):
        raise LastAdministrator


async def _reach(session: AsyncSession, by: CurrentUser) -> Reach:
    repository = PeopleRepository(session)
    organizations = await repository.organizations(by.administered_organization_ids)
    names = await session.run_sync(read_names)
    roles = await repository.roles()
    return Reach(
        username=by.username,
        permissions=by.permissions,
        organizations=frozenset(row.code for row in organizations),
        permissions_of={role.name: permissions for role, permissions in roles},
        organization_of=names.organization_of,
        retired=frozenset(role.name for role, _ in roles if role.is_retired),
    )


def _entered(session: Session, username: str, fields: PersonFields, before: User | None, reach: Reach) -> User:
    """The person as a file would declare them, with codes in place of ids.

    What concerns organizations that the administrator does not see stays as it was.
    """
    codes, names = Codes.read(session), read_names(session)
    errors: list[FieldError] = []

    def coded(field: str, ids: list[int], known: Any) -> list[str]:
        errors.extend([FieldError(field, messages.INVALID)] * (not known.keys() >= set(ids)))
        return [known[row_id] for row_id in ids if row_id in known]

    organizations = coded("organizationIds", fields.organization_ids, codes.organizations)
    locations = coded("locationIds", fields.location_ids, codes.units)
    if any(names.organization_of[unit] not in organizations for unit in locations):
        errors.append(FieldError("locationIds", messages.INVALID))
    if before is not None:
        organizations += [code for code in before.organizations if code not in reach.organizations]
        kept = [code for code in before.unit_codes if names.organization_of[code] not in reach.organizations]
        locations += kept
    lines = fields.service_lines
    document = {
        "username": username,
        "active": fields.active,
        "subject": fields.subject,
        "first_name": fields.first_name,
        "last_name": fields.last_name,
        "phone": fields.phone_number,
        "medipac_id": fields.medipac_id,
        "roles": coded("roleIds", fields.role_ids, codes.roles),
        "organizations": organizations,
        "locations": locations,
        "service_lines": {
            "member": coded("serviceLines.memberIds", lines.member_ids, codes.lines),
            "active": coded("serviceLines.activeIds", lines.active_ids, codes.lines),
            "requestable": coded("serviceLines.requestableIds", lines.requestable_ids, codes.lines),
        },
        "licenses": [{"state": each.state, "until": each.until} for each in fields.licenses],
    }
    if errors:
        raise ValidationFailed(errors=list(dict.fromkeys(errors)))
    return User.model_validate(document, context=names)
