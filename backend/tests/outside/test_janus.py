"""The rooms of meetings at a real Janus: made, opened to attendees only, made anew after its restart, and removed."""

import logging
import re
import uuid
from collections.abc import AsyncIterator, Iterator
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import httpx
import pytest
from bodies import Bodies
from fastapi import FastAPI

from conftest import CheckIn, RolledBackDatabase
from tests.outside.janus import ADMIN_KEY, ask, enter, free_port, is_installed, running_janus
from wardline.core import clock
from wardline.core.db.database import Database
from wardline.core.retries import Retry
from wardline.system.connections.contract import ConnectionBroken, Installation
from wardline.system.connections.kinds import media as media_connection
from wardline.video.janus.availability import MediaServers
from wardline.video.janus.rooms import bring_in_line, bring_in_line_or_retry
from wardline.video.janus.server import JanusServer
from wardline.video.tests.windows import Window, request_to_join, window_of

pytestmark = pytest.mark.skipif(not is_installed(), reason="NOT TESTED: rooms at a media server, without Janus")

UNAUTHORIZED = 433
NO_SUCH_ROOM = 426


@pytest.fixture(scope="module")
def port() -> int:
    return free_port()


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory, port: int) -> Iterator[str]:
    with running_janus(tmp_path_factory.mktemp("janus"), port) as found:
        yield found


@pytest.fixture
async def janus(app: FastAPI, url: str) -> AsyncIterator[JanusServer]:
    """The media server of new calls."""
    without = app.state.media
    server = JanusServer(url, "ws://127.0.0.1:1", ADMIN_KEY)
    app.state.media = MediaServers(server, is_used=True)
    yield server
    app.state.media = without
    await server.aclose()


class InRoom:
    """A window in a call, as Janus knows it."""

    def __init__(self, window: Window, joined: dict[str, Any], url: str) -> None:
        self.window = window
        self.meeting_id = uuid.UUID(window.meeting_id)
        placement = joined["meeting"]["mediaPlacement"]
        self._entry = {"room": placement["room"], "pin": placement["pin"], "token": joined["attendee"]["joinToken"]}
        self._url = url

    def entering(self, **changes: Any) -> int | None:
        """The code with which Janus refuses this attendee; None if it lets them in."""
        answer = ask(self._url, request="join", ptype="publisher", **self._entry | changes)
        code: int | None = answer.get("error_code")
        return code

    async def enter(self, *, reports: bool, name: str = "") -> int:
        """The number of what they publish from then on, in a connection of its own."""
        publisher_id = enter(self._url, **self._entry, display=name)
        if reports:
            response = await self.window.who.post(f"{self.window.path}/attend", json={"publisherId": publisher_id})
            assert response.is_success
        return publisher_id


@pytest.fixture
async def consult_id(client: httpx.AsyncClient, bodies: Bodies) -> str:
    return await bodies.create(client)


async def _join(who: httpx.AsyncClient, consult_id: str, url: str) -> InRoom:
    response = await request_to_join(who, consult_id)
    return InRoom(window_of(who, consult_id, response), response.json()["joinInfo"], url)


@pytest.mark.parametrize("key", [ADMIN_KEY, "another"])
async def test_administrators_can_test_it(janus: JanusServer, url: str, key: str) -> None:
    media = MediaServers(JanusServer(url, janus.signaling_url, key), is_used=True)
    given = cast(Installation, SimpleNamespace(media=media))
    try:
        if key == ADMIN_KEY:
            assert re.fullmatch(r"Version [0-9.]+ answered, and .*", await media_connection.CONNECTION.test.run(given))
        else:
            with pytest.raises(ConnectionBroken, match=r"refused to make a room, code [0-9]+"):
                await media_connection.CONNECTION.test.run(given)
    finally:
        await media.aclose()


@pytest.mark.req("VID-27", "VID-19")
async def test_a_room_is_open_to_the_attendees_of_its_meeting_as_long_as_they_are_in_it(
    janus: JanusServer,
    url: str,
    client: httpx.AsyncClient,
    check_in: CheckIn,
    consult_id: str,
    bodies: Bodies,
    database: RolledBackDatabase,
) -> None:
    async def update(meeting_id: uuid.UUID) -> None:
        await bring_in_line(cast(Database, database), janus, meeting_id)

    nurse = await _join(client, consult_id, url)
    assert nurse.entering() == NO_SUCH_ROOM
    await update(nurse.meeting_id)
    assert nurse.entering() is None
    psych = await _join(await check_in("psych", line="tele-psych"), consult_id, url)
    assert psych.entering() == UNAUTHORIZED
    await update(nurse.meeting_id)
    await update(nurse.meeting_id)
    assert (nurse.entering(), psych.entering()) == (None, None)

    elsewhere = await _join(client, await bodies.create(client), url)
    await update(elsewhere.meeting_id)
    assert elsewhere.entering() is None
    assert nurse.entering(token=elsewhere._entry["token"]) == UNAUTHORIZED

    await psych.window.leave()
    await update(nurse.meeting_id)
    assert (nurse.entering(), psych.entering()) == (None, UNAUTHORIZED)
    await nurse.window.leave()
    await update(nurse.meeting_id)
    assert nurse.entering() == NO_SUCH_ROOM
    await update(nurse.meeting_id)
    assert elsewhere.entering() is None


@pytest.mark.usefixtures("noon")
@pytest.mark.req("VID-27")
async def test_whoever_is_in_a_room_unreported_or_after_their_removal_is_disconnected(
    janus: JanusServer,
    url: str,
    client: httpx.AsyncClient,
    check_in: CheckIn,
    consult_id: str,
    database: RolledBackDatabase,
) -> None:
    nurse = await _join(client, consult_id, url)
    psych = await _join(await check_in("psych", line="tele-psych"), consult_id, url)

    async def update() -> set[int]:
        await bring_in_line(cast(Database, database), janus, nurse.meeting_id)
        async with janus.room(nurse.meeting_id) as room:
            return await room.participants()

    assert await update() == set()
    stays = await nurse.enter(reports=True)
    own = await psych.enter(reports=True)
    another = await psych.enter(reports=False, name=nurse.window.attendee_id)
    assert await update() == {stays, own, another}
    clock.advance(timedelta(seconds=6))
    assert await update() == {stays, own}
    late = await psych.enter(reports=False)
    assert await update() == {stays, own, late}
    await psych.window.leave()
    assert await update() == {stays}


async def test_a_room_is_made_anew_after_a_restart_and_a_job_waits_for_it(
    app: FastAPI,
    tmp_path: Path,
    client: httpx.AsyncClient,
    consult_id: str,
    database: RolledBackDatabase,
    caplog: pytest.LogCaptureFixture,
) -> None:
    without, port = app.state.media, free_port()
    server = JanusServer(f"http://127.0.0.1:{port}/janus", "ws://127.0.0.1:1", ADMIN_KEY)
    app.state.media = MediaServers(server, is_used=True)
    try:
        with running_janus(tmp_path, port) as url:
            nurse = await _join(client, consult_id, url)
            await bring_in_line(cast(Database, database), server, nurse.meeting_id)
            assert nurse.entering() is None
        with caplog.at_level(logging.WARNING), pytest.raises(Retry):
            await bring_in_line_or_retry(cast(Database, database), server, nurse.meeting_id)
        assert ADMIN_KEY not in caplog.text
        with running_janus(tmp_path, port):
            assert nurse.entering() == NO_SUCH_ROOM
            await bring_in_line_or_retry(cast(Database, database), server, nurse.meeting_id)
            assert nurse.entering() is None
    finally:
        app.state.media = without
        await server.aclose()
