"""The relay for calls: credentials that its server computes too, and invalid settings."""

import re
import uuid
from collections.abc import Iterator
from datetime import timedelta
from typing import Final

import httpx
import pytest
from fastapi import FastAPI
from pydantic import SecretStr

from wardline.core import clock
from wardline.settings import Settings
from wardline.video.relay import RelayUnusable, relay_for
from wardline.video.tests import guest_devices
from wardline.video.tests.conftest import LetKnock
from wardline.video.tests.guest_devices import answer
from wardline.video.tests.windows import Window, request_to_join, window_of

pytestmark = pytest.mark.usefixtures("noon")

SECRET: Final = "between-us"
URLS: Final = ["turn:turn.example:3478?transport=udp", "turns:[2001:db8::7]:5349?transport=tcp", "turn:192.0.2.7"]
ATTENDEE: Final = uuid.UUID("c0ffee00-0000-4000-8000-000000000001")
UNTIL_MIDNIGHT: Final = 1_772_668_800
"""Twelve hours after these tests' noon."""
BY_OPENSSL: Final = "dE0ITyvpXLGb/olrYoMKkd56lyw="
"""Of ``printf %s 1772668800:$attendee | openssl dgst -binary -sha1 -hmac between-us | openssl base64``."""


def _settings(urls: str | None = ", ".join(URLS), secret: str | None = SECRET, *, only: bool = False) -> Settings:
    turn_secret = None if secret is None else SecretStr(secret)
    return Settings(demo=True, turn_urls=urls, turn_secret=turn_secret, turn_only=only)


@pytest.fixture(params=[False])
def relayed(app: FastAPI, request: pytest.FixtureRequest) -> Iterator[None]:
    """A relay, which is the only way if the parameter says so."""
    without = app.state.relay
    app.state.relay = relay_for(_settings(only=request.param))
    yield
    app.state.relay = without


def test_a_credential_matches_what_its_server_computes() -> None:
    (server,) = relay_for(_settings()).servers_for(ATTENDEE)
    assert server.urls == URLS
    assert server.username == f"{UNTIL_MIDNIGHT}:{ATTENDEE}"
    assert server.credential == BY_OPENSSL


def test_every_user_has_their_own_credential_for_twelve_hours() -> None:
    relay = relay_for(_settings())
    (before,) = relay.servers_for(ATTENDEE)
    (others,) = relay.servers_for(uuid.uuid4())
    clock.advance(timedelta(minutes=1))
    (later,) = relay.servers_for(ATTENDEE)
    assert later.username == f"{UNTIL_MIDNIGHT + 60}:{ATTENDEE}"
    assert len({before.credential, others.credential, later.credential}) == 3


@pytest.mark.usefixtures("relayed")
@pytest.mark.req("VID-27", "API-35")
async def test_joining_returns_the_relay(client: httpx.AsyncClient, consult_id: str) -> None:
    response = await request_to_join(client, consult_id)
    (server,) = response.json()["joinInfo"]["meeting"]["iceServers"]
    assert set(server) == {"urls", "username", "credential"}
    assert server["urls"] == URLS
    assert server["username"].endswith(f":{window_of(client, consult_id, response).attendee_id}")
    assert SECRET not in response.text


@pytest.mark.usefixtures("relayed")
async def test_a_guests_credential_ends_soon_after_the_guest_and_is_renewed_as_long_as_they_are_in_the_call(
    nurse: Window, let_knock: LetKnock
) -> None:
    knocking = await let_knock(nurse)
    await answer(nurse, knocking.id, admit=True)
    joined = await guest_devices.request_to_join(knocking.device)
    guest = await guest_devices.join(knocking.device)
    assert _minutes(joined.json()["joinInfo"]["meeting"]["iceServers"]) == 10
    for _ in range(9):
        clock.advance(timedelta(seconds=29))
        assert (await guest.attend())["iceServers"] is None, "those from joining are good for a while"
    clock.advance(timedelta(seconds=39))
    (server,) = (await guest.attend())["iceServers"]
    assert server["username"].endswith(f":{guest.attendee_id}")
    for _ in range(24):
        clock.advance(timedelta(seconds=29))
        assert _minutes((await guest.attend())["iceServers"]) == 10
        assert (await nurse.attend())["iceServers"] is None


@pytest.mark.usefixtures("relayed")
async def test_a_call_of_users_outlasts_the_credentials_from_joining(nurse: Window) -> None:
    clock.advance(timedelta(hours=6) - timedelta(seconds=1))
    assert (await nurse.attend())["iceServers"] is None
    clock.advance(timedelta(seconds=1))
    assert _minutes((await nurse.attend())["iceServers"]) == 12 * 60


def _minutes(servers: list[dict[str, str]]) -> float:
    """How long the credential for the only relay is good from now on."""
    (server,) = servers
    expires, _, _ = server["username"].partition(":")
    return (int(expires) - clock.now().timestamp()) / 60


@pytest.mark.parametrize(("relayed", "policy"), [(False, "all"), (True, "relay")], indirect=["relayed"])
@pytest.mark.usefixtures("relayed")
async def test_joining_says_whether_browsers_may_connect_directly(
    client: httpx.AsyncClient, consult_id: str, policy: str
) -> None:
    response = await request_to_join(client, consult_id)
    assert response.json()["joinInfo"]["meeting"]["iceTransportPolicy"] == policy


def test_calls_through_a_relay_only_need_one() -> None:
    with pytest.raises(RelayUnusable, match="WARDLINE_TURN_URLS missing"):
        relay_for(_settings(None, None, only=True))


@pytest.mark.parametrize(("urls", "secret"), [(None, None), ("", ""), (" , ", None)])
async def test_without_a_relay_there_is_none(
    client: httpx.AsyncClient, consult_id: str, urls: str | None, secret: str | None
) -> None:
    assert relay_for(_settings(urls, secret)).servers_for(ATTENDEE) == []
    assert (await request_to_join(client, consult_id)).json()["joinInfo"]["meeting"]["iceServers"] == []


@pytest.mark.parametrize(
    ("urls", "secret", "message"),
    [
        (URLS[0], None, "WARDLINE_TURN_SECRET missing"),
        (URLS[0], "", "WARDLINE_TURN_SECRET missing"),
        (None, SECRET, "WARDLINE_TURN_URLS missing"),
        (" ,", SECRET, "WARDLINE_TURN_URLS missing"),
        *(
            (f"{URLS[0]},{wrong}", SECRET, "WARDLINE_TURN_URLS must be a comma-separated list")
            for wrong in (
                "turn.example",
                "turn:",
                "turn://turn.example",
                "stun:turn.example:3478",
                "https://turn.example",
                "turn:turn.example:port",
                "turn:turn.example:3478:3478",
                "turn:turn.example?transport=sctp",
                "turn:turn.example turn:other.example",
                f"turn:name:{SECRET}@turn.example",
            )
        ),
    ],
)
def test_invalid_settings_are_refused_by_name(urls: str | None, secret: str | None, message: str) -> None:
    with pytest.raises(RelayUnusable, match=re.escape(message)) as refused:
        relay_for(_settings(urls, secret))
    assert SECRET not in str(refused.value)


def test_the_secret_is_not_shown() -> None:
    assert SECRET not in repr(_settings())
