"""Users get no events about what they may not view: in another organization, on another line, and once a right ends.

Silence is proven by the next event: a user who checks out, on call or not, gets that event, and none before it.
"""

import asyncio
import base64
import json
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx
import psycopg
import pytest
from bodies import Bodies
from psycopg import sql

from wardline.core import clock
from wardline.core.db.database import Database
from wardline.demo.identity.issuing import ACCESS_LIFETIME
from wardline.on_call.events import OnCallChanged
from wardline.realtime.publish import CHANNEL, end_sockets

from .conftest import TIMEOUT_SECONDS, LiveClient, Refused, Server, Servers, connect, go_on_call, live, open_socket

STROKE, TRIAGE = "tele-stroke", "tele-triage"
ANALYST = sql.SQL("user_id = (select id from users where username = 'reporting')")
ANALYSTS = "role_id = (select id from roles where name = 'Reporting') and "
TAKEN: dict[str, tuple[str, sql.Composable]] = {
    "the role": ("user_roles", ANALYST),
    "the organizations": ("user_organizations", ANALYST),
    "the lines": ("user_service_lines", ANALYST),
    "View Consult": ("role_permissions", sql.SQL(ANALYSTS + "action = 'View'")),
    "Access Organization": ("role_permissions", sql.SQL(ANALYSTS + "subject = 'Organization'")),
    "Access ServiceLine": ("role_permissions", sql.SQL(ANALYSTS + "subject = 'ServiceLine'")),
}
"""Rights that can be revoked from a user who may view everything: the table and a condition for its rows."""


class Listener:
    """A user with a screen."""

    def __init__(self, client: httpx.AsyncClient, screen: LiveClient, user_id: int) -> None:
        self.client = client
        self.screen = screen
        self.user_id = user_id

    async def next(self) -> tuple[str, dict[str, Any]]:
        """The next event that is not about who is on call."""
        while True:
            event = await self.screen.next()
            if event[0] != OnCallChanged.name:
                return event

    async def received(self) -> list[str]:
        """The names of the events since the last call; waits only for those already sent."""
        await self.client.post("/checkout")
        names: list[str] = []
        while True:
            name, data = await self.next()
            if name == "user:updated":
                assert data == {"userId": self.user_id}
                return names
            names.append(name)

    async def expect_rooms_changed(self) -> None:
        assert await self.next() == ("user:updated", {"userId": self.user_id})


@asynccontextmanager
async def listening(server: Server, *usernames: str) -> AsyncIterator[list[Listener]]:
    async with AsyncExitStack() as stack:
        listeners = []
        for username in usernames:
            client = await stack.enter_async_context(server.client(username))
            screen = await stack.enter_async_context(live(server, username))
            listeners.append(Listener(client, screen, (await client.get("/me")).json()["id"]))
        yield listeners


@asynccontextmanager
async def revoked(server: Server, table: str, condition: sql.Composable, user_id: int) -> AsyncIterator[None]:
    """Inside the block the rows are gone; before and after it, all nodes check this user again."""
    async with await connect(server.settings.migrate_url) as owner:
        kept = sql.SQL("create temp table kept as select * from {} where {}")
        await owner.execute(kept.format(sql.Identifier(table), condition))
        await owner.execute(sql.SQL("delete from {} where {}").format(sql.Identifier(table), condition))
        await _recheck(owner, user_id)
        try:
            yield
        finally:
            await owner.execute(sql.SQL("insert into {} select * from kept").format(sql.Identifier(table)))
            await _recheck(owner, user_id)


async def _recheck(owner: psycopg.AsyncConnection, user_id: int) -> None:
    await owner.execute("select pg_notify(%s, %s)", [CHANNEL, f'{{"rooms_of": {user_id}}}'])


async def _comment(client: httpx.AsyncClient, consult_id: str) -> None:
    response = await client.post(f"/consults/{consult_id}/updates", json={"message": "Thank you"})
    assert response.status_code == 201


@pytest.mark.req("RT-08", "RT-09", "RT-10", "RT-11", "RT-17")
async def test_every_event_is_received_in_its_organization_and_on_its_line_only(
    two_servers: Servers, bodies: Bodies
) -> None:
    here, there = two_servers
    readers, others = ("edtech", "coordinator", "reporting"), ("elsewhere", "tox", "nobody")
    async with (
        here.client("nurse") as nurse,
        here.client("neuro2") as neuro,
        listening(there, *readers, *others) as listeners,
    ):
        request = await bodies.request(nurse, STROKE)
        consult_id = (await nurse.post("/consults", json=request)).json()["id"]
        path = f"/consults/{consult_id}"
        patient_id = (await nurse.get(path)).json()["Patient"]["id"]
        corrected: dict[str, Any] = {"patient": request["Patient"] | {"nameGiven": "Marian"}}
        await nurse.patch(path, json={"callbackNumber": "(555) 010-0177"})
        await nurse.put(f"/patient/{patient_id}{path}", json=corrected)
        await _comment(nurse, consult_id)
        me = (await neuro.get("/me")).json()
        (line_id,) = (line["id"] for line in me["activeServiceLines"] if line["id"] == request["serviceLineId"])
        duty = {"roleId": me["defaultCheckinRoleId"], "phoneNumber": "(555) 010-0199", "primary": True}
        await neuro.post("/checkin", json=duty | {"serviceLineId": line_id})
        assert (await neuro.post(f"{path}/acknowledge")).status_code == 200
        await neuro.post("/checkout")
        names = ["consult:created", "consult:updated", "consult:patient:updated", "update:created"]
        for username, listener in zip((*readers, *others), listeners, strict=True):
            expected = [*names, "consult:updated-state"] if username in readers else []
            if username == "coordinator":
                expected.append("duty-notice:changed")  # Nobody is on call anymore.
            assert await listener.received() == expected, username


@pytest.mark.req("API-44", "PERM-08", "RT-17")
async def test_after_check_out_no_events_of_the_served_organizations_are_received(
    two_servers: Servers, bodies: Bodies
) -> None:
    here, there = two_servers
    async with here.client("elsewhere") as nurse, listening(there, "triage") as (triage,):
        await go_on_call(triage.client)
        await triage.expect_rooms_changed()
        consult_id = await bodies.create(nurse, TRIAGE)
        assert (await triage.next())[0] == "consult:created"
        assert await triage.screen.emit("consult:began-viewing", consult_id) is True
        await _comment(nurse, consult_id)
        assert (await triage.next())[0] == "update:created"
        await triage.client.post("/checkout")
        await triage.expect_rooms_changed()
        await _comment(nurse, consult_id)
        await bodies.create(nurse, TRIAGE)
        assert await triage.received() == []
        assert await triage.screen.emit("consult:began-viewing", consult_id) is False
        assert (await nurse.get(f"/consults/{consult_id}")).json()["consultView"] == []


@pytest.mark.parametrize("right", TAKEN)
@pytest.mark.req("PERM-07", "PERM-08", "PERM-09", "RT-17")
async def test_a_user_without_the_right_gets_no_events_until_it_is_restored(
    two_servers: Servers, bodies: Bodies, right: str
) -> None:
    here, there = two_servers
    async with here.client("nurse") as nurse, listening(there, "reporting") as (analyst,):
        consult_id = await bodies.create(nurse, STROKE)
        assert await analyst.screen.emit("consult:began-viewing", consult_id) is True
        await _comment(nurse, consult_id)
        assert await analyst.received() == ["consult:created", "update:created"]
        async with revoked(there, *TAKEN[right], analyst.user_id):
            await analyst.expect_rooms_changed()
            await _comment(nurse, consult_id)
            assert await analyst.received() == []
            assert await analyst.screen.emit("consult:began-viewing", consult_id) is False
            assert (await nurse.get(f"/consults/{consult_id}")).json()["consultView"] == []
        await analyst.expect_rooms_changed()
        await _comment(nurse, consult_id)
        assert await analyst.received() == ["update:created"]


@pytest.mark.req("ENT-36", "PERM-08", "RT-17")
async def test_a_user_who_loses_the_role_while_on_call_gets_no_events_and_can_go_off_call(
    two_servers: Servers, bodies: Bodies
) -> None:
    here, there = two_servers
    async with here.client("elsewhere") as nurse, listening(there, "triage") as (triage,):
        await go_on_call(triage.client)
        await triage.expect_rooms_changed()
        consult_id = await bodies.create(nurse, TRIAGE)
        assert (await triage.next())[0] == "consult:created"
        role = sql.SQL("user_id = {}").format(sql.Literal(triage.user_id))
        async with revoked(there, "user_roles", role, triage.user_id):
            await triage.expect_rooms_changed()
            await _comment(nurse, consult_id)
            me = (await triage.client.get("/me")).json()
            assert (me["roles"], me["checkinRole"]["name"]) == ([], "Virtual Provider")
            assert await triage.received() == []
            assert (await triage.client.get("/checkin")).json() == []


@pytest.mark.req("AUTH-11", "RT-01", "RT-17")
async def test_losing_the_account_empties_the_rooms_and_prevents_connecting(two_servers: Servers) -> None:
    server, _ = two_servers
    async with server.client("bedside") as leaving, live(server, "bedside") as screen, live(server, "nurse") as other:
        async with await connect(server.settings.migrate_url) as owner:
            found = await owner.execute("update users set active = false where username = 'bedside' returning id")
            (user_id,) = await found.fetchone() or (0,)
            await _recheck(owner, user_id)
        async with asyncio.timeout(TIMEOUT_SECONDS):
            await screen.closed.wait()
        assert (await leaving.get("/me")).status_code == 403
        with pytest.raises(Refused, match="unknown_user"):
            async with live(server, "bedside"):
                pass
        assert not other.closed.is_set()


@pytest.mark.req("RT-01", "RT-17")
async def test_sockets_end_on_every_node_when_their_sign_in_ends(two_servers: Servers) -> None:
    here, there = two_servers
    token = there.token("edtech")
    session_id = f"jti:{json.loads(base64.urlsafe_b64decode(token.split('.')[1] + '=='))['jti']}"
    async with AsyncExitStack() as stack, asyncio.timeout(TIMEOUT_SECONDS):
        ending = [await stack.enter_async_context(open_socket(there.url, {"token": token})) for _ in range(2)]
        others = [await stack.enter_async_context(live(server, "edtech")) for server in two_servers]
        stranger = await stack.enter_async_context(live(there, "nurse"))
        client = await stack.enter_async_context(here.client("edtech"))
        user_id = (await client.get("/me")).json()["id"]
        database = Database(here.settings.database_url or "")
        stack.push_async_callback(database.close)
        for screens, ended in ((ending, {"session_id": session_id}), (others, {"user_id": user_id})):
            async with database.transaction() as session:
                await session.execute(end_sockets(**ended))
                assert not any(screen.closed.is_set() for screen in screens)
            for screen in screens:
                await screen.closed.wait()
                assert screen.events.empty()
        assert not stranger.closed.is_set()


@pytest.mark.req("AUTH-09", "RT-01", "RT-17")
async def test_a_socket_ends_with_its_token(two_servers: Servers, bodies: Bodies) -> None:
    server, _ = two_servers
    with clock.clock_at(datetime.now(UTC) - ACCESS_LIFETIME + timedelta(seconds=3)):
        token = server.token("edtech")
    async with (
        server.client("nurse") as nurse,
        open_socket(server.url, {"token": token}) as ending,
        live(server, "edtech") as other,
    ):
        async with asyncio.timeout(TIMEOUT_SECONDS):
            await ending.closed.wait()
        consult_id = await bodies.create(nurse, STROKE)
        name, data = await other.next()
        assert (name, data["consultId"]) == ("consult:created", consult_id)
        assert ending.events.empty()
    # The clocks of two machines differ a little, so it may still be admitted, but not stay.
    async with open_socket(server.url, {"token": token}) as late, asyncio.timeout(TIMEOUT_SECONDS):
        await late.closed.wait()
