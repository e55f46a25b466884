"""A document as a fax machine prints it: black and white, 204 x 98 dots per inch, 1728 dots per line."""

import asyncio
import struct
import zlib
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Final

import pypdfium2
from pypdfium2 import raw

DOTS_PER_LINE: Final = 1728
ACROSS_DPI: Final = 204
DOWN_DPI: Final = 98
"""Standard resolution, the lowest that a machine may have."""
POINTS_PER_INCH: Final = 72
BLACK_BELOW: Final = 128
"""One of 256 shades of gray; 0 is black."""
_WHITE: Final = (255, 255, 255, 255)
_TO_BITS: Final = bytes(int(shade < BLACK_BELOW) for shade in range(256))
_INCHES_PER_METER: Final = 1 / 0.0254

_thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="fax-pages")
"""PDFium is not thread-safe."""


@dataclass(frozen=True, slots=True)
class FaxPage:
    """`dots` has one byte per dot, 1 for black, line by line."""

    width: int
    height: int
    dots: bytes = field(repr=False)

    def png(self) -> bytes:
        """The page as a 1-bit PNG with its resolution."""
        lines = bytearray()
        for start in range(0, len(self.dots), self.width):
            line = self.dots[start : start + self.width]
            white = int(line.translate(_INVERTED_DIGITS), 2) << (-self.width % 8)
            lines += b"\0" + white.to_bytes((self.width + 7) // 8)
        resolution = (round(ACROSS_DPI * _INCHES_PER_METER), round(DOWN_DPI * _INCHES_PER_METER))
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


def _chunk(chunk_type: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + chunk_type + content + struct.pack(">I", zlib.crc32(chunk_type + content))


async def fax_pages(pdf: bytes) -> list[FaxPage]:
    """Every page of a PDF created by this product."""
    return await asyncio.get_running_loop().run_in_executor(_thread, rendered, pdf)


def rendered(pdf: bytes) -> list[FaxPage]:
    """Like `fax_pages`, but in the calling thread."""
    with pypdfium2.PdfDocument(pdf) as document:
        return [_rendered(page) for page in document]


def _rendered(page: pypdfium2.PdfPage) -> FaxPage:
    """Wider paper is scaled down, narrower paper is centered."""
    across, down = (size / POINTS_PER_INCH for size in page.get_size())
    scale = min(1.0, DOTS_PER_LINE / (across * ACROSS_DPI))
    width, height = round(across * ACROSS_DPI * scale), round(down * DOWN_DPI * scale)
    bitmap = pypdfium2.PdfBitmap.new_native(DOTS_PER_LINE, height, raw.FPDFBitmap_Gray, stride=DOTS_PER_LINE)
    bitmap.fill_rect(_WHITE, 0, 0, DOTS_PER_LINE, height)
    margin = (DOTS_PER_LINE - width) // 2
    raw.FPDF_RenderPageBitmap(bitmap, page, margin, 0, width, height, 0, raw.FPDF_GRAYSCALE | raw.FPDF_ANNOT)
    return FaxPage(DOTS_PER_LINE, height, bytes(bitmap.buffer).translate(_TO_BITS))
