"""What sign-off adds to the response about a consult: the note's status, and the actions that are allowed."""

from typing import Final

from wardline.consults.parts import Actions, ConsultPart
from wardline.core.forms.wire import ReadModel, UtcDateTime
from wardline.people.schemas import Person
from wardline.signoff import policies
from wardline.signoff.choices import SignOffAction, SignOffStatus
from wardline.signoff.summary import NoteSummary, summary_of, summary_query


class ConsultSignOff(ReadModel):
    """The sign-off note without its content."""

    status: SignOffStatus
    signatory: Person | None
    signed_off_at: UtcDateTime | None


class SignOffFields(ReadModel):
    sign_off_note: ConsultSignOff | None


def _read(note: NoteSummary | None) -> SignOffFields:
    return SignOffFields(sign_off_note=ConsultSignOff.model_validate(note) if note is not None else None)


SIGN_OFF: Final[ConsultPart[NoteSummary | None]] = ConsultPart(
    query=summary_query,
    load=summary_of,
    fields=SignOffFields,
    read=_read,
    actions=Actions(SignOffAction, policies.allowed_actions),
)
