"""Many users who write one note at once: one holds the lock, and the signed content is what its signer sent."""

import asyncio
import random
from collections import Counter
from typing import Any
from uuid import uuid4

import httpx
import pytest
from bodies import Bodies
from fastapi import FastAPI
from sqlalchemy import text
from stroke_notes import STROKE_NOTE

from wardline.core.db.database import Database
from wardline.core.text.rich_text import of_lines
from wardline.fax.registry import FAX
from wardline.outbox import service as outbox
from wardline.outbox.repository import OutboxRepository
from wardline.signoff import documents, policies

from .conftest import TIMEOUT_SECONDS, a_transaction_is_waiting
from .crowds import GetClient, make_crowd

WRITERS = 12
NOTE = {"docType": "Note"}

pytestmark = pytest.mark.usefixtures("patient")


@pytest.fixture
async def writers(as_user: GetClient, cloned: tuple[str, str]) -> list[httpx.AsyncClient]:
    """Neurologists on call for tele-stroke."""
    return [as_user(name) for name in make_crowd(cloned[1], WRITERS, like="neuro", line="tele-stroke")]


@pytest.mark.req("SIGN-15", "SIGN-19", "BERR-03")
async def test_one_of_many_users_who_open_a_note_simultaneously_gets_the_lock(
    as_user: GetClient, bodies: Bodies, writers: list[httpx.AsyncClient]
) -> None:
    await race(as_user, bodies, writers, rounds=4)


@pytest.mark.soak
async def test_a_thousand_races_for_a_lock(
    as_user: GetClient, bodies: Bodies, writers: list[httpx.AsyncClient]
) -> None:
    await race(as_user, bodies, writers, rounds=1000)


async def race(as_user: GetClient, bodies: Bodies, writers: list[httpx.AsyncClient], *, rounds: int) -> None:
    async with as_user("nurse") as nurse:
        path = f"/consults/{await bodies.create(nurse, 'tele-stroke')}/signoff-note"
    for number in range(rounds):
        responses = await asyncio.gather(*(writer.post(f"{path}/requestLock", json=NOTE) for writer in writers))
        assert Counter(response.status_code for response in responses) == {200: 1, 409: WRITERS - 1}
        holder = next(index for index, response in enumerate(responses) if response.status_code == 200)
        named_holders = {
            response.json()["lockedUser"]["lastName"] for response in responses if response.status_code == 409
        }
        assert named_holders == {responses[holder].json()["lockedUser"]["lastName"]}
        hpi = f"Round {number}"
        body = {**NOTE, "content": {"hpi": hpi}, "releaseLock": True}
        saves = await asyncio.gather(*(writer.post(f"{path}/save", json=body) for writer in writers))
        assert [index for index, response in enumerate(saves) if response.status_code == 200] == [holder]
        (draft,) = saves[holder].json()["documentVersions"]
        assert draft["content"]["hpi"] == of_lines(hpi)
    for writer in writers:
        await writer.aclose()


@pytest.mark.req("SIGN-10", "SIGN-11", "SIGN-24", "BENT-23")
async def test_simultaneous_saves_and_signatures_leave_one_complete_note(
    as_user: GetClient, bodies: Bodies, writers: list[httpx.AsyncClient]
) -> None:
    """One writer whose saves, and whose two signatures, arrive in any order."""
    rng = random.Random(1)  # noqa: S311 - a fixed seed is intentional
    writer, reader = writers[:2]
    async with as_user("nurse") as nurse:
        for _ in range(10):
            path = f"/consults/{await bodies.create(nurse, 'tele-stroke')}"
            window = str(uuid4())
            await writer.post(f"{path}/signoff-note/requestLock", json={**NOTE, "editorId": window})
            calls = [
                *(_save(writer, path, window, number) for number in range(1, 6)),
                *(_sign(writer, path, window, f"Signature {number}") for number in (1, 2)),
            ]
            rng.shuffle(calls)
            responses = await asyncio.gather(*calls)
            signed = [response for response in responses if response.json().get("status") == "Signed"]
            assert len(signed) == 1
            assert {response.status_code for response in responses} <= {200, 409}
            (note,) = (await reader.get(f"{path}/sign-off-notes")).json()
            assert note == signed[0].json()
            (version,) = note["documentVersions"]
            assert version["content"]["hpi"]["lines"][0]["runs"][0]["text"].startswith("Signature")
    for client in writers:
        await client.aclose()


async def _save(writer: httpx.AsyncClient, path: str, window: str, number: int) -> httpx.Response:
    content = {"hpi": f"Draft {number}"}
    body: dict[str, Any] = {**NOTE, "editorId": window, "save": number, "content": content}
    return await writer.post(f"{path}/signoff-note/save", json=body)


async def _sign(writer: httpx.AsyncClient, path: str, window: str, hpi: str) -> httpx.Response:
    body = {
        **NOTE,
        "editorId": window,
        "content": {**STROKE_NOTE, "hpi": hpi, "videoStartTime": "2026-03-04T11:40:00Z"},
    }
    return await writer.post(f"{path}/sign-signoff-note", json=body)


@pytest.mark.req("SIGN-29")
async def test_one_of_many_simultaneous_last_addenda_is_accepted(
    as_user: GetClient,
    bodies: Bodies,
    writers: list[httpx.AsyncClient],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(policies, "ADDENDA_LIMIT", 1)
    async with as_user("nurse") as nurse:
        path = f"/consults/{await bodies.create(nurse, 'tele-stroke')}"
    await writers[0].post(f"{path}/signoff-note/requestLock", json=NOTE)
    call = f"{path}/sign-signoff-note"
    assert (await writers[0].post(call, json={**NOTE, "content": STROKE_NOTE})).status_code == 200
    addendum = {"docType": "Addendum", "content": "Called back."}
    responses = await asyncio.gather(*(writer.post(call, json=addendum) for writer in writers))
    assert Counter(response.status_code for response in responses) == {200: 1, 409: WRITERS - 1}
    (note,) = (await writers[0].get(f"{path}/sign-off-notes")).json()
    assert [version["docType"] for version in note["documentVersions"]] == ["Note", "Addendum"]
    for client in writers:
        await client.aclose()


@pytest.mark.req("SIGN-51")
async def test_a_document_that_fails_for_many_users_at_once_is_recorded_once(
    as_user: GetClient, bodies: Bodies, writers: list[httpx.AsyncClient], monkeypatch: pytest.MonkeyPatch
) -> None:
    async with as_user("nurse") as nurse:
        path = f"/consults/{await bodies.create(nurse, 'tele-stroke')}"
    await writers[0].post(f"{path}/signoff-note/requestLock", json=NOTE)
    signed = await writers[0].post(f"{path}/sign-signoff-note", json={**NOTE, "content": STROKE_NOTE})
    assert signed.status_code == 200
    everyone = asyncio.Barrier(WRITERS)

    async def fail(*_: Any, **__: Any) -> bytes:
        async with asyncio.timeout(TIMEOUT_SECONDS):
            await everyone.wait()
        raise RuntimeError

    monkeypatch.setattr(documents, "typeset", fail)
    responses = await asyncio.gather(*(writer.get(f"{path}/export-sign-off-note") for writer in writers))
    assert Counter(response.status_code for response in responses) == {503: WRITERS}
    entries = (await writers[0].get(f"{path}/updates")).json()
    assert [entry["taskType"] for entry in entries].count("signoff-pdf-error") == 1
    for client in writers:
        await client.aclose()


@pytest.mark.req("SIGN-41")
async def test_a_fax_sent_again_and_the_report_of_its_arrival_do_not_wait_for_each_other(
    committed_app: FastAPI,
    as_user: GetClient,
    bodies: Bodies,
    writers: list[httpx.AsyncClient],
    cloned: tuple[str, str],
) -> None:
    """The user's request locks the consult, then the fax; the callback locks the fax, then writes to the timeline."""
    writer = writers[0]
    async with as_user("nurse") as nurse:
        path = f"/consults/{await bodies.create(nurse, 'tele-stroke')}"
    await writer.post(f"{path}/signoff-note/requestLock", json=NOTE)
    assert (await writer.post(f"{path}/sign-signoff-note", json={**NOTE, "content": STROKE_NOTE})).status_code == 200
    faxed = await writer.post(f"{path}/signoff-note/fax", json={"faxNumber": "(555) 010-0177"})
    version = max(version["version"] for version in faxed.json()["documentVersions"])
    database: Database = committed_app.state.database
    async with database.transaction() as session:
        failed = "update deliveries set state = 'failed', taken_as = 'fax-1', attempt_count = 1 returning id"
        delivery_id = (await session.scalars(text(failed))).one()
        attempt = "insert into delivery_attempts (delivery_id, number, began_at) values (:id, 1, now())"
        await session.execute(text(attempt), {"id": delivery_id})
    async with database.transaction() as session:
        assert await OutboxRepository(session).locked(delivery_id) is not None
        pressed = asyncio.create_task(writer.post(f"{path}/signoff-note/fax/{version}/send-again"))
        await a_transaction_is_waiting(cloned[1])
        assert await outbox.settle(session, [FAX], "fax-1", None)
    response = await pressed
    assert (response.status_code, response.json()["code"]) == (409, "nothing_to_send_again")
    entries = (await writer.get(f"{path}/updates")).json()
    assert [entry["taskType"] for entry in entries].count("signoff-note-fax") == 1
    for client in writers:
        await client.aclose()
