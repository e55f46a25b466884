"""Access checks answer what the real calls answer: random people, actions and objects, in random situations."""

import random
from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

import pytest
from sqlalchemy import text
from stroke_notes import STROKE_NOTE

from wardline.access_checks.choices import CheckedAction, CheckedObject
from wardline.access_checks.rules import EXPLAINED
from wardline.service_lines.base.completion import CANCELLED
from wardline.service_lines.registry import line_of

from .expected_results import ALLOWED, DUTIES, NO_ROLE, OWN, PLACES, STATES, THE_LINE
from .network import ASKER, CHECKER, GIVER, roles
from .odd_roles import ODD
from .sent_bodies import Target, sign_off_body, transfer_body
from .test_calls import (
    ACUTE,
    ANOTHERS_DRAFT,
    ANSWERED,
    BODIES,
    COMPLETED,
    COORDINATORS,
    DRAFT,
    OF_RECORD,
    OPERATIONS,
    OTHERS,
    OWN_DRAFT,
    REQUESTED,
    SETUPS,
    SIGNED,
    TRANSFERABLE,
    refusal_of,
)
from .world import World


class Call(NamedTuple):
    """The real call of an action, with the kind of its body in `BODIES`, or a body of its own."""

    operation: str
    variation: str = ""
    body: Callable[[Target], Any] | None = None

    def body_about(self, about: Target) -> Any:
        make = self.body or BODIES.get((self.operation, self.variation), lambda _: None)
        return make(about)


CALLS: Final[Mapping[CheckedAction, Call]] = {
    CheckedAction.LIST_CONSULTS: Call("searchConsults"),
    CheckedAction.VIEW_CONSULT: Call("getConsult"),
    CheckedAction.ACKNOWLEDGE_CONSULT: Call("acknowledgeConsult"),
    CheckedAction.COMPLETE_CONSULT: Call("completeConsult", "a completion"),
    CheckedAction.CANCEL_CONSULT: Call("completeConsult", "the cancel flag"),
    CheckedAction.EDIT_CONSULT: Call("changeConsult", "the reason"),
    CheckedAction.EDIT_BEDSIDE_PHONE: Call("changeConsult", "the bedside phone"),
    CheckedAction.EDIT_PATIENT: Call("editPatient", "a typed patient"),
    CheckedAction.COMMENT: Call("addUpdate", "a comment"),
    CheckedAction.COMMENT_WITH_ALERT: Call("addUpdate", "an alert"),
    CheckedAction.HAND_OVER: Call("handOver"),
    CheckedAction.READ_CENSUS: Call("readCensus"),
    CheckedAction.REQUEST_CONSULT: Call("createConsult"),
    CheckedAction.JOIN_CALL: Call("joinMeeting"),
    CheckedAction.JOIN_VIDYO: Call("getVidyoRoom"),
    CheckedAction.JOIN_BLUESTREAM: Call("getBluestreamRoom"),
    CheckedAction.JOIN_CORE_VIDEO: Call("getCoreVideoRoom"),
    CheckedAction.READ_NOTE: Call("listSignOffNotes"),
    CheckedAction.OPEN_NOTE: Call("requestSignoffNoteLock"),
    CheckedAction.SIGN_NOTE: Call("signSignoffNote", body=lambda _: {"docType": "Note", "content": STROKE_NOTE}),
    CheckedAction.ADDEND_NOTE: Call("signSignoffNote", "an addendum"),
    CheckedAction.MARK_NOTE_IN_ERROR: Call("signSignoffNote", "a mark in error"),
    CheckedAction.FAX_NOTE: Call("faxSignoffNote"),
    CheckedAction.LIST_TRANSFERS: Call("searchTransfers"),
    CheckedAction.REQUEST_TRANSFER: Call("requestTransfer", body=transfer_body),
    CheckedAction.ACKNOWLEDGE_TRANSFER: Call("acknowledgeTransfer"),
    CheckedAction.COMPLETE_TRANSFER: Call("completeTransfer"),
    CheckedAction.CHECK_IN: Call("checkIn"),
    CheckedAction.EDIT_CALL_SCHEDULE: Call("addCallSchedule"),
    CheckedAction.ADMINISTER: Call("createLocation"),
    CheckedAction.EDIT_LOCATION: Call("replaceLocation"),
}
SITUATIONS: Final = (
    "",
    OF_RECORD,
    DRAFT,
    ANOTHERS_DRAFT,
    OWN_DRAFT,
    SIGNED,
    ACUTE,
    TRANSFERABLE,
    REQUESTED,
    COORDINATORS,
    OTHERS,
    COMPLETED,
    ANSWERED,
)
ONLY_IN: Final = {CheckedAction.HAND_OVER: ANSWERED}
"""Elsewhere the call is refused because of whom the consult would be handed over to."""


MANY: Final = 8
PEOPLE: Final = (*roles(), "Virtual Provider", "Virtual Provider", NO_ROLE, GIVER, ASKER, *ODD)
"""Those who may do most are asked about most."""


async def _compare(world: World, count: int) -> None:
    """Ask `count` questions, as many in each situation, and make the call that each is about."""
    rng = random.Random(25)  # noqa: S311 - the same questions every time
    wrong: list[str] = []
    results: set[str] = set()
    rounds = max(1, count // 1_000 * 3)
    for number, situation in enumerate(SITUATIONS * rounds):
        async with world.undone():
            await _prepare(world, situation, rng)
            for _ in range(len(range(number, count, len(SITUATIONS) * rounds))):
                action = rng.choice([each for each in CheckedAction if ONLY_IN.get(each, situation) == situation])
                question, expected, got = await _ask(world, action, situation, rng)
                results.add(expected)
                if got != expected:
                    wrong.append(f"{question}: the call is {expected}, the check says {got}")
    assert not wrong, "\n".join(wrong)
    assert len(results) > MANY, "the questions have many different answers"


async def _prepare(world: World, situation: str, rng: random.Random) -> None:
    await world.put_on_duty(rng.choice((THE_LINE, *DUTIES)), *ODD)
    if situation in SETUPS:
        await SETUPS[situation](world)


async def _ask(world: World, action: CheckedAction, situation: str, rng: random.Random) -> tuple[str, str, str]:
    """The question, what the call answers, and what the check answers."""
    person = rng.choice(PEOPLE)
    place, state = rng.choice((OWN, *PLACES)), rng.choice(STATES)
    about = {**world.consults[place, state], **world.role_of(person), **world.colleague()}
    asked = {"personId": world.checked_ids[person], "action": action.value} | _object(action, about)
    check = await world.request(CHECKER, "POST", "/access-checks", asked)
    assert check.status_code == 200, check.text
    refusal = check.json()["refusal"]
    got = ALLOWED if refusal is None else f"{refusal['status']} {refusal['code']}"
    call = await _call(world, action, about)
    operation = OPERATIONS[call.operation]
    async with world.undone():
        path = operation.path.format(**about)
        response = await world.request(person, operation.method, path, call.body_about(about))
    expected = ALLOWED if response.status_code == operation.success else refusal_of(response)
    return f"{person}, {action}, {place}, {state}, {situation}", expected, got


def _object(action: CheckedAction, about: Target) -> dict[str, Any]:
    ids = {
        CheckedObject.CONSULT: {"consultId": "consult_id"},
        CheckedObject.LOCATION: {"locationId": "location_id"},
        CheckedObject.LINE: {"serviceLineId": "service_line_id"},
        CheckedObject.LOCATION_AND_LINE: {"locationId": "location_id", "serviceLineId": "service_line_id"},
        CheckedObject.ORGANIZATION: {"organizationId": "organization_id"},
    }
    return {name: about[key] for name, key in ids.get(EXPLAINED[action].about, {}).items()}


async def _call(world: World, action: CheckedAction, about: Target) -> Call:
    """Consults of lines with a short form are signed with that, as they were conducted."""
    if action is not CheckedAction.SIGN_NOTE:
        return CALLS[action]
    statement = text("select service_line_id, complete_type from consults where id = :consult_id")
    consult = (await world.database.connection.execute(statement, about)).one()
    line = line_of(consult.service_line_id)
    if line.sign_off is None:
        return CALLS[action]
    body = sign_off_body(line.slug)
    if consult.complete_type == CANCELLED:
        body = {"typeofCall": CANCELLED, "cancellationReason": "Requested twice"}
    return Call(f"signSignoffNote{line.sign_off.path.capitalize()}", body=lambda _: body)


@pytest.mark.req("PERM-02")
async def test_a_check_is_answered_like_the_call(world: World) -> None:
    await _compare(world, 60)


@pytest.mark.soak
async def test_a_thousand_checks_are_answered_like_the_calls(world: World) -> None:
    await _compare(world, 1_000)


def test_every_action_can_be_explained() -> None:
    assert set(EXPLAINED) == set(CALLS) == set(CheckedAction)
