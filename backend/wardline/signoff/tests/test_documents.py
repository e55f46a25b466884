"""The PDF of a signed note: its content, when it is created, and what happens if it cannot be."""

import hashlib
import io
import re
import time
import unicodedata
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final
from uuid import UUID

import httpx
import pytest
from bodies import Bodies
from fastapi import FastAPI
from pypdf import PdfReader
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError
from stroke_notes import STROKE_NOTE

from conftest import CheckIn, RolledBackDatabase, SentEvent, SignIn, healthy_app
from wardline.core import clock
from wardline.core.text.typesetting import Paper, compile_pdf, printable_characters, typeset
from wardline.monitoring import endpoints as monitoring
from wardline.service_lines.base.stroke_note.schemas import StrokeNote
from wardline.settings import Settings
from wardline.signoff import documents, printing
from wardline.signoff.jobs import make_note_document
from wardline.signoff.repository import SignOffRepository
from wardline.signoff.versions import to_json

pytestmark = pytest.mark.usefixtures("noon")

NOTE: Final = {"docType": "Note"}


@pytest.fixture
async def provider(check_in: CheckIn) -> httpx.AsyncClient:
    return await check_in("neuro", line="tele-stroke")


@pytest.fixture
async def path(client: httpx.AsyncClient, provider: httpx.AsyncClient, bodies: Bodies) -> str:
    """Of a signed stroke consult."""
    path = f"/consults/{await bodies.create(client, 'tele-stroke')}"
    await provider.post(f"{path}/signoff-note/requestLock", json=NOTE)
    signed = await provider.post(f"{path}/sign-signoff-note", json={**NOTE, "content": STROKE_NOTE})
    assert signed.status_code == 200, signed.text
    return path


async def _export(who: httpx.AsyncClient, path: str) -> bytes:
    response = await who.get(f"{path}/export-sign-off-note")
    assert response.status_code == 200, response.text
    assert response.headers["content-type"] == "application/pdf"
    assert response.headers["cache-control"] == "no-store"
    assert response.headers["content-disposition"] == 'inline; filename="sign-off-note.pdf"'
    assert "content-encoding" not in response.headers, "a PDF is compressed already"
    return response.content


@pytest.mark.req("API-71", "BAPI-16", "SIGN-49", "SIGN-48", "BPERM-14")
async def test_users_who_may_view_a_signed_note_can_export_it(
    path: str, provider: httpx.AsyncClient, client: httpx.AsyncClient, sign_in: SignIn, bodies: Bodies
) -> None:
    pdf = await _export(provider, path)
    assert pdf.startswith(b"%PDF-")
    assert await _export(client, path) == pdf
    assert "exportSignoffNote" in (await client.get(path)).json()["allowedActions"]
    refused = await sign_in("admin").get(f"{path}/export-sign-off-note")
    assert (refused.status_code, refused.json()["code"]) == (403, "forbidden")
    unsigned = f"/consults/{await bodies.create(client, 'tele-stroke')}"
    await provider.post(f"{unsigned}/signoff-note/requestLock", json=NOTE)
    for who in (provider, client):
        missing = await who.get(f"{unsigned}/export-sign-off-note")
        assert (missing.status_code, missing.json()["code"]) == (404, "nothing_signed")
        assert "exportSignoffNote" not in (await who.get(unsigned)).json()["allowedActions"]


@pytest.mark.req("SIGN-49")
async def test_a_document_never_changes(
    path: str, provider: httpx.AsyncClient, database: RolledBackDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    pdf = await _export(provider, path)
    async with database.session() as session:
        stored = (await session.execute(text("select pdf, sha256, version from sign_off_documents"))).one()
        assert (stored.pdf, stored.sha256, stored.version) == (pdf, hashlib.sha256(pdf).hexdigest(), 1)
        with pytest.raises(IntegrityError, match="never changes"):
            await session.execute(text("update sign_off_documents set pdf = 'other'"))
    monkeypatch.setattr(documents, "typeset", None)
    assert await _export(provider, path) == pdf


async def test_every_signature_queues_its_document(
    path: str, provider: httpx.AsyncClient, database: RolledBackDatabase
) -> None:
    await provider.post(f"{path}/sign-signoff-note", json={"docType": "Addendum", "content": "More"})
    async with database.session() as session:
        ordered = (
            await session.execute(
                text("select args, lock from procrastinate_jobs where task_name = 'make_note_document' order by id")
            )
        ).all()
    consult_id = path.removeprefix("/consults/")
    assert [job.args for job in ordered] == [{"consult_id": consult_id, "version": number} for number in (1, 2)]
    assert {job.lock for job in ordered} == {f"note {consult_id}"}


ALERT: Final = re.compile(r"^wardline_support_alerts\{(.*)\} (\d+\.\d+)$", re.MULTILINE)


@pytest.fixture
def monitored(settings: Settings, database: RolledBackDatabase) -> FastAPI:
    app = healthy_app(settings.model_copy(update={"metrics_token": "a token"}))
    app.state.database = database
    app.include_router(monitoring.scraping)
    return app


async def _support_alerts(app: FastAPI) -> dict[str, float]:
    """The reported support alerts, by their labels."""
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://localhost") as scraper:
        response = await scraper.get("/metrics", headers={"Authorization": "Bearer a token"})
    assert response.status_code == 200, response.text
    return {labels: float(number) for labels, number in ALERT.findall(response.text)}


async def _fail_quoting_the_note(_template: Path, data: Mapping[str, Any], **_options: Any) -> bytes:
    raise ValueError(data)


@pytest.mark.parametrize(
    ("template", "status"),
    [
        pytest.param(None, "PdfError", marks=pytest.mark.req("BPERM-11")),
        pytest.param("#panic()", "TemplateError", marks=pytest.mark.req("RT-15")),
    ],
)
@pytest.mark.req("SIGN-51", "SIGN-53", "SIGN-54", "BENT-16")
async def test_a_failed_document_is_reported_once_and_created_later(
    path: str,
    provider: httpx.AsyncClient,
    tmp_path: Path,
    template: str | None,
    status: str,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    sent_events: list[SentEvent],
    monitored: FastAPI,
) -> None:
    await provider.post(f"{path}/sign-signoff-note", json={"docType": "Addendum", "content": "More"})
    sent_events.clear()
    none = {'kind="PdfError"': 0, 'kind="TemplateError"': 0, 'kind="AuditWitness"': 0}
    assert await _support_alerts(monitored) == none
    broken = tmp_path / "note.typ"
    broken.write_text(template or "")
    with monkeypatch.context() as patched:
        patched.setattr(printing, "TEMPLATE", broken)
        if template is None:
            patched.setattr(documents, "typeset", _fail_quoting_the_note)
        for _ in range(2):
            failed = await provider.get(f"{path}/export-sign-off-note")
            assert (failed.status_code, failed.json()["code"]) == (503, "document_failed")
    assert any(record.levelname == "ERROR" and "could not be created" in record.message for record in caplog.records)
    assert "weakness" not in caplog.text
    assert await _support_alerts(monitored) == {**none, f'kind="{status}"': 1}
    (note,) = (await provider.get(f"{path}/sign-off-notes")).json()
    assert (note["status"], note["pdfStatus"]) == ("Addended", status)
    assert [version["pdfStatus"] for version in note["documentVersions"]] == [None, status]
    assert not {"editSignoffNote", "signOff"} & set((await provider.get(path)).json()["allowedActions"])
    entries = (await provider.get(f"{path}/updates")).json()
    failures = [entry for entry in entries if entry["taskType"] == "signoff-pdf-error"]
    assert [entry["messageOrDescription"] for entry in failures] == ["Signoff Note PDF Failed to Create"]
    await _export(provider, path)
    (note,) = (await provider.get(f"{path}/sign-off-notes")).json()
    assert note["pdfStatus"] is None
    assert await _support_alerts(monitored) == none
    assert [event.name for event in sent_events] == ["consult:signoff-changed"] * 2


def test_a_document_that_fails_is_retried_for_hours_and_then_left_to_users() -> None:
    schedule = make_note_document.retry
    assert schedule is not None
    retried = [failures for failures in range(20) if not schedule.is_over(failures)]
    assert len(retried) == 12
    assert 2 * 3600 < sum(map(schedule.wait, retried)) < 4 * 3600


def _pages(pdf: bytes) -> list[str]:
    """The text of each page, with whitespace collapsed."""
    return [" ".join(page.extract_text().split()) for page in PdfReader(io.BytesIO(pdf)).pages]


@pytest.mark.req("SIGN-49", "SIGN-50", "NOTE-20", "NOTE-57")
async def test_a_document_contains_everything_that_was_signed(
    client: httpx.AsyncClient, provider: httpx.AsyncClient, check_in: CheckIn, bodies: Bodies
) -> None:
    path = f"/consults/{await bodies.create(client, 'tele-stroke')}"
    colleague = await check_in("neuro2", line="tele-stroke")
    clock.advance(timedelta(minutes=1))
    await provider.post(f"{path}/complete", json={"completeType": "video", "callLength": 25})
    clock.advance(timedelta(minutes=1))
    await provider.post(f"{path}/signoff-note/requestLock", json=NOTE)
    scale = STROKE_NOTE["nihss"] | {"leftArm": -1, "explanations": {"leftArm": "Cast"}}
    content = STROKE_NOTE | {"labs": None, "labsNotDone": True, "nihss": scale, "nihssComments": "Fluctuating"}
    content["thrombolytic"] = STROKE_NOTE["thrombolytic"] | {"timeGiven": "2026-03-04T11:50:00Z"}
    await provider.post(f"{path}/sign-signoff-note", json={**NOTE, "content": content})
    for later in ("MRI is back.", "Seen again."):
        clock.advance(timedelta(minutes=2))
        added = {"docType": "Addendum", "content": later}
        assert (await colleague.post(f"{path}/sign-signoff-note", json=added)).status_code == 200
    patient = (await provider.get(path)).json()["Patient"]
    pages = _pages(await _export(provider, path))
    text_of_pages = " ".join(pages)
    for words in (
        "Stroke Note",
        f"{patient['nameFamily']}, {patient['nameGiven']}",
        "Service Line Tele-Stroke",
        "Requested 03/04/2026 07:00 AM EST",
        "Completed 03/04/2026 07:01 AM EST",
        f"Consult {path.removeprefix('/consults/')}",
        "Call Length 25 min",
        "Video Start Time 03/04/2026 05:40 AM CST",
        "Last Known Well 03/04/2026 04:15 AM CST",
        "HPI Right arm weakness since breakfast.",
        "Exam Right facial droop, right arm drifts.",
        "Total 3 (1 untestable)",
        "5a. Motor Arm, Left Untestable: Cast",
        "5b. Motor Arm, Right 2",
        "NIHSS Comments Fluctuating",
        "Labs Labs not done.",
        "Imaging No hemorrhage.",
        "Thrombolytic given Yes",
        "Drug Tenecteplase",
        "Dosage 20 mg",
        "Time Given 03/04/2026 05:50 AM CST",
        "Administration Delay No",
        "Recommendations Watch.",
        "Candidate No",
        "Reason Patient Is Not a Candidate No proximal occlusion on CTA or MRA",
        "Diagnosis Stroke",
        "Disposition Continue current admission status",
        "Transfer Transfer is not recommended at this time.",
        "Total Time Spent 40 min",
        "Critical patient Yes",
        "Signed off by Amara Feldspar",
        "Medipac Provider ID MP-4401",
        "Signed off at 03/04/2026 07:02 AM EST",
        "Addendum Added by Hiroshi Obsidian Added at 03/04/2026 07:04 AM EST MRI is back.",
        "Addendum Added by Hiroshi Obsidian Added at 03/04/2026 07:06 AM EST Seen again.",
        "Version 3",
    ):
        assert words in text_of_pages, words
    assert "Marked in Error" not in text_of_pages
    for page in pages:
        assert f"{patient['nameFamily']}, {patient['nameGiven']}" in page


@pytest.mark.req("SIGN-50", "SIGN-45", "BAPI-16", "API-71")
async def test_a_note_marked_in_error_says_so_on_every_page(path: str, provider: httpx.AsyncClient) -> None:
    before = await _export(provider, path)
    marked = {"docType": "Error", "content": "Wrong patient"}
    await provider.post(f"{path}/sign-signoff-note", json=marked)
    assert "exportSignoffNote" in (await provider.get(path)).json()["allowedActions"]
    pages = _pages(await _export(provider, path))
    assert len(pages) >= len(_pages(before)) >= 2
    assert all("Marked in Error" in page for page in pages)
    for words in ("Marked by", "Marked at", "Wrong patient"):
        assert words in pages[0]


LONG: Final = "<ul>" + "".join(
    f"<li>Finding {n}, which is described at length<ul><li>and more</li></ul></li>" for n in range(100)
)


@pytest.mark.parametrize("paper", ["us-letter", "a4"])
@pytest.mark.req("SIGN-50")
async def test_long_sections_and_names_in_any_script_fit_on_the_page(
    path: str, provider: httpx.AsyncClient, database: RolledBackDatabase, paper: Paper
) -> None:
    names = "Müller Ελένη Дмитрий محمد דוד आरती สมชาย রহিম தமிழ் తెలుగు ខ្មែរ 王小明 山田 김철수 😀 ሰላም"
    async with database.transaction() as session:
        await session.execute(text("update patients set name_family = :name"), {"name": names})
        consult, note, versions = await SignOffRepository(session).for_printing(
            UUID(path.removeprefix("/consults/")), 1
        )
    content = {**STROKE_NOTE, "hpi": LONG, "exam": LONG, "imaging": "m" * 6000}
    session.expunge_all()
    versions[0].content = to_json(StrokeNote.model_validate(content))
    data = printing.printed(consult, note, versions)
    pdf = await typeset(printing.TEMPLATE, data, paper=paper, moment=versions[0].created_at)
    assert pdf == await typeset(printing.TEMPLATE, data, paper=paper, moment=versions[0].created_at)
    pages = _pages(pdf)
    assert len(pages) > 8
    for part in ("Müller", "Ελένη", "Дмитрий", "王小明", "山田", "김철수", "[U+1F600]", "[U+1230]"):
        # A long name breaks between any two characters of Han and similar scripts.
        assert all(part in page.replace(" ", "") for page in pages), part
    text_of_pages = " ".join(pages)
    assert text_of_pages.count("Finding 99, which is described at length") == 2
    assert text_of_pages.replace(" ", "").count("m" * 60) > 60
    width, height = PdfReader(io.BytesIO(pdf)).pages[0].mediabox[2:]
    assert (round(width), round(height)) == ((612, 792) if paper == "us-letter" else (595, 842))


async def test_a_skipped_level_has_no_bullet_of_its_own(
    path: str, provider: httpx.AsyncClient, database: RolledBackDatabase
) -> None:
    def bullet(indent: int, words: str) -> dict[str, Any]:
        return {"kind": "bullet", "indent": indent, "runs": [{"text": words, "bold": False, "italic": False}]}

    async with database.transaction() as session:
        await session.execute(text('update patients set enumber = null, identifiers = \'[{"value": "POP-16"}]\''))
        consult, note, versions = await SignOffRepository(session).for_printing(
            UUID(path.removeprefix("/consults/")), 1
        )
        session.expunge_all()
    lines = [bullet(2, "First"), bullet(0, "Second"), bullet(3, "Third"), bullet(1, "Fourth")]
    exam = {"lines": lines}
    versions[0].content = to_json(StrokeNote.model_validate({**STROKE_NOTE, "exam": exam}))
    data = printing.printed(consult, note, versions)
    text_of_pages = " ".join(_pages(await typeset(printing.TEMPLATE, data, paper="a4", moment=versions[0].created_at)))
    found = re.search(r"Exam (.*?) NIH", text_of_pages)
    assert found is not None
    assert re.fullmatch(r"\S First \S Second \S Third \S Fourth", found[1]), found[1]
    assert "ID Number POP-16" in text_of_pages


def test_a_document_is_marked_as_accessible() -> None:
    pdf = compile_pdf(printing.TEMPLATE, _EMPTY, "us-letter", datetime(2026, 3, 4, tzinfo=UTC))
    root: Any = PdfReader(io.BytesIO(pdf)).trailer["/Root"]
    assert root["/MarkInfo"]["/Marked"] is not None
    assert root["/Lang"] == "en"
    assert b"pdfuaid" in root["/Metadata"].get_data()


def _printed(value: str) -> list[str]:
    """The pages of a note that says `value`."""
    data = {**_EMPTY, "about": [["Remarks", value, False]]}
    return _pages(compile_pdf(printing.TEMPLATE, data, "us-letter", datetime(2026, 3, 4, tzinfo=UTC)))


def test_missing_glyphs_do_not_each_cost_a_compilation() -> None:
    _printed("A first one reads the fonts")
    unknown = [chr(point) for point in range(0x12000, 0x12000 + 190)]
    started_at = time.process_time()
    printed = "".join(_printed(" ".join(unknown)))
    assert time.process_time() - started_at < 0.6
    assert printed.count("[U+12") == len(unknown)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("pain \U0001f476\U0001f3fd\u200d\U0001f37c 3", "pain [U+1F476][U+1F37C] 3"),
        ("grade 1\ufe0f\u20e3", "grade 1"),
        ("a\U0001f3fbb", "ab"),
        ("\ufefftwo\ufeff", "two"),
        ("\ue000", "[U+E000]"),
        ("\x07five\x85", "five"),
    ],
)
def test_a_character_without_a_font_is_printed_as_its_code_point_or_omitted(value: str, expected: str) -> None:
    assert f"Remarks {expected} Signature" in " ".join(_printed(value))


def test_the_compiler_prints_every_character_that_the_fonts_list() -> None:
    """PDF/UA-1 refuses a document with even one character that no font has."""
    shown = [character for character in sorted(printable_characters()) if unicodedata.category(character) != "Cc"]
    sample = [character for character in shown if character < "\u3000"] + shown[::20]
    assert len(sample) > 6_000
    assert _printed(" ".join(sample))


_EMPTY: Final[dict[str, Any]] = {
    "title": "Stroke Note",
    "author": "Amara Feldspar",
    "patient": "Quill, Marian",
    "born": "Date of Birth 07/09/1951",
    "hospital": "Harbor General",
    "error": None,
    "about": [],
    "sections": [],
    "signature": [],
    "addenda": [],
    "footer": "Version 1",
}
