"""Positions in a list, as text: what clients compare and send back."""

import uuid
from datetime import UTC, datetime

import pytest
from pydantic import TypeAdapter, ValidationError

from wardline.consults.choices import ConsultSort
from wardline.consults.sort_key import SortKey, SortKeyText

KEY = SortKey(ConsultSort.OLDEST_FIRST, 0, datetime(2026, 3, 4, 5, 6, 7, 8, tzinfo=UTC), uuid.UUID(int=9))
TEXT = "028000000000064c2bc70badc800000000000000000000000000000009"


def test_a_key_keeps_its_meaning_across_versions() -> None:
    """Clients hold keys while the server is upgraded."""
    assert str(KEY) == TEXT
    assert SortKey.parse(TEXT) == KEY


@pytest.mark.parametrize(
    "text", ["", "02", TEXT[:-2], f"{TEXT}00", f"09{TEXT[2:]}", TEXT.upper(), f" {TEXT}", "x" * 58]
)
def test_anything_else_is_invalid(text: str) -> None:
    adapter = TypeAdapter(SortKeyText)
    assert adapter.validate_python(TEXT) == TEXT
    with pytest.raises(ValidationError, match="Enter a valid value"):
        adapter.validate_python(text)


def test_the_contract_states_the_length() -> None:
    assert TypeAdapter(SortKeyText).json_schema() == {"type": "string", "minLength": 58, "maxLength": 58}
