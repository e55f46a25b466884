"""Reading consults: who may, the list and its filters, and a bounded number of statements."""

from datetime import datetime, timedelta
from typing import Any

import httpx
import pytest
from bodies import Bodies
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from conftest import NOON, CheckIn, SignIn
from wardline.consult_views.schemas import CardsResponse, SearchResponse
from wardline.consults.schemas import MAX_PAGE_LENGTH
from wardline.core import clock


async def _ids(client: httpx.AsyncClient, **body: object) -> list[str]:
    response = await client.post("/consults/$search", json=body)
    assert response.status_code == 200, response.text
    return [consult["id"] for consult in response.json()["consults"]]


@pytest.mark.req("API-06", "API-14", "API-25", "API-26", "PERM-07")
async def test_unknown_and_foreign_consults_are_not_found(
    client: httpx.AsyncClient, sign_in: SignIn, check_in: CheckIn, bodies: Bodies
) -> None:
    """Users of another organization, and users on call in this one for another line."""
    consult_id = await bodies.create(client)
    other_id = await bodies.create(client)
    for found_id in (consult_id, other_id):
        found = await client.get(f"/consults/{found_id}")
        assert (found.status_code, found.json()["id"]) == (200, found_id)
    unknown = await client.get("/consults/00000000-0000-4000-8000-000000000000")
    assert (unknown.status_code, set(unknown.json())) == (404, {"code", "message", "errors"})
    neuro = await check_in("neuro", line="tele-neuro")
    assert (await neuro.get(f"/consults/{consult_id}")).json() == unknown.json()
    assert (await client.get("/consults/not-an-id")).status_code == 400
    elsewhere = sign_in("elsewhere")
    for path in ("", "/updates"):
        assert (await elsewhere.get(f"/consults/{consult_id}{path}")).status_code == 404
    assert (await elsewhere.post("/consults/$cards", json={"ids": [consult_id]})).status_code == 404
    assert (await elsewhere.post(f"/consults/{consult_id}/updates", json={"message": "Hello"})).status_code == 404


@pytest.mark.req("API-19", "API-04", "API-05", "WL-54")
async def test_pages(client: httpx.AsyncClient, bodies: Bodies) -> None:
    created = [await bodies.create(client) for _ in range(27)]
    first = (await client.post("/consults/$search", json={"sort": "newestFirst"})).json()
    assert set(first) == {"consults", "hasMore", "next"}
    assert (len(first["consults"]), first["hasMore"]) == (25, True)
    rest = (await client.post("/consults/$search", json={"sort": "newestFirst", "start": 25, "length": 2})).json()
    assert [consult["id"] for consult in first["consults"] + rest["consults"]] == created[::-1]
    assert rest["hasMore"] is False
    assert await _ids(client, filter={"state": "completed"}) == []


@pytest.mark.req("API-04", "API-19")
async def test_length_is_capped_at_100_and_start_is_bounded(
    client: httpx.AsyncClient, bodies: Bodies, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert MAX_PAGE_LENGTH == 100
    monkeypatch.setattr("wardline.consults.list_query.MAX_PAGE_LENGTH", 1)
    for _ in range(2):
        await bodies.create(client)
    cut = (await client.post("/consults/$search", json={"length": 5000})).json()
    assert (len(cut["consults"]), cut["hasMore"]) == (1, True)
    assert (await client.post("/consults/$search", json={"start": 10_000})).json()["consults"] == []
    for bad in ({"length": 0}, {"length": "25"}, {"start": -1}, {"start": 10_001}, {"start": True}):
        assert (await client.post("/consults/$search", json=bad)).status_code == 400


@pytest.mark.parametrize(
    "body",
    [
        {"filter": {"color": "red"}},
        {"filter": {"state": "open"}},
        {"filter": {"sort": "oldestFirst"}},
        {"sort": "random"},
        {"limit": 3},
    ],
)
@pytest.mark.req("API-20")
async def test_unknown_filters_and_sorts_are_refused(client: httpx.AsyncClient, body: dict[str, object]) -> None:
    assert (await client.post("/consults/$search", json=body)).status_code == 400


@pytest.mark.req("API-20", "WL-52")
async def test_the_filter_may_include_its_displayed_parts(client: httpx.AsyncClient, bodies: Bodies) -> None:
    created = await bodies.create(client)
    assert await _ids(client, filter={"usingFavorites": True, "count": 3}) == [created]
    for state, found in (
        ("all", [created]),
        ("new", [created]),
        ("pending", [created]),
        ("completed", []),
        ("cancelled", []),
    ):
        assert await _ids(client, filter={"state": state}) == found
    for bad in ({"usingFavorites": "yes"}, {"count": -1}, {"count": 1.5}):
        assert (await client.post("/consults/$search", json={"filter": bad})).status_code == 400


@pytest.mark.req("API-19", "API-20", "WL-52")
async def test_filters_of_lines_and_of_locations_limit_the_list(client: httpx.AsyncClient, bodies: Bodies) -> None:
    units = {unit["displayName"]: unit["id"] for unit in (await client.get("/locations/me")).json()}
    ward = units["Lakeshore General - Behavioral Health"]
    psych, stroke = await bodies.create(client), await bodies.create(client, "tele-stroke")
    on_ward = await bodies.create(client, Encounter={"locationId": ward})
    (of_psych, unit), (of_stroke, same) = [
        (consult["serviceLineId"], consult["Encounter"]["locationId"])
        for consult in [(await client.get(f"/consults/{consult_id}")).json() for consult_id in (psych, stroke)]
    ]
    assert unit == same != ward
    for chosen, expected in (
        ({"serviceLines": [of_psych]}, {psych, on_ward}),
        ({"serviceLines": [of_psych, of_stroke]}, {psych, stroke, on_ward}),
        ({"locations": [ward]}, {on_ward}),
        ({"locations": [unit]}, {psych, stroke}),
        ({"serviceLines": [of_psych], "locations": [unit]}, {psych}),
        ({"serviceLines": [of_stroke], "locations": [ward]}, set[str]()),
    ):
        assert set(await _ids(client, filter=chosen)) == expected, chosen


@pytest.mark.req("WL-31", "WL-32", "WL-33", "WL-34", "ENT-49")
async def test_state_filters(
    client: httpx.AsyncClient, check_in: CheckIn, bodies: Bodies, session: AsyncSession
) -> None:
    new, acknowledged, completed, cancelled, discharged = [await bodies.create(client) for _ in range(5)]
    psych = await check_in("psych", line="tele-psych")
    await psych.post(f"/consults/{acknowledged}/acknowledge")
    await psych.post(f"/consults/{completed}/complete", json={"completeType": "video"})
    await client.post(f"/consults/{cancelled}/complete?cancel=true", json={"cancellationReason": "Twice"})
    left = (await psych.post(f"/consults/{discharged}/acknowledge")).json()
    await psych.post(f"/otg/{left['Encounter']['id']}/$discharge")

    async def found(state: str) -> set[str]:
        return set(await _ids(client, filter={"state": state}))

    assert await found("pending") == await found("new") == {new, acknowledged}
    assert await found("completed") == {completed, discharged}
    assert await found("cancelled") == {cancelled}
    assert await found("all") == {new, acknowledged, completed, cancelled, discharged}
    await session.execute(text("update consults set state = 'cancelled' where complete_type = 'cancelled'"))
    await session.commit()
    assert await found("cancelled") == {cancelled}
    await session.execute(text("update consults set complete_type = null where state = 'cancelled'"))
    await session.commit()
    assert await found("cancelled") == {cancelled}


@pytest.mark.req("API-19", "WL-24", "WL-26")
async def test_sorts(client: httpx.AsyncClient, bodies: Bodies, noon: datetime) -> None:
    psych = await bodies.create(client)
    clock.advance(timedelta(minutes=1))
    stroke = await bodies.create(client, "tele-stroke")
    clock.advance(timedelta(minutes=1))
    emergency = await bodies.create(client, "tele-stroke", isEmergency=True, TeleStrokeConsultDetail={})
    clock.advance(timedelta(minutes=1))
    later_stroke = await bodies.create(client, "tele-stroke")
    assert await _ids(client) == [emergency, stroke, later_stroke, psych]
    assert await _ids(client, sort="priorityHighToLow") == [emergency, stroke, later_stroke, psych]
    assert await _ids(client, sort="priorityLowToHigh") == [psych, stroke, later_stroke, emergency]
    assert await _ids(client, sort="oldestFirst") == [psych, stroke, emergency, later_stroke]
    assert await _ids(client, sort="newestFirst") == [later_stroke, emergency, stroke, psych]


@pytest.mark.req("WL-24", "WL-25", "API-19")
async def test_of_one_rank_the_older_comes_first_and_of_one_moment_the_lower_id(
    client: httpx.AsyncClient, bodies: Bodies, noon: datetime
) -> None:
    later = NOON + timedelta(minutes=5)
    with clock.clock_at(later):
        at_once = sorted([await bodies.create(client) for _ in range(4)])
        stroke = await bodies.create(client, "tele-stroke")
    older = await bodies.create(client)
    assert await _ids(client, sort="priorityLowToHigh") == [older, *at_once, stroke]
    assert await _ids(client, sort="priorityHighToLow") == [stroke, older, *at_once]


@pytest.mark.req("CONST-13", "FSTROKE-39", "BENT-04")
async def test_a_stroke_follow_up_waits_behind_strokes_and_before_the_routine(
    client: httpx.AsyncClient, bodies: Bodies, session: AsyncSession
) -> None:
    psych = await bodies.create(client)
    follow_up = await bodies.create(
        client, "acute-stroke", AcuteStrokeConsultDetail={"isAcute": False}, reason="Day two after thrombolysis"
    )
    acute = await bodies.create(client, "acute-stroke")
    found = await client.post("/consults/$search", json={"sort": "priorityHighToLow"})
    named = [(card["id"], card["priorityId"], card["priority"]["name"]) for card in found.json()["consults"]]
    assert named == [(acute, 3, "critical"), (follow_up, 2, "urgent"), (psych, 3, "routine")]
    consult = (await client.get(f"/consults/{follow_up}")).json()
    assert consult["reason"] == "Day two after thrombolysis"
    assert "callReason" not in consult["AcuteStrokeConsultDetail"]
    stored = text("select detail from consults where id = cast(:id as uuid)").bindparams(id=follow_up)
    assert (await session.scalars(stored)).one().keys() == consult["AcuteStrokeConsultDetail"].keys()


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("mary", True),
        ("  OCONNOR ", True),
        ("o'con", True),
        ("diaz ann", True),
        ("   ", True),
        ("Díaz", True),
        ("ary", False),
        ("mary jones", False),
        ("'; drop table consults; --", False),
        ("& | ! :*", False),
    ],
)
@pytest.mark.req("API-20", "WL-50", "WL-51")
async def test_name_search(client: httpx.AsyncClient, bodies: Bodies, text: str, found: bool) -> None:
    consult_id = await bodies.create(client)
    assert (consult_id in await _ids(client, filter={"searchString": text})) is found


@pytest.mark.parametrize("text", ["lukasz", "ŁUK", "orsted", "annes", "Ørsted-Strauss", "Anne\u2018s"])
@pytest.mark.req("WL-50", "API-20")
async def test_letters_that_unicode_does_not_decompose(client: httpx.AsyncClient, bodies: Bodies, text: str) -> None:
    body = await bodies.request(client)
    body["Patient"] |= {"nameGiven": "Łukasz Anne\u2019s", "nameFamily": "Ørsted-Strauß"}
    consult_id = (await client.post("/consults", json=body)).json()["id"]
    assert await _ids(client, filter={"searchString": text}) == [consult_id]


LONG_NAMES = ["\u3316" * 255, "\ufdfa" * 255, "x" * 255, " ".join(map(chr, range(0x20000, 0x20000 + 127)))]


@pytest.mark.parametrize("text", LONG_NAMES)
@pytest.mark.req("API-20", "WL-50")
async def test_a_search_that_grows_gets_results(client: httpx.AsyncClient, bodies: Bodies, text: str) -> None:
    """Compatibility forms turn one character into eighteen, and some characters take four bytes."""
    body = await bodies.request(client)
    body["Patient"] |= {"nameFamily": text}
    created = await client.post("/consults", json=body)
    assert created.status_code == 201
    assert await _ids(client, filter={"searchString": text}) == [created.json()["id"]]


@pytest.mark.req("API-20", "WL-22", "WL-49", "API-19")
async def test_checking_in_changes_the_list(
    client: httpx.AsyncClient, check_in: CheckIn, sign_in: SignIn, bodies: Bodies
) -> None:
    psych_consult = await bodies.create(client)
    stroke_consult = await bodies.create(client, "tele-stroke")
    neuro_consult = await bodies.create(client, "tele-neuro")
    at = (await bodies.request(client))["Encounter"]["locationId"]
    assert await _ids(sign_in("psych")) == []
    assert await _ids(sign_in("psych"), filter={"locations": [at]}) == [psych_consult]
    assert await _ids(sign_in("psych"), filter={"assignedLocationsToggleOn": False}) == [psych_consult]
    psych = await check_in("psych", line="tele-psych")
    assert await _ids(psych) == [psych_consult]
    await psych.post(f"/consults/{psych_consult}/acknowledge")
    await psych.post("/checkout")
    assert await _ids(psych) == [psych_consult]
    neuro = await check_in("neuro", line="tele-stroke")
    assert await _ids(neuro) == [stroke_consult]
    assert set(await _ids(neuro, filter={"assignedLocationsToggleOn": False})) == {stroke_consult, neuro_consult}


@pytest.mark.req("API-19", "WL-22", "PERM-03", "PERM-08", "PERM-09")
async def test_filters_never_widen_access(sign_in: SignIn, bodies: Bodies) -> None:
    nurse = sign_in("nurse")
    body = await bodies.request(nurse)
    await nurse.post("/consults", json=body)
    wide = {
        "assignedLocationsToggleOn": False,
        "locations": [body["Encounter"]["locationId"]],
        "serviceLines": [body["serviceLineId"]],
    }
    assert len(await _ids(nurse, filter=wide)) == 1
    assert await _ids(sign_in("neuro"), filter=wide) == []
    assert await _ids(sign_in("elsewhere"), filter=wide) == []
    assert (await sign_in("nobody").post("/consults/$search", json={})).status_code == 403


async def test_number_of_statements_does_not_grow(
    client: httpx.AsyncClient, bodies: Bodies, statements: list[str]
) -> None:
    await bodies.create(client)
    statements.clear()
    await _ids(client)
    with_one = len(statements)
    for _ in range(10):
        await bodies.create(client)
    statements.clear()
    assert len(await _ids(client)) == 11
    assert len(statements) == with_one == 1, "the page with its cards and its audit entry"


@pytest.mark.req("WL-46", "ENT-10", "ENT-13")
async def test_a_card_has_what_the_list_needs(client: httpx.AsyncClient, bodies: Bodies) -> None:
    consult_id = await bodies.create(client)
    (listed,) = (await client.post("/consults/$search", json={})).json()["consults"]
    assert (await client.post("/consults/$cards", json={"ids": [consult_id]})).json() == {"consults": [listed]}
    assert listed["Patient"]["nameFamily"] == "O'Connor-Díaz"
    assert listed["ServiceLine"]["slug"] == "tele-psych"
    assert listed["location"]["displayName"]
    assert (listed["commentCount"], listed["hasTransfer"]) == (0, False)
    await client.post(f"/consults/{consult_id}/updates", json={"message": "Asks for water."})
    assert (await client.post("/consults/$search", json={})).json()["consults"] == [listed | {"commentCount": 1}]
    assert listed["location"]["timeZone"]
    assert listed["completedById"] is None
    await client.post(f"/consults/{consult_id}/complete?cancel=true", json={"cancellationReason": "Twice"})
    (closed,) = (await client.post("/consults/$cards", json={"ids": [consult_id]})).json()["consults"]
    assert closed["completedById"] == closed["createdById"]


@pytest.mark.req("API-04", "WL-54", "WL-24", "WL-25", "API-19")
@pytest.mark.parametrize("sort", ["priorityHighToLow", "priorityLowToHigh", "oldestFirst", "newestFirst"])
async def test_the_next_page_continues_after_the_previous_one_despite_new_consults(
    client: httpx.AsyncClient, bodies: Bodies, noon: datetime, sort: str
) -> None:
    """They have one time, so that only their ids order those of one line."""
    for line in ("tele-psych", "tele-stroke", "tele-psych", "tele-stroke", "tele-psych"):
        await bodies.create(client, line)
    all_ids = await _ids(client, sort=sort)
    shown: list[str] = []
    page: dict[str, Any] = {"next": None}
    while not set(all_ids) <= set(shown):
        body = {"sort": sort, "length": 2, "after": page["next"]}
        page = (await client.post("/consults/$search", json=body)).json()
        shown += [consult["id"] for consult in page["consults"]]
        assert len(set(shown)) == len(shown)
        assert page["hasMore"] is (page["next"] is not None)
        await bodies.create(client, "tele-psych")
    assert [consult_id for consult_id in shown if consult_id in all_ids] == all_ids


@pytest.mark.parametrize("after", ["", "x", "f" * 58, "A" * 58, "00 " * 29, "\u00e9" * 58, 5, {}, ["A"]])
@pytest.mark.req("API-06")
async def test_an_invalid_page_key_is_refused(client: httpx.AsyncClient, after: object) -> None:
    response = await client.post("/consults/$search", json={"after": after})
    assert (response.status_code, [error["field"] for error in response.json()["errors"]]) == (400, ["after"])


@pytest.mark.req("API-06")
async def test_the_end_of_a_page_belongs_to_its_order_and_replaces_start(
    client: httpx.AsyncClient, bodies: Bodies
) -> None:
    for _ in range(2):
        await bodies.create(client)
    found = (await client.post("/consults/$search", json={"sort": "oldestFirst", "length": 1})).json()["next"]
    for body in ({"sort": "newestFirst"}, {}, {"sort": "oldestFirst", "start": 1}):
        response = await client.post("/consults/$search", json=body | {"after": found})
        assert (response.status_code, response.json()["errors"][0]["field"]) == (400, "after"), body
    alright = await client.post("/consults/$search", json={"sort": "oldestFirst", "start": 0, "after": found})
    assert (len(alright.json()["consults"]), alright.json()["next"]) == (1, None)


@pytest.mark.req("API-05", "API-19")
async def test_a_list_matches_the_contract(
    client: httpx.AsyncClient, check_in: CheckIn, bodies: Bodies, session: AsyncSession
) -> None:
    """It is sent without the validation that other responses get."""
    waiting, closed = [await bodies.create(client) for _ in range(2)]
    psych = await check_in("psych", line="tele-psych")
    await psych.post(f"/consults/{closed}/acknowledge")
    await psych.post(f"/consults/{closed}/complete", json={"completeType": "video"})
    await session.execute(text("update patients set gender = null"))
    found = await client.post("/consults/$search", json={"length": 1, "filter": {"state": "all"}})
    assert found.json() == SearchResponse.model_validate(found.json()).model_dump(mode="json")
    cards = await client.post("/consults/$cards", json={"ids": [waiting, closed]})
    assert cards.json() == CardsResponse.model_validate(cards.json()).model_dump(mode="json")
    assert {card["acknowledgedAt"] is None for card in cards.json()["consults"]} == {True, False}
    assert found.headers["content-type"] == "application/json"
