"""A FHIR R4 server for the demonstration hospital, inside the process.

It supports exactly the searches for a census and for one patient, and the filing of documents
(`wardline.ehr.demo.documents`), and refuses everything else, like a hospital's strict server. It is called through
httpx, so that the demonstration uses the same clients and mapping as a hospital.
"""

import asyncio
import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

import httpx
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from wardline.core import clock
from wardline.ehr.demo.documents import DemoDocuments, outcome
from wardline.ehr.demo.hospital import DemoHospital, Json

BASE_URL = "http://demonstration-hospital.invalid/fhir"
OFFLINE_UNIT = "demo-offline"
SLOW_UNIT = "demo-slow"
PAGE_LIMIT = 200
_INCLUDE = "Encounter:patient"

Test = Callable[[Json, list[str]], bool]


@dataclass(frozen=True, slots=True)
class DemoFaults:
    """Unit codes that simulate the failures of a real hospital; `slow_for` is in seconds."""

    offline_units: frozenset[str] = frozenset({OFFLINE_UNIT})
    slow_units: frozenset[str] = frozenset({SLOW_UNIT})
    slow_for: float = 120.0


def demo_transport(hospital: DemoHospital, faults: DemoFaults | None = None) -> httpx.AsyncBaseTransport:
    """A transport for requests below `BASE_URL` to the demonstration hospital."""
    return _DemoTransport(demo_server(hospital), faults or DemoFaults())


def demo_server(hospital: DemoHospital) -> Starlette:
    """The server as an ASGI application; searches are ``GET /fhir/{type}``."""
    documents = DemoDocuments(hospital)

    async def search(request: Request) -> Response:
        kind: str = request.path_params["kind"]
        tests = _TESTS.get(kind)
        if tests is None:
            return outcome(404, "not-supported")
        unknown = request.query_params.keys() - tests.keys() - {"_include", "_count", "_offset"}
        unknown |= set(request.query_params.getlist("_include")) - {_INCLUDE}
        count, offset = request.query_params.get("_count", "50"), request.query_params.get("_offset", "0")
        if unknown or not (count.isdecimal() and offset.isdecimal()):
            return outcome(400, "invalid")
        return _searchset(request, hospital.resources_at(clock.now()), min(int(count), PAGE_LIMIT), int(offset))

    return Starlette(routes=[*documents.routes, Route("/fhir/{kind}", search, methods=["GET"])])


class _DemoTransport(httpx.AsyncBaseTransport):
    def __init__(self, app: Callable[..., Awaitable[None]], faults: DemoFaults) -> None:
        self._inner = httpx.ASGITransport(app)
        self._faults = faults

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        requested = {value for _, values in request.url.params.multi_items() for value in values.split(",")}
        if requested & self._faults.offline_units:
            raise httpx.ConnectError("connection refused", request=request)
        if requested & self._faults.slow_units:
            await asyncio.sleep(self._faults.slow_for)
        return await self._inner.handle_async_request(request)


def _searchset(request: Request, resources: list[Json], count: int, offset: int) -> Response:
    kind = request.path_params["kind"]
    tests = _TESTS[kind]
    conditions = [
        (tests[name], value.split(",")) for name, value in request.query_params.multi_items() if name in tests
    ]
    matches = [
        resource
        for resource in resources
        if resource["resourceType"] == kind and all(test(resource, values) for test, values in conditions)
    ]
    page = matches[offset : offset + count]
    links = [{"relation": "self", "url": str(request.url)}]
    if len(matches) > offset + count:
        links.append({"relation": "next", "url": str(request.url.include_query_params(_offset=offset + count))})
    base = f"{request.url.scheme}://{request.url.netloc}/fhir"
    entries = [_entry(base, resource, "match") for resource in page]
    if "_include" in request.query_params:
        included = {stay["subject"]["reference"] for stay in page}
        entries += [_entry(base, resource, "include") for resource in resources if _reference(resource) in included]
    bundle = {"resourceType": "Bundle", "type": "searchset", "total": len(matches), "link": links, "entry": entries}
    if not entries:
        del bundle["entry"]
    return Response(json.dumps(bundle), media_type="application/fhir+json")


def _entry(base: str, resource: Json, mode: str) -> Json:
    return {"fullUrl": f"{base}/{_reference(resource)}", "resource": resource, "search": {"mode": mode}}


def _reference(resource: Json) -> str:
    return f"{resource['resourceType']}/{resource['id']}"


def _by_id(resource: Json, values: list[str]) -> bool:
    return resource["id"] in values


def _by_identifier(resource: Json, values: list[str]) -> bool:
    return any(identifier["value"] in values for identifier in resource.get("identifier", []))


def _by_parent(resource: Json, values: list[str]) -> bool:
    return resource.get("partOf", {}).get("reference") in values


def _by_status(resource: Json, values: list[str]) -> bool:
    return resource["status"] in values


def _by_location(resource: Json, values: list[str]) -> bool:
    return any(place["location"]["reference"] in values for place in resource["location"])


def _by_subject(resource: Json, values: list[str]) -> bool:
    return resource["subject"]["reference"] in values


_TESTS: dict[str, dict[str, Test]] = {
    "Location": {"_id": _by_id, "identifier": _by_identifier, "partof": _by_parent},
    "Encounter": {"status": _by_status, "location": _by_location, "patient": _by_subject},
    "Patient": {"_id": _by_id},
}
