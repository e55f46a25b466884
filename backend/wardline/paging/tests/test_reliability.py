"""What others' smoke tests expect of paging: gaps, delays, standstills, and providers that repeat and reorder.

The names in the docstrings are those of GoAlert's smoke tests.
"""

import random
from datetime import timedelta

import httpx
import pytest
from bodies import Bodies
from sqlalchemy import text

from conftest import CheckIn
from wardline.core import clock
from wardline.paging.tests.edge import Edge
from wardline.paging.tests.watched import BACKUP_NUMBER, Watched, have_contacts, pages_of, proof_of
from wardline.telephony.contract import TEXT, CallAnswered, KeyPressed, PhoneEvent, PhoneOutcome, TextReceived

pytestmark = pytest.mark.usefixtures("noon")

CELL, DESK = "(555) 010-0161", "(555) 010-0162"
MINUTE = timedelta(minutes=1)
ALL, ESCALATION, COORDINATORS = "allNotifications", "escalationOnly", "coordinators"


async def _look_and_send(watched: Watched, edge: Edge, minutes: int) -> None:
    """Let so many minutes pass, and what is due in each of them be sent."""
    for _ in range(minutes):
        await watched.look(after=MINUTE)
        await edge.deliver()


async def _sent_at(watched: Watched) -> list[tuple[str, int]]:
    """The channel and the minutes since noon of each notice that was accepted, in order."""
    rows = await watched.rows(
        "select notices.channel, extract(epoch from accepted_at - '2026-03-04 12:00Z') / 60"
        " from notices join delivery_attempts using (delivery_id) where accepted_at is not null"
        " order by accepted_at, notices.id"
    )
    return [(channel, int(minutes)) for channel, minutes in rows]


@pytest.mark.req("NOTIF-13")
async def test_a_step_in_the_middle_without_anyone_is_no_pause(
    client: httpx.AsyncClient, check_in: CheckIn, bodies: Bodies, watched: Watched
) -> None:
    """escalationgap"""
    await check_in("neuro", line="tele-stroke")
    consult_id = await bodies.create(client, "tele-stroke")
    for _ in range(7):
        await watched.look()
        await watched.look(after=MINUTE)
    assert [(at, who) for at, who, _, _ in await watched.notices()] == [
        (0, "neuro"),
        (3, "coordinator"),
        *[(minute, who) for minute in (5, 7) for who in ("neuro", "coordinator")],
    ]
    (skipped,) = (await proof_of(client, consult_id))["skipped"]
    assert (skipped["targets"], skipped["reason"], skipped["at"]) == ([ESCALATION], "nobody", "2026-03-04T12:03:00Z")


@pytest.mark.req("NOTIF-13")
async def test_a_persons_own_delays_go_on_when_the_steps_are_over(
    client: httpx.AsyncClient, check_in: CheckIn, bodies: Bodies, watched: Watched, edge: Edge
) -> None:
    """postcyclerules, multistepnotification"""
    await check_in("neuro", line="tele-stroke")
    await have_contacts(watched, "neuro", ("text", CELL, 0), ("call", DESK, 300))
    await have_contacts(watched, "coordinator")
    await bodies.create(client, "tele-stroke")
    await watched.look()
    await edge.deliver()
    await _look_and_send(watched, edge, 30)
    sent = await _sent_at(watched)
    pages, backups = [0, 5, 7, 9, 11], [13, 18, 23, 28]
    assert [minute for channel, minute in sent if channel == "text"] == pages
    assert [minute for channel, minute in sent if channel == "call"] == sorted(
        [*backups, *[each + 5 for each in pages]]
    )
    assert [number for number, _ in edge.calls].count(BACKUP_NUMBER) == len(backups)


@pytest.mark.req("NOTIF-13")
async def test_after_a_standstill_each_contact_is_told_once(
    client: httpx.AsyncClient, check_in: CheckIn, bodies: Bodies, watched: Watched, edge: Edge
) -> None:
    """dedupnotifications: two calls and a step have become due in the meantime."""
    await check_in("neuro", line="tele-stroke")
    await have_contacts(watched, "neuro", ("text", CELL, 0), ("call", DESK, 300))
    await have_contacts(watched, "coordinator")
    consult_id = await bodies.create(client, "tele-stroke")
    await watched.look()
    await edge.deliver()
    await _look_and_send(watched, edge, 7)
    before = await _sent_at(watched)
    assert sorted(before) == [("call", 5), ("text", 0), ("text", 5), ("text", 7)]
    await watched.look(after=6 * MINUTE)
    await edge.deliver()
    assert sorted((await _sent_at(watched))[len(before) :]) == [("call", 13), ("text", 13)]
    withdrawn = await watched.rows("select channel, position from notices where withdrawn_at is not null")
    assert withdrawn == [("call", 3)]
    sent = [notice["sentAt"] for notice in (await proof_of(client, consult_id))["people"][0]["notices"]]
    assert sent.count(None) == 1, "one that is not due yet"


@pytest.mark.req("NOTIF-13")
async def test_everyone_checks_out_at_once(
    client: httpx.AsyncClient, check_in: CheckIn, bodies: Bodies, watched: Watched
) -> None:
    specialists = [
        await check_in("neuro", line="tele-stroke"),
        await check_in("neuro2", line="tele-stroke", primary=False),
    ]
    await bodies.create(client, "tele-stroke")
    await watched.look()
    for specialist in specialists:
        assert (await specialist.post("/checkout")).is_success
    for _ in range(20):
        await watched.look(after=MINUTE)
    assert [(at, who) for at, who, _, _ in await watched.notices()] == [
        (0, "neuro"),
        (1, "coordinator"),
        *[(minute, who) for minute in (3, 8, 13, 18) for who in ("coordinator", BACKUP_NUMBER)],
    ]


@pytest.mark.req("NOTIF-13")
async def test_everything_begins_anew_for_somebody_who_comes_once_the_backup_number_was_called(
    client: httpx.AsyncClient, check_in: CheckIn, bodies: Bodies, watched: Watched
) -> None:
    """Whoever comes is paged again and again, and the backup number is left alone until nobody has answered."""
    consult_id = await bodies.create(client, "tele-stroke")
    for _ in range(4):
        await watched.look(after=MINUTE)
    assert [(at, who) for at, who, _, _ in await watched.notices()] == [
        (1, "coordinator"),
        (3, "coordinator"),
        (3, BACKUP_NUMBER),
    ]
    await check_in("neuro", line="tele-stroke")
    await watched.look()
    assert (await proof_of(client, consult_id))["nextAt"] == "2026-03-04T12:07:00Z"
    for _ in range(20):
        await watched.look(after=MINUTE)
    assert [(at, who) for at, who, _, _ in await watched.since(3)] == [
        (4, "neuro"),
        (7, "coordinator"),
        *[(minute, who) for minute in (9, 11, 13, 15) for who in ("neuro", "coordinator")],
        (17, BACKUP_NUMBER),
        (22, BACKUP_NUMBER),
    ]


@pytest.mark.req("NOTIF-13")
async def test_whoever_replies_stop_gets_no_more_texts_until_they_reply_start(
    client: httpx.AsyncClient, check_in: CheckIn, bodies: Bodies, watched: Watched, edge: Edge
) -> None:
    """stopstart: also what is stored and waits for its time is not sent."""
    await check_in("neuro", line="tele-stroke")
    await have_contacts(watched, "neuro", ("text", CELL, 60))
    await have_contacts(watched, "coordinator")
    consult_id = await bodies.create(client, "tele-stroke")
    await watched.look()
    await edge.report(TextReceived("in-1", CELL, "STOP"))
    await _look_and_send(watched, edge, 6)
    assert edge.texts == []
    notices = (await proof_of(client, consult_id))["people"][0]["notices"]
    assert [(each["channel"], each["reason"]) for each in notices] == [
        ("screen", None),
        ("text", "contact removed"),
    ]
    await edge.report(TextReceived("in-2", CELL, "START"))
    await _look_and_send(watched, edge, 2)
    assert [number for number, _ in edge.texts] == [CELL]


@pytest.mark.req("NOTIF-13")
@pytest.mark.parametrize("words", ["1", "ACK", "a 1", "Acknowledge", "YES"])
async def test_a_reply_to_a_text_answers_for_nobody(
    client: httpx.AsyncClient, check_in: CheckIn, bodies: Bodies, watched: Watched, edge: Edge, words: str
) -> None:
    """twiliosmsack, replycode, replylast: a text proves nothing about its sender, so a key press or a sign-in must."""
    neuro = await check_in("neuro", line="tele-stroke")
    await have_contacts(watched, "neuro", ("text", CELL, 0))
    consult_id = await bodies.create(client, "tele-stroke")
    await watched.look()
    await edge.deliver()
    await edge.report(TextReceived("in-1", CELL, words))
    proof = await proof_of(client, consult_id)
    assert (proof["endedAt"], proof["people"][0]["heardAt"]) == (None, None)
    assert len(await pages_of(neuro)) == 1


@pytest.mark.req("NOTIF-13")
async def test_a_contact_is_used_from_the_step_after_its_verification(
    client: httpx.AsyncClient, check_in: CheckIn, bodies: Bodies, watched: Watched, edge: Edge
) -> None:
    """verification"""
    await check_in("neuro", line="tele-stroke")
    await have_contacts(watched, "neuro", ("text", CELL, 0))
    async with watched.database.transaction() as session:
        await session.execute(text("update contacts set verified_at = null"))
    await bodies.create(client, "tele-stroke")
    await watched.look()
    await _look_and_send(watched, edge, 4)
    assert edge.texts == []
    async with watched.database.transaction() as session:
        await session.execute(text("update contacts set verified_at = now()"))
    await _look_and_send(watched, edge, 2)
    assert [number for number, _ in edge.texts] == [CELL]


@pytest.mark.req("NOTIF-13")
async def test_a_late_report_does_not_bring_back_what_is_over(
    client: httpx.AsyncClient, check_in: CheckIn, bodies: Bodies, watched: Watched, edge: Edge
) -> None:
    """failure: the provider says that a text failed, and after the acknowledgment that it was delivered."""
    neuro = await check_in("neuro", line="tele-stroke")
    await have_contacts(watched, "neuro", ("text", CELL, 0))
    consult_id = await bodies.create(client, "tele-stroke")
    await watched.look()
    await edge.deliver()
    ((taken_as,),) = await watched.rows("select taken_as from deliveries")
    await edge.report(PhoneOutcome(TEXT, taken_as, delivered=False, refusal="carrier"))
    assert (await proof_of(client, consult_id))["isAnyoneReached"] is False
    await neuro.post(f"/consults/{consult_id}/acknowledge")
    ended = await proof_of(client, consult_id)
    for _ in range(2):
        await edge.report(PhoneOutcome(TEXT, taken_as, delivered=True))
        await edge.report(PhoneOutcome(TEXT, taken_as, delivered=False, refusal="carrier"))
    await watched.look()
    await edge.deliver()
    proof = await proof_of(client, consult_id)
    assert {name: proof[name] for name in ("endedAt", "endReason", "nextAt")} == {
        name: ended[name] for name in ("endedAt", "endReason", "nextAt")
    }
    assert len(edge.texts) == 1
    assert proof["people"][0]["notices"][1]["deliveredAt"] == "2026-03-04T12:00:00Z"


@pytest.mark.req("NOTIF-13", "PERM-10")
@pytest.mark.parametrize("seed", range(6))
async def test_callbacks_about_a_call_may_come_twice_and_in_any_order(
    client: httpx.AsyncClient, check_in: CheckIn, bodies: Bodies, watched: Watched, edge: Edge, seed: int
) -> None:
    """twiliovoiceack: whatever comes when, it is acknowledged once, and nobody else is told."""
    neuro = await check_in("neuro", line="tele-stroke")
    await have_contacts(watched, "neuro", ("call", DESK, 0))
    await have_contacts(watched, "coordinator", ("text", CELL, 0))
    consult_id = await bodies.create(client, "tele-stroke")
    await watched.look()
    await edge.deliver()
    ((_, reference),) = edge.calls
    call_id = f"call-{reference}"
    callbacks: list[PhoneEvent] = [
        CallAnswered(call_id, reference),
        KeyPressed(call_id, reference, "1"),
        KeyPressed(call_id, reference, "9"),
        PhoneOutcome("call", call_id, delivered=False, refusal="busy", reference=reference),
        PhoneOutcome("call", call_id, delivered=True, reference=reference),
    ]
    callbacks *= 2
    random.Random(seed).shuffle(callbacks)  # noqa: S311 - a fixed seed is intentional
    for event in callbacks:
        await edge.report(event)
    assert "acknowledged the consult" in edge.said[-1]
    assert not any("Someone else" in words for words in edge.said)
    proof = await proof_of(client, consult_id)
    assert (proof["endReason"], len(proof["people"])) == ("acknowledged", 1)
    entries = (await client.get(f"/consults/{consult_id}/updates")).json()
    assert [entry["taskType"] for entry in entries].count("consult-acknowledgement") == 1
    assert await pages_of(neuro) == []
    await _look_and_send(watched, edge, 4)
    assert (edge.texts, len(edge.calls)) == ([], 1)


@pytest.mark.req("NOTIF-13")
async def test_a_call_that_nobody_answers_is_shown_and_the_steps_go_on(
    client: httpx.AsyncClient, check_in: CheckIn, bodies: Bodies, watched: Watched, edge: Edge
) -> None:
    """voicefailure"""
    await check_in("neuro", line="tele-stroke")
    await have_contacts(watched, "neuro", ("call", DESK, 0))
    await have_contacts(watched, "coordinator", ("text", CELL, 0))
    consult_id = await bodies.create(client, "tele-stroke")
    await watched.look()
    await edge.deliver()
    ((_, reference),) = edge.calls
    await edge.report(PhoneOutcome("call", f"call-{reference}", delivered=False, refusal="no answer"))
    notice = (await proof_of(client, consult_id))["people"][0]["notices"][1]
    assert (notice["failedAt"], notice["reason"]) == ("2026-03-04T12:00:00Z", "no answer")
    await _look_and_send(watched, edge, 3)
    assert [number for number, _ in edge.texts] == [CELL]


@pytest.mark.parametrize(("action", "body"), [("acknowledge", None), ("decline", {"reason": "In surgery"})])
async def test_a_call_that_has_failed_stays_failed_after_an_answer(
    client: httpx.AsyncClient,
    check_in: CheckIn,
    bodies: Bodies,
    watched: Watched,
    edge: Edge,
    action: str,
    body: dict[str, str] | None,
) -> None:
    neuro = await check_in("neuro", line="tele-stroke")
    await have_contacts(watched, "neuro", ("call", DESK, 0))
    consult_id = await bodies.create(client, "tele-stroke")
    await watched.look()
    await edge.deliver()
    ((_, reference),) = edge.calls
    clock.advance(MINUTE)
    await edge.report(PhoneOutcome("call", f"call-{reference}", delivered=False, refusal="no answer"))
    clock.advance(MINUTE)
    (page,) = await pages_of(neuro)
    path = f"/consults/{consult_id}/acknowledge" if action == "acknowledge" else f"/pages/{page['id']}/{action}"
    assert (await neuro.post(path, json=body)).is_success
    notice = (await proof_of(client, consult_id))["people"][0]["notices"][1]
    assert (notice["failedAt"], notice["reason"]) == ("2026-03-04T12:01:00Z", "no answer")


async def test_who_has_acknowledged_on_the_screen_and_then_picks_up_is_not_told_that_someone_else_did(
    client: httpx.AsyncClient, check_in: CheckIn, bodies: Bodies, watched: Watched, edge: Edge
) -> None:
    neuro = await check_in("neuro", line="tele-stroke")
    await have_contacts(watched, "neuro", ("call", DESK, 0))
    consult_id = await bodies.create(client, "tele-stroke")
    await watched.look()
    await edge.deliver()
    await neuro.post(f"/consults/{consult_id}/acknowledge")
    assert "You have acknowledged the consult" in await edge.answer()


@pytest.mark.req("NOTIF-13")
async def test_the_backup_number_is_called_every_five_minutes_until_a_key_is_pressed_there(
    client: httpx.AsyncClient, bodies: Bodies, watched: Watched, edge: Edge
) -> None:
    """Also about what is not critical, whether nobody picks up or a mailbox does."""
    consult_id = await bodies.create(client, "tele-psych")
    await watched.look()
    await edge.deliver()
    await edge.report(PhoneOutcome("call", f"call-{edge.calls[0][1]}", delivered=False, refusal="no answer"))
    await _look_and_send(watched, edge, 5)
    await edge.answer()
    await _look_and_send(watched, edge, 5)
    assert await _sent_at(watched) == [("call", minute) for minute in (0, 5, 10)]
    await edge.answer()
    await edge.press("2")
    assert (await proof_of(client, consult_id))["nextAt"] == "2026-03-04T12:25:00Z"


@pytest.mark.req("NOTIF-13")
@pytest.mark.parametrize(("minute", "next_at"), [(3, "12:05"), (8, "12:08")])
@pytest.mark.parametrize("leaves", ["declines", "goes off call"])
async def test_the_backup_number_is_called_soon_once_nobody_is_left_who_came_after_it_was_called(
    client: httpx.AsyncClient,
    check_in: CheckIn,
    bodies: Bodies,
    watched: Watched,
    edge: Edge,
    leaves: str,
    minute: int,
    next_at: str,
) -> None:
    """Who pressed a key there before does not know that nobody is left."""
    consult_id = await bodies.create(client, "tele-psych")
    await watched.look()
    await edge.deliver()
    await edge.answer()
    await edge.press("2")
    proof = await proof_of(client, consult_id)
    assert (proof["nextAt"], proof["isAnyoneReached"]) == ("2026-03-04T12:15:00Z", True)
    psych = await check_in("psych", line="tele-psych")
    await watched.look(after=2 * MINUTE)
    (page,) = await pages_of(psych)
    clock.advance((minute - 2) * MINUTE)
    if leaves == "declines":
        assert (await psych.post(f"/pages/{page['id']}/decline", json={"reason": "In surgery"})).is_success
    else:
        assert (await psych.post("/checkout")).is_success
    proof = await proof_of(client, consult_id)
    if leaves == "declines":
        assert (proof["nextAt"], proof["isAnyoneReached"]) == (f"2026-03-04T{next_at}:00Z", False)
    await watched.look()
    await edge.deliver()
    await _look_and_send(watched, edge, 4)
    assert await _sent_at(watched) == [("call", 0), ("call", int(next_at[3:]))]
