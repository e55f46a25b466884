"""Whether a user may request a transfer or take it further now. Pure functions over loaded rows."""

from wardline.access.current_user import CurrentUser
from wardline.access.decision import ALLOWED, Decision, forbidden
from wardline.access.permissions import ACKNOWLEDGE_TRANSFER, COMPLETE_TRANSFER, REQUEST_TRANSFER
from wardline.consults.errors import NotCheckedIn
from wardline.consults.models import Consult
from wardline.consults.policies import already_closed
from wardline.patients.choices import EncounterStatus
from wardline.people.responses import person
from wardline.people.schemas import Person
from wardline.service_lines.registry import line_of
from wardline.transfers.choices import Ending, TransferAction, TransferState
from wardline.transfers.errors import (
    OfferChanged,
    OffersFull,
    PatientDischarged,
    TransferAlreadyAcknowledged,
    TransferAlreadyCompleted,
    TransferAssigned,
    TransferClosed,
    TransferExists,
    TransferNotAcknowledged,
)
from wardline.transfers.models import DeclinedOffer, Transfer
from wardline.transfers.schemas import OFFERS_LIMIT
from wardline.transfers.summary import TransferSummary

AnyTransfer = Transfer | TransferSummary
"""A refusal names people only if the whole transfer was loaded with them."""


def can_request(user: CurrentUser, consult: Consult, transfer: AnyTransfer | None) -> Decision:
    """`transfer` is the consult's transfer, if one has been requested."""
    decision = _may_request(user, consult)
    if not decision.allowed:
        return decision
    if consult.is_cancelled:
        return Decision(already_closed(consult))
    if transfer is not None:
        return Decision(TransferExists(_named(transfer, "author"), transfer.created_at))
    if consult.encounter.status == EncounterStatus.FINISHED:
        return Decision(PatientDischarged())
    return ALLOWED


def can_acknowledge(user: CurrentUser, transfer: AnyTransfer) -> Decision:
    decision = _running(transfer) if user.may(ACKNOWLEDGE_TRANSFER) else forbidden()
    if decision.allowed and transfer.acknowledged_at is not None:
        return Decision(TransferAlreadyAcknowledged(_named(transfer, "acknowledged_by"), transfer.acknowledged_at))
    return _assigned(user, transfer) if decision.allowed else decision


def can_complete(user: CurrentUser, transfer: AnyTransfer) -> Decision:
    decision = _running(transfer) if user.may(COMPLETE_TRANSFER) else forbidden()
    if decision.allowed:
        decision = _assigned(user, transfer)
    if decision.allowed and transfer.acknowledged_at is None:
        return Decision(TransferNotAcknowledged())
    return decision


def can_decline(user: CurrentUser, consult: Consult, transfer: AnyTransfer) -> Decision:
    """Note that the facility declined, and ask another one.

    For those who may request the transfer, whoever is handling it, and for the one who may acknowledge or complete it.
    """
    requesting = _may_request(user, consult)
    if requesting.allowed:
        return _running(transfer)
    if not (user.may(ACKNOWLEDGE_TRANSFER) or user.may(COMPLETE_TRANSFER)):
        return requesting
    decision = _running(transfer)
    return _assigned(user, transfer) if decision.allowed else decision


def can_ask_another(transfer: Transfer, offer: int) -> Decision:
    """Replace the facility of the offer with this number, from 1, which must be the current one."""
    declined = transfer.declined_offers
    if offer != len(declined) + 1:
        latest: DeclinedOffer | None = declined[-1] if declined else None
        by = latest.declined_by if latest is not None else None
        return Decision(OfferChanged(person(by), latest.declined_at if latest is not None else None))
    return ALLOWED if offer < OFFERS_LIMIT else Decision(OffersFull())


def actions_on(user: CurrentUser, transfer: AnyTransfer) -> list[TransferAction]:
    """What this user may do next with the transfer, which a list offers, too."""
    actions = []
    if can_acknowledge(user, transfer).allowed:
        actions.append(TransferAction.ACKNOWLEDGE_TRANSFER)
    if can_complete(user, transfer).allowed:
        actions.append(TransferAction.COMPLETE_TRANSFER)
    return actions


def allowed_actions(user: CurrentUser, consult: Consult, transfer: AnyTransfer | None) -> list[TransferAction]:
    """What this user may do now with the consult's transfer; None if none has been requested."""
    if transfer is None:
        return [TransferAction.REQUEST_TRANSFER] if can_request(user, consult, None).allowed else []
    actions = actions_on(user, transfer)
    if can_decline(user, consult, transfer).allowed:
        actions.append(TransferAction.DECLINE_TRANSFER)
    return actions


def _may_request(user: CurrentUser, consult: Consult) -> Decision:
    if not (user.may(REQUEST_TRANSFER) and line_of(consult.service_line_id).takes_transfers):
        return forbidden()
    return ALLOWED if consult.service_line_id in user.checked_in_line_ids else Decision(NotCheckedIn())


def _running(transfer: AnyTransfer) -> Decision:
    if transfer.state == TransferState.COMPLETED:
        return Decision(TransferAlreadyCompleted(_named(transfer, "resolved_by"), transfer.resolved_at))
    if transfer.closed_reason is not None:
        reason, by = Ending(transfer.closed_reason), _named(transfer, "closed_by")
        return Decision(TransferClosed(reason, by, transfer.closed_at))
    return ALLOWED


def _assigned(user: CurrentUser, transfer: AnyTransfer) -> Decision:
    if transfer.assignee_id in {None, user.id}:
        return ALLOWED
    return Decision(TransferAssigned(_named(transfer, "assignee")))


def _named(transfer: AnyTransfer, relationship: str) -> Person | None:
    return person(getattr(transfer, relationship)) if isinstance(transfer, Transfer) else None
