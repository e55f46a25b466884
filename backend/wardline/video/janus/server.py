"""What Wardline asks of Janus' VideoRoom, over its HTTP API.

https://janus.conf.meetecho.com/docs/rest.html, https://janus.conf.meetecho.com/docs/videoroom.html

Tried with Debian's 1.1.2. Rooms can be made only with the plugin's `admin_key`. Everything that is secret about a room
is derived from that key, so that nothing needs to be stored: the room's `secret`, with which Wardline changes and
destroys it, its `pin`, and the token of each attendee. Publishers need a token that the room allows. Subscribers are
not asked for one, so they need the pin and the `private_id` of a publisher (`require_pvtid`).
"""

import hashlib
import hmac
import logging
import re
import secrets
import uuid
from collections.abc import AsyncIterator, Collection, Mapping
from contextlib import asynccontextmanager, suppress
from datetime import datetime
from typing import Any, Final

import httpx

from wardline.core import clock
from wardline.core.http.client import HttpClient
from wardline.core.outcomes import Outcomes
from wardline.core.terminal import CommandError
from wardline.settings import Settings

log = logging.getLogger(__name__)

PLUGIN: Final = "janus.plugin.videoroom"
TIMEOUT_SECONDS: Final = 2.0
"""Of each network operation; Janus answers these requests at once."""
NO_SUCH_ROOM: Final = 426
ROOM_EXISTS: Final = 427
MAX_PUBLISHERS: Final = 24
"""More than a call has attendees, because of connections that Janus has not noticed the end of yet."""
BITRATE: Final = 5_000_000
"""Bits per second that a browser may send: enough for 1080p and a shared screen."""
_VERSION: Final = re.compile(r"[0-9][0-9.]{0,20}")
_ANSWERS: Final = frozenset({"success", "pong", "server_info"})
_ROOM_BYTES: Final = 6
"""Janus' ids are integers that JavaScript can represent."""


class JanusUnusable(CommandError):
    """The settings for Janus are invalid. The message names the setting, never the key."""


class JanusDown(Exception):
    """It cannot be reached, or does not answer as Janus does."""


class JanusRefused(Exception):
    """It refused a request; `code` is its own."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(f"{code}: {reason}")
        self.code = code


class JanusServer:
    """Janus at its address for this server; `signaling_url` is the one for browsers."""

    def __init__(self, api_url: str, signaling_url: str, admin_key: str) -> None:
        self.signaling_url = signaling_url
        self._api_url = api_url.rstrip("/")
        self.strangers = Strangers()
        self.outcomes = Outcomes()
        self._key = admin_key.encode()
        self._client = HttpClient(timeout=TIMEOUT_SECONDS)

    async def aclose(self) -> None:
        await self._client.aclose()

    async def is_up(self) -> bool:
        try:
            return bool((await self._post("", {"janus": "ping"}))["janus"] == "pong")
        except JanusDown:
            return False

    async def version(self) -> str:
        """The version that it says it is, or an empty text.

        Raises:
            JanusDown
        """
        version = (await self._post("", {"janus": "info"})).get("version_string")
        return version if isinstance(version, str) and _VERSION.fullmatch(version) else ""

    def room_of(self, meeting_id: uuid.UUID) -> int:
        """The number of the meeting's room."""
        return int.from_bytes(self._derive("room", meeting_id)[:_ROOM_BYTES], "big") + 1

    def pin_of(self, meeting_id: uuid.UUID) -> str:
        return self._derive("pin", meeting_id).hex()

    def token_of(self, attendee_id: uuid.UUID) -> str:
        return self._derive("token", attendee_id).hex()

    @asynccontextmanager
    async def room(self, meeting_id: uuid.UUID) -> AsyncIterator["Room"]:
        """The meeting's room, whether or not it exists there.

        Raises:
            JanusDown
        """
        session_id = (await self._post("", {"janus": "create"}))["data"]["id"]
        session = f"/{session_id}"
        try:
            handle_id = (await self._post(session, {"janus": "attach", "plugin": PLUGIN}))["data"]["id"]
            yield Room(self, f"{session}/{handle_id}", meeting_id)
        finally:
            # A session that is not ended expires.
            with suppress(JanusDown):
                await self._post(session, {"janus": "destroy"})

    async def ask(self, path: str, body: Mapping[str, Any]) -> Mapping[str, Any]:
        """The plugin's response to a request that it answers at once.

        Raises:
            JanusDown, JanusRefused
        """
        response = await self._post(path, {"janus": "message", "body": body})
        data: Mapping[str, Any] = response["plugindata"]["data"]
        if "error_code" in data:
            raise JanusRefused(data["error_code"], str(data.get("error", "")))
        return data

    def admin_key(self) -> str:
        return self._key.decode()

    def secret_of(self, meeting_id: uuid.UUID) -> str:
        return self._derive("secret", meeting_id).hex()

    def _derive(self, purpose: str, of: uuid.UUID) -> bytes:
        return hmac.digest(self._key, f"wardline {purpose} {of}".encode(), hashlib.sha256)

    async def _post(self, path: str, request: Mapping[str, Any]) -> dict[str, Any]:
        try:
            response = await self._client.post(
                f"{self._api_url}{path}", json={**request, "transaction": secrets.token_hex(8)}
            )
            answer: dict[str, Any] = response.raise_for_status().json()
        except (httpx.HTTPError, httpx.InvalidURL, ValueError) as error:
            self.outcomes.failed("no usable response")
            raise JanusDown(type(error).__name__) from None
        if not isinstance(answer, dict) or answer.get("janus") not in _ANSWERS:
            self.outcomes.failed("an unexpected response")
            raise JanusDown("unexpected response")
        self.outcomes.succeeded()
        return answer


class Strangers:
    """Since when somebody is in a room whom no window has reported, as this process has seen it."""

    def __init__(self) -> None:
        self._seen: dict[uuid.UUID, dict[int, datetime]] = {}

    def since(self, meeting_id: uuid.UUID, found: Collection[int], before: datetime) -> set[int]:
        """Those of these, who are in the room now, who have been there since before that time."""
        known = self._seen.pop(meeting_id, {})
        if found:
            self._seen[meeting_id] = {each: known.get(each, clock.now()) for each in found}
        return {each for each in found if each in known and known[each] <= before}

    def forget(self, meeting_id: uuid.UUID) -> None:
        self._seen.pop(meeting_id, None)


class Room:
    """One meeting's room in a session with Janus; every method raises `JanusDown` or `JanusRefused`."""

    def __init__(self, server: JanusServer, path: str, meeting_id: uuid.UUID) -> None:
        self._server = server
        self._path = path
        self.meeting_id = meeting_id
        self._guard = server.token_of(meeting_id)
        """A token that nobody has, so that the list of allowed ones is never empty, which would allow everyone."""

    async def ensure(self) -> None:
        """Make the room, unless it exists."""
        try:
            await self._ask(
                "create",
                admin_key=self._server.admin_key(),
                pin=self._server.pin_of(self.meeting_id),
                allowed=[self._guard],
                require_pvtid=True,
                is_private=True,
                permanent=False,
                publishers=MAX_PUBLISHERS,
                bitrate=BITRATE,
                audiocodec="opus",
                videocodec="vp8,h264",
                opus_fec=True,
                fir_freq=10,
                record=False,
                lock_record=True,
            )
        except JanusRefused as refusal:
            if refusal.code != ROOM_EXISTS:
                raise

    async def allow(self, attendee_ids: Collection[uuid.UUID]) -> set[str]:
        """Let these attendees in; returns the tokens of all who are allowed by now."""
        tokens = [self._guard, *map(self._server.token_of, attendee_ids)]
        answer = await self._ask("allowed", action="add", allowed=tokens)
        return set(answer["allowed"]) - {self._guard}

    async def forbid(self, tokens: Collection[str]) -> None:
        if tokens:
            await self._ask("allowed", action="remove", allowed=sorted(tokens))

    async def participants(self) -> set[int]:
        """Janus' numbers of those who are in the room. What they call themselves says nothing."""
        answer = await self._ask("listparticipants")
        return {each["id"] for each in answer["participants"]}

    async def kick(self, participant_id: int) -> None:
        """Disconnect a participant, and what it receives. One who has left meanwhile is not an error."""
        with suppress(JanusRefused):
            await self._ask("kick", id=participant_id)

    async def destroy(self) -> None:
        """Disconnect everyone, and remove the room. One that does not exist is not an error."""
        try:
            await self._ask("destroy")
        except JanusRefused as refusal:
            if refusal.code != NO_SUCH_ROOM:
                raise

    async def _ask(self, request: str, **parameters: Any) -> Mapping[str, Any]:
        known = {
            "request": request,
            "room": self._server.room_of(self.meeting_id),
            "secret": self._server.secret_of(self.meeting_id),
        }
        return await self._server.ask(self._path, known | parameters)


def janus_for(settings: Settings) -> JanusServer | None:
    """The configured server; None if there is none.

    Raises:
        JanusUnusable: only some of the settings are present, or they are needed and missing.
    """
    key = settings.janus_admin_key.get_secret_value() if settings.janus_admin_key else ""
    values = {
        "WARDLINE_JANUS_URL": settings.janus_url,
        "WARDLINE_JANUS_API_URL": settings.janus_api_url,
        "WARDLINE_JANUS_ADMIN_KEY": key,
    }
    missing = [name for name, value in values.items() if not value]
    if settings.media == "mesh" and len(missing) == len(values):
        return None
    if missing:
        raise JanusUnusable(f"the media server for calls is only partly set up: {', '.join(missing)} missing")
    return JanusServer(settings.janus_api_url or "", settings.janus_url or "", key)
