"""Documents filed on the demonstration's FHIR server, which validates everything."""

import base64
import hashlib
from dataclasses import replace

import pytest
from fhir.resources.R4B import get_fhir_model_class

from wardline.ehr import registry
from wardline.ehr.demo.hospital import DemoHospital
from wardline.ehr.demo.server import demo_server
from wardline.ehr.fhir.documents import DOCUMENT_SYSTEM
from wardline.ehr.filing import (
    FiledAuthor,
    FilingDelayed,
    FilingRefused,
)
from wardline.ehr.registry import note_receiver_for
from wardline.ehr.tests.fhir_filing import FHIR, STAY, filing_at, here, stored_documents
from wardline.ehr.tests.notes import ADDENDUM, ALL, NOTE, PDF, REPLACEMENT, note
from wardline.ehr.tests.serving import closed_port
from wardline.settings import Settings


async def test_a_note_its_addendum_and_its_replacement_are_each_filed_once() -> None:
    hospital = DemoHospital()
    async with filing_at(demo_server(hospital)) as way:
        for document in (NOTE, ADDENDUM, REPLACEMENT):
            for _ in range(3):
                await way.file(here(document))
    found = stored_documents(hospital)
    assert {name: (found[document.document_id]["status"]) for name, document in ALL.items()} == {
        "new": "superseded",
        "addendum": "superseded",
        "replacement": "current",
    }
    assert [found[document.document_id]["meta"]["versionId"] for document in ALL.values()] == ["2", "2", "1"]
    for resource in found.values():
        get_fhir_model_class("DocumentReference").model_validate(resource)


async def test_the_content_of_a_resource() -> None:
    hospital = DemoHospital()
    async with filing_at(demo_server(hospital)) as way:
        await way.file(here(NOTE))
        await way.file(here(ADDENDUM))
    (new, added) = stored_documents(hospital).values()
    assert (new["subject"], new["context"]["encounter"]) == (
        STAY["subject"],
        [{"reference": f"Encounter/{STAY['id']}"}],
    )
    assert new["masterIdentifier"] == {"system": DOCUMENT_SYSTEM, "value": NOTE.document_id}
    assert new["identifier"][0]["value"] == NOTE.control_id
    assert (new["docStatus"], new["type"]["coding"][0]["code"]) == ("final", "11488-4")
    assert (new["date"], new["context"]["period"]["end"]) == ("2026-03-04T11:45:30+00:00", "2026-03-04T11:30:00+00:00")
    assert (new["author"], new["author"][0]["display"]) == ([new["authenticator"]], "Dara Doctorow")
    assert new["author"][0]["identifier"]["value"] == "4711"
    attachment = new["content"][0]["attachment"]
    assert base64.b64decode(attachment["data"]) == PDF
    assert base64.b64decode(attachment["hash"]) == hashlib.sha1(PDF, usedforsecurity=False).digest()
    assert (attachment["contentType"], attachment["size"], attachment["title"]) == (
        "application/pdf",
        len(PDF),
        NOTE.title,
    )
    assert "relatesTo" not in new
    text = added["content"][0]["attachment"]
    assert base64.b64decode(text["data"]).decode() == ADDENDUM.content
    assert text["contentType"] == "text/plain; charset=utf-8"
    assert added["relatesTo"] == [
        {
            "code": "appends",
            "target": {
                "identifier": new["masterIdentifier"],
                "type": "DocumentReference",
                "reference": f"DocumentReference/{new['id']}",
            },
        }
    ]


async def test_the_replacement_shows_that_the_note_was_in_error() -> None:
    hospital = DemoHospital()
    async with filing_at(demo_server(hospital)) as way:
        for document in (NOTE, ADDENDUM, REPLACEMENT):
            await way.file(here(document))
    found = stored_documents(hospital)[REPLACEMENT.document_id]
    assert (found["status"], found["docStatus"]) == ("current", "entered-in-error")
    assert [(relation["code"], relation["target"]["identifier"]["value"]) for relation in found["relatesTo"]] == [
        ("replaces", NOTE.document_id),
        ("replaces", ADDENDUM.document_id),
    ]


async def test_a_document_that_was_never_filed_is_named_but_not_superseded() -> None:
    hospital = DemoHospital()
    async with filing_at(demo_server(hospital)) as way:
        await way.file(here(REPLACEMENT))
    (found,) = stored_documents(hospital).values()
    assert ["reference" in relation["target"] for relation in found["relatesTo"]] == [False, False]


async def test_a_status_set_by_the_hospital_is_kept() -> None:
    hospital = DemoHospital()
    async with filing_at(demo_server(hospital)) as way:
        await way.file(here(NOTE))
        next(iter(hospital.documents.values()))["status"] = "entered-in-error"
        await way.file(here(REPLACEMENT))
    assert stored_documents(hospital)[NOTE.document_id]["status"] == "entered-in-error"


async def test_unknown_values_are_left_out() -> None:
    hospital = DemoHospital()
    document = replace(note(here(NOTE), encounter_id=None), author=FiledAuthor("", "Doctorow", "Dara"))
    async with filing_at(demo_server(hospital)) as way:
        await way.file(document)
    (found,) = stored_documents(hospital).values()
    get_fhir_model_class("DocumentReference").model_validate(found)
    assert "encounter" not in found["context"]
    assert "identifier" not in found["author"][0]


async def test_a_patient_whom_the_hospital_does_not_know_is_refused() -> None:
    hospital = DemoHospital()
    async with filing_at(demo_server(hospital)) as way:
        with pytest.raises(FilingRefused, match="status 422"):
            await way.file(NOTE)
    assert not hospital.documents


async def test_the_demonstration_keeps_filed_documents_for_later_receivers() -> None:
    document = replace(here(NOTE), document_id="kept")
    for _ in range(2):
        way = note_receiver_for(FHIR, Settings(demo=True))
        await way.file(document)
        await way.aclose()
    assert [*stored_documents(registry._demonstration())].count("kept") == 1


async def test_ten_megabytes_are_filed_and_superseded() -> None:
    hospital = DemoHospital()
    pdf = PDF * (10_000_000 // len(PDF))
    async with filing_at(demo_server(hospital)) as way:
        for document in (NOTE, REPLACEMENT):
            await way.file(replace(here(document), content=pdf))
        await way.file(replace(here(REPLACEMENT), content=pdf))
    assert len(stored_documents(hospital)) == 2
    assert stored_documents(hospital)[NOTE.document_id]["status"] == "superseded"


async def test_without_a_server_a_document_is_delayed() -> None:
    with pytest.raises(FilingDelayed, match="no server"):
        await note_receiver_for(FHIR, Settings()).file(NOTE)


async def test_a_closed_port_is_an_outage() -> None:
    way = note_receiver_for(FHIR, Settings(fhir_url=f"http://127.0.0.1:{closed_port()}"))
    with pytest.raises(FilingDelayed, match="unusable response"):
        await way.file(NOTE)
    await way.aclose()
