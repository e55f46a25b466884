"""People as administrators see and enter them.

No field has a default, so that none can be cleared by mistake.
"""

from datetime import date
from typing import Annotated, Final

from pydantic import AfterValidator, Field, StrictBool

from wardline.admin.invitations.choices import InvitationState
from wardline.admin.invitations.schemas import InvitationMeans, InvitationRead
from wardline.admin.schemas import ConfirmedCodes, LineName, StateName
from wardline.contacts.choices import ContactKind
from wardline.core.forms import messages
from wardline.core.forms.choices import Choice
from wardline.core.forms.fields import Id, PhoneNumber, SentId, ShortText, unique_items
from wardline.core.forms.rules import Required, RuledModel
from wardline.core.forms.wire import ApiModel, ReadModel, UtcDateTime
from wardline.people.schemas import Person
from wardline.people.states import STATES
from wardline.places.schemas import OrganizationRead

PEOPLE_PAGE_SIZE: Final = 50
MAX_LOCATIONS: Final = 2_500


def _state(value: str) -> str:
    if value not in STATES:
        raise ValueError(messages.INVALID)
    return value


Ids = Annotated[list[SentId], Field(max_length=100), unique_items()]


class PersonState(Choice):
    """Whether somebody can sign in."""

    ACTIVE = "active", "Active"
    INACTIVE = "inactive", "Deactivated"


class PersonLines(ApiModel):
    """The service lines that a person belongs to, may go on call for, and may request."""

    member_ids: Ids
    active_ids: Ids
    requestable_ids: Ids


class LicenseFields(ApiModel):
    state: Annotated[ShortText, AfterValidator(_state)]
    until: date | None
    """The last day on which it is valid; null if that is not known."""


class PersonFields(RuledModel):
    """Everything about a person that administrators decide, except the name for signing in, which never changes."""

    first_name: ShortText
    last_name: ShortText
    subject: ShortText | None
    """The identity provider's identifier; null if it is the name for signing in."""
    phone_number: PhoneNumber | None
    medipac_id: ShortText | None
    active: StrictBool
    role_ids: Ids
    """In the order in which they were given; a check-in starts with the first that gives consults."""
    organization_ids: Ids
    location_ids: Annotated[list[SentId], Field(max_length=MAX_LOCATIONS), unique_items()]
    service_lines: PersonLines
    licenses: Annotated[list[LicenseFields], Field(max_length=100), unique_items(lambda each: each.state)]
    reason: ShortText | None
    """Why, for those who read the history."""
    confirmed: ConfirmedCodes

    rules = (Required(field="organizationIds", message=messages.REQUIRED),)


class NewPerson(PersonFields):
    username: ShortText
    """The name for signing in."""


class PeopleFilter(ApiModel):
    """Which people to return; each word of `text` begins a word of their name, or their name for signing in."""

    text: Annotated[str, Field(max_length=100)] = ""
    state: PersonState | None = None
    invitation: InvitationState | None = None
    role_id: Id | None = None
    organization_id: Id | None = None
    location_id: Id | None = None
    service_line_id: Id | None = None
    after: Id | None = None
    """The `next` of the previous page."""


class PersonRow(Person):
    """A person in the list."""

    state: PersonState
    invitation: InvitationState
    role_ids: list[int]
    organization_ids: list[int]


class PeoplePage(ReadModel):
    """One page, by last and first name; `next` is null on the last one."""

    people: list[PersonRow]
    next: int | None


class PersonLinesRead(ReadModel):
    member_ids: list[int]
    active_ids: list[int]
    requestable_ids: list[int]


class LicenseRead(ReadModel):
    state: str
    until: date | None


class ContactState(ReadModel):
    """A way to reach somebody outside the application, without its address."""

    kind: ContactKind
    verified: bool
    disabled: bool


class RoleOfGroups(ReadModel):
    """A role that came from groups of the identity provider, named if they are of the reader's organizations."""

    role_id: int
    groups: list[str]


class PersonRead(Person):
    """A person as administrators see them.

    `version` goes back in the header If-Match of a change. `managedBy` names the file that alone may change them.
    """

    version: str
    managed_by: str | None
    subject: str | None
    phone_number: str | None
    medipac_id: str | None
    active: bool
    role_ids: list[int]
    roles_of_groups: list[RoleOfGroups]
    organization_ids: list[int]
    location_ids: list[int]
    service_lines: PersonLinesRead
    licenses: list[LicenseRead]
    contacts: list[ContactState]
    last_seen_at: UtcDateTime | None
    """When they last did something that the audit trail records; null if they never have."""
    invitation: InvitationRead
    works_elsewhere: bool
    """Also for an organization that the reader does not administer, so that only where they work may be changed."""


class RoleName(ReadModel):
    id: int
    name: str
    may_be_given: bool
    """Whether it is not retired, and the reader holds everything in it that is more than clinical work."""
    is_retired: bool
    """Those who have it keep it; it allows nothing."""


class UnitName(ReadModel):
    """A unit where people may work, also one that is switched off."""

    id: int
    organization_id: int
    facility_name: str
    unit: str
    active: bool


class PeopleChoices(ReadModel):
    """What people can be given by the reader; units by facility and name."""

    roles: list[RoleName]
    organizations: list[OrganizationRead]
    units: list[UnitName]
    service_lines: list[LineName]
    states: list[StateName]
    invitations: InvitationMeans
