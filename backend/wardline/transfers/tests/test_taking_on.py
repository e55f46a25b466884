"""Acknowledging, completing and declining a transfer, by two people who may be first."""

from datetime import timedelta
from itertools import pairwise
from typing import Any

import pytest
from sqlalchemy import insert, text
from sqlalchemy.ext.asyncio import AsyncSession

from conftest import CheckIn, SignIn
from wardline.core import clock
from wardline.transfers.models import DeclinedOffer
from wardline.transfers.schemas import OFFERS_LIMIT
from wardline.transfers.tests.handling import (
    ATTENDING,
    BOTH,
    ELSEWHERE,
    OF_FACILITY,
    OTHER,
    PLAIN,
    REASON,
    Case,
    Watch,
    faults,
    refusal,
    succeeded,
)

FORBIDDEN = (403, {"code": "forbidden"})
MINUTE = timedelta(minutes=1)
FERNWOOD = "Fernwood Critical Access Hospital"


async def _assign(session: AsyncSession, case: Case, name: str | None) -> None:
    await session.execute(
        text("update transfers set assignee_id = (select id from users where username = :name)"), {"name": name}
    )
    await session.commit()
    transfer = await case.transfer()
    assert transfer is not None
    assert transfer["assignee"] == (await case.person(name) if name else None)


@pytest.mark.req("TRF-09", "TRF-11", "API-30", "ENT-09", "DET-49")
async def test_acknowledging(requested: Case) -> None:
    before = await requested.transfer()
    assert before is not None
    clock.advance(MINUTE)
    coordinator = await requested.person("coordinator")
    at = "2026-03-04T12:01:00Z"
    transfer = succeeded(await requested.acknowledge())
    changes = {"state": "acknowledged", "acknowledgedAt": at, "acknowledgedBy": coordinator, "assignee": coordinator}
    assert transfer == before | changes
    assert await requested.transfer() == transfer
    summary = {"id": requested.transfer_id, "state": "acknowledged", "acknowledgedAt": at, "closedReason": None}
    assert (await requested.consult())["transfer"] == summary


@pytest.mark.req("TRF-10", "TRF-11")
async def test_the_user_to_whom_a_transfer_is_assigned_acknowledges_it(
    requested: Case, session: AsyncSession, watch: Watch
) -> None:
    """And nobody else: coordinators may be assigned before they acknowledge."""
    await _assign(session, requested, "coordinator2")
    assigned = (409, {"code": "transfer_assigned", "assignee": await requested.person("coordinator2")})
    async with watch.nothing_changes():
        assert refusal(await requested.acknowledge()) == assigned
        assert refusal(await requested.complete()) == assigned
    transfer = succeeded(await requested.acknowledge(requested.second))
    person = await requested.person("coordinator2")
    assert [transfer[name] for name in ("assignee", "acknowledgedBy")] == [person, person]


@pytest.mark.req("TRF-10", "TRF-09")
async def test_the_second_to_acknowledge_gets_who_was_first(requested: Case, watch: Watch) -> None:
    clock.advance(MINUTE)
    first = succeeded(await requested.acknowledge())
    clock.advance(MINUTE)
    by, at = await requested.person("coordinator"), "2026-03-04T12:01:00Z"
    async with watch.nothing_changes():
        for who in (requested.second, requested.coordinator):
            refused = refusal(await requested.acknowledge(who))
            details = {"code": "transfer_already_acknowledged", "acknowledgedByUser": by, "acknowledgedAt": at}
            assert refused == (409, details)
    assert await requested.transfer() == first


@pytest.mark.req("TRF-09", "TRF-14", "API-31")
async def test_completing(acknowledged: Case) -> None:
    before = await acknowledged.transfer()
    assert before is not None
    clock.advance(2 * MINUTE)
    transfer = succeeded(await acknowledged.complete())
    by = await acknowledged.person("coordinator")
    assert transfer == before | {"state": "completed", "resolvedAt": "2026-03-04T12:02:00Z", "resolvedBy": by}
    assert await acknowledged.transfer() == transfer
    assert (await acknowledged.consult())["transfer"]["state"] == "completed"


@pytest.mark.req("TRF-12", "TRF-13", "TRF-09")
async def test_a_transfer_is_acknowledged_before_it_is_completed(
    requested: Case, watch: Watch, session: AsyncSession
) -> None:
    too_early = (409, {"code": "transfer_not_acknowledged"})
    async with watch.nothing_changes():
        for who in (requested.coordinator, requested.second):
            assert refusal(await requested.complete(who)) == too_early
    await _assign(session, requested, "coordinator")
    async with watch.nothing_changes():
        assert refusal(await requested.complete()) == too_early, "even if it is one's own"
    succeeded(await requested.acknowledge())
    assert succeeded(await requested.complete())["state"] == "completed"


@pytest.mark.req("TRF-12")
async def test_only_the_assignee_completes(acknowledged: Case, watch: Watch) -> None:
    assignee = await acknowledged.person("coordinator")
    async with watch.nothing_changes():
        refused = refusal(await acknowledged.complete(acknowledged.second))
    assert refused == (409, {"code": "transfer_assigned", "assignee": assignee})
    assert succeeded(await acknowledged.complete())["resolvedBy"] == assignee


@pytest.mark.req("TRF-09", "TRF-10", "TRF-12")
async def test_nothing_follows_a_completed_transfer(acknowledged: Case, watch: Watch) -> None:
    clock.advance(MINUTE)
    done = succeeded(await acknowledged.complete())
    clock.advance(MINUTE)
    by, at = await acknowledged.person("coordinator"), "2026-03-04T12:01:00Z"
    refused = (409, {"code": "transfer_already_completed", "resolvedByUser": by, "resolvedAt": at})
    async with watch.nothing_changes():
        for who in (acknowledged.coordinator, acknowledged.second):
            for step in (acknowledged.acknowledge, acknowledged.complete, acknowledged.decline):
                assert refusal(await step(who)) == refused
        assert refusal(await acknowledged.decline(acknowledged.neuro)) == refused
    assert await acknowledged.transfer() == done


@pytest.mark.req("PERM-18")
async def test_acknowledging_and_completing_need_their_permissions(
    requested: Case, watch: Watch, sign_in: SignIn
) -> None:
    """Requesting transfers, or looking at everything, is not enough."""
    others = (requested.neuro, requested.nurse, sign_in("admin"))
    async with watch.nothing_changes():
        for who in others:
            assert refusal(await requested.acknowledge(who)) == FORBIDDEN
            assert refusal(await requested.complete(who)) == FORBIDDEN
    succeeded(await requested.acknowledge())
    async with watch.nothing_changes():
        for who in others:
            assert refusal(await requested.complete(who)) == FORBIDDEN


async def test_a_facility_that_declined_is_kept_and_another_one_asked(acknowledged: Case) -> None:
    """The facilities stay in order, each with everything that was sent about it."""
    asked = succeeded(await acknowledged.decline(**acknowledged.offer(1, OTHER, otherPreferredFacility="Mile High")))
    before, places = asked, {place["id"]: place for place in (await acknowledged.nurse.get("/facilities")).json()}
    assert before["state"] == "acknowledged"
    clock.advance(MINUTE)
    second = acknowledged.offer(
        2,
        BOTH,
        facilityLocation=acknowledged.facilities[ATTENDING],
        acceptingAttendingPhysician="Dr. Wen",
        otherPreferredFacility="Elk Ridge",
        preferredTransportationMode="Ground",
        reason="  The scanner is down ",
    )
    transfer = succeeded(await acknowledged.decline(acknowledged.colleague, **second))
    now_asked = {name: second[name] for name in (*OF_FACILITY, "preferredTransportationMode")}
    assert transfer == before | now_asked | {
        "preferredFacility": places[acknowledged.facilities[BOTH]],
        "facilityLocation": {"id": acknowledged.facilities[ATTENDING], "name": "Lakeshore General Hospital"},
        "declinedOffers": [
            {
                "number": 1,
                "facilityId": acknowledged.facilities[PLAIN],
                "facilityName": "Alder Creek Community Hospital",
                "facilityLocation": {"id": acknowledged.facilities[PLAIN], "name": "Alder Creek Community Hospital"},
                "acceptingAttendingPhysician": None,
                "otherPreferredFacility": None,
                "preferredTransportationMode": "Air",
                "reason": REASON,
                "declinedAt": "2026-03-04T12:00:00Z",
                "declinedBy": await acknowledged.person("coordinator"),
            },
            {
                "number": 2,
                "facilityId": acknowledged.facilities[OTHER],
                "facilityName": FERNWOOD,
                "facilityLocation": {"id": acknowledged.facilities[OTHER], "name": FERNWOOD},
                "acceptingAttendingPhysician": None,
                "otherPreferredFacility": "Mile High",
                "preferredTransportationMode": "Air",
                "reason": "The scanner is down",
                "declinedAt": "2026-03-04T12:01:00Z",
                "declinedBy": await acknowledged.person("neuro2"),
            },
        ],
    }
    assert await acknowledged.transfer() == transfer
    entries = [entry for entry in await acknowledged.entries() if entry[0] == "update"]
    assert entries[1] == (
        "update",
        "transferDeclined",
        "Obsidian",
        f"{FERNWOOD} (Mile High) declined: The scanner is down\nNow asking Millstone Valley Hospital (Elk Ridge).",
    )
    assert succeeded(await acknowledged.complete())["declinedOffers"] == transfer["declinedOffers"]


@pytest.mark.parametrize("second", [(PLAIN, PLAIN), (OTHER, PLAIN), (PLAIN, OTHER)])
@pytest.mark.parametrize("first", [(PLAIN, PLAIN), (PLAIN, OTHER)])
async def test_a_facility_may_be_asked_again(case: Case, first: tuple[str, str], second: tuple[str, str]) -> None:
    """For example once it has a bed again, whichever facilities declined or are where the patient is."""

    def places(asked: tuple[str, str]) -> dict[str, Any]:
        preferred, location = (case.facilities[facility] for facility in asked)
        return {"preferredFacility": preferred, "facilityLocation": location, "otherPreferredFacility": "Mile High"}

    succeeded(await case.ask(**case.form(**places(first))))
    for number, asked in enumerate((second, first), start=1):
        transfer = succeeded(await case.decline(**case.offer(number, **places(asked))))
        assert [transfer[field]["id"] for field in ("preferredFacility", "facilityLocation")] == [
            case.facilities[facility] for facility in asked
        ]
        assert transfer["preferredFacility"]["facilityType"]["name"]
        assert await case.transfer() == transfer


@pytest.mark.req("VAL-34", "VAL-35", "VAL-36")
async def test_another_facility_is_asked_only_what_it_asks_for(requested: Case, watch: Watch) -> None:
    required = "This field is required."
    blank = dict.fromkeys(OF_FACILITY, " ")
    async with watch.nothing_changes():
        for facility, fields in {ATTENDING: OF_FACILITY[:1], OTHER: OF_FACILITY[1:], BOTH: OF_FACILITY}.items():
            for answers in ({}, blank):
                refused = await requested.decline(**requested.offer(1, facility, **answers))
                assert faults(refused) == dict.fromkeys(fields, required)
    answers = {name: f"Answer to {name}" for name in OF_FACILITY}
    for number, (facility, kept) in enumerate({BOTH: OF_FACILITY, OTHER: OF_FACILITY[1:], PLAIN: ()}.items(), start=1):
        transfer = succeeded(await requested.decline(**requested.offer(number, facility, **answers)))
        assert {name for name in OF_FACILITY if transfer[name] is not None} == set(kept)
    former = [[offer[name] for name in OF_FACILITY] for offer in transfer["declinedOffers"]]
    assert former == [[None, None], [*answers.values()], [None, answers["otherPreferredFacility"]]]


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"reason": ...}, "reason"),
        ({"reason": " "}, "reason"),
        ({"reason": "x" * 256}, "reason"),
        ({"offer": ...}, "offer"),
        ({"offer": 0}, "offer"),
        ({"offer": OFFERS_LIMIT + 1}, "offer"),
        ({"offer": "1"}, "offer"),
        ({"offer": True}, "offer"),
        ({"preferredFacility": ...}, "preferredFacility"),
        ({"facilityLocation": 2**31 - 1}, "facilityLocation"),
        ({"preferredTransportationMode": "Sea"}, "preferredTransportationMode"),
        ({"strokeLevel": "Level 1"}, "strokeLevel"),
    ],
)
async def test_a_decline_has_its_reason_and_a_complete_facility(
    requested: Case, watch: Watch, changes: dict[str, Any], field: str
) -> None:
    async with watch.nothing_changes():
        assert set(faults(await requested.decline(**requested.offer(**changes)))) == {field}
    transfer = succeeded(await requested.decline(**requested.offer(reason="é" * 255)))
    assert transfer["declinedOffers"][0]["reason"] == "é" * 255


async def test_the_second_to_decline_gets_who_was_first(requested: Case, watch: Watch) -> None:
    """The number says which facility declined: the second person's may be another one."""
    async with watch.nothing_changes():
        assert refusal(await requested.decline(**requested.offer(2))) == (409, {"code": "offer_changed"})
    clock.advance(MINUTE)
    first = succeeded(await requested.decline(requested.neuro))
    clock.advance(MINUTE)
    by, at = await requested.person("neuro"), "2026-03-04T12:01:00Z"
    async with watch.nothing_changes():
        for who in (requested.colleague, requested.coordinator, requested.neuro):
            for number in (1, 3):
                refused = refusal(await requested.decline(who, **requested.offer(number, ELSEWHERE)))
                assert refused == (409, {"code": "offer_changed", "declinedByUser": by, "declinedAt": at})
    assert await requested.transfer() == first
    assert len(succeeded(await requested.decline(requested.colleague, **requested.offer(2)))["declinedOffers"]) == 2
    latest = {"declinedByUser": await requested.person("neuro2"), "declinedAt": "2026-03-04T12:02:00Z"}
    refused = refusal(await requested.decline(requested.neuro, **requested.offer(2)))
    assert refused == (409, {"code": "offer_changed", **latest}), "the latest one"


async def test_a_transfer_is_offered_to_a_limited_number_of_facilities(
    requested: Case, watch: Watch, session: AsyncSession
) -> None:
    earlier = {
        "transfer_id": requested.transfer_id,
        "preferred_facility_id": requested.facilities[PLAIN],
        "facility_location_id": requested.facilities[PLAIN],
        "preferred_transportation_mode": "Air",
        "reason": REASON,
        "declined_at": clock.now(),
        "declined_by_id": (await requested.person("neuro"))["id"],
    }
    rows = [earlier | {"number": number} for number in range(1, OFFERS_LIMIT - 1)]
    await session.execute(insert(DeclinedOffer), rows)
    await session.commit()
    last = succeeded(await requested.decline(**requested.offer(OFFERS_LIMIT - 1)))
    assert [offer["number"] for offer in last["declinedOffers"]] == [*range(1, OFFERS_LIMIT)]
    async with watch.nothing_changes():
        full = await requested.decline(**requested.offer(OFFERS_LIMIT))
        assert refusal(full) == (409, {"code": "offers_full"})
        assert full.json()["message"].startswith(f"A transfer can be offered to up to {OFFERS_LIMIT} facilities.")
        assert refusal(await requested.decline(**requested.offer(1)))[1]["code"] == "offer_changed"
    assert succeeded(await requested.acknowledge())["state"] == "acknowledged"


@pytest.mark.req("TRF-08")
async def test_who_may_say_that_a_facility_declined(
    requested: Case, watch: Watch, check_in: CheckIn, sign_in: SignIn
) -> None:
    """Whoever may request transfers of this consult, and the coordinator who handles it, or any until one does."""
    numbers = iter(range(1, 100))

    async def declines(name: str) -> None:
        succeeded(await requested.decline(requested.people[name], **requested.offer(next(numbers))))

    async with watch.nothing_changes():
        for who in (requested.nurse, sign_in("admin")):
            assert refusal(await requested.decline(who)) == FORBIDDEN
    for name in ("neuro", "neuro2", "coordinator", "coordinator2"):
        await declines(name)
    succeeded(await requested.acknowledge())
    assigned = (409, {"code": "transfer_assigned", "assignee": await requested.person("coordinator")})
    async with watch.nothing_changes():
        assert refusal(await requested.decline(requested.second, **requested.offer(5))) == assigned
    for name in ("neuro", "coordinator"):
        await declines(name)
    await requested.neuro.post("/checkout")
    await check_in("neuro", line="acute-stroke")
    async with watch.nothing_changes():
        refused = refusal(await requested.decline(requested.neuro, **requested.offer(7)))
    assert refused == (403, {"code": "not_checked_in"})


@pytest.mark.req("TRF-08")
async def test_the_timeline_names_what_a_facility_for_others_stands_for(case: Case) -> None:
    """As asked at that time, also if the same facility then stands for another one."""
    meant = ["Mercy West", "x" * 255, "Saint Ann"]
    succeeded(await case.ask(**case.form(OTHER, otherPreferredFacility=meant[0])))
    for number, other in enumerate(meant[1:], start=1):
        succeeded(await case.decline(**case.offer(number, OTHER, otherPreferredFacility=other)))
    succeeded(await case.decline(**case.offer(3, PLAIN)))
    asked = [f"{FERNWOOD} ({other})" for other in meant] + ["Alder Creek Community Hospital"]
    assert [text for _, kind, _, text in await case.entries() if kind == "transferDeclined"] == [
        f"{declining} declined: {REASON}\nNow asking {asking}." for declining, asking in pairwise(asked)
    ]


async def test_a_later_step_shows_in_the_timeline_by_its_author(requested: Case) -> None:
    succeeded(await requested.decline(requested.colleague))
    succeeded(await requested.acknowledge())
    succeeded(await requested.complete())
    declined = f"Alder Creek Community Hospital declined: {REASON}\nNow asking Alder Creek Community Hospital."
    coordinator = (await requested.person("coordinator"))["lastName"]
    assert await requested.entries() == [
        ("transfer", None, "Feldspar", "Transfer Requested"),
        ("update", "transferDeclined", "Obsidian", declined),
        ("transfer-acknowledgement", None, coordinator, "Transfer Acknowledged"),
        ("transfer-completion", None, coordinator, "Transfer Completed"),
    ]
