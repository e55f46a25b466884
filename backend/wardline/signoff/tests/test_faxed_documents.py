"""PDFs of notes as a fax machine prints them at its lowest resolution: 204 x 98 dpi, black and white."""

from collections import defaultdict
from collections.abc import Iterable
from typing import Final

import pytest

from wardline.fax.tests.legibility import Letter, letters, strokes
from wardline.signoff.tests.stroke import Stroke

pytestmark = pytest.mark.usefixtures("noon")

MIN_POINTS: Final = 9
MIN_STROKE_POINTS: Final = 0.75
"""One dot."""
DARK: Final = 64
"""Far enough from half of 255 for machines with another threshold."""
MAX_BROKEN: Final = 0.03
"""Of the letters of one font and size, at the offsets within a dot."""


def broken_by_type(found: Iterable[Letter]) -> dict[tuple[str, float], float]:
    shares = defaultdict(list)
    for letter in found:
        shares[letter.font, letter.points].append(letter.broken_share)
    return {kind: sum(each) / len(each) for kind, each in shares.items()}


@pytest.fixture
async def document(signed: Stroke) -> bytes:
    """Of a note that was signed, addended and marked in error."""
    for doc_type, content in (("Addendum", "Jackdaws love my big 4/7 MRI: 25 - 30 ml."), ("Error", "Wrong patient")):
        added = await signed.sign(docType=doc_type, content=content)
        assert added.status_code == 200, added.text
    response = await signed.provider.get(f"{signed.path}/export-sign-off-note")
    assert response.status_code == 200, response.text
    return response.content


async def test_a_faxed_note_stays_readable(document: bytes) -> None:
    found = letters(document)
    assert {"M", "e", "4"} <= {letter.sign for letter in found}
    assert min(letter.points for letter in found) >= MIN_POINTS
    assert max(letter.darkness for letter in found) <= DARK
    broken = broken_by_type(found)
    assert max(broken.values()) <= MAX_BROKEN, broken
    lines = strokes(document)
    assert len(lines) >= 2
    assert min(line.points for line in lines) >= MIN_STROKE_POINTS
    assert max(line.darkness for line in lines) <= DARK
