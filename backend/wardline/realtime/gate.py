"""Filters what a browser sends to the socket library: only the few kinds of frames that our browsers send.

The library runs whatever handler a frame names, including those for connecting and disconnecting, and logs a traceback
for frames that it cannot parse. So a connection that sends anything else is closed before the library sees it,
with one log line that quotes nothing (decision 0023).
"""

import asyncio
import logging
import re
from collections.abc import Collection
from time import monotonic
from typing import Any, Final
from urllib.parse import urlsplit

import orjson
from starlette.types import ASGIApp, Message, Receive, Scope, Send

log = logging.getLogger(__name__)

MAX_MESSAGE_BYTES: Final = 20_000
"""The first message is the longest; it contains an access token of up to 16 KiB."""
SIGN_IN_SECONDS: Final = 10
"""How long a connection may take to send its token."""
LINGER_SECONDS: Final = 1
"""How long a connection may stay open after its socket was refused or closed; browsers close it themselves."""
FRAMES_PER_MINUTE: Final = 600
"""More than twice the limit for events, and the heartbeats."""
MINUTE: Final = 60
POLICY_VIOLATION: Final = 1008

RESERVED_NAMES: Final = frozenset(
    {"*", "connect", "connect_error", "disconnect", "disconnecting", "message", "newListener", "removeListener"}
)
"""Reserved by one Socket.IO library or another; the browser's library cannot send them."""

_CONNECT: Final = re.compile(r"40(\{.*\})?", re.DOTALL)
_EVENT: Final = re.compile(r"42[0-9]{0,9}(\[.*\])", re.DOTALL)
"""An Engine.IO message with a Socket.IO event, and the number of the requested acknowledgement."""
_CLOSE, _PONG, _DISCONNECT = "1", "3", "41"
_REFUSED_OR_CLOSED: Final = ("41", "44")


class ProtocolViolation(Exception):
    """The connection sent something that our browsers never send. The text is for the log and quotes nothing."""


class ConnectionState:
    """What one connection has sent so far, and therefore what it may send next."""

    def __init__(self, handled_events: Collection[str]) -> None:
        self._handled_events = handled_events
        self._minute_started_at = monotonic()
        self._frames = 0
        self.has_connected = False
        self.is_closing = False

    def passes(self, frame: str | bytes) -> bool:
        """Whether to pass on the frame. An event without a handler is dropped; the browser may be newer.

        Raises:
            ProtocolViolation: close the connection.
        """
        self._count()
        if isinstance(frame, bytes) or len(frame) > MAX_MESSAGE_BYTES or self.is_closing:
            raise ProtocolViolation("it sent something that our browsers never send")
        if frame == _PONG:
            return True
        if frame == _CLOSE or (frame == _DISCONNECT and self.has_connected):
            self.is_closing = True
            return True
        if self.has_connected:
            return self._is_handled(frame)
        if not _is_connect(frame):
            raise ProtocolViolation("it sent something else before its token")
        self.has_connected = True
        return True

    def _count(self) -> None:
        now = monotonic()
        if now - self._minute_started_at >= MINUTE:
            self._minute_started_at, self._frames = now, 0
        self._frames += 1
        if self._frames > FRAMES_PER_MINUTE:
            raise ProtocolViolation("it sent too many frames")

    def _is_handled(self, frame: str) -> bool:
        match = _EVENT.fullmatch(frame)
        content = _read(match[1]) if match else None
        if not isinstance(content, list) or not content or not isinstance(content[0], str):
            raise ProtocolViolation("it sent something that our browsers never send")
        name, *data = content
        if name in RESERVED_NAMES:
            raise ProtocolViolation("it sent an event with a reserved name")
        return name in self._handled_events and len(data) == 1 and isinstance(data[0], str)


def _is_connect(frame: str) -> bool:
    """Nested values are refused, because the library's parser fails on deep nesting."""
    match = _CONNECT.fullmatch(frame)
    content = _read(match[1] or "{}") if match else None
    return isinstance(content, dict) and not any(isinstance(value, list | dict) for value in content.values())


def _read(text: str) -> Any:
    try:
        return orjson.loads(text)
    except orjson.JSONDecodeError:
        return None


class SocketGate:
    """ASGI middleware in front of the library's application.

    Browsers send the origin of the page that connects, and only our own origin is accepted. A client that does not send
    one is not a browser; it needs a token like any other.
    """

    def __init__(self, app: ASGIApp, *, public_url: str, handled_events: Collection[str]) -> None:
        self._app = app
        self._origin = _origin(public_url)
        self._handled_events = handled_events

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "websocket":
            await self._app(scope, receive, send)
            return
        origins = {_origin(value.decode("latin-1")) for name, value in scope["headers"] if name == b"origin"}
        if origins - {self._origin}:
            log.warning("a socket was refused: it was opened by another site's page")
            await receive()
            await send({"type": "websocket.close", "code": POLICY_VIOLATION})
            return
        guarded = _Guarded(receive, send, ConnectionState(self._handled_events))
        await self._app(scope, guarded.receive, guarded.send)


def _origin(address: str) -> str | None:
    """The origin as browsers write it, without the scheme's default port; None if the address has none."""
    try:
        parts = urlsplit(address)
        port = parts.port
    except ValueError:
        return None
    if not parts.scheme or not parts.hostname:
        return None
    is_default = port == {"http": 80, "https": 443}.get(parts.scheme)
    return f"{parts.scheme}://{parts.hostname}{'' if port is None or is_default else f':{port}'}"


class _Guarded:
    """One connection, as the library sees it."""

    def __init__(self, receive: Receive, send: Send, state: ConnectionState) -> None:
        self._receive = receive
        self._send = send
        self._state = state
        self._deadline: float | None = _in_seconds(SIGN_IN_SECONDS)
        self._timeout: asyncio.Timeout | None = None
        self._is_closed = False

    async def receive(self) -> Message:
        try:
            while not self._is_closed:
                message = await self._next()
                if message["type"] != "websocket.receive" or self._passes(message):
                    return message
        except TimeoutError:
            if not self._state.has_connected:
                log.warning("a socket was closed: it never sent a token")
        except ProtocolViolation as violation:
            log.warning("a socket was closed: %s", violation)
        await self.send({"type": "websocket.close", "code": POLICY_VIOLATION})
        return {"type": "websocket.disconnect", "code": POLICY_VIOLATION}

    async def send(self, message: Message) -> None:
        """Pass on the message, unless either side has closed the connection."""
        if self._is_closed:
            return
        self._is_closed = message["type"] == "websocket.close"
        await self._send(message)
        if (message.get("text") or "").startswith(_REFUSED_OR_CLOSED):
            self._set_deadline(LINGER_SECONDS)

    async def _next(self) -> Message:
        try:
            async with asyncio.timeout_at(self._deadline) as timeout:
                self._timeout = timeout
                return await self._receive()
        finally:
            self._timeout = None

    def _passes(self, message: Message) -> bool:
        had_connected = self._state.has_connected
        data = message.get("bytes")
        passes = self._state.passes(message["text"] if data is None else data)
        if self._state.is_closing:
            self._set_deadline(LINGER_SECONDS)
        elif self._state.has_connected and not had_connected:
            self._deadline = None
        return passes

    def _set_deadline(self, seconds: float) -> None:
        self._deadline = _in_seconds(seconds)
        if self._timeout is not None:
            self._timeout.reschedule(self._deadline)


def _in_seconds(seconds: float) -> float:
    return asyncio.get_running_loop().time() + seconds
