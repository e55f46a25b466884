"""What a person sees and may do, on the wire; nothing about a patient."""

import uuid

from wardline.admin.roles.choices import PermissionGroup
from wardline.consult_views.schemas import AnyAction
from wardline.consults.choices import ConsultState
from wardline.core.forms.wire import ReadModel, UtcDateTime
from wardline.people.schemas import Person


class StartedView(ReadModel):
    id: uuid.UUID
    person: Person
    expires_at: UtcDateTime


class SeenPermission(ReadModel):
    """A permission that the person has, and the names of the roles that give it."""

    action: str
    subject: str
    label: str
    allows: str
    group: PermissionGroup
    roles: list[str]


class SeenKind(ReadModel):
    """What the person could do now with any consult of a line in this state that someone else requested."""

    state: ConsultState
    actions: list[AnyAction]


class SeenLine(ReadModel):
    """One of the person's service lines; the numbers are of consults of the reader's organizations that they see."""

    id: int
    name: str
    is_on_call: bool
    may_go_on_call: bool
    may_request: bool
    waiting: int
    in_progress: int
    kinds: list[SeenKind]
    """None if they could not open a consult of the line."""


class PersonSeen(StartedView):
    """Wardline as the person sees it, as far as it is about the reader's organizations."""

    active: bool
    """If not, they cannot sign in, and nothing follows."""
    works_elsewhere: bool
    """Also for an organization that the reader does not administer, about which nothing is said."""
    permissions: list[SeenPermission]
    organizations: list[str]
    units: list[str]
    lines: list[SeenLine]
