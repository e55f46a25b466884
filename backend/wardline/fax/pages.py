"""A document as a fax machine prints it: black and white, 204 x 98 dots an inch, 1728 dots a line."""

import asyncio
import struct
import zlib
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Final

import pypdfium2
from pypdfium2 import raw

DOTS_A_LINE: Final = 1728
ACROSS_DPI: Final = 204
DOWN_DPI: Final = 98
"""The standard resolution, the coarsest that a machine may have."""
POINTS_AN_INCH: Final = 72
BLACK_BELOW: Final = 128
"""Of 256 shades of grey, 0 being black."""
_WHITE: Final = (255, 255, 255, 255)
_TO_BITS: Final = bytes(int(shade < BLACK_BELOW) for shade in range(256))
_INCHES_A_METRE: Final = 1 / 0.0254

_thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="fax-pages")
"""PDFium may be used by one thread at a time."""


@dataclass(frozen=True, slots=True)
class FaxPage:
    """`dots` has one byte a dot, 1 for black, line after line."""

    width: int
    height: int
    dots: bytes = field(repr=False)

    def png(self) -> bytes:
        """The page as an image of one bit a dot that knows its resolution."""
        lines = bytearray()
        for start in range(0, len(self.dots), self.width):
            line = self.dots[start : start + self.width]
            white = int(line.translate(_INVERTED_DIGITS), 2) << (-self.width % 8)
            lines += b"\0" + white.to_bytes((self.width + 7) // 8)
        resolution = (round(ACROSS_DPI * _INCHES_A_METRE), round(DOWN_DPI * _INCHES_A_METRE))
        return b"".join(
            [
                b"\x89PNG\r\n\x1a\n",
                _chunk(b"IHDR", struct.pack(">IIBBBBB", self.width, self.height, 1, 0, 0, 0, 0)),
                _chunk(b"pHYs", struct.pack(">IIB", *resolution, 1)),
                _chunk(b"IDAT", zlib.compress(bytes(lines))),
                _chunk(b"IEND", b""),
            ]
        )


_INVERTED_DIGITS: Final = bytes.maketrans(b"\0\1", b"10")


def _chunk(kind: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))


async def fax_pages(pdf: bytes) -> list[FaxPage]:
    """Every page of a document that this product made."""
    return await asyncio.get_running_loop().run_in_executor(_thread, drawn, pdf)


def drawn(pdf: bytes) -> list[FaxPage]:
    """What `fax_pages` does, in the calling thread."""
    with pypdfium2.PdfDocument(pdf) as document:
        return [_drawn(page) for page in document]


def _drawn(page: pypdfium2.PdfPage) -> FaxPage:
    """Wider paper is made smaller, narrower stands in the middle of the line."""
    across, down = (size / POINTS_AN_INCH for size in page.get_size())
    scale = min(1.0, DOTS_A_LINE / (across * ACROSS_DPI))
    width, height = round(across * ACROSS_DPI * scale), round(down * DOWN_DPI * scale)
    bitmap = pypdfium2.PdfBitmap.new_native(DOTS_A_LINE, height, raw.FPDFBitmap_Gray, stride=DOTS_A_LINE)
    bitmap.fill_rect(_WHITE, 0, 0, DOTS_A_LINE, height)
    margin = (DOTS_A_LINE - width) // 2
    raw.FPDF_RenderPageBitmap(bitmap, page, margin, 0, width, height, 0, raw.FPDF_GRAYSCALE | raw.FPDF_ANNOT)
    return FaxPage(DOTS_A_LINE, height, bytes(bitmap.buffer).translate(_TO_BITS))
