"""Calls about sign-offs; a line's own two are made from its definition."""

import uuid
from collections.abc import Awaitable, Callable, Collection
from contextlib import suppress
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request, Response
from pydantic import AliasChoices, Field, create_model
from sqlalchemy.ext.asyncio import AsyncSession

from wardline.access.current_user import CurrentUser
from wardline.access.dependencies import Once, permitted
from wardline.access.limits import COSTLY
from wardline.access.permissions import MANAGE_ADMIN, VIEW_CONSULT, VIEW_SIGNOFF_NOTE
from wardline.audit.recording import AuditedRoute
from wardline.consults.errors import ConsultNotFound
from wardline.consults.worklist import Worklist
from wardline.core.errors import FieldError, Forbidden, ValidationFailed
from wardline.core.forms import messages
from wardline.core.forms.fields import Id, OptionalShortText
from wardline.core.forms.rules import RuledModel
from wardline.core.http.error_responses import error_statuses
from wardline.core.http.routing import Session
from wardline.core.http.strict_requests import max_body_values
from wardline.fax.registry import are_faxes_set_up
from wardline.patients.errors import NothingToConfirm
from wardline.patients.models import Patient
from wardline.patients.verifying import UNANSWERED, Finding
from wardline.service_lines.base.completion import CANCELLED, lower
from wardline.service_lines.base.definition import ServiceLineDefinition
from wardline.service_lines.base.sign_off import TYPE_OF_CALL_NAMES, SignOffContent
from wardline.service_lines.base.structured_note import StructuredNote
from wardline.service_lines.registry import all_lines
from wardline.signoff import answers, documents, faxing, policies, service, troubles, verifying, writing
from wardline.signoff.choices import DocType
from wardline.signoff.errors import FaxesNotSetUp, OtherConsult
from wardline.signoff.locks import Edit
from wardline.signoff.repository import SignOffRepository
from wardline.signoff.schemas import (
    ConfirmPatient,
    FaxNote,
    NoteTrouble,
    OfConsult,
    OfEditor,
    PatientComparison,
    RequestLock,
    SaveNote,
    SignNote,
    SignOffNoteRead,
)
from wardline.signoff.writing import Ending

router = APIRouter(tags=["signoff"], route_class=AuditedRoute)

Viewer = Annotated[CurrentUser, Depends(permitted(VIEW_CONSULT))]
Administrator = Annotated[CurrentUser, Depends(permitted(MANAGE_ADMIN))]

NOTE_VALUES = 65_000
"""Keys and values of the longest note: six texts of as many lines and runs as one may have make 60,000."""


@router.get("/consults/{consult_id}/sign-off-notes", operation_id="listSignOffNotes", dependencies=COSTLY)
async def list_sign_off_notes(consult_id: uuid.UUID, session: Session, user: Viewer) -> list[SignOffNoteRead]:
    """The consult's sign-off note as a list of one, or of none."""
    return await _notes(session, consult_id, user)


@router.get(
    "/consults/{consult_id}/export-sign-off-note",
    operation_id="exportSignOffNote",
    response_class=Response,
    responses={200: {"content": {"application/pdf": {"schema": {"type": "string", "format": "binary"}}}}},
    dependencies=COSTLY,
)
async def export_sign_off_note(consult_id: uuid.UUID, request: Request, session: Session, user: Viewer) -> Response:
    """The current version as a PDF with all addenda; 404 where nothing is signed."""
    if not await Worklist(session).can_read(user, consult_id):
        raise ConsultNotFound
    repository = SignOffRepository(session)
    policies.can_export(user, await repository.told_by_consult(consult_id)).enforce()
    version = await repository.current_version(consult_id)
    await session.rollback()
    settings = request.app.state.settings
    pdf = await documents.made(request.app.state.database, consult_id, version, paper=settings.paper)
    headers = {"Content-Disposition": 'inline; filename="sign-off-note.pdf"', "Cache-Control": "no-store"}
    return Response(pdf, media_type="application/pdf", headers=headers)


@router.post(
    "/consults/{consult_id}/signoff-note/requestLock", operation_id="requestSignoffNoteLock", dependencies=COSTLY
)
@error_statuses(409)
async def request_lock(consult_id: uuid.UUID, body: RequestLock, session: Session, user: Viewer) -> SignOffNoteRead:
    """Opens the note for its one writer, and renews that.

    409 tells of another writer. A signed note is answered and not opened. Asking again does no harm, so that no key
    is needed.
    """
    await writing.request_lock(session, consult_id, body.doc_type, _edit(consult_id, body), by=user)
    return await _note(session, consult_id, user)


@router.post("/consults/{consult_id}/signoff-note/save", operation_id="saveSignoffNote", dependencies=COSTLY)
@error_statuses(409)
@max_body_values(NOTE_VALUES)
async def save_note(consult_id: uuid.UUID, body: SaveNote, session: Session, user: Viewer) -> SignOffNoteRead:
    """Keeps the draft as far as it is written; a window that counts its saves needs no key."""
    if body.doc_type is not DocType.NOTE:
        raise ValidationFailed(errors=[FieldError("docType", messages.INVALID)])
    edit = _edit(consult_id, body, save=body.save)
    saved = await writing.save_draft(session, consult_id, body.content, edit, release=body.release_lock, by=user)
    if saved.draft is None:
        return await _note(session, consult_id, user)
    return answers.saved(saved.note, saved.draft, saved.at, user)


@router.post("/consults/{consult_id}/addStrokeNote", operation_id="addStrokeNote", dependencies=COSTLY)
@error_statuses(409)
@max_body_values(NOTE_VALUES)
async def add_stroke_note(
    consult_id: uuid.UUID, body: dict[str, Any], session: Session, user: Viewer
) -> SignOffNoteRead:
    """Keeps the body as the draft, like `saveSignoffNote`."""
    await writing.save_draft(session, consult_id, body, Edit(), at="", by=user)
    return await _note(session, consult_id, user)


@router.post("/consults/{consult_id}/sign-signoff-note", operation_id="signSignoffNote", dependencies=COSTLY)
@error_statuses(409)
@max_body_values(NOTE_VALUES)
async def sign_note(
    consult_id: uuid.UUID, body: SignNote, session: Session, user: Viewer, once: Once
) -> SignOffNoteRead:
    """Signs the note, addends a signed one, or marks it in error for good."""
    edit = _edit(consult_id, body)
    if body.doc_type is not DocType.NOTE:
        await once(lambda: writing.add(session, consult_id, body.doc_type, body.content, by=user))
    elif isinstance(body.content, str):
        raise ValidationFailed(errors=[FieldError("content", messages.INVALID)])
    else:
        content = body.content
        await once(lambda: writing.sign(session, consult_id, content, edit, by=user))
    return await _note(session, consult_id, user)


@router.post("/consults/{consult_id}/signoff-note/fax", operation_id="faxSignoffNote", dependencies=COSTLY)
@error_statuses(409)
async def fax_note(
    consult_id: uuid.UUID, body: FaxNote, request: Request, session: Session, user: Viewer, once: Once
) -> SignOffNoteRead:
    """Has the current version faxed. The answer's version of the kind Fax tells how far that has come."""
    _enforce_same_consult(consult_id, body)
    _enforce_faxes(request)
    await once(lambda: faxing.fax(session, consult_id, body, by=user))
    return await _note(session, consult_id, user)


@router.post(
    "/consults/{consult_id}/signoff-note/fax/{version}/send-again",
    operation_id="resendSignoffNoteFax",
    dependencies=COSTLY,
)
@error_statuses(409)
async def fax_note_again(
    consult_id: uuid.UUID, version: Id, request: Request, session: Session, user: Viewer, once: Once
) -> SignOffNoteRead:
    """Has a fax that failed sent once more, to the same number."""
    _enforce_faxes(request)
    await once(lambda: faxing.fax_again(session, consult_id, version, by=user))
    return await _note(session, consult_id, user)


@router.get("/note-troubles", operation_id="listNoteTroubles", dependencies=COSTLY)
async def list_note_troubles(session: Session, user: Administrator) -> list[NoteTrouble]:
    """Documents that could not be made, faxes and filings that do not arrive: the newest 200."""
    return await troubles.listed(session, user)


@router.post("/note-troubles/try-again", operation_id="retryNoteTroubles", status_code=204, dependencies=COSTLY)
@error_statuses(409)
async def try_all_again(session: Session, user: Administrator, once: Once) -> None:
    """Has all that `listNoteTroubles` tells as failed made or sent once more; 409 where nothing did."""
    await once(lambda: troubles.try_all_again(session, by=user))


@router.post("/note-troubles/{consult_id}/{version}/try-again", operation_id="retryNoteTrouble", status_code=204)
@error_statuses(409)
async def try_again(consult_id: uuid.UUID, version: Id, session: Session, user: Administrator, once: Once) -> None:
    """Has what failed of a version made or sent once more; 409 where nothing did."""
    await once(lambda: troubles.try_again(session, consult_id, version, by=user))


@router.post("/note-troubles/{consult_id}/{version}/handled", operation_id="handleNoteTrouble", status_code=204)
@error_statuses(409)
async def mark_handled(consult_id: uuid.UUID, version: Id, session: Session, user: Administrator, once: Once) -> None:
    """Lets go of what could not be delivered of a version, as it was filed by hand or is not needed.

    What waits behind it is sent; 409 where nothing failed and nothing is held back.
    """
    await once(lambda: troubles.mark_handled(session, consult_id, version, by=user))


@router.get("/note-troubles/{consult_id}/{version}/patient", operation_id="compareNotePatient", dependencies=COSTLY)
@error_statuses(409)
async def compare_patient(
    consult_id: uuid.UUID, version: Id, request: Request, session: Session, user: Administrator
) -> PatientComparison:
    """What was said of the patient, beside what the hospital's record says now; 409 where nothing is to be decided."""
    patient = await troubles.patient_in_question(session, consult_id, version, by=user)
    return troubles.comparison(patient, await _asked_now(patient, request, session))


@router.post(
    "/note-troubles/{consult_id}/{version}/confirm-patient",
    operation_id="confirmNotePatient",
    status_code=204,
    dependencies=COSTLY,
)
@error_statuses(409)
async def confirm_patient(
    consult_id: uuid.UUID,
    version: Id,
    body: ConfirmPatient,
    request: Request,
    session: Session,
    user: Administrator,
    once: Once,
) -> None:
    """Has the consult's notes filed although the record does not show that the patient is the one it has.

    The record is asked once more: 409 where it says something else by now than the caller has `seen`. Who said so,
    when and why is kept for good and shown with the consult.
    """
    finding = UNANSWERED
    # A repeat of what was done already is not refused, and has nobody asked once more.
    with suppress(NothingToConfirm):
        asked = await troubles.patient_in_question(session, consult_id, version, by=user)
        finding = await _asked_now(asked, request, session)

    async def confirm() -> None:
        patient = await troubles.patient_in_question(session, consult_id, version, by=user)
        await verifying.confirm(session, patient.id, finding, body.reason, seen=body.seen, by=user)

    await once(confirm)


async def _asked_now(patient: Patient, request: Request, session: AsyncSession) -> Finding:
    """What the hospital's record says; no database connection waits for it."""
    session.expunge(patient)
    await session.rollback()
    return await verifying.asked_now(patient, request.app.state.settings)


def _enforce_faxes(request: Request) -> None:
    if not are_faxes_set_up(request.app.state.settings):
        raise FaxesNotSetUp


def _enforce_same_consult(consult_id: uuid.UUID, body: OfConsult) -> None:
    if body.consult_id not in {None, consult_id}:
        raise OtherConsult


def _edit(consult_id: uuid.UUID, body: OfEditor, *, save: int | None = None) -> Edit:
    _enforce_same_consult(consult_id, body)
    return Edit(editor_id=body.editor_id, save=save)


def _listing(line: ServiceLineDefinition) -> Callable[..., Awaitable[list[SignOffNoteRead]]]:
    async def list_sign_offs(consult_id: uuid.UUID, session: Session, user: Viewer) -> list[SignOffNoteRead]:
        """Like `listSignOffNotes`; none of a consult of another line."""
        return await _notes(session, consult_id, user, line_ids=line.ids)

    return list_sign_offs


def _signing(line: ServiceLineDefinition, content: type[SignOffContent]) -> Callable[..., Awaitable[SignOffNoteRead]]:
    @error_statuses(409)
    async def sign(
        consult_id: uuid.UUID, body: SignOffContent, session: Session, user: Viewer, once: Once
    ) -> SignOffNoteRead:
        """Signs a completed consult off. The type of call is the consult's; some lines correct that here."""
        await once(lambda: service.sign_off(session, consult_id, line, body, by=user))
        return await _note(session, consult_id, user)

    sign.__annotations__["body"] = content
    return sign


_ENDING = ("typeofCall", "cancellationReason", "comment")


def _signing_structured(
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
    @max_body_values(NOTE_VALUES)
    async def sign(
        consult_id: uuid.UUID, body: RuledModel, session: Session, user: Viewer, once: Once
    ) -> SignOffNoteRead:
        """Signs the note like `signSignoffNote`; an open consult is completed as `typeofCall` says, by video else."""
        content = body.model_dump(mode="json", by_alias=True, exclude_unset=True)
        said = {name: content.pop(name, None) for name in _ENDING}
        window: str | None = content.pop("editorId", None)
        complete_type = lower(said["typeofCall"]) or None
        if complete_type == CANCELLED or said["cancellationReason"]:
            raise ValidationFailed(errors=[FieldError("typeofCall", messages.INVALID)])
        ending = Ending(complete_type=complete_type, comment=said["comment"])
        edit = Edit(editor_id=uuid.UUID(window) if window is not None else None)
        await once(lambda: writing.sign(session, consult_id, content, edit, line=line, ending=ending, at="", by=user))
        return await _note(session, consult_id, user)

    sign.__annotations__["body"] = body_type
    return sign


def _add_line(line: ServiceLineDefinition, path: str, sign: Callable[..., Awaitable[SignOffNoteRead]]) -> None:
    name = "".join(part.capitalize() for part in path.split("-"))
    consult = "/consults/{consult_id}"
    router.post(f"{consult}/sign-signoff-note-{path}", operation_id=f"signSignoffNote{name}", dependencies=COSTLY)(sign)
    router.get(f"{consult}/sign-off-{path}", operation_id=f"listSignOff{name}", dependencies=COSTLY)(_listing(line))


for _line in all_lines():
    if _line.sign_off is not None:
        _add_line(_line, _line.sign_off.path, _signing(_line, _line.sign_off.content))
    if _line.note is not None and _line.note.path is not None:
        _add_line(_line, _line.note.path, _signing_structured(_line, _line.note))


async def _note(session: AsyncSession, consult_id: uuid.UUID, user: CurrentUser) -> SignOffNoteRead:
    return answers.note(await SignOffRepository(session).known(consult_id), user)


async def _notes(
    session: AsyncSession, consult_id: uuid.UUID, user: CurrentUser, *, line_ids: Collection[int] | None = None
) -> list[SignOffNoteRead]:
    if not await Worklist(session).can_read(user, consult_id):
        raise ConsultNotFound
    if not user.may(VIEW_SIGNOFF_NOTE):
        raise Forbidden
    note = await SignOffRepository(session).of_consult(consult_id, line_ids)
    return [answers.note(note, user)] if note is not None else []
