"""Which characters a font has, according to its character map (OpenType `cmap`, formats 4 and 12)."""

import struct
from collections.abc import Iterator
from itertools import starmap
from typing import Final

_SEGMENTS: Final = 4
_GROUPS: Final = 12
_NO_CHARACTER: Final = 0xFFFF
"""Marks the end of the segments of format 4; not a character."""


def characters_of(font: bytes) -> frozenset[str]:
    """Every character that `font` has a glyph for; a single OpenType font, not a collection."""
    table = _table(font, b"cmap")
    (count,) = struct.unpack_from(">H", font, table + 2)
    starts = [table + struct.unpack_from(">4xI", font, table + 4 + 8 * number)[0] for number in range(count)]
    return frozenset(chr(code_point) for start in starts for code_point in _points(font, start))


def _table(font: bytes, tag: bytes) -> int:
    (count,) = struct.unpack_from(">H", font, 4)
    tables: dict[bytes, int] = dict(struct.unpack_from(">4s4xI", font, 12 + 16 * number) for number in range(count))
    return tables[tag]


def _points(font: bytes, start: int) -> Iterator[int]:
    (format_number,) = struct.unpack_from(">H", font, start)
    if format_number == _GROUPS:
        (count,) = struct.unpack_from(">I", font, start + 12)
        for first, last, glyph in starmap(
            struct.unpack_from, ((">III", font, start + 16 + 12 * number) for number in range(count))
        ):
            yield from range(first + (glyph == 0), last + 1)
    elif format_number == _SEGMENTS:
        yield from _points_of_segments(font, start)


def _points_of_segments(font: bytes, start: int) -> Iterator[int]:
    """Glyph 0 stands for missing characters."""
    (byte_count,) = struct.unpack_from(">H", font, start + 6)
    column = f">{byte_count // 2}H"
    lasts = struct.unpack_from(column, font, start + 14)
    firsts, deltas, offsets = (
        struct.unpack_from(column, font, start + 16 + number * byte_count) for number in range(1, 4)
    )
    for number, (first, last, delta, offset) in enumerate(zip(firsts, lasts, deltas, offsets, strict=True)):
        offset_at = start + 16 + 3 * byte_count + 2 * number
        for code_point in range(first, min(last, _NO_CHARACTER - 1) + 1):
            glyph = code_point
            if offset:
                (glyph,) = struct.unpack_from(">H", font, offset_at + offset + 2 * (code_point - first))
                if glyph == 0:
                    continue
            if (glyph + delta) & 0xFFFF:
                yield code_point
