"""Made-up requests for every call of the contract: valid, invalid, nearly valid, and broken on the way."""

import json
import random
import string
from collections.abc import Callable, Iterator
from functools import cache
from http import HTTPStatus
from typing import Any, Final
from urllib.parse import unquote

import pytest
import requests
import schemathesis
from committed_contract import openapi
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError
from schemathesis import Case, GenerationMode, Response
from schemathesis.schemas import APIOperation
from schemathesis.specs.openapi.checks import negative_data_rejection
from wire import Answer, Asked

from wardline.core.forms.fields import TrimmedText

from .world import PEOPLE, World

HOST: Final = "http://wardline.test"
CASES: Final = 100
"""Of a call that takes a body or a query; those with ids alone have a quarter, as there is little to make up."""
SOAKING_CASES: Final = 3_000
ALTERED: Final = 50
TOO_LARGE: Final = 413
PLACES: Final = {
    "consult_id": "c0ffee00-0000-4000-8000-000000000001",
    "encounter_id": "c0ffee00-0000-4000-8000-000000000002",
    "patient_id": "c0ffee00-0000-4000-8000-000000000003",
    "location_id": "1000000001",
    "service_line_id": "1000000002",
    "user_id": "1000000003",
    "notification_id": "c0ffee00-0000-4000-8000-000000000004",
    "meeting_id": "c0ffee00-0000-4000-8000-000000000005",
    "attendee_id": "c0ffee00-0000-4000-8000-000000000006",
}
"""What stands in a path until it is sent, for an id that only the world knows."""

_TRIMMED: Final = TypeAdapter(TrimmedText)
_QUERY_SIGNS: Final = string.ascii_letters + string.digits + "=&%+;[]/.-_~!$'()*,:@?" + "&=%" * 8

Operation = APIOperation[Any, Any, Any, Any]
_common = settings(deadline=None, suppress_health_check=list(HealthCheck))
_every_time = settings(_common, derandomize=True, database=None)
"""The same cases each time, so that nobody's change fails for a reason of last week."""
EVERY_TIME: Final = settings(_every_time, max_examples=CASES)
EVERY_TIME_WITH_IDS_ALONE: Final = settings(_every_time, max_examples=CASES // 4)
SOAKING: Final = settings(_common, max_examples=SOAKING_CASES, print_blob=True)


@cache
def operations() -> dict[str, Operation]:
    """By name."""
    schema = schemathesis.openapi.from_dict(openapi())
    found = [result.ok() for result in schema.get_all_operations()]
    return {operation.definition.raw["operationId"]: operation for operation in found}


def names(*, of_consults: bool) -> list[str]:
    """The calls that take anything, in two halves of about the same work, one for each process that tests."""
    return [
        name
        for name, operation in operations().items()
        if _takes_anything(operation) and of_consults == operation.path.startswith(("/api/consults", "/api/patient/"))
    ]


def bare_names() -> list[str]:
    """The calls that take nothing, so that whatever is sent with them is too much."""
    return [name for name, operation in operations().items() if not _takes_anything(operation)]


HIDING: Final = "signSignoffNote"
"""Calls with an answer that may be anything while another one hides it, which a schema cannot say."""


def names_with_body() -> list[str]:
    return [name for name, operation in operations().items() if operation.body]


def _takes_anything(operation: Operation) -> bool:
    return bool(operation.body or operation.query or operation.path_parameters)


async def fuzz(world: World, name: str, data: st.DataObject) -> None:
    """One request as schemathesis makes it, and everything that must hold of its answer."""
    case = data.draw(_generated(name))
    asked = _prepared(case, world.ids_for(name))
    answer = await _checked(world, name, data.draw(st.sampled_from(PEOPLE)), asked)
    is_hidden = name.startswith(HIDING) or answer.status == TOO_LARGE
    if not is_hidden and not _is_shortened(case.body) and not _is_shortened(_in_path(case)):
        case.validate_response(_described(asked, answer), checks=[negative_data_rejection])


def fuzzed(calls: list[str]) -> tuple[Callable[..., Any], Callable[..., Any], Callable[..., Any]]:
    """The tests of these calls that run every time, of those with ids alone besides, and the long version of both."""
    with_ids_alone = [name for name in calls if not (operations()[name].body or operations()[name].query)]

    @pytest.mark.req("API-06")
    @pytest.mark.parametrize("name", [name for name in calls if name not in with_ids_alone])
    @EVERY_TIME
    @given(st.data())
    async def every_time(world: World, name: str, data: st.DataObject) -> None:
        await fuzz(world, name, data)

    @pytest.mark.req("API-06")
    @pytest.mark.parametrize("name", with_ids_alone)
    @EVERY_TIME_WITH_IDS_ALONE
    @given(st.data())
    async def every_time_with_ids_alone(world: World, name: str, data: st.DataObject) -> None:
        await fuzz(world, name, data)

    @pytest.mark.soak
    @pytest.mark.parametrize("name", calls)
    @SOAKING
    @given(st.data())
    async def in_the_long_run(world: World, name: str, data: st.DataObject) -> None:
        await fuzz(world, name, data)

    return every_time, every_time_with_ids_alone, in_the_long_run


def _in_path(case: Case) -> list[str]:
    return [unquote(value) for value in case.path_parameters.values() if isinstance(value, str)]


def _is_shortened(value: Any) -> bool:
    """Whether a text in it loses blanks or is composed before it is measured, which a schema cannot say."""
    if isinstance(value, str):
        try:
            return bool(value != _TRIMMED.validate_python(value))
        except ValidationError:
            return False
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return any(map(_is_shortened, parts))


async def alter(world: World, name: str, cases: int, seed: int) -> None:
    """A body that is valid, with something wrong, odd or missing in it, or broken on the way."""
    chance = random.Random(seed)  # noqa: S311 - nothing here is secret
    operation = operations()[name]
    target = operation.path.format(**world.ids_for(name)).encode()
    for _ in range(cases):
        body = altered(world.bodies[name], chance)
        if chance.random() < 1 / 4:
            body = broken(body, chance)
        asked = Asked(operation.method.upper(), target, body, {"Content-Type": "application/json"})
        await _checked(world, name, chance.choice(PEOPLE), asked)


async def burden(world: World, name: str, cases: int, seed: int) -> None:
    """A call that takes nothing, with all kinds of queries."""
    chance = random.Random(seed)  # noqa: S311 - nothing here is secret
    operation = operations()[name]
    for _ in range(cases):
        query = "".join(chance.choices(_QUERY_SIGNS, k=chance.randrange(1, 200)))
        asked = Asked(operation.method.upper(), f"{operation.path}?{query}".encode())
        answer = await _checked(world, name, chance.choice(PEOPLE), asked)
        assert name == "getHealth" or (answer.status == 400) == bool(query.strip("&")), asked


async def _checked(world: World, name: str, who: str, asked: Asked) -> Answer:
    try:
        answer = await world.ask(who, asked)
        kept = world.kept.statements
    finally:
        await world.undo()
    # Where nobody is signed in any more, nothing is tried.
    assert answer.status != HTTPStatus.UNAUTHORIZED, asked
    check_answer(operations()[name], asked, answer, kept)
    return answer


def check_answer(operation: Operation, asked: Asked, answer: Answer, kept: list[str]) -> None:
    """Documented, of the documented shape, and nothing left behind by a refusal."""
    assert str(answer.status) in operation.definition.raw["responses"], (asked, answer)
    assert answer.status < 500, (asked, answer)
    operation.validate_response(_described(asked, answer))
    if answer.status >= 400:
        assert kept == [], (asked, answer)
        body = answer.json()
        assert all(isinstance(body[part], str) and body[part] for part in ("code", "message")), body
        assert all(error["field"] and error["message"] for error in body["errors"]), body


def _described(asked: Asked, answer: Answer) -> Response:
    request = requests.Request(asked.method, f"{HOST}{asked.target.decode('latin-1')}").prepare()
    headers = {name: [value] for name, value in answer.headers.items()}
    return Response(answer.status, headers, answer.body, request, elapsed=0, verify=False)


@cache
def _generated(name: str) -> st.SearchStrategy[Case]:
    operation = operations()[name]
    known = {name: value for name, value in PLACES.items() if f"{{{name}}}" in operation.path}
    strategies = [operation.as_strategy(generation_mode=mode) for mode in GenerationMode]
    if known:
        # Nobody hits an id by chance, so that most cases would end at the first look into the database.
        fixable = list(GenerationMode) if operation.body or operation.query else [GenerationMode.POSITIVE]
        strategies += [operation.as_strategy(generation_mode=mode, path_parameters=known) for mode in fixable]
    return st.one_of(strategies)


def _prepared(case: Case, ids: dict[str, str]) -> Asked:
    try:
        prepared = requests.Request(**case.as_transport_kwargs(base_url=HOST)).prepare()
    except (requests.RequestException, UnicodeError):
        assume(False)
    target = str(prepared.path_url)
    for name, place in PLACES.items():
        target = target.replace(place, ids[name])
    body = prepared.body or b""
    headers = {name: value for name, value in prepared.headers.items() if name != "Authorization"}
    return Asked(
        str(prepared.method), target.encode("latin-1"), body if isinstance(body, bytes) else body.encode(), headers
    )


ODD: Final[tuple[Any, ...]] = (
    None,
    True,
    False,
    0,
    -1,
    1.5,
    2**31,
    2**53,
    10**400,
    float("nan"),
    float("-inf"),
    "",
    " ",
    "0",
    "\x00",
    "a\x00b",
    "\ud800",
    "\u202e",
    "\U0001f600" * 70,
    "x" * 70_000,
    "2026-02-30",
    "9999-12-31T23:59:59-23:59",
    "c0ffee00-0000-4000-8000-000000000009",
    [],
    [None],
    [[[[]]]],
    {},
    {"": ""},
    {"a": {"a": {"a": None}}},
)


def altered(body: Any, chance: random.Random) -> bytes:
    """The body with one thing wrong, odd or missing in it."""
    *path, last = chance.choice(list(_paths(body)))
    changed = json.loads(json.dumps(body))
    parent = changed
    for step in path:
        parent = parent[step]
    match chance.choice(["replace", "replace", "replace", "remove", "add", "wrap"]):
        case "remove":
            del parent[last]
        case "add" if isinstance(parent, dict):
            parent[chance.choice(["", "a", "\x00", "\ud800", "__proto__", "id"])] = chance.choice(ODD)
        case "wrap":
            parent[last] = [parent[last]]
        case _:
            parent[last] = chance.choice(ODD)
    return json.dumps(changed).encode()


def _paths(value: Any) -> Iterator[tuple[Any, ...]]:
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for step, part in parts:
        yield (step,)
        for rest in _paths(part):
            yield step, *rest


def broken(body: bytes, chance: random.Random) -> bytes:
    """The body with a few bytes lost and others in their place."""
    cut = chance.randrange(len(body) + 1)
    return body[:cut] + chance.randbytes(chance.randrange(5)) + body[cut + chance.randrange(5) :]
