"""Who may sign off which consult: an allowed situation, and each single reason for a refusal."""

from dataclasses import dataclass, replace
from datetime import UTC, datetime

import pytest

from wardline.access.current_user import CurrentUser, OpenCheckIn
from wardline.access.permissions import (
    COMPLETE_CONSULT,
    COMPLETE_SIGNOFF_NEURO,
    COMPLETE_SIGNOFF_NOTE,
    GIVE_CONSULT,
    Permission,
)
from wardline.consults.choices import ConsultState
from wardline.consults.errors import NotCheckedIn
from wardline.consults.models import Consult
from wardline.core.errors import Forbidden, ProductError
from wardline.people.models import User
from wardline.service_lines.registry import all_lines
from wardline.signoff import policies
from wardline.signoff.choices import SignOffAction, SignOffStatus
from wardline.signoff.errors import AlreadySignedOff, NoMedipacId, NotCompleted
from wardline.signoff.models import SignOffNote

LINES = {line.slug: line_id for line in all_lines() for line_id in line.ids}
NEURO, PSYCH, TOXICOLOGY = LINES["tele-neuro"], LINES["tele-psych"], LINES["tele-toxicology"]
ANOTHER = LINES["tele-icu"]
EVERY = frozenset({GIVE_CONSULT, COMPLETE_CONSULT, COMPLETE_SIGNOFF_NEURO, COMPLETE_SIGNOFF_NOTE})


@dataclass(frozen=True)
class Situation:
    """A consult of `line`, and a provider."""

    line: int
    permissions: frozenset[Permission] = EVERY
    on_call: tuple[int, ...] = ()
    state: ConsultState = ConsultState.COMPLETED
    complete_type: str | None = "video"
    signed: bool = False
    status: SignOffStatus = SignOffStatus.SIGNED

    @property
    def user(self) -> CurrentUser:
        since = datetime(2026, 3, 4, 12, tzinfo=UTC)
        return CurrentUser(
            id=1,
            username="me",
            first_name="Mia",
            last_name="Own",
            permissions=self.permissions,
            role_ids=(),
            organization_ids=frozenset({10}),
            location_ids=frozenset(),
            member_line_ids=frozenset({self.line}),
            active_line_ids=frozenset({self.line}),
            requestable_line_ids=frozenset(),
            check_ins=tuple(OpenCheckIn(line, 1, line, "(555) 010-0100", True, since) for line in self.on_call),
            served_organization_ids=frozenset(),
            consult_ids_in_writing=frozenset(),
            rights_version=0,
        )

    @property
    def consult(self) -> Consult:
        return Consult(
            organization_id=10,
            service_line_id=self.line,
            state=self.state.value,
            complete_type=self.complete_type if self.state is ConsultState.COMPLETED else None,
        )

    @property
    def note(self) -> SignOffNote | None:
        return SignOffNote(status=self.status.value) if self.signed else None

    def refusal(self) -> type[ProductError] | None:
        decision = policies.can_sign_off(self.user, self.consult, self.note)
        return type(decision.refusal) if decision.refusal is not None else None

    def offered(self) -> list[SignOffAction]:
        return policies.allowed_actions(self.user, self.consult, self.note)


NEURO_DONE = Situation(NEURO)
PSYCH_DONE = Situation(PSYCH, on_call=(PSYCH,))
TOXICOLOGY_DONE = Situation(TOXICOLOGY, on_call=(TOXICOLOGY,))
ALLOWED = [
    pytest.param(NEURO_DONE, id="neuro"),
    pytest.param(PSYCH_DONE, id="psych"),
    pytest.param(TOXICOLOGY_DONE, id="toxicology"),
]


@pytest.mark.parametrize("missing", [GIVE_CONSULT, COMPLETE_SIGNOFF_NOTE])
@pytest.mark.req("BPERM-27", "BPERM-02")
def test_note_writers_can_give_consults_and_sign(missing: Permission) -> None:
    structured = next(line.note for line in all_lines() if line.note is not None)
    assert policies.can_write(Situation(NEURO).user, structured).allowed
    without = Situation(NEURO, permissions=EVERY - {missing})
    assert isinstance(policies.can_write(without.user, structured).refusal, Forbidden)


@pytest.mark.parametrize("situation", ALLOWED)
@pytest.mark.req("DONE-23", "BPERM-12", "BPERM-27")
def test_a_completed_consult_without_a_sign_off_can_be_signed_off(situation: Situation) -> None:
    assert situation.refusal() is None
    assert situation.offered() == [SignOffAction.SIGN_OFF]


@pytest.mark.parametrize(
    ("situation", "refusal"),
    [
        *(
            pytest.param(replace(done, permissions=EVERY - {permission}), Forbidden, id=f"{done.line} {permission}")
            for done, permission in (
                (NEURO_DONE, GIVE_CONSULT),
                (NEURO_DONE, COMPLETE_SIGNOFF_NEURO),
                (PSYCH_DONE, GIVE_CONSULT),
                (PSYCH_DONE, COMPLETE_SIGNOFF_NOTE),
                (TOXICOLOGY_DONE, GIVE_CONSULT),
                (TOXICOLOGY_DONE, COMPLETE_SIGNOFF_NOTE),
            )
        ),
        pytest.param(replace(PSYCH_DONE, on_call=()), NotCheckedIn, id="psych off duty"),
        pytest.param(replace(PSYCH_DONE, on_call=(ANOTHER,)), NotCheckedIn, id="psych on another line"),
        pytest.param(replace(TOXICOLOGY_DONE, on_call=()), NotCheckedIn, id="toxicology off duty"),
        pytest.param(replace(TOXICOLOGY_DONE, on_call=(ANOTHER,)), NotCheckedIn, id="toxicology on another line"),
        *(
            pytest.param(replace(done, signed=True, status=status), AlreadySignedOff, id=f"{done.line} {status}")
            for done in (NEURO_DONE, PSYCH_DONE, TOXICOLOGY_DONE)
            for status in (SignOffStatus.SIGNED, SignOffStatus.MARKED_IN_ERROR)
        ),
        *(
            pytest.param(Situation(line_id, on_call=(line_id,)), Forbidden, id=f"{line.slug} has none")
            for line in all_lines()
            if line.sign_off is None and line.note is None
            for line_id in line.ids
        ),
    ],
)
@pytest.mark.req("DONE-23", "BPERM-12", "BPERM-27", "INFO-03")
def test_any_single_reason_refuses_a_sign_off(situation: Situation, refusal: type[ProductError]) -> None:
    assert situation.refusal() is refusal
    assert not situation.offered()


STROKE = LINES["tele-stroke"]
EVERY_OF_NOTES = frozenset(
    {
        Permission("Give", "Consult"),
        Permission("Complete", "SignOffNeuro"),
        Permission("ViewSignoffNoteFor", "Consult"),
        Permission("CompleteSignoffNoteOn", "Consult"),
        Permission("AddendSignoffNoteOn", "Consult"),
        Permission("MarkAsErrorSignoffNoteOn", "Consult"),
        Permission("FaxSignoffNoteOn", "Consult"),
    }
)
OPEN_NOTE = Situation(STROKE, EVERY_OF_NOTES, on_call=(STROKE,))
SIGNED_NOTE = replace(OPEN_NOTE, signed=True)
NEURO_OF_EVERY = replace(NEURO_DONE, permissions=EVERY_OF_NOTES)


@pytest.mark.parametrize(
    ("situation", "pair", "lost"),
    [
        pytest.param(
            OPEN_NOTE,
            ("CompleteSignoffNoteOn", "Consult"),
            {SignOffAction.EDIT_NOTE},
            marks=pytest.mark.req("BPERM-11"),
        ),
        pytest.param(
            NEURO_OF_EVERY, ("Complete", "SignOffNeuro"), {SignOffAction.SIGN_OFF}, marks=pytest.mark.req("BPERM-12")
        ),
        # Faxing needs the permission to view.
        pytest.param(
            SIGNED_NOTE,
            ("ViewSignoffNoteFor", "Consult"),
            {SignOffAction.EXPORT_NOTE, SignOffAction.FAX_NOTE},
            marks=pytest.mark.req("BPERM-14"),
        ),
        pytest.param(
            SIGNED_NOTE, ("FaxSignoffNoteOn", "Consult"), {SignOffAction.FAX_NOTE}, marks=pytest.mark.req("BPERM-17")
        ),
        pytest.param(
            SIGNED_NOTE,
            ("AddendSignoffNoteOn", "Consult"),
            {SignOffAction.ADDEND_NOTE},
            marks=pytest.mark.req("BPERM-15"),
        ),
        pytest.param(
            SIGNED_NOTE,
            ("MarkAsErrorSignoffNoteOn", "Consult"),
            {SignOffAction.MARK_NOTE_IN_ERROR},
            marks=pytest.mark.req("BPERM-16"),
        ),
    ],
)
@pytest.mark.req("PERM-25", "BPERM-02", "API-66")
def test_each_permission_about_notes_gates_its_own_actions(
    situation: Situation, pair: tuple[str, str], lost: set[SignOffAction]
) -> None:
    offered = set(situation.offered())
    assert lost <= offered
    without = replace(situation, permissions=situation.permissions - {Permission(*pair)})
    assert set(without.offered()) == offered - lost


@pytest.mark.req("INFO-03", "SIGN-21", "BPERM-11", "BPERM-27")
def test_opening_a_note_requires_a_check_in_but_continuing_does_not() -> None:
    off_duty = replace(OPEN_NOTE, on_call=())
    assert policies.can_open_note(OPEN_NOTE.user, OPEN_NOTE.consult).allowed
    for elsewhere in (off_duty, replace(OPEN_NOTE, on_call=(ANOTHER,))):
        assert isinstance(policies.can_open_note(elsewhere.user, elsewhere.consult).refusal, NotCheckedIn)
    assert policies.can_continue_note(off_duty.user, off_duty.consult).allowed
    for permission in (GIVE_CONSULT, COMPLETE_SIGNOFF_NOTE):
        without = replace(OPEN_NOTE, permissions=OPEN_NOTE.permissions - {permission})
        assert isinstance(policies.can_continue_note(without.user, without.consult).refusal, Forbidden)
    assert SignOffAction.EDIT_NOTE not in off_duty.offered()


@pytest.mark.parametrize("situation", ALLOWED)
@pytest.mark.req("DONE-43", "BPERM-12", "DONE-23")
def test_signing_off_a_cancelled_consult_is_accepted_but_not_offered(situation: Situation) -> None:
    cancelled = replace(situation, complete_type="cancelled")
    assert cancelled.refusal() is None
    assert not cancelled.offered()


@pytest.mark.parametrize("situation", ALLOWED)
@pytest.mark.parametrize("state", [ConsultState.NEW, ConsultState.PENDING, ConsultState.DISCHARGED])
@pytest.mark.req("DONE-23", "BPERM-12", "ENT-49")
def test_an_open_consult_offers_complete_and_sign_off(situation: Situation, state: ConsultState) -> None:
    on_duty = replace(situation, state=state, on_call=(situation.line,))
    assert on_duty.refusal() is NotCompleted
    assert on_duty.offered() == [SignOffAction.COMPLETE_AND_SIGN_OFF]
    assert not replace(on_duty, permissions=EVERY - {COMPLETE_CONSULT}).offered()
    assert not replace(on_duty, on_call=()).offered()


def test_signing_requires_a_provider_id() -> None:
    assert policies.can_sign_as(User(medipac_id="12345")).allowed
    for missing in (None, ""):
        assert isinstance(policies.can_sign_as(User(medipac_id=missing)).refusal, NoMedipacId)
