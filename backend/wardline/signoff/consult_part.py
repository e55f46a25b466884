"""What sign-off adds to the response about a consult: the note's status, and the actions that are allowed."""

import uuid
from typing import Final

from sqlalchemy.ext.asyncio import AsyncSession

from wardline.consults.parts import Actions, ConsultPart
from wardline.core.forms.wire import ReadModel, UtcDateTime
from wardline.people.schemas import Person
from wardline.signoff import policies
from wardline.signoff.choices import SignOffAction, SignOffStatus
from wardline.signoff.models import SignOffNote
from wardline.signoff.repository import SignOffRepository


class ConsultSignOff(ReadModel):
    """The sign-off note without its content."""

    status: SignOffStatus
    signatory: Person | None
    signed_off_at: UtcDateTime | None


class SignOffFields(ReadModel):
    sign_off_note: ConsultSignOff | None


async def _load(session: AsyncSession, consult_id: uuid.UUID) -> SignOffNote | None:
    return await SignOffRepository(session).summary(consult_id)


def _read(note: SignOffNote | None) -> SignOffFields:
    return SignOffFields(sign_off_note=ConsultSignOff.model_validate(note) if note is not None else None)


SIGN_OFF: Final = ConsultPart(
    load=_load, fields=SignOffFields, read=_read, actions=Actions(SignOffAction, policies.allowed_actions)
)
