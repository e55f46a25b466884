"""What each call about a transfer leaves behind, and that a repeat leaves nothing more."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final

import httpx
import pytest
from bodies import Bodies
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from conftest import SentEvent, SignIn
from wardline.core import clock
from wardline.transfers.tests.handling import ELSEWHERE, OTHER, REASON, STROKE, Case, Watch, refusal, succeeded

FERNWOOD = "Fernwood Critical Access Hospital"


@dataclass(frozen=True)
class Call:
    """Who makes a call after which others, and what it leaves behind."""

    who: str
    made: Callable[[Case, Mapping[str, str] | None], Awaitable[httpx.Response]]
    after: tuple[str, ...]
    status: int
    event: str
    entry: tuple[str, str | None, str]
    """Type, kind and text."""
    again: str
    """The code of the refusal if the call is made again."""


CALLS: Final = {
    "requestTransfer": Call(
        "neuro",
        lambda case, headers: case.ask(headers=headers, **case.form()),
        (),
        201,
        "transfer:created",
        ("transfer", None, "Transfer Requested"),
        "transfer_exists",
    ),
    "acknowledgeTransfer": Call(
        "coordinator",
        lambda case, headers: case.acknowledge(headers=headers),
        ("requestTransfer",),
        200,
        "transfer:acknowledged",
        ("transfer-acknowledgement", None, "Transfer Acknowledged"),
        "transfer_already_acknowledged",
    ),
    "completeTransfer": Call(
        "coordinator",
        lambda case, headers: case.complete(headers=headers),
        ("requestTransfer", "acknowledgeTransfer"),
        200,
        "transfer:completed",
        ("transfer-completion", None, "Transfer Completed"),
        "transfer_already_completed",
    ),
    "declineTransfer": Call(
        "neuro2",
        lambda case, headers: case.decline(
            case.colleague, headers=headers, **case.offer(1, OTHER, otherPreferredFacility="Mile High")
        ),
        ("requestTransfer",),
        200,
        "update:created",
        (
            "update",
            "transferDeclined",
            f"Alder Creek Community Hospital declined: {REASON}\nNow asking {FERNWOOD} (Mile High).",
        ),
        "offer_changed",
    ),
}


async def _prepared(case: Case, name: str) -> Call:
    """The call is next, a minute after those before it."""
    for earlier in CALLS[name].after:
        succeeded(await CALLS[earlier].made(case, None))
    clock.advance(timedelta(minutes=1))
    return CALLS[name]


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("requestTransfer", marks=pytest.mark.req("TIME-25", "RT-12", "RT-16", "NOTIF-13")),
        pytest.param("acknowledgeTransfer", marks=pytest.mark.req("TIME-25", "RT-13", "RT-16")),
        pytest.param("completeTransfer", marks=pytest.mark.req("TIME-25", "RT-14", "RT-16")),
        pytest.param("declineTransfer", marks=pytest.mark.req("TRF-08")),
    ],
)
async def test_a_call_adds_one_entry_and_publishes_one_event_with_ids_only(
    case: Case, session: AsyncSession, sent_events: list[SentEvent], name: str
) -> None:
    call = await _prepared(case, name)
    before = (await case.nurse.get(f"{case.path}/updates")).json()
    sent_events.clear()
    assert (await call.made(case, None)).status_code == call.status
    (event,) = sent_events
    newest, *earlier = (await case.nurse.get(f"{case.path}/updates")).json()
    assert earlier == before
    actor, place = await case.person(call.who), (await case.consult())["Encounter"]
    task_type, kind, shown = call.entry
    assert newest.pop("id") > max(entry["id"] for entry in before)
    assert newest == {
        "consultId": case.consult_id,
        "taskType": task_type,
        "kind": kind,
        "createdAt": "2026-03-04T12:01:00Z",
        "author": {field: actor[field] for field in ("id", "firstName", "lastName")},
        "message": shown if kind is not None else None,
        "messageOrDescription": shown,
        "alert": False,
        "notified": False,
        "details": None,
    }
    assert (event.name, event.rooms) == (call.event, [f"line:{place['organizationId']}:2"])
    transfer_id = {"transferId": case.transfer_id} if event.name.startswith("transfer:") else {}
    assert event.data == transfer_id | {
        "consultId": case.consult_id,
        "serviceLineId": 2,
        "locationId": place["locationId"],
        "organizationId": place["organizationId"],
        "actorId": actor["id"],
    }
    changed = await session.execute(text("select changed_at from consults where id = :id"), {"id": case.consult_id})
    assert changed.scalar_one().isoformat() == "2026-03-04T12:01:00+00:00", "lists look again"
    assert (await case.consult())["commentCount"] == 0


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("requestTransfer", marks=pytest.mark.req("API-03", "API-29", "TRF-08")),
        pytest.param("acknowledgeTransfer", marks=pytest.mark.req("API-03", "API-30")),
        pytest.param("completeTransfer", marks=pytest.mark.req("API-03", "API-31")),
        pytest.param("declineTransfer", marks=pytest.mark.req("API-03")),
    ],
)
async def test_a_repeat_with_the_same_key_changes_nothing(case: Case, watch: Watch, name: str) -> None:
    call = await _prepared(case, name)
    key = {"Idempotency-Key": "pressed-once"}
    first = await call.made(case, key)
    clock.advance(timedelta(minutes=1))
    async with watch.nothing_changes():
        repeated = await call.made(case, key)
        assert (repeated.status_code, repeated.json()) == (call.status, first.json())
        for headers in (None, {"Idempotency-Key": "pressed-again"}):
            status, details = refusal(await call.made(case, headers))
            assert (status, details["code"]) == (409, call.again)


@pytest.mark.parametrize("name", ["requestTransfer", "declineTransfer"])
@pytest.mark.req("API-03", "PERM-08")
async def test_a_repeat_by_someone_who_may_no_longer_view_the_consult_discloses_nothing(
    case: Case, watch: Watch, sign_in: SignIn, bodies: Bodies, name: str
) -> None:
    """The neurologist belongs to another organization, and was on call for this one."""
    case.consult_id = await bodies.create(sign_in("elsewhere"), STROKE)
    case.colleague = case.neuro
    call = await _prepared(case, name)
    key = {"Idempotency-Key": "pressed-once"}
    assert (await call.made(case, key)).status_code == call.status
    assert (await case.neuro.post("/checkout")).status_code == 204
    async with watch.nothing_changes():
        assert refusal(await call.made(case, key)) == (404, {"code": "consult_not_found"})


@pytest.mark.parametrize("name", CALLS)
async def test_a_call_is_audited_with_its_consult_and_patient(case: Case, session: AsyncSession, name: str) -> None:
    """Also one that is repeated, and one that is refused."""
    call = await _prepared(case, name)
    consult, user_id = await case.consult(), (await case.person(call.who))["id"]
    key = {"Idempotency-Key": "pressed-once"}
    for headers, status, code in ((key, call.status, None), (key, call.status, None), (None, 409, call.again)):
        assert (await call.made(case, headers)).status_code == status
        entries = await session.execute(text("select * from audit_entries order by id desc limit 1"))
        await session.commit()
        entry: dict[str, Any] = dict(entries.mappings().one())
        assert [str(found) for found in entry["consult_ids"]] == [case.consult_id]
        assert [str(found) for found in entry["patient_ids"]] == [consult["Patient"]["id"]]
        assert entry["organization_ids"] == [consult["Encounter"]["organizationId"]]
        recorded = [entry[column] for column in ("action", "status", "code", "user_id")]
        assert recorded == [name, status, code, user_id]


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("acknowledgeTransfer", marks=pytest.mark.req("API-30", "PERM-18")),
        pytest.param("completeTransfer", marks=pytest.mark.req("API-31", "PERM-18")),
        "declineTransfer",
    ],
)
async def test_only_a_transfer_of_this_consult_is_found(
    case: Case, watch: Watch, sign_in: SignIn, bodies: Bodies, name: str
) -> None:
    call = await _prepared(case, name)
    consult_id, transfer_id = case.consult_id, case.transfer_id
    missing = (404, {"code": "transfer_not_found"})
    case.consult_id = await bodies.create(case.nurse, STROKE)
    async with watch.nothing_changes():
        assert refusal(await call.made(case, None)) == missing, "the consult has no transfer"
    succeeded(await case.ask())
    async with watch.nothing_changes():
        case.transfer_id = transfer_id
        assert refusal(await call.made(case, None)) == missing, "it is another consult's"
        case.transfer_id = consult_id
        assert refusal(await call.made(case, None)) == missing, "there is none"
    elsewhere = sign_in("elsewhere")
    case.consult_id = await bodies.create(elsewhere, STROKE)
    case.coordinator = case.colleague = case.nurse
    async with watch.nothing_changes():
        assert refusal(await call.made(case, None)) == (404, {"code": "consult_not_found"})
    case.consult_id, case.transfer_id = consult_id, transfer_id
    assert refusal(await call.made(case, None)) == (403, {"code": "forbidden"}), "which the nurse may not do"


async def test_a_facility_elsewhere_is_refused_to_those_who_do_not_belong_there(case: Case, watch: Watch) -> None:
    """When another facility is asked, too: both facilities are checked, and what each asks for."""
    succeeded(await case.ask())
    invalid = "Enter a valid value."
    async with watch.nothing_changes():
        response = await case.decline(case.neuro, **case.offer(1, ELSEWHERE))
    named = {error["field"]: error["message"] for error in response.json()["errors"]}
    assert (response.status_code, named) == (400, {"preferredFacility": invalid, "facilityLocation": invalid})
    transfer = succeeded(await case.decline(**case.offer(1, ELSEWHERE)))
    assert transfer["preferredFacility"]["id"] == case.facilities[ELSEWHERE], "coordinators belong to both"
