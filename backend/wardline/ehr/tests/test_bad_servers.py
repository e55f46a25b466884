"""Hospitals' servers that are down, slow or wrong, over real HTTP."""

import json
import logging
import time
from collections.abc import Callable
from typing import Any

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from prometheus_client import REGISTRY
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from wardline.ehr.contract import CensusSource, EhrTimeout, EhrUnavailable
from wardline.ehr.fhir import server as fhir_server
from wardline.ehr.fhir.server import FhirServer
from wardline.ehr.registry import census_source_for
from wardline.ehr.tests.serving import closed_port, serving, speaking
from wardline.settings import Settings

Handler = Callable[[Request], Response]
SECRET = "Zebulon Secretname"
SEARCHSET_WITH = b'{"resourceType":"Bundle","type":"searchset","entry":[{"resource":%s}]}'


def hospital(address: str, timeout: float = 5) -> CensusSource:
    return census_source_for(Settings(fhir_url=address, fhir_timeout=timeout))


def handled_by(handler: Handler) -> Starlette:
    async def respond(request: Request) -> Response:
        return handler(request)

    return Starlette(routes=[Route("/{kind}", respond)])


def bundle(*resources: dict[str, Any], next_url: str | None = None, **more: Any) -> Response:
    links = [{"relation": "next", "url": next_url}] if next_url else []
    entries = [{"resource": resource} for resource in resources]
    return Response(
        json.dumps({"resourceType": "Bundle", "type": "searchset", "link": links, "entry": entries, **more})
    )


def ward(request: Request) -> Response | None:
    """The response to searches for locations: one ward without beds."""
    if request.path_params["kind"] != "Location":
        return None
    return bundle({"resourceType": "Location", "id": "w"}) if "_id" in request.query_params else bundle()


def stay(**fields: Any) -> dict[str, Any]:
    return {
        "resourceType": "Encounter",
        "id": "e1",
        "status": "in-progress",
        "subject": {"reference": "Patient/p1"},
        "location": [{"location": {"reference": "Location/w"}}],
        **fields,
    }


def person(**fields: Any) -> dict[str, Any]:
    return {"resourceType": "Patient", "id": "p1", "name": [{"text": SECRET}], **fields}


async def census_of(handler: Handler) -> list[str]:
    async with serving(handled_by(handler)) as origin:
        source = hospital(origin)
        try:
            return [patient.display_name for patient in (await source.census(["w"], "", 0, 54)).patients]
        finally:
            await source.aclose()


@pytest.mark.req("API-54")
async def test_a_closed_port_is_an_outage() -> None:
    source = hospital(f"http://127.0.0.1:{closed_port()}")
    with pytest.raises(EhrUnavailable):
        await source.census(["w"], "", 0, 54)
    await source.aclose()


@pytest.mark.req("API-54")
async def test_an_unknown_host_and_an_invalid_url_are_outages() -> None:
    for address in ("http://hospital.invalid/fhir", "ftp://127.0.0.1/fhir"):
        source = hospital(address)
        with pytest.raises(EhrUnavailable):
            await source.census(["w"], "", 0, 54)
        await source.aclose()


@pytest.mark.req("API-54")
@pytest.mark.parametrize(
    ("failure", "expected"),
    [(httpx.ConnectTimeout, EhrUnavailable), (httpx.ReadTimeout, EhrTimeout), (httpx.PoolTimeout, EhrTimeout)],
)
async def test_a_connection_that_is_never_made_is_an_outage_not_a_timeout(
    failure: type[httpx.TimeoutException], expected: type[Exception]
) -> None:
    def fail(request: httpx.Request) -> httpx.Response:
        raise failure("", request=request)

    server = FhirServer("http://hospital.invalid", timeout=1, transport=httpx.MockTransport(fail))
    with pytest.raises(expected):
        await server.search("Patient", [])
    await server.aclose()


@pytest.mark.req("API-54")
@pytest.mark.parametrize(
    "parts",
    [
        pytest.param((), id="silence"),
        pytest.param((b"HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n{",), id="stops in the middle"),
        pytest.param((b"HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n", *[b" "] * 500), id="one byte at a time"),
    ],
)
async def test_a_slow_server_is_a_timeout_for_the_whole_census(parts: tuple[bytes, ...]) -> None:
    async with speaking(*parts, pause=0.05, then_hang=True) as origin:
        source = hospital(origin, timeout=1)
        started_at = time.monotonic()
        with pytest.raises(EhrTimeout):
            await source.census(["w"], "", 0, 54)
        assert time.monotonic() - started_at < 5
        await source.aclose()


@pytest.mark.parametrize("status", [408, 504])
@pytest.mark.req("API-54")
async def test_a_gateway_timeout_is_a_timeout(status: int) -> None:
    with pytest.raises(EhrTimeout):
        await census_of(lambda _: Response(status_code=status))


@pytest.mark.parametrize("status", [204, 301, 400, 401, 403, 404, 410, 422, 429, 500, 502, 503])
@pytest.mark.req("API-54")
async def test_other_statuses_are_an_outage(status: int) -> None:
    with pytest.raises(EhrUnavailable):
        await census_of(lambda _: Response(status_code=status, headers={"location": "/elsewhere"}))


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"nonsense",
        b"HTTP/1.1 200 OK\r\ncontent-length: 50\r\n\r\n{}",
        b"HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\n\r\nnot gzip",
        b"HTTP/1.1 200 OK\r\ncontent-length: x\r\n\r\n",
    ],
)
@pytest.mark.req("API-54")
async def test_a_response_that_is_not_http_is_an_outage(content: bytes) -> None:
    async with speaking(content) as origin:
        source = hospital(origin)
        with pytest.raises(EhrUnavailable):
            await source.census(["w"], "", 0, 54)
        await source.aclose()


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"<html>Sign in</html>",
        b"\xff\xfe",
        b"null",
        b"[]",
        b"{}",
        b"[" * 100_000,
        b'{"resourceType":"Patient","id":"p1"}',
        b'{"resourceType":"Bundle","type":"history"}',
        SEARCHSET_WITH % b'"text"',
        b'{"resourceType":"Bundle","type":"searchset","link":{}}',
        b'{"resourceType":"OperationOutcome","issue":[{"severity":"error","code":"exception"}]}',
        SEARCHSET_WITH % b'{"resourceType":"OperationOutcome","issue":[{"severity":"fatal","code":"exception"}]}',
        SEARCHSET_WITH % b'{"resourceType":"OperationOutcome"}',
    ],
)
@pytest.mark.req("API-54")
async def test_responses_that_are_not_searchsets_are_an_outage(body: bytes) -> None:
    with pytest.raises(EhrUnavailable):
        await census_of(lambda _: Response(body, media_type="application/fhir+json"))


@pytest.mark.parametrize("media_type", ["text/html", "application/xml; charset=utf-8", "application/octet-stream"])
@pytest.mark.req("API-54")
async def test_a_searchset_with_another_media_type_is_an_outage(media_type: str) -> None:
    def handler(request: Request) -> Response:
        true = ward(request) or bundle(stay(), person())
        return Response(true.body, media_type=media_type)

    with pytest.raises(EhrUnavailable):
        await census_of(handler)


@pytest.mark.parametrize("media_type", ["application/fhir+json;charset=UTF-8", "Application/JSON", None])
async def test_media_types_of_json_are_accepted(media_type: str | None) -> None:
    def handler(request: Request) -> Response:
        true = ward(request) or bundle(stay(), person())
        return Response(true.body, headers={"content-type": media_type} if media_type else None)

    assert await census_of(handler) == [SECRET]


@pytest.mark.parametrize(("total", "warned"), [(0, False), (-1, False), (True, False), ("many", False), (3, True)])
async def test_totals_are_not_relied_on(total: Any, warned: bool, caplog: pytest.LogCaptureFixture) -> None:
    assert await census_of(lambda request: ward(request) or bundle(stay(), person(), total=total)) == [SECRET]
    messages = [record.getMessage() for record in caplog.records]
    assert messages == (["EHR: a search for Encounter returned 1 of 3"] if warned else [])


async def test_requests_are_timed_by_outcome() -> None:
    def counts() -> list[float]:
        name = "wardline_ehr_request_seconds_count"
        ends = ("answered", "unavailable", "timeout")
        return [REGISTRY.get_sample_value(name, {"outcome": outcome}) or 0 for outcome in ends]

    before = counts()
    assert await census_of(lambda request: ward(request) or bundle(stay(), person()))
    for status in (500, 504):
        with pytest.raises((EhrUnavailable, EhrTimeout)):
            await census_of(lambda _, code=status: Response(status_code=code))  # type: ignore[misc]
    async with speaking(then_hang=True) as origin:
        source = hospital(origin, timeout=1)
        with pytest.raises(EhrTimeout):
            await source.census(["w"], "", 0, 54)
        await source.aclose()
    assert [after - first for after, first in zip(counts(), before, strict=True)] == [3, 1, 2]


async def test_a_warning_beside_the_results_does_not_hide_them() -> None:
    warning = {"resourceType": "OperationOutcome", "issue": [{"severity": "warning", "code": "informational"}]}
    assert await census_of(lambda request: ward(request) or bundle(stay(), person(), warning)) == [SECRET]


@pytest.mark.parametrize("severity", ["error", "fatal"])
@pytest.mark.req("API-54")
async def test_an_error_beside_the_results_is_an_outage(severity: str) -> None:
    error = {"resourceType": "OperationOutcome", "issue": [{"severity": severity, "code": "exception"}]}
    with pytest.raises(EhrUnavailable):
        await census_of(lambda request: ward(request) or bundle(stay(), person(), error))


@pytest.mark.parametrize(
    "next_url",
    [
        "http://127.0.0.1:9/Encounter?page=2",
        "http://evil.example.org/Encounter",
        "https://127.0.0.1/Encounter",
        "file:///etc/passwd",
        "http://[",
        "http://user:secret@{host}/Encounter?page=2",
    ],
)
@pytest.mark.req("API-54")
async def test_a_next_page_on_another_server_is_refused(next_url: str, caplog: pytest.LogCaptureFixture) -> None:
    urls: list[str] = []

    def handler(request: Request) -> Response:
        urls.append(str(request.url))
        there = next_url.replace("{host}", request.url.netloc)
        return ward(request) or bundle(stay(), person(), next_url=there)

    with pytest.raises(EhrUnavailable):
        await census_of(handler)
    assert not [url for url in urls if "page=2" in url]
    assert "its next page" in caplog.text, "it was refused before a connection could fail"


async def test_relative_next_pages_are_followed() -> None:
    def handler(request: Request) -> Response:
        if "page" in request.query_params:
            return bundle(stay(id="e2", subject={"reference": "Patient/p2"}), person(id="p2"))
        return ward(request) or bundle(stay(), person(), next_url="Encounter?page=2")

    assert await census_of(handler) == [SECRET, SECRET]


@pytest.mark.req("API-54")
async def test_circular_and_endless_pages_are_an_outage() -> None:
    counter = iter(range(10_000))
    for following in (lambda: "Encounter?page=1", lambda: f"Encounter?page={next(counter)}"):
        with pytest.raises(EhrUnavailable):
            await census_of(lambda request, url=following: ward(request) or bundle(next_url=url()))  # type: ignore[misc]
    assert next(counter) <= fhir_server.PAGE_LIMIT


@pytest.mark.req("API-54")
async def test_an_endless_page_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fhir_server, "PAGE_BYTES", 50_000)
    with pytest.raises(EhrUnavailable):
        await census_of(lambda _: bundle(padding="x" * 60_000))


@pytest.mark.req("API-54")
async def test_too_many_resources(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fhir_server, "RESOURCE_LIMIT", 10)
    with pytest.raises(EhrUnavailable):
        await census_of(lambda _: bundle(*[{"resourceType": "Basic"}] * 11))


async def test_locations_that_contain_each_other_end() -> None:
    def handler(request: Request) -> Response:
        if request.path_params["kind"] == "Location":
            circle = [
                {"resourceType": "Location", "id": "w", "partOf": {"reference": "Location/bed"}},
                {"resourceType": "Location", "id": "bed", "partOf": {"reference": "Location/w"}},
            ]
            return bundle(*circle)
        return bundle(stay(location=[{"location": {"reference": "Location/bed"}}]), person())

    assert await census_of(handler) == [SECRET]


async def test_one_unreadable_stay_does_not_hide_the_others() -> None:
    bad = stay(id="e2", status="bogus", subject={"reference": "Patient/p2"})
    assert await census_of(lambda request: ward(request) or bundle(stay(), bad, person())) == [SECRET]


@pytest.mark.parametrize(
    "resources",
    [
        pytest.param([stay(status="bogus")], id="no readable stay"),
        pytest.param([stay()], id="no patient"),
        pytest.param([stay(), person(gender="f")], id="no readable patient"),
    ],
)
@pytest.mark.req("API-54")
async def test_if_nothing_is_readable_the_census_is_offline_not_empty(resources: list[dict[str, Any]]) -> None:
    with pytest.raises(EhrUnavailable):
        await census_of(lambda request: ward(request) or bundle(*resources))


async def test_patients_of_other_wards_and_past_stays_are_left_out() -> None:
    others = [
        stay(id="e2", subject={"reference": "Patient/p2"}, location=[{"location": {"reference": "Location/other"}}]),
        stay(id="e3", subject={"reference": "Patient/p3"}, status="finished"),
        stay(id="e4", subject={"reference": "Group/p4"}),
        stay(id="e5", subject=None),
    ]
    people = [person(id=f"p{number}") for number in (2, 3, 4)]
    assert await census_of(lambda request: ward(request) or bundle(stay(), person(), *others, *people)) == [SECRET]


async def test_nothing_about_a_patient_reaches_errors_or_logs(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    handlers: list[Handler] = [
        lambda request: ward(request) or bundle(stay(), person(gender=SECRET)),
        lambda request: ward(request) or bundle(stay(status=SECRET), person()),
        lambda request: ward(request) or bundle(stay(), person(), type=SECRET),
        lambda request: ward(request) or bundle(stay(), person(), next_url=f"http://evil.invalid/{SECRET}"),
        lambda _: Response(json.dumps({"issue": SECRET}), status_code=500),
    ]
    for handler in handlers:
        with pytest.raises(EhrUnavailable) as raised:
            await census_of(handler)
        assert raised.value.__cause__ is None
        assert SECRET not in str(raised.value.body())
    records = [record for record in caplog.records if record.name.startswith(("wardline", "httpx"))]
    assert records
    assert not [record for record in records if SECRET in record.getMessage() or "p1" in record.getMessage()]


@given(
    st.binary(max_size=200)
    | st.recursive(st.none() | st.booleans() | st.text(), st.lists).map(json.dumps).map(str.encode)
)
async def test_no_response_causes_another_error(body: bytes) -> None:
    transport = httpx.MockTransport(lambda _: httpx.Response(200, content=body))
    server = FhirServer("http://hospital.invalid", timeout=1, transport=transport)
    with pytest.raises(EhrUnavailable):
        await server.search("Patient", [])
    await server.aclose()
