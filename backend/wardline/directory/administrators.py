"""Administrators: what it takes to be one, and who they are."""

from typing import Final

from sqlalchemy import ColumnElement, Select, exists, select

from wardline.access.permissions import ACCESS_ORGANIZATION, MANAGE_ADMIN, Permission
from wardline.people.models import RolePermission, User, UserOrganization, UserRole

ADMINISTERING: Final = frozenset({MANAGE_ADMIN, ACCESS_ORGANIZATION})
"""What it takes to administer one's organizations, by one role or several."""


def administrators() -> Select[int, int]:
    """The organization and the id of everybody who can administer one now: once for each of their organizations."""
    return (
        select(UserOrganization.organization_id, UserOrganization.user_id)
        .join(User, User.id == UserOrganization.user_id)
        .where(User.active, *map(_has, sorted(ADMINISTERING)))
    )


def _has(permission: Permission) -> ColumnElement[bool]:
    return exists().where(
        UserRole.user_id == UserOrganization.user_id,
        RolePermission.role_id == UserRole.role_id,
        RolePermission.action == permission.action,
        RolePermission.subject == permission.subject,
    )
