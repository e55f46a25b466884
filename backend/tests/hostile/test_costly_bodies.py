"""What a body costs the event loop before it is refused, and the largest bodies that must be accepted.

CPU time is measured relative to what the standard library needs for a megabyte of lists.
"""

import json
import time
from collections.abc import Iterator
from typing import Any, Final

import pytest
from committed_contract import openapi
from wire import RawRequest, RawResponse

from wardline.core.forms.fields import COMMENT_LIMIT
from wardline.core.http.body_limits import BODY_LIMIT_BYTES
from wardline.core.http.json_bodies import KEY_LENGTH_LIMIT, KEYS_LIMIT, VALUES_LIMIT
from wardline.core.security.rate_limits import RateLimiter
from wardline.core.text.rich_text import LINES_LIMIT, MARKUP_LENGTH, stored_cap
from wardline.service_lines.base.stroke_note.schemas import SECTION_LIMIT

from .table import TABLE
from .test_handmade import request_to
from .world import World

MAX_COST: Final = 0.5
"""Relative to parsing a megabyte of lists, which takes about 70 ms without garbage collection."""
MAX_RESPONSE_BYTES: Final = 8_000
"""The size limit of an error response."""
MANY: Final = "The request has too many fields or values."
DEEP: Final = "The request is nested too deeply."
NOT_JSON: Final = "The request is not valid JSON."
LARGE: Final = "A number in the request is too large."
UNICODE: Final = "Must be valid Unicode text."
TWICE: Final = "Duplicate field."
FLOOD: Final = "Some fields need attention. Showing the first "


def _full(part: bytes, *, before: bytes = b"", after: bytes = b"") -> bytes:
    """As many repetitions as fit into a body."""
    return before + part * ((BODY_LIMIT_BYTES - len(before) - len(after)) // len(part)) + after


def _keys(count: int) -> bytes:
    return json.dumps({f"a{number}": 1 for number in range(count)}, separators=(",", ":")).encode()


LISTS: Final = _full(b"[" * 30 + b"]" * 30 + b",", before=b"[", after=b"0]")
HOSTILE: Final[dict[str, tuple[bytes, str]]] = {
    "deep lists": (b"[" * 500_000 + b"]" * 500_000, DEEP),
    "lists that never end": (b"[" * BODY_LIMIT_BYTES, DEEP),
    "deep objects": (b'{"a":' * 150_000 + b"1" + b"}" * 150_000, MANY),
    "deep in an unknown field": (b'{"x":' + b"[" * 33 + b"]" * 33 + b"}", DEEP),
    "many lists, each as deep as may be": (LISTS, MANY),
    "wide lists": (_full(b"[],", before=b'{"x":[', after=b"0]}"), MANY),
    "wide objects": (_full(b"{},", before=b'{"x":[', after=b"0]}"), MANY),
    "numbers": (_full(b"1,", before=b'{"x":[', after=b"0]}"), MANY),
    "empty texts": (_full(b'"",', before=b'{"x":[', after=b"0]}"), MANY),
    "80,000 unknown fields": (_keys(80_000), MANY),
    "unknown fields as many as may be": (_keys(KEYS_LIMIT), FLOOD),
    "the same field again and again": (_full(b'"a":1,', before=b"{", after=b'"a":1}'), MANY),
    "the same field some hundred times": (b'{"a":1' + b',"a":1' * 400 + b"}", TWICE),
    "a long number": (_full(b"9", before=b'{"x":', after=b"}"), LARGE),
    "a long fraction": (_full(b"1", before=b'{"x":0.', after=b"}"), "Unknown field."),
    "a number beyond all": (_full(b"9", before=b'{"x":1e', after=b"}"), LARGE),
    "a long text": (_full(b"x", before=b'{"x":"', after=b'"}'), "Unknown field."),
    "a long key": (_full(b"x", before=b'{"', after=b'":1}'), "Unknown field."),
    "brackets in a text": (_full(b"[{,:", before=b'{"x":"', after=b'"}'), "Unknown field."),
    "quotes in a text": (_full(b'\\"', before=b'{"x":"', after=b'"}'), "Unknown field."),
    "backslashes in a text": (_full(b"\\\\", before=b'{"x":"', after=b'"}'), "Unknown field."),
    "escapes": (_full(b"\\u00e9", before=b'{"x":"', after=b'"}'), "Unknown field."),
    "pairs": (_full(b"\\ud83e\\udde0", before=b'{"x":"', after=b'"}'), "Unknown field."),
    "halves of pairs": (_full(b"\\ud83e", before=b'{"x":"', after=b'"}'), UNICODE),
    "quotes alone": (b'"' * BODY_LIMIT_BYTES, NOT_JSON),
    "backslashes alone": (b"\\" * BODY_LIMIT_BYTES, NOT_JSON),
    "broken UTF-8": (_full(b"\xc3(", before=b'{"x":"', after=b'"}'), NOT_JSON),
    "UTF-16": (('{"x":"' + "x" * 400_000 + '"}').encode("utf-16"), NOT_JSON),
    "a text that never ends": (_full(b",", before=b'{"x":"'), NOT_JSON),
    "a text that ended too early": (_full(b"[", before=b'{"x":"\\\\"'), DEEP),
}
"""By name: the body, and the text in its error response, as its message or at a field."""
CALLS: Final = ("giveFeedback", "editPatient", "createLocation", "searchConsults", "saveSignoffNote")


@pytest.fixture(scope="module")
def baseline() -> float:
    spent = []
    for _ in range(5):
        started_at = time.process_time()
        json.loads(LISTS)
        spent.append(time.process_time() - started_at)
    return min(spent)


async def _cost(world: World, name: str, body: bytes) -> tuple[RawResponse, float]:
    """The response, and the shortest of three CPU times."""
    request = request_to(world, name)
    spent = []
    for _ in range(3):
        started_at = time.process_time()
        response = await world.send(TABLE[name].who, RawRequest(request.method, request.target, body, request.headers))
        spent.append(time.process_time() - started_at)
    return response, min(spent)


@pytest.mark.parametrize("name", CALLS)
@pytest.mark.req("API-06")
async def test_refusing_a_body_is_cheap(world: World, name: str, baseline: float) -> None:
    before = await world.rows()
    found = {}
    for kind, (body, message) in HOSTILE.items():
        response, seconds = await _cost(world, name, body)
        refusal = response.json()
        sentences = [refusal["message"], *(error["message"] for error in refusal["errors"])]
        has_message = any(sentence.startswith(message) for sentence in sentences)
        if (
            response.status != 400
            or not has_message
            or len(response.body) > MAX_RESPONSE_BYTES
            or seconds > MAX_COST * baseline
        ):
            found[kind] = (response.status, len(response.body), response.body[:200], seconds / baseline)
    assert found == {}
    assert await world.rows() == before


NOTES: Final[dict[str, Any]] = {
    "line ends": "\n" * 450_000,
    "tags": "<b>" * 300_000,
    "paragraphs": "<p>x" * 240_000,
    "marks in a row": "a" + "\u0301\u0316" * 200_000,
    "lines that are none": {"lines": [1] * 60_000},
    "lines with unknown fields": {"lines": [{f"a{number}": 1 for number in range(KEYS_LIMIT)}] * 150},
}


@pytest.mark.parametrize("kind", NOTES)
async def test_refusing_the_text_of_a_note_is_cheap(world: World, kind: str, baseline: float) -> None:
    before = await world.rows()
    content = json.dumps({"docType": "Note", "content": {"hpi": NOTES[kind]}}, ensure_ascii=False).encode()
    assert len(content) <= BODY_LIMIT_BYTES
    response, seconds = await _cost(world, "saveSignoffNote", content)
    assert (response.status, len(response.body) < MAX_RESPONSE_BYTES) == (400, True), response.body[:300]
    assert all(error["field"].startswith("content.hpi") for error in response.json()["errors"])
    assert seconds < MAX_COST * baseline
    assert await world.rows() == before


async def test_a_comment_of_brackets_quotes_and_backslashes_is_accepted(world: World) -> None:
    async with world.undone():
        message = '[{,:"\\' * (COMMENT_LIMIT // 6)
        request = request_to(world, "addUpdate", body={"message": message, "alert": False})
        response = await world.send("nurse", request)
    assert (response.status, response.json()["message"]) == (201, message)


RUNS: Final = (stored_cap(SECTION_LIMIT) - LINES_LIMIT * MARKUP_LENGTH) // (MARKUP_LENGTH + 1)
SECTIONS: Final = ("hpi", "exam", "labs", "imaging", "transfer")


def _longest_text() -> dict[str, Any]:
    """The maximum number of lines of a section, and as many runs as then fit."""
    runs = [{"text": "x", "bold": bool(number % 2), "italic": False} for number in range(RUNS)]
    line = {"kind": "paragraph", "indent": 0}
    return {"lines": [{**line, "runs": runs}, *[{**line, "runs": []}] * (LINES_LIMIT - 1)]}


async def test_the_longest_note_can_be_saved(world: World) -> None:
    content = dict.fromkeys(SECTIONS, _longest_text()) | {"thrombolytic": {"recommendations": _longest_text()}}
    async with world.undone():
        response = await world.send(
            "neuro", request_to(world, "saveSignoffNote", body={"docType": "Note", "content": content})
        )
    assert response.status == 200, response.body[:300]
    assert response.json()["documentVersions"][0]["content"]["hpi"] == _longest_text()


LIMITED_BY_RULES: Final = {"addStrokeNote", "saveSignoffNote", "signSignoffNote", "signSignoffNoteAcuteStroke"}
"""The length of a note is limited by its rules and not in the contract; see above."""


def test_every_body_of_the_contract_is_within_the_limits() -> None:
    document = openapi()
    bodies = {
        call["operationId"]: call["requestBody"]["content"]["application/json"]["schema"]
        for methods in document["paths"].values()
        for call in methods.values()
        if "requestBody" in call
    }
    counts = {name: _max_values(schema, document["components"]["schemas"]) for name, schema in bodies.items()}
    assert {
        name: values for name, values in counts.items() if values > VALUES_LIMIT and name not in LIMITED_BY_RULES
    } == {}
    assert max(counts.values()) > VALUES_LIMIT / 4, "the limit could be lower"
    fields = [schema.get("properties", {}) for schema in document["components"]["schemas"].values()]
    assert max(map(len, fields)) <= KEYS_LIMIT
    assert max(len(name) for names in fields for name in names) <= KEY_LENGTH_LIMIT


def _max_values(schema: dict[str, Any], named: dict[str, Any]) -> int:
    """The maximum number of keys and values that it allows; a value without a schema counts as one."""
    while "$ref" in schema:
        schema = named[schema["$ref"].rpartition("/")[2]]
    kinds = schema.get("anyOf", schema.get("oneOf"))
    if kinds is not None:
        return max(_max_values(kind, named) for kind in kinds)
    if schema.get("type") == "array":
        return 1 + schema.get("maxItems", 1) * _max_values(schema["items"], named)
    return 1 + sum(1 + _max_values(part, named) for part in schema.get("properties", {}).values())


FORBIDDEN_TO: Final = {"createLocation": "nurse", "searchAuditEntries": "psych", "searchTransfers": "admin"}
"""A user who may not make the request, by operation."""


@pytest.mark.parametrize("name", FORBIDDEN_TO)
@pytest.mark.req("API-06")
async def test_a_body_is_not_parsed_for_users_who_may_not_make_the_call(world: World, name: str) -> None:
    request = request_to(world, name)
    responses = [
        await world.send(FORBIDDEN_TO[name], RawRequest(request.method, request.target, body, request.headers))
        for body in (request.body, b"{", LISTS)
    ]
    assert [(response.status, response.json()["code"]) for response in responses] == [(403, "forbidden")] * 3


@pytest.fixture
def allowed(world: World) -> Iterator[int]:
    """The rate limit of costly requests."""
    unlimited = world.app.state.rate_limiter
    world.app.state.rate_limiter = RateLimiter(2)
    yield 2
    world.app.state.rate_limiter = unlimited


@pytest.mark.req("API-06")
async def test_a_body_is_not_parsed_over_the_rate_limit(world: World, allowed: int) -> None:
    request = request_to(world, "giveFeedback")
    async with world.undone():
        sent = [request.body] * allowed + [b"{", LISTS]
        responses = [
            await world.send("nurse", RawRequest(request.method, request.target, body, request.headers))
            for body in sent
        ]
    assert [response.status for response in responses] == [201] * allowed + [429, 429]
