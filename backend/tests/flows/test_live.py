"""One user's changes reach the others' screens, through every process and after a lost connection."""

import asyncio
from dataclasses import replace
from functools import partial

import httpx
import pytest
from bodies import Bodies

from wardline.core import clock
from wardline.demo.identity.issuing import ProviderSession
from wardline.video.events import MeetingChanged

from .conftest import (
    OF_PAGING,
    TIMEOUT_SECONDS,
    LiveClient,
    Refused,
    Servers,
    connect,
    cut_listening,
    go_on_call,
    open_socket,
)
from .conftest import live as live_with_calls

# Nobody calls here, but a call that an earlier test left on these servers may end at any time.
live = partial(live_with_calls, ignored=OF_PAGING | {MeetingChanged.name})


@pytest.mark.req("RT-01", "RT-07", "RT-09", "RT-17", "RT-10")
async def test_events_cross_processes(two_servers: Servers, bodies: Bodies) -> None:
    here, there = two_servers
    async with (
        here.client("nurse") as nurse,
        there.client("psych") as psych,
        live(there, "psych") as on_call,
        live(here, "nurse") as bedside,
        live(there, "elsewhere") as stranger,
    ):
        await go_on_call(psych)
        me = (await psych.get("/me")).json()
        assert await on_call.next() == ("user:updated", {"userId": me["id"]})
        (line_id,) = me["checkedInLineIds"]
        for screen in (on_call, bedside, stranger):
            assert await screen.next() == ("on-call:changed", {"serviceLineId": line_id})
        consult_id = await bodies.create(nurse)
        await psych.post(f"/consults/{consult_id}/acknowledge")
        await nurse.post(f"/consults/{consult_id}/updates", json={"message": "Thank you"})
        for screen in (bedside, on_call):
            events = [await screen.next() for _ in range(3)]
            assert [name for name, _ in events] == ["consult:created", "consult:updated-state", "update:created"]
            assert {data["consultId"] for _, data in events} == {consult_id}
        assert stranger.events.empty()


@pytest.mark.req("RT-07", "RT-08", "RT-10")
async def test_a_burst_arrives_complete_and_in_order(two_servers: Servers, bodies: Bodies) -> None:
    server, _ = two_servers
    async with server.client("nurse") as nurse, live(server, "nurse") as screen:
        consult_id = await bodies.create(nurse)
        # Each waits for the consult's lock, for at most two seconds; all thirty at once could exceed that.
        for _ in range(3):
            comments = [
                nurse.post(f"/consults/{consult_id}/updates", json={"message": f"Comment {n}"}) for n in range(10)
            ]
            assert {response.status_code for response in await asyncio.gather(*comments)} == {201}
        changed = await nurse.patch(f"/consults/{consult_id}", json={"callbackNumber": "(555) 010-0177"})
        assert changed.status_code == 200
        events = [await screen.next() for _ in range(32)]
    assert [name for name, _ in events] == ["consult:created", *["update:created"] * 30, "consult:updated"]
    assert {data["consultId"] for _, data in events} == {consult_id}


@pytest.mark.req("RT-01", "AUTH-09")
async def test_connecting_a_socket(two_servers: Servers) -> None:
    server, _ = two_servers
    for auth in ({"token": "x.y.z"}, {"token": ""}, {"token": 1}, {}):
        with pytest.raises(Refused):
            async with open_socket(server.url, auth):
                pass
    with pytest.raises(Refused):
        async with live(server, "stranger"):
            pass
    async with httpx.AsyncClient() as client:
        polling = await client.get(f"{server.url}/socket.io/?EIO=4&transport=polling")
    assert polling.status_code == 400


async def _resync_of(screen: LiveClient) -> None:
    """Return when the screen gets its resync; before that it may get events from just before it opened."""
    while (await screen.next())[0] != "connection:resync":
        pass


@pytest.mark.req("RT-03", "RT-07")
async def test_a_lost_listen_connection_loses_nothing_on_the_screen(two_servers: Servers, bodies: Bodies) -> None:
    here, there = two_servers
    async with here.client("nurse") as nurse, live(here, "nurse") as screen, live(there, "nurse") as other_screen:
        await cut_listening(here.settings.database_url)
        for client in (screen, other_screen):
            await _resync_of(client)
        consult_id = await bodies.create(nurse)
        for client in (screen, other_screen):
            name, data = await client.next()
            assert (name, data["consultId"]) == ("consult:created", consult_id)


@pytest.mark.req("AUTH-09", "RT-02")
async def test_a_session_that_ended_unnoticed_ends_its_sockets_once_listening_resumes(
    two_servers: Servers,
) -> None:
    server, _ = two_servers
    session = ProviderSession("nurse", clock.now().replace(microsecond=0), "ended unheard")
    going_on = replace(session, sid="going on")
    ending, other = (server.issuer.access_token("nurse", session=each) for each in (session, going_on))
    async with (
        open_socket(server.url, {"token": ending}) as screen,
        open_socket(server.url, {"token": other}) as other_screen,
    ):
        async with await connect(server.settings.database_url) as connection:
            await connection.execute(
                "insert into ended_sessions values ('sid:ended unheard', now(), now() + interval '1 hour')"
            )
        await cut_listening(server.settings.database_url)
        await _resync_of(other_screen)
        async with asyncio.timeout(TIMEOUT_SECONDS):
            await screen.closed.wait()
        assert not other_screen.closed.is_set()


@pytest.mark.req("RT-04", "RT-05", "ENT-11")
async def test_viewers_are_shown_to_each_other(two_servers: Servers, bodies: Bodies) -> None:
    server, _ = two_servers
    async with server.client("nurse") as nurse:
        consult_id, other_id = [await bodies.create(nurse) for _ in range(2)]

        async def viewers(of: str = consult_id) -> list[str]:
            consult = (await nurse.get(f"/consults/{of}")).json()
            return [viewer["lastName"] for viewer in consult["consultView"]]

        me = (await nurse.get("/me")).json()
        async with live(server, "nurse") as screen, live(server, "nurse") as second_tab:
            assert await screen.emit("consult:began-viewing", consult_id) is True
            assert await viewers(other_id) == []
            assert await second_tab.emit("consult:began-viewing", consult_id) is True
            assert await second_tab.emit("consult:began-viewing", other_id) is True
            assert await viewers() == await viewers(other_id) == [me["lastName"]]
            await screen.emit("consult:ended-viewing", consult_id)
            assert await viewers() == [me["lastName"]]
            await second_tab.emit("consult:ended-viewing", consult_id)
            assert await viewers() == []
            assert await viewers(other_id) == [me["lastName"]]
            assert await second_tab.emit("consult:began-viewing", consult_id) is True
            assert await viewers() == [me["lastName"]]
        async with asyncio.timeout(TIMEOUT_SECONDS):
            while await viewers() or await viewers(other_id):
                await asyncio.sleep(0.02)
        async with live(server, "elsewhere") as stranger:
            assert await stranger.emit("consult:began-viewing", consult_id) is False
            assert await stranger.emit("consult:began-viewing", "nonsense") is False
        assert await viewers() == []
