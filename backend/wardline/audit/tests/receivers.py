"""Receivers of the audit trail on the loopback interface, with real sockets."""

import socket
import socketserver
import ssl
import struct
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

TIMEOUT_SECONDS = 20


@dataclass
class Received:
    """What a receiver has received; `port` is the port it listens on."""

    port: int = 0
    batches: list[bytes] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)
    status: int = 204
    """The collector's response."""
    resets: bool = False
    """Whether the syslog receiver closes connections without reading."""
    dribbles: bytes = b""
    """What a receiver sends at the end, a byte every hundredth of a second, before it closes."""
    bytes_sent: int = 0
    """How many bytes of `endless` the collector sent."""
    endless: bool = False
    """Whether the collector's response has a body of 50 MB."""

    def dribble(self, connection: socket.socket) -> None:
        with suppress(OSError):
            for byte in self.dribbles:
                connection.sendall(bytes([byte]))
                time.sleep(0.01)


def frames(batch: bytes) -> list[bytes]:
    """The messages of a stream with octet counting."""
    found = []
    while batch:
        length, _, batch = batch.partition(b" ")
        found.append(batch[: int(length)])
        batch = batch[int(length) :]
    return found


@contextmanager
def stream_receiver(certificate: Path | None = None) -> Iterator[Received]:
    """Receives syslog over TCP, or over TLS with this certificate, and reads each connection to its end."""
    received = Received()

    class Handler(socketserver.BaseRequestHandler):
        def handle(self) -> None:
            self.request.settimeout(TIMEOUT_SECONDS)
            if received.resets:
                self.request.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                return
            content = b""
            while part := self.request.recv(4096):
                content += part
            received.batches.append(content)
            received.dribble(self.request)

    class Server(socketserver.ThreadingTCPServer):
        daemon_threads = True

        def get_request(self) -> Any:
            connection, address = super().get_request()
            if certificate is not None:
                context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
                context.load_cert_chain(certificate)
                if received.dribbles:
                    received.dribble(connection)
                    connection.close()
                    raise OSError
                connection = context.wrap_socket(connection, server_side=True)
            return connection, address

        def shutdown_request(self, request: Any) -> None:
            request.close()

    with _running(Server(("127.0.0.1", 0), Handler)) as received.port:
        yield received


@contextmanager
def collector() -> Iterator[Received]:
    received = Received()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            content = self.rfile.read(int(self.headers["content-length"]))
            received.headers.append({name.lower(): value for name, value in self.headers.items()})
            if received.status < 300:
                received.batches.append(content)
            self.send_response(received.status)
            self.send_header("Location", "/elsewhere")
            self.end_headers()
            self.wfile.flush()
            received.dribble(self.connection)
            with suppress(OSError):
                while received.endless and received.bytes_sent < 50_000_000:
                    received.bytes_sent += self.connection.send(bytes(65_536))

        def log_message(self, *_: Any) -> None:
            pass

    with _running(ThreadingHTTPServer(("127.0.0.1", 0), Handler)) as received.port:
        yield received


@contextmanager
def _running(server: socketserver.TCPServer) -> Iterator[int]:
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield server.server_address[1]
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@contextmanager
def datagrams() -> Iterator[socket.socket]:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as receiver:
        receiver.bind(("127.0.0.1", 0))
        receiver.settimeout(TIMEOUT_SECONDS)
        yield receiver
