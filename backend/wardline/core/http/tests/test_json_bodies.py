"""Which bodies are accepted as JSON."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wardline.core.errors import ValidationFailed
from wardline.core.http.json_bodies import (
    DEPTH_LIMIT,
    INTEGER_LIMIT,
    KEY_LENGTH_LIMIT,
    KEYS_LIMIT,
    VALUES_LIMIT,
    read_json,
)

NOT_JSON = {"body": "The request is not valid JSON."}
TOO_DEEP = {"body": "The request is nested too deeply."}
TOO_LARGE = {"body": "A number in the request is too large."}


def errors_of(body: bytes) -> dict[str, str]:
    with pytest.raises(ValidationFailed) as refused:
        read_json(body)
    return {error.field: error.message for error in refused.value.errors}


@pytest.mark.req("API-06")
@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (b"", NOT_JSON),
        (b" ", NOT_JSON),
        (b'{"a": ', NOT_JSON),
        (b"{'a': 1}", NOT_JSON),
        (b'{"a": 1}}', NOT_JSON),
        (b'{"a": 1} {"a": 1}', NOT_JSON),
        (b'{"a": 1,}', NOT_JSON),
        (b'{"a": 01}', NOT_JSON),
        (b'{"a": "\x00"}', NOT_JSON),
        (b'{"a": "\n"}', NOT_JSON),
        (b'\xef\xbb\xbf{"a": 1}', NOT_JSON),
        (b'{"a": "\xff"}', NOT_JSON),
        (b'{"a": "\xed\xa0\x80"}', NOT_JSON),
        ('{"a": 1}'.encode("utf-16"), NOT_JSON),
        (b'{"a": NaN}', NOT_JSON),
        (b"[Infinity]", NOT_JSON),
        (b"-Infinity", NOT_JSON),
        (b"1e999", TOO_LARGE),
        (b'{"a": -1e999}', TOO_LARGE),
        (b'{"a": 9007199254740992}', TOO_LARGE),
        (b'{"a": ' + b"9" * 100_000 + b"}", TOO_LARGE),
        (b'{"a": 1, "a": 1}', {"a": "Duplicate field."}),
        (b'{"b": [{"a": 1, "\\u0061": 2}]}', {"a": "Duplicate field."}),
        (b'{"\\ud800": 1, "\\ud800": 2}', {"body": "Duplicate field."}),
        (b'{"\\ud800": 1}', {"body": "Must be valid Unicode text."}),
        (b'{"Patient": [{"\\udc00": 1}]}', {"Patient.0": "Must be valid Unicode text."}),
        (b'{"Patient": {"nameGiven": ["x", "\\ud83d"]}}', {"Patient.nameGiven.1": "Must be valid Unicode text."}),
        (b'"\\ude00\\ud83d"', {"body": "Must be valid Unicode text."}),
        (b"[" * (DEPTH_LIMIT + 1) + b"]" * (DEPTH_LIMIT + 1), TOO_DEEP),
        (b'{"a":' * 40 + b"1" + b"}" * 40, TOO_DEEP),
        (b"[" * 400_000 + b"]" * 400_000, TOO_DEEP),
        (b"[" * 1_000_000, TOO_DEEP),
    ],
)
def test_ambiguous_json_is_refused(body: bytes, expected: dict[str, str]) -> None:
    assert errors_of(body) == expected


@pytest.mark.parametrize(
    ("body", "value"),
    [
        (b'"\\ud83d\\ude00"', "\U0001f600"),
        (b'{"a": "\\u0000"}', {"a": "\x00"}),
        (b" [1.5e3, -0, null, true] ", [1500.0, 0, None, True]),
        (str(-INTEGER_LIMIT).encode(), -INTEGER_LIMIT),
        (b"[" * DEPTH_LIMIT + b"]" * DEPTH_LIMIT, json.loads("[" * DEPTH_LIMIT + "]" * DEPTH_LIMIT)),
    ],
)
def test_unambiguous_json_is_accepted(body: bytes, value: Any) -> None:
    assert read_json(body) == value


keys = st.text(max_size=KEY_LENGTH_LIMIT)
valid = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-INTEGER_LIMIT, INTEGER_LIMIT)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(keys, inner, max_size=4),
    max_leaves=20,
)


@given(valid, st.booleans())
def test_every_valid_value_survives_a_round_trip(value: Any, is_ascii: bool) -> None:
    assert read_json(json.dumps(value, ensure_ascii=is_ascii).encode()) == value


@given(st.binary(max_size=200) | st.text(alphabet='[]{}:,"\\u0dD89eE+-.1Nan', max_size=200).map(str.encode))
def test_any_bytes_are_parsed_or_refused(body: bytes) -> None:
    try:
        value = read_json(body)
    except ValidationFailed as refused:
        json.dumps(refused.body(), ensure_ascii=False).encode()
    else:
        json.dumps(value, ensure_ascii=False, allow_nan=False).encode()


TOO_MANY = {"body": "The request has too many fields or values."}
MAX_LIST_LENGTH = VALUES_LIMIT - 2
"""The longest list accepted as the only value of an object."""


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ([0] * VALUES_LIMIT, None),
        ([0] * (VALUES_LIMIT + 1), TOO_MANY),
        ({"a": [0] * MAX_LIST_LENGTH}, None),
        ({"a": [0] * (MAX_LIST_LENGTH + 1)}, TOO_MANY),
        ([[]] * (VALUES_LIMIT // 2), None),
        ([[]] * (VALUES_LIMIT // 2 + 1), TOO_MANY),
        ({"a": '[{,:"\\' * 10_000, "b": ["\\", '"', '\\"', "\\\\"]}, None),
        (["\\" * 3 + '"[' * 9_999, [0] * VALUES_LIMIT], TOO_MANY),
        ({str(number): 0 for number in range(KEYS_LIMIT)}, None),
        ({str(number): 0 for number in range(KEYS_LIMIT + 1)}, TOO_MANY),
        ({"k" * KEY_LENGTH_LIMIT: 0}, None),
        ({"k" * (KEY_LENGTH_LIMIT + 1): 0}, {"body": "Unknown field."}),
    ],
)
def test_size_limits(body: Any, expected: dict[str, str] | None) -> None:
    sent = json.dumps(body, separators=(",", ":")).encode()
    if expected is None:
        assert read_json(sent) == body
    else:
        assert errors_of(sent) == expected


def test_a_call_may_allow_more_values() -> None:
    assert read_json(json.dumps([0] * 10_000).encode(), max_values=10_000) == [0] * 10_000


@given(valid, st.booleans(), st.integers(1, 20))
def test_the_count_of_values_is_exact(value: Any, is_ascii: bool, excess: int) -> None:
    several = [value] * (DEPTH_LIMIT + 1)
    body = json.dumps(several, ensure_ascii=is_ascii, separators=(",", ":")).encode()
    count = _separators(several)
    assert read_json(body, max_values=count) == several
    with pytest.raises(ValidationFailed):
        read_json(body, max_values=count - excess)


def _separators(value: Any) -> int:
    """The number of commas, colons and opening brackets."""
    if isinstance(value, dict):
        return max(2 * len(value), 1) + sum(map(_separators, value.values()))
    return max(len(value), 1) + sum(map(_separators, value)) if isinstance(value, list) else 0
