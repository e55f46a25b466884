"""Roles and their permissions as wire types."""

from wardline.admin.roles.choices import PermissionGroup
from wardline.core.forms.wire import ReadModel


class DescribedPermission(ReadModel):
    """What may be allowed, in words. The pair is what the code checks."""

    action: str
    subject: str
    label: str
    allows: str
    group: PermissionGroup
    role_ids: list[int]
    """The roles that have it."""


class RoleWithPeople(ReadModel):
    id: int
    name: str
    people: int
    """How many active people of the caller's organizations have it."""


class RolesRead(ReadModel):
    roles: list[RoleWithPeople]
    permissions: list[DescribedPermission]
    """All that the code checks, and any others that a role has, in the order of their groups."""
