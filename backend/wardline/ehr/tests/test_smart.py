"""Signing in as a SMART backend service, at a strict hospital and at misbehaving ones."""

import asyncio
import gc
import json
import logging
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from joserfc.jwk import ECKey, RSAKey
from starlette.responses import JSONResponse, RedirectResponse, Response, StreamingResponse
from starlette.types import Receive, Scope, Send

from wardline.core import clock
from wardline.ehr.contract import CensusSource, EhrTimeout, EhrUnavailable
from wardline.ehr.demo.hospital import DemoHospital
from wardline.ehr.demo.server import demo_server
from wardline.ehr.fhir.server import FhirServer
from wardline.ehr.fhir.service_key import BackendService, KeyFile, SigningKey
from wardline.ehr.fhir.smart import SmartAuth
from wardline.ehr.registry import census_source_for
from wardline.ehr.tests.authorization import CLIENT, SCOPE, GuardedHospital, Handler, public
from wardline.ehr.tests.serving import closed_port, serving
from wardline.settings import Settings

SECRET = "Zebulon Secretname"
EC = ECKey.generate_key("P-384", {"use": "sig", "alg": "ES384"}, auto_kid=False)


@dataclass
class Hospital:
    """A hospital that requires tokens, and a census read from it."""

    server: GuardedHospital
    source: CensusSource


@asynccontextmanager
async def _opened(key_file: Path, server: GuardedHospital, *, seconds: float = 5) -> AsyncIterator[Hospital]:
    async with serving(server) as origin:
        settings = Settings(
            fhir_url=f"{origin}/fhir/", fhir_timeout=seconds, fhir_client_id=CLIENT, fhir_key_file=key_file
        )
        source = census_source_for(settings)
        try:
            yield Hospital(server, source)
        finally:
            await source.aclose()


def _key_file(key: SigningKey, folder: Path, *, pem: bool = False) -> Path:
    path = folder / "key"
    path.write_bytes(key.as_pem(private=True) if pem else json.dumps(key.as_dict(private=True)).encode())
    return path


@pytest.fixture
def key_file(tmp_path: Path) -> Path:
    return _key_file(EC, tmp_path)


@pytest.fixture
async def hospital(key_file: Path, noon: datetime) -> AsyncIterator[Hospital]:
    async with _opened(key_file, GuardedHospital(public(EC), demo_server(DemoHospital()))) as opened:
        yield opened


async def _names(source: CensusSource, unit: str = "ED") -> list[str]:
    return [patient.display_name for patient in (await source.census([unit], "", 0, 500)).patients]


@pytest.mark.parametrize("pem", [False, True])
@pytest.mark.parametrize(
    "key",
    [
        pytest.param(RSAKey.generate_key(2048), id="RSA"),
        pytest.param(EC, id="EC"),
        pytest.param(ECKey.generate_key("P-384", {"kid": "ward-2026"}), id="EC with a key id"),
    ],
)
async def test_the_hospital_accepts_the_service_and_returns_its_census(
    key: SigningKey, pem: bool, tmp_path: Path, noon: datetime
) -> None:
    registered = type(key).import_key(key.as_pem(private=True)) if pem else key
    server = GuardedHospital(public(registered), demo_server(DemoHospital()))
    async with _opened(_key_file(key, tmp_path, pem=pem), server) as opened:
        demonstration = census_source_for(Settings(demo=True))
        assert await opened.source.census(["ED"], "", 0, 54) == await demonstration.census(["ED"], "", 0, 54)
        await demonstration.aclose()
    assert server.requested[:2] == ["configuration", "token"]
    assert set(server.requested[2:]) == {"search"}
    assert len(server.requested) > 4


async def test_a_token_is_reused_until_shortly_before_it_expires(hospital: Hospital) -> None:
    await _names(hospital.source)
    clock.advance(timedelta(seconds=269))
    await _names(hospital.source)
    assert hospital.server.requested.count("token") == 1
    clock.advance(timedelta(seconds=2))
    await _names(hospital.source, "3E")
    assert hospital.server.requested.count("token") == 2
    assert hospital.server.refused == 0
    assert len(set(hospital.server.bearers)) == 2


async def test_a_very_short_token_is_used_for_half_its_lifetime(hospital: Hospital) -> None:
    hospital.server.lifetime = 50
    await _names(hospital.source)
    clock.advance(timedelta(seconds=24))
    await _names(hospital.source, "3E")
    assert hospital.server.requested.count("token") == 1
    clock.advance(timedelta(seconds=2))
    await _names(hospital.source, "3W")
    assert (hospital.server.requested.count("token"), hospital.server.refused) == (2, 0)


async def test_concurrent_requests_share_one_token(hospital: Hospital) -> None:
    units = ["ED", "3E", "3W", "4E", "4W", "5E"]
    for_all = await asyncio.gather(*(_names(hospital.source, unit) for unit in units))
    assert all(for_all)
    assert (hospital.server.requested.count("configuration"), hospital.server.requested.count("token")) == (1, 1)


async def test_a_token_that_the_hospital_has_withdrawn_is_replaced_once(hospital: Hospital) -> None:
    await _names(hospital.source)
    hospital.server.issued.clear()
    assert await _names(hospital.source, "4E")
    assert (hospital.server.refused, hospital.server.requested.count("token")) == (1, 2)


@pytest.mark.req("API-54")
async def test_a_hospital_that_refuses_its_own_tokens_is_tried_only_twice(hospital: Hospital) -> None:
    hospital.server.instead["search"] = lambda _: Response(status_code=401)
    with pytest.raises(EhrUnavailable):
        await _names(hospital.source)
    assert hospital.server.requested == ["configuration", "token", "search", "configuration", "token", "search"]


@dataclass
class Waiting:
    """Two searches that wait for the same token, which is not issued before `over`."""

    server: GuardedHospital
    over: asyncio.Event
    auth: SmartAuth
    first: "asyncio.Task[object]"
    second: "asyncio.Task[object]"


@asynccontextmanager
async def _waiting(key_file: Path) -> AsyncIterator[Waiting]:
    requested, over = asyncio.Event(), asyncio.Event()

    class Slow(GuardedHospital):
        async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
            if scope["path"] == "/token":
                requested.set()
                await over.wait()
            await super().__call__(scope, receive, send)

    hospital = Slow(public(EC), demo_server(DemoHospital()))
    async with serving(hospital) as origin:
        auth = SmartAuth(BackendService(CLIENT, SCOPE, KeyFile(key_file)), f"{origin}/fhir", timeout=5)
        fhir = FhirServer(f"{origin}/fhir", timeout=5, auth=auth)
        searches = [asyncio.create_task(fhir.search("Location", [("identifier", unit)])) for unit in ("ED", "3E")]
        await requested.wait()
        try:
            yield Waiting(hospital, over, auth, *searches)
        finally:
            over.set()
            await asyncio.gather(*searches, return_exceptions=True)
            await fhir.aclose()


async def test_a_cancelled_caller_does_not_cancel_the_token_for_others(key_file: Path, noon: datetime) -> None:
    async with _waiting(key_file) as waiting:
        waiting.first.cancel()
        waiting.over.set()
        assert await waiting.second
        assert waiting.first.cancelled()
        assert waiting.server.requested.count("token") == 1


async def test_a_refusal_that_no_caller_awaits_is_not_reported(
    key_file: Path, noon: datetime, caplog: pytest.LogCaptureFixture
) -> None:
    async with _waiting(key_file) as waiting:
        waiting.first.cancel()
        waiting.second.cancel()
        await asyncio.gather(waiting.first, waiting.second, return_exceptions=True)
        waiting.server.instead["token"] = lambda _: Response(status_code=500)
        waiting.over.set()
        assert waiting.auth._pending is not None
        await asyncio.wait([waiting.auth._pending])
        waiting.auth._pending = None
    gc.collect()
    assert [record.getMessage() for record in caplog.records] == ["EHR unavailable: the token endpoint: status 500"]


async def test_a_trickling_token_response_times_out_and_is_requested_again(key_file: Path, noon: datetime) -> None:
    over = asyncio.Event()

    async def drops() -> AsyncIterator[bytes]:
        while not over.is_set():
            yield b" "
            await asyncio.sleep(0.02)

    server = GuardedHospital(public(EC), demo_server(DemoHospital()))
    server.instead["token"] = lambda _: StreamingResponse(drops())
    async with serving(server) as origin, asyncio.timeout(20):
        auth = SmartAuth(BackendService(CLIENT, SCOPE, KeyFile(key_file)), f"{origin}/fhir", timeout=1)
        fhir = FhirServer(f"{origin}/fhir", timeout=5, auth=auth)
        try:
            with pytest.raises(EhrTimeout):
                await fhir.search("Location", [])
            del server.instead["token"]
            assert await fhir.search("Location", [])
        finally:
            over.set()
            await fhir.aclose()


@pytest.mark.parametrize(
    "other",
    [
        pytest.param(ECKey.generate_key("P-384", {"kid": EC.thumbprint()}), id="another key"),
        pytest.param(RSAKey.generate_key(2048), id="another kind of key"),
    ],
)
@pytest.mark.req("API-54")
async def test_a_key_that_is_not_registered_is_refused(
    other: SigningKey, key_file: Path, noon: datetime, caplog: pytest.LogCaptureFixture
) -> None:
    async with _opened(key_file, GuardedHospital(public(other), demo_server(DemoHospital()))) as opened:
        with pytest.raises(EhrUnavailable):
            await _names(opened.source)
        assert "search" not in opened.server.requested
    assert [record.getMessage() for record in caplog.records] == [
        "EHR unavailable: the token endpoint: status 400 invalid_client"
    ]


def granted(**changes: Any) -> Handler:
    fields = {"access_token": "abc", "token_type": "Bearer", "expires_in": 300} | changes
    return lambda _: JSONResponse({name: value for name, value in fields.items() if value is not None})


BAD_TOKENS: dict[str, Handler] = {
    "server error": lambda _: Response(SECRET, status_code=500),
    "unknown error": lambda _: JSONResponse({"error": SECRET}, status_code=400),
    "no JSON": lambda _: Response(f"<html>{SECRET}</html>"),
    "nothing": lambda _: Response(b""),
    "not text": lambda _: Response(b"\xff\xfe" + SECRET.encode()),
    "deep": lambda _: Response(b"[" * 50_000),
    "a list": lambda _: JSONResponse([SECRET]),
    "no token": granted(access_token=None),
    "empty token": granted(access_token=""),
    "token with a line": granted(access_token=f"a\r\nx: {SECRET}"),
    "token with a space": granted(access_token=SECRET),
    "token beyond ASCII": granted(access_token="ä"),
    "endless token": granted(access_token="a" * 20_000),
    "too much": lambda _: Response(b" " * 200_000),
    "another type": granted(token_type="mac"),
    "no type": granted(token_type=None),
    "expired immediately": granted(expires_in=0),
    "over before": granted(expires_in=-300),
    "never over": lambda _: Response(b'{"access_token":"a","token_type":"bearer","expires_in":1e999}'),
    "elsewhere": lambda _: RedirectResponse("/elsewhere"),
}


@pytest.mark.parametrize("case", BAD_TOKENS)
@pytest.mark.req("API-54")
async def test_an_unusable_token_response_is_an_outage(
    case: str, hospital: Hospital, caplog: pytest.LogCaptureFixture
) -> None:
    hospital.server.instead["token"] = BAD_TOKENS[case]
    with pytest.raises(EhrUnavailable) as raised:
        await _names(hospital.source)
    assert raised.value.__cause__ is None
    assert not hospital.server.bearers
    assert len(caplog.records) == 1
    assert SECRET not in caplog.text
    del hospital.server.instead["token"]
    assert await _names(hospital.source)


@pytest.mark.parametrize("expires_in", [None, 10**12, "300"])
async def test_an_odd_lifetime_still_gives_a_token(expires_in: Any, hospital: Hospital) -> None:
    hospital.server.issued["abc"] = clock.now() + timedelta(days=1)
    hospital.server.instead["token"] = granted(expires_in=expires_in)
    assert await _names(hospital.source)


def configured(endpoint: str | None) -> Handler:
    return lambda _: JSONResponse({"token_endpoint": endpoint})


BAD_CONFIGURATIONS: dict[str, Handler] = {
    "none": lambda _: Response(status_code=404),
    "no JSON": lambda _: Response(f"<html>{SECRET}</html>"),
    "no object": lambda _: JSONResponse([SECRET]),
    "no endpoint": lambda _: JSONResponse({"issuer": SECRET}),
    "null": configured(None),
    "relative": configured("/token"),
    "unprotected": configured(f"http://sign-in.invalid/{SECRET}"),
    "another name of this machine": lambda request: JSONResponse(
        {"token_endpoint": f"http://localhost:{request.url.port}/token"}
    ),
    "a file": configured("file:///token"),
    "no address": configured("http://["),
    "nobody there": lambda _: JSONResponse({"token_endpoint": f"http://127.0.0.1:{closed_port()}/token"}),
    "too large": lambda _: JSONResponse({"padding": "x" * 100_000}),
    "redirect": lambda _: RedirectResponse("/elsewhere"),
}


@pytest.mark.parametrize("case", BAD_CONFIGURATIONS)
@pytest.mark.req("API-54")
async def test_assertions_are_sent_only_to_the_discovered_and_encrypted_endpoint(
    case: str, hospital: Hospital, caplog: pytest.LogCaptureFixture
) -> None:
    hospital.server.instead["configuration"] = BAD_CONFIGURATIONS[case]
    with pytest.raises(EhrUnavailable):
        await _names(hospital.source)
    assert hospital.server.requested == ["configuration"]
    assert SECRET not in caplog.text


@pytest.mark.parametrize("silent", ["configuration", "token"])
@pytest.mark.req("API-54")
async def test_a_hanging_sign_in_is_a_timeout(silent: str, key_file: Path, noon: datetime) -> None:
    over = asyncio.Event()

    class Silent(GuardedHospital):
        async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
            if silent in scope["path"]:
                await over.wait()
            await super().__call__(scope, receive, send)

    server = Silent(public(EC), demo_server(DemoHospital()))
    async with _opened(key_file, server, seconds=1) as opened:
        started_at = time.monotonic()
        results = await asyncio.gather(*(_names(opened.source, unit) for unit in ("ED", "3E")), return_exceptions=True)
        assert [type(error) for error in results] == [EhrTimeout, EhrTimeout]
        assert time.monotonic() - started_at < 6
        over.set()


@pytest.mark.parametrize("status", [408, 504])
@pytest.mark.req("API-54")
async def test_a_gateway_timeout_of_the_token_endpoint_is_a_timeout(status: int, hospital: Hospital) -> None:
    hospital.server.instead["token"] = lambda _: Response(status_code=status)
    with pytest.raises(EhrTimeout):
        await _names(hospital.source)


async def test_no_token_assertion_or_key_is_logged(hospital: Hospital, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    assert await _names(hospital.source)
    source: Any = hospital.source
    attributes = repr(vars(source._server._auth))
    assert CLIENT in attributes
    hospital.server.instead["search"] = lambda _: Response(status_code=401)
    clock.advance(timedelta(minutes=1))
    with pytest.raises(EhrUnavailable) as raised:
        await _names(hospital.source)
    written = caplog.text + attributes + repr(raised.value) + str(raised.value.body())
    secrets = [*hospital.server.issued, *hospital.server.assertions, str(EC["d"])]
    assert len(secrets) >= 5
    assert not [secret for secret in secrets if secret in written]
