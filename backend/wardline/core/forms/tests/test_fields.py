import unicodedata
from datetime import date
from typing import Annotated, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

from wardline.core.forms.fields import (
    EARLIEST_BIRTH_DATE,
    EARLIEST_BIRTH_DATE_IN_WIZARD,
    Code,
    CommentText,
    Enumber,
    Id,
    OptionalShortText,
    PhoneNumber,
    PlainDate,
    SentId,
    ShortText,
    Text,
    TimeZone,
    TrimmedText,
    unique_items,
)
from wardline.core.forms.wire import UtcDateTime
from wardline.core.http.form_errors import field_errors

PHONE: TypeAdapter[str] = TypeAdapter(PhoneNumber)
ENUMBER: TypeAdapter[str] = TypeAdapter(Enumber)
SHORT: TypeAdapter[str] = TypeAdapter(ShortText)
REQUIRED = "This field is required."
BAD_PHONE = "Enter a valid phone number."
BAD_ENUMBER = "Must be between 1 and 11 characters long"
BAD_CODE = "Use lowercase letters, digits, and single hyphens between them."
BAD_ZONE = "Enter a time zone, for example America/New_York."


def message(adapter: TypeAdapter[Any], value: Any) -> str | None:
    """The message at the field; None if the value is valid."""
    try:
        adapter.validate_python(value)
    except ValidationError as refused:
        (error,) = field_errors(refused.errors())
        return error.message
    return None


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("(555) 010-0111", None),
        ("(055) 123-4567", None),
        ("(100) 000-0000", None),
        ("", REQUIRED),
        ("   ", REQUIRED),
        ("5550100111", BAD_PHONE),
        ("(555)010-0111", BAD_PHONE),
        ("(555) 010-011", BAD_PHONE),
        ("(555) 010-01111", BAD_PHONE),
        ("(555) 010-0111 ", BAD_PHONE),
        ("(555) 010-0111\n", BAD_PHONE),
        ("(555) 010-011\N{ARABIC-INDIC DIGIT ONE}", BAD_PHONE),
        (5550100111, "Enter a valid value."),
    ],
)
@pytest.mark.req("INFO-46", "VAL-01", "BCONST-13")
def test_a_phone_number_has_ten_digits_in_its_mask(value: object, expected: str | None) -> None:
    assert message(PHONE, value) == expected


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("1", None),
        ("12345678901", None),
        ("", REQUIRED),
        ("123456789012", BAD_ENUMBER),
        ("12345 67890a", BAD_ENUMBER),
        ("12a", "Digits only."),
        ("1234567890a", "Digits only."),
        ("12 34", "Digits only."),
        ("-5", "Digits only."),
    ],
)
@pytest.mark.req("VAL-18", "VAL-17", "VAL-19")
def test_an_id_number_has_1_to_11_digits(value: str, expected: str | None) -> None:
    assert message(ENUMBER, value) == expected


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("er", None),
        ("4-west-2", None),
        ("c" * 60, None),
        ("c" * 61, "Must be at most 60 characters long."),
        ("", REQUIRED),
        (" ", REQUIRED),
        ("ER", BAD_CODE),
        ("4_west", BAD_CODE),
        ("4--west", BAD_CODE),
        ("-west", BAD_CODE),
        ("west-", BAD_CODE),
        ("w\u0663", BAD_CODE),
    ],
)
def test_a_code_has_lowercase_letters_digits_and_single_hyphens(value: str, expected: str | None) -> None:
    assert message(TypeAdapter(Code), value) == expected


@pytest.mark.parametrize(
    ("value", "expected"),
    [("America/New_York", None), ("UTC", None), ("America/Wardline", BAD_ZONE), ("EDT5", BAD_ZONE), (" ", REQUIRED)],
)
def test_a_time_zone_must_be_known(value: str, expected: str | None) -> None:
    assert message(TypeAdapter(TimeZone), value) == expected


@pytest.mark.parametrize("kind", [Id, SentId])
def test_an_id_is_in_the_range_of_the_database(kind: Any) -> None:
    assert [message(TypeAdapter(kind), value) for value in (1, 2_147_483_647)] == [None, None]
    assert all(message(TypeAdapter(kind), value) for value in (0, -1, 2_147_483_648, "x", 1.5))
    assert (message(TypeAdapter(kind), "7") is None) == (kind is Id), "in a body, a number is a number"


def test_duplicates_in_a_list_are_refused() -> None:
    by_text = TypeAdapter(Annotated[list[Any], unique_items()])
    by_length = TypeAdapter(Annotated[list[str], unique_items(len)])
    assert message(by_text, ["1", "2", "11"]) is message(by_length, ["a", "bb"]) is None
    assert message(by_text, ["1", 1]) == message(by_length, ["aa", "bb"]) == "Remove duplicates."


@pytest.mark.parametrize(
    ("kind", "hints"),
    [
        (
            PhoneNumber,
            {
                "pattern": r"^\(\d{3}\) \d{3}-\d{4}$",
                "x-message": BAD_PHONE,
                "x-mask": "(###) ###-####",
            },
        ),
        (
            Enumber,
            {
                "pattern": "^[0-9]{1,11}$",
                "maxLength": 11,
                "x-message": "Digits only.",
                "x-message-above": BAD_ENUMBER,
            },
        ),
        (Code, {"pattern": "^[a-z0-9]+(-[a-z0-9]+)*$", "maxLength": 60, "x-message": BAD_CODE}),
        (TimeZone, {"x-message": BAD_ZONE}),
    ],
)
@pytest.mark.req("VAL-01", "VAL-18", "VAL-19")
def test_the_schema_has_pattern_mask_and_message(kind: Any, hints: dict[str, Any]) -> None:
    assert TypeAdapter(kind).json_schema() == {"type": "string"} | hints


@pytest.mark.req("VAL-12", "VAL-13")
def test_the_earliest_birth_dates() -> None:
    assert (str(EARLIEST_BIRTH_DATE), str(EARLIEST_BIRTH_DATE_IN_WIZARD)) == ("1800-01-01", "1900-01-02")


@pytest.mark.parametrize(
    ("value", "stored"), [(" a ", "a"), ("x" * 255, "x" * 255), (f"  {'x' * 255}  ", "x" * 255), ("e\u0301", "é")]
)
@pytest.mark.req("VAL-42", "VAL-44")
def test_a_short_text_is_trimmed_and_normalized(value: str, stored: str) -> None:
    assert SHORT.validate_python(value) == stored


@pytest.mark.parametrize("kind", [ShortText, OptionalShortText])
def test_a_short_text_looks_like_no_other(kind: Any) -> None:
    hidden = "\u061c\u200b\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\u2066\u2067\u2068\u2069\ufeff"
    assert TypeAdapter(kind).validate_python(f"{hidden}Ruth{hidden}Hornbeam") == "RuthHornbeam"
    joined = "\u0646\u0645\u06cc\u200c\u062e \U0001f469\u200d\u2695"
    assert TypeAdapter(kind).validate_python(joined) == joined


@pytest.mark.parametrize(
    ("adapter", "value", "expected"),
    [
        (SHORT, "", REQUIRED),
        (SHORT, " \t ", REQUIRED),
        (SHORT, "x" * 256, "Must be at most 255 characters long."),
        (TypeAdapter(OptionalShortText), "", None),
        (TypeAdapter(OptionalShortText), "x" * 256, "Must be at most 255 characters long."),
        (TypeAdapter(CommentText), "x" * 65_000, None),
        (TypeAdapter(CommentText), "x" * 65_001, "Must be at most 65000 characters long."),
        (TypeAdapter(CommentText), "   ", REQUIRED),
        (TypeAdapter(CommentText), "\u200b\u2060 \u00ad\ufeff", REQUIRED),
        (TypeAdapter(CommentText), "\u3164", REQUIRED),
        (TypeAdapter(CommentText), "\ufe0f", REQUIRED),
        (TypeAdapter(CommentText), "\u2764\ufe0f", None),
        (SHORT, "\u2800\u202e\n", REQUIRED),
        (SHORT, "\u200bWren", None),
        (SHORT, "~", None),
        (TypeAdapter(OptionalShortText), "\u200b", None),
        (TypeAdapter(Text), 5, "Enter a valid value."),
    ],
)
@pytest.mark.req("BCONST-05", "VAL-03", "VAL-04", "VAL-05", "VAL-42")
def test_texts_have_length_limits(adapter: TypeAdapter[str], value: object, expected: str | None) -> None:
    assert message(adapter, value) == expected


@pytest.mark.parametrize("kind", [Text, TrimmedText, ShortText, OptionalShortText, CommentText, PhoneNumber])
@pytest.mark.parametrize("value", ["a\x00b", "\ud800"])
def test_text_that_the_database_cannot_store_is_refused(kind: Any, value: str) -> None:
    assert message(TypeAdapter(kind), value) is not None


@pytest.mark.parametrize("kind", [TrimmedText, ShortText, OptionalShortText, CommentText])
@pytest.mark.req("VAL-05", "VAL-44")
def test_whitespace_around_a_text_is_removed(kind: Any) -> None:
    assert TypeAdapter(kind).validate_python(" a\n") == "a"


@pytest.mark.parametrize("blank", ["\x0c", "\u00a0", "\u2028", "\u2029", "\u2060", "\u3164"])
@pytest.mark.req("VAL-44")
def test_a_text_without_visible_characters_is_empty(blank: str) -> None:
    assert TypeAdapter(Text).validate_python(blank * 2) == ""
    assert TypeAdapter(Text).validate_python(f"{blank}a") == f"{blank}a"


@given(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00")), st.sampled_from("aß9é.漢🙂"))
def test_other_text_is_normalized(text: str, seen: str) -> None:
    assert TypeAdapter(Text).validate_python(text + seen) == unicodedata.normalize("NFC", text + seen)


@pytest.mark.parametrize("value", ["1951-07-09", date(1951, 7, 9)])
@pytest.mark.req("ENT-48")
def test_valid_dates(value: object) -> None:
    assert TypeAdapter(PlainDate).validate_python(value) == date(1951, 7, 9)


@pytest.mark.parametrize("value", ["07/09/1951", "1951-7-9", "2000-02-30", "1951-07-09T00:00:00Z", 0, "", None])
@pytest.mark.req("VAL-10", "ENT-48")
def test_invalid_dates_are_refused(value: object) -> None:
    assert message(TypeAdapter(PlainDate), value) == "Enter a valid date."


@pytest.mark.parametrize(
    ("value", "wire"),
    [
        ("2026-03-04T12:00:00Z", "2026-03-04T12:00:00Z"),
        ("2026-03-04T07:00:00-05:00", "2026-03-04T12:00:00Z"),
        ("2026-03-04T12:00:00.000Z", "2026-03-04T12:00:00Z"),
    ],
)
@pytest.mark.req("BENT-22", "ENT-48")
def test_a_time_is_sent_in_utc(value: str, wire: str) -> None:
    adapter: TypeAdapter[object] = TypeAdapter(UtcDateTime)
    assert adapter.dump_python(adapter.validate_python(value), mode="json") == wire


@pytest.mark.parametrize(
    "value", ["2026-03-04T12:00:00", "2026-03-04", "yesterday", "0001-01-01T00:00:00+05:00", 0, 1_700_000_000.5, True]
)
@pytest.mark.req("BENT-22", "ENT-48")
def test_invalid_times_are_refused(value: object) -> None:
    assert message(TypeAdapter(UtcDateTime), value) is not None
