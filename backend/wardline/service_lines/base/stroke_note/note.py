"""The stroke note for the lines' definitions."""

from functools import partial
from typing import Final

from wardline.service_lines.base.stroke_note.prefill import prefilled
from wardline.service_lines.base.stroke_note.printed import printed
from wardline.service_lines.base.stroke_note.schemas import StrokeNote
from wardline.service_lines.base.structured_note import StructuredNote

stroke_note: Final = partial(
    StructuredNote,
    content=StrokeNote,
    title="Stroke Note",
    prefilled=prefilled,
    printed=printed,
    completes_as="video",
)
