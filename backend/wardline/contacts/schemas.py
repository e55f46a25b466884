"""Contacts on the wire. Only their owner sees any of this."""

from typing import Annotated, ClassVar, Final

from pydantic import Field, StringConstraints

from wardline.contacts.choices import ContactKind, DisabledReason, MessageState, VerificationResult
from wardline.core.forms import messages
from wardline.core.forms.fields import CallableNumber, EmailAddress, SentId, ShortText, Text, matching
from wardline.core.forms.rules import Condition, FieldRule, Required, RuledModel
from wardline.core.forms.wire import ApiModel, ReadModel, UtcDateTime
from wardline.webpush.schemas import AuthSecret, Endpoint, PushSubscription

MAX_CONTACTS: Final = 10
MAX_DELAY_SECONDS: Final = 600
DELAY_STEP_SECONDS: Final = 30
LABEL_LIMIT: Final = 60
CODE_PATTERN: Final = r"^[0-9]{6}$"

Label = Annotated[ShortText, StringConstraints(max_length=LABEL_LIMIT)]
DelaySeconds = Annotated[int, Field(ge=0, le=MAX_DELAY_SECONDS, multiple_of=DELAY_STEP_SECONDS, strict=True)]
"""How long after a step of an escalation this contact is tried, unless its owner has reacted by then."""

_PHONE: Final = (ContactKind.TEXT.value, ContactKind.CALL.value)


class AddContact(RuledModel):
    """Which address it needs depends on its kind."""

    rules: ClassVar[tuple[FieldRule, ...]] = (
        Required(field="phoneNumber", when=(Condition(field="kind", values=_PHONE),)),
        Required(field="emailAddress", when=(Condition(field="kind", values=(ContactKind.EMAIL.value,)),)),
        Required(field="subscription.endpoint", when=(Condition(field="kind", values=(ContactKind.PUSH.value,)),)),
    )

    kind: ContactKind
    label: Label
    delay_seconds: DelaySeconds
    phone_number: CallableNumber | None = None
    email_address: EmailAddress | None = None
    subscription: PushSubscription | None = None

    @property
    def address(self) -> str:
        """Where the contact is reached, by its kind."""
        if self.kind == ContactKind.PUSH:
            return self.subscription.endpoint if self.subscription is not None else ""
        return (self.email_address if self.kind == ContactKind.EMAIL else self.phone_number) or ""


class ContactSettings(ApiModel):
    id: SentId
    label: Label
    delay_seconds: DelaySeconds


class ChangeContacts(ApiModel):
    """All contacts, in the order in which they are tried."""

    contacts: Annotated[list[ContactSettings], Field(max_length=MAX_CONTACTS)]


class VerifyContact(ApiModel):
    code: Annotated[Text, matching(CODE_PATTERN, messages.INVALID)]


class ReplaceSubscription(ApiModel):
    """A browser has exchanged its subscription. The secret of the old one proves that this is the same browser."""

    endpoint: Endpoint
    auth: AuthSecret
    subscription: PushSubscription


class MessageRead(ReadModel):
    """The last code or test that was sent to a contact. `reason` is a code or a few words, if it failed."""

    state: MessageState
    reason: str | None
    created_at: UtcDateTime
    expires_at: UtcDateTime


class ContactRead(ReadModel):
    """`address` is a phone number, an e-mail address, or the endpoint of a push subscription."""

    id: int
    kind: ContactKind
    address: str
    label: str
    delay_seconds: int
    verified_at: UtcDateTime | None
    disabled_at: UtcDateTime | None
    disabled_reason: DisabledReason | None
    last_code: MessageRead | None
    last_test: MessageRead | None


class ContactsRead(ReadModel):
    """The user's contacts in the order in which they are tried.

    `push_key` is the public key with which a browser subscribes to pushes.
    """

    contacts: list[ContactRead]
    push_key: str


class ContactAdded(ReadModel):
    id: int


class VerificationRead(ReadModel):
    result: VerificationResult
    tries_left: int
