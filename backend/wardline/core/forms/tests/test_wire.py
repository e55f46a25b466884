"""Times on the wire."""

from datetime import UTC, datetime

import pytest
from pydantic import TypeAdapter, ValidationError

from wardline.core.forms.wire import UtcDateTime

MOMENTS: TypeAdapter[datetime] = TypeAdapter(UtcDateTime)


@pytest.mark.parametrize(
    "text", ["2026-03-04T12:20:00Z", "2026-03-04t07:20-05:00", "2026-03-04 12:20:00.000+00:00", "2026-03-04T12:20Z"]
)
@pytest.mark.req("ENT-48")
def test_a_time_has_a_date_an_hour_and_an_offset(text: str) -> None:
    assert MOMENTS.validate_python(text) == datetime(2026, 3, 4, 12, 20, tzinfo=UTC)


@pytest.mark.parametrize(
    "text",
    ["", "1.5", "0", "1772626800", "-1", "2026-03-04", "2026-03-04T12:20:00", "٢٠٢٦-03-04T12:20Z", 1772626800, None],
)
@pytest.mark.req("ENT-48")
def test_a_number_or_a_date_alone_is_not_a_time(text: object) -> None:
    with pytest.raises(ValidationError):
        MOMENTS.validate_python(text)
