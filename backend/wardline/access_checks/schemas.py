"""Access checks as wire types; without a word about patients."""

import uuid

from wardline.access_checks.choices import ActionGroup, CheckedAction, CheckedObject, FactKind, RoleSource
from wardline.core.forms.fields import SentId
from wardline.core.forms.wire import ApiModel, ReadModel, UtcDateTime


class CheckAccess(ApiModel):
    """Who, what, and about what; of the last four, those that the action needs (`CheckableAction.about`)."""

    person_id: SentId
    action: CheckedAction
    consult_id: uuid.UUID | None = None
    location_id: SentId | None = None
    service_line_id: SentId | None = None
    organization_id: SentId | None = None
    at: UtcDateTime | None = None
    """For opening hours, which are the only rule that depends on time; without it, now."""


class NamedPlace(ReadModel):
    """A line, a location or an organization to ask about."""

    id: int
    name: str


class CheckableAction(ReadModel):
    action: CheckedAction
    group: ActionGroup
    about: CheckedObject


class AccessChoices(ReadModel):
    """What the caller may ask about, besides people and locations, which are searched."""

    actions: list[CheckableAction]
    lines: list[NamedPlace]
    organizations: list[NamedPlace]


class CheckedPerson(ReadModel):
    id: int
    username: str
    first_name: str
    last_name: str
    active: bool


class PeopleFound(ReadModel):
    people: list[CheckedPerson]
    """The first by name; at most 20."""
    has_more: bool


class LocationsFound(ReadModel):
    locations: list[NamedPlace]
    """The first by name; at most 20."""
    has_more: bool


class CheckedAbout(ReadModel):
    """What was asked about; null where the question has none."""

    consult_id: uuid.UUID | None
    location: NamedPlace | None
    line: NamedPlace | None
    organization: NamedPlace | None


class Refusal(ReadModel):
    """What the person would get from the server."""

    status: int
    code: str
    message: str


class GrantingRole(ReadModel):
    id: int
    name: str
    source: RoleSource | None
    """Where the person's role comes from; null if they do not have it."""
    groups: list[str]
    """The groups of the identity provider from which it comes, of organizations that the reader administers."""


class AskedPermission(ReadModel):
    """A permission that the rule asked for."""

    action: str
    subject: str
    label: str
    allows: str
    held: bool
    roles: list[GrantingRole]
    """Through which roles the person has it; if they do not, the roles that would give it."""


class Fact(ReadModel):
    """What the rule looked at besides permissions, in words."""

    kind: FactKind
    holds: bool | None
    """Null if it is neither for nor against the person."""
    text: str


class AccessAnswer(ReadModel):
    person: CheckedPerson
    action: CheckedAction
    about: CheckedAbout
    allowed: bool
    refusal: Refusal | None
    reason: str | None
    """What stops the person, in a sentence about them; null if they are allowed."""
    permissions: list[AskedPermission]
    """In the order in which they were asked for. A rule that has refused asks no further."""
    facts: list[Fact]
