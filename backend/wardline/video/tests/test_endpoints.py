"""Other providers' rooms: who gets which address, and how an installation configures them."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from urllib.parse import parse_qs, urlsplit
from uuid import UUID

import httpx
import pytest
from bodies import Bodies
from fastapi import FastAPI
from pydantic import ValidationError
from sqlalchemy import delete
from sqlalchemy.ext.asyncio import AsyncSession

from conftest import CheckIn, SignIn
from wardline.access.permissions import (
    HOST_BLUESTREAM_MEETING,
    HOST_CORE_MEETING,
    JOIN_BLUESTREAM_MEETING,
    JOIN_CORE_MEETING,
)
from wardline.consults.models import Consult
from wardline.core.errors import Forbidden
from wardline.core.http.app_settings import app_settings
from wardline.demo import rooms
from wardline.directory.loading import load_by_id
from wardline.places.models import VideoRoom
from wardline.settings import Settings
from wardline.video.endpoints import get_bluestream_room, get_core_video_room
from wardline.video.external_rooms import room_address

VIDYO, BLUESTREAM, CORE_VIDEO = "vidyo-rooms", "bluestream-rooms", "core-video-rooms"
HOSTED = {
    BLUESTREAM: (get_bluestream_room, HOST_BLUESTREAM_MEETING),
    CORE_VIDEO: (get_core_video_room, HOST_CORE_MEETING),
}
GUEST = {HOST_BLUESTREAM_MEETING: JOIN_BLUESTREAM_MEETING, HOST_CORE_MEETING: JOIN_CORE_MEETING}
OTHER = {HOST_BLUESTREAM_MEETING: HOST_CORE_MEETING, HOST_CORE_MEETING: HOST_BLUESTREAM_MEETING}


Install = Callable[[dict[str, str]], Settings]


@pytest.fixture
def install(app: FastAPI, settings: Settings) -> Iterator[Install]:
    """Creates a hospital's installation with these addresses."""

    def make(addresses: dict[str, str]) -> Settings:
        of_hospital = settings.model_copy(update={"demo": False, **addresses})
        app.dependency_overrides[app_settings] = lambda: of_hospital
        return of_hospital

    yield make
    app.dependency_overrides.clear()


async def _address(client: httpx.AsyncClient, rooms_of: str, consult_id: str) -> str | None:
    response = await client.get(f"/{rooms_of}/consult/{consult_id}/")
    assert response.status_code == 200, response.text
    assert list(response.json()) == ["data"]
    address: str | None = response.json()["data"]
    return address


async def _rooms_are(session: AsyncSession, consult_id: str, *names: str) -> None:
    consult = await session.get_one(Consult, consult_id)
    await session.execute(delete(VideoRoom).where(VideoRoom.location_id == consult.location_id))
    session.add_all([VideoRoom(location_id=consult.location_id, name=name) for name in names])
    await session.flush()


async def _joins(client: httpx.AsyncClient, consult_id: str) -> set[str]:
    actions = (await client.get(f"/consults/{consult_id}")).json()["allowedActions"]
    return {action for action in actions if action.startswith("join")}


@pytest.mark.req("API-05", "API-32", "BAPI-23", "PERM-27", "BPERM-21")
async def test_vidyo_is_the_locations_room_and_needs_one(
    install: Install, client: httpx.AsyncClient, bodies: Bodies, session: AsyncSession
) -> None:
    install({"vidyo_join_url": "https://vidyo.example/join/{room}"})
    consult_id = await bodies.create(client)
    await _rooms_are(session, consult_id, "Cart 1/2 & more", "Another cart")
    assert await _address(client, VIDYO, consult_id) == "https://vidyo.example/join/Cart%201%2F2%20%26%20more"
    assert "joinVidyo" in await _joins(client, consult_id)

    await _rooms_are(session, consult_id)
    refused = await client.get(f"/{VIDYO}/consult/{consult_id}/")
    assert (refused.status_code, refused.json()["code"]) == (404, "room_not_found")
    assert await _joins(client, consult_id) == {"joinChime", "joinBluestream", "joinCoreVideo"}


@pytest.mark.parametrize(
    ("rooms_of", "kind"),
    [
        pytest.param(BLUESTREAM, "bluestream", marks=pytest.mark.req("API-33", "PERM-29", "BPERM-23")),
        pytest.param(CORE_VIDEO, "core_video", marks=pytest.mark.req("API-34", "PERM-30", "BPERM-24")),
    ],
)
@pytest.mark.req("BAPI-23", "CONST-11")
async def test_hosts_open_the_consults_room_and_others_enter_it(
    install: Install,
    client: httpx.AsyncClient,
    check_in: CheckIn,
    bodies: Bodies,
    session: AsyncSession,
    rooms_of: str,
    kind: str,
) -> None:
    entrance = {f"{kind}_join_url": "https://rooms.example/call?id={room}"}
    of_hospital = install(entrance | {f"{kind}_host_url": "https://rooms.example/{room}/host"})
    consult_id = await bodies.create(client, "tele-stroke")
    specialist = await check_in("neuro", line="tele-stroke")
    assert await _address(client, rooms_of, consult_id) == f"https://rooms.example/call?id={consult_id}"
    assert await _address(specialist, rooms_of, consult_id) == f"https://rooms.example/{consult_id}/host"
    host = await load_by_id(session, (await specialist.get("/me")).json()["id"])
    assert host is not None
    open_room, permission = HOSTED[rooms_of]
    for missing, found in ((permission, f"call?id={consult_id}"), (OTHER[permission], f"{consult_id}/host")):
        person = replace(host, permissions=host.permissions - {missing})
        opened = await open_room(UUID(consult_id), session, person, of_hospital)
        assert opened.data == f"https://rooms.example/{found}", missing
    neither = replace(host, permissions=host.permissions - {permission, GUEST[permission]})
    with pytest.raises(Forbidden):
        await open_room(UUID(consult_id), session, neither, of_hospital)
    install(entrance)
    # Without an address of their own, hosts enter like everyone else.
    assert await _address(specialist, rooms_of, consult_id) == f"https://rooms.example/call?id={consult_id}"


@pytest.mark.req("API-32", "API-33", "API-34", "API-05", "CONST-11")
async def test_an_installation_without_addresses_returns_none(
    install: Install, client: httpx.AsyncClient, bodies: Bodies, session: AsyncSession
) -> None:
    install({})
    consult_id = await bodies.create(client)
    await _rooms_are(session, consult_id, "Cart 1")
    for rooms_of in (VIDYO, BLUESTREAM, CORE_VIDEO):
        assert await _address(client, rooms_of, consult_id) is None


@pytest.mark.req("PERM-32")
async def test_a_closed_consult_can_still_be_joined(client: httpx.AsyncClient, bodies: Bodies) -> None:
    consult_id = await bodies.create(client)
    before = await _joins(client, consult_id)
    cancelled = await client.post(f"/consults/{consult_id}/complete?cancel=true", json={"cancellationReason": "Twice"})
    assert cancelled.status_code == 200, cancelled.text
    assert await _joins(client, consult_id) == before
    assert await _address(client, BLUESTREAM, consult_id)


@pytest.mark.req("CONST-11")
async def test_the_demonstration_replaces_the_providers(
    client: httpx.AsyncClient, sign_in: SignIn, bodies: Bodies, session: AsyncSession, settings: Settings
) -> None:
    consult_id = await bodies.create(client, "tele-stroke")
    await _rooms_are(session, consult_id, "Bed <4> & 5")
    specialist = sign_in("neuro")
    found = []
    async with httpx.AsyncClient(transport=httpx.ASGITransport(rooms.app), base_url="http://demo") as browser:
        for person, rooms_of in ((client, VIDYO), (client, BLUESTREAM), (specialist, CORE_VIDEO)):
            address = urlsplit(await _address(person, rooms_of, consult_id) or "")
            page = await browser.get(f"{address.path.removeprefix(rooms.MOUNT_PATH)}?{address.query}")
            assert page.status_code == 200
            found.append((parse_qs(address.query)["room"], page.text))
        assert (await browser.get("/nobody?room=x")).status_code == 404
        assert (await browser.get("/style.css")).headers["content-type"].startswith("text/css")
    (vidyo, cart), (bluestream, guests), (core_video, hosts) = found
    assert vidyo == ["Bed <4> & 5"]
    assert "Vidyo room" in cart
    assert "Bed &lt;4&gt; &amp; 5" in cart
    assert bluestream == core_video == [consult_id]
    assert "as guest" in guests
    assert "as host" in hosts
    own = settings.model_copy(update={"vidyo_join_url": "https://vidyo.example/{room}"})
    assert room_address(own, "vidyo", "Cart 1") == "https://vidyo.example/Cart%201", "an address of its own goes first"


@pytest.mark.parametrize(
    "address",
    [
        "javascript:{room}",
        "//vidyo.example/{room}",
        "https:///{room}",
        "https://vidyo.example/",
        "https://vidyo.example{room}",
        "https://v.example/{room}/{room}",
    ],
)
def test_an_address_is_a_web_address_with_one_placeholder_for_the_room(address: str) -> None:
    with pytest.raises(ValidationError, match="vidyo_join_url"):
        Settings(vidyo_join_url=address)
