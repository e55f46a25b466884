"""Calls about sign-offs; a line with a short sign-off has its own two, made from its definition."""

import uuid
from collections.abc import Awaitable, Callable, Collection
from typing import Annotated

from fastapi import APIRouter, Depends
from sqlalchemy.ext.asyncio import AsyncSession

from wardline.access.current_user import CurrentUser
from wardline.access.dependencies import Once, permitted
from wardline.access.permissions import VIEW_CONSULT, VIEW_SIGNOFF_NOTE
from wardline.audit.recording import AuditedRoute
from wardline.consults.errors import ConsultNotFound
from wardline.consults.worklist import Worklist
from wardline.core.error_answers import refuses
from wardline.core.errors import Forbidden
from wardline.core.http import Session
from wardline.service_lines.base.definition import ServiceLineDefinition
from wardline.service_lines.base.sign_off import SignOffContent
from wardline.service_lines.registry import all_lines
from wardline.signoff import answers, service
from wardline.signoff.repository import SignOffRepository
from wardline.signoff.schemas import SignOffNoteRead

router = APIRouter(tags=["signoff"], route_class=AuditedRoute)

Viewer = Annotated[CurrentUser, Depends(permitted(VIEW_CONSULT))]


@router.get("/consults/{consult_id}/sign-off-notes", operation_id="listSignOffNotes")
async def list_sign_off_notes(consult_id: uuid.UUID, session: Session, user: Viewer) -> list[SignOffNoteRead]:
    """The consult's sign-off note as a list of one, or of none."""
    return await _notes(session, consult_id, user)


def _listing(line: ServiceLineDefinition) -> Callable[..., Awaitable[list[SignOffNoteRead]]]:
    async def list_sign_offs(consult_id: uuid.UUID, session: Session, user: Viewer) -> list[SignOffNoteRead]:
        """Like `listSignOffNotes`; none of a consult of another line."""
        return await _notes(session, consult_id, user, line_ids=line.ids)

    return list_sign_offs


def _signing(line: ServiceLineDefinition, content: type[SignOffContent]) -> Callable[..., Awaitable[SignOffNoteRead]]:
    @refuses(409)
    async def sign(
        consult_id: uuid.UUID, body: SignOffContent, session: Session, user: Viewer, once: Once
    ) -> SignOffNoteRead:
        """Signs a completed consult off. The type of call is the consult's; some lines correct that here."""
        await once(lambda: service.sign_off(session, consult_id, line, body, by=user))
        return answers.note(await SignOffRepository(session).signed(consult_id))

    sign.__annotations__["body"] = content
    return sign


for _line in all_lines():
    if (_short := _line.sign_off) is not None:
        _name = _short.path.capitalize()
        router.post(
            f"/consults/{{consult_id}}/sign-signoff-note-{_short.path}", operation_id=f"signSignoffNote{_name}"
        )(_signing(_line, _short.content))
        router.get(f"/consults/{{consult_id}}/sign-off-{_short.path}", operation_id=f"listSignOff{_name}")(
            _listing(_line)
        )


async def _notes(
    session: AsyncSession, consult_id: uuid.UUID, user: CurrentUser, *, line_ids: Collection[int] | None = None
) -> list[SignOffNoteRead]:
    if not await Worklist(session).can_read(user, consult_id):
        raise ConsultNotFound
    if not user.may(VIEW_SIGNOFF_NOTE):
        raise Forbidden
    note = await SignOffRepository(session).of_consult(consult_id, line_ids)
    return [answers.note(note)] if note is not None else []
