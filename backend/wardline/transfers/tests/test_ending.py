"""A transfer is closed when its consult is cancelled or its patient discharged, once, and unless it is completed."""

from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import Any, Final

import httpx
import pytest
from bodies import Bodies
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession
from transferring import add_transfer

from conftest import CheckIn, SentEvent
from wardline.core import clock
from wardline.transfers.tests.handling import STROKE, Case, Watch, faults, refusal, succeeded

MINUTE = timedelta(minutes=1)
REASON: Final = {"cancellationReason": "Requested twice"}


async def _by_type(case: Case) -> None:
    body = {"completeType": "Cancelled", **REASON}
    succeeded(await case.neuro.post(f"{case.path}/complete", json=body))


async def _discharge_patient(case: Case) -> None:
    patient_id = (await case.consult())["Patient"]["id"]
    succeeded(await case.neuro.post(f"/patient/{patient_id}/$discharge"))


CANCELLED, DISCHARGED = "consultCancelled", "patientDischarged"
ENDINGS: Final[dict[str, tuple[Callable[[Case], Awaitable[None]], str, str]]] = {
    "the cancel flag": (Case.cancel, "nurse", CANCELLED),
    "the line's own type": (_by_type, "neuro", CANCELLED),
    "the encounter's end": (Case.discharge, "nurse", DISCHARGED),
    "the patient's discharge": (_discharge_patient, "neuro", DISCHARGED),
}
"""What ends a consult, by whom, and the reason that is stored."""
TEXTS: Final = {CANCELLED: "Consult cancelled.", DISCHARGED: "Patient discharged."}


async def _closed(case: Case) -> tuple[Any, ...]:
    """When, by whom and why the transfer was closed."""
    transfer = await case.transfer()
    assert transfer is not None
    by = transfer["closedBy"]
    return transfer["closedAt"], by and by["lastName"], transfer["closedReason"]


async def _closings(case: Case) -> list[tuple[str, str]]:
    """Author and text of the timeline's entries about a closed transfer."""
    return [(author, shown) for _, kind, author, shown in await case.entries() if kind == "transferClosed"]


@pytest.mark.parametrize("state", ["requested", "acknowledged"])
@pytest.mark.parametrize("how", ENDINGS)
@pytest.mark.req("TRF-09", "API-27")
async def test_a_running_transfer_is_closed_with_its_consult(
    requested: Case, sent_events: list[SentEvent], how: str, state: str
) -> None:
    """Its state stays as it was, and only the consult's own event is published."""
    if state == "acknowledged":
        succeeded(await requested.acknowledge())
    before = await requested.transfer()
    assert before is not None
    end, who, reason = ENDINGS[how]
    clock.advance(MINUTE)
    sent_events.clear()
    await end(requested)
    person = await requested.person(who)
    closed = {"closedAt": "2026-03-04T12:01:00Z", "closedBy": person, "closedReason": reason}
    assert await requested.transfer() == before | closed
    published = [(event.name, event.data["consultId"], event.data["actorId"]) for event in sent_events]
    assert published == [("consult:updated-state", requested.consult_id, person["id"])]
    (entry,) = [
        entry
        for entry in (await requested.nurse.get(f"{requested.path}/updates")).json()
        if entry["kind"] == "transferClosed"
    ]
    assert (entry["taskType"], entry["createdAt"]) == ("update", closed["closedAt"])
    assert (entry["author"]["id"], entry["messageOrDescription"]) == (person["id"], TEXTS[reason])
    consult = await requested.consult()
    assert consult["hasTransfer"] is True
    assert (consult["transfer"]["state"], consult["transfer"]["closedReason"]) == (state, reason)
    assert consult["commentCount"] == 0


@pytest.mark.parametrize("how", ENDINGS)
@pytest.mark.req("TRF-09", "ERR-19")
async def test_nothing_follows_a_closed_transfer(requested: Case, watch: Watch, how: str) -> None:
    """Whoever comes too late is told who closed it."""
    end, who_ended, reason = ENDINGS[how]
    clock.advance(MINUTE)
    await end(requested)
    person = await requested.person(who_ended)
    details = {"closedByUser": person, "closedAt": "2026-03-04T12:01:00Z", "closedReason": reason}
    refused = (409, {"code": "transfer_closed", **details})
    async with watch.nothing_changes():
        for step in (requested.acknowledge, requested.complete, requested.decline):
            response = await step(requested.coordinator)
            assert refusal(response) == refused
            assert response.json()["message"] == f"This transfer is closed: {TEXTS[reason].lower()}"
        assert refusal(await requested.decline(requested.neuro)) == refused
    for who in requested.people.values():
        offered = (await requested.consult(who))["allowedActions"]
        assert [action for action in offered if "Transfer" in action] == []


async def test_it_may_not_be_known_who_closed_a_transfer(requested: Case, watch: Watch, session: AsyncSession) -> None:
    """As of those that were closed before this was stored."""
    await requested.cancel()
    await session.execute(text("update transfers set closed_by_id = null"))
    await session.commit()
    details = {"closedAt": "2026-03-04T12:00:00Z", "closedReason": CANCELLED}
    transfer = await requested.transfer()
    assert transfer is not None
    assert transfer == transfer | details | {"closedBy": None}
    async with watch.nothing_changes():
        assert refusal(await requested.acknowledge()) == (409, {"code": "transfer_closed", **details})


@pytest.mark.parametrize("how", ENDINGS)
@pytest.mark.req("TRF-09")
async def test_a_completed_transfer_stays_completed(acknowledged: Case, how: str) -> None:
    done = succeeded(await acknowledged.complete())
    await ENDINGS[how][0](acknowledged)
    assert await acknowledged.transfer() == done
    assert (await _closed(acknowledged), await _closings(acknowledged)) == ((None, None, None), [])


@pytest.mark.parametrize("first", ["the cancel flag", "the encounter's end"])
async def test_a_transfer_is_closed_once(requested: Case, first: str) -> None:
    """A cancelled consult's patient may be discharged, and a discharged patient's consult cancelled."""
    reason = ENDINGS[first][2]
    second = "the encounter's end" if reason == CANCELLED else "the cancel flag"
    for how in (first, second):
        clock.advance(MINUTE)
        await ENDINGS[how][0](requested)
    assert await _closed(requested) == ("2026-03-04T12:01:00Z", "Larkspur", reason)
    assert await _closings(requested) == [("Larkspur", TEXTS[reason])]
    await requested.discharge()
    assert await _closings(requested) == [("Larkspur", TEXTS[reason])], "a repeat changes nothing"


@pytest.mark.parametrize("how", ENDINGS)
async def test_a_consult_without_a_transfer_ends_as_before(case: Case, how: str) -> None:
    await ENDINGS[how][0](case)
    assert (await case.transfer(), await case.entries()) == (None, [])


async def test_a_refused_ending_closes_nothing(requested: Case, watch: Watch) -> None:
    async with watch.nothing_changes():
        cancelled = await requested.neuro.post(f"{requested.path}/complete", json={"cancel": True, **REASON})
        assert refusal(cancelled) == (403, {"code": "forbidden"})
        without_reason = await requested.neuro.post(f"{requested.path}/complete", json={"completeType": "Cancelled"})
        assert set(faults(without_reason)) == {"cancellationReason"}
        encounter_id = (await requested.consult())["Encounter"]["id"]
        assert refusal(await requested.coordinator.post(f"/otg/{encounter_id}/$discharge"))[0] == 403


async def test_a_completed_consults_transfer_goes_on_until_the_patient_is_discharged(
    requested: Case, watch: Watch
) -> None:
    """Corrections of stroke consults do not cancel them later."""
    completion = {"completeType": "video", "callLength": 12}
    succeeded(await requested.neuro.post(f"{requested.path}/complete", json=completion))
    async with watch.nothing_changes():
        corrected = await requested.neuro.patch(requested.path, json={"completeType": "Cancelled", **REASON})
        status, details = refusal(corrected)
        assert (status, details["code"]) == (409, "already_closed")
    assert succeeded(await requested.acknowledge())["closedAt"] is None
    await requested.discharge()
    assert await _closed(requested) == ("2026-03-04T12:00:00Z", "Larkspur", DISCHARGED)


@pytest.mark.parametrize(("corrected", "reason"), [("Cancelled", CANCELLED), ("Phone", None)])
async def test_a_completion_that_is_corrected_to_cancelled_closes_the_transfer(
    case: Case, check_in: CheckIn, bodies: Bodies, session: AsyncSession, corrected: str, reason: str | None
) -> None:
    """For a line that allows it: none of those takes transfers today."""
    neuro = await check_in("neuro", line="tele-neuro")
    case.consult_id = await bodies.create(case.nurse, "tele-neuro")
    await add_transfer(session, case.consult_id)
    succeeded(await neuro.post(f"{case.path}/complete", json={"completeType": "video"}))
    assert await _closed(case) == (None, None, None)
    clock.advance(MINUTE)
    body = {"completeType": corrected} | (REASON if reason else {})
    succeeded(await neuro.patch(case.path, json=body))
    assert await _closed(case) == (("2026-03-04T12:01:00Z", "Feldspar", CANCELLED) if reason else (None, None, None))
    assert await _closings(case) == ([("Feldspar", TEXTS[CANCELLED])] if reason else [])


async def test_a_discharge_closes_the_transfers_of_all_consults_of_the_encounter(
    case: Case, bodies: Bodies, session: AsyncSession, sent_events: list[SentEvent]
) -> None:
    """Each keeps its state: one is requested, one acknowledged, one completed, and one consult has none."""
    steps: dict[str, tuple[Callable[[], Awaitable[httpx.Response]], ...]] = {
        "": (),
        "requested": (case.ask,),
        "acknowledged": (case.ask, case.acknowledge),
        "completed": (case.ask, case.acknowledge, case.complete),
    }
    by_state: dict[str, str] = {}
    for state, taken in steps.items():
        case.consult_id = by_state[state] = await bodies.create(case.nurse, STROKE)
        for step in taken:
            succeeded(await step())
    in_one = "update consults set encounter_id = (select encounter_id from consults where id = :id)"
    await session.execute(text(f"{in_one} where id = any(:ids)"), {"id": case.consult_id, "ids": [*by_state.values()]})
    await session.commit()
    sent_events.clear()
    await case.discharge()
    assert {event.data["consultId"] for event in sent_events} == set(by_state.values())
    for state, case.consult_id in by_state.items():
        if state == "":
            assert (await case.transfer(), await case.entries()) == (None, [])
            continue
        transfer = await case.transfer()
        assert transfer is not None
        is_closed = state != "completed"
        assert (transfer["state"], transfer["closedReason"]) == (state, DISCHARGED if is_closed else None)
        assert await _closings(case) == ([("Larkspur", TEXTS[DISCHARGED])] if is_closed else [])


async def test_a_repeat_of_what_was_done_before_the_end_gets_the_closed_transfer(requested: Case, watch: Watch) -> None:
    key = {"Idempotency-Key": "pressed-once"}
    acknowledged = succeeded(await requested.acknowledge(headers=key))
    await requested.cancel()
    async with watch.nothing_changes():
        repeated = succeeded(await requested.acknowledge(headers=key))
    by = await requested.person("nurse")
    assert repeated == acknowledged | {"closedAt": "2026-03-04T12:00:00Z", "closedBy": by, "closedReason": CANCELLED}
