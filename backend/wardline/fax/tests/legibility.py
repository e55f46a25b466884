"""How legible a document is at a fax machine's standard resolution, in black and white.

Every letter is rendered large and then sampled at the machine's resolution at several offsets within a dot: a dot is
black if half of it is. A letter is intact if it has as many parts and holes as when it is large; an H without its bar
has two parts, an e without its bar no hole.
"""

import ctypes
import re
from dataclasses import dataclass
from typing import Any, Final

import pypdfium2
from pypdfium2 import raw

from wardline.fax.pages import ACROSS_DPI, BLACK_BELOW, DOWN_DPI, POINTS_PER_INCH

ACROSS, DOWN = 4, 16
"""How many times larger letters are rendered."""
SPECK: Final = ACROSS * DOWN // 4
"""A quarter of a dot; anything smaller is invisible in a large letter."""
MAX_INTRUSION: Final = 0.15
"""Of a letter's ink; what overlaps from a neighbor is less, and every part of a letter more."""
SHIFTS: Final = [(x, y) for x in range(0, ACROSS, 2) for y in range(0, DOWN, 2)]
_BITS: Final = bytes(int(shade < BLACK_BELOW) for shade in range(256))
_RUNS: Final = {0: re.compile(b"\0+"), 1: re.compile(b"\1+")}

Run = tuple[int, int, int]
"""Its line, its start and the start of the next one."""
Dots = list[bytes]
"""Lines of one byte per dot, 1 for black."""


@dataclass(frozen=True)
class Letter:
    sign: str
    font: str
    points: float
    darkness: int
    """0 for black to 255 for white, by the brightest of its colors."""
    large: Dots

    @property
    def broken_share(self) -> float:
        """At how many of the offsets it is broken."""
        intact = shape(self.large, smallest=SPECK)
        if intact[0] == 0:
            return 1.0
        return sum(shape(on_dots(self.large, *shift)) != intact for shift in SHIFTS) / len(SHIFTS)


@dataclass(frozen=True)
class Stroke:
    points: float
    darkness: int


def letters(pdf: bytes) -> list[Letter]:
    """One of each character in each font, size and color, on all pages."""
    found: dict[tuple[str, str, float, int], Letter] = {}
    with pypdfium2.PdfDocument(pdf) as document:
        for page in document:
            text = page.get_textpage()
            for index in range(text.count_chars()):
                sign = chr(raw.FPDFText_GetUnicode(text, index))
                points = round(raw.FPDFText_GetFontSize(text, index), 1)
                kind = (sign, _font(text, index), points, _darkness(text, index))
                if sign.isprintable() and not sign.isspace() and kind not in found:
                    found[kind] = Letter(*kind, _large(page, text.get_charbox(index)))
    return list(found.values())


def strokes(pdf: bytes) -> list[Stroke]:
    """Every line and frame."""
    found = []
    with pypdfium2.PdfDocument(pdf) as document:
        for page in document:
            for rendered in page.get_objects(filter=[raw.FPDF_PAGEOBJ_PATH]):
                width = ctypes.c_float()
                raw.FPDFPageObj_GetStrokeWidth(rendered, width)
                color = [ctypes.c_uint() for _ in range(4)]
                raw.FPDFPageObj_GetStrokeColor(rendered, *color)
                found.append(Stroke(width.value, max(part.value for part in color[:3])))
    return found


def _large(page: Any, box: tuple[float, float, float, float]) -> Dots:
    wide, high = page.get_size()
    across, down = ACROSS_DPI * ACROSS / POINTS_PER_INCH, DOWN_DPI * DOWN / POINTS_PER_INCH
    left, top = int(box[0] * across), int((high - box[3]) * down)
    width, height = int(box[2] * across) + 1 - left, int((high - box[1]) * down) + 1 - top
    bitmap = pypdfium2.PdfBitmap.new_native(width, height, raw.FPDFBitmap_Gray, stride=width)
    bitmap.fill_rect((255, 255, 255, 255), 0, 0, width, height)
    page_size = round(wide * across), round(high * down)
    raw.FPDF_RenderPageBitmap(bitmap, page, -left, -top, *page_size, 0, raw.FPDF_GRAYSCALE)
    rendered = bytes(bitmap.buffer).translate(_BITS)
    return alone([rendered[start : start + width] for start in range(0, len(rendered), width)])


def _font(text: Any, index: int) -> str:
    name = ctypes.create_string_buffer(200)
    raw.FPDFText_GetFontInfo(text, index, name, len(name), ctypes.c_int())
    return name.value.decode()


def _darkness(text: Any, index: int) -> int:
    color = [ctypes.c_uint() for _ in range(4)]
    raw.FPDFText_GetFillColor(text, index, *color)
    return max(part.value for part in color[:3])


def on_dots(large: Dots, right: int, down: int) -> Dots:
    """A large letter sampled at the machine's resolution, offset by parts of a dot."""
    width = right + len(large[0])
    width += -width % ACROSS
    empty = bytes(width)
    lines = [empty] * down + [bytes(right) + line + bytes(width - right - len(line)) for line in large]
    lines += [empty] * (-len(lines) % DOWN)
    ink = [[line.count(1, at, at + ACROSS) for at in range(0, width, ACROSS)] for line in lines]
    half = ACROSS * DOWN / 2
    return [
        bytes(sum(column) >= half for column in zip(*ink[top : top + DOWN], strict=True))
        for top in range(0, len(ink), DOWN)
    ]


def shape(dots: Dots, smallest: int = 1) -> tuple[int, int]:
    """How many black parts and how many holes of at least this size."""
    empty = bytes(len(dots[0]) + 2)
    framed = [empty, *(b"\0" + line + b"\0" for line in dots), empty]
    parts, holes = (_areas(framed, kind, reach=kind) for kind in (1, 0))
    return sum(_size(area) >= smallest for area in parts), sum(_size(area) >= smallest for area in holes) - 1


def alone(dots: Dots) -> Dots:
    """A letter without parts of its neighbors."""
    lines = [bytearray(line) for line in dots]
    ink = sum(map(sum, lines))
    for area in _areas(dots, 1, reach=1):
        reaches_in = any(start == 0 or end == len(dots[0]) for _, start, end in area)
        if reaches_in and _size(area) < MAX_INTRUSION * ink:
            for line, start, end in area:
                lines[line][start:end] = bytes(end - start)
    return [bytes(line) for line in lines]


def _size(area: list[Run]) -> int:
    return sum(end - start for _, start, end in area)


def _areas(dots: Dots, kind: int, *, reach: int) -> list[list[Run]]:
    """Connected areas of one kind; `reach` 1 if touching corners suffice."""
    areas: dict[Run, list[Run]] = {}
    above: list[Run] = []
    for number, line in enumerate(dots):
        runs = [(number, found.start(), found.end()) for found in _RUNS[kind].finditer(line)]
        for run in runs:
            areas[run] = [run]
            for other in above:
                if other[1] < run[2] + reach and run[1] < other[2] + reach and areas[other] is not areas[run]:
                    joined = areas[other] + areas[run]
                    areas.update(dict.fromkeys(joined, joined))
        above = runs
    return list({id(area): area for area in areas.values()}.values())
