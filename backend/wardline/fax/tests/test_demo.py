"""The demonstration's fax machine: its pages, and the numbers that simulate failures."""

import struct
import zlib
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import pytest

from wardline.core.text.typesetting import Paper, compile_pdf
from wardline.fax.contract import FaxDelayed, FaxOutcome, FaxRefused, InvalidFaxCallback
from wardline.fax.demo import AWAY, BUSY, UNANSWERED, DemoFax
from wardline.fax.pages import DOTS_PER_LINE, fax_pages, rendered

REFERENCE: Final = "0123456789ABCDEF0123"
NUMBER: Final = "(555) 010-0177"
TEMPLATE: Final = """
#set page(paper: sys.inputs.paper, margin: 0pt)
#set document(title: "Two pages")
#place(top + left, rect(width: 50%, height: 25%, fill: black))
#place(bottom + right, rect(width: 1in, height: 1in, fill: luma(40%)))
#place(top + right, rect(width: 1in, height: 1in, fill: luma(60%)))
#pagebreak()
.
"""


def document(folder: Path, paper: Paper = "us-letter") -> bytes:
    template = folder / f"{paper}.typ"
    template.write_text(TEMPLATE)
    return compile_pdf(template, {}, paper, datetime(2026, 3, 4, tzinfo=UTC))


def files_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def read_png(content: bytes) -> tuple[int, list[list[int]], dict[bytes, bytes]]:
    """Width, lines of dots (1 is white) and chunks of a 1-bit image."""
    assert content[:8] == b"\x89PNG\r\n\x1a\n"
    chunks, at = {}, 8
    while at < len(content):
        (length,) = struct.unpack_from(">I", content, at)
        kind, body = content[at + 4 : at + 8], content[at + 8 : at + 8 + length]
        assert struct.unpack_from(">I", content, at + 8 + length) == (zlib.crc32(kind + body),)
        chunks[kind] = body
        at += 12 + length
    width, height, depth, color = struct.unpack_from(">IIBB", chunks[b"IHDR"])
    assert (depth, color) == (1, 0)
    stride = (width + 7) // 8 + 1
    data = zlib.decompress(chunks[b"IDAT"])
    assert len(data) == stride * height
    lines = []
    for top in range(0, len(data), stride):
        assert data[top] == 0
        bits = [byte >> shift & 1 for byte in data[top + 1 : top + stride] for shift in range(7, -1, -1)]
        lines.append(bits[:width])
    return width, lines, chunks


@pytest.mark.parametrize(("paper", "height", "left", "right"), [("us-letter", 1074, 0, 0), ("a4", 1146, 20, 21)])
def test_pages_have_the_width_of_a_fax_line(tmp_path: Path, paper: Paper, height: int, left: int, right: int) -> None:
    pages = rendered(document(tmp_path, paper))
    assert [(page.width, page.height) for page in pages] == [(DOTS_PER_LINE, height)] * 2
    width, lines, chunks = read_png(pages[0].png())
    assert (width, len(lines)) == (1728, height)
    assert struct.unpack(">IIB", chunks[b"pHYs"]) == (8031, 3858, 1)
    paper_width = DOTS_PER_LINE - left - right
    assert abs(lines[0].count(0) - paper_width / 2) <= 1
    assert lines[0].index(0) == left
    assert abs([line[left] for line in lines].count(0) - height / 4) <= 1


def test_the_resolution_is_204_by_98_and_light_gray_is_white(tmp_path: Path) -> None:
    _, lines, _ = read_png(rendered(document(tmp_path, "a4"))[0].png())
    last = lines[-50]
    dark = slice(last.index(0), DOTS_PER_LINE - last[::-1].index(0))
    assert abs(last.count(0) - 204) <= 1
    assert set(last[dark]) == {0}
    assert abs([line[dark.start + 100] for line in lines].count(0) - 98) <= 1
    assert set(lines[50][dark]) == {1}


async def test_a_fax_is_written_once_and_reported_as_delivered(tmp_path: Path) -> None:
    machine = DemoFax(tmp_path / "faxes")
    pdf = document(tmp_path)
    fax_id = await machine.send(NUMBER, pdf, REFERENCE)
    folder = tmp_path / "faxes" / REFERENCE
    assert files_in(folder) == ["page-1.png", "page-2.png"]
    for number, page in enumerate(await fax_pages(pdf), start=1):
        assert (folder / f"page-{number}.png").read_bytes() == page.png()
    assert await machine.check_status(fax_id) == FaxOutcome(fax_id, delivered=True)
    assert await DemoFax(tmp_path / "faxes").send(NUMBER, b"no document", REFERENCE) == fax_id
    await machine.aclose()


async def test_an_interrupted_fax_is_written_again(tmp_path: Path) -> None:
    unfinished = tmp_path / f"{REFERENCE}.unfinished"
    unfinished.mkdir()
    (unfinished / "page-9.png").write_bytes(b"half")
    await DemoFax(tmp_path).send(NUMBER, document(tmp_path), REFERENCE)
    assert not unfinished.exists()
    assert files_in(tmp_path / REFERENCE) == ["page-1.png", "page-2.png"]


async def test_numbers_that_simulate_failures(tmp_path: Path) -> None:
    machine = DemoFax(tmp_path)
    with pytest.raises(FaxRefused, match="line busy"):
        await machine.send(BUSY, b"", REFERENCE)
    with pytest.raises(FaxDelayed, match="no connection"):
        await machine.send(AWAY, b"", REFERENCE)
    fax_id = await machine.send(UNANSWERED, b"", REFERENCE)
    assert await machine.check_status(fax_id) == FaxOutcome(fax_id, delivered=False, refusal="no answer")
    for reference in ("", "..", "../../etc/passwd-12345", REFERENCE.lower(), f"{REFERENCE}4"):
        with pytest.raises(FaxRefused):
            await machine.send(NUMBER, b"", reference)
    with pytest.raises(InvalidFaxCallback):
        machine.read_callback({}, b"")
    assert files_in(tmp_path) == []
