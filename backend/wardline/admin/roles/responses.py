"""Roles as wire types."""

from collections.abc import Collection, Mapping, Sequence

from wardline.access.permissions import Permission
from wardline.admin.roles.schemas import DescribedPermission, RolesRead, RoleWithPeople
from wardline.admin.roles.words import WORDS, words_of
from wardline.people.models import Role


def roles(rows: Sequence[Role], people: Mapping[int, int], granted: Mapping[Permission, Collection[int]]) -> RolesRead:
    """`people` and `granted` are as in `RoleRepository`."""
    others = sorted(granted.keys() - WORDS.keys())
    return RolesRead(
        roles=[RoleWithPeople(id=row.id, name=row.name, people=people.get(row.id, 0)) for row in rows],
        permissions=[_described(each, granted.get(each, ())) for each in (*WORDS, *others)],
    )


def _described(permission: Permission, role_ids: Collection[int]) -> DescribedPermission:
    group, label, allows = words_of(permission)
    return DescribedPermission(
        action=permission.action,
        subject=permission.subject,
        label=label,
        allows=allows,
        group=group,
        role_ids=list(role_ids),
    )
