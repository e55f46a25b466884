"""Wire types of guests. What they themselves get says nothing about the patient."""

import uuid
from typing import Annotated

from pydantic import Field, StringConstraints

from wardline.core.forms.fields import ShortText, Text
from wardline.core.forms.wire import ApiModel, ReadModel, UtcDateTime
from wardline.video.choices import GuestKind, GuestState
from wardline.video.guests.secrets import PATTERN
from wardline.video.schemas import GUEST_NAME_LIMIT, GuestName

Name = Annotated[ShortText, StringConstraints(max_length=GUEST_NAME_LIMIT)]
Secret = Annotated[Text, Field(pattern=PATTERN)]


class InviteGuest(ApiModel):
    """`name`: the guest's, as everyone in the call and the timeline show it; nothing about the patient."""

    name: Name
    kind: GuestKind


class GuestRead(GuestName):
    """A guest of a meeting, for whoever is inside."""

    state: GuestState
    is_opened: bool
    """A device has opened the link, which no other one can open anymore."""
    opens_until: UtcDateTime


class InvitedGuest(ReadModel):
    """`link` is the path to send to the guest. It cannot be shown again."""

    guest: GuestRead
    link: str


class AnswerGuest(ApiModel):
    admit: bool


class OpenLink(ApiModel):
    """`link` is the secret in the link."""

    link: Secret


class GuestCall(ReadModel):
    """All that guests learn before they are inside: who invites them, under which name, and how far they are."""

    id: uuid.UUID
    name: str
    kind: GuestKind
    state: GuestState
    organization_name: str
