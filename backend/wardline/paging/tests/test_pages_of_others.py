"""Who may not see or answer pages, and what the audit trail says about those who do."""

from typing import Any, Final

import httpx
import psycopg
import pytest
from bodies import Bodies

from conftest import CheckIn, SentEvent, SignIn
from wardline.core.db.database import Database
from wardline.paging.tests.watched import Watched, pages_of, proof_of

pytestmark = pytest.mark.usefixtures("noon")

LEFT_OPEN: Final = {"reason": "In another case"}
_LOSE_ACCESS: Final = (
    "delete from user_organizations where user_id = (select id from users where username = 'neuro')",
    "delete from user_service_lines where user_id = (select id from users where username = 'neuro')",
)


async def _answers(client: httpx.AsyncClient, page_id: int | str) -> list[tuple[int, str]]:
    """What becomes of an attempt to mute and to decline the page."""
    muted = await client.put(f"/pages/{page_id}/muted", json={"muted": True})
    declined = await client.post(f"/pages/{page_id}/decline", json=LEFT_OPEN)
    return [(response.status_code, response.json()["code"]) for response in (muted, declined)]


@pytest.mark.req("PERM-08")
async def test_a_page_is_answered_by_whom_it_is_for_only(
    client: httpx.AsyncClient,
    check_in: CheckIn,
    sign_in: SignIn,
    bodies: Bodies,
    watched: Watched,
    sent_events: list[SentEvent],
) -> None:
    neuro = await check_in("neuro", line="tele-stroke")
    consult_id = await bodies.create(client, "tele-stroke")
    await watched.look()
    (page,) = await pages_of(neuro)
    sent_events.clear()
    for username in ("nurse", "neuro2", "coordinator", "elsewhere"):
        other = sign_in(username)
        assert await _answers(other, page["id"]) == [(404, "page_not_found")] * 2
        assert (await other.post("/pages/shown", json={"shown": [page["id"], 2**31 - 1]})).status_code == 204
        assert await pages_of(other) == []
    for wrong, status in ((-1, 400), (0, 400), (2**31 - 1, 404), (2**31, 400), (10**30, 400)):
        assert {found for found, _ in await _answers(neuro, wrong)} == {status}, wrong
        if status == 400:
            assert (await neuro.post("/pages/shown", json={"shown": [wrong]})).status_code == 400
    elsewhere = sign_in("elsewhere")
    calls = {"pages": None, "pages/seen": {}, "onThePhone": {}, "hand-over": {"userId": 1}}
    for path, body in calls.items():
        method = "GET" if body is None else "POST"
        refused = await elsewhere.request(method, f"/consults/{consult_id}/{path}", json=body or None)
        assert (refused.status_code, refused.json()["code"]) == (404, "consult_not_found"), path
    assert sent_events == []
    (person,) = (await proof_of(client, consult_id))["people"]
    assert (person["notices"][0]["deliveredAt"], person["seenAt"], person["declinedAt"]) == (None, None, None)

    muted = f"/pages/{page['id']}/muted"
    assert (await neuro.put(muted, json={"muted": True})).status_code == 204
    assert [event.name for event in sent_events] == ["page:changed"], "others need not know"
    assert (await pages_of(neuro))[0]["muted"] is True
    assert (await neuro.post(f"/consults/{consult_id}/acknowledge")).is_success
    assert await _answers(neuro, page["id"]) == [(409, "page_ended")] * 2


@pytest.mark.req("NOTIF-12", "PERM-08")
async def test_who_may_not_view_the_consult_anymore_is_not_shown_its_page(
    committing: Database, cloned: tuple[str, str], check_in: CheckIn, sign_in: SignIn, bodies: Bodies
) -> None:
    neuro, nurse = await check_in("neuro", line="tele-stroke"), sign_in("nurse")
    consult_id = await bodies.create(nurse, "tele-stroke")
    await Watched(committing).look()
    (page,) = await pages_of(neuro)
    with psycopg.connect(cloned[1].replace("+psycopg", "")) as owner:
        for statement in _LOSE_ACCESS:
            owner.execute(statement)
    assert [each["id"] for each in await pages_of(neuro)] == [page["id"]], "the shift still gives access"
    await neuro.post("/checkout")
    assert await pages_of(neuro) == []
    assert await _answers(neuro, page["id"]) == [(404, "consult_not_found")] * 2
    assert (await neuro.post(f"/consults/{consult_id}/pages/seen")).status_code == 404


@pytest.mark.req("DET-07")
async def test_whatever_is_about_a_consult_is_audited_and_what_browsers_repeat_is_not(
    client: httpx.AsyncClient, check_in: CheckIn, bodies: Bodies, watched: Watched
) -> None:
    neuro = await check_in("neuro", line="tele-stroke")
    consult_id = await bodies.create(client, "tele-stroke")
    await watched.look()
    (page,) = await pages_of(neuro)
    calls: list[tuple[str, str, Any]] = [
        ("GET", "/pages", None),
        ("POST", "/pages/shown", {"shown": [page["id"]]}),
        ("PUT", f"/pages/{page['id']}/muted", {"muted": True}),
        ("POST", f"/pages/{page['id']}/decline", LEFT_OPEN),
        ("GET", f"/consults/{consult_id}/pages", None),
        ("POST", f"/consults/{consult_id}/pages/seen", None),
    ]
    before = len(await watched.rows("select id from audit_entries"))
    for method, path, body in calls:
        response = await neuro.request(method, path, json=body)
        assert response.is_success, (path, response.text)
    assert (await neuro.post(f"/consults/{consult_id}/onThePhone")).status_code == 403
    entries = await watched.rows(
        "select action, consult_ids[1]::text, cardinality(patient_ids) from audit_entries order by id offset :before",
        before=before,
    )
    assert entries == [
        (action, consult_id, 1)
        for action in ("setPageMuted", "declinePage", "listConsultPages", "setConsultSeen", "confirmOnThePhone")
    ]


async def test_whoever_was_paged_is_told_who_else_has_taken_it(
    client: httpx.AsyncClient, check_in: CheckIn, bodies: Bodies, watched: Watched
) -> None:
    neuro, neuro2 = await check_in("neuro", line="tele-stroke"), await check_in("neuro2", line="tele-stroke")
    consult_id = await bodies.create(client, "tele-stroke")
    await watched.look()
    (page,) = await pages_of(neuro)

    async def taken_by(person: httpx.AsyncClient) -> str | None:
        name: str | None = (await person.get(f"/pages/{page['id']}/consult")).json()["takenBy"]
        return name

    assert await taken_by(neuro2) is None
    assert (await neuro.post(f"/consults/{consult_id}/acknowledge")).is_success
    assert (await taken_by(neuro2), await taken_by(neuro)) == ("Amara Feldspar", None)
