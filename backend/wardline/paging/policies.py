"""What people may do about pages. Pure functions of the data that was read."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from wardline.access.current_user import CurrentUser
from wardline.access.decision import ALLOWED, Decision, conflict, forbidden
from wardline.consults.models import Consult
from wardline.paging.choices import EndReason, EscalationKind, PagingAction
from wardline.paging.errors import PageDeclined, PageEnded, PageNotFound


@dataclass(frozen=True, slots=True)
class RunningEscalation:
    """An escalation of a consult that has not ended."""

    id: int
    kind: EscalationKind
    started_at: datetime
    next_at: datetime | None
    waiting_user_ids: frozenset[int]
    """Those who were paged and have not declined."""


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
    """Whoever acknowledged the consult, while nothing else shows that they are at work on it."""
    if consult.acknowledged_by_id != user.id:
        return forbidden()
    return ALLOWED if is_watched else conflict("There is nothing to confirm anymore.")


def allowed_actions(user: CurrentUser, consult: Consult, running: Sequence[RunningEscalation]) -> list[PagingAction]:
    """What this user may do about the consult's pages now."""
    is_watched = any(escalation.kind is EscalationKind.FOLLOW_UP for escalation in running)
    is_asked = any(
        escalation.kind is EscalationKind.REQUEST and user.id in escalation.waiting_user_ids for escalation in running
    )
    actions = [PagingAction.DECLINE_PAGE] if is_asked else []
    if can_say_on_the_phone(user, consult, is_watched=is_watched).allowed:
        actions.append(PagingAction.CONFIRM_ON_THE_PHONE)
    return actions
