"""Three hundred stroke notes edited simultaneously, and how long a PDF takes.

Each note is open in its own editor, which saves every five seconds on a persistent connection, like the web
application. Each save has different text, and at the end every draft must match its editor's last save. The run has a
time limit, a missed goal only prints a warning, and a full-size run writes its table to docs/benchmarks.md.
"""

import argparse
import asyncio
import json
import os
import random
import time
import uuid
from collections.abc import Mapping
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, Final

import httpx
import measuring
from live_clients import KeepAlive
from servers import CREATED, SERVE, free_port, program, wait_until_responding

from wardline.core.text.rich_text import LineKind, of_lines
from wardline.core.text.typesetting import compile_pdf
from wardline.demo.identity.provider import issuer_for
from wardline.service_lines.base.stroke_note.nihss import ITEMS
from wardline.settings import Settings
from wardline.signoff.printing import TEMPLATE

NOTES = 300
SECONDS = 60
INTERVAL_SECONDS = 5
LINE = "tele-stroke"
SAVE_GOAL_MILLISECONDS = 100
OPEN_GOAL_MILLISECONDS = 150
DOCUMENT_GOAL_MILLISECONDS = 60
PAGES = 12
DOCUMENTS = 20
OK = 200
MAX_RUN_SECONDS = 175
HEAD: Final = {
    "title": "Stroke Note",
    "author": "Amara Feldspar",
    "patient": "Quill, Marian",
    "born": "Date of Birth 07/09/1951",
    "hospital": "Harbor General",
    "error": None,
    "footer": "Version 1",
}


@dataclass
class Measured:
    """Times are in seconds."""

    opened: list[float] = field(default_factory=list)
    saved: list[float] = field(default_factory=list)
    refused: int = 0
    lost: int = 0
    documents: list[float] = field(default_factory=list)
    pages: int = 0


@dataclass
class Editor:
    """One open note."""

    path: str
    http: KeepAlive
    window: str = field(default_factory=lambda: str(uuid.uuid4()))
    saves: int = 0
    text: str = ""

    async def post(self, call: str, body: Mapping[str, Any]) -> tuple[int, Any]:
        content = json.dumps({"docType": "Note", "editorId": self.window, **body}).encode()
        return await self.http.request("POST", f"/api{self.path}/signoff-note/{call}", content)


async def main(notes: int, seconds: int) -> Measured:
    measured = Measured()
    measure_documents(measured)
    async with asyncio.timeout(MAX_RUN_SECONDS), AsyncExitStack() as stack:
        folder = stack.enter_context(measuring.scratch_folder())
        settings = Settings(demo=True, data_dir=folder, port=free_port())
        measuring.say("Starting a server ...")
        server = await stack.enter_async_context(program(SERVE, settings))
        await wait_until_responding(settings.port, "/api/health", server)
        token = issuer_for(settings).access_token
        paths = await create_consults(settings.port, token("nurse"), notes)
        await go_on_call(settings.port, token("neuro"))
        writer = token("neuro")
        editors = [Editor(path, KeepAlive(settings.port, writer)) for path in paths]
        measuring.say(f"Opening {notes} notes ...")
        for editor in editors:
            started_at = time.monotonic()
            status, _ = await editor.post("requestLock", {})
            measured.opened.append(time.monotonic() - started_at)
            measured.refused += status != OK
        measuring.say(f"Writing for {seconds} s ...")
        rng = random.Random(1)  # noqa: S311 - a fixed seed, for reproducible runs
        await asyncio.gather(
            *(write(measured, editor, rng.uniform(0, INTERVAL_SECONDS), seconds) for editor in editors)
        )
        for editor in editors:
            _, notes_read = await editor.http.request("GET", f"/api{editor.path}/sign-off-notes")
            measured.lost += notes_read[0]["documentVersions"][-1]["content"]["hpi"] != of_lines(editor.text)
            editor.http.close()
    return measured


async def write(measured: Measured, editor: Editor, delay: float, seconds: int) -> None:
    """Saves start on schedule, regardless of how long earlier ones take."""
    started_at = time.monotonic() + delay
    for number in range(seconds // INTERVAL_SECONDS):
        await asyncio.sleep(max(0, started_at + number * INTERVAL_SECONDS - time.monotonic()))
        editor.saves += 1
        editor.text = f"{editor.saves}. " + "Right arm weakness since breakfast. " * (editor.saves * 4)
        sent = time.monotonic()
        status, _ = await editor.post("save", {"content": content_of(editor.text), "save": editor.saves})
        measured.saved.append(time.monotonic() - sent)
        measured.refused += status != OK


def content_of(text: str) -> dict[str, Any]:
    """A partly written note."""
    section = of_lines(*["A finding, as a provider types it in a hurry."] * 12, kind=LineKind.BULLET)
    return {
        "callLength": 25,
        "hpi": of_lines(text),
        "exam": section,
        "imaging": section,
        "labs": section,
        "nihss": {item.name: 1 for item in ITEMS},
        "diagnosis": {"selected": ["Stroke"], "other": None},
    }


async def create_consults(port: int, token: str, notes: int) -> list[str]:
    """Create this many consults; returns their paths."""
    headers = {"Authorization": f"Bearer {token}"}
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}/api", headers=headers, timeout=30) as nurse:
        body = await request_body(nurse)
        paths = []
        for _ in range(notes):
            response = await nurse.post("/consults", json=body)
            if response.status_code != CREATED:
                raise RuntimeError(f"creating a consult returned {response.status_code}")
            paths.append(f"/consults/{response.json()['id']}")
    return paths


async def request_body(nurse: httpx.AsyncClient) -> dict[str, Any]:
    for location in (await nurse.get("/locations/me", params={"activeOnly": True})).json():
        number = location["FeaturesByLocations"]["configurablePatientNumber"]
        lines = (await nurse.get(f"/service-lines/location/{location['id']}")).json()
        line = next((line for line in lines if line["slug"] == LINE), None)
        if line is not None and not (number and number["collect"] and not number["optional"]):
            collects = location["FeaturesByLocations"]["collectPatientEnumber"]
            return {
                "Patient": {
                    "nameGiven": "Marian",
                    "nameFamily": "Quill",
                    "birthDate": "1951-07-09",
                    "gender": "female",
                    "additionalData": {"enumber": "4711" if collects else None},
                },
                "Encounter": {"locationId": location["id"]},
                "additionalData": {"faxNumber": "(555) 010-0123", "hospitalName": "General"},
                "serviceLineId": line["id"],
                "callbackNumber": "(555) 010-0111",
                "isEmergency": True,
                "state": "new",
                "TeleStrokeConsultDetail": {},
            }
    raise RuntimeError("no unit offers the line")


async def go_on_call(port: int, token: str) -> None:
    headers = {"Authorization": f"Bearer {token}"}
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}/api", headers=headers) as provider:
        me = (await provider.get("/me")).json()
        line_id = next(line["id"] for line in me["activeServiceLines"] if line["slug"] == LINE)
        body = {"roleId": me["defaultCheckinRoleId"], "serviceLineId": line_id, "phoneNumber": "(555) 010-0199"}
        response = await provider.post("/checkin", json={**body, "primary": True})
        if response.status_code != CREATED:
            raise RuntimeError(f"going on call returned {response.status_code}")


def measure_documents(measured: Measured) -> None:
    """Uses different text each time, so that nothing is cached."""
    timestamp = datetime(2026, 3, 4, tzinfo=UTC)
    for number in range(DOCUMENTS + 1):
        texts = [(f"Text {part}", lines_of(number, part)) for part in range(6)]
        section = {"title": "Texts", "facts": [], "texts": texts}
        signature = [("Signed off by", "Amara Feldspar", False)]
        data = {**HEAD, "about": [], "sections": [section], "signature": signature, "addenda": []}
        started_at = time.monotonic()
        pdf = compile_pdf(TEMPLATE, data, "us-letter", timestamp)
        if number > 0:
            measured.documents.append(time.monotonic() - started_at)
        measured.pages = pdf.count(b"/Type /Page\n") or pdf.count(b"/Type/Page/")


def lines_of(number: int, part: int) -> list[dict[str, Any]]:
    texts = (f"In note {number}, section {part}, line {line} says enough to fill a line." for line in range(80))
    style = {"bold": False, "italic": False, "unbroken": False}
    return [{"runs": [{"text": text, **style}], "indent": 0} for text in texts]


def goals(measured: Measured) -> list[measuring.Goal]:
    saved, opened, created = (
        measuring.figures(sample).p95 for sample in (measured.saved, measured.opened, measured.documents)
    )
    return [
        measuring.Goal(
            "A save, p95",
            f"under {SAVE_GOAL_MILLISECONDS} ms",
            f"{saved:.0f} ms",
            saved < SAVE_GOAL_MILLISECONDS,
        ),
        measuring.Goal(
            "Lost edits", "none", str(measured.lost + measured.refused), measured.lost + measured.refused == 0
        ),
        measuring.Goal(
            "Opening a note with its lock, p95",
            f"under {OPEN_GOAL_MILLISECONDS} ms",
            f"{opened:.0f} ms",
            opened < OPEN_GOAL_MILLISECONDS,
        ),
        measuring.Goal(
            f"A document of {measured.pages} pages, p95",
            f"under {DOCUMENT_GOAL_MILLISECONDS} ms for {PAGES}",
            f"{created:.0f} ms",
            created < DOCUMENT_GOAL_MILLISECONDS,
        ),
    ]


def report(measured: Measured, load: float, notes: int, seconds: int) -> list[str]:
    samples = {
        "a note is opened": measured.opened,
        "a draft is saved": measured.saved,
        "a document is created": measured.documents,
    }
    return [
        *measuring.header(
            load,
            f"{notes} notes were open; {len(measured.saved):,} saves in {seconds} s.",
            goals=goals(measured),
        ),
        "| milliseconds until | p50 | p95 | max |",
        "| --- | ---: | ---: | ---: |",
        *(f"| {name} | {measuring.figures(sample).cells()} |" for name, sample in samples.items()),
    ]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--notes", type=int, default=NOTES, help="how many notes to open")
    parser.add_argument("--seconds", type=int, default=SECONDS, help="how long the editors keep saving")
    arguments = parser.parse_args()
    load_before = os.getloadavg()[0]
    done = measuring.run(main(arguments.notes, arguments.seconds))
    measuring.publish(
        "notes",
        report(done, load_before, arguments.notes, arguments.seconds),
        goals(done),
        is_full_size=(arguments.notes, arguments.seconds) == (NOTES, SECONDS),
    )
