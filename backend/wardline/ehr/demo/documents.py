"""Filing at the demonstration hospital: DocumentReference resources, validated and stored."""

import base64
import binascii
import hashlib
import json
import uuid
from collections.abc import Iterator
from typing import Final
from urllib.parse import parse_qsl

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from wardline.core import clock
from wardline.ehr.demo.hospital import DemoHospital, Json

MEDIA_TYPE: Final = "application/fhir+json"
_KIND = "DocumentReference"
_PATH = f"/fhir/{_KIND}"
_STATUSES = frozenset({"current", "superseded", "entered-in-error"})
_RELATIONS = frozenset({"replaces", "transforms", "signs", "appends"})
_REQUIRED = frozenset({"resourceType", "masterIdentifier", "status", "type", "subject", "date", "author", "content"})
_ALLOWED = _REQUIRED | {
    *("id", "meta", "identifier", "docStatus", "category", "authenticator", "relatesTo", "description", "context"),
}


class DemoDocuments:
    """The requests ``GET`` and ``POST /fhir/DocumentReference``, ``GET`` and ``PUT /fhir/DocumentReference/{id}``."""

    def __init__(self, hospital: DemoHospital) -> None:
        self._hospital = hospital
        self._documents = hospital.documents
        self.routes = [
            Route(_PATH, self._search, methods=["GET"]),
            Route(_PATH, self._create, methods=["POST"]),
            Route(f"{_PATH}/{{id}}", self._read, methods=["GET"]),
            Route(f"{_PATH}/{{id}}", self._update, methods=["PUT"]),
        ]

    async def _search(self, request: Request) -> Response:
        if request.query_params.keys() - {"identifier", "_elements"} or "identifier" not in request.query_params:
            return outcome(400, "invalid")
        base = f"{request.url.scheme}://{request.url.netloc}/fhir"
        entries = [
            {"fullUrl": f"{base}/{_KIND}/{document['id']}", "resource": document, "search": {"mode": "match"}}
            for document in self._by_identifier(request.query_params["identifier"])
        ]
        bundle = {"resourceType": "Bundle", "type": "searchset", "total": len(entries)}
        return _response(200, bundle | ({"entry": entries} if entries else {}))

    async def _create(self, request: Request) -> Response:
        resource = await _resource(request)
        condition = parse_qsl(request.headers.get("if-none-exist", ""))
        if resource is None or "id" in resource or any(name != "identifier" for name, _ in condition):
            return outcome(400, "invalid")
        if problem := self._problem(resource):
            return outcome(422, problem)
        matches = [document for _, identifier in condition for document in self._by_identifier(identifier)]
        if matches:
            return Response(status_code=200 if len(matches) == 1 else 412)
        return self._store(str(uuid.uuid4()), resource, 1, status=201)

    async def _read(self, request: Request) -> Response:
        document = self._documents.get(request.path_params["id"])
        return _response(200, document, {"etag": _etag(document)}) if document else outcome(404, "not-found")

    async def _update(self, request: Request) -> Response:
        resource, resource_id = await _resource(request), request.path_params["id"]
        if resource is None or resource.get("id") != resource_id or "if-match" not in request.headers:
            return outcome(400, "invalid")
        stored = self._documents.get(resource_id)
        if stored is None:
            return outcome(405, "not-supported")
        if request.headers["if-match"] != _etag(stored):
            return outcome(412, "conflict")
        if problem := self._problem(resource):
            return outcome(422, problem)
        return self._store(resource_id, resource, int(stored["meta"]["versionId"]) + 1, status=200)

    def _store(self, resource_id: str, resource: Json, version: int, *, status: int) -> Response:
        meta = {"versionId": str(version), "lastUpdated": clock.now().isoformat()}
        stored = self._documents[resource_id] = resource | {"id": resource_id, "meta": meta}
        headers = {"location": f"{_PATH}/{resource_id}/_history/{version}", "etag": _etag(stored)}
        return Response(status_code=status, headers=headers)

    def _by_identifier(self, token: str) -> list[Json]:
        """The documents with the identifier ``system|value``."""
        return [
            document
            for document in self._documents.values()
            if token in {f"{number.get('system', '')}|{number['value']}" for number in _identifiers(document)}
        ]

    def _problem(self, resource: Json) -> str | None:
        """The OperationOutcome code for a problem with the document, or None."""
        if resource.keys() - _ALLOWED:
            return "structure"
        if _REQUIRED - resource.keys():
            return "required"
        try:
            return next(self._problems(resource), None)
        except (AttributeError, KeyError, TypeError):
            return "structure"

    def _problems(self, resource: Json) -> Iterator[str]:
        if resource["status"] not in _STATUSES or not all(number["value"] for number in _identifiers(resource)):
            yield "value"
        known_resources = {
            f"{resource['resourceType']}/{resource['id']}": resource
            for resource in self._hospital.resources_at(clock.now())
        }
        subject = resource["subject"]["reference"]
        if not subject.startswith("Patient/") or subject not in known_resources:
            yield "not-found"
        for encounter in resource.get("context", {}).get("encounter", []):
            if known_resources.get(encounter["reference"], {}).get("subject", {}).get("reference") != subject:
                yield "not-found"
        for relation in resource.get("relatesTo", []):
            target = relation["target"].get("reference", "").removeprefix(f"{_KIND}/")
            if relation["code"] not in _RELATIONS or (target and target not in self._documents):
                yield "business-rule"
        if not resource["content"] or not all(_is_intact(content["attachment"]) for content in resource["content"]):
            yield "invalid"


def outcome(status: int, code: str) -> Response:
    """A refusal as an OperationOutcome with this code."""
    return _response(status, {"resourceType": "OperationOutcome", "issue": [{"severity": "error", "code": code}]})


def _response(status: int, resource: Json, headers: dict[str, str] | None = None) -> Response:
    return Response(json.dumps(resource), status, headers, media_type=MEDIA_TYPE)


async def _resource(request: Request) -> Json | None:
    if request.headers.get("content-type") != MEDIA_TYPE:
        return None
    try:
        body = json.loads(await request.body())
    except ValueError:
        return None
    return body if isinstance(body, dict) and body.get("resourceType") == _KIND else None


def _identifiers(resource: Json) -> list[Json]:
    return [resource["masterIdentifier"], *resource.get("identifier", [])]


def _is_intact(attachment: Json) -> bool:
    try:
        data = base64.b64decode(attachment["data"], validate=True)
    except binascii.Error:
        return False
    digest = base64.b64encode(hashlib.sha1(data, usedforsecurity=False).digest()).decode("ascii")
    return bool(attachment["contentType"]) and (attachment["size"], attachment["hash"]) == (len(data), digest)


def _etag(document: Json) -> str:
    return f'W/"{document["meta"]["versionId"]}"'
