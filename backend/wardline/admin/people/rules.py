"""The rules of changing people, for the screens, drafts and restored versions alike."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncSession

from wardline.access.current_user import CurrentUser
from wardline.access.freshness import require as require_fresh
from wardline.admin.consequences import Consequence
from wardline.admin.people import last_ones
from wardline.admin.people.entering import read_known
from wardline.admin.people.errors import LastAdministrator, SubjectTaken
from wardline.admin.people.policies import can_change, can_hand_sign_in, needs_fresh_sign_in
from wardline.admin.people.repository import PeopleRepository
from wardline.audit.recording import touched
from wardline.core.errors import NotFound
from wardline.network import changing
from wardline.network.changing import Stored
from wardline.network.conflicts import find_conflicts
from wardline.network.objects import Kind, ObjectKey
from wardline.network.schema import User
from wardline.settings import StepUp


async def check(session: AsyncSession, by: CurrentUser, before: User | None, after: User) -> None:
    """Refuse a change of a person, or a new one, that this administrator must not make.

    Raises:
        OwnRights, BeyondOwnRights, BeyondOwnOrganizations, SignInBeyondOwnRights, SubjectTaken
        StepUpRequired: the administrator must sign in anew to give rights, or somebody's rights to another sign-in.
    """
    can_change((await read_known(session, by)).reach, before, after).enforce()
    if needs_fresh_sign_in(before, after):
        require_fresh(session, StepUp.GRANT)
    for _ in await session.run_sync(lambda sync: list(find_conflicts(sync, [after]))):
        raise SubjectTaken


async def check_invitation(session: AsyncSession, by: CurrentUser, username: str) -> None:
    """Refuse to invite a person, which lets whoever has the link sign in as them.

    Raises:
        BeyondOwnOrganizations, SignInBeyondOwnRights
        StepUpRequired: the administrator must sign in anew.
    """
    person: Stored[User] | None = await session.run_sync(changing.stored, ObjectKey(Kind.USER, username))
    if person is None:
        raise NotFound
    can_hand_sign_in((await read_known(session, by)).reach, person.entry).enforce()
    require_fresh(session, StepUp.GRANT)


async def foresee(
    session: AsyncSession, by: CurrentUser, before: User | None, after: User, _at: datetime
) -> Sequence[Consequence]:
    """That nobody is left who could be paged instead."""
    return await last_ones.foresee(session, by, before, after) if before is not None else ()


async def check_made(session: AsyncSession, by: CurrentUser, before: User | None, after: User) -> None:
    """Refuse a change that was just made if it leaves an organization without an administrator.

    Raises:
        LastAdministrator
    """
    repository = PeopleRepository(session)
    organization_ids = await repository.organization_ids(
        {*after.organizations, *(before.organizations if before is not None else ())}
    )
    touched(session).organization_ids.update(organization_ids)
    if await repository.lack_administrator(by.administered_organization_ids & organization_ids):
        raise LastAdministrator
