"""What people may do about pages. Pure functions of the data that was read."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from wardline.access.current_user import CurrentUser
from wardline.access.decision import ALLOWED, Decision, conflict, forbidden
from wardline.access.permissions import EDIT_CALL_SCHEDULE, MANAGE_ADMIN
from wardline.consults.models import Consult
from wardline.consults.policies import already_closed
from wardline.consults.reach import reach_of
from wardline.directory.coordinators import is_coordinator
from wardline.paging.choices import EndReason, EscalationKind, PagingAction
from wardline.paging.errors import NotOnCall, PageDeclined, PageEnded, PageNotFound, ResponsibleChanged
from wardline.people.schemas import Person


@dataclass(frozen=True, slots=True)
class RunningEscalation:
    """An escalation of a consult that has not ended."""

    id: int
    kind: EscalationKind
    started_at: datetime
    next_at: datetime | None
    waiting_user_ids: frozenset[int]
    """Those who were paged and have neither declined nor gone off call."""


class AnyEscalation(Protocol):
    @property
    def kind(self) -> str: ...
    @property
    def end_reason(self) -> str | None: ...


class AnyPagedPerson(Protocol):
    @property
    def not_paged(self) -> str | None: ...
    @property
    def declined_at(self) -> datetime | None: ...


def can_answer(escalation: AnyEscalation, person: AnyPagedPerson) -> Decision:
    """Mute or decline a page: whoever was paged, as long as someone has to answer."""
    if person.not_paged is not None:
        return Decision(PageNotFound())
    if escalation.end_reason is not None:
        return Decision(PageEnded(EndReason(escalation.end_reason)))
    return ALLOWED


def can_decline(escalation: AnyEscalation, person: AnyPagedPerson) -> Decision:
    """Decline a request, once; nothing else asks anybody to take something on."""
    decision = can_answer(escalation, person)
    if not decision.allowed:
        return decision
    if escalation.kind != EscalationKind.REQUEST:
        return conflict("Only a request can be declined.")
    return Decision(PageDeclined()) if person.declined_at is not None else ALLOWED


def can_say_on_the_phone(user: CurrentUser, consult: Consult, *, is_watched: bool) -> Decision:
    """Whoever is responsible for the consult, while nothing else shows that they are at work on it."""
    if consult.responsible_id != user.id:
        return forbidden()
    return ALLOWED if is_watched else conflict("There is nothing to confirm anymore.")


def can_hand_over(user: CurrentUser, consult: Consult, *, is_responsible_on_call: bool) -> Decision:
    """Whoever is responsible for an open consult, and coordinators.

    Whoever acknowledged it may hand it over again if the person who took it over has gone off call.
    """
    is_back = consult.acknowledged_by_id == user.id and not is_responsible_on_call
    if consult.responsible_id != user.id and not is_coordinator(user) and not is_back:
        return forbidden()
    if consult.is_closed:
        return Decision(already_closed(consult))
    return ALLOWED if consult.responsible_id is not None else conflict("Nobody has acknowledged this consult yet.")


def is_handed_over_by(consult: Consult, responsible: Person | None, *, seen_id: int | None) -> Decision:
    """Of two users who hand a consult over at the same time, the second one learns whom the first one chose.

    `seen_id` is who was responsible as far as the user knew, and `responsible` who is; without `seen_id` the last
    request wins.
    """
    if seen_id is not None and seen_id != consult.responsible_id:
        return Decision(ResponsibleChanged(responsible))
    return ALLOWED


def can_take_over(receiver: CurrentUser, consult: Consult) -> Decision:
    """A provider on call for the consult's line who may view the consult, and is not responsible for it already."""
    is_ready = (
        receiver.is_virtual
        and receiver.id != consult.responsible_id
        and consult.service_line_id in receiver.checked_in_line_ids
        and reach_of(receiver).includes(consult)
    )
    return ALLOWED if is_ready else Decision(NotOnCall())


def can_foresee(user: CurrentUser) -> Decision:
    """Ask who would be paged: planners, administrators, and those who provide consults."""
    is_allowed = user.may(EDIT_CALL_SCHEDULE) or user.may(MANAGE_ADMIN) or user.is_virtual
    return ALLOWED if is_allowed else forbidden()


def allowed_actions(
    user: CurrentUser, consult: Consult, running: Sequence[RunningEscalation], *, is_responsible_on_call: bool
) -> list[PagingAction]:
    """What this user may do about the consult's pages now."""
    is_watched = any(escalation.kind is EscalationKind.FOLLOW_UP for escalation in running)
    is_asked = any(
        escalation.kind is EscalationKind.REQUEST and user.id in escalation.waiting_user_ids for escalation in running
    )
    actions = [PagingAction.DECLINE_PAGE] if is_asked else []
    if can_say_on_the_phone(user, consult, is_watched=is_watched).allowed:
        actions.append(PagingAction.CONFIRM_ON_THE_PHONE)
    if can_hand_over(user, consult, is_responsible_on_call=is_responsible_on_call).allowed:
        actions.append(PagingAction.HAND_OVER)
    return actions
