"""People are paged outside the application: by text, call with a key press, and e-mail; never about patients."""

from datetime import timedelta
from typing import Any

import httpx
import pytest
from bodies import Bodies
from sqlalchemy import text
from transfer_forms import request_form

from conftest import CheckIn, SentEvent, SignIn
from wardline.core import clock
from wardline.paging import sending
from wardline.paging.choices import PageChannel
from wardline.paging.tests.edge import Edge
from wardline.paging.tests.watched import BACKUP_NUMBER, Watched, have_contacts, pages_of, proof_of
from wardline.telephony.contract import TEXT, KeyPressed, PhoneOutcome

pytestmark = pytest.mark.usefixtures("noon")

CELL, DESK, MAIL = "(555) 010-0161", "(555) 010-0162", "neuro@hospital.example"
MINUTE = timedelta(minutes=1)


@pytest.mark.req("NOTIF-13")
async def test_each_contact_is_tried_in_its_order_without_a_word_about_the_patient(
    client: httpx.AsyncClient, check_in: CheckIn, bodies: Bodies, watched: Watched, edge: Edge
) -> None:
    neuro = await check_in("neuro", line="tele-stroke")
    await have_contacts(watched, "neuro", ("text", CELL, 0), ("email", MAIL, 0), ("call", DESK, 60))
    consult_id = await bodies.create(client, "tele-stroke")
    await watched.look()
    await edge.deliver()
    ((number, words),) = edge.texts
    ((address, subject, mail),) = edge.mails
    assert (number, address, edge.calls) == (CELL, MAIL, [])
    location = (await pages_of(neuro))[0]["locationName"]
    for message in (words, f"{subject} {mail}"):
        assert {part in message for part in ("Critical", "Tele-Stroke", location, f"/consult/{consult_id}")} == {True}
        assert not any(name in message for name in ("O'Connor", "Mary", "1951"))
    await watched.look(after=MINUTE)
    await edge.deliver()
    assert [number for number, _ in edge.calls] == [DESK]
    notices = (await proof_of(client, consult_id))["people"][0]["notices"]
    assert {notice["channel"]: notice["sentAt"] for notice in notices} == {
        "screen": "2026-03-04T12:00:00Z",
        "text": "2026-03-04T12:00:00Z",
        "email": "2026-03-04T12:00:00Z",
        "call": "2026-03-04T12:01:00Z",
    }


async def test_what_is_about_a_transfer_leads_to_the_transfers_for_whoever_has_that_list(
    client: httpx.AsyncClient, check_in: CheckIn, sign_in: SignIn, bodies: Bodies, watched: Watched, edge: Edge
) -> None:
    neuro = await check_in("neuro", line="tele-stroke")
    await have_contacts(watched, "neuro", ("text", CELL, 0))
    await have_contacts(watched, "coordinator", ("text", DESK, 0), ("email", MAIL, 0))
    consult_id = await bodies.create(client, "tele-stroke")
    await neuro.post(f"/consults/{consult_id}/acknowledge")
    await neuro.post(f"/consults/{consult_id}/transfer", json=request_form((await neuro.get("/me")).json()))
    other_id = await bodies.create(client, "tele-stroke")
    await watched.look()
    async with watched.database.transaction() as session:
        # In the demonstration, everyone who is paged about transfers has the list.
        await session.execute(text("update escalations set kind = 'transfer' where kind = 'request'"))
    await edge.deliver()
    texts = dict(edge.texts)
    ((_, _, mail),) = edge.mails
    assert texts[DESK].endswith(f"/transfer/{consult_id}")
    assert mail.rstrip().endswith(f"/transfer/{consult_id}")
    assert texts[CELL].endswith(f"/consult/{other_id}")
    coordinator = sign_in("coordinator")
    (page,) = await pages_of(coordinator)
    assert page["path"] == f"/transfer/{consult_id}"
    assert (await coordinator.get(f"/pages/{page['id']}/consult")).json()["path"] == page["path"]
    assert [page["path"] for page in await pages_of(neuro)] == [f"/consult/{other_id}"]


async def test_a_coordinator_is_led_to_every_consult_through_the_only_list_they_have(
    client: httpx.AsyncClient, sign_in: SignIn, bodies: Bodies, watched: Watched, edge: Edge
) -> None:
    await have_contacts(watched, "coordinator", ("text", DESK, 0))
    consult_id = await bodies.create(client, "tele-stroke")
    await watched.look()
    await edge.deliver()
    ((_, words),) = edge.texts
    assert words.endswith(f"/transfer/{consult_id}")
    (page,) = await pages_of(sign_in("coordinator"))
    assert (page["kind"], page["path"]) == ("request", f"/transfer/{consult_id}")


@pytest.mark.req("NOTIF-13")
async def test_the_proof_says_of_each_contact_what_became_of_its_latest_attempt_and_when_the_next_is_due(
    client: httpx.AsyncClient, check_in: CheckIn, bodies: Bodies, watched: Watched, edge: Edge
) -> None:
    """An earlier attempt that arrived still shows that the person was reached."""
    await check_in("neuro", line="tele-stroke")
    await have_contacts(watched, "neuro", ("text", CELL, 0), ("call", DESK, 0), ("call", CELL, 60))
    await have_contacts(watched, "coordinator")
    consult_id = await bodies.create(client, "tele-stroke")

    async def person() -> dict[str, Any]:
        found: dict[str, Any] = (await proof_of(client, consult_id))["people"][0]
        return found

    await watched.look()
    await edge.deliver()
    ((taken_as,),) = await watched.rows("select taken_as from deliveries where channel = 'page-text'")
    await edge.report(PhoneOutcome(TEXT, taken_as, delivered=True))
    states = [(each["channel"], each["sentAt"] is not None, each["dueAt"]) for each in (await person())["notices"]]
    assert states == [
        ("screen", True, None),
        ("text", True, None),
        ("call", True, None),
        ("call", False, "2026-03-04T12:01:00Z"),
    ]
    assert ((await person())["isReached"], (await person())["timesPaged"]) == (True, 1)
    edge.refusing = "number not in service"
    for _ in range(7):
        await watched.look(after=MINUTE)
        await edge.deliver()
    again = await person()
    assert (again["isReached"], again["timesPaged"], again["lastAt"]) == (True, 3, "2026-03-04T12:07:00Z")
    calls = [(each["sentAt"], each["dueAt"]) for each in again["notices"] if each["channel"] == "call"]
    assert calls == [
        ("2026-03-04T12:07:00Z", None),
        ("2026-03-04T12:06:00Z", None),
        (None, "2026-03-04T12:08:00Z"),
    ]
    (failed,) = [each for each in again["notices"] if each["channel"] == "text"]
    assert (failed["failedAt"], failed["reason"]) == ("2026-03-04T12:07:00Z", "number not in service")
    contacts = [each["contactId"] for each in again["notices"]]
    assert (contacts[0], len(set(contacts)), contacts[-1]) == (None, 4, contacts[-2])


@pytest.mark.req("NOTIF-13", "PERM-10")
async def test_a_key_press_acknowledges_for_whoever_may_and_silences_everyone(
    client: httpx.AsyncClient, check_in: CheckIn, bodies: Bodies, watched: Watched, edge: Edge
) -> None:
    neuro, neuro2 = await check_in("neuro", line="tele-stroke"), await check_in("neuro2", line="tele-stroke")
    await have_contacts(watched, "neuro", ("call", DESK, 0))
    await have_contacts(watched, "neuro2", ("call", CELL, 0), ("text", CELL, 30))
    consult_id = await bodies.create(client, "tele-stroke")
    await watched.look()
    await edge.deliver()
    desk = [number for number, _ in edge.calls].index(DESK)
    assert "Press 1 to acknowledge" in await edge.answer(desk)
    assert "acknowledged the consult" in await edge.press("1", desk)
    consult = (await client.get(f"/consults/{consult_id}")).json()
    assert (consult["acknowledgedByUser"]["username"], consult["paging"]) == ("neuro", None)
    assert "already answered" in await edge.answer(1 - desk)
    assert await pages_of(neuro) == await pages_of(neuro2) == []
    await watched.look(after=MINUTE)
    await edge.deliver()
    assert edge.texts == []


async def test_the_audit_trail_says_who_acknowledged_by_a_key_press_like_who_did_on_a_screen(
    client: httpx.AsyncClient, check_in: CheckIn, bodies: Bodies, watched: Watched, edge: Edge
) -> None:
    neuro, neuro2 = await check_in("neuro", line="tele-stroke"), await check_in("neuro2", line="tele-stroke")
    await have_contacts(watched, "neuro", ("call", DESK, 0))
    by_key = await bodies.create(client, "tele-stroke")
    await watched.look()
    await edge.deliver()
    on_screen = await bodies.create(client, "tele-stroke")
    assert (await neuro2.post(f"/consults/{on_screen}/acknowledge")).is_success
    before = len(await watched.rows("select id from audit_entries"))
    await edge.press("2")
    assert await watched.rows("select id from audit_entries offset :before", before=before) == []
    await edge.press("1")
    await edge.press("1")
    entries = await watched.rows(
        "select username, action, status, code, consult_ids::text[], cardinality(patient_ids), organization_ids,"
        " details->>'givenBy' from audit_entries join users on users.id = user_id"
        " where action = 'acknowledgeConsult' order by audit_entries.id"
    )
    organizations = entries[0][6]
    assert len(organizations) == 1
    assert entries == [
        ("neuro2", "acknowledgeConsult", 200, None, [on_screen], 1, organizations, None),
        ("neuro", "acknowledgeConsult", 200, None, [by_key], 1, organizations, "call"),
    ]
    assert (await neuro.get(f"/consults/{by_key}")).json()["acknowledgedByUser"]["username"] == "neuro"


@pytest.mark.parametrize("key", ["1", "2"])
async def test_a_key_press_at_the_backup_number_is_recorded_and_it_is_called_until_someone_acknowledges(
    client: httpx.AsyncClient, bodies: Bodies, watched: Watched, edge: Edge, key: str, sent_events: list[SentEvent]
) -> None:
    consult_id = await bodies.create(client, "tele-psych")
    await watched.look()
    await edge.deliver()
    assert "Press 1" not in await edge.answer()
    proof = await proof_of(client, consult_id)
    assert (proof["isAnyoneReached"], proof["people"][0]["heardAt"]) == (False, None), "a mailbox answers, too"
    sent_events.clear()
    said = await edge.press(key)
    assert "will be called again until someone acknowledges" in said
    assert ("cannot acknowledge" in said) is (key == "1")
    proof = await proof_of(client, consult_id)
    assert (proof["isAnyoneReached"], proof["people"][0]["heardAt"]) == (True, "2026-03-04T12:00:00Z")
    assert "paging:changed" in [event.name for event in sent_events]


@pytest.mark.req("NOTIF-13", "PERM-10")
async def test_who_may_not_acknowledge_is_heard_and_not_called_again(
    client: httpx.AsyncClient, bodies: Bodies, watched: Watched, edge: Edge
) -> None:
    await have_contacts(watched, "coordinator", ("call", DESK, 0))
    consult_id = await bodies.create(client, "tele-stroke")
    await watched.look()
    await edge.deliver()
    assert "Press 1" not in await edge.answer()
    assert "will not be called about this again" in await edge.press("1")
    person = (await proof_of(client, consult_id))["people"][0]
    assert (person["firstName"], person["heardAt"]) == ("Luis", "2026-03-04T12:00:00Z")
    assert (await client.get(f"/consults/{consult_id}")).json()["acknowledgedByUser"] is None
    await watched.look(after=10 * MINUTE)
    await edge.deliver()
    assert [number for number, _ in edge.calls] == [DESK, BACKUP_NUMBER]


@pytest.mark.req("NOTIF-13")
async def test_a_key_press_quiets_the_own_screens_also_the_locked_ones_until_they_are_to_ring_again(
    client: httpx.AsyncClient,
    check_in: CheckIn,
    bodies: Bodies,
    watched: Watched,
    edge: Edge,
    sent_events: list[SentEvent],
) -> None:
    neuro, neuro2 = await check_in("neuro", line="tele-stroke"), await check_in("neuro2", line="tele-stroke")
    await have_contacts(watched, "neuro", ("call", DESK, 0))
    await have_contacts(watched, "neuro2")
    duty = {"Authorization": f"Duty {(await neuro.post('/duty')).json()['token']}"}
    await bodies.create(client, "tele-stroke")
    await watched.look()
    await edge.deliver()

    async def muted() -> list[bool]:
        locked = (await neuro.get("/duty/pages", headers=duty)).json()["pages"]
        return [page["muted"] for page in [*await pages_of(neuro), *locked, *await pages_of(neuro2)]]

    assert await muted() == [False, False, False]
    sent_events.clear()
    await edge.press("2")
    assert await muted() == [True, True, False]
    own = f"user:{(await neuro.get('/me')).json()['id']}"
    assert [event.rooms for event in sent_events if event.name == "page:changed"] == [[own]], "others need not know"
    assert [event.name for event in sent_events if event.name != "page:changed"] == ["paging:changed"]
    (page,) = await pages_of(neuro)
    assert (await neuro.put(f"/pages/{page['id']}/muted", json={"muted": False})).is_success
    await edge.press("2")
    assert await muted() == [False, False, False]


@pytest.mark.req("NOTIF-13")
async def test_what_was_not_sent_before_the_answer_is_never_sent(
    client: httpx.AsyncClient, check_in: CheckIn, bodies: Bodies, watched: Watched, edge: Edge
) -> None:
    """Neither what waits for its delay, nor what was ordered already."""
    neuro = await check_in("neuro", line="tele-stroke")
    await have_contacts(watched, "neuro", ("text", CELL, 0), ("call", DESK, 60))
    consult_id = await bodies.create(client, "tele-stroke")
    await watched.look()
    await neuro.post(f"/consults/{consult_id}/acknowledge")
    await edge.deliver()
    await watched.look(after=2 * MINUTE)
    await edge.deliver()
    assert (edge.texts, edge.calls) == ([], [])
    assert await watched.rows("select state from deliveries") == [("withdrawn",)]


async def test_why_a_notice_failed_is_shown_and_the_next_people_are_paged_as_planned(
    client: httpx.AsyncClient, check_in: CheckIn, bodies: Bodies, watched: Watched, edge: Edge
) -> None:
    await check_in("neuro", line="tele-stroke")
    await have_contacts(watched, "neuro", ("text", CELL, 0))
    consult_id = await bodies.create(client, "tele-stroke")
    await watched.look()
    edge.refusing = "number not registered or filtered"
    await edge.deliver()
    proof = await proof_of(client, consult_id)
    (failed,) = [notice for notice in proof["people"][0]["notices"] if notice["channel"] == "text"]
    assert (failed["reason"], failed["failedAt"]) == ("number not registered or filtered", "2026-03-04T12:00:00Z")
    assert proof["isAnyoneReached"] is False
    clock.advance(6 * MINUTE)
    await watched.look()
    assert "coordinator" in {who for _, who, _, _ in await watched.notices()}


@pytest.mark.req("NOTIF-13")
async def test_whoever_is_heard_is_told_on_no_other_contact_and_viewers_learn_of_it(
    client: httpx.AsyncClient, bodies: Bodies, watched: Watched, edge: Edge, sent_events: list[SentEvent]
) -> None:
    await have_contacts(watched, "coordinator", ("call", DESK, 0), ("text", CELL, 0), ("call", CELL, 60))
    await bodies.create(client, "tele-stroke")
    await watched.look()
    sent = "select channel from notices where channel <> 'screen' and withdrawn_at is null order by id"
    assert await watched.rows(sent) == [("call",), ("text",), ("call",)]
    ((reference,),) = await watched.rows("select reference from deliveries where channel = 'page-call'")
    sent_events.clear()
    await edge.report(KeyPressed(f"call-{reference}", reference, "2"))
    assert "paging:changed" in [event.name for event in sent_events]
    await edge.deliver()
    await watched.look(after=MINUTE)
    await edge.deliver()
    assert (edge.texts, edge.calls) == ([], [])


async def test_a_notice_that_cannot_be_ordered_holds_up_no_other_and_is_tried_again(
    client: httpx.AsyncClient,
    check_in: CheckIn,
    bodies: Bodies,
    watched: Watched,
    edge: Edge,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    await check_in("neuro", line="tele-stroke")
    await have_contacts(watched, "neuro", ("text", CELL, 0), ("call", DESK, 0), ("email", MAIL, 0))
    await bodies.create(client, "tele-stroke")
    with monkeypatch.context() as patched:
        patched.delitem(sending.NAMES, PageChannel.TEXT)
        await watched.look()
        await watched.look()
        await edge.deliver()
        assert (edge.texts, [number for number, _ in edge.calls], len(edge.mails)) == ([], [DESK], 1)
    await watched.look(after=timedelta(seconds=4))
    await edge.deliver()
    assert edge.texts == []
    await watched.look(after=timedelta(seconds=1))
    await edge.deliver()
    assert ([number for number, _ in edge.texts], len(edge.calls), len(edge.mails)) == ([CELL], 1, 1)
