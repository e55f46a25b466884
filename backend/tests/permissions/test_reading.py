"""Responses agree with the same table: offered actions with operations, and lists with what can be opened."""

import itertools
from datetime import timedelta
from typing import Final

import pytest
from transferring import add_transfer

from wardline.consult_views.schemas import AnyAction
from wardline.consults.choices import ConsultAction
from wardline.core import clock
from wardline.core.forms.wire import iso_utc
from wardline.paging.choices import PagingAction
from wardline.signoff.choices import SignOffAction
from wardline.transfers.choices import TransferAction
from wardline.video.choices import VideoAction

from .expected_results import ALLOWED, DUTIES, OWN, THE_LINE, Situation, expected_results
from .network import LINE_ELSEWHERE, OWN_LINES, roles
from .test_calls import ACUTE, ANSWERED, COMPLETED, COORDINATORS, OTHERS, PAGED, REQUESTED, SETUPS, TRANSFERABLE
from .world import LINES, World

CALL_OF_ACTION: Final = {
    ConsultAction.ACKNOWLEDGE: ("acknowledgeConsult", ""),
    ConsultAction.COMPLETE: ("completeConsult", "a completion"),
    SignOffAction.SIGN_OFF: ("signSignoffNoteNeuro", ""),
    SignOffAction.EDIT_NOTE: ("requestSignoffNoteLock", ""),
    SignOffAction.EXPORT_NOTE: ("exportSignOffNote", ""),
    SignOffAction.FAX_NOTE: ("faxSignoffNote", ""),
    SignOffAction.ADDEND_NOTE: ("signSignoffNote", "an addendum"),
    SignOffAction.MARK_NOTE_IN_ERROR: ("signSignoffNote", "a mark in error"),
    ConsultAction.CANCEL: ("completeConsult", "the cancel flag"),
    ConsultAction.EDIT: ("changeConsult", "the reason"),
    ConsultAction.EDIT_BEDSIDE_PHONE: ("changeConsult", "the bedside phone"),
    ConsultAction.EDIT_PATIENT: ("editPatient", "a typed patient"),
    ConsultAction.COMMENT: ("addUpdate", "a comment"),
    ConsultAction.COMMENT_WITH_ALERT: ("addUpdate", "an alert"),
    ConsultAction.DISCHARGE: ("dischargeEncounter", ""),
    VideoAction.JOIN_CHIME: ("joinMeeting", ""),
    VideoAction.JOIN_VIDYO: ("getVidyoRoom", ""),
    VideoAction.JOIN_BLUESTREAM: ("getBluestreamRoom", ""),
    VideoAction.JOIN_CORE_VIDEO: ("getCoreVideoRoom", ""),
    TransferAction.REQUEST_TRANSFER: ("requestTransfer", ""),
    TransferAction.ACKNOWLEDGE_TRANSFER: ("acknowledgeTransfer", ""),
    TransferAction.COMPLETE_TRANSFER: ("completeTransfer", ""),
    TransferAction.DECLINE_TRANSFER: ("declineTransfer", ""),
    PagingAction.DECLINE_PAGE: ("declinePage", ""),
    PagingAction.CONFIRM_ON_THE_PHONE: ("confirmOnThePhone", ""),
    PagingAction.HAND_OVER: ("handOver", ""),
}
TRANSFERS: Final = ("", ACUTE, TRANSFERABLE, REQUESTED, COORDINATORS, OTHERS, COMPLETED)
"""Variations of calls about transfers."""


def test_every_action_is_a_call() -> None:
    two_calls = {SignOffAction.COMPLETE_AND_SIGN_OFF}
    assert set(CALL_OF_ACTION) == set(AnyAction) - two_calls


@pytest.mark.req("PERM-02", "PERM-12", "PERM-15", "PERM-16", "PERM-25")
async def test_a_consult_names_the_actions_that_the_table_allows(world: World) -> None:
    for duty in DUTIES:
        async with world.undone():
            await world.put_on_duty(duty)
            for person, (place, state) in itertools.product(roles(), world.consults):
                situation = Situation(duty, place, state)
                if not _is_allowed(("getConsult", ""), person, situation):
                    continue
                path = f"/consults/{world.consults[place, state]['consult_id']}"
                named = {*(await world.request(person, "GET", path)).json()["allowedActions"]}
                named.discard(PagingAction.HAND_OVER)  # Here the only one on call is responsible already; see below.
                expected = {action for action, call in CALL_OF_ACTION.items() if _is_allowed(call, person, situation)}
                if ConsultAction.COMPLETE in expected:
                    expected.add(SignOffAction.COMPLETE_AND_SIGN_OFF)  # Users who complete here may sign, too.
                if state == "discharged":
                    expected.discard(ConsultAction.DISCHARGE)  # A repeat succeeds, but is not offered.
                assert named == expected, (person, situation)


@pytest.mark.parametrize("variation", TRANSFERS)
@pytest.mark.req("TRF-01", "TRF-12", "PERM-17", "PERM-18", "BPERM-19")
async def test_a_consult_names_the_actions_on_its_transfer_that_the_table_allows(world: World, variation: str) -> None:
    await _check_actions(world, {*TransferAction}, variation)


@pytest.mark.parametrize(
    ("variation", "actions"),
    [(PAGED, {*PagingAction} - {PagingAction.HAND_OVER}), (ANSWERED, {*PagingAction})],
)
async def test_a_consult_names_the_actions_on_its_pages_that_the_table_allows(
    world: World, variation: str, actions: set[PagingAction]
) -> None:
    await _check_actions(world, actions, variation)


async def _check_actions(world: World, actions: set[TransferAction] | set[PagingAction], variation: str) -> None:
    """A variation that the table does not have for a call is one in which nobody may make it."""
    calls = {action: (CALL_OF_ACTION[action][0], variation) for action in actions}
    for duty in DUTIES:
        async with world.undone():
            await world.put_on_duty(duty)
            if variation in SETUPS:
                await SETUPS[variation](world)
            for person, (place, state) in itertools.product(roles(), world.consults):
                situation = Situation(duty, place, state)
                if not _is_allowed(("getConsult", ""), person, situation):
                    continue
                path = f"/consults/{world.consults[place, state]['consult_id']}"
                consult = (await world.request(person, "GET", path)).json()
                named = {*consult["allowedActions"]} & actions
                expected = {
                    action for action, call in calls.items() if _has(call) and _is_allowed(call, person, situation)
                }
                assert named == expected, (person, situation)


@pytest.mark.req("PERM-07", "PERM-08", "PERM-09")
async def test_a_list_has_what_the_table_lets_its_reader_open(world: World) -> None:
    everywhere = {"filter": {"assignedLocationsToggleOn": False}}
    a_page = everywhere | {"length": 100}
    by_id = everywhere | {"ids": [about["consult_id"] for about in world.consults.values()]}
    for duty, person in itertools.product(DUTIES, roles()):
        if not _is_allowed(("searchConsults", ""), person, Situation(duty, OWN, "")):
            continue
        opened = {
            about["consult_id"]
            for (place, state), about in world.consults.items()
            if _is_allowed(("getConsult", ""), person, Situation(duty, place, state))
        }
        async with world.undone():
            await world.put_on_duty(duty)
            for path, body in (("/consults/$search", a_page), ("/consults/$cards", by_id)):
                cards = (await world.request(person, "POST", path, body)).json()["consults"]
                assert {card["id"] for card in cards} == opened, (person, duty, path)


@pytest.mark.req("PERM-07", "API-28")
async def test_transfers_are_listed_to_users_who_may_list_them_and_view_their_consults(world: World) -> None:
    async with world.undone():
        for about in world.consults.values():
            await add_transfer(world.database.connection, about["consult_id"])
        for duty in DUTIES:
            async with world.undone():
                await world.put_on_duty(duty)
                for person in roles():
                    response = await world.request(person, "POST", "/transfers/$search", {"length": 100})
                    if not _is_allowed(("searchTransfers", ""), person, Situation(duty, OWN, "")):
                        assert response.status_code == 403
                        continue
                    listed = [found["consult"]["id"] for found in response.json()["transfers"]]
                    opened = [
                        about["consult_id"]
                        for (place, state), about in world.consults.items()
                        if _is_allowed(("getConsult", ""), person, Situation(duty, place, state))
                    ]
                    assert sorted(listed) == sorted(opened), (person, duty)
                    assert listed, "their own organization and line"


async def test_plans_are_shown_to_those_who_make_them_or_may_be_in_them(world: World) -> None:
    """One line is requested in the other organization only; planners see it while they are on call there."""
    tomorrow = clock.now() + timedelta(days=1)
    window = f"?from={iso_utc(tomorrow)}&until={iso_utc(tomorrow + timedelta(hours=1))}"
    for duty, person in itertools.product(DUTIES, roles()):
        may_plan = _is_allowed(("addCallSchedule", ""), person, Situation(duty, OWN, ""))
        may_be_on_call = _is_allowed(("checkIn", ""), person, Situation(duty, OWN, ""))
        lines = {*OWN_LINES} if may_plan or may_be_on_call else set()
        if may_be_on_call or (may_plan and duty == THE_LINE):
            lines.add(LINE_ELSEWHERE)
        shown = {LINES[line] for line in lines}
        async with world.undone():
            await world.put_on_duty(duty)
            listed = (await world.request(person, "GET", "/call-schedules")).json()["schedules"]
            planned = (await world.request(person, "GET", f"/call-schedules/shifts{window}")).json()
            findings = await world.request(person, "GET", "/call-schedules/findings")
        assert {each["serviceLineId"] for each in listed} == shown, (person, duty)
        assert {each["mayEdit"] for each in listed} <= {may_plan}
        assert {each["scheduleId"] for each in planned["changes"]} == {each["id"] for each in listed}
        if may_plan:
            assert {gap["serviceLineId"] for gap in findings.json()["gaps"]} == shown, (person, duty)


def _has(key: tuple[str, str]) -> bool:
    return any((call.operation, call.variation) == key for call in expected_results().calls)


def _is_allowed(key: tuple[str, str], person: str, situation: Situation) -> bool:
    (call,) = (call for call in expected_results().calls if (call.operation, call.variation) == key)
    return expected_results().rule(call.words[person], situation).result == ALLOWED
