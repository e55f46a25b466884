"""The rules of changing roles, for the screens, drafts and restored versions alike."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncSession

from wardline.access.current_user import CurrentUser
from wardline.access.freshness import require as require_fresh
from wardline.access.permissions import Permission
from wardline.admin.consequences import Consequence
from wardline.admin.people.guards import mass_consequences, mass_losses
from wardline.admin.people.repository import PeopleRepository
from wardline.admin.roles.effects import Change, granted
from wardline.admin.roles.policies import Changed, can_change
from wardline.admin.roles.repository import RoleRepository
from wardline.core.http.app_settings import settings_of
from wardline.network.schema import Role
from wardline.settings import StepUp


async def check(session: AsyncSession, by: CurrentUser, before: Role | None, after: Role) -> None:
    """Refuse a change of a role, or a new one, that this administrator must not make now.

    Raises:
        StepUpRequired: the administrator must sign in anew.
        HeldElsewhere, PermissionUnknown, PermissionBeyondOwnRights, OwnRights
    """
    require_fresh(session, StepUp.GRANT)
    role_id = await RoleRepository(session).id_of(after.name)
    allowed_by = await RoleRepository(session).permissions_by_role()
    can_change(by, await changed(session, role_id, before, after, allowed_by)).enforce()


async def foresee(
    session: AsyncSession, _by: CurrentUser, before: Role | None, after: Role, _at: datetime
) -> Sequence[Consequence]:
    """Of which organizations many people would lose something."""
    if not granted(before) - granted(after):
        return ()
    role_id = await RoleRepository(session).id_of(after.name)
    allowed_by = await RoleRepository(session).permissions_by_role()
    losing = (await changed(session, role_id, before, after, allowed_by)).change.losing()
    counts = await PeopleRepository(session).active_counts(losing)
    losses = mass_losses(
        {row.code: losing[row.id] for row in counts},
        {row.code: row.people for row in counts},
        settings_of(session).mass_change_percent,
    )
    return list(mass_consequences(losses, {row.code: row.name for row in counts}, "can do less"))


async def changed(
    session: AsyncSession,
    role_id: int | None,
    before: Role | None,
    after: Role,
    allowed_by: Mapping[int, frozenset[Permission]],
) -> Changed:
    """The change of the role with this id, or of a new one, with whom it concerns; `allowed_by` as in `Change`."""
    if role_id is None:
        return Changed(None, before, after, Change(granted(before), granted(after), (), allowed_by), frozenset())
    repository = RoleRepository(session)
    groups, given_by = await repository.groups(role_id), await repository.organizations_giving(role_id)
    return Changed(role_id, before, after, Change(granted(before), granted(after), groups, allowed_by), given_by)
