"""The rules of changing roles, for the screens, drafts and restored versions alike."""

from sqlalchemy.ext.asyncio import AsyncSession

from wardline.access.current_user import CurrentUser
from wardline.access.freshness import require as require_fresh
from wardline.admin.roles.effects import Change, granted
from wardline.admin.roles.policies import Changed, can_change
from wardline.admin.roles.repository import RoleRepository
from wardline.network.schema import Role
from wardline.settings import StepUp


async def check(session: AsyncSession, by: CurrentUser, before: Role | None, after: Role) -> None:
    """Refuse a change of a role, or a new one, that this administrator must not make now.

    Raises:
        StepUpRequired: the administrator must sign in anew.
        HeldElsewhere, PermissionUnknown, PermissionBeyondOwnRights, OwnRights
    """
    require_fresh(session, StepUp.GRANT)
    repository = RoleRepository(session)
    role_id = await repository.id_of(after.name)
    groups = await repository.groups(role_id) if role_id is not None else ()
    allowed_by = await repository.permissions_by_role()
    change = Change(granted(before), granted(after), groups, allowed_by)
    can_change(by, Changed(role_id, before, after, change)).enforce()
