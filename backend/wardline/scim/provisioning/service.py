"""What administrators decide about provisioning: the roles of groups, and exceptions."""

from collections.abc import Collection

from sqlalchemy import delete, insert, select
from sqlalchemy.ext.asyncio import AsyncSession

from wardline.access.current_user import CurrentUser
from wardline.access.freshness import require as require_fresh
from wardline.admin.consequences import require_confirmed
from wardline.admin.errors import ChangedMeanwhile
from wardline.admin.locking import lock
from wardline.admin.people.errors import BeyondOwnRights, OwnRights, RoleIsRetired
from wardline.admin.people.guards import mass_consequences, mass_losses
from wardline.admin.people.policies import ADMINISTRATIVE
from wardline.admin.people.repository import PeopleRepository
from wardline.audit.recording import touched
from wardline.core.errors import FieldError, NotFound, ValidationFailed
from wardline.core.forms import messages
from wardline.core.http.app_settings import settings_of
from wardline.network.applying import Author
from wardline.network.models import Source
from wardline.people.models import GroupMember, GroupRole
from wardline.scim.giving import follow_groups
from wardline.scim.guards import allow
from wardline.scim.provisioning import responses
from wardline.scim.provisioning.repository import ProvisioningRepository, version_of
from wardline.scim.provisioning.schemas import GroupRoles
from wardline.settings import StepUp


async def set_group_roles(
    session: AsyncSession, group_id: int, chosen: GroupRoles, expected: str, *, by: CurrentUser
) -> None:
    """Let a group give its members exactly these roles, from now on and at once.

    Raises:
        NotFound: the group belongs to no organization of the administrator.
        ChangedMeanwhile: somebody else was faster.
        BeyondOwnRights: a role holds administrative rights that the administrator does not.
        RoleIsRetired: a role can be given to nobody.
        OwnRights: the administrator is a member and would lose their own rights.
        StepUpRequired: the administrator must sign in anew to give roles.
        ManagedByFile, LastAdministrator: a member cannot get or lose a role.
        Unconfirmed: many people of the organization would lose a role.
    """
    role_ids = chosen.role_ids
    await lock(session, by)
    repository = ProvisioningRepository(session, by.administered_organization_ids)
    found = await repository.group(group_id)
    if found is None:
        raise NotFound
    group, organization = found
    before = set(await session.scalars(select(GroupRole.role_id).where(GroupRole.group_id == group_id)))
    if version_of(before) != expected:
        current = await responses.group(repository, group_id)
        raise ChangedMeanwhile(current, current.roles_by)
    await _check(session, set(role_ids) - before, by)
    if set(role_ids) - before:
        require_fresh(session, StepUp.GRANT)
    await session.execute(delete(GroupRole).where(GroupRole.group_id == group_id))
    group.roles_by_id = by.id
    if role_ids:
        await session.execute(insert(GroupRole), [{"group_id": group_id, "role_id": each} for each in role_ids])
    touched(session).organization_ids.add(group.organization_id)
    touched(session).details |= {"groupId": group_id, "roleIds": sorted(role_ids)}
    members = set(await session.scalars(select(GroupMember.user_id).where(GroupMember.group_id == group_id)))
    author = Author(Source.SCREEN, user_id=by.id, reason=f"Roles of the group “{group.display_name}”")
    followed = await follow_groups(session, (group.organization_id, organization), members, author)
    if by.id in members and not await PeopleRepository(session).administers(by.id, group.organization_id):
        raise OwnRights
    await _require_confirmed(session, group.organization_id, followed.losing, chosen.confirmed)


async def allow_deactivations(session: AsyncSession, organization_id: int, *, by: CurrentUser) -> None:
    """Let the organization's client deactivate any number of people for an hour. Raises `NotFound`."""
    if organization_id not in by.administered_organization_ids:
        raise NotFound
    touched(session).organization_ids.add(organization_id)
    await allow(session, organization_id, by.id)


async def _require_confirmed(
    session: AsyncSession, organization_id: int, losing: int, confirmed: Collection[str]
) -> None:
    percent = settings_of(session).mass_change_percent
    for row in await PeopleRepository(session).active_counts([organization_id]):
        losses = mass_losses({row.code: losing}, {row.code: row.people}, percent)
        require_confirmed(list(mass_consequences(losses, {row.code: row.name}, "lose a role")), confirmed)


async def _check(session: AsyncSession, new_role_ids: Collection[int], by: CurrentUser) -> None:
    known = {role.id: (role, permissions) for role, permissions in await PeopleRepository(session).roles()}
    if not known.keys() >= set(new_role_ids):
        raise ValidationFailed(errors=[FieldError("roleIds", messages.INVALID)])
    for role, permissions in map(known.__getitem__, new_role_ids):
        if role.is_retired:
            raise RoleIsRetired
        if not permissions & ADMINISTRATIVE <= by.permissions:
            raise BeyondOwnRights
