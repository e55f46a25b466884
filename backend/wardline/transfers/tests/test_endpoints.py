"""Reading transfers: of a consult, in their list, and as part of consults."""

from datetime import datetime, timedelta
from typing import Any

import httpx
import pytest
from bodies import Bodies
from sqlalchemy import insert, select, text
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncSession
from transferring import add_transfer

from conftest import SignIn
from wardline.core import clock
from wardline.places.models import Facility
from wardline.transfers.choices import TransferState
from wardline.transfers.endpoints import TransferSearchResponse
from wardline.transfers.models import DeclinedOffer

STROKE = "tele-stroke"
REQUESTED, ACKNOWLEDGED, COMPLETED = TransferState


@pytest.fixture
def coordinator(sign_in: SignIn) -> httpx.AsyncClient:
    return sign_in("coordinator")


async def _found(coordinator: httpx.AsyncClient, **body: Any) -> list[str]:
    response = await coordinator.post("/transfers/$search", json=body)
    assert response.status_code == 200, response.text
    return [transfer["id"] for transfer in response.json()["transfers"]]


async def _waiting(session: AsyncSession, client: httpx.AsyncClient, bodies: Bodies, **changes: Any) -> str:
    """The id of a new transfer of a new consult, a minute later."""
    clock.advance(timedelta(minutes=1))
    return await add_transfer(session, await bodies.create(client, STROKE, **changes))


@pytest.mark.req("ENT-29", "ENT-30", "ENT-31", "API-27")
async def test_a_consults_transfers(
    client: httpx.AsyncClient, sign_in: SignIn, bodies: Bodies, session: AsyncSession, noon: datetime
) -> None:
    consult_id = await bodies.create(client, STROKE)
    other_id = await bodies.create(client, STROKE)
    await add_transfer(session, other_id)
    assert (await client.get(f"/consults/{consult_id}/transfers")).json() == []
    hospital = (await session.scalars(select(Facility).where(Facility.code == "lakeshore-general"))).one()
    left = (await session.scalars(select(Facility).where(Facility.code == "alder-creek"))).one()
    names = ("nurse", "coordinator", "neuro", "psych")
    nurse, coordinator, neuro, psych = [(await sign_in(name).get("/me")).json() for name in names]
    transfer_id = await add_transfer(
        session,
        consult_id,
        COMPLETED,
        assignee_id=neuro["id"],
        resolved_by_id=psych["id"],
        preferred_facility_id=hospital.id,
        facility_location_id=left.id,
        accepting_attending_physician="Dr. Wen",
        other_preferred_facility="Mile High",
        preferred_transportation_mode="Ground",
        stroke_level="Level 2",
        accepting_location="ED bay 4",
        consulting_physician="Dr. Basil",
        consulting_contact="Pager 12",
        is_consulting_physician_accepting=False,
    )
    (transfer,) = (await client.get(f"/consults/{consult_id}/transfers")).json()
    author, acknowledged_by, assignee, resolved_by = [
        {name: me[name] for name in ("id", "username", "firstName", "lastName")}
        for me in (nurse, coordinator, neuro, psych)
    ]
    assert transfer == {
        "id": transfer_id,
        "consultId": consult_id,
        "author": author,
        "createdAt": "2026-03-04T12:00:00Z",
        "state": "completed",
        "assignee": assignee,
        "acknowledgedAt": "2026-03-04T12:01:00Z",
        "acknowledgedBy": acknowledged_by,
        "resolvedAt": "2026-03-04T12:02:00Z",
        "resolvedBy": resolved_by,
        "closedAt": None,
        "closedBy": None,
        "closedReason": None,
        "referringPhysician": "Dr. Imani Rowan",
        "referringLocationNumber": "(555) 010-0142",
        "preferredFacility": next(place for place in nurse["preferredFacilities"] if place["id"] == hospital.id),
        "facilityLocation": {"id": left.id, "name": left.name},
        "acceptingAttendingPhysician": "Dr. Wen",
        "otherPreferredFacility": "Mile High",
        "preferredTransportationMode": "Ground",
        "strokeLevel": "Level 2",
        "acceptingLocation": "ED bay 4",
        "consultingPhysician": "Dr. Basil",
        "consultingContact": "Pager 12",
        "isConsultingPhysicianAccepting": False,
        "declinedOffers": [],
    }
    assert transfer["preferredFacility"]["facilityInfo"].startswith("Thrombectomy around the clock.")
    assert transfer["preferredFacility"]["fieldFlags"]["requiresAcceptingAttending"] is True
    (other,) = (await client.get(f"/consults/{other_id}/transfers")).json()
    assert (other["preferredTransportationMode"], other["strokeLevel"]) == ("Air", "Level 1")
    filled_in_later = {"assignee", "acknowledgedAt", "acknowledgedBy", "resolvedAt", "resolvedBy"}
    filled_in_later |= {"acceptingAttendingPhysician", "otherPreferredFacility", "acceptingLocation"}
    filled_in_later |= {
        "closedAt",
        "closedBy",
        "closedReason",
        "consultingPhysician",
        "consultingContact",
        "isConsultingPhysicianAccepting",
    }
    assert {name for name, value in other.items() if value is None} == filled_in_later
    hidden = await sign_in("elsewhere").get(f"/consults/{consult_id}/transfers")
    assert (hidden.status_code, hidden.json()["code"]) == (404, "consult_not_found")


@pytest.mark.req("ENT-09", "WL-46", "ENT-03")
async def test_a_consult_has_its_transfer(
    client: httpx.AsyncClient, bodies: Bodies, session: AsyncSession, noon: datetime
) -> None:
    consult_id, other_id = [await bodies.create(client, STROKE) for _ in range(2)]

    async def transfer_fields() -> list[Any]:
        consult = (await client.get(f"/consults/{consult_id}")).json()
        assert consult["FeaturesByServiceLines"] == {"displayServiceType": True, "primaryCheckinOn": True}
        listed = (await client.post("/consults/$search", json={})).json()["consults"]
        cards = (await client.post("/consults/$cards", json={"ids": [consult_id, other_id]})).json()["consults"]
        assert {card["id"]: card["hasTransfer"] for card in listed} == {
            card["id"]: card["hasTransfer"] for card in cards
        }
        of_cards = {card["id"]: card["hasTransfer"] for card in cards}
        assert of_cards[other_id] is False
        return [of_cards[consult_id], consult["hasTransfer"], consult["transfer"]]

    assert await transfer_fields() == [False, False, None]
    transfer_id = await add_transfer(session, consult_id)
    requested = {"id": transfer_id, "state": "requested", "acknowledgedAt": None, "closedReason": None}
    assert await transfer_fields() == [True, True, requested]
    await session.execute(
        text(
            "update transfers set state = 'acknowledged', acknowledged_at = created_at, acknowledged_by_id = author_id,"
            " assignee_id = author_id"
        )
    )
    await session.commit()
    acknowledged = requested | {"state": "acknowledged", "acknowledgedAt": "2026-03-04T12:00:00Z"}
    assert await transfer_fields() == [True, True, acknowledged]
    done = "update transfers set state = 'completed', resolved_at = created_at, resolved_by_id = author_id"
    await session.execute(text(done))
    await session.commit()
    assert await transfer_fields() == [True, True, acknowledged | {"state": "completed"}]
    closed = (
        "update transfers set state = 'acknowledged', resolved_at = null, resolved_by_id = null,"
        " closed_at = created_at, closed_reason = 'consultCancelled'"
    )
    await session.execute(text(closed))
    await session.commit()
    assert await transfer_fields() == [True, True, acknowledged | {"closedReason": "consultCancelled"}]


@pytest.mark.req("API-28", "WL-28", "WL-35")
async def test_the_longest_pending_transfer_is_first_with_the_card_of_its_consult(
    client: httpx.AsyncClient, coordinator: httpx.AsyncClient, bodies: Bodies, session: AsyncSession, noon: datetime
) -> None:
    # The most urgent one is last, as it was asked for last.
    ids = [await bodies.create(client, STROKE, isEmergency=number == 0) for number in range(4)]
    await bodies.create(client, STROKE)
    at = {"created_at": noon + timedelta(hours=1, microseconds=5)}
    acknowledged = await add_transfer(session, ids[0], ACKNOWLEDGED, **at)
    requested = await add_transfer(session, ids[1])
    later = await add_transfer(session, ids[2], created_at=noon + timedelta(minutes=10))
    done = await add_transfer(session, ids[3], COMPLETED, created_at=noon + timedelta(minutes=5))
    assert await _found(coordinator) == [requested, later, acknowledged]
    assert await _found(coordinator, filter={"state": "completed"}) == [done]
    assert await _found(coordinator, filter={"state": "all"}) == [requested, done, later, acknowledged]
    assert (await coordinator.post("/transfers/$search", json={"filter": {"state": "cancelled"}})).status_code == 400
    found = (await coordinator.post("/transfers/$search", json={})).json()
    assert found == TransferSearchResponse.model_validate(found).model_dump(mode="json")
    cards = (await client.post("/consults/$cards", json={"ids": ids})).json()["consults"]
    assert found["transfers"][2] == {
        "id": acknowledged,
        "state": "acknowledged",
        "createdAt": "2026-03-04T13:00:00.000005Z",
        "acknowledgedAt": "2026-03-04T13:01:00.000005Z",
        "closedReason": None,
        "allowedActions": ["completeTransfer"],
        "consult": next(_without_sort_key(card) for card in cards if card["id"] == ids[0]),
    }
    assert found["transfers"][0]["acknowledgedAt"] is None
    assert found["transfers"][0]["consult"]["hasTransfer"] is True


@pytest.mark.req("API-04", "API-05", "API-28", "WL-54")
async def test_pages_of_transfers(
    client: httpx.AsyncClient,
    coordinator: httpx.AsyncClient,
    bodies: Bodies,
    session: AsyncSession,
    statements: list[str],
    noon: datetime,
) -> None:
    waiting = [await _waiting(session, client, bodies) for _ in range(27)]
    statements.clear()
    first = (await coordinator.post("/transfers/$search", json={})).json()
    assert len(statements) == 4, "the caller, the page, its cards, the audit entry"
    assert ([found["id"] for found in first["transfers"]], first["hasMore"]) == (waiting[:25], True)
    rest = (await coordinator.post("/transfers/$search", json={"start": 25, "length": 2})).json()
    assert ([found["id"] for found in rest["transfers"]], rest["hasMore"]) == (waiting[25:], False)
    assert await _found(coordinator, start=27) == []
    assert await _found(coordinator, length=5000) == waiting
    for bad in ({"length": 0}, {"start": -1}, {"start": 10_001}, {"sort": "oldestFirst"}, {"filter": {"colour": 1}}):
        assert (await coordinator.post("/transfers/$search", json=bad)).status_code == 400, bad


@pytest.mark.req("API-28", "WL-24", "WL-25", "WL-51")
async def test_the_worklists_filter_limits_and_sorts_transfers(
    client: httpx.AsyncClient, coordinator: httpx.AsyncClient, bodies: Bodies, session: AsyncSession, noon: datetime
) -> None:
    body = await bodies.request(client, STROKE)
    plain = await _waiting(session, client, bodies)
    patient = body["Patient"] | {"nameGiven": "Zoltán", "nameFamily": "Birch"}
    emergency = await _waiting(session, client, bodies, Patient=patient, isEmergency=True)
    both = [plain, emergency]
    acute = await add_transfer(session, await bodies.create(client, "acute-stroke"), created_at=noon)
    await session.execute(text("update transfers set sort_rank = null where service_line_id = 5"))
    await session.commit()
    for sort, expected in {
        "oldestFirst": [acute, plain, emergency],
        "newestFirst": [emergency, plain, acute],
        "priorityHighToLow": [emergency, plain, acute],
        "priorityLowToHigh": [plain, emergency, acute],
    }.items():
        assert await _found(coordinator, filter={"sort": sort}) == expected, sort
    location, line = body["Encounter"]["locationId"], body["serviceLineId"]
    assert await _found(coordinator, filter={"serviceLines": [line]}) == both
    assert await _found(coordinator, filter={"serviceLines": [5, line]}) == [acute, *both]
    assert set(both) <= set(await _found(coordinator, filter={"locations": [location]}))
    assert await _found(coordinator, filter={"locations": [2**31 - 1]}) == []
    assert await _found(coordinator, filter={"searchString": "  zoltan BIR "}) == [emergency]
    assert await _found(coordinator, filter={"searchString": "   "}) == [acute, *both]
    assert await _found(coordinator, filter={"searchString": "ary"}) == []
    assert await _found(coordinator, filter={"searchString": "& | !"}) == []
    filters: dict[str, Any] = {
        "sort": "newestFirst",
        "serviceLines": [line],
        "locations": [1, location],
        "state": "pending",
    }
    filters |= {"searchString": "birch", "usingFavorites": True, "count": 4}
    assert await _found(coordinator, filter=filters) == [emergency]
    assert await _found(coordinator, filter=filters | {"usingFavorites": False, "count": 0}) == [emergency]
    await session.execute(text("update transfers set sort_rank = null"))
    await session.commit()
    for sort in ("priorityHighToLow", "priorityLowToHigh"):
        assert await _found(coordinator, filter={"sort": sort}) == [acute, plain, emergency], sort


async def test_reading_the_list_is_audited(
    client: httpx.AsyncClient, coordinator: httpx.AsyncClient, bodies: Bodies, session: AsyncSession, noon: datetime
) -> None:
    consult_ids = [await bodies.create(client, STROKE) for _ in range(2)]
    await add_transfer(session, consult_ids[0])
    await coordinator.post("/transfers/$search", json={})
    latest = "select action, status, consult_ids, cardinality(patient_ids) from audit_entries order by id desc limit 1"
    ((action, status, found, patients),) = await session.execute(text(latest))
    assert (action, status, [str(key) for key in found], patients) == ("searchTransfers", 200, [consult_ids[0]], 1)


SOON = datetime.fromisoformat("2026-03-04T12:01:00Z")
IMPOSSIBLE: tuple[dict[str, Any], ...] = (
    {"state": "cancelled"},
    {"state": "acknowledged"},
    {"acknowledged_at": SOON, "acknowledged_by_id": 1},
    {"state": "acknowledged", "acknowledged_at": SOON, "acknowledged_by_id": None, "assignee_id": 1},
    {"state": "acknowledged", "acknowledged_at": SOON, "acknowledged_by_id": 1},
    {"state": "completed", "acknowledged_at": SOON, "acknowledged_by_id": 1, "assignee_id": 1},
    {"resolved_by_id": 1},
    {"preferred_transportation_mode": "Sea"},
    {"stroke_level": "Level 3"},
    {"referring_physician": ""},
    {"referring_location_number": "555"},
    {"consulting_contact": "x" * 256},
    {"closed_at": SOON},
    {"closed_reason": "consultCancelled"},
    {"closed_by_id": 1},
    {"closed_at": SOON, "closed_reason": "patientImproved"},
)


@pytest.mark.req("TRF-16")
async def test_the_table_accepts_no_impossible_transfer_and_one_per_consult(
    client: httpx.AsyncClient, bodies: Bodies, session: AsyncSession
) -> None:
    consult_id = await bodies.create(client, STROKE)
    for changes in IMPOSSIBLE:
        with pytest.raises(IntegrityError, match="ck_transfers_"):
            async with session.begin_nested():
                await add_transfer(session, consult_id, **changes)
    with pytest.raises(IntegrityError, match="ck_transfers_closed_state"):
        async with session.begin_nested():
            await add_transfer(session, consult_id, COMPLETED, closed_at=SOON, closed_reason="consultCancelled")
    await add_transfer(session, consult_id)
    with pytest.raises(IntegrityError, match="uq_transfers_consult_id"):
        await add_transfer(session, consult_id)
    await session.rollback()


IMPOSSIBLE_OFFERS: tuple[dict[str, Any], ...] = (
    {"number": 0},
    {"reason": ""},
    {"reason": "x" * 256},
    {"accepting_attending_physician": ""},
    {"other_preferred_facility": "x" * 256},
    {"preferred_transportation_mode": "Sea"},
)


async def test_the_table_accepts_no_impossible_declined_offer_and_each_number_once(
    client: httpx.AsyncClient, bodies: Bodies, session: AsyncSession, noon: datetime
) -> None:
    transfer_id = await add_transfer(session, await bodies.create(client, STROKE))
    facility = (await session.scalars(select(Facility.id).limit(1))).one()
    offer: dict[str, Any] = {
        "transfer_id": transfer_id,
        "number": 1,
        "preferred_facility_id": facility,
        "facility_location_id": facility,
        "preferred_transportation_mode": "Air",
        "reason": "No bed",
        "declined_at": noon,
        "declined_by_id": (await client.get("/me")).json()["id"],
    }
    await session.execute(insert(DeclinedOffer).values(offer))
    for changes in IMPOSSIBLE_OFFERS:
        with pytest.raises(IntegrityError, match="ck_declined_offers_"):
            async with session.begin_nested():
                await session.execute(insert(DeclinedOffer).values({**offer, "number": 2, **changes}))
    with pytest.raises(IntegrityError, match="pk_declined_offers"):
        await session.execute(insert(DeclinedOffer).values(offer))
    await session.rollback()


def _without_sort_key(card: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in card.items() if name != "sortKey"}
