"""Asking a relay for an address and giving it back."""

import asyncio
import hashlib
import hmac
import struct
from typing import Any

import pytest

from wardline.core.http.client import trusted_certificates
from wardline.video.relay_probe import RelayAddress, RelayRefused, RelaySilent, allocate, parse

HEADER = struct.Struct("!HHI12s")
COOKIE = 0x2112A442
KEY = hashlib.md5(b"ann:realm:right", usedforsecurity=False).digest()
WRONG = b"\x00\x00\x04\x01"


def attribute(kind: int, value: bytes) -> bytes:
    return struct.pack("!HH", kind, len(value)) + value + bytes(-len(value) % 4)


class SmallRelay(asyncio.DatagramProtocol):
    """Answers as RFC 8656 says; `lost` datagrams get no answer."""

    def __init__(self, lost: int = 0) -> None:
        self.lost = lost
        self.asked: list[int] = []

    def connection_made(self, transport: Any) -> None:
        self.transport = transport

    def datagram_received(self, data: bytes, addr: Any) -> None:
        if self.lost:
            self.lost -= 1
        else:
            self.transport.sendto(b"noise" + bytes(30), addr)
            self.transport.sendto(self.answer(data), addr)

    def answer(self, message: bytes) -> bytes:
        kind, _, _, transaction = HEADER.unpack_from(message)
        self.asked.append(kind)
        if b"ann" not in message:
            body = attribute(9, WRONG) + attribute(20, b"realm") + attribute(21, b"nonce")
            return HEADER.pack(kind | 0x110, len(body), COOKIE, transaction) + body
        if message[-20:] != hmac.digest(KEY, message[:-24], hashlib.sha1):
            body = attribute(9, WRONG)
            return HEADER.pack(kind | 0x110, len(body), COOKIE, transaction) + body
        return HEADER.pack(kind | 0x100, 0, COOKIE, transaction)

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while header := await reader.read(HEADER.size):
            writer.write(self.answer(header + await reader.readexactly(HEADER.unpack(header)[1])))
        writer.close()


async def ask(relay: SmallRelay, *, is_datagram: bool, credential: str = "right") -> None:
    if is_datagram:
        transport, _ = await asyncio.get_running_loop().create_datagram_endpoint(
            lambda: relay, local_addr=("127.0.0.1", 0)
        )
        port, close = transport.get_extra_info("sockname")[1], transport.close
    else:
        server = await asyncio.start_server(relay.serve, "127.0.0.1", 0)
        port, close = server.sockets[0].getsockname()[1], server.close
    address = RelayAddress("127.0.0.1", port, has_tls=False, is_datagram=is_datagram)
    try:
        async with asyncio.timeout(3):
            await allocate(address, "ann", credential, trusted_certificates())
    finally:
        close()


@pytest.mark.parametrize("is_datagram", [True, False])
async def test_an_address_is_given_and_given_back(is_datagram: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wardline.video.relay_probe._REPEAT_SECONDS", 0.02)
    relay = SmallRelay(lost=1 if is_datagram else 0)
    await ask(relay, is_datagram=is_datagram)
    assert relay.asked == [3, 3, 4]


async def test_another_secret_is_refused() -> None:
    with pytest.raises(RelayRefused, match="401"):
        await ask(SmallRelay(), is_datagram=False, credential="wrong")


async def test_something_else_at_the_address_is_no_relay() -> None:
    class Other(SmallRelay):
        def answer(self, message: bytes) -> bytes:
            return b"HTTP/1.1 400 Bad Request\r\n\r\n" + message

    with pytest.raises(RelaySilent):
        await ask(Other(), is_datagram=False)


@pytest.mark.parametrize(
    ("url", "address"),
    [
        ("turn:turn.example", RelayAddress("turn.example", 3478, False, True)),
        ("turn:turn.example:443?transport=tcp", RelayAddress("turn.example", 443, False, False)),
        ("turns:[2001:db8::1]:443?transport=tcp", RelayAddress("2001:db8::1", 443, True, False)),
        ("turns:[2001:db8::1]", RelayAddress("2001:db8::1", 5349, True, False)),
    ],
)
def test_addresses_of_the_setting_are_understood(url: str, address: RelayAddress) -> None:
    assert parse(url) == address
