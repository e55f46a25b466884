"""The number given at check-in is called although nobody has verified it, and proves nothing."""

from datetime import timedelta

import httpx
import pytest
from bodies import Bodies

from conftest import CheckIn
from wardline.paging.tests.edge import Edge
from wardline.paging.tests.watched import Watched, have_contacts, proof_of

pytestmark = [pytest.mark.usefixtures("noon"), pytest.mark.check_in_numbers]

GIVEN = "(555) 010-0199"
CELL, DESK = "(555) 010-0161", "(555) 010-0162"


async def test_it_is_called_at_once_if_there_is_no_verified_contact_and_nobody_counts_as_reached(
    client: httpx.AsyncClient, check_in: CheckIn, bodies: Bodies, watched: Watched, edge: Edge
) -> None:
    await check_in("neuro", line="tele-stroke")
    consult_id = await bodies.create(client, "tele-stroke")
    await watched.look()
    await edge.deliver()
    assert [number for number, _ in edge.calls] == [GIVEN]
    words = await edge.answer()
    assert "Critical: New Consult, Tele-Stroke" in words
    assert "please ignore this call" in words
    assert not edge.is_listening
    proof = await proof_of(client, consult_id)
    (call,) = [notice for notice in proof["people"][0]["notices"] if notice["channel"] == "call"]
    assert (call["isUnverified"], call["contactId"]) == (True, None)
    assert not proof["isAnyoneReached"]


async def test_a_key_pressed_there_counts_for_nothing(
    client: httpx.AsyncClient, check_in: CheckIn, bodies: Bodies, watched: Watched, edge: Edge
) -> None:
    """A stranger may have the number."""
    await check_in("neuro", line="tele-stroke")
    consult_id = await bodies.create(client, "tele-stroke")
    await watched.look()
    await edge.deliver()
    assert [await edge.press(key) for key in ("1", "2", "9")] == ["", "", ""]
    proof = await proof_of(client, consult_id)
    assert (proof["endedAt"], proof["people"][0]["heardAt"]) == (None, None)


async def test_it_comes_a_minute_after_the_last_verified_contact(
    client: httpx.AsyncClient, check_in: CheckIn, bodies: Bodies, watched: Watched, edge: Edge
) -> None:
    await check_in("neuro", line="tele-stroke")
    await have_contacts(watched, "neuro", ("text", CELL, 0), ("call", DESK, 60))
    await bodies.create(client, "tele-stroke")
    called = []
    for minutes in (0, 1, 1):
        await watched.look(after=timedelta(minutes=minutes))
        await edge.deliver()
        called.append([number for number, _ in edge.calls])
    assert called == [[], [DESK], [DESK, GIVEN]]


async def test_a_number_that_is_verified_is_called_once_and_its_keys_count(
    client: httpx.AsyncClient, check_in: CheckIn, bodies: Bodies, watched: Watched, edge: Edge
) -> None:
    await check_in("neuro", line="tele-stroke")
    await have_contacts(watched, "neuro", ("call", GIVEN, 0))
    consult_id = await bodies.create(client, "tele-stroke")
    for minutes in (0, 1):
        await watched.look(after=timedelta(minutes=minutes))
        await edge.deliver()
    assert [number for number, _ in edge.calls] == [GIVEN]
    assert "acknowledged" in await edge.press("1")
    assert (await proof_of(client, consult_id))["endReason"] == "acknowledged"
