"""Medplum's server behind a proxy that is slow, disconnects or lies: the census is correct, or fails in time."""

import asyncio
import itertools
import json
import logging
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from tests.outside.between import Between, Lie, asks_for
from tests.outside.conftest import Census, Hospital
from wardline.ehr.contract import CensusSource, EhrTimeout, EhrUnavailable
from wardline.ehr.registry import census_source_for
from wardline.ehr.tests.serving import Stage
from wardline.settings import Settings

TIMEOUT_SECONDS = 0.5
"""The timeout of one reading."""
_numbers = itertools.count(1)


@pytest.fixture
async def between(hospital: Hospital, stage: Stage) -> AsyncIterator[Between]:
    stage.app = between = Between(hospital.origin)
    yield between
    await between.aclose()


@asynccontextmanager
async def reading(stage: Stage, seconds: float = 20) -> AsyncIterator[CensusSource]:
    source = census_source_for(Settings(fhir_url=f"{stage.origin}/fhir", fhir_timeout=seconds))
    try:
        yield source
    finally:
        await source.aclose()


def about(kind: str, lie: Lie) -> Lie:
    """Lie about searches for this type only."""
    return lambda between, request: lie(between, request) if asks_for(request, kind) else between.truth(request)


def without(*parameters: str) -> Lie:
    """A server that ignores these parameters."""
    return lambda between, request: between.truth(request, without=frozenset(parameters))


def with_fields(**fields: Any) -> Lie:
    return lambda between, request: between.changed(request, **fields)


def silent_until(over: asyncio.Event) -> Lie:
    """A server that does not respond before the event, and then not usefully."""

    async def lie(_between: Between, _request: Request) -> Response:
        await over.wait()
        return Response(status_code=503)

    return lie


def leading_to(address: str) -> Lie:
    """A link to a next page at this address; ``{}`` becomes a different number each time."""

    async def lie(between: Between, request: Request) -> Response:
        url = address.replace("{}", str(next(_numbers))).replace("{origin}", f"http://{request.url.netloc}")
        url = url.replace("{port}", str(request.url.port))
        return await between.changed(request, link=[{"relation": "next", "url": url}])

    return lie


def as_bytes(change: Any, **options: Any) -> Lie:
    async def lie(between: Between, request: Request) -> Response:
        return Response(change((await between.truth(request)).body), **options)

    return lie


async def twice(between: Between, request: Request) -> Response:
    """Every entry twice, as when a patient moves while a census is read."""
    entries = json.loads((await between.truth(request)).body).get("entry", [])
    return await between.changed(request, entry=entries * 2)


async def truncated(between: Between, request: Request) -> Response:
    return _Truncated((await between.truth(request)).body, media_type="application/fhir+json")


class _Truncated(Response):
    async def __call__(self, _scope: Scope, _receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
        await send({"type": "http.response.body", "body": self.body[: len(self.body) // 2], "more_body": True})


OUTCOME = json.dumps({"resourceType": "OperationOutcome", "issue": [{"severity": "error", "code": "exception"}]})

WITHOUT_HARM: dict[str, Lie] = {
    "everyone who was ever there": about("Encounter", without("location", "status")),
    "unrequested patients": about("Patient", without("_id")),
    "every bed of the hospital": about("Location", without("partof")),
    "no total": about("Encounter", with_fields(total=None)),
    "a total of zero": about("Encounter", with_fields(total=0)),
    "a total of a billion": about("Encounter", with_fields(total=10**9)),
    "a total in words": about("Encounter", with_fields(total="many")),
    "everyone twice": twice,
}

AN_OUTAGE: dict[str, Lie] = {
    "pages without end": about("Encounter", leading_to("{origin}/fhir/Encounter?status=arrived&page={}")),
    "pages in a circle": about("Encounter", leading_to("{origin}/fhir/Encounter?status=arrived")),
    "pages of another machine": about("Encounter", leading_to("http://elsewhere.invalid/fhir/Encounter")),
    "pages of another name": about("Encounter", leading_to("http://localhost:{port}/fhir/Encounter?_count=9")),
    "pages of another scheme": about("Patient", leading_to("https://127.0.0.1/fhir/Patient")),
    "none of the patients": about("Patient", with_fields(entry=[])),
    "an outcome with status 200": about("Patient", as_bytes(lambda _: OUTCOME, media_type="application/fhir+json")),
    "a page for people": about("Encounter", as_bytes(lambda body: body, media_type="text/html")),
    "half of a page": about("Encounter", as_bytes(lambda body: body[: len(body) // 2])),
    "a page without end": about("Encounter", as_bytes(lambda body: body + b" " * 17_000_000)),
    "a truncated response about patients": about("Patient", truncated),
    "a truncated response to every request": truncated,
}


def check_nothing_leaks(caplog: pytest.LogCaptureFixture, census: Census, *texts: object) -> None:
    words = {word for people in census.values() for person in people for word in (person.emr_id, person.encounter_id)}
    words |= {person.display_name for people in census.values() for person in people}
    words |= {number.value for people in census.values() for person in people for number in person.identifiers}
    # This test's web server plays the hospital's, which may log anything.
    messages = [record.getMessage() for record in caplog.records if not record.name.startswith("uvicorn")]
    assert messages
    written = "\n".join([*messages, *map(repr, texts)])
    assert not [word for word in words if word in written]


@pytest.mark.parametrize("case", WITHOUT_HARM)
async def test_what_does_no_harm(
    case: str, between: Between, stage: Stage, census: Census, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    between.lie = WITHOUT_HARM[case]
    async with reading(stage) as source:
        for unit in ("ED", "4E"):
            assert (await source.census([unit], "", 0, 500)).patients == census[unit]
    check_nothing_leaks(caplog, census)


@pytest.mark.parametrize("case", AN_OUTAGE)
@pytest.mark.req("API-54")
async def test_an_unusable_response_is_an_outage(
    case: str, between: Between, stage: Stage, census: Census, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    between.lie = AN_OUTAGE[case]
    async with reading(stage) as source:
        with pytest.raises(EhrUnavailable) as raised:
            await source.census(["ED"], "", 0, 54)
        assert [record for record in caplog.records if record.getMessage().startswith("EHR")]
        check_nothing_leaks(caplog, census, raised.value, raised.value.body(), raised.value.__cause__)
        assert {host for _, _, host in between.requests} == {stage.origin.removeprefix("http://")}
        between.lie = None
        assert (await source.census(["ED"], "", 0, 500)).patients == census["ED"]


@pytest.mark.parametrize("kind", ["Location", "Encounter", "Patient"])
@pytest.mark.req("API-54")
async def test_a_slow_response_is_a_timeout(kind: str, between: Between, stage: Stage) -> None:
    over = asyncio.Event()
    between.lie = about(kind, silent_until(over))
    async with reading(stage, TIMEOUT_SECONDS) as source:
        started_at = time.monotonic()
        with pytest.raises(EhrTimeout):
            await source.census(["ED"], "", 0, 54)
        assert TIMEOUT_SECONDS <= time.monotonic() - started_at < TIMEOUT_SECONDS + 3
        over.set()


@pytest.mark.req("API-54")
async def test_a_slow_later_page_is_a_timeout_too(between: Between, stage: Stage) -> None:
    over = asyncio.Event()
    silent = silent_until(over)
    between.lie = lambda between, request: (silent if "_offset" in request.query_params else Between.truth)(
        between, request
    )
    async with reading(stage, TIMEOUT_SECONDS) as source:
        with pytest.raises(EhrTimeout):
            await source.census(["ED"], "", 0, 54)
        over.set()
    assert any("_offset" in query for _, query, _ in between.requests)
