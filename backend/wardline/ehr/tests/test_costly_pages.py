"""The largest pages that a hospital's server may send."""

import json
import time
from typing import Final

import httpx
import pytest

from wardline.ehr.contract import EhrUnavailable
from wardline.ehr.fhir.models import RESOURCE_LIMIT
from wardline.ehr.fhir.server import PAGE_BYTES, FhirServer

ENCOUNTER = {
    "resourceType": "Encounter",
    "id": "e1",
    "status": "in-progress",
    "class": {"system": "http://terminology.hl7.org/CodeSystem/v3-ActCode", "code": "IMP", "display": "inpatient"},
    "subject": {"reference": "Patient/p1", "display": "Quill, Ann"},
    "participant": [{"individual": {"reference": "Practitioner/x"}}],
    "period": {"start": "2026-03-04T12:00:00Z"},
    "location": [{"location": {"reference": "Location/l1"}, "status": "active", "period": {"start": "2026-03-04"}}],
}


def page(part: bytes, before: bytes = b'"entry":[', after: bytes = b"]") -> bytes:
    """A searchset of 16 MB that repeats this."""
    head, tail = b'{"resourceType":"Bundle","type":"searchset",' + before, after + b"}"
    many = (PAGE_BYTES - len(head) - len(tail) + 1) // (len(part) + 1)
    return head + b",".join([part] * many) + tail


async def found_in(body: bytes) -> int:
    def handler(_: httpx.Request) -> httpx.Response:
        return httpx.Response(200, content=body, headers={"content-type": "application/fhir+json"})

    server = FhirServer("https://ehr.example/fhir", timeout=5, transport=httpx.MockTransport(handler))
    try:
        return len(await server.search("Encounter", []))
    finally:
        await server.aclose()


PAGES: Final[dict[str, tuple[bytes, ...]]] = {
    "entries": (b"{}",),
    "unreadable links": (b"{}", b'"link":['),
    "links": (b'{"relation":"","url":""}', b'"link":['),
    "lists": (b"[]", b'"entry":[{"resource":{"a":[', b"]}}]"),
    "resources": (b'{"resource":{}}',),
    "scattered entries": (b"{}" + b" " * 20,),
    "scattered links": (b"{}" + b" " * 20, b'"link":['),
    "keys": (b'"a":{"b":0}', b'"entry":[{"resource":{', b"}}]"),
}
"""What `page` is made of. Each is made by its test: all of them at import would cost every worker a second."""


@pytest.mark.parametrize("kind", PAGES)
async def test_implausibly_large_responses_are_refused_cheaply(kind: str) -> None:
    body = page(*PAGES[kind])
    assert len(body) <= PAGE_BYTES
    started_at = time.process_time()
    with pytest.raises(EhrUnavailable):
        await found_in(body)
    assert time.process_time() - started_at < 1


async def test_a_hospital_may_return_everything_on_one_page() -> None:
    entry = {"fullUrl": "https://ehr.example/fhir/Encounter/e1", "resource": ENCOUNTER, "search": {"mode": "match"}}
    body = json.dumps({"resourceType": "Bundle", "type": "searchset", "entry": [entry] * RESOURCE_LIMIT}).encode()
    assert len(body) < PAGE_BYTES
    assert await found_in(body) == RESOURCE_LIMIT
