"""The socket server alone, with a `RoomPolicy` that simulates rare behavior of a database."""

import asyncio
import json
from collections.abc import Sequence
from contextlib import AsyncExitStack

import pytest

from conftest import Cluster
from wardline.access.tokens import unnamed_key
from wardline.realtime.fan_out import OutgoingEvent
from wardline.realtime.listener import Listener
from wardline.realtime.publish import CHANNEL
from wardline.realtime.server import (
    EVENTS_PER_MINUTE,
    MAX_ADMITTING,
    SocketServer,
)

from .conftest import TIMEOUT_SECONDS, Refused, connect, cut_listening, opened
from .keeper import CONSULT, USER, Keeper


async def test_without_a_database_a_socket_must_reconnect(keeper: Keeper, url: str) -> None:
    keeper.is_lost = True
    with pytest.raises(Refused, match="unavailable"):
        async with opened(url):
            pass
    keeper.is_lost = False
    async with opened(url):
        pass


async def test_a_defect_while_connecting_refuses_the_socket(keeper: Keeper, url: str) -> None:
    keeper.has_defect = True
    with pytest.raises(Refused, match="unavailable"):
        async with opened(url):
            pass


@pytest.mark.req("RT-05", "RT-17")
async def test_a_user_who_may_no_longer_view_is_not_a_viewer(keeper: Keeper, sockets: SocketServer, url: str) -> None:
    async with opened(url) as client:
        await client.emit("consult:began-viewing", str(CONSULT))
        keeper.may_view = False
        await sockets.refresh_rooms(USER)
        assert keeper.ended == [CONSULT]
        await sockets.renew_viewing()
        assert keeper.renewed == [[]]


@pytest.mark.req("RT-02", "RT-17")
async def test_a_socket_ends_with_its_sign_in(sockets: SocketServer, url: str) -> None:
    async with opened(url, "first") as here, opened(url, "first") as there, opened(url, "second") as other:
        await sockets.close_sockets(session_id="session of first")
        async with asyncio.timeout(TIMEOUT_SECONDS):
            await asyncio.gather(here.closed.wait(), there.closed.wait())
        assert not other.closed.is_set()
        await sockets.close_sockets(user_id=USER)
        async with asyncio.timeout(TIMEOUT_SECONDS):
            await other.closed.wait()
        await sockets.send_events([OutgoingEvent("consult:created", {}, None)])
        assert [client.events.empty() for client in (here, there, other)] == [True] * 3


@pytest.mark.req("RT-02")
async def test_sockets_without_a_session_end_with_any_sign_in_of_their_user(
    sockets: SocketServer, url: str, keeper: Keeper
) -> None:
    keeper.session_ids = {"first": "sid:first", "second": "sid:second", "third": "jti:third"}
    async with opened(url, "first") as named, opened(url, "second") as other, opened(url, "third") as unnamed:
        await sockets.close_sockets(session_id="sid:first", unnamed_id=unnamed_key(str(USER)))
        async with asyncio.timeout(TIMEOUT_SECONDS):
            await asyncio.gather(named.closed.wait(), unnamed.closed.wait())
        assert not other.closed.is_set()


class Follower:
    """Records each call to check all."""

    def __init__(self) -> None:
        self.checks: asyncio.Queue[None] = asyncio.Queue()
        self.changed = 0

    async def access_changed(self, user_id: int) -> None:
        """No one's rooms change."""
        self.changed += user_id > 0
        await asyncio.sleep(0.005)

    async def session_ended(self, user_id: int | None, session_id: str | None) -> None:
        """None has any."""

    async def recheck_all(self) -> None:
        self.checks.put_nowait(None)


@pytest.mark.req("PERM-32")
async def test_a_follower_rechecks_everyone_when_a_node_starts_to_listen(
    cluster: Cluster, sockets: SocketServer
) -> None:
    follower = Follower()
    listener = Listener(cluster.url, sockets, follower)
    await listener.start()
    try:
        async with asyncio.timeout(TIMEOUT_SECONDS):
            await follower.checks.get()
            await cut_listening(cluster.url)
            await follower.checks.get()
    finally:
        await listener.stop()


async def test_a_follower_checks_everyone_once_if_access_changed_for_many(
    cluster: Cluster, sockets: SocketServer
) -> None:
    follower = Follower()
    listener = Listener(cluster.url, sockets, follower)
    await listener.start()
    changed = "select pg_notify(%s, json_build_object('rooms_of', n)::text) from generate_series(1, 400) n"
    try:
        async with await connect(cluster.url) as connection, asyncio.timeout(TIMEOUT_SECONDS):
            await follower.checks.get()
            await connection.execute(changed, [CHANNEL])
            await follower.checks.get()
            assert follower.changed < 400
    finally:
        await listener.stop()


class Slow(SocketServer):
    """Records what it is to send, and sends it slowly."""

    def __init__(self, keeper: Keeper) -> None:
        super().__init__(keeper)
        self.sent: asyncio.Queue[list[str]] = asyncio.Queue()
        self.go_on = asyncio.Event()

    async def send_events(self, events: Sequence[OutgoingEvent]) -> None:
        self.sent.put_nowait([event.name for event in events])
        await self.go_on.wait()


async def test_events_during_a_burst_are_batched(cluster: Cluster, keeper: Keeper) -> None:
    node = Slow(keeper)
    listener = Listener(cluster.url, node)
    await listener.start()
    try:
        async with await connect(cluster.url) as connection, asyncio.timeout(TIMEOUT_SECONDS):
            for number in range(4):
                payload = {"event": f"made:{number}", "data": {}, "rooms": ["old"]}
                await connection.execute("select pg_notify(%s, %s)", [CHANNEL, json.dumps(payload)])
                if number == 0:
                    assert await node.sent.get() == ["made:0"]
            await connection.execute("select pg_notify(%s, 'made later')", [CHANNEL])
            while len(listener._pending) < 4:
                await asyncio.sleep(0.01)
            node.go_on.set()
            assert await node.sent.get() == ["made:1", "made:2", "made:3"]
    finally:
        await listener.stop()


async def test_others_get_their_turn_while_many_sockets_are_sent_an_event(
    sockets: SocketServer, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("wardline.realtime.fan_out.SLICE_SECONDS", 0)
    turns = 0

    async def take_turns() -> None:
        nonlocal turns
        while True:
            turns += 1
            await asyncio.sleep(0)

    async with AsyncExitStack() as stack:
        clients = [await stack.enter_async_context(opened(url, f"{n}")) for n in range(10)]
        others = asyncio.create_task(take_turns())
        await sockets.send_events([OutgoingEvent("consult:created", {}, None)])
        others.cancel()
        assert turns >= len(clients)
        assert [(await client.next())[0] for client in clients] == ["consult:created"] * len(clients)


@pytest.mark.req("RT-17")
async def test_a_socket_with_several_events_gets_one_message(sockets: SocketServer, url: str) -> None:
    """Each socket gets exactly the events of its rooms, once."""
    async with opened(url) as client:
        await sockets.send_events([OutgoingEvent("made:1", {}, ["old"]), OutgoingEvent("made:2", {}, ["new"])])
        await sockets.send_events(
            [OutgoingEvent("made:3", {"is": 3}, ["old", "old"]), OutgoingEvent("made:4", {}, None)]
        )
        assert [await client.next() for _ in range(3)] == [("made:1", {}), ("made:3", {"is": 3}), ("made:4", {})]
        assert client.events.empty()


@pytest.mark.parametrize("failure", ["is_lost", "has_defect"])
@pytest.mark.req("RT-17")
async def test_a_socket_whose_rooms_cannot_be_read_gets_no_more_events(
    keeper: Keeper, sockets: SocketServer, url: str, failure: str
) -> None:
    """The others continue to get their events."""
    async with opened(url) as client:
        setattr(keeper, failure, True)
        await sockets.refresh_rooms(USER)
        async with asyncio.timeout(TIMEOUT_SECONDS):
            await client.closed.wait()
        await sockets.send_events([OutgoingEvent("consult:created", {}, ["old"])])
        assert client.events.empty()


async def test_many_reconnecting_sockets_are_admitted_a_few_at_a_time(keeper: Keeper, url: str) -> None:
    keeper.go_on.clear()
    async with AsyncExitStack() as stack:
        arriving = [stack.enter_async_context(opened(url)) for _ in range(5 * MAX_ADMITTING)]
        entering = asyncio.gather(*arriving)
        async with asyncio.timeout(TIMEOUT_SECONDS):
            while keeper.being_admitted < MAX_ADMITTING:
                await asyncio.sleep(0.01)
        keeper.go_on.set()
        await entering
        assert keeper.most_being_admitted == MAX_ADMITTING


@pytest.mark.req("RT-05")
async def test_only_viewers_are_removed_from_the_viewers(keeper: Keeper, sockets: SocketServer, url: str) -> None:
    """Thousands leave at once when a node ends; those who viewed nothing need no query."""
    async with opened(url), opened(url) as viewer:
        assert await viewer.emit("consult:began-viewing", str(CONSULT)) is True
    async with asyncio.timeout(TIMEOUT_SECONDS):
        while sockets.sio.manager.rooms.get("/"):
            await asyncio.sleep(0.01)
    assert keeper.ended == [None]


async def test_viewing_without_a_database_gets_a_response(keeper: Keeper, url: str) -> None:
    async with opened(url) as client:
        keeper.is_lost = True
        assert await client.emit("consult:began-viewing", str(CONSULT)) is False


async def test_a_socket_that_sends_too_many_events_is_ignored(keeper: Keeper, url: str) -> None:
    async with opened(url) as noisy, opened(url) as quiet:
        for _ in range(EVENTS_PER_MINUTE // 2):
            assert await noisy.emit("consult:began-viewing", str(CONSULT)) is True
            assert await noisy.emit("consult:ended-viewing", str(CONSULT)) is True
        ended_count = len(keeper.ended)
        assert await noisy.emit("consult:began-viewing", str(CONSULT)) is False
        assert await noisy.emit("consult:ended-viewing", str(CONSULT)) is False
        assert len(keeper.ended) == ended_count
        assert await quiet.emit("consult:began-viewing", str(CONSULT)) is True
