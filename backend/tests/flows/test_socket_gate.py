"""Frames that our browsers never send end their socket, with one log line, and reach nothing behind the gate."""

import asyncio
import json
import logging
from contextlib import suppress

import pytest
import websockets
from websockets.typing import Origin

from wardline.realtime import gate
from wardline.realtime.fan_out import OutgoingEvent
from wardline.realtime.gate import FRAMES_PER_MINUTE, MAX_MESSAGE_BYTES, RESERVED_NAMES
from wardline.realtime.server import SocketServer

from .conftest import TIMEOUT_SECONDS, opened
from .keeper import CONSULT, Keeper

FRAME = str | bytes
DEEP = "[" * 2000 + "]" * 2000
BEGAN = f'["consult:began-viewing","{CONSULT}"]'

REFUSED: tuple[FRAME, ...] = (
    "",
    "4",
    "42",
    "42[",
    "42{}",
    "42[]",
    "42[1]",
    "42[null]",
    '42["consult:began-viewing","\\ud800"]',
    f'42["consult:began-viewing",{{"a":{DEEP}}}]',
    f"42/other,{BEGAN}",
    f"42{'9' * 10}{BEGAN}",
    f"427-{BEGAN}",
    "43[1]",
    "4399999999999999999999[1]",
    '451-["consult:began-viewing",{"_placeholder":true,"num":0}]',
    '459999999-["consult:began-viewing"]',
    '40{"token":"again"}',
    "40/other,{}",
    "44{}",
    "45",
    "4\x00",
    "0",
    "2",
    "5",
    "6",
    "9",
    "٣",
    "3probe",
    "\ud7ff\ue000",
    "b////",
    "b",
    "x" * MAX_MESSAGE_BYTES,
    "x" * (MAX_MESSAGE_BYTES * 20),
    b"",
    b"\x00",
    b"\xff" * 100,
)
IGNORED = (
    '42["consult:began-viewing"]',
    '42["consult:began-viewing",null,"more",{}]',
    '42["nobody:listens",{}]',
    f'42["nobody:listens",{"[" * 500 + "]" * 500}]',
    '42["",""]',
    "3",
)


def address_of(url: str) -> str:
    return url.replace("http", "ws", 1) + "/socket.io/?EIO=4&transport=websocket"


async def end_of(connection: websockets.ClientConnection) -> int | None:
    """The code with which the server closes the connection."""
    async with asyncio.timeout(TIMEOUT_SECONDS):
        with suppress(websockets.ConnectionClosed):
            while True:
                await connection.recv()
    return connection.close_code


def lines(caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]) -> list[str]:
    """What the server logged about sockets; nothing else may be written anywhere, and no traceback."""
    warnings = [record for record in caplog.records if record.levelno >= logging.WARNING]
    assert {record.name for record in warnings} <= {gate.__name__}
    assert not any(record.exc_info for record in warnings)
    assert capfd.readouterr().err == ""
    return [record.getMessage() for record in warnings]


@pytest.mark.parametrize("frame", REFUSED, ids=lambda frame: repr(frame)[:24])
async def test_malformed_frames_end_their_socket_with_one_log_line_and_harm_no_one(
    url: str, keeper: Keeper, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str], frame: FRAME
) -> None:
    async with opened(url) as victim:
        async with opened(url) as hostile:
            with suppress(websockets.ConnectionClosed):
                await hostile.connection.send(frame)
                await hostile.connection.send(f"427{BEGAN}")
            async with asyncio.timeout(TIMEOUT_SECONDS):
                await hostile.closed.wait()
        assert keeper.requests.empty()
        assert await victim.emit("consult:began-viewing", str(CONSULT)) is True
        assert not victim.closed.is_set()
    assert len(lines(caplog, capfd)) <= 1


@pytest.mark.parametrize("name", sorted(RESERVED_NAMES))
@pytest.mark.req("RT-17")
async def test_an_event_with_a_reserved_name_is_refused(
    url: str, keeper: Keeper, sockets: SocketServer, caplog: pytest.LogCaptureFixture, name: str
) -> None:
    """The library would run its own handler of this name, and forget whose socket it is while it still gets events."""
    assert set(sockets.sio.reserved_events) <= RESERVED_NAMES
    async with opened(url) as hostile:
        await hostile.connection.send(f"42{json.dumps([name, {'token': 'another'}])}")
        async with asyncio.timeout(TIMEOUT_SECONDS):
            await hostile.closed.wait()
        while sockets.sio.manager.rooms:
            await asyncio.sleep(0.01)
        await sockets.send_events([OutgoingEvent("consult:created", {}, None)])
        assert hostile.events.empty()
    assert keeper.admitted == ["any"]
    assert [record.getMessage() for record in caplog.records if record.name == gate.__name__] == [
        "a socket was closed: it sent an event with a reserved name"
    ]


@pytest.mark.parametrize("frame", IGNORED, ids=lambda frame: repr(frame)[:24])
async def test_well_formed_but_unknown_events_do_nothing(
    url: str, keeper: Keeper, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str], frame: str
) -> None:
    """A browser may be newer than its server."""
    async with opened(url) as newer:
        await newer.connection.send(frame)
        assert await newer.emit("consult:began-viewing", str(CONSULT)) is True
        assert keeper.requests.qsize() == 1
    assert lines(caplog, capfd) == []


@pytest.mark.parametrize(
    "frame",
    ["x", "3", b"x", f"42{BEGAN}", "41", f'40{{"token":{DEEP}}}', '40{"token":[]}', "40[]"],
    ids=lambda frame: repr(frame)[:24],
)
async def test_five_thousand_frames_before_the_sign_in_are_one_line(
    url: str, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str], frame: FRAME
) -> None:
    async with websockets.connect(address_of(url)) as connection:
        with suppress(websockets.ConnectionClosed):
            for _ in range(5_000):
                await connection.send(frame)
        assert await end_of(connection) == gate.POLICY_VIOLATION
    assert len(lines(caplog, capfd)) == 1


@pytest.mark.parametrize("frame", ["3", '42["nobody:listens"]', f"42{BEGAN}"], ids=lambda frame: repr(frame)[:24])
async def test_an_endless_sender_is_disconnected(
    url: str, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str], frame: str
) -> None:
    async with opened(url) as noisy, opened(url) as quiet:
        with suppress(websockets.ConnectionClosed):
            for _ in range(FRAMES_PER_MINUTE * 2):
                await noisy.connection.send(frame)
        async with asyncio.timeout(TIMEOUT_SECONDS):
            await noisy.closed.wait()
        assert await quiet.emit("consult:ended-viewing", str(CONSULT)) is True
    assert lines(caplog, capfd) == ["a socket was closed: it sent too many frames"]


@pytest.mark.req("RT-01")
async def test_a_socket_that_never_authenticates_is_disconnected(
    url: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    async with opened(url) as client:
        monkeypatch.setattr(gate, "SIGN_IN_SECONDS", 0.05)
        async with websockets.connect(address_of(url)) as silent:
            assert await end_of(silent) == gate.POLICY_VIOLATION
        assert not client.closed.is_set()
    assert lines(caplog, capfd) == ["a socket was closed: it never sent a token"]


@pytest.mark.req("RT-01")
async def test_refused_and_leaving_sockets_are_disconnected(
    url: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(gate, "LINGER_SECONDS", 0.05)
    async with websockets.connect(address_of(url)) as refused:
        await refused.recv()
        await refused.send("40{}")
        assert str(await refused.recv()).startswith("44")
        assert await end_of(refused) == gate.POLICY_VIOLATION
    async with opened(url) as leaving:
        await leaving.connection.send("41")
        async with asyncio.timeout(TIMEOUT_SECONDS):
            await leaving.closed.wait()
    assert lines(caplog, capfd) == []


@pytest.mark.parametrize(
    "origin",
    [
        "https://elsewhere.example",
        "null",
        "",
        "http://127.0.0.1:1",
        "https://{host}",
        "http://{host}.elsewhere.example",
    ],
)
async def test_a_page_of_another_site_opens_no_socket(
    url: str, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str], origin: str
) -> None:
    from_there = Origin(origin.format(host=url.removeprefix("http://")))
    with pytest.raises(websockets.InvalidStatus, match="403"):
        async with websockets.connect(address_of(url), origin=from_there):
            pass
    assert lines(caplog, capfd) == ["a socket was refused: it was opened by another site's page"]


@pytest.mark.parametrize("origin", [None, "{url}", "HTTP{rest}"])
async def test_our_own_pages_and_clients_other_than_browsers_can_connect(url: str, origin: str | None) -> None:
    from_here = Origin(origin.format(url=url, rest=url.removeprefix("http"))) if origin else None
    async with websockets.connect(address_of(url), origin=from_here) as connection:
        assert str(await connection.recv()).startswith("0")
