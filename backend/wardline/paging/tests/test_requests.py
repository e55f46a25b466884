"""A request pages people, step by step, until someone acknowledges it."""

from datetime import timedelta

import httpx
import pytest
from bodies import Bodies
from sqlalchemy import text

from conftest import NOON, CheckIn, RolledBackDatabase, SentEvent, SignIn
from wardline.core import clock
from wardline.paging.tests.watched import BACKUP_NUMBER, Watched, have_contacts, pages_of, proof_of

pytestmark = pytest.mark.usefixtures("noon")

MINUTE = timedelta(minutes=1)
ALL, ESCALATION, COORDINATORS = "allNotifications", "escalationOnly", "coordinators"


async def _neurologists(check_in: CheckIn) -> tuple[httpx.AsyncClient, httpx.AsyncClient]:
    """One for all notifications, one for escalations only."""
    return (
        await check_in("neuro", line="tele-stroke"),
        await check_in("neuro2", line="tele-stroke", primary=False),
    )


@pytest.mark.req("NOTIF-13", "CALL-07")
async def test_a_critical_request_pages_more_and_more_people_and_finally_the_backup_number(
    client: httpx.AsyncClient, check_in: CheckIn, sign_in: SignIn, bodies: Bodies, watched: Watched
) -> None:
    """The standard plan by minutes: 0, 3, 6, then everyone every two minutes, then the backup number every five."""
    await _neurologists(check_in)
    consult_id = await bodies.create(client, "tele-stroke")
    paged_at: dict[int, list[tuple[str, str]]] = {}
    for _ in range(30):
        before = len(await watched.notices())
        await watched.look()
        for minute, who, target, _ in await watched.since(before):
            paged_at.setdefault(minute, []).append((who, target))
        clock.advance(MINUTE)
    everyone = [("neuro", ALL), ("neuro2", ESCALATION), ("coordinator", COORDINATORS)]
    assert paged_at == {
        0: everyone[:1],
        3: everyone[1:2],
        6: everyone[2:],
        8: everyone,
        10: everyone,
        12: everyone,
        14: everyone,
        16: [(BACKUP_NUMBER, "lastResort")],
        21: [(BACKUP_NUMBER, "lastResort")],
        26: [(BACKUP_NUMBER, "lastResort")],
    }
    assert {channel for _, _, _, channel in (await watched.notices())[:-3]} == {"screen"}
    assert {channel for _, _, _, channel in (await watched.notices())[-3:]} == {"call"}
    proof = await proof_of(client, consult_id)
    assert (proof["nextAt"], proof["nextTargets"]) == ("2026-03-04T12:31:00Z", ["lastResort"])
    assert [
        (person["target"], person["timesPaged"], person["lastAt"], len(person["notices"])) for person in proof["people"]
    ] == [
        (ALL, 5, "2026-03-04T12:14:00Z", 1),
        (ESCALATION, 5, "2026-03-04T12:14:00Z", 1),
        (COORDINATORS, 5, "2026-03-04T12:14:00Z", 1),
        ("lastResort", 3, "2026-03-04T12:26:00Z", 1),
    ]
    assert (await sign_in("neuro").post(f"/consults/{consult_id}/acknowledge")).is_success
    await watched.look(after=60 * MINUTE)
    assert BACKUP_NUMBER not in [who for _, who, _, _ in await watched.since(18)]


@pytest.mark.req("NOTIF-13")
async def test_an_acknowledgment_ends_it_for_everyone_at_once(
    client: httpx.AsyncClient, check_in: CheckIn, bodies: Bodies, watched: Watched, sent_events: list[SentEvent]
) -> None:
    neuro, neuro2 = await _neurologists(check_in)
    ids = [(await provider.get("/me")).json()["id"] for provider in (neuro, neuro2)]
    consult_id = await bodies.create(client, "tele-stroke")
    sent_events.clear()
    await watched.look()
    assert [event.rooms for event in sent_events if event.name == "page:changed"] == [[f"user:{ids[0]}"]]
    assert [event.data for event in sent_events if event.name == "paging:changed"] == [{"consultId": consult_id}]
    await watched.look(after=3 * MINUTE)
    for provider, why in ((neuro, ALL), (neuro2, ESCALATION)):
        (page,) = await pages_of(provider)
        assert (page["consultId"], page["kind"], page["why"], page["priority"]) == (
            consult_id,
            "request",
            why,
            "critical",
        )
        assert not {"patient", "Patient", "reason"} & set(page)
    sent_events.clear()
    assert (await neuro.post(f"/consults/{consult_id}/acknowledge")).is_success
    changed = [(event.data, room) for event in sent_events if event.name == "page:changed" for room in event.rooms]
    assert changed == [({"consultId": consult_id}, f"user:{user_id}") for user_id in sorted(ids)]
    assert await pages_of(neuro) == await pages_of(neuro2) == []
    count = len(await watched.notices())
    await watched.look(after=60 * MINUTE)
    proof = await proof_of(client, consult_id)
    assert (proof["endReason"], proof["nextAt"]) == ("acknowledged", None)
    assert [notice for notice in await watched.since(count) if notice[2] != "responsible"] == []


@pytest.mark.req("NOTIF-13", "NOTIF-05")
async def test_a_notification_that_was_dismissed_stays_so_however_often_someone_is_paged(
    client: httpx.AsyncClient, check_in: CheckIn, bodies: Bodies, watched: Watched, database: RolledBackDatabase
) -> None:
    neuro = await check_in("neuro", line="tele-stroke")
    await bodies.create(client, "tele-stroke")
    await watched.look()
    listed = f"/notifications/{(await neuro.get('/me')).json()['id']}"
    (notification,) = (await neuro.get(listed)).json()
    assert (await neuro.post(f"/notification/{notification['id']}/dismiss")).is_success
    everyone_is_next = "update escalations set position = 3, next_at = started_at"
    await database.connection.execute(text(everyone_is_next))
    await watched.look()
    assert [who for _, who, _, _ in await watched.notices()] == ["neuro", "neuro", "coordinator"]
    assert (await neuro.get(listed)).json() == []


@pytest.mark.req("NOTIF-13")
async def test_with_nobody_on_call_coordinators_are_paged_at_once(
    client: httpx.AsyncClient, sign_in: SignIn, bodies: Bodies, watched: Watched
) -> None:
    consult_id = await bodies.create(client, "tele-stroke")
    await watched.look()
    assert await watched.notices() == [(0, "coordinator", COORDINATORS, "screen")]
    proof = await proof_of(client, consult_id)
    assert [(skipped["targets"], skipped["reason"]) for skipped in proof["skipped"]] == [
        ([ALL], "nobody"),
        ([ESCALATION], "nobody"),
    ]
    assert proof["isAnyoneReached"] is False
    (page,) = await pages_of(sign_in("coordinator"))
    assert (page["seen"], page["completionLimit"]) == (False, 30 * 60)
    assert (await sign_in("coordinator").post("/pages/shown", json={"shown": [page["id"]]})).status_code == 204
    proof = await proof_of(client, consult_id)
    assert proof["people"][0]["notices"][0]["deliveredAt"] == "2026-03-04T12:00:00Z"
    # They cannot take it on, so it counts only that they know of it.
    assert proof["isAnyoneReached"] is False
    assert (await sign_in("coordinator").post(f"/consults/{consult_id}/pages/seen")).is_success
    assert (await proof_of(client, consult_id))["isAnyoneReached"] is True
    assert [page["seen"] for page in await pages_of(sign_in("coordinator"))] == [True]


@pytest.mark.req("NOTIF-13")
async def test_where_nobody_can_be_paged_the_backup_number_is_called_at_once(
    client: httpx.AsyncClient, bodies: Bodies, watched: Watched, database: RolledBackDatabase
) -> None:
    """A line without coordinators, and nobody on call but an administrator who may not view the consult."""
    await bodies.create(client, "tele-psych")
    without_access = (
        "insert into paged_people (escalation_id, user_id, target, first_at, not_paged)"
        " select escalations.id, users.id, 'allNotifications', started_at, 'noAccess' from escalations, users"
        " where username = 'admin'"
    )
    await database.connection.execute(text(without_access))
    await watched.look()
    assert await watched.notices() == [(0, BACKUP_NUMBER, "lastResort", "call")]
    await watched.look(after=timedelta(days=1))
    assert await watched.since(1) == [(24 * 60, BACKUP_NUMBER, "lastResort", "call")]
    told = "select username, kind, notifications.created_at from notifications join users on users.id = user_id"
    assert await watched.rows(told) == [("nurse", "NobodyAnswered", NOON)]


async def test_the_waiting_requests_of_the_demonstrations_history_call_nobody(
    client: httpx.AsyncClient, bodies: Bodies, watched: Watched, database: RolledBackDatabase
) -> None:
    """They are stored as if everyone had been paged long ago (`wardline.demo.loading`)."""
    await bodies.create(client, "tele-psych")
    async with database.transaction() as session:
        await session.execute(text("update escalations set position = 8, next_at = null"))
    await watched.look(after=timedelta(days=1))
    assert await watched.notices() == []


async def test_the_backup_number_is_that_of_the_settings_and_not_the_one_for_support(
    client: httpx.AsyncClient, bodies: Bodies, database: RolledBackDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    number = "(555) 010-0155"
    monkeypatch.setenv("WARDLINE_BACKUP_NUMBER", number)
    monkeypatch.setenv("WARDLINE_SUPPORT_PHONE", "ext. 12")
    watched = Watched(database)
    await bodies.create(client, "tele-psych")
    await watched.look()
    assert await watched.notices() == [(0, number, "lastResort", "call")]


@pytest.mark.req("NOTIF-13")
async def test_once_everyone_has_declined_the_next_people_are_paged_at_once(
    client: httpx.AsyncClient, check_in: CheckIn, bodies: Bodies, watched: Watched
) -> None:
    neuro, neuro2 = await _neurologists(check_in)
    consult_id = await bodies.create(client, "tele-stroke")
    await watched.look()
    (page,) = await pages_of(neuro)
    decline = f"/pages/{page['id']}/decline"
    assert (await neuro2.post(decline, json={"reason": "Not mine"})).status_code == 404
    assert (await neuro.post(decline, json={"reason": " "})).status_code == 400
    assert (await neuro.post(decline, json={"reason": "In another case"})).status_code == 204
    again = await neuro.post(decline, json={"reason": "Again"})
    assert (again.status_code, again.json()["code"]) == (409, "page_declined")
    assert await pages_of(neuro) == []
    await watched.look()
    assert [who for _, who, _, _ in await watched.notices()] == ["neuro", "neuro2"]
    newest = (await client.get(f"/consults/{consult_id}/updates")).json()[0]
    assert (newest["kind"], newest["message"]) == ("pageDeclined", "In another case")
    person = (await proof_of(client, consult_id))["people"][0]
    assert (person["firstName"], person["declineReason"]) == ("Amara", "In another case")
    await watched.look(after=20 * MINUTE)
    assert [who for _, who, _, _ in await watched.since(2)] == ["coordinator"]


@pytest.mark.req("NOTIF-13")
async def test_once_everyone_has_gone_off_call_the_next_people_are_paged_at_once(
    client: httpx.AsyncClient, check_in: CheckIn, bodies: Bodies, watched: Watched
) -> None:
    """The backup number is then called every five minutes, and whoever is back on call is paged again."""
    psych = await check_in("psych", line="tele-psych")
    consult_id = await bodies.create(client, "tele-psych")
    await watched.look()
    (page,) = await pages_of(psych)
    assert (await psych.post("/pages/shown", json={"shown": [page["id"]]})).status_code == 204
    assert (await proof_of(client, consult_id))["isAnyoneReached"] is True
    assert (await psych.post("/checkout")).status_code == 204
    await watched.look(after=MINUTE)
    assert await watched.since(1) == [(1, BACKUP_NUMBER, "lastResort", "call")]
    assert await pages_of(psych) == []
    proof = await proof_of(client, consult_id)
    assert (proof["isAnyoneReached"], proof["people"][0]["goneAt"]) == (False, "2026-03-04T12:01:00Z")
    await watched.look(after=4 * MINUTE)
    assert len(await watched.notices()) == 2
    await watched.look(after=6 * MINUTE)
    assert await watched.since(2) == [(11, BACKUP_NUMBER, "lastResort", "call")]
    psych = await check_in("psych", line="tele-psych")
    await watched.look()
    assert (11, "psych", ALL, "screen") in await watched.since(3)
    assert [page["consultId"] for page in await pages_of(psych)] == [consult_id]
    proof = await proof_of(client, consult_id)
    assert (proof["isAnyoneReached"], proof["people"][0]["goneAt"]) == (True, None)


@pytest.mark.req("NOTIF-13")
async def test_who_goes_off_call_is_not_told_anymore_and_the_others_are_as_planned(
    client: httpx.AsyncClient, check_in: CheckIn, bodies: Bodies, watched: Watched
) -> None:
    neuro, _ = await check_in("neuro", line="tele-stroke"), await check_in("neuro2", line="tele-stroke")
    await have_contacts(watched, "neuro", ("text", "(555) 010-0161", 60))
    consult_id = await bodies.create(client, "tele-stroke")
    await watched.look()
    planned = (await proof_of(client, consult_id))["nextAt"]
    assert (await neuro.post("/checkout")).status_code == 204
    await watched.look(after=MINUTE)
    assert await watched.rows("select count(*) from deliveries") == [(0,)]
    assert (await proof_of(client, consult_id))["nextAt"] == planned
    assert {who for _, who, _, _ in await watched.notices()} == {"neuro", "neuro2"}


@pytest.mark.req("NOTIF-13")
async def test_who_declined_has_not_been_reached(
    client: httpx.AsyncClient, check_in: CheckIn, bodies: Bodies, watched: Watched
) -> None:
    neuro, _ = await _neurologists(check_in)
    consult_id = await bodies.create(client, "tele-stroke")
    await watched.look()
    (page,) = await pages_of(neuro)
    await neuro.post(f"/consults/{consult_id}/pages/seen")
    await neuro.post("/pages/shown", json={"shown": [page["id"]]})
    assert (await proof_of(client, consult_id))["isAnyoneReached"] is True
    await neuro.post(f"/pages/{page['id']}/decline", json={"reason": "In another case"})
    assert (await proof_of(client, consult_id))["isAnyoneReached"] is False


@pytest.mark.req("NOTIF-13")
async def test_someone_who_goes_on_call_is_paged_about_what_is_waiting_once(
    client: httpx.AsyncClient, check_in: CheckIn, bodies: Bodies, watched: Watched
) -> None:
    """Not someone who is on call for escalations only, until it is their turn."""
    await bodies.create(client, "tele-stroke")
    await watched.look()
    await check_in("neuro2", line="tele-stroke", primary=False)
    await check_in("neuro", line="tele-stroke")
    await check_in("nomedipac", line="tele-neuro")
    for _ in range(3):
        await watched.look(after=timedelta(seconds=10))
    assert [who for _, who, _, _ in await watched.notices()] == ["coordinator", "neuro", "neuro2"]


@pytest.mark.req("NOTIF-13")
async def test_someone_who_was_paged_about_another_request_before_is_paged_about_what_is_waiting(
    client: httpx.AsyncClient, check_in: CheckIn, bodies: Bodies, watched: Watched
) -> None:
    neuro = await check_in("neuro", line="tele-stroke")
    answered_id = await bodies.create(client, "tele-stroke")
    await watched.look()
    assert (await neuro.post(f"/consults/{answered_id}/acknowledge")).is_success
    assert (await neuro.post("/checkout")).status_code == 204
    waiting_id = await bodies.create(client, "tele-stroke")
    await watched.look(after=MINUTE)
    assert await pages_of(neuro) == []
    neuro = await check_in("neuro", line="tele-stroke")
    await watched.look(after=MINUTE)
    assert waiting_id in {page["consultId"] for page in await pages_of(neuro)}
    assert (2, "neuro", ALL, "screen") in await watched.notices()


@pytest.mark.req("NOTIF-13")
async def test_after_a_long_standstill_each_person_is_told_once(
    client: httpx.AsyncClient, check_in: CheckIn, bodies: Bodies, watched: Watched
) -> None:
    await _neurologists(check_in)
    await bodies.create(client, "tele-stroke")
    clock.advance(7 * MINUTE)
    for _ in range(3):
        await watched.look()
    assert await watched.notices() == [(7, "neuro", ALL, "screen")]
    await watched.look(after=3 * MINUTE)
    assert await watched.since(1) == [(10, "neuro2", ESCALATION, "screen")]
