"""A locked screen rings for whoever is on call, and its token is good for nothing else."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from datetime import timedelta
from typing import Final

import httpx
import psycopg
import pytest
from bodies import Bodies
from fastapi import FastAPI
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from conftest import CheckIn, SignIn
from wardline.core import clock
from wardline.core.db.database import Database
from wardline.core.security.rate_limits import RateLimiter
from wardline.main import API_ROUTERS
from wardline.paging.jobs import forget_duty_tokens
from wardline.paging.tests.watched import Watched, have_contacts, pages_of
from wardline.scim import endpoints as scim

pytestmark = pytest.mark.usefixtures("noon")

LINE: Final = "Tele-Stroke"
OVER: Final = (401, "duty_over")
LOCKED_MESSAGES: Final = "select count(*) from contact_messages where purpose = 'locked'"
Locked = Callable[[str], Awaitable[httpx.Response]]


@pytest.fixture
async def locked(app: FastAPI) -> AsyncIterator[Locked]:
    """A browser that has only this token."""
    transport = httpx.ASGITransport(app, raise_app_exceptions=True)
    origin = app.state.settings.origin
    async with httpx.AsyncClient(transport=transport, base_url=f"{origin}/api") as browser:

        async def ask(token: str) -> httpx.Response:
            return await browser.get("/duty/pages", headers={"Authorization": f"Duty {token}"})

        yield ask


async def _token(client: httpx.AsyncClient) -> str:
    response = await client.post("/duty")
    assert response.status_code == 201, response.text
    assert list(response.json()) == ["token"]
    return str(response.json()["token"])


async def _have_device(watched: Watched) -> None:
    await have_contacts(watched, "neuro", ("push", "https://push.example/1", 0), p256dh="key", auth="secret")


async def _revoke(client: httpx.AsyncClient, token: str) -> httpx.Response:
    return await client.delete("/duty", headers={"Authorization": f"Duty {token}"})


def _refusal(response: httpx.Response) -> tuple[int, str]:
    return response.status_code, response.json()["code"]


@pytest.mark.req("NOTIF-13", "CALL-18")
async def test_a_locked_screen_gets_lines_locations_and_priorities_until_someone_answers(
    client: httpx.AsyncClient, check_in: CheckIn, bodies: Bodies, watched: Watched, locked: Locked
) -> None:
    """Signing out, which the idle timer does, leaves the duty as it is."""
    neuro = await check_in("neuro", line="tele-stroke")
    token = await _token(neuro)
    assert (await neuro.post("/sign-out")).status_code == 204
    assert (await neuro.get("/pages")).status_code == 401
    assert (await locked(token)).json() == {"serviceLineNames": [LINE], "pages": []}
    consult_id = await bodies.create(client, "tele-stroke")
    await watched.look()
    ((page_id, room, priority),) = await watched.rows(
        "select escalations.id, display_name, escalations.priority from escalations"
        " join consults on consults.id = consult_id join location_units on location_units.id = consults.location_id"
    )
    expected = {
        "id": page_id,
        "kind": "request",
        "serviceLineName": LINE,
        "locationName": room,
        "priority": priority,
        "startedAt": "2026-03-04T12:00:00Z",
        "muted": False,
    }
    assert (await locked(token)).json()["pages"] == [expected], "exactly this, so nothing about the patient"
    colleague = await check_in("neuro2", line="tele-stroke")
    assert (await colleague.post(f"/consults/{consult_id}/acknowledge")).is_success
    assert (await locked(token)).json()["pages"] == []


@pytest.mark.req("NOTIF-13")
async def test_what_was_muted_or_declined_before_does_not_ring_on_the_locked_screen(
    client: httpx.AsyncClient, check_in: CheckIn, bodies: Bodies, watched: Watched, locked: Locked
) -> None:
    neuro = await check_in("neuro", line="tele-stroke")
    for _ in range(2):
        await bodies.create(client, "tele-stroke")
    await watched.look()
    muted, declined = await pages_of(neuro)
    await neuro.put(f"/pages/{muted['id']}/muted", json={"muted": True})
    await neuro.post(f"/pages/{declined['id']}/decline", json={"reason": "In another case"})
    pages = (await locked(await _token(neuro))).json()["pages"]
    assert [(page["id"], page["muted"]) for page in pages] == [(muted["id"], True)]


@pytest.mark.req("AUTH-09")
async def test_the_token_works_for_no_other_call(
    app: FastAPI, sign_in: SignIn, check_in: CheckIn, locked: Locked
) -> None:
    neuro = await check_in("neuro", line="tele-stroke")
    token = await _token(neuro)
    routes = {
        (method, route.path, route.operation_id)  # type: ignore[attr-defined]
        for router in API_ROUTERS
        for route in router.routes
        for method in route.methods  # type: ignore[attr-defined]
    }
    anyone = {"getHealth", "reportPush", "replacePushSubscription", "receiveFaxCallback", "receivePhoneCallback"}
    anyone |= {"listStandaloneKeys", "readCalendar"} | {str(each.operation_id) for each in scim.router.routes}  # type: ignore[attr-defined]
    refused = 0
    async with httpx.AsyncClient(
        transport=httpx.ASGITransport(app), base_url=f"{app.state.settings.origin}/api"
    ) as http:
        for method, path, operation in routes:
            if operation in anyone | {"listDutyPages", "revokeDutyToken", "endSessionsFromProvider"}:
                continue
            for scheme in ("Duty", "Bearer"):
                at = path.replace("{", "").replace("}", "")
                response = await http.request(method, at, headers={"Authorization": f"{scheme} {token}"})
                assert _refusal(response) == (401, "not_signed_in"), (method, path, scheme)
                refused += 1
        as_bearer = await http.get("/duty/pages", headers={"Authorization": f"Bearer {token}"})
        assert _refusal(as_bearer) == (401, "not_signed_in")
    assert refused > 2 * 60
    assert _refusal(await sign_in("neuro").get("/duty/pages")) == (401, "not_signed_in"), (
        "nor is it for an access token"
    )
    assert (await locked(token)).status_code == 200


@pytest.mark.parametrize("token", ["", "x", "~" * 43, "a" * 42, "a" * 44, "a" * 42 + "=", "a" * 10_000])
@pytest.mark.req("AUTH-09")
async def test_what_cannot_be_a_token_is_refused(locked: Locked, token: str) -> None:
    assert _refusal(await locked(token)) == (401, "not_signed_in")


@pytest.mark.req("API-06", "AUTH-09")
async def test_guessing_is_limited_by_address_and_does_not_stop_those_who_know_theirs(
    app: FastAPI, check_in: CheckIn, sign_in: SignIn, locked: Locked
) -> None:
    token = await _token(await check_in("neuro", line="tele-stroke"))
    endless, app.state.rate_limiter = app.state.rate_limiter, RateLimiter(3)
    try:
        refusals = [_refusal(await locked("a" * 42 + str(number))) for number in range(5)]
        revocations = [_refusal(await _revoke(sign_in("psych"), "a" * 42 + str(number))) for number in range(5)]
        known = [(await locked(token)).status_code for _ in range(5)]
    finally:
        app.state.rate_limiter = endless
    assert refusals == revocations == [OVER] * 3 + [(429, "too_many_requests")] * 2
    assert known == [200] * 5


async def test_only_a_digest_of_the_token_is_stored(check_in: CheckIn, watched: Watched) -> None:
    token = await _token(await check_in("neuro", line="tele-stroke"))
    ((row,),) = await watched.rows("select row_to_json(duty_tokens)::text from duty_tokens")
    assert token not in row
    assert token.encode().hex() not in row


async def test_a_token_is_for_those_who_are_on_call(sign_in: SignIn, check_in: CheckIn) -> None:
    for username in ("nurse", "psych", "coordinator", "admin"):
        assert _refusal(await sign_in(username).post("/duty")) == (409, "not_on_call"), username


async def test_the_token_lasts_twelve_hours(check_in: CheckIn, locked: Locked, watched: Watched) -> None:
    neuro = await check_in("neuro", line="tele-stroke")
    token = await _token(neuro)
    clock.advance(timedelta(hours=11, minutes=59, seconds=59))
    assert (await locked(token)).status_code == 200
    newer = await _token(neuro)
    clock.advance(timedelta(seconds=1))
    assert _refusal(await locked(token)) == (401, "duty_expired"), "the owner is told that they are still on call"
    assert (await locked(newer)).status_code == 200
    await neuro.post("/checkout")
    clock.advance(timedelta(hours=12))
    await forget_duty_tokens(watched.context)
    assert await watched.rows("select 1 from duty_tokens") == []
    assert _refusal(await locked(token)) == OVER


@pytest.mark.req("CALL-02", "API-44")
async def test_going_off_call_ends_the_token_for_good(check_in: CheckIn, locked: Locked) -> None:
    neuro = await check_in("neuro", line="tele-stroke")
    token = await _token(neuro)
    await neuro.post("/checkout")
    assert _refusal(await locked(token)) == OVER
    await check_in("neuro", line="tele-stroke")
    assert _refusal(await locked(token)) == OVER, "the screen may be one that its owner has left long ago"


@pytest.mark.req("CALL-15")
async def test_a_screen_rings_for_all_lines_until_the_shift_ends_wherever_its_owner_checks_in_again(
    check_in: CheckIn, locked: Locked
) -> None:
    """The same person on two devices: what one of them changes leaves the other one ringing."""
    neuro = await check_in("neuro", line="tele-stroke")
    first = await _token(neuro)
    assert (await locked(first)).json()["serviceLineNames"] == [LINE]
    await check_in("neuro", line="tele-stroke")
    second = await _token(neuro)
    await check_in("neuro", line="tele-neuro")
    await check_in("neuro", line="tele-stroke")
    for token in (first, second):
        assert (await locked(token)).json()["serviceLineNames"] == ["Tele-Neuro", LINE]
    await neuro.post("/checkout")
    await check_in("neuro", line="tele-stroke")
    assert [_refusal(await locked(token)) for token in (first, second)] == [OVER, OVER]


@pytest.mark.req("AUTH-11")
async def test_duty_for_another_line_does_not_continue_what_was_taken_from_its_owner(
    committing: Database, cloned: tuple[str, str], check_in: CheckIn, locked: Locked
) -> None:
    token = await _token(await check_in("neuro", line="tele-stroke"))
    with psycopg.connect(cloned[1].replace("+psycopg", "")) as owner:
        owner.execute(
            "update user_service_lines set active = false from check_ins where checked_out_at is null"
            " and (check_ins.user_id, check_ins.service_line_id)"
            " = (user_service_lines.user_id, user_service_lines.service_line_id)"
        )
    neuro = await check_in("neuro", line="tele-neuro")
    assert _refusal(await locked(token)) == OVER
    assert (await locked(await _token(neuro))).status_code == 200


@pytest.mark.req("CALL-18", "API-44")
async def test_a_browser_that_logs_out_ends_its_token_although_its_owner_is_still_on_call(
    check_in: CheckIn, locked: Locked
) -> None:
    """Going off call may have failed, and others may use the computer."""
    neuro = await check_in("neuro", line="tele-stroke")
    token, elsewhere = await _token(neuro), await _token(neuro)
    revoked = await _revoke(neuro, token)
    assert revoked.status_code == 204
    assert _refusal(await locked(token)) == _refusal(await _revoke(neuro, token)) == OVER
    assert (await locked(elsewhere)).status_code == 200
    assert _refusal(await neuro.delete("/duty")) == (401, "not_signed_in"), "an access token is no duty token"


@pytest.mark.parametrize(
    "loss",
    [
        "update users set active = false where username = 'neuro'",
        "delete from user_roles where user_id = (select id from users where username = 'neuro')",
        "update user_service_lines set active = false where user_id = (select id from users where username = 'neuro')",
        "delete from role_permissions where action = 'Give' and subject = 'Consult'",
    ],
)
@pytest.mark.req("AUTH-11")
async def test_who_is_deactivated_or_loses_the_right_is_no_longer_told_anything(
    committing: Database,
    cloned: tuple[str, str],
    check_in: CheckIn,
    locked: Locked,
    loss: str,
) -> None:
    token = await _token(await check_in("neuro", line="tele-stroke"))
    assert (await locked(token)).status_code == 200
    with psycopg.connect(cloned[1].replace("+psycopg", "")) as owner:
        owner.execute(loss)
    assert _refusal(await locked(token)) == OVER


@pytest.mark.req("NOTIF-12")
async def test_what_its_owner_may_no_longer_view_does_not_wait_on_the_locked_screen(
    committing: Database, cloned: tuple[str, str], check_in: CheckIn, sign_in: SignIn, bodies: Bodies, locked: Locked
) -> None:
    await check_in("neuro", line="tele-stroke")
    neuro = await check_in("neuro", line="tele-neuro")
    await bodies.create(sign_in("nurse"), "tele-stroke")
    await Watched(committing).look()
    token = await _token(neuro)
    assert len((await locked(token)).json()["pages"]) == 1
    with psycopg.connect(cloned[1].replace("+psycopg", "")) as owner:
        owner.execute("delete from role_permissions where subject = 'Organization'")
    assert (await locked(token)).json()["pages"] == []


async def test_a_shift_is_told_once_that_a_screen_is_locked(
    check_in: CheckIn, locked: Locked, session: AsyncSession, watched: Watched
) -> None:
    async def told() -> int:
        return int(await session.scalar(text(LOCKED_MESSAGES)) or 0)

    await _have_device(watched)
    neuro = await check_in("neuro", line="tele-stroke")
    tab, other_tab = await _token(neuro), await _token(neuro)
    assert await told() == 0, "nothing is locked yet"
    for token in (tab, tab, other_tab):
        assert (await locked(token)).status_code == 200
        assert await told() == 1
    clock.advance(timedelta(hours=13))
    await forget_duty_tokens(watched.context)
    await check_in("neuro", line="tele-neuro")
    assert (await locked(await _token(neuro))).status_code == 200
    assert await told() == 1, "still the same shift, with one more line"
    await check_in("neuro", line="tele-stroke")
    await check_in("neuro", line="tele-neuro")
    assert (await locked(await _token(neuro))).status_code == 200
    assert await told() == 1, "nor does a check-in that replaces another begin a shift"
    await neuro.post("/checkout")
    await check_in("neuro", line="tele-stroke")
    assert (await locked(await _token(neuro))).status_code == 200
    assert await told() == 2


async def test_tabs_that_are_locked_at_the_same_moment_tell_once(
    committing: Database, check_in: CheckIn, locked: Locked
) -> None:
    await _have_device(Watched(committing))
    neuro = await check_in("neuro", line="tele-stroke")
    tokens = [await _token(neuro) for _ in range(4)]
    responses = await asyncio.gather(*[locked(token) for token in tokens])
    assert [response.status_code for response in responses] == [200] * 4
    assert await Watched(committing).rows(LOCKED_MESSAGES) == [(1,)]


@pytest.mark.req("PERM-08", "NOTIF-13")
async def test_only_whoever_was_paged_finds_the_consult_of_a_page_also_once_it_has_been_answered(
    client: httpx.AsyncClient,
    check_in: CheckIn,
    sign_in: SignIn,
    bodies: Bodies,
    watched: Watched,
    locked: Locked,
) -> None:
    neuro = await check_in("neuro", line="tele-stroke")
    consult_id = await bodies.create(client, "tele-stroke")
    await watched.look()
    (page,) = (await locked(await _token(neuro))).json()["pages"]
    path = f"/pages/{page['id']}/consult"
    found = await neuro.get(path)
    expected = {"consultId": consult_id, "path": f"/consult/{consult_id}", "takenBy": None}
    assert (found.status_code, found.json()) == (200, expected)
    for username in ("nurse", "neuro2", "coordinator", "elsewhere"):
        assert _refusal(await sign_in(username).get(path)) == (404, "page_not_found"), username
    colleague = await check_in("neuro2", line="tele-stroke")
    assert (await colleague.post(f"/consults/{consult_id}/acknowledge")).is_success
    assert (await neuro.get(path)).json() == expected | {"takenBy": "Hiroshi Obsidian"}
    assert _refusal(await colleague.get(path)) == (404, "page_not_found")
