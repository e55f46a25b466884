"""What a call says, and what becomes of the keys that are pressed in it."""

from typing import Any

import httpx
import pytest
from bodies import Bodies
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from conftest import CheckIn
from wardline.paging import phone_answers
from wardline.paging.contents import PageContent, content_of
from wardline.paging.tests.edge import Edge
from wardline.paging.tests.watched import Watched, have_contacts, proof_of

pytestmark = pytest.mark.usefixtures("noon")

DESK = "(555) 010-0162"
NOT_NEEDED = "This no longer needs an answer. Goodbye."


@pytest.fixture
async def called(
    client: httpx.AsyncClient, check_in: CheckIn, bodies: Bodies, watched: Watched, edge: Edge
) -> tuple[httpx.AsyncClient, str]:
    """A specialist who is being called, and the consult."""
    neuro = await check_in("neuro", line="tele-stroke")
    await have_contacts(watched, "neuro", ("call", DESK, 0))
    consult_id = await bodies.create(client, "tele-stroke")
    await watched.look()
    await edge.deliver()
    return neuro, consult_id


@pytest.mark.req("NOTIF-13")
async def test_a_call_repeats_what_it_says_and_any_other_key_ends_it_without_an_answer(
    called: tuple[httpx.AsyncClient, str], client: httpx.AsyncClient, edge: Edge
) -> None:
    words = await edge.answer()
    assert ("Press 1 to acknowledge" in words, edge.is_listening) == (True, True)
    assert [await edge.press(key) for key in ("5", "")] == ["", ""]
    assert (await edge.press("9"), edge.is_listening) == (words, True)
    proof = await proof_of(client, called[1])
    assert (proof["endedAt"], proof["people"][0]["heardAt"]) == (None, None)
    assert ("acknowledged" in await edge.press("1"), edge.is_listening) == (True, False)


@pytest.mark.parametrize("meanwhile", ["someone else acknowledges it", "they are deactivated"])
async def test_a_key_press_that_comes_too_late_by_a_moment_acknowledges_nothing(
    called: tuple[httpx.AsyncClient, str],
    client: httpx.AsyncClient,
    edge: Edge,
    monkeypatch: pytest.MonkeyPatch,
    meanwhile: str,
) -> None:
    """After it was read what they may do, and before the consult is acknowledged for them."""

    async def read_and_lose(session: AsyncSession, delivery_id: int) -> PageContent | None:
        content = await content_of(session, delivery_id)
        await session.execute(text("update consults set acknowledged_at = now(), acknowledged_by_id = created_by_id"))
        return content

    async def nobody(*_: Any) -> None:
        """They are not active anymore."""

    if meanwhile == "they are deactivated":
        monkeypatch.setattr(phone_answers, "load_by_id", nobody)
    else:
        monkeypatch.setattr(phone_answers, "content_of", read_and_lose)
    assert await edge.press("1") == NOT_NEEDED
    assert (await proof_of(client, called[1]))["endedAt"] is None


@pytest.mark.parametrize("end", ["cancellation", "completion"])
async def test_who_picks_up_after_the_end_is_not_told_that_someone_answered(
    called: tuple[httpx.AsyncClient, str], edge: Edge, end: str
) -> None:
    neuro, consult_id = called
    cancelled = {"completeType": "cancelled", "cancellationReason": "Patient discharged"}
    body = cancelled if end == "cancellation" else {"completeType": "video"}
    assert (await neuro.post(f"/consults/{consult_id}/complete", json=body)).is_success
    assert await edge.answer() == NOT_NEEDED
    assert await edge.press("1") == NOT_NEEDED
