"""Hospital records of two kinds, which are killed and restarted at the same address."""

import base64
import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, ExitStack
from pathlib import Path
from typing import Any, ClassVar, Final

from receivers.running import Receiver, fhir_receiver, mllp_receiver

from wardline.ehr.fhir.documents import DOCUMENT_SYSTEM

FILING_SECONDS: Final = 3
"""Timeout, in seconds, for a record that does not respond."""
NOTE, ADDENDUM, NEXT_ADDENDUM, ERROR = SIGNED = (1, 3, 4, 5)
"""The versions of each note that are signed; between them it is faxed."""


class Hospital(ABC):
    """`plans` are the ways in which it may handle a document."""

    plans: ClassVar[Sequence[str]]
    starts: ClassVar[Callable[..., AbstractContextManager[Receiver]]]

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._stack = ExitStack()
        self.receiver = self._stack.enter_context(self.starts(folder))

    def some_plan(self, rng: random.Random) -> str:
        return " ".join(rng.choices(self.plans, k=3))

    def restart(self, plan: str) -> None:
        port = self.receiver.port
        self.close()
        self.receiver = self._stack.enter_context(self.starts(self._folder, port=port, plan=plan))

    def close(self) -> None:
        self._stack.close()

    @property
    @abstractmethod
    def destination(self) -> dict[str, Any]:
        """The destination of an organization's notes, as in a network file."""

    @property
    def environment(self) -> dict[str, str]:
        """The settings of an installation that files here."""
        return {"WARDLINE_FILING_TIMEOUT": str(FILING_SECONDS)}

    def check_filed(self, consult_ids: Sequence[str]) -> None:
        """Check that each version of these notes was filed once, completely, and after the earlier ones."""
        filed = self._filed()
        documents = [document for document, _ in filed]
        assert sorted(documents) == sorted(f"{consult}.{number}" for consult in consult_ids for number in SIGNED)
        contents = dict(filed)
        for consult in consult_ids:
            of_this = [document for document in documents if document.startswith(consult)]
            assert of_this == [f"{consult}.{number}" for number in SIGNED]
            for number in (NOTE, ERROR):
                pdf = contents[f"{consult}.{number}"]
                assert pdf.startswith(b"%PDF-")
                assert pdf.rstrip().endswith(b"%%EOF")
            assert contents[f"{consult}.{ADDENDUM}"] == b"Addendum 1"
            assert contents[f"{consult}.{NEXT_ADDENDUM}"] == b"Addendum 2"

    @abstractmethod
    def _filed(self) -> list[tuple[str, bytes]]:
        """Document ids and contents in the order of arrival."""


class Hl7Hospital(Hospital):
    plans = ("accept", "accept", "die", "close", "reject", "half", "lose", "garbage", "other", "never")
    starts = staticmethod(mllp_receiver)

    @property
    def destination(self) -> dict[str, Any]:
        return {
            "protocol": "hl7v2",
            "host": "127.0.0.1",
            "port": self.receiver.port,
            "receiving_application": "RECORD",
            "receiving_facility": "HOSPITAL",
        }

    def check_filed(self, consult_ids: Sequence[str]) -> None:
        """Also check that each document always had the same control id."""
        super().check_filed(consult_ids)
        sent = {(line["document_id"], line["control_id"]) for line in self.receiver.received()}
        assert len(sent) == len(self.receiver.filed())

    def _filed(self) -> list[tuple[str, bytes]]:
        return [(line["document_id"], self.receiver.content(line["file"])) for line in self.receiver.filed()]


class FhirHospital(Hospital):
    plans = ("accept", "accept", "die", "close", "503", "kept-503", "lose", "get:die", "get:503", "careless", "never")
    starts = staticmethod(fhir_receiver)

    @property
    def destination(self) -> dict[str, Any]:
        return {"protocol": "fhir"}

    @property
    def environment(self) -> dict[str, str]:
        return {**super().environment, "WARDLINE_FHIR_URL": f"http://127.0.0.1:{self.receiver.port}/fhir"}

    def check_filed(self, consult_ids: Sequence[str]) -> None:
        """Also check that each relates to others by the server's ids, and that only the last is current."""
        super().check_filed(consult_ids)
        stored = {_document_id(resource["masterIdentifier"]): resource for resource in self.receiver.resources()}
        ids = {document: f"DocumentReference/{resource['id']}" for document, resource in stored.items()}
        for consult in consult_ids:
            note, addendum, next_addendum, error = (f"{consult}.{number}" for number in SIGNED)
            for each in (note, addendum, next_addendum):
                assert (stored[each]["status"], stored[each]["docStatus"]) == ("superseded", "final")
            assert (stored[error]["status"], stored[error]["docStatus"]) == ("current", "entered-in-error")
            assert _relations(stored[note]) == []
            for each in (addendum, next_addendum):
                assert _relations(stored[each]) == [("appends", ids[note])]
            replaced = [ids[each] for each in (note, addendum, next_addendum)]
            assert _relations(stored[error]) == [("replaces", each) for each in replaced]

    def _filed(self) -> list[tuple[str, bytes]]:
        return [
            (
                _document_id(resource["masterIdentifier"]),
                base64.b64decode(resource["content"][0]["attachment"]["data"], validate=True),
            )
            for resource in self.receiver.resources()
        ]


def _document_id(identifier: dict[str, str]) -> str:
    assert identifier["system"] == DOCUMENT_SYSTEM
    return identifier["value"]


def _relations(resource: dict[str, Any]) -> list[tuple[str, str]]:
    return [(relation["code"], relation["target"]["reference"]) for relation in resource.get("relatesTo", [])]
