"""What a line's notes say on paper."""

from datetime import UTC, datetime
from typing import Any

import pytest

from wardline.service_lines.base import sign_off
from wardline.service_lines.base.printed import PrintedSection, clock_time, minutes, yes_no


def test_a_short_sign_off_names_each_answer_that_was_given() -> None:
    content = {
        "cancellationReason": None,
        "typeofCall": "video",
        "documentationReference": "",
        "comment": "video",
        "videoCallLength": 12,
    }
    (section,) = sign_off.printed(content, {"video": "Video Visit"})
    facts = (("Type of Call", "Video Visit"), ("Comment", "video"), ("Video Call Length", "12 min"))
    assert section == PrintedSection("Sign-off", facts=facts)


def test_a_type_of_call_that_has_left_the_list_is_printed_as_it_was_stored() -> None:
    (section,) = sign_off.printed({"typeofCall": "telegraph"}, {"video": "Video Visit"})
    assert section.facts == (("Type of Call", "telegraph"),)


@pytest.mark.parametrize(
    ("moment", "written"),
    [
        ("2026-03-04T12:15:00Z", "03/04/2026 07:15 AM EST"),
        (datetime(2026, 7, 4, 12, 15, tzinfo=UTC), "07/04/2026 08:15 AM EDT"),
        (None, None),
    ],
)
def test_a_moment_is_that_of_the_ward(moment: str | datetime | None, written: str | None) -> None:
    assert clock_time(moment, "America/New_York") == written


@pytest.mark.parametrize(("value", "written"), [(True, "Yes"), (False, "No"), (None, None)])
def test_an_answer_is_yes_no_or_left_out(value: Any, written: str | None) -> None:
    assert yes_no(value) == written


@pytest.mark.parametrize(("value", "written"), [(12, "12 min"), (0, "0 min"), (None, None)])
def test_a_length_is_in_minutes(value: Any, written: str | None) -> None:
    assert minutes(value) == written
