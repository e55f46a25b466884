"""Test doubles for sending notes: a fax provider, a hospital's record, and the outbox."""

import json
from typing import Any, Final

import httpx
from sqlalchemy import Executable, text

from conftest import RolledBackDatabase, job_context
from wardline.core.retries import Retry
from wardline.ehr.filing import NoteDocument, NotFiled
from wardline.fax.contract import FaxOutcome, NotFaxed
from wardline.outbox.jobs import look_after_deliveries, send_lane
from wardline.signoff.tests.stroke import Stroke

NUMBER: Final = "(555) 010-0177"
IN_RECORD: Final = text("update patients set is_emr = true, emr_id = 'E-1', verification = 'verified'")
STAY_IN_RECORD: Final = text("update encounters set emr_data = cast(:stay as jsonb)").bindparams(
    stay=json.dumps(
        {"checked": True, "encounterId": "V-1", "identifiers": [{"system": None, "value": "M-1", "type": "MR"}]}
    )
)
WAITING_AGAIN: Final = text("update deliveries set state = 'waiting' where state = 'failed'")


class Provider:
    """Accepts or refuses faxes as configured; records each."""

    def __init__(self) -> None:
        self.responses: list[NotFaxed | str] = []
        self.known: str | None = None
        self.outcome: FaxOutcome | NotFaxed | None = None
        self.sent: list[tuple[str, bytes, str]] = []

    async def send(self, number: str, pdf: bytes, reference: str) -> str:
        self.sent.append((number, pdf, reference))
        response = self.responses.pop(0) if self.responses else f"fax-{len(self.sent)}"
        if isinstance(response, NotFaxed):
            raise response
        return response

    async def find(self, number: str, reference: str) -> str | None:  # noqa: ARG002
        return self.known

    async def check_status(self, fax_id: str) -> FaxOutcome | None:  # noqa: ARG002
        if isinstance(self.outcome, NotFaxed):
            raise self.outcome
        return self.outcome

    async def aclose(self) -> None:
        """Nothing is held."""


class Receiver:
    """Files or refuses notes as configured; records each."""

    def __init__(self) -> None:
        self.responses: list[NotFiled | None] = []
        self.documents: list[NoteDocument] = []

    async def file(self, document: NoteDocument) -> None:
        self.documents.append(document)
        if self.responses and (response := self.responses.pop(0)) is not None:
            raise response

    async def aclose(self) -> None:
        """Nothing is held."""


class Outbox:
    """The jobs of this test's deliveries."""

    def __init__(self, database: RolledBackDatabase) -> None:
        self._database = database

    async def run_periodic_jobs(self) -> None:
        """Run the job of every minute."""
        await look_after_deliveries(job_context(self._database))

    async def run(self) -> None:
        """Run each lane once."""
        context = job_context(self._database)
        async with self._database.session() as session:
            lanes = (await session.execute(text("select distinct lane, receiver from deliveries order by lane"))).all()
        for lane, receiver in lanes:
            try:
                await send_lane(context, lane, receiver)
            except Retry:
                continue

    async def count(self, task: str) -> int:
        """The number of queued jobs."""
        statement = text("select count(*) from procrastinate_jobs where task_name = :task").bindparams(task=task)
        async with self._database.session() as session:
            return int((await session.scalars(statement)).one())

    async def write(self, statement: Executable) -> None:
        async with self._database.transaction() as session:
            await session.execute(statement)


async def send_fax(
    stroke: Stroke, number: str = NUMBER, who: httpx.AsyncClient | None = None, key: str | None = None
) -> httpx.Response:
    return await (who or stroke.provider).post(
        f"{stroke.path}/signoff-note/fax",
        json={"faxNumber": number},
        headers={"Idempotency-Key": key} if key is not None else None,
    )


async def timeline_entries(stroke: Stroke, task_type: str) -> list[dict[str, Any]]:
    entries = (await stroke.provider.get(f"{stroke.path}/updates")).json()
    return [entry for entry in reversed(entries) if entry["taskType"] == task_type]


def versions(note: dict[str, Any]) -> list[tuple[int, str, str]]:
    return [(each["version"], each["docType"], each["docStatus"]) for each in note["documentVersions"]]


def filed(note: dict[str, Any]) -> list[bool]:
    return [each["sentToEmr"] for each in note["documentVersions"]]
