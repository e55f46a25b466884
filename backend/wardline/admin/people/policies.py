"""Who may change what about a person: administrators act within their own organizations and rights."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from wardline.access.decision import ALLOWED, Decision
from wardline.access.permissions import EDIT_CALL_SCHEDULE, LIST_REPORTS, MANAGE_ADMIN, MANAGE_RETENTION, Permission
from wardline.admin.people.errors import (
    BeyondOwnOrganizations,
    BeyondOwnRights,
    OwnRights,
    RoleIsRetired,
    SignInBeyondOwnRights,
)
from wardline.directory.administrators import ADMINISTERING
from wardline.network.objects import document_of
from wardline.network.schema import User

ADMINISTRATIVE: Final = frozenset({MANAGE_ADMIN, MANAGE_RETENTION, LIST_REPORTS, EDIT_CALL_SCHEDULE})
"""Permissions that are more than clinical work: nobody gives them without having them."""


@dataclass(frozen=True, slots=True)
class Reach:
    """An administrator's name, rights and organizations, and what roles and units stand for; all by their codes."""

    username: str
    permissions: frozenset[Permission]
    organizations: frozenset[str]
    permissions_of: Mapping[str, frozenset[Permission]]
    organization_of: Mapping[str, str]
    retired: frozenset[str]
    """The roles that nobody can be given."""

    def held(self, person: User) -> frozenset[Permission]:
        """What the person may do."""
        if not person.active:
            return frozenset()
        return frozenset().union(*(self.permissions_of[role] for role in person.roles))

    def administers(self, person: User) -> bool:
        """Whether the person can administer their organizations."""
        return self.held(person) >= ADMINISTERING

    def may_give(self, role: str) -> bool:
        return self.permissions_of[role] & ADMINISTRATIVE <= self.permissions


def can_change(by: Reach, before: User | None, after: User) -> Decision:
    """Adding a person is a change from nothing."""
    if _is_beyond(by, before, after):
        return Decision(BeyondOwnOrganizations())
    kept = set(before.roles) if before is not None else set()
    if (set(after.roles) - kept) & by.retired:
        return Decision(RoleIsRetired())
    if not all(map(by.may_give, _given(before, after))):
        return Decision(BeyondOwnRights())
    if before is not None and _changes_sign_in(before, after) and not can_hand_sign_in(by, before).allowed:
        return can_hand_sign_in(by, before)
    if after.username == by.username and not (by.administers(after) and by.organizations <= set(after.organizations)):
        return Decision(OwnRights())
    return ALLOWED


def can_hand_sign_in(by: Reach, person: User) -> Decision:
    """Whether one may decide who signs in as the person, which takes all their organizations and rights.

    The roles of a deactivated person count as well, because somebody may activate them again.
    """
    if not set(person.organizations) <= by.organizations:
        return Decision(BeyondOwnOrganizations())
    if not all(map(by.may_give, person.roles)):
        return Decision(SignInBeyondOwnRights())
    return ALLOWED


def needs_fresh_sign_in(before: User | None, after: User) -> bool:
    """Whether the change gives the person rights, or their rights to another sign-in."""
    return bool(_given(before, after)) or (before is not None and _changes_sign_in(before, after))


def _given(before: User | None, after: User) -> set[str]:
    """The roles that the person can use after the change where they could not use them before."""
    if not after.active:
        return set()
    if before is None or not before.active or set(after.organizations) - set(before.organizations):
        return set(after.roles)
    return set(after.roles) - set(before.roles)


def _changes_sign_in(before: User, after: User) -> bool:
    """Whether the identity provider names them otherwise."""
    return (before.subject or before.username) != (after.subject or after.username)


def _is_beyond(by: Reach, before: User | None, after: User) -> bool:
    """Whether organizations or units of others change, or anything that somebody else's organization relies on."""
    organizations = set(before.organizations) if before is not None else set()
    units = set(before.unit_codes) if before is not None else set()
    changed = organizations ^ set(after.organizations)
    changed |= {by.organization_of[unit] for unit in units ^ set(after.unit_codes)}
    if changed - by.organizations:
        return True
    if before is None or organizations <= by.organizations:
        return False
    same_places = {"organizations": after.organizations, "locations": after.locations}
    return document_of(before.model_copy(update=same_places)) != document_of(after)
