"""Validates filled-in forms of service lines."""

import unicodedata
from datetime import UTC, datetime
from typing import Any, Final

from hypothesis import strategies as st
from pydantic import BaseModel, ValidationError

from wardline.core import clock
from wardline.core.http.form_errors import field_errors
from wardline.core.text.characters import is_visible
from wardline.service_lines.base.definition import ServiceLineDefinition

NOW: Final = datetime(2026, 3, 4, 12, 0, tzinfo=UTC)
PHONE: Final = "(555) 010-0111"


def refusals(model: type[BaseModel], sent: dict[str, Any], *, now: datetime = NOW) -> dict[str, str]:
    """The error of each invalid field by its path; empty if the form is accepted."""
    with clock.clock_at(now):
        try:
            model.model_validate(sent)
        except ValidationError as refused:
            return {error.field: error.message for error in field_errors(refused.errors())}
    return {}


def stored(line: ServiceLineDefinition, **sent: Any) -> dict[str, Any]:
    """The record as stored after a request with the `sent` fields; the callback number is filled in."""
    with clock.clock_at(NOW):
        request = line.request.model_validate({"callbackNumber": PHONE, **sent})
    record: dict[str, Any] = request.detail.model_dump(mode="json", by_alias=True)
    return record


def typed_text(limit: int = 255) -> st.SearchStrategy[str]:
    """Values of a one-line field: visible text within the limit, perhaps surrounded by spaces."""
    characters = st.characters(exclude_categories=("Cs", "Cc"))
    texts = st.text(characters, min_size=1, max_size=limit).filter(lambda text: any(map(is_visible, text)))
    return texts.filter(lambda text: len(normalized(text)) <= limit)


def normalized(text: str) -> str:
    """A text as stored: composed and trimmed."""
    return unicodedata.normalize("NFC", text).strip()
