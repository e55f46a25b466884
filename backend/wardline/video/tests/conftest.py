from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AsyncExitStack
from dataclasses import dataclass

import httpx
import pytest
from bodies import Bodies
from fastapi import FastAPI

from conftest import CheckIn
from wardline.video.janus.availability import MediaServers
from wardline.video.tests import guest_devices
from wardline.video.tests.devices import issue_token, with_token
from wardline.video.tests.fake_janus import KEY, URL, Janus
from wardline.video.tests.windows import Window, join
from wardline.video.unattended import keys


@pytest.fixture
async def psych(check_in: CheckIn) -> httpx.AsyncClient:
    """On call for the line of the consult."""
    return await check_in("psych", line="tele-psych")


@pytest.fixture
async def consult_id(client: httpx.AsyncClient, bodies: Bodies) -> str:
    """A consult of tele-psych."""
    return await bodies.create(client)


@pytest.fixture
def janus(app: FastAPI) -> Iterator[Janus]:
    """The media server of new calls."""
    without = app.state.media
    janus = Janus("http://127.0.0.1:1", URL, KEY)
    app.state.media = MediaServers(janus, is_used=True)
    yield janus
    app.state.media = without


@pytest.fixture(scope="session")
def made_key() -> tuple[str, str]:
    """The id and the PEM of a key for standalone tokens; making one takes longer than most tests."""
    return keys._new_key()


@pytest.fixture
def quick_keys(made_key: tuple[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keys, "_new_key", lambda: made_key)


@pytest.fixture
async def nurse(client: httpx.AsyncClient, consult_id: str) -> Window:
    """The nurse's window in the call of the consult."""
    return await join(client, consult_id)


LeaveDevice = Callable[[Window], Awaitable[httpx.AsyncClient]]


@pytest.fixture
async def leave_device(app: FastAPI, quick_keys: None) -> AsyncIterator[LeaveDevice]:
    """Gets a token in a window, signs its user out, and returns the client of the device that stays."""
    async with AsyncExitStack() as stack:

        async def leave(window: Window) -> httpx.AsyncClient:
            token = await issue_token(window)
            assert (await window.leave()).status_code == 204
            assert (await window.who.post("/sign-out")).status_code == 204
            return await stack.enter_async_context(with_token(app, token))

        yield leave


@dataclass(frozen=True)
class Knocking:
    """A guest whose device has opened the link and asks to be let in."""

    id: str
    device: httpx.AsyncClient
    link: str


LetKnock = Callable[[Window], Awaitable[Knocking]]


@pytest.fixture
async def let_knock(app: FastAPI) -> AsyncIterator[LetKnock]:
    """Invites a guest in a window, whose device then asks to be let in."""
    async with AsyncExitStack() as stack:

        async def knock(window: Window) -> Knocking:
            guest_id, link = await guest_devices.invite(window)
            device = await stack.enter_async_context(guest_devices.guest_device(app))
            assert (await guest_devices.open_link(device, link)).status_code == 200
            assert await guest_devices.knock(device) == "waiting"
            return Knocking(guest_id, device, link)

        yield knock


@pytest.fixture
async def specialist(psych: httpx.AsyncClient, nurse: Window) -> Window:
    """The psychiatrist's window in the call that the nurse is in."""
    return await join(psych, nurse.consult_id)


@pytest.fixture
async def knocking(nurse: Window, let_knock: LetKnock) -> Knocking:
    """A guest whom the nurse has invited."""
    return await let_knock(nurse)


@pytest.fixture
async def guest(nurse: Window, knocking: Knocking) -> guest_devices.GuestWindow:
    """The window of a guest whom the nurse has let in."""
    assert (await guest_devices.answer(nurse, knocking.id, admit=True)).status_code == 200
    return await guest_devices.join(knocking.device)
