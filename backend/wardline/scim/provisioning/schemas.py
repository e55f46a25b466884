"""How identity providers provision people, as administrators see it; never a secret."""

from typing import Annotated

from pydantic import Field

from wardline.admin.schemas import ConfirmedCodes
from wardline.core.forms.fields import SentId, unique_items
from wardline.core.forms.wire import ApiModel, ReadModel, UtcDateTime
from wardline.people.schemas import Person


class SecretRead(ReadModel):
    """`ending` is the last four digits of `echo -n SECRET | sha256sum`, to tell two secrets apart."""

    ending: str
    used_at: UtcDateTime | None
    """When it was last used, to the minute."""


class ScimClientRead(ReadModel):
    """An identity provider and its secrets; there are two while a new one is brought into use."""

    name: str
    organization_id: int
    organization_name: str
    people: int
    """How many people it keeps up to date."""
    secrets: list[SecretRead]


class GroupRead(ReadModel):
    """A group of an identity provider. `version` goes back in the header If-Match of a change of its roles."""

    id: int
    organization_id: int
    organization_name: str
    display_name: str
    external_id: str | None
    members: int
    role_ids: list[int]
    roles_by: Person | None
    """Who chose them last, if anybody has."""
    version: str


class ScimProblemRead(ReadModel):
    """A request of a client that was refused."""

    id: int
    organization_id: int
    client: str
    at: UtcDateTime
    did: str
    """What it tried, in words that follow its name."""
    message: str
    person: Person | None
    group_name: str | None


class ScimStopRead(ReadModel):
    """A client that wanted to deactivate unusually many people within an hour, and was stopped."""

    organization_id: int
    organization_name: str
    stopped_at: UtcDateTime
    deactivated: int
    """How many it has deactivated in the last hour."""
    limit: int
    allowed_until: UtcDateTime | None
    """Until then, an administrator lets it deactivate any number; null if nobody does."""


class GivableRole(ReadModel):
    id: int
    name: str
    may_be_given: bool
    """Whether the reader holds everything in it that is more than clinical work."""


class ProvisioningRead(ReadModel):
    """For the organizations that the reader administers."""

    address: str
    """Where clients call."""
    is_configured: bool
    """Whether there is a file of secrets."""
    file_problem: str | None
    """Why the file cannot be used as it is now; the secrets that it had before stay valid."""
    clients: list[ScimClientRead]
    groups: list[GroupRead]
    roles: list[GivableRole]
    stops: list[ScimStopRead]
    """Of the last day."""
    problems: list[ScimProblemRead]
    """The last fifty, newest first."""


class GroupRoles(ApiModel):
    """The roles that all members of a group get."""

    role_ids: Annotated[list[SentId], Field(max_length=100), unique_items()]
    confirmed: ConfirmedCodes
