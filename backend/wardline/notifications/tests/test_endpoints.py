"""A user's own notifications: what is listed, what is new, and what is removed."""

from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import httpx
import pytest
from bodies import Bodies
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError, ProgrammingError
from sqlalchemy.ext.asyncio import AsyncSession

from conftest import CheckIn, RolledBackDatabase, SentEvent, SignIn
from wardline.core import clock
from wardline.notifications.choices import NotificationKind
from wardline.notifications.schemas import MAX_LISTED
from wardline.notifications.service import notify, withdraw

pytestmark = pytest.mark.usefixtures("noon")

DRAFT, SIGNED = NotificationKind.SIGNOFF_NOTE_DRAFT, NotificationKind.SIGNOFF_NOTE_SIGNED

Notify = Callable[..., Awaitable[None]]


async def _id(client: httpx.AsyncClient) -> int:
    found: int = (await client.get("/me")).json()["id"]
    return found


async def _listed(client: httpx.AsyncClient) -> list[dict[str, Any]]:
    response = await client.get(f"/notifications/{await _id(client)}")
    assert response.status_code == 200, response.text
    found: list[dict[str, Any]] = response.json()
    return found


def _version(listed: dict[str, Any]) -> dict[str, Any]:
    return {"id": listed["id"], "createdAt": listed["createdAt"]}


def _published(events: list[SentEvent]) -> list[tuple[str, dict[str, Any], list[str]]]:
    return [(event.name, event.data, event.rooms) for event in events]


@pytest.fixture
def notify_users(database: RolledBackDatabase) -> Notify:
    """Notifies people about a consult, as another domain does."""

    async def notify_people(consult_id: str, *people: httpx.AsyncClient, kind: NotificationKind = DRAFT) -> None:
        user_ids = [await _id(person) for person in people]
        async with database.transaction() as session:
            await notify(session, user_ids, UUID(consult_id), kind)

    return notify_people


@pytest.fixture
def psych(sign_in: SignIn) -> httpx.AsyncClient:
    return sign_in("psych")


@pytest.mark.req("ENT-39", "ENT-40", "API-74", "NOTIF-06")
async def test_a_notification_names_its_subject_patient_and_action(
    client: httpx.AsyncClient, bodies: Bodies, notify_users: Notify
) -> None:
    consult_id = await bodies.create(client)
    await notify_users(consult_id, client)
    clock.advance(timedelta(minutes=1))
    await notify_users(consult_id, client, kind=SIGNED)
    clock.advance(timedelta(minutes=1))
    await notify_users(consult_id, client, kind=NotificationKind.URGENT_COMMENT)
    urgent, signed, draft = await _listed(client)
    assert urgent.pop("id") not in {draft["id"], signed["id"]}
    assert UUID(draft.pop("id")) != UUID(signed.pop("id"))
    patient = {"patientGivenName": "Mary Ann", "patientFamilyName": "O'Connor-Díaz", "consultId": consult_id}
    assert draft == {
        "kind": "SignoffNoteDraft",
        "title": "Signoff Note in Progress",
        "createdAt": "2026-03-04T12:00:00Z",
        "isNew": True,
        "details": {"type": "SignoffNoteDraft", "actionName": "Continue Note", **patient},
    }
    assert signed == {
        "kind": "SignoffNoteSigned",
        "title": "Signoff Note Signed",
        "createdAt": "2026-03-04T12:01:00Z",
        "isNew": True,
        "details": {"type": "SignoffNoteSigned", "actionName": "View Note", **patient},
    }
    assert urgent == {
        "kind": "UrgentComment",
        "title": "Urgent Comment",
        "createdAt": "2026-03-04T12:02:00Z",
        "isNew": True,
        "details": {"type": None, "actionName": "View Comment", **patient},
    }


@pytest.mark.req("NOTIF-01", "API-74")
async def test_the_newest_are_first_and_at_most_a_hundred(
    client: httpx.AsyncClient, psych: httpx.AsyncClient, bodies: Bodies, notify_users: Notify
) -> None:
    consult_ids = []
    for _ in range(MAX_LISTED + 1):
        consult_ids.append(await bodies.create(client))
        await notify_users(consult_ids[-1], client)
        clock.advance(timedelta(seconds=1))
    await notify_users(consult_ids[0], psych)
    newest, *_ = await _listed(client)
    await client.post(f"/notifications/{await _id(client)}/setNotNew", json={"shown": [_version(newest)]})
    listed = [each["details"]["consultId"] for each in await _listed(client)]
    assert len(listed) == 100
    assert listed == consult_ids[:0:-1]


@pytest.mark.req("ENT-39", "SIGN-57", "NOTIF-04", "NOTIF-05", "API-74")
async def test_notifying_again_makes_the_same_notification_new(
    client: httpx.AsyncClient, bodies: Bodies, notify_users: Notify
) -> None:
    consult_id = await bodies.create(client)
    await notify_users(consult_id, client)
    (first,) = await _listed(client)
    await client.post(f"/notifications/{await _id(client)}/setNotNew")
    assert [each["isNew"] for each in await _listed(client)] == [False]
    clock.advance(timedelta(minutes=5))
    await notify_users(consult_id, client)
    assert await _listed(client) == [first | {"createdAt": "2026-03-04T12:05:00Z"}]
    await client.post(f"/notification/{first['id']}/dismiss")
    assert await _listed(client) == []
    await notify_users(consult_id, client)
    assert await _listed(client) == [first | {"createdAt": "2026-03-04T12:05:00Z"}]


@pytest.mark.req("NOTIF-04", "API-76", "ENT-39")
async def test_marking_as_seen_leaves_other_users_notifications_new(
    client: httpx.AsyncClient, psych: httpx.AsyncClient, bodies: Bodies, notify_users: Notify
) -> None:
    for _ in range(2):
        await notify_users(await bodies.create(client), client, psych)
    path = f"/notifications/{await _id(client)}/setNotNew"
    for _ in range(2):
        seen = await client.post(path)
        assert (seen.status_code, seen.content) == (204, b"")
    assert [each["isNew"] for each in await _listed(client)] == [False, False]
    assert [each["isNew"] for each in await _listed(psych)] == [True, True]


@pytest.mark.req("NOTIF-04", "RT-06", "API-76", "ENT-39")
async def test_opening_the_bell_leaves_unshown_notifications_new(
    client: httpx.AsyncClient, bodies: Bodies, notify_users: Notify, sent_events: list[SentEvent]
) -> None:
    """Neither one that has become new again since, nor one that was being stored when the list was read."""
    consult_id, other_id = [await bodies.create(client) for _ in range(2)]
    await notify_users(consult_id, client)
    (shown,) = await _listed(client)
    clock.advance(timedelta(microseconds=1))
    await notify_users(consult_id, client)
    clock.advance(timedelta(minutes=-1))
    await notify_users(other_id, client)
    path = f"/notifications/{await _id(client)}/setNotNew"
    sent_events.clear()
    for versions in ([], [_version(shown)]):
        assert (await client.post(path, json={"shown": versions})).status_code == 204
    assert [each["isNew"] for each in await _listed(client)] == [True, True]
    assert _published(sent_events) == []
    newest, _ = await _listed(client)
    assert (await client.post(path, json={"shown": [_version(newest)]})).status_code == 204
    assert [each["isNew"] for each in await _listed(client)] == [False, True]


@pytest.mark.req("NOTIF-04", "API-76")
async def test_notifications_of_another_user_stay_new(
    client: httpx.AsyncClient, psych: httpx.AsyncClient, bodies: Bodies, notify_users: Notify
) -> None:
    await notify_users(await bodies.create(client), psych)
    (theirs,) = await _listed(psych)
    seen = await client.post(f"/notifications/{await _id(client)}/setNotNew", json={"shown": [_version(theirs)]})
    assert seen.status_code == 204
    assert await _listed(psych) == [theirs]


@pytest.mark.req("NOTIF-05", "API-75", "API-74")
async def test_dismissing_removes_a_notification_from_ones_own_list_only(
    client: httpx.AsyncClient, psych: httpx.AsyncClient, bodies: Bodies, notify_users: Notify
) -> None:
    first, second = [await bodies.create(client) for _ in range(2)]
    for consult_id in (first, second):
        await notify_users(consult_id, client, psych)
    ids = {each["details"]["consultId"]: each["id"] for each in await _listed(client)}
    for _ in range(2):
        gone = await client.post(f"/notification/{ids[first]}/dismiss")
        assert (gone.status_code, gone.content) == (204, b"")
    assert [each["id"] for each in await _listed(client)] == [ids[second]]
    assert len(await _listed(psych)) == 2


@pytest.mark.req("API-74", "API-75", "API-76", "NOTIF-04", "NOTIF-05")
async def test_users_cannot_read_or_change_notifications_of_others(
    client: httpx.AsyncClient, psych: httpx.AsyncClient, sign_in: SignIn, bodies: Bodies, notify_users: Notify
) -> None:
    """Not even administrators."""
    await notify_users(await bodies.create(client), psych)
    (theirs,) = await _listed(psych)
    others = await _id(psych)
    responses = [
        response
        for user in (client, sign_in("admin"))
        for response in (
            await user.get(f"/notifications/{others}"),
            await user.post(f"/notifications/{others}/setNotNew"),
            await user.post(f"/notification/{theirs['id']}/dismiss"),
            await user.post(f"/notification/{uuid4()}/dismiss"),
        )
    ]
    assert {(response.status_code, response.json()["code"]) for response in responses} == {(403, "forbidden")}
    assert len({response.content for response in responses}) == 1
    assert await _listed(psych) == [theirs]


@pytest.mark.req("API-74", "NOTIF-12")
async def test_notifications_about_consults_out_of_reach_are_hidden_until_in_reach_again(
    client: httpx.AsyncClient, check_in: CheckIn, sign_in: SignIn, bodies: Bodies, notify_users: Notify
) -> None:
    provider = await check_in("both", line="tele-psych")
    own, foreign = await bodies.create(client), await bodies.create(sign_in("elsewhere"))
    for consult_id in (own, foreign):
        await notify_users(consult_id, provider)
    assert {each["details"]["consultId"] for each in await _listed(provider)} == {own, foreign}
    assert (await provider.post("/checkout")).status_code == 204
    assert [each["details"]["consultId"] for each in await _listed(provider)] == [own]
    assert (await provider.get(f"/consults/{foreign}")).status_code == 404
    await check_in("both", line="tele-psych")
    assert len(await _listed(provider)) == 2


async def test_a_list_is_audited_with_the_patients_it_names(
    client: httpx.AsyncClient, bodies: Bodies, notify_users: Notify, session: AsyncSession
) -> None:
    consult_id = await bodies.create(client)
    await notify_users(consult_id, client)
    patient_id = (await client.get(f"/consults/{consult_id}")).json()["Patient"]["id"]
    await _listed(client)
    entry = (await session.execute(text("select * from audit_entries order by id desc limit 1"))).mappings().one()
    assert (entry["action"], entry["consult_ids"], entry["patient_ids"]) == (
        "listNotifications",
        [UUID(consult_id)],
        [UUID(patient_id)],
    )


@pytest.mark.req("RT-06", "RT-16")
async def test_events_go_to_the_notified_user_only_and_have_no_patient_data(
    client: httpx.AsyncClient,
    psych: httpx.AsyncClient,
    bodies: Bodies,
    notify_users: Notify,
    sent_events: list[SentEvent],
) -> None:
    consult_id = await bodies.create(client)
    await _listed(psych)
    sent_events.clear()
    await notify_users(consult_id, psych)
    own_room = f"user:{await _id(psych)}"
    assert _published(sent_events) == [("notification:added", {"consultId": consult_id}, [own_room])]


@pytest.mark.req("API-75", "API-76", "RT-06", "NOTIF-04", "NOTIF-05")
async def test_all_screens_of_the_user_get_each_change_once(
    client: httpx.AsyncClient,
    psych: httpx.AsyncClient,
    bodies: Bodies,
    notify_users: Notify,
    database: RolledBackDatabase,
    sent_events: list[SentEvent],
) -> None:
    consult_id = await bodies.create(client)
    await notify_users(consult_id, client, psych)
    mine, theirs = [f"user:{await _id(each)}" for each in (client, psych)]
    (notification,) = await _listed(client)
    for call in (f"notifications/{await _id(client)}/setNotNew", f"notification/{notification['id']}/dismiss"):
        sent_events.clear()
        for _ in range(2):
            await client.post(f"/{call}")
        assert _published(sent_events) == [("notification:changed", {}, [mine])]
    sent_events.clear()
    for _ in range(2):
        async with database.transaction() as session:
            await withdraw(session, [UUID(consult_id)], DRAFT)
    assert _published(sent_events) == [("notification:changed", {}, [theirs])]
    assert await _listed(psych) == []


@pytest.mark.parametrize(
    ("statement", "refused"),
    [
        ("delete from notifications", ProgrammingError),
        ("update notifications set is_new = true, dismissed = true", IntegrityError),
        ("update notifications set kind = 'Gossip'", IntegrityError),
    ],
)
@pytest.mark.req("ENT-40")
async def test_the_database_accepts_no_other_values(
    client: httpx.AsyncClient,
    bodies: Bodies,
    notify_users: Notify,
    session: AsyncSession,
    noon: datetime,
    statement: str,
    refused: type[Exception],
) -> None:
    await notify_users(await bodies.create(client), client)
    with pytest.raises(refused):
        await session.execute(text(statement))
