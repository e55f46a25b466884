"""Who may change what a role allows: roles are the same for all organizations, so it takes all those that use it."""

from dataclasses import dataclass

from wardline.access.current_user import CurrentUser
from wardline.access.decision import ALLOWED, Decision
from wardline.access.permissions import Permission
from wardline.admin.people.errors import OwnRights
from wardline.admin.people.policies import ADMINISTRATIVE
from wardline.admin.roles.effects import Change, granted, permissions_in
from wardline.admin.roles.errors import HeldElsewhere, PermissionBeyondOwnRights, PermissionUnknown
from wardline.admin.roles.words import WORDS
from wardline.directory.administrators import ADMINISTERING
from wardline.network.schema import Role


@dataclass(frozen=True, slots=True)
class Changed:
    """A role before (null if it is new) and after, with its id and what the change means."""

    role_id: int | None
    before: Role | None
    after: Role
    change: Change
    given_by: frozenset[int]
    """The organizations with a group that gives the role."""

    @property
    def used_by(self) -> frozenset[int]:
        """These, and the organizations of everybody who has the role."""
        return self.given_by.union(*(group.organization_ids for group in self.change.groups))


def may_add(by: CurrentUser, permission: Permission) -> bool:
    """Clinical permissions can be added by every administrator, administrative ones by those who have them."""
    return permission in WORDS and (permission not in ADMINISTRATIVE or by.may(permission))


def can_change(by: CurrentUser, changed: Changed) -> Decision:
    """Each organization that the change concerns keeps an administrator: the user, who administers all of them."""
    kept = permissions_in(changed.before) if changed.before is not None else frozenset()
    if permissions_in(changed.after) - kept - WORDS.keys():
        return Decision(PermissionUnknown())
    if not changed.used_by <= by.administered_organization_ids:
        return Decision(HeldElsewhere())
    added = granted(changed.after) - granted(changed.before)
    if not all(may_add(by, each) for each in added & WORDS.keys()):
        return Decision(PermissionBeyondOwnRights())
    others = [role_id for role_id in by.role_ids if role_id != changed.role_id]
    if changed.role_id in by.role_ids and not changed.change.held(others) >= ADMINISTERING:
        return Decision(OwnRights())
    return ALLOWED
