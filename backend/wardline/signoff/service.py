"""What can be done with a consult's sign-off: one function a verb. Each locks the consult's row first."""

import uuid

from sqlalchemy.ext.asyncio import AsyncSession

from wardline.access.current_user import CurrentUser
from wardline.consults import service as consults
from wardline.consults.changing import enforce, for_change, save, tell, told_person
from wardline.consults.errors import CompletionTypeFixed
from wardline.consults.models import Consult
from wardline.consults.policies import can_edit, is_closed
from wardline.consults.schemas import PatchConsult
from wardline.consults.timeline import service as timeline
from wardline.consults.timeline.choices import TaskType
from wardline.core import clock
from wardline.service_lines.base.definition import ServiceLineDefinition
from wardline.service_lines.base.sign_off import SignOffContent
from wardline.service_lines.registry import line_of
from wardline.signoff import documents, filing, policies
from wardline.signoff.errors import AlreadySignedOff, WrongServiceLine
from wardline.signoff.events import SignoffChanged
from wardline.signoff.models import SignOffNote, SignOffVersion
from wardline.signoff.repository import SignOffRepository
from wardline.signoff.signing import first_signature, notify_of_signature


async def sign_off(
    session: AsyncSession,
    consult_id: uuid.UUID,
    line: ServiceLineDefinition,
    content: SignOffContent,
    *,
    by: CurrentUser,
) -> None:
    """Sign a consult of this line off with its short sign-off, which says the same type of call as the consult."""
    consult = await for_change(session, consult_id, by)
    if line_of(consult.service_line_id) is not line:
        raise WrongServiceLine
    await _enforce_unsigned(session, consult, by)
    if str(content.typeof_call) != consult.complete_type:
        await _correct_type(session, consult, str(content.typeof_call), content.cancellation_reason, by=by)
    note, version = first_signature(consult.id, content, by_id=by.id, moment=clock.now())
    session.add(SignOffNote(**note))
    await session.flush()
    session.add(SignOffVersion(**version))
    await timeline.record(session, consult.id, TaskType.SIGNOFF, by=by)
    await documents.order(session, consult.id, 1)
    await session.flush()
    await filing.order(session, consult)
    await save(session, consult)
    await tell(session, SignoffChanged, consult, by)
    await notify_of_signature(session, consult)


async def correct_completion_type(
    session: AsyncSession, consult_id: uuid.UUID, request: PatchConsult, *, by: CurrentUser
) -> None:
    """Say anew how the call of a completed consult was held, for the sign-off that follows; nothing else with it."""
    consult = await for_change(session, consult_id, by)
    alone = request.model_fields_set <= {"complete_type", "cancellation_reason"}
    if not (alone and is_closed(consult) and _corrects_type(consult)):
        await enforce(session, can_edit(by, consult), consult)
        raise CompletionTypeFixed
    await _enforce_unsigned(session, consult, by)
    await _correct_type(session, consult, request.complete_type, request.cancellation_reason, by=by)


def _corrects_type(consult: Consult) -> bool:
    short = line_of(consult.service_line_id).sign_off
    return short is not None and short.corrects_type


async def _correct_type(
    session: AsyncSession, consult: Consult, complete_type: str | None, reason: str | None, *, by: CurrentUser
) -> None:
    if not _corrects_type(consult):
        raise CompletionTypeFixed
    await consults.correct_completion(session, consult, complete_type, reason, by=by)


async def _enforce_unsigned(session: AsyncSession, consult: Consult, by: CurrentUser) -> None:
    """Refuse with the reason; where somebody signed first, with who and when."""
    note = await SignOffRepository(session).told_by_consult(consult.id)
    decision = policies.can_sign_off(by, consult, note)
    if isinstance(decision.refusal, AlreadySignedOff) and note is not None and note.signatory is not None:
        raise AlreadySignedOff(signatory=told_person(note.signatory), signedOffAt=note.signed_off_at)
    decision.enforce()
