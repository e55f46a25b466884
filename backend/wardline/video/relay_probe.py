"""Asks a relay for an address, as a browser does before a call, and gives it back.

RFC 8489 (STUN), RFC 8656 (TURN). Nothing is sent through the relay.
"""

import asyncio
import hashlib
import hmac
import secrets
import ssl
import struct
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from typing import Final, Protocol

_COOKIE: Final = 0x2112A442
_HEADER: Final = struct.Struct("!HHI12s")
_ATTRIBUTE: Final = struct.Struct("!HH")
_ALLOCATE, _REFRESH = 0x0003, 0x0004
_SUCCESS, _ERROR = 0x0100, 0x0110
_USERNAME, _INTEGRITY, _ERROR_CODE, _LIFETIME = 0x0006, 0x0008, 0x0009, 0x000D
_REALM, _NONCE, _REQUESTED_TRANSPORT = 0x0014, 0x0015, 0x0019
_UDP: Final = b"\x11\x00\x00\x00"
_INTEGRITY_BYTES: Final = 24
"""Of the attribute, which counts in the length that it signs."""
_UNAUTHORIZED: Final = 401
_MAX_ANSWER_BYTES: Final = 2_000
_REPEAT_SECONDS: Final = 0.5
"""How soon a datagram that may have been lost is sent again."""
_DEFAULT_PORTS: Final = {"turn": 3478, "turns": 5349}

_Attributes = Mapping[int, bytes]


class RelaySilent(Exception):
    """It cannot be reached, or does not answer as relays do."""


class RelayRefused(Exception):
    """It gives no address to these credentials; `code` is its own."""

    def __init__(self, code: int) -> None:
        super().__init__(str(code))
        self.code = code


@dataclass(frozen=True, slots=True)
class RelayAddress:
    host: str
    port: int
    has_tls: bool
    is_datagram: bool


def parse(url: str) -> RelayAddress:
    """An address that `relay_for` has accepted."""
    scheme, _, rest = url.partition(":")
    authority, _, query = rest.partition("?")
    host, _, port = authority.rpartition(":") if not authority.endswith("]") else (authority, "", "")
    if not host:
        host, port = authority, ""
    is_datagram = scheme == "turn" and query != "transport=tcp"
    return RelayAddress(host.strip("[]"), int(port or _DEFAULT_PORTS[scheme]), scheme == "turns", is_datagram)


async def allocate(address: RelayAddress, username: str, credential: str, trusted: ssl.SSLContext) -> None:
    """Ask for an address with these credentials, and give it back. The caller limits the time.

    Raises:
        RelaySilent, RelayRefused
    """
    wanted = {_REQUESTED_TRANSPORT: _UDP}
    try:
        async with _connection(address, trusted) as ask:
            kind, challenge = await ask(_ALLOCATE, wanted, None)
            if kind != _ALLOCATE | _ERROR or _code(challenge) != _UNAUTHORIZED:
                raise RelaySilent
            known = {_USERNAME: username.encode(), _REALM: challenge[_REALM], _NONCE: challenge[_NONCE]}
            # TURN prescribes MD5 for the key of a long-term credential, and SHA-1 for its use.
            text = b":".join((known[_USERNAME], known[_REALM], credential.encode()))
            key = hashlib.md5(text, usedforsecurity=False).digest()
            kind, answer = await ask(_ALLOCATE, wanted | known, key)
            if kind != _ALLOCATE | _SUCCESS:
                raise RelayRefused(_code(answer))
            await ask(_REFRESH, {_LIFETIME: bytes(4)} | known, key)
    except (OSError, EOFError, KeyError, struct.error, ValueError):
        raise RelaySilent from None


class _Ask(Protocol):
    async def __call__(self, kind: int, attributes: _Attributes, key: bytes | None) -> tuple[int, _Attributes]: ...


@asynccontextmanager
async def _connection(address: RelayAddress, trusted: ssl.SSLContext) -> AsyncIterator[_Ask]:
    if address.is_datagram:
        loop = asyncio.get_running_loop()
        transport, answers = await loop.create_datagram_endpoint(_Datagrams, remote_addr=(address.host, address.port))

        async def ask_by_datagrams(kind: int, attributes: _Attributes, key: bytes | None) -> tuple[int, _Attributes]:
            message = _message(kind, attributes, key)
            while True:
                transport.sendto(message)
                with suppress(TimeoutError):
                    return await asyncio.wait_for(answers.to(message), _REPEAT_SECONDS)

        try:
            yield ask_by_datagrams
        finally:
            transport.close()
    else:
        reader, writer = await asyncio.open_connection(
            address.host, address.port, ssl=trusted if address.has_tls else None
        )

        async def ask_by_stream(kind: int, attributes: _Attributes, key: bytes | None) -> tuple[int, _Attributes]:
            writer.write(_message(kind, attributes, key))
            header = await reader.readexactly(_HEADER.size)
            _, length, cookie, _ = _HEADER.unpack(header)
            if cookie != _COOKIE or length > _MAX_ANSWER_BYTES:
                raise RelaySilent
            return _read(header + await reader.readexactly(length))

        try:
            yield ask_by_stream
        finally:
            writer.close()


class _Datagrams(asyncio.DatagramProtocol):
    def __init__(self) -> None:
        self._received: asyncio.Queue[bytes | Exception] = asyncio.Queue()

    def datagram_received(self, data: bytes, addr: object) -> None:  # noqa: ARG002
        self._received.put_nowait(data)

    def error_received(self, exc: Exception) -> None:
        self._received.put_nowait(exc)

    async def to(self, message: bytes) -> tuple[int, _Attributes]:
        """The answer to this message; others are dropped."""
        while True:
            received = await self._received.get()
            if isinstance(received, Exception):
                raise received
            if received[4 : _HEADER.size] == message[4 : _HEADER.size]:
                return _read(received)


def _message(kind: int, attributes: _Attributes, key: bytes | None) -> bytes:
    """`key` signs it."""
    body = b"".join(_attribute(name, value) for name, value in attributes.items())
    transaction = secrets.token_bytes(12)
    if key is None:
        return _HEADER.pack(kind, len(body), _COOKIE, transaction) + body
    message = _HEADER.pack(kind, len(body) + _INTEGRITY_BYTES, _COOKIE, transaction) + body
    return message + _attribute(_INTEGRITY, hmac.digest(key, message, hashlib.sha1))


def _attribute(name: int, value: bytes) -> bytes:
    return _ATTRIBUTE.pack(name, len(value)) + value + bytes(-len(value) % 4)


def _read(message: bytes) -> tuple[int, _Attributes]:
    """The kind and the attributes."""
    kind, length, cookie, _ = _HEADER.unpack_from(message)
    if cookie != _COOKIE or length != len(message) - _HEADER.size:
        raise ValueError
    attributes, position = {}, _HEADER.size
    while position < len(message):
        name, size = _ATTRIBUTE.unpack_from(message, position)
        position += _ATTRIBUTE.size
        attributes[name] = message[position : position + size]
        position += size + -size % 4
    return kind, attributes


def _code(attributes: _Attributes) -> int:
    """The code of an error."""
    value = attributes[_ERROR_CODE]
    return value[2] * 100 + value[3]
