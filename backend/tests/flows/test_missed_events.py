"""What a browser missed between its first requests and its socket's connection."""

import pytest

from wardline.realtime import recent_events
from wardline.realtime.fan_out import OutgoingEvent
from wardline.realtime.server import SocketServer

from .conftest import opened
from .keeper import Keeper
from .test_socket_moments import arriving_at

OPENED_AGO = {"pageAge": 1_000}


def _event(name: str, *rooms: str) -> OutgoingEvent:
    return OutgoingEvent(name, {"of": name}, list(rooms) or None)


@pytest.fixture(autouse=True)
def listening(sockets: SocketServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """The node listens; nobody's message is on its way for long."""
    monkeypatch.setattr(recent_events, "TRANSIT_SECONDS", 0)
    sockets.recent_events.start_over()


def seconds_pass(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    now = recent_events.monotonic
    for module in ("recent_events", "server"):
        monkeypatch.setattr(f"wardline.realtime.{module}.monotonic", lambda: now() + seconds)


@pytest.mark.req("RT-03", "RT-17")
async def test_a_socket_first_gets_the_events_to_its_rooms_since_its_page_was_opened(
    keeper: Keeper, sockets: SocketServer, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    keeper.belongs = frozenset({"mine", "ours"})
    await sockets.send_events([_event("before", "mine")])
    seconds_pass(monkeypatch, 5)
    await sockets.send_events([_event("own", "mine"), _event("other", "theirs"), _event("both", "theirs", "ours")])
    await sockets.send_events([_event("everyone")])
    async with opened(url, **OPENED_AGO) as client, opened(url) as older_browser:
        assert client.missed == [(name, {"of": name}) for name in ("own", "both", "everyone")]
        assert older_browser.missed is None
        await sockets.send_events([_event("after", "mine")])
        assert await client.next() == ("after", {"of": "after"})


@pytest.mark.req("RT-03")
async def test_a_right_that_is_revoked_while_a_socket_connects_is_among_what_it_missed(
    keeper: Keeper, sockets: SocketServer, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The event is sent after the user was read, and before the socket is in any room."""
    seconds_pass(monkeypatch, 5)
    async with arriving_at(keeper, url, **OPENED_AGO) as arriving:
        await sockets.send_events([_event("user:updated", "old")])
        keeper.go_on.set()
        assert (await arriving).missed == [("user:updated", {"of": "user:updated"})]


async def test_nothing_is_claimed_when_events_may_be_unknown(
    sockets: SocketServer, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Such a browser refetches what it has."""
    async with opened(url, **OPENED_AGO) as before_the_node_listened:
        assert before_the_node_listened.missed is None
    seconds_pass(monkeypatch, 5)
    async with opened(url, **OPENED_AGO) as client:
        assert client.missed == []
    sockets.recent_events.start_over()
    async with opened(url, **OPENED_AGO) as after_a_gap:
        assert after_a_gap.missed is None
    seconds_pass(monkeypatch, 10)
    monkeypatch.setattr(recent_events, "MAX_EVENTS", 2)
    await sockets.send_events([_event(str(number)) for number in range(3)])
    async with opened(url, **OPENED_AGO) as after_too_many:
        assert after_too_many.missed is None


async def test_events_are_kept_for_a_minute(sockets: SocketServer, url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    seconds_pass(monkeypatch, 5)
    await sockets.send_events([_event("first")])
    seconds_pass(monkeypatch, recent_events.KEPT_SECONDS + 1)
    await sockets.send_events([_event("second")])
    async with opened(url, pageAge=65_000) as too_old, opened(url, **OPENED_AGO) as client:
        assert (too_old.missed, client.missed) == (None, [("second", {"of": "second"})])
