"""Short sign-offs: a few fields instead of a structured note. Each request locks the consult's row first."""

import uuid

from sqlalchemy.ext.asyncio import AsyncSession

from wardline.access.current_user import CurrentUser
from wardline.consults import service as consults
from wardline.consults.changing import lock_consult
from wardline.consults.errors import CompletionTypeFixed
from wardline.consults.models import Consult
from wardline.consults.policies import can_edit
from wardline.consults.schemas import PatchConsult
from wardline.service_lines.base.definition import ServiceLineDefinition
from wardline.service_lines.base.sign_off import SignOffContent
from wardline.service_lines.registry import line_of
from wardline.signoff import policies
from wardline.signoff.choices import DocType
from wardline.signoff.errors import WrongServiceLine
from wardline.signoff.models import SignOffNote
from wardline.signoff.repository import SignOffRepository
from wardline.signoff.versions import commit_version, to_json


async def sign_off(
    session: AsyncSession,
    consult_id: uuid.UUID,
    line: ServiceLineDefinition,
    content: SignOffContent,
    *,
    by: CurrentUser,
) -> None:
    """Sign off a completed consult of this line.

    If the type of call differs from the consult's, the consult is corrected.
    """
    consult = await lock_consult(session, consult_id, by)
    if line_of(consult.service_line_id) is not line:
        raise WrongServiceLine
    await _enforce_can_sign_off(session, consult, by)
    if str(content.typeof_call) != consult.complete_type:
        await _correct_type(session, consult, str(content.typeof_call), content.cancellation_reason, by=by)
    await commit_version(session, consult, SignOffNote(consult_id=consult.id), DocType.NOTE, to_json(content), by=by)


async def correct_completion_type(
    session: AsyncSession, consult_id: uuid.UUID, request: PatchConsult, *, by: CurrentUser
) -> None:
    """Correct how a completed consult was conducted, before it is signed off. No other field can change."""
    consult = await lock_consult(session, consult_id, by)
    only_type = request.model_fields_set <= {"complete_type", "cancellation_reason"}
    if not (only_type and consult.is_closed and _corrects_type(consult)):
        can_edit(by, consult).enforce()
        raise CompletionTypeFixed
    await _enforce_can_sign_off(session, consult, by)
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


async def _enforce_can_sign_off(session: AsyncSession, consult: Consult, by: CurrentUser) -> None:
    note = await SignOffRepository(session).for_writing(consult.id)
    policies.can_sign_off(by, consult, note).enforce()
