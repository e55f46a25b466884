"""Endpoints for sign-offs. The two of each line are generated from its definition."""

import uuid
from collections.abc import Awaitable, Callable, Collection
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request, Response
from pydantic import AliasChoices, Field, create_model
from sqlalchemy.ext.asyncio import AsyncSession

from wardline.access.current_user import CurrentUser
from wardline.access.dependencies import Once, permitted
from wardline.access.limits import COSTLY
from wardline.access.permissions import VIEW_CONSULT
from wardline.access.step_up import fresh
from wardline.audit.recording import AuditedRoute
from wardline.consults.reading import require_readable
from wardline.core.errors import FieldError, ValidationFailed
from wardline.core.forms import messages
from wardline.core.forms.fields import Id, OptionalShortText
from wardline.core.forms.rules import RuledModel
from wardline.core.http.app_settings import AppSettings
from wardline.core.http.error_responses import error_statuses
from wardline.core.http.routing import Session
from wardline.core.http.strict_requests import max_body_values
from wardline.service_lines.base.definition import ServiceLineDefinition
from wardline.service_lines.base.sign_off import TYPE_OF_CALL_NAMES, SignOffContent
from wardline.service_lines.base.structured_note import StructuredNote
from wardline.service_lines.registry import all_lines
from wardline.settings import StepUp
from wardline.signoff import corrections, documents, drafts, faxing, policies, responses, short_sign_off, signing
from wardline.signoff.choices import DocType
from wardline.signoff.errors import OtherConsult
from wardline.signoff.locks import Editor
from wardline.signoff.repository import SignOffRepository
from wardline.signoff.schemas import (
    FaxNote,
    OfConsult,
    OfEditor,
    RequestLock,
    SaveNote,
    SignNote,
    SignOffNoteRead,
)
from wardline.signoff.summary import note_summary

router = APIRouter(tags=["signoff"], route_class=AuditedRoute)

Viewer = Annotated[CurrentUser, Depends(permitted(VIEW_CONSULT))]

_SIGNS = [*COSTLY, fresh(StepUp.SIGN)]
_FAXES = [*COSTLY, fresh(StepUp.FAX)]

MAX_NOTE_VALUES = 65_000
"""Keys and values of the longest note: six texts at their limits of lines and runs have 60,000."""


@router.get("/consults/{consult_id}/sign-off-notes", operation_id="listSignOffNotes", dependencies=COSTLY)
async def list_sign_off_notes(consult_id: uuid.UUID, session: Session, user: Viewer) -> list[SignOffNoteRead]:
    """The consult's sign-off note as a list of one or no items."""
    return await _notes(session, consult_id, user)


@router.get(
    "/consults/{consult_id}/export-sign-off-note",
    operation_id="exportSignOffNote",
    response_class=Response,
    responses={200: {"content": {"application/pdf": {"schema": {"type": "string", "format": "binary"}}}}},
    dependencies=COSTLY,
)
async def export_sign_off_note(
    consult_id: uuid.UUID, request: Request, session: Session, settings: AppSettings, user: Viewer
) -> Response:
    """The current version as a PDF, with all addenda. 404 if the note is not signed."""
    await require_readable(session, user, consult_id)
    policies.can_export(user, await note_summary(session, consult_id)).enforce()
    version = await SignOffRepository(session).current_version(consult_id)
    await session.rollback()
    pdf = await documents.pdf_of(request.app.state.database, consult_id, version, paper=settings.paper)
    headers = {"Content-Disposition": 'inline; filename="sign-off-note.pdf"', "Cache-Control": "no-store"}
    return Response(pdf, media_type="application/pdf", headers=headers)


@router.post(
    "/consults/{consult_id}/signoff-note/requestLock", operation_id="requestSignoffNoteLock", dependencies=COSTLY
)
@error_statuses(409)
async def request_lock(consult_id: uuid.UUID, body: RequestLock, session: Session, user: Viewer) -> SignOffNoteRead:
    """Opens the note for editing, or renews the lock.

    409 if another user is editing it. A signed note is returned but not opened. Idempotent, so no key is needed.
    """
    await drafts.request_lock(session, consult_id, body.doc_type, _editor(consult_id, body), by=user)
    return await _note(session, consult_id, user)


@router.post("/consults/{consult_id}/signoff-note/save", operation_id="saveSignoffNote", dependencies=COSTLY)
@error_statuses(409)
@max_body_values(MAX_NOTE_VALUES)
async def save_note(consult_id: uuid.UUID, body: SaveNote, session: Session, user: Viewer) -> SignOffNoteRead:
    """Saves the draft, complete or not. A window that numbers its saves does not need an idempotency key."""
    if body.doc_type is not DocType.NOTE:
        raise ValidationFailed(errors=[FieldError("docType", messages.INVALID)])
    editor = _editor(consult_id, body, save=body.save)
    saved = await drafts.save_draft(session, consult_id, body.content, editor, release=body.release_lock, by=user)
    if saved.draft is None:
        return await _note(session, consult_id, user)
    return responses.saved(saved.note, saved.draft, saved.at, user)


@router.post("/consults/{consult_id}/addStrokeNote", operation_id="addStrokeNote", dependencies=COSTLY)
@error_statuses(409)
@max_body_values(MAX_NOTE_VALUES)
async def add_stroke_note(
    consult_id: uuid.UUID, body: dict[str, Any], session: Session, user: Viewer
) -> SignOffNoteRead:
    """Saves the body as the draft, like `saveSignoffNote`."""
    await drafts.save_draft(session, consult_id, body, Editor(), at="", by=user)
    return await _note(session, consult_id, user)


@router.post("/consults/{consult_id}/sign-signoff-note", operation_id="signSignoffNote", dependencies=_SIGNS)
@error_statuses(409)
@max_body_values(MAX_NOTE_VALUES)
async def sign_note(
    consult_id: uuid.UUID, body: SignNote, session: Session, user: Viewer, once: Once
) -> SignOffNoteRead:
    """Signs the note, addends a signed note, or permanently marks it in error."""
    editor = _editor(consult_id, body)
    if body.doc_type is not DocType.NOTE:
        await once(lambda: corrections.correct(session, consult_id, body.doc_type, body.content, by=user))
    elif isinstance(body.content, str):
        raise ValidationFailed(errors=[FieldError("content", messages.INVALID)])
    else:
        content = body.content
        await once(lambda: signing.sign(session, consult_id, content, editor, by=user))
    return await _note(session, consult_id, user)


@router.post("/consults/{consult_id}/signoff-note/fax", operation_id="faxSignoffNote", dependencies=_FAXES)
@error_statuses(409)
async def fax_note(
    consult_id: uuid.UUID, body: FaxNote, session: Session, settings: AppSettings, user: Viewer, once: Once
) -> SignOffNoteRead:
    """Faxes the current version. The state of the fax is in the response's version of type Fax."""
    _enforce_same_consult(consult_id, body)
    faxing.require_provider(settings)
    await once(lambda: faxing.fax(session, consult_id, body, by=user))
    return await _note(session, consult_id, user)


@router.post(
    "/consults/{consult_id}/signoff-note/fax/{version}/send-again",
    operation_id="resendSignoffNoteFax",
    dependencies=_FAXES,
)
@error_statuses(409)
async def fax_note_again(
    consult_id: uuid.UUID, version: Id, session: Session, settings: AppSettings, user: Viewer, once: Once
) -> SignOffNoteRead:
    """Sends a failed fax again, to the same number."""
    faxing.require_provider(settings)
    await once(lambda: faxing.fax_again(session, consult_id, version, by=user))
    return await _note(session, consult_id, user)


def _enforce_same_consult(consult_id: uuid.UUID, body: OfConsult) -> None:
    if body.consult_id not in {None, consult_id}:
        raise OtherConsult


def _editor(consult_id: uuid.UUID, body: OfEditor, *, save: int | None = None) -> Editor:
    _enforce_same_consult(consult_id, body)
    return Editor(editor_id=body.editor_id, save=save)


def _list_endpoint(line: ServiceLineDefinition) -> Callable[..., Awaitable[list[SignOffNoteRead]]]:
    async def list_sign_offs(consult_id: uuid.UUID, session: Session, user: Viewer) -> list[SignOffNoteRead]:
        """Like `listSignOffNotes`; empty for a consult of another line."""
        return await _notes(session, consult_id, user, line_ids=line.ids)

    return list_sign_offs


def _short_sign_endpoint(
    line: ServiceLineDefinition, content: type[SignOffContent]
) -> Callable[..., Awaitable[SignOffNoteRead]]:
    @error_statuses(409)
    async def sign(
        consult_id: uuid.UUID, body: SignOffContent, session: Session, user: Viewer, once: Once
    ) -> SignOffNoteRead:
        """Signs off a completed consult. On some lines it can correct the consult's type of call."""
        await once(lambda: short_sign_off.sign_off(session, consult_id, line, body, by=user))
        return await _note(session, consult_id, user)

    sign.__annotations__["body"] = content
    return sign


_COMPLETION_FIELDS = {
    "typeofCall": "type_of_call",
    "cancellationReason": "cancellation_reason",
    "comment": "comment",
}


def _sign_note_endpoint(
    line: ServiceLineDefinition, structured: StructuredNote
) -> Callable[..., Awaitable[SignOffNoteRead]]:
    body_type = create_model(
        f"Sign{structured.content.__name__}",
        __base__=structured.content,
        typeof_call=(
            OptionalShortText | None,
            Field(None, validation_alias=AliasChoices(*TYPE_OF_CALL_NAMES), serialization_alias=TYPE_OF_CALL_NAMES[0]),
        ),
        cancellation_reason=(OptionalShortText | None, None),
        comment=(OptionalShortText | None, None),
        editor_id=(uuid.UUID | None, None),
    )

    @error_statuses(409)
    @max_body_values(MAX_NOTE_VALUES)
    async def sign(
        consult_id: uuid.UUID, body: RuledModel, session: Session, user: Viewer, once: Once
    ) -> SignOffNoteRead:
        """Signs the note like `signSignoffNote`. An open consult is completed with `typeofCall`, by default video."""
        content = body.model_dump(mode="json", by_alias=True, exclude_unset=True)
        completion = {name: content.pop(alias, None) for alias, name in _COMPLETION_FIELDS.items()}
        window: str | None = content.pop("editorId", None)
        requested = signing.requested_completion(**completion)
        editor = Editor(editor_id=uuid.UUID(window) if window is not None else None)
        await once(
            lambda: signing.sign(session, consult_id, content, editor, line=line, completion=requested, at="", by=user)
        )
        return await _note(session, consult_id, user)

    sign.__annotations__["body"] = body_type
    return sign


def _add_line(line: ServiceLineDefinition, path: str, sign: Callable[..., Awaitable[SignOffNoteRead]]) -> None:
    name = "".join(part.capitalize() for part in path.split("-"))
    consult = "/consults/{consult_id}"
    router.post(f"{consult}/sign-signoff-note-{path}", operation_id=f"signSignoffNote{name}", dependencies=_SIGNS)(sign)
    router.get(f"{consult}/sign-off-{path}", operation_id=f"listSignOff{name}", dependencies=COSTLY)(
        _list_endpoint(line)
    )


for _line in all_lines():
    if _line.sign_off is not None:
        _add_line(_line, _line.sign_off.path, _short_sign_endpoint(_line, _line.sign_off.content))
    if _line.note is not None and _line.note.path is not None:
        _add_line(_line, _line.note.path, _sign_note_endpoint(_line, _line.note))


async def _note(session: AsyncSession, consult_id: uuid.UUID, user: CurrentUser) -> SignOffNoteRead:
    """After a change or its repeat, which changes nothing and has checked nothing."""
    await require_readable(session, user, consult_id)
    return responses.note(await SignOffRepository(session).get(consult_id), user)


async def _notes(
    session: AsyncSession, consult_id: uuid.UUID, user: CurrentUser, *, line_ids: Collection[int] | None = None
) -> list[SignOffNoteRead]:
    await require_readable(session, user, consult_id, in_emergency=True)
    policies.can_view(user).enforce()
    note = await SignOffRepository(session).of_consult(consult_id, line_ids)
    return [responses.note(note, user)] if note is not None else []
