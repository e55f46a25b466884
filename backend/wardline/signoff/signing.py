"""Signing a structured note."""

import uuid
from dataclasses import dataclass
from typing import Any, Final

from pydantic import BaseModel
from sqlalchemy.ext.asyncio import AsyncSession

from wardline.access.current_user import CurrentUser
from wardline.consults import service as consults
from wardline.consults.changing import lock_consult
from wardline.consults.errors import CompletionTypeFixed
from wardline.consults.models import Consult
from wardline.consults.schemas import CompleteConsult
from wardline.core.errors import FieldError, ValidationFailed
from wardline.core.forms import messages
from wardline.core.http.form_errors import validate_as
from wardline.people.models import User
from wardline.service_lines.base.completion import CALL_LENGTH_MAXIMUM, CANCELLED, lower
from wardline.service_lines.base.definition import ServiceLineDefinition
from wardline.service_lines.base.structured_note import StructuredNote
from wardline.service_lines.registry import line_of
from wardline.signoff import policies
from wardline.signoff.choices import DocType
from wardline.signoff.drafts import IN_CONTENT, draft_in_edit, structured_note_of
from wardline.signoff.errors import WrongServiceLine
from wardline.signoff.locks import Editor
from wardline.signoff.models import SignOffNote
from wardline.signoff.repository import SignOffRepository
from wardline.signoff.versions import commit_version, to_json

_CALL_LENGTHS: Final = range(1, CALL_LENGTH_MAXIMUM + 1)
"""In minutes, as accepted in a completion; a note may also say 0."""


@dataclass(frozen=True, slots=True)
class RequestedCompletion:
    """How the consult was conducted, as sent with the note to be signed."""

    complete_type: str | None = None
    comment: str | None = None


def requested_completion(
    *, type_of_call: str | None, cancellation_reason: str | None, comment: str | None
) -> RequestedCompletion:
    """How the consult was conducted, from the body of a sign request.

    Raises:
        ValidationFailed: it was cancelled, because a cancelled consult has no note.
    """
    complete_type = lower(type_of_call) or None
    if complete_type == CANCELLED or cancellation_reason:
        raise ValidationFailed(errors=[FieldError("typeofCall", messages.INVALID)])
    return RequestedCompletion(complete_type, comment)


async def sign(
    session: AsyncSession,
    consult_id: uuid.UUID,
    content: dict[str, Any] | None,
    editor: Editor,
    *,
    line: ServiceLineDefinition | None = None,
    completion: RequestedCompletion | None = None,
    at: str = IN_CONTENT,
    by: CurrentUser,
) -> None:
    """Sign the note permanently: `content`, or the saved draft if that is None. An open consult is completed first.

    A line's own endpoint passes `line`. `at` is as in `validate_as`.
    """
    consult = await lock_consult(session, consult_id, by)
    structured = structured_note_of(consult)
    if line is not None and line_of(consult.service_line_id) is not line:
        raise WrongServiceLine
    note = await signable(session, consult, editor, by=by)
    repository = SignOffRepository(session)
    signed = validate_as(
        structured.content, content if content is not None else await repository.draft(consult.id), at=at
    )
    await _complete(session, consult, structured, completion or RequestedCompletion(), signed, by=by)
    await repository.drop_draft(consult.id)
    await commit_version(session, consult, note, DocType.NOTE, to_json(signed), by=by)


async def signable(session: AsyncSession, consult: Consult, editor: Editor, *, by: CurrentUser) -> SignOffNote:
    """The draft, if this user may sign it now; what `draft_in_edit` raises, or about the user's provider ID."""
    policies.can_sign_as(await session.get_one(User, by.id)).enforce()
    return await draft_in_edit(session, consult, editor, by=by)


async def _complete(
    session: AsyncSession,
    consult: Consult,
    structured: StructuredNote,
    requested: RequestedCompletion,
    signed: BaseModel,
    *,
    by: CurrentUser,
) -> None:
    """Complete the consult, unless it is closed; in that case, the requested type must match the consult's."""
    if consult.is_closed:
        if requested.complete_type not in {None, consult.complete_type}:
            raise CompletionTypeFixed
        return
    length = getattr(signed, "call_length", None)
    completion = {
        "completeType": requested.complete_type or structured.completes_as,
        "qaComment": requested.comment,
        "callLength": length if length in _CALL_LENGTHS else None,
    }
    await consults.complete_by_signing(session, consult, CompleteConsult.model_validate(completion), by=by)
