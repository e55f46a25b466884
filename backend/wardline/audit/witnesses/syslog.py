"""A witness that speaks syslog: RFC 5424 over TCP or TLS with octet counting (RFC 6587, RFC 5425), or over UDP.

Syslog has no acknowledgements. Over TCP and TLS a batch counts once the receiver has closed its side after ours, which
it does when it has read everything. Over UDP delivery is unknown, and only a closed port is detected.
"""

import asyncio
import os
import socket
import ssl
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

import orjson

from wardline.audit.witnesses.contract import DELIVERY_SECONDS, NotWitnessed, Record
from wardline.core.clock import to_utc_text

PRIORITY: Final = 13 * 8 + 5
"""Facility "log audit", severity "notice"."""
MAX_DATAGRAM: Final = 60_000
CONNECT_SECONDS: Final = 5
REFUSAL_SECONDS: Final = 0.1
"""How soon a host reports a closed port."""

Transport = Literal["udp", "tcp", "tls"]


@dataclass(frozen=True, slots=True)
class SyslogWitness:
    name: str
    transport: Transport
    host: str
    port: int

    async def send(self, records: Sequence[Record]) -> None:
        try:
            # A step without its own timeout, such as a DNS lookup, ends later in its thread.
            async with asyncio.timeout(DELIVERY_SECONDS):
                await asyncio.to_thread(self._send, records)
        except OSError as error:
            raise NotWitnessed(type(error).__name__) from None

    def _send(self, records: Sequence[Record]) -> None:
        if self.transport == "udp":
            self._send_datagrams([message(_short_enough(record)) for record in records])
            return
        deadline = time.monotonic() + DELIVERY_SECONDS
        frames = b"".join(b"%d %s" % (len(encoded), encoded) for encoded in map(message, records))
        with socket.create_connection((self.host, self.port), timeout=CONNECT_SECONDS) as connection:
            if self.transport == "tls":
                self._send_encrypted(connection, frames, deadline)
                return
            _send_all(connection, frames, deadline)
            connection.shutdown(socket.SHUT_WR)
            _limit(connection, deadline)
            while connection.recv(4096):
                _limit(connection, deadline)

    def _send_encrypted(self, connection: socket.socket, frames: bytes, deadline: float) -> None:
        context = ssl.create_default_context()
        context.minimum_version = ssl.TLSVersion.TLSv1_2
        _limit(connection, deadline)
        with context.wrap_socket(connection, server_hostname=self.host) as encrypted:
            _send_all(encrypted, frames, deadline)
            _limit(encrypted, deadline)
            try:
                encrypted.unwrap()
            except ssl.SSLEOFError:
                return  # The receiver read everything, and closed without a TLS close.

    def _send_datagrams(self, messages: Sequence[bytes]) -> None:
        family, kind, protocol, _, address = socket.getaddrinfo(self.host, self.port, type=socket.SOCK_DGRAM)[0]
        with socket.socket(family, kind, protocol) as connection:
            connection.connect(address)
            for datagram in messages:
                connection.send(datagram)
            connection.settimeout(REFUSAL_SECONDS)
            try:
                connection.recv(1)
            except TimeoutError:
                return


def _limit(connection: socket.socket, deadline: float) -> None:
    """Set the timeout of the next call on the socket to the time left until the deadline."""
    remaining = deadline - time.monotonic()
    if remaining <= 0:
        raise TimeoutError
    connection.settimeout(remaining)


def _send_all(connection: socket.socket, content: bytes, deadline: float) -> None:
    remaining = memoryview(content)
    while remaining:
        _limit(connection, deadline)
        remaining = remaining[connection.send(remaining) :]


def message(record: Record) -> bytes:
    """The record in the format of RFC 5424, without structured data; its message is the line."""
    host = socket.gethostname().encode("ascii", errors="replace").replace(b" ", b"-")[:255] or b"-"
    header = f"<{PRIORITY}>1 {to_utc_text(record.at)} {host.decode()} wardline {os.getpid()} {record.kind} - "
    return header.encode() + record.line


def _short_enough(record: Record) -> Record:
    """A record that is too long for a datagram is sent without its lists; the hash still covers them."""
    if len(record.line) <= MAX_DATAGRAM:
        return record
    content = orjson.loads(record.line)
    scalars = {name: value for name, value in content.items() if not isinstance(value, list | dict)}
    return Record(record.kind, record.position, record.at, orjson.dumps(scalars | {"shortened": True}))
