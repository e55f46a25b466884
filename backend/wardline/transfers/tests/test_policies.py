"""Who may do what with which transfer: a situation that allows each action, and each single reason against it."""

import itertools
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any, Final

import pytest

from wardline.access.current_user import CurrentUser, OpenCheckIn
from wardline.access.decision import Decision
from wardline.access.permissions import (
    ACKNOWLEDGE_TRANSFER,
    COMPLETE_TRANSFER,
    LIST_TRANSFER,
    REQUEST_TRANSFER,
    VIEW_CONSULT,
    Permission,
)
from wardline.consults.choices import ConsultState
from wardline.consults.errors import AlreadyClosed, NotCheckedIn
from wardline.consults.models import Consult
from wardline.core.errors import Forbidden, ProductError
from wardline.patients.choices import EncounterStatus
from wardline.patients.models import Encounter
from wardline.people.models import User
from wardline.service_lines.registry import all_lines
from wardline.transfers import policies
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
from wardline.transfers.summary import COLUMNS, TransferSummary, summary_of

ME, SOMEBODY = 1, 2
STROKE, REGIONAL, ACUTE = 2, 10, 5
SINCE: Final = datetime(2026, 3, 4, 12, tzinfo=UTC)
TRANSFER_PERMISSIONS: Final = (REQUEST_TRANSFER, ACKNOWLEDGE_TRANSFER, COMPLETE_TRANSFER)
OTHERS: Final = frozenset({VIEW_CONSULT, LIST_TRANSFER, Permission("Transfer", "Consult")})


@dataclass(frozen=True)
class Situation:
    permissions: frozenset[Permission] = OTHERS | {*TRANSFER_PERMISSIONS}
    on_call: tuple[int, ...] = (STROKE,)
    line: int = STROKE
    cancelled: bool = False
    encounter: EncounterStatus = EncounterStatus.IN_PROGRESS
    state: TransferState | None = TransferState.REQUESTED
    """None if no transfer has been requested."""
    assignee: int | None = None
    closed: Ending | None = None
    offers: int = 0
    """Facilities that declined."""

    @property
    def user(self) -> CurrentUser:
        return CurrentUser(
            id=ME,
            username="me",
            first_name="Mia",
            last_name="Own",
            permissions=self.permissions,
            role_ids=(),
            organization_ids=frozenset({10}),
            location_ids=frozenset(),
            member_line_ids=frozenset({STROKE, ACUTE}),
            active_line_ids=frozenset({STROKE, ACUTE}),
            requestable_line_ids=frozenset(),
            check_ins=tuple(OpenCheckIn(line, 1, line, "(555) 010-0100", True, SINCE) for line in self.on_call),
            served_organization_ids=frozenset(),
            consult_ids_in_writing=frozenset(),
            rights_version=0,
        )

    @property
    def consult(self) -> Consult:
        return Consult(
            service_line_id=self.line,
            state=(ConsultState.COMPLETED if self.cancelled else ConsultState.PENDING).value,
            complete_type="cancelled" if self.cancelled else None,
            encounter=Encounter(status=self.encounter.value),
        )

    @property
    def transfer(self) -> Transfer | None:
        if self.state is None:
            return None
        somebody = User(id=SOMEBODY, username="somebody", first_name="Sam", last_name="Body")
        declined = [DeclinedOffer(number=number + 1, declined_at=SINCE) for number in range(self.offers)]
        for offer in declined:
            offer.declined_by = somebody
        reached = self.state is not TransferState.REQUESTED
        completed = self.state is TransferState.COMPLETED
        return Transfer(
            state=self.state.value,
            created_at=SINCE,
            author=somebody,
            assignee_id=self.assignee,
            assignee=somebody if self.assignee == SOMEBODY else None,
            acknowledged_at=SINCE if reached else None,
            acknowledged_by=somebody if reached else None,
            resolved_at=SINCE if completed else None,
            resolved_by=somebody if completed else None,
            closed_at=SINCE if self.closed else None,
            closed_by=somebody if self.closed else None,
            closed_reason=self.closed.value if self.closed else None,
            declined_offers=declined,
        )

    @property
    def summary(self) -> TransferSummary | None:
        return summary_of(self.transfer) if self.state is not None else None

    def decide(self, action: TransferAction) -> Decision:
        transfer = self.transfer
        if action is TransferAction.REQUEST_TRANSFER:
            return policies.can_request(self.user, self.consult, transfer)
        assert transfer is not None
        if action is TransferAction.DECLINE_TRANSFER:
            return policies.can_decline(self.user, self.consult, transfer)
        decide = policies.can_acknowledge if action is TransferAction.ACKNOWLEDGE_TRANSFER else policies.can_complete
        return decide(self.user, transfer)


REQUEST, ACKNOWLEDGE, COMPLETE, DECLINE = TransferAction
REQUESTED, ACKNOWLEDGED, COMPLETED = TransferState
POSSIBLE: Final[dict[TransferAction, Situation]] = {
    REQUEST: Situation(state=None, permissions=OTHERS | {REQUEST_TRANSFER}),
    ACKNOWLEDGE: Situation(permissions=OTHERS | {ACKNOWLEDGE_TRANSFER}, on_call=()),
    COMPLETE: Situation(permissions=OTHERS | {COMPLETE_TRANSFER}, on_call=(), state=ACKNOWLEDGED, assignee=ME),
    DECLINE: Situation(permissions=OTHERS | {REQUEST_TRANSFER}),
}
"""A situation that allows each action, with no other permission about transfers."""
HANDLED: Final = Situation(permissions=OTHERS | {ACKNOWLEDGE_TRANSFER}, on_call=())
CLOSED: Final = [({"closed": ending}, TransferClosed) for ending in Ending]
REFUSED: Final[dict[TransferAction, list[tuple[dict[str, Any], type[ProductError]]]]] = {
    REQUEST: [
        ({"permissions": OTHERS | {ACKNOWLEDGE_TRANSFER, COMPLETE_TRANSFER}}, Forbidden),
        ({"line": ACUTE, "on_call": (ACUTE,)}, Forbidden),
        ({"on_call": ()}, NotCheckedIn),
        ({"on_call": (REGIONAL, ACUTE)}, NotCheckedIn),
        ({"cancelled": True}, AlreadyClosed),
        ({"cancelled": True, "state": REQUESTED}, AlreadyClosed),
        *(({"state": state}, TransferExists) for state in TransferState),
        ({"state": REQUESTED, "closed": Ending.PATIENT_DISCHARGED}, TransferExists),
        ({"encounter": EncounterStatus.FINISHED}, PatientDischarged),
    ],
    ACKNOWLEDGE: [
        ({"permissions": OTHERS | {REQUEST_TRANSFER, COMPLETE_TRANSFER}}, Forbidden),
        *CLOSED,
        ({"assignee": SOMEBODY}, TransferAssigned),
        ({"state": ACKNOWLEDGED, "assignee": ME}, TransferAlreadyAcknowledged),
        ({"state": ACKNOWLEDGED, "assignee": SOMEBODY}, TransferAlreadyAcknowledged),
        ({"state": COMPLETED, "assignee": ME}, TransferAlreadyCompleted),
    ],
    COMPLETE: [
        ({"permissions": OTHERS | {REQUEST_TRANSFER, ACKNOWLEDGE_TRANSFER}}, Forbidden),
        *CLOSED,
        ({"assignee": SOMEBODY}, TransferAssigned),
        ({"state": REQUESTED}, TransferNotAcknowledged),
        ({"state": REQUESTED, "assignee": None}, TransferNotAcknowledged),
        ({"state": COMPLETED}, TransferAlreadyCompleted),
    ],
    DECLINE: [
        ({"permissions": OTHERS}, Forbidden),
        ({"line": ACUTE, "on_call": (ACUTE,)}, Forbidden),
        ({"on_call": ()}, NotCheckedIn),
        *CLOSED,
        ({"state": COMPLETED}, TransferAlreadyCompleted),
        ({"permissions": HANDLED.permissions, "assignee": SOMEBODY}, TransferAssigned),
        ({"permissions": HANDLED.permissions, **CLOSED[0][0], "assignee": SOMEBODY}, TransferClosed),
    ],
}
ALLOWED: Final[dict[TransferAction, list[dict[str, Any]]]] = {
    REQUEST: [{"line": REGIONAL, "on_call": (REGIONAL,)}, {"on_call": (ACUTE, STROKE)}],
    ACKNOWLEDGE: [{"assignee": ME}, {"on_call": (STROKE,)}, {"line": ACUTE}, {"offers": 3}],
    COMPLETE: [{"on_call": (STROKE,)}, {"line": ACUTE}, {"offers": 3}, {"assignee": None}],
    DECLINE: [
        {"assignee": SOMEBODY},
        {"state": ACKNOWLEDGED, "assignee": SOMEBODY},
        {"line": REGIONAL, "on_call": (REGIONAL,)},
        *({"permissions": OTHERS | {handles}, "on_call": ()} for handles in TRANSFER_PERMISSIONS[1:]),
        {"permissions": HANDLED.permissions, "line": ACUTE, "assignee": ME},
    ],
}
"""Circumstances that make no difference."""
ROWS: Final[dict[TransferAction, tuple[str, ...]]] = {
    REQUEST: ("TRF-01", "PERM-17", "BPERM-19"),
    ACKNOWLEDGE: ("TRF-10", "PERM-18"),
    COMPLETE: ("TRF-12", "TRF-13", "PERM-18"),
    DECLINE: ("TRF-08",),
}


@pytest.mark.parametrize("action", [pytest.param(action, marks=pytest.mark.req(*ROWS[action])) for action in ROWS])
def test_each_action_is_allowed_and_refused_for_its_reasons(action: TransferAction) -> None:
    possible = POSSIBLE[action]
    assert possible.decide(action).allowed
    for changes in ALLOWED[action]:
        assert replace(possible, **changes).decide(action).allowed, changes
    for changes, refusal in REFUSED[action]:
        assert type(replace(possible, **changes).decide(action).refusal) is refusal, changes


@pytest.mark.req("TRF-01", "BPERM-19")
def test_only_the_two_ids_of_tele_stroke_take_transfers() -> None:
    taking = {
        line_id
        for line in all_lines()
        for line_id in line.ids
        if replace(POSSIBLE[REQUEST], line=line_id, on_call=(line_id,)).decide(REQUEST).allowed
    }
    assert taking == {STROKE, REGIONAL}


def _many_situations() -> list[Situation]:
    permissions = [OTHERS, *(OTHERS | {each} for each in TRANSFER_PERMISSIONS), Situation().permissions]
    states = [(None, None), *((state, assignee) for state in TransferState for assignee in (None, ME, SOMEBODY))]
    return [
        Situation(held, duty, STROKE, cancelled, encounter, state, assignee, closed)
        for held, duty, cancelled, encounter, (state, assignee), closed in itertools.product(
            permissions, [(), (STROKE,)], [False, True], EncounterStatus, states, [None, *Ending]
        )
        if not (closed and state in {None, COMPLETED})
    ]


def test_a_response_offers_exactly_what_is_allowed() -> None:
    """From a summary without names, which is all that a list or a consult's response reads."""
    for situation in _many_situations():
        actions = [REQUEST] if situation.state is None else [ACKNOWLEDGE, COMPLETE, DECLINE]
        allowed = [action for action in actions if situation.decide(action).allowed]
        user, summary = situation.user, situation.summary
        assert policies.allowed_actions(user, situation.consult, summary) == allowed, situation
        if summary is not None:
            assert not situation.decide(REQUEST).allowed
            assert policies.actions_on(user, summary) == [action for action in allowed if action is not DECLINE]


def test_a_refusal_from_a_summary_names_no_one() -> None:
    """A summary has no names; the whole transfer has."""
    for situation, action in (
        (POSSIBLE[REQUEST], REQUEST),
        (POSSIBLE[ACKNOWLEDGE], ACKNOWLEDGE),
        (POSSIBLE[COMPLETE], COMPLETE),
    ):
        late = replace(situation, state=COMPLETED, assignee=SOMEBODY)
        summary, whole = late.summary, late.decide(action).refusal
        assert summary is not None
        decide = {ACKNOWLEDGE: policies.can_acknowledge, COMPLETE: policies.can_complete}.get(action)
        unnamed = decide(late.user, summary) if decide else policies.can_request(late.user, late.consult, summary)
        assert unnamed.refusal is not None
        assert whole is not None
        assert (type(unnamed.refusal), unnamed.refusal.details) == (type(whole), {})
        assert [detail.id for detail in whole.details.values() if hasattr(detail, "id")] == [SOMEBODY]


@pytest.mark.parametrize("action", [ACKNOWLEDGE, COMPLETE, DECLINE])
@pytest.mark.parametrize("ending", Ending)
def test_a_closed_transfer_is_refused_with_who_closed_it(action: TransferAction, ending: Ending) -> None:
    """A summary says only when and why."""
    closed = replace(POSSIBLE[action], closed=ending)
    refusal, summary = closed.decide(action).refusal, closed.summary
    assert refusal is not None
    assert summary is not None
    at_and_why = {"closedAt": SINCE, "closedReason": ending.value}
    by = refusal.details["closedByUser"]
    assert (by.id, refusal.details) == (SOMEBODY, {"closedByUser": by, **at_and_why})
    unnamed = policies.can_acknowledge(POSSIBLE[ACKNOWLEDGE].user, summary)
    assert unnamed.refusal is not None
    assert unnamed.refusal.details == at_and_why


@pytest.mark.parametrize(
    ("offers", "number", "refusal"),
    [
        (0, 1, None),
        (0, 2, OfferChanged),
        (3, 4, None),
        (3, 3, OfferChanged),
        (3, 5, OfferChanged),
        (OFFERS_LIMIT - 2, OFFERS_LIMIT - 1, None),
        (OFFERS_LIMIT - 1, OFFERS_LIMIT, OffersFull),
        (OFFERS_LIMIT - 1, OFFERS_LIMIT - 1, OfferChanged),
    ],
)
def test_the_offer_that_declined_is_the_current_one(
    offers: int, number: int, refusal: type[ProductError] | None
) -> None:
    transfer = Situation(offers=offers).transfer
    assert transfer is not None
    found = policies.can_ask_another(transfer, number).refusal
    assert (type(found) if found else None) is refusal
    if refusal is OfferChanged and found is not None:
        named = found.details.get("declinedByUser")
        assert (named.id if named else None) == (SOMEBODY if offers else None)


def test_a_summary_has_what_the_policies_read() -> None:
    assert {column.key for column in COLUMNS} == {*TransferSummary.__dataclass_fields__}
