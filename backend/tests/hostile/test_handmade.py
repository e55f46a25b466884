"""The first things that an attacker tries, for every operation with input, from one table."""

import gzip
import json
import uuid
from collections.abc import Callable, Iterator
from typing import Any, Final

import pytest
from wire import RawRequest, RawResponse

from conftest import Cluster
from wardline.admin.people.importing.schemas import MAX_BODY_BYTES

from .fuzzing import check_response, operations
from .managed import FILE, IN_EACH_ROW, OF_NO_FILE, REFUSED, all_managed, four_eyes, prepare, writing
from .table import TABLE
from .world import World

JSON: Final = {"Content-Type": "application/json"}
WRONG_IDS: Final = ("x", "%00", "-1", str(2**31), "9" * 400, "1e3", "%ff", "%F0%9F%98%80", "1%20or%201=1", "%", "%zz")


WITH_BODY: Final = [name for name, call in operations().items() if call.body]
BODY_OPTIONAL: Final = {"setNotificationsNotNew", "setConsultSeen"}
"""Requests that do something else without a body, and succeed."""
WITH_IDS: Final = [name for name, call in operations().items() if call.path_parameters]
WITH_IDS_OF_OTHERS: Final = [
    name
    for name in WITH_IDS
    # Lines are everyone's, and a period's path has no id at all.
    if "{service_line_id}" not in operations()[name].path and name != "setRetentionPeriod"
]
"""Operations with ids that only some users may use; every organization has the same service lines."""
WITH_QUERY: Final = [name for name, call in operations().items() if call.query]


def test_the_table_has_every_call_with_input() -> None:
    taking = {name for name, call in operations().items() if call.body or call.query or call.path_parameters}
    assert taking == set(TABLE)


def request_to(
    world: World, name: str, ids: dict[str, str] | None = None, body: Any = ..., query: str = "", without: str = ""
) -> RawRequest:
    """A valid request, with other ids, another body or more of a query if given, and without one parameter."""
    operation = operations()[name]
    target = operation.path.format(**(world.ids_for(name) | (ids or {})))
    required = [f"{each}={value}" for each, value in world.queries.get(name, {}).items() if each != without]
    if parts := [*required, *filter(None, [query])]:
        target += "?" + "&".join(parts)
    if name not in world.bodies:
        return RawRequest(operation.method.upper(), target.encode())
    content = json.dumps(world.bodies[name] if body is ... else body).encode()
    return RawRequest(operation.method.upper(), target.encode(), content, dict(JSON))


async def refused(world: World, name: str, request: RawRequest, status: int = 400) -> dict[str, str]:
    """Check the error response and return field → message."""
    response = await world.send(TABLE[name].who, request)
    assert response.status == status, (request, response)
    check_response(operations()[name], request, response, world.writes.statements)
    return {error["field"]: error["message"] for error in response.json()["errors"]}


@pytest.mark.parametrize("name", TABLE)
async def test_the_valid_request_succeeds(world: World, name: str) -> None:
    async with world.undone():
        response = await world.send(TABLE[name].who, request_to(world, name))
    assert response.status == TABLE[name].success, response


NOT_JSON: Final = {"body": "The request is not valid JSON."}
BODIES: Final[dict[str, tuple[Callable[[bytes], bytes], dict[str, str], int, dict[str, str] | None]]] = {
    "nothing": (lambda _: b"", JSON, 400, {"body": "This field is required."}),
    "null": (lambda _: b"null", JSON, 400, None),
    "a list": (lambda valid: b"[" + valid + b"]", JSON, 400, None),
    "a text": (lambda _: b'"text"', JSON, 400, None),
    "a number": (lambda _: b"7", JSON, 400, None),
    "too much": (lambda valid: valid + b" " * MAX_BODY_BYTES, JSON, 413, {}),
    "cut short": (lambda valid: valid[:-1], JSON, 400, NOT_JSON),
    "more after it": (lambda valid: valid + valid, JSON, 400, NOT_JSON),
    "a byte order mark": (lambda valid: b"\xef\xbb\xbf" + valid, JSON, 400, NOT_JSON),
    "UTF-16": (lambda valid: valid.decode().encode("utf-16"), JSON, 400, NOT_JSON),
    "broken UTF-8": (lambda valid: valid[:-1] + b',"x":"\xc3("}', JSON, 400, NOT_JSON),
    "an encoded surrogate": (lambda valid: valid[:-1] + b',"x":"\xed\xa0\x80"}', JSON, 400, NOT_JSON),
    "a key twice": (lambda valid: valid[:-1] + b',"x":1,"x":1}', JSON, 400, {"x": "Duplicate field."}),
    "NaN": (lambda valid: valid[:-1] + b',"x":NaN}', JSON, 400, NOT_JSON),
    "infinity": (
        lambda valid: valid[:-1] + b',"x":1e999}',
        JSON,
        400,
        {"body": "A number in the request is too large."},
    ),
    "an unknown field": (lambda valid: valid[:-1] + b',"x":1}', JSON, 400, {"x": "Unknown field."}),
    "a prototype": (
        lambda valid: valid[:-1] + b',"__proto__":{"isAdmin":true}}',
        JSON,
        400,
        {"__proto__": "Unknown field."},
    ),
    "half a letter as a key": (
        lambda valid: valid[:-1] + b',"\\ud800":1}',
        JSON,
        400,
        {"body": "Must be valid Unicode text."},
    ),
    "a deep field": (
        lambda valid: valid[:-1] + b',"x":' + b"[" * 10_000 + b"]" * 10_000 + b"}",
        JSON,
        400,
        {"body": "The request is nested too deeply."},
    ),
    "no content type": (lambda valid: valid, {}, 415, {"Content-Type": "Enter a valid value."}),
    "a text's type": (
        lambda valid: valid,
        {"Content-Type": "text/plain"},
        415,
        {"Content-Type": "Enter a valid value."},
    ),
    "a form's type": (
        lambda valid: valid,
        {"Content-Type": "multipart/form-data; boundary=x"},
        415,
        {"Content-Type": "Enter a valid value."},
    ),
    "another charset": (
        lambda valid: valid,
        {"Content-Type": "application/json; charset=utf-16"},
        415,
        {"Content-Type": "Enter a valid value."},
    ),
    "compressed": (
        gzip.compress,
        JSON | {"Content-Encoding": "gzip"},
        415,
        {"Content-Encoding": "Enter a valid value."},
    ),
}


@pytest.mark.parametrize("name", WITH_BODY)
@pytest.mark.req("API-06")
async def test_a_malformed_body_is_refused(world: World, name: str) -> None:
    before = await world.rows()
    valid = request_to(world, name)
    for kind, (made, headers, status, fields) in BODIES.items():
        if name in BODY_OPTIONAL and kind in {"nothing", "null"}:
            continue
        found = await refused(
            world, name, RawRequest(valid.method, valid.target, made(valid.body), dict(headers)), status
        )
        assert fields is None or found == fields, kind
    assert await world.rows() == before


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else None
    if parts is None:
        yield path, value
        return
    for step, part in parts:
        yield from leaves(part, (*path, step))


def changed(body: Any, path: tuple[Any, ...], value: Any) -> Any:
    copy = json.loads(json.dumps(body))
    parent = copy
    for step in path[:-1]:
        parent = parent[step]
    parent[path[-1]] = value
    return copy


def _wrong(value: Any) -> tuple[Any, ...]:
    """Values of a wrong type for a field with this value; null gives no type."""
    if isinstance(value, str):
        return "a\x00b", {"odd": 1}, "\ud800", [[1]], "\x00", 7
    either = ({"odd": 1}, [[1]])
    if value is None:
        return either
    return (*either, "odd", -7) if isinstance(value, float) else (*either, "odd", 1.5, -7)


@pytest.mark.parametrize("name", WITH_BODY)
@pytest.mark.req("API-06", "VAL-43")
async def test_a_field_of_the_wrong_type_is_named(world: World, name: str) -> None:
    await _check_fields(world, name, tried=2)


@pytest.mark.soak
@pytest.mark.parametrize("name", WITH_BODY)
async def test_a_field_of_any_wrong_type_is_named(world: World, name: str) -> None:
    await _check_fields(world, name, tried=None)


async def _check_fields(world: World, name: str, *, tried: int | None) -> None:
    """With so many wrong values for each field; fields take turns with them, and a text always gets a NUL character."""
    before = await world.rows()
    body = world.bodies[name]
    for number, (path, value) in enumerate(leaves(body)):
        if path[0] in TABLE[name].ignored:
            continue
        field = ".".join(map(str, path))
        values = _wrong(value)
        first, others = (values[:1], values[1:]) if isinstance(value, str) else ((), values)
        turn = number % len(others)
        for wrong in (*first, *others[turn:], *others[:turn])[:tried]:
            found = await refused(world, name, request_to(world, name, body=changed(body, path, wrong)))
            assert any(named == field or named.startswith(f"{field}.") for named in found), (field, wrong, found)
    assert await world.rows() == before


@pytest.mark.parametrize("name", WITH_IDS)
@pytest.mark.req("API-06")
async def test_an_invalid_id_is_refused(world: World, name: str) -> None:
    for parameter in world.ids:
        if f"{{{parameter}}}" not in operations()[name].path:
            continue
        for wrong in WRONG_IDS:
            found = await refused(world, name, request_to(world, name, {parameter: wrong}))
            assert set(found) == {parameter}, (wrong, found)


@pytest.mark.parametrize("name", WITH_IDS_OF_OTHERS)
@pytest.mark.req("API-06", "PERM-08")
async def test_objects_of_others_look_like_missing_ones(world: World, name: str) -> None:
    """Trying ids reveals nothing, not even which exist."""
    before = await world.rows()
    operation = operations()[name]
    parameters = [each for each in world.ids if f"{{{each}}}" in operation.path]
    assert parameters
    for parameter in parameters:
        responses: list[RawResponse] = []
        for tried in (world.foreign[parameter], _missing(parameter)):
            request = request_to(world, name, {parameter: tried})
            responses.append(await world.send("nurse", request))
            check_response(operation, request, responses[-1], world.writes.statements)
        theirs, nothing = responses
        assert theirs.status in {403, 404}
        assert (theirs.status, theirs.body) == (nothing.status, nothing.body)
    assert await world.rows() == before


IDS_IN_BODIES: Final[dict[str, tuple[tuple[str | int, ...], str]]] = {
    "readCensus": (("ids", 0), "location_id"),
    "addFavoriteLocations": (("locationIds", 0), "location_id"),
    "createConsult": (("Encounter", "locationId"), "location_id"),
    "readConsultCards": (("ids", 0), "consult_id"),
    "joinMeeting": (("consultId",), "consult_id"),
    "deleteExternalMeeting": (("externalMeetingId",), "external_meeting_id"),
    "requestTransfer": (("preferredFacility",), "facility_id"),
    "declineTransfer": (("facilityLocation",), "facility_id"),
    "changeContacts": (("contacts", 0, "id"), "contact_id"),
    "checkCallSchedule": (("id",), "schedule_id"),
    "issueCalendarLink": (("scheduleId",), "schedule_id"),
}
NUMBERS: Final = {
    "location_id",
    "user_id",
    "facility_id",
    "organization_id",
    "place_id",
    "page_id",
    "service_line_id",
    "draft_id",
    "contact_id",
    "schedule_id",
    "calendar_id",
    "link_id",
    "change_id",
    "cover_id",
    "copy_id",
    "notice_id",
}


@pytest.mark.parametrize("name", IDS_IN_BODIES)
@pytest.mark.req("PERM-08", "API-06")
async def test_ids_of_others_in_a_body_look_like_missing_ones(world: World, name: str) -> None:
    before = await world.rows()
    path, parameter = IDS_IN_BODIES[name]
    is_number = parameter in NUMBERS
    responses = []
    for tried in (world.foreign[parameter], _missing(parameter)):
        body = changed(world.bodies[name], path, int(tried) if is_number else tried)
        responses.append(await world.send(TABLE[name].who, request_to(world, name, body=body)))
    theirs, nothing = responses
    assert theirs.status in {400, 403, 404, 409}
    assert (theirs.status, theirs.body) == (nothing.status, nothing.body)
    assert await world.rows() == before


def _missing(parameter: str) -> str:
    return "2147483647" if parameter in NUMBERS else str(uuid.uuid4())


@pytest.mark.parametrize("name", TABLE)
@pytest.mark.req("API-06")
async def test_an_invalid_query_is_refused(world: World, name: str) -> None:
    parameters = [parameter.name for parameter in operations()[name].query]
    wrong = {"other=1": "other", "a=%ff": "query", "%ed%a0%80=1": "query", "&".join(["x=1"] * 60): "query"}
    wrong |= {f"{parameter}=%00": parameter for parameter in parameters}
    wrong |= {f"{parameter}=x&{parameter}=x": parameter for parameter in parameters}
    wrong |= {f"{parameter}[]=1": f"{parameter}[]" for parameter in parameters}
    for query, field in wrong.items():
        request = request_to(world, name, query=query, without=field)
        assert set(await refused(world, name, request)) == {field}, query


@pytest.mark.parametrize("name", WITH_QUERY)
@pytest.mark.req("API-06")
async def test_a_parameter_of_the_wrong_type_is_named(world: World, name: str) -> None:
    for parameter in operations()[name].query:
        if parameter.name in {"emrId", "name", "object", "objectKind", "text"}:
            continue  # Any text is valid.
        for value in ("odd", "1.5", "-1", "99999999999999999999", "", "%F0%9F%98%80"):
            request = request_to(world, name, query=f"{parameter.name}={value}", without=parameter.name)
            assert set(await refused(world, name, request)) == {parameter.name}, value


def test_what_each_operation_does_about_managed_objects_is_listed() -> None:
    assert sorted([*REFUSED, *IN_EACH_ROW, *OF_NO_FILE]) == sorted(writing())


@pytest.mark.parametrize("name", REFUSED)
async def test_what_a_file_manages_is_changed_by_no_administrator(world: World, cluster: Cluster, name: str) -> None:
    async with world.undone():
        body = await prepare(world, name)
        before = await world.rows()
        with all_managed(cluster), four_eyes(world.app, name):
            response = await world.send(TABLE[name].who, request_to(world, name, body=body))
        assert response.status == 409, response
        refusal = response.json()
        assert (refusal["code"], refusal["file"], FILE in refusal["message"]) == ("managed_by_file", FILE, True)
        assert await world.rows() == before


async def test_a_list_of_people_changes_nobody_whom_a_file_manages(world: World, cluster: Cluster) -> None:
    file = {"text": "Username,First name,Last name,Organizations\r\nnurse,Other,Name,lakeshore\r\n"}
    async with world.undone():
        before = await world.rows()
        with all_managed(cluster):
            response = await world.send("admin", request_to(world, "checkPeopleImport", body=file))
            (row,) = response.json()["rows"]
            assert FILE in row["errors"][0]["message"]
            body = world.bodies["importPeople"] | file | {"digest": response.json()["digest"]}
            await world.send("admin", request_to(world, "importPeople", body=body))
        after = await world.rows()
        assert {table for table in after if after[table] != before[table]} <= {"people_imports"}
