"""The pages of a note's PDF: what each of them names, and what the last one contains."""

from datetime import UTC, datetime
from typing import Any, Final
from uuid import UUID

import httpx
import pypdfium2
import pytest
from sqlalchemy import select, text

from conftest import RolledBackDatabase
from wardline.consults.models import Consult
from wardline.core.text.typesetting import compile_pdf
from wardline.places.models import Facility, LocationUnit
from wardline.signoff import printing
from wardline.signoff.tests.stroke import Stroke

MIN_LINES: Final = 3
HOSPITAL: Final = "Harbor General"
FOOTER: Final = "Version 1"


def pages_of(pdf: bytes) -> list[list[str]]:
    """The lines of each page."""
    document = pypdfium2.PdfDocument(pdf)
    return [page.get_textpage().get_text_range().splitlines() for page in document]


def note_of(lines: int, addenda: list[list[str]] | None = None) -> dict[str, Any]:
    blocks = printing._blocks(printing._plain("\n".join(f"Line {number}" for number in range(lines))))
    return {
        "title": "Stroke Note",
        "author": "Amara Feldspar",
        "patient": "Quill, Marian",
        "born": "Date of Birth 07/09/1951",
        "hospital": HOSPITAL,
        "error": None,
        "about": [["Patient", "Quill, Marian", False]],
        "sections": [{"title": "Plan", "facts": [], "texts": [["Recommendations", blocks]]}],
        "signature": [["Signed off by", "Amara Feldspar", False], ["Signed off at", "noon", False]],
        "addenda": [
            {
                "facts": [["Added by", "Hiroshi Obsidian", False], ["Added at", "one", False]],
                **printing._split(printing._blocks(printing._plain("\n".join(each)))),
            }
            for each in addenda or []
        ],
        "footer": FOOTER,
    }


def last_lines(data: dict[str, Any]) -> tuple[int, list[str]]:
    """The number of pages, and what the last one says below its header and above its footer."""
    pages = pages_of(compile_pdf(printing.TEMPLATE, data, "us-letter", datetime(2026, 3, 4, tzinfo=UTC)))
    lines = [line for line in pages[-1] if line.strip() and line != FOOTER]
    (born,) = [place for place, line in enumerate(lines) if line.startswith("Date of Birth") or "Page" in line][-1:]
    return len(pages), lines[born + 1 :]


@pytest.mark.req("SIGN-50")
async def test_every_page_names_the_hospital_of_the_location(
    signed: Stroke, client: httpx.AsyncClient, database: RolledBackDatabase
) -> None:
    async with database.transaction() as session:
        of_consult = (
            select(Facility.name)
            .join(LocationUnit, LocationUnit.facility_id == Facility.id)
            .join(Consult, Consult.location_id == LocationUnit.id)
            .where(Consult.id == UUID(signed.path.removeprefix("/consults/")))
        )
        hospital = (await session.scalars(of_consult)).one()
        await session.execute(text("update consults set hospital_name = null"))
    pages = pages_of((await client.get(f"{signed.path}/export-sign-off-note")).content)
    assert len(pages) > 1
    for page in pages:
        assert hospital in page
    assert any(line.startswith("Hospital ") and hospital in line for line in pages[0])


@pytest.mark.req("SIGN-50", "DET-29")
async def test_the_hospital_named_in_the_request_takes_precedence(
    signed: Stroke, client: httpx.AsyncClient, database: RolledBackDatabase
) -> None:
    async with database.transaction() as session:
        await session.execute(text("update consults set hospital_name = 'Cape Anchor Clinic'"))
    pages = pages_of((await client.get(f"{signed.path}/export-sign-off-note")).content)
    assert all("Cape Anchor Clinic" in page for page in pages)


@pytest.mark.parametrize("addendum", [None, ["Seen again."], [f"Added {number}" for number in range(8)]])
@pytest.mark.req("SIGN-50")
def test_the_last_page_has_more_than_a_line(addendum: list[str] | None) -> None:
    """With each length of the note, around the one that fills a page."""
    counts = set()
    for lines in range(14, 46):
        count, last = last_lines(note_of(lines, [addendum] if addendum else None))
        counts.add(count)
        assert len(last) >= MIN_LINES, (lines, last)
    assert len(counts) > 1
