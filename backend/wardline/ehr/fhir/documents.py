"""Signed notes as DocumentReference resources of FHIR R4.

A document is searched for by its own identifier before it is created, and created on the condition that it does not
exist. So an attempt after a timeout can tell whether the previous one succeeded.
"""

import asyncio
import base64
import hashlib
import json
from collections.abc import Iterable, Sequence
from typing import Any, Final
from urllib.parse import quote

from pydantic import ValidationError

from wardline.ehr.contract import EhrTimeout, EhrUnavailable
from wardline.ehr.fhir.exchange import Response
from wardline.ehr.fhir.mapping import read_all
from wardline.ehr.fhir.models import DocumentReference
from wardline.ehr.fhir.server import FhirServer
from wardline.ehr.filing import FiledAuthor, FilingDelayed, FilingEvent, FilingRefused, NoteDocument

DOCUMENT_SYSTEM: Final = "urn:oid:2.25.198196358871627178328072183269352159039"
"""The identifier system of document ids, on every server."""
CONTROL_SYSTEM: Final = "urn:oid:2.25.154672031523582613162159030582282626003"
NO_RESPONSE: Final = "no response"
UNUSABLE: Final = "unusable response"

_KIND = "DocumentReference"
_CREATED = 201
_MAY_EXIST = frozenset({200, 409, 412})
"""Statuses of a conditional create if the document exists, perhaps from a concurrent request."""
_WRITTEN = frozenset({200, 201, 204})
_GONE = frozenset({404, 410})
_REJECTED = frozenset({400, 413, 422})
"""Malformed, too large or in violation of the server's rules. Any other status means a connection or setup problem."""
_UPDATE_REJECTED = _REJECTED | {405}
_FINAL_STATUSES = frozenset({"superseded", "entered-in-error"})

Json = dict[str, Any]


class FhirDocuments:
    """A `NoteReceiver` for one FHIR server, which it closes. `timeout` is in seconds, for a whole document."""

    def __init__(self, server: FhirServer, *, timeout: float) -> None:
        self._server = server
        self._timeout = timeout

    async def file(self, document: NoteDocument) -> None:
        try:
            async with asyncio.timeout(self._timeout):
                await self._file(document)
        except (TimeoutError, EhrTimeout):
            raise FilingDelayed(NO_RESPONSE) from None
        except EhrUnavailable:
            raise FilingDelayed(UNUSABLE) from None

    async def aclose(self) -> None:
        await self._server.aclose()

    async def _file(self, document: NoteDocument) -> None:
        related = {document_id: await self._find(document_id) for document_id in _related(document)}
        if not await self._find(document.document_id):
            await self._create(document, related)
        if document.event is FilingEvent.REPLACEMENT:
            for resource_ids in related.values():
                for resource_id in resource_ids:
                    await self._supersede(resource_id)

    async def _find(self, document_id: str) -> list[str]:
        """The server's ids of this document: none or one, or more on servers that ignore the condition."""
        query = [("identifier", f"{DOCUMENT_SYSTEM}|{document_id}"), ("_elements", "identifier,masterIdentifier")]
        documents, _ = read_all(DocumentReference, await self._server.search(_KIND, query))
        return [resource.id for resource in documents if _has_document_id(resource, document_id)]

    async def _create(self, document: NoteDocument, related: dict[str, list[str]]) -> None:
        condition = f"identifier={DOCUMENT_SYSTEM}|{quote(document.document_id, safe='')}"
        status = await self._server.create(resource_of(document, related), unless=condition)
        if status == _CREATED or (status in _MAY_EXIST and await self._find(document.document_id)):
            return
        raise (FilingRefused if status in _REJECTED else FilingDelayed)(f"status {status}")

    async def _supersede(self, resource_id: str) -> None:
        """Mark an earlier document as superseded, unless the server or someone at the hospital already has."""
        response = await self._server.read(_KIND, resource_id)
        if response.status in _GONE:
            return
        if response.status != 200:  # noqa: PLR2004 - the status for success
            raise FilingDelayed(f"superseding: status {response.status}")
        resource = _read(response, resource_id)
        if resource.get("status") in _FINAL_STATUSES:
            return
        status = await self._server.update(resource | {"status": "superseded"}, version=_version(response, resource))
        if status not in _WRITTEN:
            reason = f"superseding: status {status}"
            raise FilingRefused(reason) if status in _UPDATE_REJECTED else FilingDelayed(reason)


def _related(document: NoteDocument) -> Iterable[str]:
    """The documents that this one belongs to or replaces, each once."""
    parent = [document.parent_id] if document.parent_id else []
    return dict.fromkeys([*parent, *document.replaces])


def _has_document_id(resource: DocumentReference, document_id: str) -> bool:
    """Servers ignore search parameters that they do not know, so their results are checked."""
    identifiers = [resource.master_identifier, *resource.identifier]
    return any(number and (number.system, number.value) == (DOCUMENT_SYSTEM, document_id) for number in identifiers)


def _read(response: Response, resource_id: str) -> Json:
    """The resource with everything that the server stores in it, to be written back."""
    try:
        resource = json.loads(response.body)
        if DocumentReference.model_validate(resource).id == resource_id:
            return dict(resource)
    except (ValueError, ValidationError):
        pass
    raise FilingDelayed(UNUSABLE)


def _version(response: Response, resource: Json) -> str | None:
    """The version as an ETag; some servers return it only in the resource."""
    meta = resource.get("meta")
    version = meta.get("versionId") if isinstance(meta, dict) else None
    return response.etag or (f'W/"{version}"' if isinstance(version, str) else None)


def resource_of(document: NoteDocument, related: dict[str, list[str]]) -> Json:
    """The document as a resource. `related` has the server's ids of the documents it belongs to or replaces."""
    author = _author(document.author)
    held_at = document.held_at.isoformat()
    replacement = document.event is FilingEvent.REPLACEMENT
    context: Json = {"period": {"start": held_at, "end": held_at}}
    if document.patient.encounter_id:
        context["encounter"] = [{"reference": f"Encounter/{document.patient.encounter_id}"}]
    resource: Json = {
        "resourceType": _KIND,
        "masterIdentifier": {"system": DOCUMENT_SYSTEM, "value": document.document_id},
        "identifier": [{"system": CONTROL_SYSTEM, "value": document.control_id}],
        "status": "current",
        # A reader of the current document sees that the note was in error.
        "docStatus": "entered-in-error" if replacement else "final",
        "type": _coded("http://loinc.org", "11488-4", "Consult note"),
        "category": [
            _coded(
                "http://hl7.org/fhir/us/core/CodeSystem/us-core-documentreference-category",
                "clinical-note",
                "Clinical Note",
            )
        ],
        "subject": {"reference": f"Patient/{document.patient.emr_id}"},
        "date": document.signed_at.isoformat(),
        "author": [author],
        "authenticator": author,
        "description": document.title,
        "content": [{"attachment": _attachment(document)}],
        "context": context,
    }
    if related:
        code = "replaces" if replacement else "appends"
        resource["relatesTo"] = [
            {"code": code, "target": _target(document_id, ids)} for document_id, ids in related.items()
        ]
    return resource


def _author(author: FiledAuthor) -> Json:
    person: Json = {"type": "Practitioner", "display": f"{author.given_name} {author.family_name}"}
    if author.provider_id:
        role = {"coding": [{"system": "http://terminology.hl7.org/CodeSystem/v2-0203", "code": "PRN"}]}
        person["identifier"] = {"type": role, "value": author.provider_id}
    return person


def _coded(system: str, code: str, display: str) -> Json:
    return {"coding": [{"system": system, "code": code, "display": display}]}


def _target(document_id: str, ids: Sequence[str]) -> Json:
    """A reference by our identifier, which works even without the document on the server, and by the server's id."""
    target: Json = {"identifier": {"system": DOCUMENT_SYSTEM, "value": document_id}, "type": _KIND}
    if ids:
        target["reference"] = f"{_KIND}/{ids[0]}"
    return target


def _attachment(document: NoteDocument) -> Json:
    content, content_type = document.content, "application/pdf"
    if isinstance(content, str):
        content, content_type = content.encode(), "text/plain; charset=utf-8"
    return {
        "contentType": content_type,
        "data": base64.b64encode(content).decode("ascii"),
        "size": len(content),
        # R4 requires SHA-1 here. It detects corruption; nothing relies on it for security.
        "hash": base64.b64encode(hashlib.sha1(content, usedforsecurity=False).digest()).decode("ascii"),
        "title": document.title,
        "creation": document.signed_at.isoformat(),
    }
