"""Roles as wire types."""

from collections.abc import Collection, Mapping, Sequence

from wardline.access.current_user import CurrentUser
from wardline.access.permissions import Permission
from wardline.admin.drafts.schemas import DraftRead
from wardline.admin.roles.effects import Effect, Found, PermissionEffect, permissions_in
from wardline.admin.roles.policies import may_add
from wardline.admin.roles.schemas import (
    DescribedPermission,
    PermissionEffectRead,
    PermissionPair,
    RoleDetails,
    RoleEffect,
    RoleRefusal,
    RoleSettings,
    RolesRead,
    RoleWithPeople,
)
from wardline.admin.roles.words import WORDS, words_of
from wardline.core.errors import ProductError
from wardline.network.schema import Role
from wardline.people.models import Role as RoleRow


def roles(
    rows: Sequence[RoleRow],
    people: Mapping[int, int],
    granted: Mapping[Permission, Collection[int]],
    reader: CurrentUser,
) -> RolesRead:
    """`people` and `granted` are as in `RoleRepository`."""
    retired = {Permission(*pair.split(" ")) for row in rows for pair in row.retired_permissions or ()}
    others = sorted((granted.keys() | retired) - WORDS.keys())
    return RolesRead(
        roles=[
            RoleWithPeople(
                id=row.id,
                name=row.name,
                label=row.label,
                people=people.get(row.id, 0),
                is_retired=row.is_retired,
            )
            for row in rows
        ],
        permissions=[_described(each, granted.get(each, ()), reader) for each in (*WORDS, *others)],
    )


def role(found: Found, draft: DraftRead | None, drafted: Role | None, *, needs_approval: bool) -> RoleDetails:
    """`drafted` is the role as it would be, if it still fits."""
    entry = found.stored.entry
    return RoleDetails(
        **dict(_settings(entry)),
        id=found.id,
        name=entry.name,
        version=found.stored.digest,
        managed_by=found.stored.file,
        is_held_elsewhere=found.is_held_elsewhere,
        people=found.people,
        needs_approval=needs_approval,
        draft=draft,
        draft_settings=_settings(drafted) if drafted is not None else None,
    )


def _settings(entry: Role) -> RoleSettings:
    pairs = sorted(permissions_in(entry))
    return RoleSettings(
        label=entry.label,
        is_retired=not entry.active,
        permissions=[PermissionPair(action=each.action, subject=each.subject) for each in pairs],
    )


def effect(found: Effect, go_off_call: int, refusal: ProductError | None) -> RoleEffect:
    return RoleEffect(
        gains=[_effect(each) for each in found.gains],
        losses=[_effect(each) for each in found.losses],
        people=found.people,
        elsewhere=found.elsewhere,
        go_off_call=go_off_call,
        refusal=RoleRefusal(code=refusal.code, message=str(refusal)) if refusal is not None else None,
    )


def _effect(each: PermissionEffect) -> PermissionEffectRead:
    action, subject = each.permission
    return PermissionEffectRead(
        action=action,
        subject=subject,
        label=words_of(each.permission).label,
        people=each.people,
        organizations=each.organizations,
        elsewhere=each.elsewhere,
    )


def _described(permission: Permission, role_ids: Collection[int], reader: CurrentUser) -> DescribedPermission:
    group, label, allows = words_of(permission)
    return DescribedPermission(
        action=permission.action,
        subject=permission.subject,
        label=label,
        allows=allows,
        group=group,
        role_ids=list(role_ids),
        may_be_added=may_add(reader, permission),
    )
