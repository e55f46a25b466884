"""Who may answer a page, say that they are at work, and hand a consult over: pure decisions."""

from datetime import datetime

import pytest

from wardline.access.current_user import CurrentUser
from wardline.access.decision import Decision
from wardline.core.errors import Forbidden
from wardline.paging import policies
from wardline.paging.choices import EndReason, EscalationKind, NotPaged, PagingAction
from wardline.paging.errors import PageDeclined, PageEnded, PageNotFound
from wardline.paging.policies import RunningEscalation
from wardline.paging.tests.on_duty import COORDINATOR, NURSE, PROVIDER, consult, escalation, paged, person

ME, SOMEBODY = 1, 2
PROVIDING, COORDINATING, NURSING = person(ME, PROVIDER), person(ME, COORDINATOR), person(ME, NURSE)
FORBIDDEN = (Forbidden.code, Forbidden.message)
DECLINE, PHONE, HAND_OVER = PagingAction.DECLINE_PAGE, PagingAction.CONFIRM_ON_THE_PHONE, PagingAction.HAND_OVER


def _refusal(decision: Decision) -> tuple[str, str] | None:
    """Its code and its message."""
    return (decision.refusal.code, str(decision.refusal)) if decision.refusal is not None else None


def test_a_page_is_answered_by_whoever_it_reached_while_it_runs(noon: datetime) -> None:
    running, over = escalation(), escalation(end_reason=EndReason.OPENED.value)
    for decide in (policies.can_answer, policies.can_decline):
        assert decide(running, paged(ME)).allowed
        assert isinstance(decide(running, paged(ME, not_paged=NotPaged.NO_ACCESS.value)).refusal, PageNotFound)
        assert isinstance(decide(over, paged(ME)).refusal, PageEnded)
    declined = paged(ME, declined_at=noon)
    assert policies.can_answer(running, declined).allowed
    assert isinstance(policies.can_decline(running, declined).refusal, PageDeclined)


@pytest.mark.parametrize("kind", [kind for kind in EscalationKind if kind is not EscalationKind.REQUEST])
def test_only_a_request_is_declined(noon: datetime, kind: EscalationKind) -> None:
    refused = policies.can_decline(escalation(kind), paged(ME))
    assert _refusal(refused) == ("conflict", "Only a request can be declined.")


@pytest.mark.parametrize(
    ("user", "fields", "is_there", "refusal"),
    [
        (PROVIDING, {"acknowledged_by_id": ME}, True, None),
        (PROVIDING, {"acknowledged_by_id": SOMEBODY}, True, FORBIDDEN),
        (PROVIDING, {"acknowledged_by_id": SOMEBODY}, False, FORBIDDEN),
        (PROVIDING, {"acknowledged_by_id": ME, "handed_over_to_id": SOMEBODY}, True, FORBIDDEN),
        (PROVIDING, {"acknowledged_by_id": ME, "handed_over_to_id": SOMEBODY}, False, None),
        (COORDINATING, {"acknowledged_by_id": SOMEBODY}, True, None),
        (COORDINATING, {}, True, ("conflict", "Nobody has acknowledged this consult yet.")),
    ],
)
def test_a_consult_is_handed_over_by_whoever_is_responsible_for_it_or_was_and_nobody_is_there_or_a_coordinator(
    user: CurrentUser, fields: dict[str, int], is_there: bool, refusal: tuple[str, str] | None
) -> None:
    decision = policies.can_hand_over(user, consult(**fields), is_responsible_on_call=is_there)
    assert _refusal(decision) == refusal


def test_who_is_responsible_is_on_the_phone_only_while_they_are_waited_for() -> None:
    of_mine = consult(acknowledged_by_id=ME)
    assert policies.can_say_on_the_phone(PROVIDING, of_mine, is_watched=True).allowed
    refused = policies.can_say_on_the_phone(PROVIDING, of_mine, is_watched=False)
    assert _refusal(refused) == ("conflict", "There is nothing to confirm anymore.")
    other = consult(acknowledged_by_id=SOMEBODY)
    assert _refusal(policies.can_say_on_the_phone(PROVIDING, other, is_watched=True)) == FORBIDDEN


@pytest.mark.parametrize(
    ("user", "acknowledged_by", "running", "actions"),
    [
        (PROVIDING, None, [(EscalationKind.REQUEST, ME)], [DECLINE]),
        (PROVIDING, None, [(EscalationKind.REQUEST, SOMEBODY)], []),
        (PROVIDING, None, [(EscalationKind.URGENT_COMMENT, ME)], []),
        (PROVIDING, None, [(EscalationKind.URGENT_COMMENT, ME), (EscalationKind.REQUEST, ME)], [DECLINE]),
        (PROVIDING, ME, [(EscalationKind.FOLLOW_UP, ME)], [PHONE, HAND_OVER]),
        (PROVIDING, ME, [(EscalationKind.URGENT_COMMENT, ME)], [HAND_OVER]),
        (PROVIDING, SOMEBODY, [(EscalationKind.FOLLOW_UP, SOMEBODY)], []),
        (COORDINATING, SOMEBODY, [(EscalationKind.FOLLOW_UP, ME)], [HAND_OVER]),
        (NURSING, None, [], []),
    ],
)
def test_what_is_offered_to_whom(
    noon: datetime,
    user: CurrentUser,
    acknowledged_by: int | None,
    running: list[tuple[EscalationKind, int]],
    actions: list[PagingAction],
) -> None:
    escalations = [RunningEscalation(1, kind, noon, None, frozenset({user_id})) for kind, user_id in running]
    of_theirs = consult(acknowledged_by_id=acknowledged_by)
    assert policies.allowed_actions(user, of_theirs, escalations, is_responsible_on_call=True) == actions
