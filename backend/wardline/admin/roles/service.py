"""What administrators do with roles, under the rules of scope and the guards."""

from collections.abc import Collection
from typing import Any, Final

from sqlalchemy.ext.asyncio import AsyncSession

from wardline.access.current_user import CurrentUser
from wardline.access.permissions import GIVE_CONSULT, Permission
from wardline.admin import kinds
from wardline.admin.drafts.responses import open_draft_of
from wardline.admin.drafts.service import Drafts
from wardline.admin.locking import lock
from wardline.admin.roles import responses, rules
from wardline.admin.roles.effects import Effect, Found
from wardline.admin.roles.errors import RoleNameTaken
from wardline.admin.roles.policies import can_change
from wardline.admin.roles.repository import RoleRepository
from wardline.admin.roles.schemas import NewRole, ProposedRole, RoleChange, RoleDetails, RoleFields
from wardline.admin.versions import reason_of, require_unchanged, restored
from wardline.audit.recording import touched
from wardline.core.errors import NotFound, ProductError
from wardline.network import changing
from wardline.network.changing import Stored
from wardline.network.objects import Kind, ObjectKey
from wardline.network.schema import Role
from wardline.network.stored import Codes
from wardline.people.models import Role as RoleRow

_NO_CODES: Final = Codes({}, {}, {}, {}, {})
"""A role refers to nothing else."""


async def row_of(session: AsyncSession, role_id: int, by: CurrentUser) -> RoleRow:
    """The role, which the audit entry names. Raises NotFound."""
    row = await RoleRepository(session).find(role_id)
    if row is None:
        raise NotFound
    touched(session).about_object(*key_of(row.name))
    touched(session).organization_ids |= by.administered_organization_ids
    return row


async def find(session: AsyncSession, role_id: int, *, by: CurrentUser) -> Found:
    """Raises NotFound."""
    key = key_of((await row_of(session, role_id, by)).name)
    stored: Stored[Role] | None = await session.run_sync(changing.stored, key, _NO_CODES)
    if stored is None:
        raise NotFound
    people, is_held_elsewhere = await RoleRepository(session).holders(role_id, by.administered_organization_ids)
    return Found(role_id, stored, people, is_held_elsewhere)


async def read(
    session: AsyncSession, role_id: int, *, by: CurrentUser, four_eyes: Collection[Kind] = ()
) -> RoleDetails:
    """The role with the draft that is open, if there is one.

    Raises:
        NotFound
    """
    found = await find(session, role_id, by=by)
    draft, drafted = await open_draft_of(session, key_of(found.stored.entry.name), four_eyes)
    role = drafted if isinstance(drafted, Role) else None
    return responses.role(found, draft, role, needs_approval=Kind.ROLE in four_eyes)


async def add(drafts: Drafts, new: NewRole) -> int:
    """Add a role, which nobody has yet; returns its id. Where that needs four eyes, it is retired until then.

    Raises:
        RoleNameTaken, PermissionUnknown, PermissionBeyondOwnRights
    """
    session = drafts.session
    await lock(session, drafts.by)
    repository = RoleRepository(session)
    if await repository.id_of(new.name) is not None:
        raise RoleNameTaken
    entry = entered(new.name, new)
    touched(session).organization_ids |= drafts.by.administered_organization_ids
    await drafts.add(entry, entry.model_copy(update={"active": False}), reason=new.reason)
    return await repository.id_of(new.name) or 0


async def replace(session: AsyncSession, role_id: int, change: RoleChange, expected: str, *, by: CurrentUser) -> None:
    """Replace everything about a role that is still as in the `expected` version.

    Raises:
        NotFound, ManagedByFile
        ChangedMeanwhile: somebody else was faster.
        HeldElsewhere, PermissionUnknown, PermissionBeyondOwnRights, OwnRights, Unconfirmed
    """
    before = await _expected(session, role_id, expected, by=by)
    after = entered(before.entry.name, change)
    await _write(session, before, after, by=by, reason=change.reason, confirmed=change.confirmed)


async def restore(
    session: AsyncSession, role_id: int, number: int, expected: str, confirmed: Collection[str], *, by: CurrentUser
) -> int:
    """Make a role as it was in an earlier version, by the rules of today; returns its id.

    Raises:
        NotFound: there is no such version; and as `replace`.
        VersionNoLongerFits: it is not a valid role any more.
    """
    before = await _expected(session, role_id, expected, by=by)
    entry = await restored(session, key_of(before.entry.name), number, Role)
    await _write(session, before, entry, by=by, reason=reason_of(number), confirmed=confirmed)
    return role_id


async def effect(
    session: AsyncSession, role_id: int, proposed: ProposedRole, *, by: CurrentUser
) -> tuple[Effect, int, ProductError | None]:
    """What a change would do now, how many would go off call, and why it would be refused; changes nothing.

    Raises:
        NotFound
    """
    row = await row_of(session, role_id, by)
    allowed_by = await RoleRepository(session).permissions_by_role()
    before = _as_it_is(row, allowed_by.get(role_id, frozenset()))
    after = before.model_copy(update=_allowing(proposed))
    changed = await rules.changed(session, role_id, before, after, allowed_by)
    change = changed.change
    takes_duty = GIVE_CONSULT in change.before - change.after
    off_call = await RoleRepository(session).count_on_call_only_by(role_id) if takes_duty else 0
    return change.effect(by.administered_organization_ids), off_call, can_change(by, changed).refusal


def key_of(name: str) -> ObjectKey:
    return ObjectKey(Kind.ROLE, name)


async def _expected(session: AsyncSession, role_id: int, expected: str, *, by: CurrentUser) -> Stored[Role]:
    await lock(session, by)
    row = await row_of(session, role_id, by)
    return await require_unchanged(session, key_of(row.name), expected, lambda: read(session, role_id, by=by))


async def _write(
    session: AsyncSession,
    before: Stored[Role] | None,
    after: Role,
    *,
    by: CurrentUser,
    reason: str | None,
    confirmed: Collection[str] = (),
) -> None:
    touched(session).organization_ids |= by.administered_organization_ids
    await kinds.write(session, before, after, by=by, reason=reason, confirmed=confirmed)


def _as_it_is(row: RoleRow, allowed: frozenset[Permission]) -> Role:
    pairs = row.retired_permissions if row.retired_permissions is not None else [" ".join(each) for each in allowed]
    return Role.model_construct(name=row.name, label=row.label, active=not row.is_retired, permissions=sorted(pairs))


def entered(name: str, fields: RoleFields) -> Role:
    """The role as a file would declare it."""
    return Role.model_construct(name=name, label=fields.label, **_allowing(fields))


def _allowing(proposed: ProposedRole) -> dict[str, Any]:
    pairs = [f"{each.action} {each.subject}" for each in proposed.permissions]
    return {"permissions": sorted(pairs), "active": not proposed.is_retired}
