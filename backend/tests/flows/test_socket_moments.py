"""The socket server under interleavings: during admission, and while a consult is opened."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

import pytest

from wardline.realtime.fan_out import OutgoingEvent
from wardline.realtime.server import MAX_ADMITTING, SocketServer

from .conftest import TIMEOUT_SECONDS, LiveClient, Refused, opened
from .keeper import CONSULT, USER, Keeper


@asynccontextmanager
async def arriving_at(keeper: Keeper, url: str, **more: int) -> AsyncIterator[asyncio.Task[LiveClient]]:
    """A user whose rooms were read, but who enters them only after `keeper.go_on`."""
    keeper.go_on.clear()
    async with AsyncExitStack() as stack:
        arriving = asyncio.create_task(stack.enter_async_context(opened(url, **more)))
        async with asyncio.timeout(TIMEOUT_SECONDS):
            await keeper.arrived.wait()
            yield arriving


@pytest.mark.parametrize("refresh_all_rooms", [False, True])
@pytest.mark.req("RT-17")
async def test_rooms_that_change_while_a_socket_connects(
    keeper: Keeper, sockets: SocketServer, url: str, *, refresh_all_rooms: bool
) -> None:
    """A user whose rooms change between reading and entering them must not stay in the old ones."""
    async with arriving_at(keeper, url) as arriving:
        keeper.belongs = frozenset({"new"})
        await (sockets.refresh_all_rooms() if refresh_all_rooms else sockets.refresh_rooms(USER))
        keeper.go_on.set()
        client = await arriving
        await sockets.send_events(
            [OutgoingEvent("consult:created", {}, ["old"]), OutgoingEvent("consult:updated", {}, ["new"])]
        )
        assert (await client.next())[0] == "consult:updated"


@pytest.mark.parametrize("failure", [{"is_lost": True}, {"has_defect": True}, {"belongs": frozenset()}], ids=str)
@pytest.mark.req("RT-17")
async def test_a_user_who_loses_all_rooms_while_connecting_is_not_admitted(
    keeper: Keeper, sockets: SocketServer, url: str, failure: dict[str, object]
) -> None:
    """When the database is back all sockets connect, and it may fail again; admitted sockets must get their events."""
    async with arriving_at(keeper, url) as arriving:
        vars(keeper).update(failure)
        await sockets.refresh_all_rooms()
        keeper.go_on.set()
        with pytest.raises(Refused, match="unavailable"):
            await arriving
    assert is_empty(sockets)


@pytest.mark.parametrize("is_heard", [True, False])
@pytest.mark.req("RT-01", "RT-02")
async def test_a_sign_in_that_ends_while_connecting_is_not_admitted(
    keeper: Keeper, sockets: SocketServer, url: str, *, is_heard: bool
) -> None:
    """The token was valid when it was checked, and it is not checked again."""
    async with arriving_at(keeper, url) as arriving:
        await (sockets.close_sockets(session_id="session of any") if is_heard else sockets.close_ended_sign_ins())
        keeper.go_on.set()
        with pytest.raises(Refused, match="unavailable"):
            await arriving
    assert is_empty(sockets)


@pytest.mark.parametrize("is_noticed", [True, False])
async def test_a_connection_that_closes_while_connecting_is_not_admitted(
    keeper: Keeper, sockets: SocketServer, url: str, *, is_noticed: bool
) -> None:
    keeper.go_on.clear()
    arriving = asyncio.create_task(opened(url).__aenter__())
    async with asyncio.timeout(TIMEOUT_SECONDS):
        await keeper.arrived.wait()
        await fall_silent(sockets, is_noticed=is_noticed)
        keeper.go_on.set()
        while sockets.sio.manager.pending_connect:
            await asyncio.sleep(0.01)
    assert is_empty(sockets)
    arriving.cancel()


async def test_a_connection_closed_before_admission_causes_no_query(
    keeper: Keeper, sockets: SocketServer, url: str
) -> None:
    keeper.go_on.clear()
    async with AsyncExitStack() as stack, asyncio.timeout(TIMEOUT_SECONDS):
        first = [stack.enter_async_context(opened(url, "first")) for _ in range(MAX_ADMITTING)]
        entering = asyncio.gather(*first)
        while keeper.being_admitted < MAX_ADMITTING:
            await asyncio.sleep(0.01)
        late = asyncio.create_task(opened(url, "late").__aenter__())
        while len(sockets.sio.manager.pending_connect.get("/", ())) <= MAX_ADMITTING:
            await asyncio.sleep(0.01)
        await fall_silent(sockets, is_noticed=True)
        keeper.go_on.set()
        await entering
        while sockets.sio.manager.pending_connect:
            await asyncio.sleep(0.01)
        assert keeper.admitted == ["first"] * MAX_ADMITTING
        late.cancel()


async def fall_silent(sockets: SocketServer, *, is_noticed: bool) -> None:
    """Pretend the last socket missed its heartbeats; the library checks for that periodically."""
    last = list(sockets.sio.eio.sockets.values())[-1]
    last.last_ping = 1
    if is_noticed:
        assert not await last.check_ping_timeout()


def is_empty(sockets: SocketServer) -> bool:
    of_the_library = sockets.sio.manager.rooms or sockets.sio.manager.pending_connect
    return not (of_the_library or sockets._user_of or sockets._rooms or sockets._sockets_of or sockets._expiries)


@asynccontextmanager
async def opening_a_consult(keeper: Keeper, url: str) -> AsyncIterator[tuple[LiveClient, asyncio.Task[bool]]]:
    """A user who opens a consult, while the policy responds only as often as `keeper.responses` allows."""
    keeper.responses = asyncio.Semaphore(0)
    async with opened(url) as client, asyncio.timeout(TIMEOUT_SECONDS):
        opening = asyncio.create_task(client.emit("consult:began-viewing", str(CONSULT)))
        await keeper.requests.get()
        yield client, opening


@pytest.mark.req("RT-04", "RT-17")
async def test_a_right_that_ends_while_a_consult_is_opened_is_not_used(
    keeper: Keeper, sockets: SocketServer, url: str
) -> None:
    async with opening_a_consult(keeper, url) as (_, opening):
        keeper.may_view = False
        await sockets.refresh_rooms(USER)
        keeper.responses.release()
        keeper.responses.release()
        assert await opening is False
        assert keeper.ended == [CONSULT]
        assert not await is_viewed(keeper, sockets)


@pytest.mark.req("RT-04", "RT-05", "RT-17")
async def test_a_right_that_ends_during_its_recheck_ends_the_viewing(
    keeper: Keeper, sockets: SocketServer, url: str
) -> None:
    async with opening_a_consult(keeper, url) as (_, opening):
        await sockets.refresh_rooms(USER)
        keeper.responses.release()
        await keeper.requests.get()
        keeper.may_view = False
        settling = asyncio.create_task(sockets.refresh_rooms(USER))
        await asyncio.sleep(0)
        keeper.responses.release()
        keeper.responses.release()
        await asyncio.gather(opening, settling)
        assert keeper.ended == [CONSULT]
        assert not await is_viewed(keeper, sockets)


@pytest.mark.req("RT-04", "RT-05")
async def test_messages_of_one_socket_are_processed_in_order(
    keeper: Keeper, sockets: SocketServer, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    counted: asyncio.Queue[str] = asyncio.Queue()
    monkeypatch.setattr(sockets._limits, "hit", lambda _, sid: counted.put_nowait(sid))
    async with opening_a_consult(keeper, url) as (client, opening):
        ending = asyncio.create_task(client.emit("consult:ended-viewing", str(CONSULT)))
        await counted.get()
        await counted.get()
        keeper.responses.release()
        assert await asyncio.gather(opening, ending) == [True, True]
        assert keeper.ended == [CONSULT]
        assert not await is_viewed(keeper, sockets)


async def is_viewed(keeper: Keeper, sockets: SocketServer) -> bool:
    await sockets.renew_viewing()
    return bool(keeper.renewed[-1])


@pytest.mark.req("RT-05")
async def test_a_socket_that_leaves_while_opening_a_consult_is_not_a_viewer(
    keeper: Keeper, sockets: SocketServer, url: str
) -> None:
    keeper.responses = asyncio.Semaphore(0)
    async with asyncio.timeout(TIMEOUT_SECONDS):
        async with opened(url) as client:
            opening = asyncio.create_task(client.emit("consult:began-viewing", str(CONSULT)))
            await keeper.requests.get()
        opening.cancel()
        while sockets.sio.manager.rooms:
            await asyncio.sleep(0.01)
        keeper.responses.release()
        while not keeper.ended:
            await asyncio.sleep(0.01)
    assert keeper.ended == [None]


@pytest.mark.req("RT-17")
async def test_events_do_not_wait_until_the_database_knows_that_a_silent_socket_was_closed(
    keeper: Keeper, sockets: SocketServer, url: str
) -> None:
    async with opened(url) as listener, opened(url) as silent, asyncio.timeout(TIMEOUT_SECONDS):
        assert await silent.emit("consult:began-viewing", str(CONSULT)) is True
        keeper.may_end.clear()
        await fall_silent(sockets, is_noticed=False)
        await sockets.send_events([OutgoingEvent("consult:created", {}, None)])
        assert (await listener.next())[0] == "consult:created"
        assert len(sockets._user_of) == 1
        keeper.may_end.set()
        while keeper.ended != [None]:
            await asyncio.sleep(0.01)
