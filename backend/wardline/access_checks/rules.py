"""How each action is decided: the steps of the real call, up to where it would change something, with its policies."""

from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy.ext.asyncio import AsyncSession

from wardline.access.current_user import CurrentUser
from wardline.access.decision import ALLOWED, Decision, forbidden
from wardline.access.permissions import (
    LIST_CONSULT,
    LIST_TRANSFER,
    MANAGE_ADMIN,
    REQUEST_CONSULT,
    VIEW_CONSULT,
    Permission,
)
from wardline.access_checks.choices import ActionGroup, CheckedAction, CheckedObject
from wardline.access_checks.objects import About
from wardline.admin.places.rules import require_administrator
from wardline.call_schedules.service import require_line
from wardline.consults import policies as consults
from wardline.consults.errors import ConsultNotFound
from wardline.consults.models import Consult
from wardline.consults.repository import ConsultRepository
from wardline.consults.requesting import requestable
from wardline.core import clock
from wardline.core.errors import NotFound, ProductError
from wardline.directory.loading import load_on_call
from wardline.on_call import policies as on_call
from wardline.paging import policies as paging
from wardline.places.own_units import own_units
from wardline.places.repository import PlacesRepository
from wardline.service_lines.registry import line_of
from wardline.settings import Settings
from wardline.signoff import corrections, drafts, faxing, signing
from wardline.signoff import policies as signoff
from wardline.signoff.choices import DocType
from wardline.signoff.locks import Editor
from wardline.signoff.repository import SignOffRepository
from wardline.transfers import policies as transfers
from wardline.transfers.errors import TransferNotFound
from wardline.transfers.models import Transfer
from wardline.transfers.repository import TransferRepository
from wardline.video import meetings
from wardline.video import policies as video


@dataclass(frozen=True, slots=True)
class Case:
    """What a rule decides about. `about` has everything that the action's kind of object has."""

    session: AsyncSession
    user: CurrentUser
    about: About
    settings: Settings


Rule = Callable[[Case], Coroutine[Any, Any, Decision]]
"""Returns the decision, or raises the refusal like the real call."""


@dataclass(frozen=True, slots=True)
class Explained:
    group: ActionGroup
    about: CheckedObject
    rule: Rule


async def decide(action: CheckedAction, case: Case) -> Decision:
    """What the person would get from the real call now."""
    try:
        return await EXPLAINED[action].rule(case)
    except ProductError as refusal:
        return Decision(refusal)


def _permitted(permission: Permission) -> Rule:
    async def rule(case: Case) -> Decision:
        return ALLOWED if case.user.may(permission) else forbidden()

    return rule


async def _readable(case: Case, *, in_emergency: bool = False) -> Consult:
    """The consult with everything that policies read; what every call about a consult starts with.

    Those that only read it are allowed `in_emergency`, too.
    """
    (await _permitted(VIEW_CONSULT)(case)).enforce()
    consult_id = case.about.consult_id
    if consult_id is None:
        raise ConsultNotFound
    consult = await ConsultRepository(case.session).get(case.user, consult_id, in_emergency=in_emergency)
    if consult is None:
        raise ConsultNotFound
    return consult


def _on_consult(policy: Callable[[CurrentUser, Consult], Decision]) -> Rule:
    async def rule(case: Case) -> Decision:
        return policy(case.user, await _readable(case))

    return rule


async def _hand_over(case: Case) -> Decision:
    consult = await _readable(case)
    on_line = await load_on_call(case.session, consult.service_line_id)
    is_there = any(user.id == consult.responsible_id for user in on_line)
    return paging.can_hand_over(case.user, consult, is_responsible_on_call=is_there)


def _on_joining(policy: Callable[[CurrentUser, Consult], Decision]) -> Rule:
    async def rule(case: Case) -> Decision:
        consult = await _readable(case)
        await meetings.joinable(case.session, consult.id, policy, by=case.user)
        return ALLOWED

    return rule


async def _view_consult(case: Case) -> Decision:
    await _readable(case, in_emergency=True)
    return ALLOWED


async def _read_note(case: Case) -> Decision:
    await _readable(case, in_emergency=True)
    return signoff.can_view(case.user)


async def _open_note(case: Case) -> Decision:
    consult = await _readable(case)
    note = await SignOffRepository(case.session).for_writing(consult.id)
    return drafts.can_open(case.user, consult, note, Editor(), clock.now())


async def _sign_note(case: Case) -> Decision:
    """With the short form of the consult's line, or else its structured note."""
    consult = await _readable(case)
    if line_of(consult.service_line_id).sign_off is not None:
        note = await SignOffRepository(case.session).for_writing(consult.id)
        return signoff.can_sign_off(case.user, consult, note)
    drafts.structured_note_of(consult)
    await signing.signable(case.session, consult, Editor(), by=case.user)
    return ALLOWED if consult.is_closed else consults.can_complete_by_signing(case.user, consult)


def _on_correcting(doc_type: DocType) -> Rule:
    async def rule(case: Case) -> Decision:
        consult = await _readable(case)
        await corrections.correctable(case.session, consult.id, doc_type, by=case.user)
        return ALLOWED

    return rule


async def _fax_note(case: Case) -> Decision:
    (await _permitted(VIEW_CONSULT)(case)).enforce()
    faxing.require_provider(case.settings)
    consult = await _readable(case)
    return signoff.can_fax(case.user, consult, await SignOffRepository(case.session).for_writing(consult.id))


async def _request_transfer(case: Case) -> Decision:
    consult = await _readable(case)
    return transfers.can_request(case.user, consult, await TransferRepository(case.session).of_consult(consult.id))


def _on_transfer(policy: Callable[[CurrentUser, Transfer], Decision]) -> Rule:
    async def rule(case: Case) -> Decision:
        consult = await _readable(case)
        transfer = await TransferRepository(case.session).of_consult(consult.id)
        return policy(case.user, transfer) if transfer is not None else Decision(TransferNotFound())

    return rule


async def _request_consult(case: Case) -> Decision:
    (await _permitted(REQUEST_CONSULT)(case)).enforce()
    if case.about.location is None or case.about.line is None:
        raise NotFound
    await requestable(case.session, case.about.location.id, case.about.line.id, by=case.user)
    return ALLOWED


async def _read_census(case: Case) -> Decision:
    (await _permitted(REQUEST_CONSULT)(case)).enforce()
    if case.about.location is None:
        raise NotFound
    await own_units(case.session, [case.about.location.id], by=case.user)
    return ALLOWED


async def _check_in(case: Case) -> Decision:
    """In any of their roles; which one makes no difference to the policy."""
    line_id = case.about.line.id if case.about.line is not None else 0
    role_id = next(iter(case.user.role_ids), 0)
    return on_call.can_check_in(case.user, role_id=role_id, service_line_id=line_id)


async def _edit_call_schedule(case: Case) -> Decision:
    if case.about.line is None:
        raise NotFound
    await require_line(case.session, case.about.line.id, case.user)
    return ALLOWED


async def _administer(case: Case) -> Decision:
    (await _permitted(MANAGE_ADMIN)(case)).enforce()
    if case.about.organization is None:
        raise NotFound
    require_administrator(case.user, case.about.organization.id)
    return ALLOWED


async def _edit_location(case: Case) -> Decision:
    (await _permitted(MANAGE_ADMIN)(case)).enforce()
    location = case.about.location
    if location is None or await PlacesRepository(case.session).location(case.user, location.id) is None:
        raise NotFound
    return await _administer(case)


def _about_consult(group: ActionGroup, rule: Rule) -> Explained:
    return Explained(group, CheckedObject.CONSULT, rule)


_CONSULTS, _REQUESTS, _CALLS, _NOTES, _TRANSFERS, _DUTY, _ADMINISTRATION = list(ActionGroup)
EXPLAINED: Final[Mapping[CheckedAction, Explained]] = {
    CheckedAction.LIST_CONSULTS: Explained(_CONSULTS, CheckedObject.NOTHING, _permitted(LIST_CONSULT)),
    CheckedAction.VIEW_CONSULT: _about_consult(_CONSULTS, _view_consult),
    CheckedAction.ACKNOWLEDGE_CONSULT: _about_consult(_CONSULTS, _on_consult(consults.can_press_acknowledge)),
    CheckedAction.COMPLETE_CONSULT: _about_consult(_CONSULTS, _on_consult(consults.can_complete)),
    CheckedAction.CANCEL_CONSULT: _about_consult(_CONSULTS, _on_consult(consults.can_cancel)),
    CheckedAction.EDIT_CONSULT: _about_consult(_CONSULTS, _on_consult(consults.can_edit)),
    CheckedAction.EDIT_BEDSIDE_PHONE: _about_consult(_CONSULTS, _on_consult(consults.can_edit_bedside_phone)),
    CheckedAction.EDIT_PATIENT: _about_consult(_CONSULTS, _on_consult(consults.can_edit_patient)),
    CheckedAction.COMMENT: _about_consult(_CONSULTS, _on_consult(consults.can_comment)),
    CheckedAction.COMMENT_WITH_ALERT: _about_consult(_CONSULTS, _on_consult(consults.can_comment_with_alert)),
    CheckedAction.HAND_OVER: _about_consult(_CONSULTS, _hand_over),
    CheckedAction.READ_CENSUS: Explained(_REQUESTS, CheckedObject.LOCATION, _read_census),
    CheckedAction.REQUEST_CONSULT: Explained(_REQUESTS, CheckedObject.LOCATION_AND_LINE, _request_consult),
    CheckedAction.JOIN_CALL: _about_consult(_CALLS, _on_joining(video.can_join_chime)),
    CheckedAction.JOIN_VIDYO: _about_consult(_CALLS, _on_joining(video.can_join_vidyo)),
    CheckedAction.JOIN_BLUESTREAM: _about_consult(_CALLS, _on_joining(video.can_join_bluestream)),
    CheckedAction.JOIN_CORE_VIDEO: _about_consult(_CALLS, _on_joining(video.can_join_core_video)),
    CheckedAction.READ_NOTE: _about_consult(_NOTES, _read_note),
    CheckedAction.OPEN_NOTE: _about_consult(_NOTES, _open_note),
    CheckedAction.SIGN_NOTE: _about_consult(_NOTES, _sign_note),
    CheckedAction.ADDEND_NOTE: _about_consult(_NOTES, _on_correcting(DocType.ADDENDUM)),
    CheckedAction.MARK_NOTE_IN_ERROR: _about_consult(_NOTES, _on_correcting(DocType.ERROR)),
    CheckedAction.FAX_NOTE: _about_consult(_NOTES, _fax_note),
    CheckedAction.LIST_TRANSFERS: Explained(_TRANSFERS, CheckedObject.NOTHING, _permitted(LIST_TRANSFER)),
    CheckedAction.REQUEST_TRANSFER: _about_consult(_TRANSFERS, _request_transfer),
    CheckedAction.ACKNOWLEDGE_TRANSFER: _about_consult(_TRANSFERS, _on_transfer(transfers.can_acknowledge)),
    CheckedAction.COMPLETE_TRANSFER: _about_consult(_TRANSFERS, _on_transfer(transfers.can_complete)),
    CheckedAction.CHECK_IN: Explained(_DUTY, CheckedObject.LINE, _check_in),
    CheckedAction.EDIT_CALL_SCHEDULE: Explained(_DUTY, CheckedObject.LINE, _edit_call_schedule),
    CheckedAction.ADMINISTER: Explained(_ADMINISTRATION, CheckedObject.ORGANIZATION, _administer),
    CheckedAction.EDIT_LOCATION: Explained(_ADMINISTRATION, CheckedObject.LOCATION, _edit_location),
}
"""In the order in which they are offered."""
