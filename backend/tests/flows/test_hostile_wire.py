"""Bytes that are not one request, sent to a real server: it returns 4xx or hangs up, and still serves everyone."""

import asyncio
import re
from contextlib import suppress

import httpx
import pytest

from wardline.core.http.body_limits import BODY_LIMIT_BYTES

from .conftest import Server

Servers = tuple[Server, Server]
HUGE = b"x" * 200_000
QUIET_SECONDS = 2
HANGS_UP = 0
"""No response at all, as when the server stops reading an oversized request."""


def get(*lines: bytes, path: bytes = b"/api/me", method: bytes = b"GET", host: bytes = b"127.0.0.1") -> bytes:
    return b"\r\n".join([method + b" " + path + b" HTTP/1.1", b"Host: " + host, b"Connection: close", *lines, b"", b""])


def post(*lines: bytes, body: bytes = b"", path: bytes = b"/api/feedback") -> bytes:
    return get(b"Content-Type: application/json", *lines, method=b"POST", path=path) + body


def chunked(*chunks: bytes) -> bytes:
    return b"".join(b"%x\r\n%s\r\n" % (len(chunk), chunk) for chunk in chunks) + b"0\r\n\r\n"


SECOND = b"GET /api/health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
CASES: dict[str, tuple[bytes, set[int]]] = {
    "nothing": (b"\r\n\r\n\r\n", {HANGS_UP, 400}),
    "a greeting of TLS": (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(512), {400}),
    "HTTP 0.9": (b"GET /\r\n\r\n", {400}),
    "HTTP 2": (b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", {400, 421}),
    "HTTP 9": (get().replace(b"HTTP/1.1", b"HTTP/9.9"), {HANGS_UP, 400, 401}),
    "NUL in the path": (get(path=b"/api/\x00"), {400}),
    "NUL in the query": (get(path=b"/api/me?\x00"), {400}),
    "NUL in a header": (get(b"X-Odd: a\x00b"), {400}),
    "NUL in the token": (get(b"Authorization: Bearer a\x00b"), {400}),
    "letters beyond ASCII in the path": (get(path="/api/é".encode()), {400}),
    "letters beyond ASCII in the token": (get("Authorization: Bearer é".encode()), {401}),
    "an encoded NUL": (get(path=b"/api/consults/%00"), {400, 401}),
    "broken percent-encoding": (get(path=b"/api/locations/%zz%"), {400, 401}),
    "dots": (get(path=b"/api/../../etc/passwd"), {404}),
    "encoded dots": (get(path=b"/api/%2e%2e%2f%2e%2e%2fetc%2fpasswd"), {404}),
    "a path of 200 kB": (get(path=b"/" + HUGE), {HANGS_UP, 400}),
    "a query of 200 kB": (get(path=b"/api/me?" + HUGE), {HANGS_UP, 400}),
    "a header of 200 kB": (get(b"X-Odd: " + HUGE), {HANGS_UP, 400}),
    "a header name of 200 kB": (get(HUGE + b": x"), {HANGS_UP, 400}),
    "20,000 headers": (get(*[b"X-Odd: x"] * 20_000), {HANGS_UP, 400}),
    "a header without a name": (get(b": x"), {400}),
    "a header with a blank in its name": (get(b"X Odd: x"), {400}),
    "a header that begins with a blank": (get(b" X-Odd: x"), {400, 401}),
    "no host": (b"GET /api/me HTTP/1.1\r\n\r\n", {400}),
    "two hosts": (get(b"Host: other"), {400}),
    "another host": (get(host=b"rebound.example"), {421}),
    "another host with our port": (get(host=b"rebound.example:8000"), {421}),
    "another host that begins like ours": (get(host=b"127.0.0.1.rebound.example"), {421}),
    "our host behind an account": (get(host=b"rebound.example@127.0.0.1"), {400, 421}),
    "another host for the page": (get(host=b"rebound.example", path=b"/"), {421}),
    "another host for health": (get(host=b"10.0.0.7:8000", path=b"/api/health"), {200}),
    "an unknown method": (get(method=b"STEAL"), {405}),
    "a small method": (get(method=b"get"), {405}),
    "TRACE": (get(method=b"TRACE"), {405}),
    "CONNECT": (get(method=b"CONNECT", path=b"example.org:443"), {400, 404, 405}),
    "OPTIONS": (get(method=b"OPTIONS"), {405}),
    "OPTIONS of everything": (get(method=b"OPTIONS", path=b"*"), {404, 405}),
    "a method of 200 kB": (get(method=HUGE), {HANGS_UP, 400}),
    "another method by a header": (post(b"X-HTTP-Method-Override: DELETE", b"Content-Length: 2", body=b"{}"), {401}),
    "a length that is none": (post(b"Content-Length: two", body=b"{}"), {400}),
    "a negative length": (post(b"Content-Length: -1"), {400}),
    "a length with a sign": (post(b"Content-Length: +2", body=b"{}"), {400}),
    "two lengths": (post(b"Content-Length: 2", b"Content-Length: 3", body=b"{}x"), {400}),
    "a length beyond all numbers": (post(b"Content-Length: " + b"9" * 5_000), {400, 413}),
    "a length and chunks": (post(b"Content-Length: 2", b"Transfer-Encoding: chunked", body=chunked(b"{}")), {400}),
    "chunks twice": (post(b"Transfer-Encoding: chunked, chunked", body=chunked(b"{}")), {400, 501}),
    "another encoding of transfer": (post(b"Transfer-Encoding: gzip", body=b"{}"), {400, 501}),
    "a chunk that is none": (post(b"Transfer-Encoding: chunked", body=b"zz\r\n{}\r\n0\r\n\r\n"), {HANGS_UP, 400}),
    "a chunk beyond all numbers": (post(b"Transfer-Encoding: chunked", body=b"f" * 40 + b"\r\n"), {HANGS_UP, 400}),
    "too much in chunks": (
        post(b"Transfer-Encoding: chunked", body=chunked(*[b" " * 100_000] * (BODY_LIMIT_BYTES // 100_000 + 1))),
        {HANGS_UP, 401},
    ),
    "an upgrade to nothing": (get(b"Connection: upgrade", b"Upgrade: h2c"), {400, 401}),
    "a socket without a key": (
        get(b"Connection: upgrade", b"Upgrade: websocket", path=b"/socket.io/?EIO=4&transport=websocket"),
        {HANGS_UP, 400, 426},
    ),
    "a socket where none is": (
        get(
            b"Connection: upgrade",
            b"Upgrade: websocket",
            b"Sec-WebSocket-Version: 13",
            b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
            path=b"/api/me",
        ),
        {403, 404},
    ),
}


async def statuses_of(server: Server, sent: bytes) -> list[int]:
    """The status of every response to these bytes, until the server hangs up or, after a response, is silent."""
    reader, writer = await asyncio.open_connection(server.settings.host, server.settings.port)
    received = b""
    with suppress(ConnectionError):
        writer.write(sent)
        try:
            while part := await asyncio.wait_for(reader.read(65_536), QUIET_SECONDS):
                received += part
        except TimeoutError:
            assert received, sent[:200]
    writer.close()
    return [int(status) for status in re.findall(rb"HTTP/1\.1 (\d{3}) ", received)]


@pytest.mark.req("API-06")
async def test_invalid_requests_are_refused_and_harm_no_one(two_servers: Servers) -> None:
    server, _ = two_servers
    wrong = {}
    for kind, (sent, expected) in CASES.items():
        replies = await statuses_of(server, sent) or [HANGS_UP]
        if not set(replies) <= expected:
            wrong[kind] = replies
        assert server.process.poll() is None, kind
    assert wrong == {}
    async with httpx.AsyncClient() as client:
        assert (await client.get(f"{server.url}/api/health")).status_code == 200


@pytest.mark.parametrize(
    "smuggled",
    [
        post(b"Content-Length: 2", b"Transfer-Encoding: chunked", body=chunked(b"{}") + SECOND),
        post(b"Transfer-Encoding: chunked", b"Content-Length: 2", body=b"0\r\n\r\n" + SECOND),
        post(b"Content-Length: 2", b"Content-Length: 60", body=b"{}" + SECOND),
    ],
)
async def test_a_request_that_ends_in_two_places_is_not_followed_by_another(
    two_servers: Servers, smuggled: bytes
) -> None:
    """A proxy on the other end would take the response to the second for another client's."""
    assert await statuses_of(two_servers[0], smuggled.replace(b"Connection: close\r\n", b"")) == [400]
