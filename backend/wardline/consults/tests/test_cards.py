"""Cards by id, which browsers fetch after live events."""

import httpx
import pytest
from bodies import Bodies

from conftest import SignIn


async def test_many_cards_are_one_statement(
    client: httpx.AsyncClient, sign_in: SignIn, bodies: Bodies, statements: list[str]
) -> None:
    seen = {await bodies.create(client) for _ in range(5)}
    hidden = await bodies.create(sign_in("elsewhere"))
    statements.clear()
    response = await client.post("/consults/$cards", json={"ids": [*seen, hidden]})
    assert {card["id"] for card in response.json()["consults"]} == seen
    assert len(statements) == 1, "the cards with their audit entry"
    too_many = await client.post("/consults/$cards", json={"ids": [hidden] * 101})
    assert (too_many.status_code, too_many.json()["errors"][0]["field"]) == (400, "ids")


@pytest.mark.req("RT-07", "RT-08", "WL-24", "WL-26", "WL-50")
@pytest.mark.parametrize("sort", ["priorityHighToLow", "priorityLowToHigh", "oldestFirst", "newestFirst"])
async def test_cards_by_id_are_those_of_the_list_with_its_filter_and_order(
    client: httpx.AsyncClient, sign_in: SignIn, bodies: Bodies, sort: str
) -> None:
    ids = [await bodies.create(client, line) for line in ("tele-psych", "tele-stroke", "tele-psych")]
    closed = await bodies.create(client)
    await client.post(f"/consults/{closed}/complete?cancel=true", json={"cancellationReason": "Twice"})
    hidden = await bodies.create(sign_in("elsewhere"))
    (line_id,) = {
        found["ServiceLine"]["id"]
        for found in (await client.post("/consults/$search", json={})).json()["consults"]
        if found["ServiceLine"]["slug"] == "tele-stroke"
    }
    for limits, count in (
        ({}, 4),
        ({"state": "new"}, 3),
        ({"state": "cancelled"}, 1),
        ({"serviceLines": [line_id]}, 1),
        ({"searchString": "OConn"}, 4),
        ({"searchString": "nobody"}, 0),
        ({"searchString": "-"}, 0),
    ):
        query = {"filter": limits, "sort": sort}
        listed = (await client.post("/consults/$search", json=query)).json()["consults"]
        cards = (await client.post("/consults/$cards", json=query | {"ids": [hidden, closed, *ids]})).json()["consults"]
        assert sorted(cards, key=lambda card: card["sortKey"]) == listed, limits
        assert len(listed) == count, limits


@pytest.mark.req("PERM-08", "RT-09")
async def test_consults_outside_the_list_are_omitted_and_invisible_ones_are_not_found(
    client: httpx.AsyncClient, sign_in: SignIn, bodies: Bodies
) -> None:
    seen, hidden = await bodies.create(client), await bodies.create(sign_in("elsewhere"))
    completed = {"filter": {"state": "completed"}}
    outside = await client.post("/consults/$cards", json=completed | {"ids": [seen, hidden]})
    assert (outside.status_code, outside.json()) == (200, {"consults": []})
    assert (await client.post("/consults/$cards", json=completed | {"ids": [hidden]})).status_code == 404
