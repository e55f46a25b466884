"""Invitations on the wire."""

from wardline.admin.invitations.choices import InvitationLinkKind, InvitationMailState, InvitationState
from wardline.core.forms.fields import EmailAddress
from wardline.core.forms.wire import ApiModel, ReadModel, UtcDateTime
from wardline.people.schemas import Person


class InvitationFields(ApiModel):
    email: EmailAddress | None
    """Where to send it; null if the administrator passes the link on. It is stored until the person has signed in."""


class InvitationMeans(ReadModel):
    """What invitations can do in this installation."""

    mail: bool
    """Whether e-mail can be sent."""
    link_kind: InvitationLinkKind
    days: int
    """For how many days an invitation is good."""


class InvitationRead(ReadModel):
    """A person's invitation; everything but the state is null if there is none."""

    state: InvitationState
    invited_at: UtcDateTime | None
    expires_at: UtcDateTime | None
    by: Person | None
    email: str | None
    mail_state: InvitationMailState | None
    mail_reason: str | None
    first_signed_in_at: UtcDateTime | None
    """Null if they have not, or did before this was recorded."""


class InvitationLink(ReadModel):
    link: str
    expires_at: UtcDateTime
