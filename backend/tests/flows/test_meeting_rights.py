"""Who stays in a call: the end of a shift removes no one, a revoked right removes the user immediately."""

import asyncio
import base64
import json
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from time import monotonic

import httpx
import pytest
from bodies import Bodies
from psycopg import sql

from wardline.core import clock
from wardline.demo.identity.issuing import ProviderSession
from wardline.realtime.publish import CHANNEL
from wardline.video.tests.devices import issue_token, join_as_device
from wardline.video.tests.windows import Window, candidate, join, refusal, request_to_join

from .conftest import (
    TIMEOUT_SECONDS,
    LiveClient,
    Refused,
    Server,
    Servers,
    connect,
    cut_listening,
    go_on_call,
    live,
    open_socket,
)

AT_ONCE_SECONDS = 2
LINE = "tele-psych"


@dataclass
class Call:
    """A nurse on one server and a psychiatrist on the other, in one call, with the nurse's screen."""

    server: Server
    nurse: Window
    psych: Window
    screen: LiveClient
    psych_id: int

    async def wait_until_nurse_sees(self, condition: Callable[[], Awaitable[bool]]) -> None:
        """The condition holds when an event reaches her screen, before anyone's next presence request."""
        async with asyncio.timeout(TIMEOUT_SECONDS):
            while not await condition():
                await self.screen.events.get()


@asynccontextmanager
async def in_a_call(
    servers: Servers, bodies: Bodies, provider: str = "psych", session: ProviderSession | None = None
) -> AsyncIterator[Call]:
    """`session` is the provider's at the identity provider."""
    here, there = servers
    async with here.client("nurse") as nurse, there.client(provider, session) as psych, live(here, "nurse") as screen:
        await go_on_call(psych, LINE)
        consult_id = await bodies.create(nurse)
        windows = [await join(client, consult_id) for client in (nurse, psych)]
        for window in windows:
            await window.attend()
        try:
            yield Call(there, *windows, screen, (await psych.get("/me")).json()["id"])
        finally:
            for window in windows:
                await window.leave()
            await psych.post("/checkout")


@asynccontextmanager
async def changed(
    server: Server, *statements: str, user_id: int, back: str, is_published: bool = True
) -> AsyncIterator[None]:
    """An administrator's change of a user, published to all nodes or lost on the way, and undone at the end."""
    message = {"rooms_of": user_id}
    async with await connect(server.settings.migrate_url) as owner:
        for statement in statements:
            await owner.execute(sql.SQL(statement).format(user=sql.Literal(user_id)))
        if is_published:
            await owner.execute("select pg_notify(%s, %s)", [CHANNEL, json.dumps(message)])
        try:
            yield
        finally:
            await owner.execute(sql.SQL(back).format(user=sql.Literal(user_id)))
            await owner.execute("select pg_notify(%s, %s)", [CHANNEL, json.dumps(message)])


async def seen_by_nurse(call: Call) -> tuple[list[str], list[str]]:
    """The attendees the nurse meets, and those whose connection her window drops."""
    response = await call.nurse.attend(candidate(1, call.psych.attendee_id, "192.0.2.1"))
    return [each["attendeeId"] for each in response["attendees"]], response["removed"]


async def is_alone(call: Call) -> bool:
    return await seen_by_nurse(call) == ([call.nurse.attendee_id], [call.psych.attendee_id])


@pytest.mark.req("PERM-32")
async def test_neither_the_end_of_duty_nor_a_closed_consult_ends_a_call(two_servers: Servers, bodies: Bodies) -> None:
    async with in_a_call(two_servers, bodies) as call:
        psych = call.psych.who
        both = {call.nurse.attendee_id, call.psych.attendee_id}
        assert (await psych.post("/checkout")).status_code == 204
        cancelled = await call.nurse.who.post(
            f"/consults/{call.nurse.consult_id}/complete",
            json={"cancel": True, "cancellationReason": "Requested twice"},
        )
        assert cancelled.status_code == 200
        for window in (call.nurse, call.psych):
            assert set(await window.attendee_ids()) == both
        await call.psych.attend(candidate(1, call.nurse.attendee_id, "192.0.2.7"))
        assert await call.nurse.received() == ["192.0.2.7"]


TAKEN = {
    "the role": (
        [
            "create temp table kept as select * from user_roles where user_id = {user}",
            "delete from user_roles where user_id = {user}",
        ],
        "insert into user_roles select * from kept",
        "call_right_taken",
    ),
    "the account": (
        ["update users set active = false where id = {user}"],
        "update users set active = true where id = {user}",
        "unknown_user",
    ),
}


@pytest.mark.parametrize("right", TAKEN)
@pytest.mark.req("PERM-32")
async def test_losing_a_right_removes_the_user_from_the_call_at_once(
    two_servers: Servers, bodies: Bodies, right: str
) -> None:
    statements, back, code = TAKEN[right]
    async with in_a_call(two_servers, bodies) as call:
        async with changed(call.server, *statements, user_id=call.psych_id, back=back):
            await call.wait_until_nurse_sees(lambda: is_alone(call))
            body = {"heard": [], "signals": [candidate(1, call.nurse.attendee_id, "192.0.2.7")]}
            response = await call.psych.who.post(f"{call.psych.path}/attend", json=body)
            assert refusal(response) == (403, code)
            assert (await request_to_join(call.psych.who, call.nurse.consult_id)).status_code in {403, 404}
            assert await call.nurse.received() == []
        assert (await call.psych.attend())["state"] == "ended"
        assert await is_alone(call)


@pytest.mark.parametrize("right", TAKEN)
@pytest.mark.req("PERM-32")
async def test_a_right_lost_while_no_node_listens_removes_the_user_once_one_does(
    two_servers: Servers, bodies: Bodies, right: str
) -> None:
    statements, back, _ = TAKEN[right]
    async with (
        in_a_call(two_servers, bodies) as call,
        changed(call.server, *statements, user_id=call.psych_id, back=back, is_published=False),
    ):
        assert (await seen_by_nurse(call))[1] == []
        await cut_listening(call.server.settings.database_url)
        await call.wait_until_nurse_sees(lambda: is_alone(call))


def by_session(call: Call) -> dict[str, object]:
    token = call.psych.who.headers["Authorization"].removeprefix("Bearer ")
    claims = json.loads(base64.urlsafe_b64decode(token.split(".")[1] + "=="))
    return {"user_id": None, "session_id": f"jti:{claims['jti']}"}


def by_user(call: Call) -> dict[str, object]:
    return {"user_id": call.psych_id, "session_id": None}


def by_another_session_of_the_user(call: Call) -> dict[str, object]:
    """Neither window's token names its session, so it may be this one."""
    return {"user_id": call.psych_id, "session_id": "sid:unknown", "unnamed_id": "nosid:psych"}


def by_another_session_of_an_unknown_user(_: Call) -> dict[str, object]:
    """The provider identifies the user by another claim than Wardline does; the sockets know who it is."""
    return {"user_id": None, "session_id": "sid:unknown", "unnamed_id": "nosid:psych"}


@pytest.mark.parametrize(
    "ended", [by_session, by_user, by_another_session_of_the_user, by_another_session_of_an_unknown_user]
)
@pytest.mark.req("PERM-32")
async def test_the_call_ends_with_the_sign_in(
    two_servers: Servers, bodies: Bodies, ended: Callable[[Call], dict[str, object]]
) -> None:
    async with in_a_call(two_servers, bodies) as call, AsyncExitStack() as stack:
        elsewhere: httpx.AsyncClient = await stack.enter_async_context(two_servers[0].client("psych"))
        other = await join(elsewhere, call.nurse.consult_id)
        await other.attend()
        screens = [await stack.enter_async_context(live(server, "psych")) for server in two_servers]
        left = [call.psych] if ended is by_session else [call.psych, other]

        async def are_out() -> bool:
            return (await seen_by_nurse(call))[1] == sorted(window.attendee_id for window in left)

        assert await seen_by_nurse(call) == ([call.nurse.attendee_id, call.psych.attendee_id, other.attendee_id], [])
        async with await connect(call.server.settings.database_url) as connection:
            payload = json.dumps({"ended": ended(call)})
            await connection.execute("select pg_notify(%s, %s)", [CHANNEL, payload])
        await call.wait_until_nurse_sees(are_out)
        states = [(await window.attend())["state"] for window in (call.psych, other)]
        assert states == ["ended", "connected" if ended is by_session else "ended"]
        if ended is not by_session:
            # A late server would also end what the same user starts in the next test.
            async with asyncio.timeout(TIMEOUT_SECONDS):
                for screen in screens:
                    await screen.closed.wait()
        await other.leave()


def own_session(username: str) -> ProviderSession:
    """A session at the provider that nothing else is in."""
    return ProviderSession(username, clock.now().replace(microsecond=0), secrets.token_hex(8))


Leaving = Callable[[Server, str, ProviderSession], Awaitable[httpx.Response]]
"""Ends the session of a token's user with the identity provider; returns the response."""


@pytest.mark.parametrize("right", TAKEN)
@pytest.mark.req("UNATT-15", "API-40", "VID-20")
async def test_a_device_stays_after_the_sign_out_until_its_user_loses_the_right(
    two_servers: Servers, bodies: Bodies, right: str
) -> None:
    """Its token opens no socket. All nodes publish the same keys, also outside the API."""
    _, there = two_servers
    statements, back, _ = TAKEN[right]
    async with in_a_call(two_servers, bodies) as call, AsyncExitStack() as stack:
        # A sign-out without such a session would also refuse the tokens that another test gets in the same second.
        session = own_session("edtech")
        leaving = await join(await stack.enter_async_context(there.client("edtech", session)), call.nurse.consult_id)
        user_id = (await leaving.who.get("/me")).json()["id"]
        token = await issue_token(leaving)
        assert (await leaving.who.post("/sign-out")).status_code == 204
        device = await stack.enter_async_context(
            httpx.AsyncClient(base_url=f"{there.url}/api", headers={"Authorization": f"Bearer {token}"})
        )
        window = await join_as_device(device, leaving)
        assert (await window.attend())["state"] == "connected"
        places = [f"{server.url}{path}" for server in two_servers for path in ("", "/api")]
        known = [(await device.get(f"{place}/.well-known/keys")).json() for place in places]
        assert known == [known[0]] * 4
        for server in two_servers:
            with pytest.raises(Refused, match='"not_signed_in"'):
                async with open_socket(server.url, {"token": token}):
                    pass

        async def is_out() -> bool:
            return window.attendee_id in (await seen_by_nurse(call))[1]

        async with changed(call.server, *statements, user_id=user_id, back=back):
            await call.wait_until_nurse_sees(is_out)
            response = await device.post(f"{window.path}/attend", json={})
            assert refusal(response) == (401, "unattended_mode_over")
        assert refusal(await device.post(f"{window.path}/attend", json={})) == (401, "unattended_mode_over")


async def by_signing_out(server: Server, token: str, _: ProviderSession) -> httpx.Response:
    async with httpx.AsyncClient(base_url=f"{server.url}/api") as browser:
        return await browser.post("/sign-out", headers={"Authorization": f"Bearer {token}"})


async def at_the_provider(server: Server, _: str, session: ProviderSession) -> httpx.Response:
    """The demo's provider then notifies the application over the loopback, as any provider does."""
    async with httpx.AsyncClient(base_url=f"{server.url}/demo-identity") as browser:
        browser.cookies.set("demo_identity_session", server.issuer.session_cookie(session))
        return await browser.get("/end-session")


@pytest.mark.parametrize("leave", [by_signing_out, at_the_provider])
@pytest.mark.req("AUTH-09", "PERM-32", "RT-02")
async def test_a_sign_out_ends_calls_sockets_and_meetings_on_every_node(
    two_servers: Servers, bodies: Bodies, leave: Leaving
) -> None:
    here, there = two_servers
    # The provider may mean any of this user's tokens without a session, which the other tests have for theirs.
    username = "both"
    session, other_session = own_session(username), own_session(username)
    token, twin = [server.token(username, session) for server in two_servers]
    async with in_a_call(two_servers, bodies, username, other_session) as call, AsyncExitStack() as stack:
        leaving = await stack.enter_async_context(there.client(username, session))
        window = await join(leaving, call.nurse.consult_id)
        await window.attend()
        screens = [
            await stack.enter_async_context(open_socket(server.url, {"token": each}))
            for server, each in ((here, token), (there, twin))
        ]
        other = await stack.enter_async_context(open_socket(there.url, {"token": there.token(username, other_session)}))
        started_at = monotonic()
        response = await leave(here, token, session)
        assert response.is_success
        async with asyncio.timeout(TIMEOUT_SECONDS):
            for screen in screens:
                await screen.closed.wait()

        async def is_out() -> bool:
            return (await seen_by_nurse(call))[1] == [window.attendee_id]

        await call.wait_until_nurse_sees(is_out)
        assert monotonic() - started_at < AT_ONCE_SECONDS
        with pytest.raises(Refused, match="session_ended"):
            async with open_socket(there.url, {"token": twin}):
                pass
        assert refusal(await leaving.get("/me")) == (401, "session_ended")
        assert not other.closed.is_set()
        assert (await call.psych.attend())["state"] == "connected"
