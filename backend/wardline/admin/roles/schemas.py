"""Roles and their permissions as wire types."""

import re
from typing import Annotated, Final

from pydantic import AfterValidator, Field, StrictBool

from wardline.access.permissions import Permission
from wardline.admin.drafts.schemas import DraftRead
from wardline.admin.roles.choices import PermissionGroup
from wardline.admin.schemas import ConfirmedCodes
from wardline.core.forms import messages
from wardline.core.forms.fields import Id, ShortText, unique_items
from wardline.core.forms.wire import ApiModel, ReadModel
from wardline.people.schemas import Person

MAX_PERMISSIONS: Final = 200


def _word(value: str) -> str:
    if not re.fullmatch("[A-Z][A-Za-z]*", value):
        raise ValueError(messages.INVALID)
    return value


PermissionWord = Annotated[ShortText, AfterValidator(_word)]
"""The action or the subject of a permission."""


class DescribedPermission(ReadModel):
    """What may be allowed, in words. The pair is what the code checks."""

    action: str
    subject: str
    label: str
    allows: str
    group: PermissionGroup
    role_ids: list[int]
    """The roles that have it."""
    may_be_added: bool
    """Whether the reader may let a role allow it."""


class RoleWithPeople(ReadModel):
    id: int
    name: str
    label: str
    people: int
    """How many active people of the caller's organizations have it."""
    is_retired: bool


class RolesRead(ReadModel):
    roles: list[RoleWithPeople]
    """Also those that are retired, which allow nothing."""
    permissions: list[DescribedPermission]
    """All that the code checks, and any others that a role has, in the order of their groups."""


class PermissionPair(ReadModel):
    action: str
    subject: str


class RoleSettings(ReadModel):
    """Everything about a role that administrators decide."""

    label: str
    is_retired: bool
    permissions: list[PermissionPair]
    """What it allows; if it is retired, what it would allow."""


class RoleDetails(RoleSettings):
    """One role. `version` goes back in the header If-Match of a change.

    `managedBy` names the file that alone may change it. If `isHeldElsewhere`, people of an organization have it that
    the reader does not administer, and the reader cannot change it.
    """

    id: int
    name: str
    version: str
    managed_by: str | None
    is_held_elsewhere: bool
    people: int
    needs_approval: bool
    """Whether it can only be changed by a draft that somebody else approves."""
    draft: DraftRead | None
    draft_settings: RoleSettings | None
    """The role as it would be; null if there is no draft, or if it no longer fits."""


class SentPermission(ApiModel):
    action: PermissionWord
    subject: PermissionWord

    def as_pair(self) -> Permission:
        return Permission(self.action, self.subject)


class ProposedRole(ApiModel):
    """What a role would allow."""

    permissions: Annotated[
        list[SentPermission], Field(max_length=MAX_PERMISSIONS), unique_items(SentPermission.as_pair)
    ]
    is_retired: StrictBool
    """Nobody can be given it, and it allows nothing to those who have it."""


class RoleFields(ProposedRole):
    """Everything about a role except its name, which never changes."""

    label: ShortText
    """What is shown for those who are on call with it."""
    reason: ShortText | None
    """Why, for those who read the history."""


class RoleChange(RoleFields):
    confirmed: ConfirmedCodes


class RoleDraft(RoleFields):
    on_live: StrictBool
    """Start from the role as it is now, instead of from what the open draft started from."""


class NewRole(RoleFields):
    name: ShortText


class PermissionEffectRead(ReadModel):
    """How many people gain or lose one permission: of the reader's organizations, in how many, and of all others."""

    action: str
    subject: str
    label: str
    people: int
    organizations: int
    elsewhere: int


class RoleRefusal(ReadModel):
    code: str
    message: str


class RoleEffect(ReadModel):
    """What a change would do if it were saved now. Whoever has a permission by another role neither gains nor loses it.

    `people` counts everybody of the reader's organizations who gains or loses anything, `elsewhere` everybody else.
    """

    gains: list[PermissionEffectRead]
    losses: list[PermissionEffectRead]
    people: int
    elsewhere: int
    go_off_call: int
    """How many of those on call may no longer be it."""
    refusal: RoleRefusal | None
    """Why it cannot be saved."""


class ConcernedPeopleQuery(ApiModel):
    """Those who have the role and no other with this permission, so that they lose it, or gain it, with the role."""

    action: PermissionWord
    subject: PermissionWord
    after: Id | None = None
    """The `next` of the previous page."""


class ConcernedPeople(ReadModel):
    """Active people of the reader's organizations, by name; `next` is null on the last page."""

    people: list[Person]
    next: int | None
