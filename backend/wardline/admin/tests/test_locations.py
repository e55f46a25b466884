"""Administrators create locations and replace their fields."""

import asyncio
from dataclasses import replace
from typing import Any

import httpx
import orjson
import pytest
from bodies import Bodies
from fastapi import FastAPI
from sent_statements import recorded_statements
from sqlalchemy import text
from sqlalchemy.exc import ProgrammingError
from sqlalchemy.ext.asyncio import AsyncSession

from conftest import CheckIn, RolledBackDatabase, SignIn
from wardline.admin.places.locations.service import create_location, replace_location
from wardline.admin.places.schemas import LocationFields, NewLocation
from wardline.core.db.database import Database
from wardline.core.errors import Forbidden, NotFound
from wardline.directory.loading import load_by_subject
from wardline.places.repository import PlacesRepository

CODES = {"code": "lakeshore-general-new"}
PROTOCOL = Bodies.LOCATION["TransferProtocols"][0]


@pytest.fixture
def admin(sign_in: SignIn) -> httpx.AsyncClient:
    return sign_in("admin")


@pytest.fixture
async def facility(admin: httpx.AsyncClient) -> dict[str, Any]:
    facilities = (await admin.get("/facilities")).json()
    found: dict[str, Any] = next(each for each in facilities if each["facilityName"] == "Lakeshore General Hospital")
    return found


@pytest.fixture
def new(facility: dict[str, Any]) -> dict[str, Any]:
    return Bodies.LOCATION | CODES | {"facilityId": facility["id"]}


async def _named(client: httpx.AsyncClient, name: str) -> dict[str, Any]:
    locations = (await client.get("/locations", params={"pageSize": 100})).json()
    found: dict[str, Any] = next(each for each in locations if each["displayName"] == name)
    return found


def _written(location: dict[str, Any]) -> dict[str, Any]:
    """The response for the fields that were written; lines have their own request."""
    return {name: location[name] for name in Bodies.LOCATION if name != "serviceLineIds"}


async def _lines(client: httpx.AsyncClient, location_id: int) -> set[int]:
    return {line["id"] for line in (await client.get(f"/service-lines/location/{location_id}")).json()}


@pytest.mark.req("API-55", "ENT-23", "ENT-24", "ENT-25", "ENT-21")
async def test_a_new_location_is_visible_to_everyone_in_the_organization(
    admin: httpx.AsyncClient, client: httpx.AsyncClient, sign_in: SignIn, new: dict[str, Any], facility: dict[str, Any]
) -> None:
    features = Bodies.LOCATION["FeaturesByLocations"]
    others = {name: not value if isinstance(value, bool) else value for name, value in features.items()}
    changed = {"emrIntegrated": False, "FeaturesByLocations": others}
    response = await admin.post("/locations", json=new | changed)
    assert response.status_code == 201, response.text
    location = response.json()
    sent = Bodies.LOCATION | changed
    assert _written(location) == {name: value for name, value in sent.items() if name != "serviceLineIds"}
    assert location["facilityName"] == facility["facilityName"]
    words = f"Lakeshore Health Network {facility['facilityName']} Inpatient"
    assert location["orgFacilityLocType"] == words
    assert location["orgFacilityLocTypeSearch"] == f"{words} New Ward Lakeshore General - New Ward".casefold()
    path = f"/locations/{location['id']}"
    assert (await client.get(path)).json() == location
    assert location["id"] in {each["id"] for each in (await client.get("/locations/active")).json()}
    assert await _lines(client, location["id"]) == {2, 3}
    assert (await sign_in("elsewhere").get(path)).status_code == 404
    (entry, *_) = (await admin.get("/audit")).json()["entries"]
    assert (entry["action"], entry["user"]["username"], entry["status"]) == ("createLocation", "admin", 201)
    assert entry["organizationIds"] == [location["organizationsId"]]


@pytest.mark.req("API-56", "ENT-21", "ENT-22", "ENT-24", "ENT-25")
async def test_every_field_is_replaced(admin: httpx.AsyncClient, client: httpx.AsyncClient) -> None:
    before = await _named(client, "Lakeshore General - Emergency Department")
    assert len(before["VidyoRooms"]) == 2
    response = await admin.put(f"/locations/{before['id']}", json=Bodies.LOCATION)
    assert response.status_code == 200, response.text
    after = response.json()
    assert _written(after) == {name: value for name, value in Bodies.LOCATION.items() if name != "serviceLineIds"}
    assert (after["id"], after["facilityName"]) == (before["id"], before["facilityName"])
    assert (await client.get(f"/locations/{before['id']}")).json() == after
    assert await _lines(client, before["id"]) == {2, 3}
    bare = Bodies.LOCATION | {
        "hospitalName": None, "emrIntegrated": False, "emrCode": None, "active": False,
        "serviceLineIds": [], "VidyoRooms": [], "TransferProtocols": [],
    }  # fmt: skip
    bare["FeaturesByLocations"] = bare["FeaturesByLocations"] | {"configurablePatientNumber": None}
    emptied = await admin.put(f"/locations/{before['id']}", json=bare)
    assert _written(emptied.json()) == {name: value for name, value in bare.items() if name != "serviceLineIds"}
    assert await _lines(client, before["id"]) == set()
    assert before["id"] not in {each["id"] for each in (await client.get("/locations/active")).json()}
    (entry, *_) = (await admin.get("/audit")).json()["entries"]
    assert (entry["action"], entry["organizationIds"]) == ("replaceLocation", [before["organizationsId"]])


@pytest.mark.parametrize("username", ["nurse", "psych", "coordinator", "reporting"])
@pytest.mark.req("API-55", "API-56")
async def test_only_administrators_write_locations(
    client: httpx.AsyncClient, sign_in: SignIn, new: dict[str, Any], username: str
) -> None:
    user_client, location = sign_in(username), (await client.get("/locations/me")).json()[0]
    created = await user_client.post("/locations", json=new)
    replaced = await user_client.put(f"/locations/{location['id']}", json=Bodies.LOCATION)
    assert [(response.status_code, response.json()["code"]) for response in (created, replaced)] == [
        (403, "forbidden")
    ] * 2
    assert (await client.get(f"/locations/{location['id']}")).json() == location


@pytest.mark.req("API-55", "API-56")
async def test_only_locations_of_own_organizations_are_written(session: AsyncSession) -> None:
    """An administrator who is on call for another organization can view its places but not change them."""
    admin = await load_by_subject(session, "admin")
    assert admin is not None
    facilities = {
        facility.code: facility for facility in await PlacesRepository(session).facilities_in(admin.organization_ids)
    }
    own, foreign = facilities["lakeshore-general"], facilities["summit-ridge"]
    of_one = replace(
        admin,
        organization_ids=frozenset({own.organization_id}),
        served_organization_ids=frozenset({foreign.organization_id}),
    )
    theirs = next(place for place in await PlacesRepository(session).locations(admin) if place.facility is foreign)
    new = Bodies.LOCATION | CODES | {"facilityId": foreign.id}
    with pytest.raises(Forbidden):
        await create_location(session, NewLocation.model_validate(new), by=of_one)
    with pytest.raises(Forbidden):
        await replace_location(session, theirs.id, LocationFields.model_validate(Bodies.LOCATION), by=of_one)
    with pytest.raises(NotFound):
        await replace_location(
            session,
            theirs.id,
            LocationFields.model_validate(Bodies.LOCATION),
            by=replace(of_one, served_organization_ids=frozenset()),
        )
    assert await create_location(session, NewLocation.model_validate(new | {"facilityId": own.id}), by=of_one)


@pytest.mark.parametrize(
    ("changes", "code", "field"),
    [
        ({"code": "lakeshore-general-ed"}, "code_taken", "code"),
        ({"unit": "Emergency Department"}, "unit_taken", "unit"),
        ({"emrCode": "ED"}, "emr_code_taken", "emrCode"),
    ],
)
@pytest.mark.req("API-55", "API-56")
async def test_values_of_another_location_are_refused(
    admin: httpx.AsyncClient, new: dict[str, Any], changes: dict[str, str], code: str, field: str
) -> None:
    before = (await admin.get("/locations", params={"pageSize": 100})).json()
    refusals = [await admin.post("/locations", json=new | changes)]
    if field != "code":
        other = await _named(admin, "Lakeshore General - 3 East Surgical")
        refusals.append(await admin.put(f"/locations/{other['id']}", json=Bodies.LOCATION | changes))
    for refused in refusals:
        assert (refused.status_code, refused.json()["code"]) == (409, code)
        assert [error["field"] for error in refused.json()["errors"]] == [field]
    assert (await admin.get("/locations", params={"pageSize": 100})).json() == before
    own = await _named(admin, "Lakeshore General - Emergency Department")
    if field != "code":
        unchanged = await admin.put(f"/locations/{own['id']}", json=Bodies.LOCATION | changes)
        assert unchanged.status_code == 200, "its own name and EMR code do not conflict"


@pytest.mark.req("API-55", "API-56")
async def test_an_emr_code_is_one_locations_among_those_in_use(admin: httpx.AsyncClient, new: dict[str, Any]) -> None:
    """So that a unit can be set up beside the one that it will follow."""
    follows = {"emrCode": "ED"}
    created = await admin.post("/locations", json=new | follows | {"active": False})
    assert (created.status_code, created.json()["active"]) == (201, False), created.text
    former = await _named(admin, "Lakeshore General - Emergency Department")
    path, opened = f"/locations/{created.json()['id']}", Bodies.LOCATION | follows
    refused = await admin.put(path, json=opened)
    assert (refused.status_code, refused.json()["code"]) == (409, "emr_code_taken")
    closed = Bodies.LOCATION | follows | {"unit": former["unit"], "active": False}
    assert (await admin.put(f"/locations/{former['id']}", json=closed)).status_code == 200
    assert (await admin.put(path, json=opened)).status_code == 200


@pytest.mark.parametrize(
    ("changes", "errors"),
    [
        ({"unit": " "}, {"unit": "This field is required."}),
        ({"displayName": "x" * 256}, {"displayName": "Must be at most 255 characters long."}),
        ({"locationType": {"name": ""}}, {"locationType.name": "This field is required."}),
        ({"timeZone": "America/Chicargo"}, {"timeZone": "Enter a time zone, for example America/New_York."}),
        ({"phoneNumberAtLocation": "555"}, {"phoneNumberAtLocation": "Enter a valid phone number."}),
        ({"emrCode": None}, {"emrCode": "This field is required."}),
        ({"serviceLineIds": [3, 99]}, {"serviceLineIds.1": "Enter a valid value."}),
        ({"serviceLineIds": [3, 3]}, {"serviceLineIds": "Remove duplicates."}),
        ({"VidyoRooms": [{"name": "A", "phoneNumber": None}] * 2}, {"VidyoRooms": "Remove duplicates."}),
        ({"TransferProtocols": [PROTOCOL, PROTOCOL | {"transferTo": "Elsewhere"}]},
         {"TransferProtocols": "Remove duplicates."}),
        ({"active": "yes", "unit": ""}, {"active": "Enter a valid value.", "unit": "This field is required."}),
        ({"code": "New Ward"}, {"code": "Use lowercase letters, digits, and single hyphens between them."}),
        ({"facilityId": 999_999}, {"facilityId": "Enter a valid value."}),
    ],
)  # fmt: skip
@pytest.mark.req("API-55", "API-56", "VAL-43", "VAL-01", "VAL-44")
async def test_each_field_at_fault_is_named(
    admin: httpx.AsyncClient, new: dict[str, Any], changes: dict[str, Any], errors: dict[str, str]
) -> None:
    created = await admin.post("/locations", json=new | changes)
    assert created.status_code == 400
    assert {error["field"]: error["message"] for error in created.json()["errors"]} == errors
    if not set(changes) & {"code", "facilityId"}:
        location = await _named(admin, "Lakeshore General - Emergency Department")
        replaced = await admin.put(f"/locations/{location['id']}", json=Bodies.LOCATION | changes)
        assert (replaced.status_code, replaced.json()["errors"]) == (400, created.json()["errors"])


@pytest.mark.parametrize(
    ("changes", "field", "message"),
    [
        ({"regexString": "([0-9]+)+"}, "regexString", "the expression can be very slow"),
        ({"mask": {"min": 5, "max": 3, "token": "#"}}, "mask", "min 5 is more than max 3"),
        ({"mask": {"min": 1, "max": 3, "token": "?"}}, "mask.token", "Enter a valid value."),
        ({"mask": " "}, "mask", "This field is required."),
        ({"label": ""}, "label", "This field is required."),
    ],
)
@pytest.mark.req("API-56", "VAL-21", "API-55", "ENT-25", "ENT-26")
async def test_a_patient_number_must_be_usable_in_forms(
    admin: httpx.AsyncClient, new: dict[str, Any], changes: dict[str, Any], field: str, message: str
) -> None:
    features = Bodies.LOCATION["FeaturesByLocations"]
    number = features["configurablePatientNumber"] | changes
    new["FeaturesByLocations"] = features | {"configurablePatientNumber": number}
    refused = await admin.post("/locations", json=new)
    (error,) = refused.json()["errors"]
    assert (refused.status_code, error["field"]) == (400, f"FeaturesByLocations.configurablePatientNumber.{field}")
    assert error["message"].startswith(message)


@pytest.mark.req("API-56")
async def test_code_and_facility_stay(admin: httpx.AsyncClient, database: RolledBackDatabase) -> None:
    location = await _named(admin, "Lakeshore General - Emergency Department")
    for name, value in {"code": "other", "facilityId": 2}.items():
        refused = await admin.put(f"/locations/{location['id']}", json=Bodies.LOCATION | {name: value})
        assert refused.json()["errors"] == [{"field": name, "message": "Unknown field."}]
    for column in ("id", "code", "facility_id"):
        async with database.session() as session:
            with pytest.raises(ProgrammingError, match="permission denied"):
                await session.execute(text(f"update location_units set {column} = {column}"))  # noqa: S608 - our own


@pytest.mark.req("API-03", "API-55")
async def test_a_repeat_creates_nothing_more(admin: httpx.AsyncClient, new: dict[str, Any]) -> None:
    keyed = {"Idempotency-Key": "pressed-twice"}
    first, again = [await admin.post("/locations", json=new, headers=keyed) for _ in range(2)]
    assert (first.status_code, again.status_code, again.json()) == (201, 201, first.json())


@pytest.mark.req("API-55")
async def test_of_two_simultaneous_locations_with_one_code_one_wins(
    bare_app: FastAPI, cloned: tuple[str, str], sign_in: SignIn
) -> None:
    admin = sign_in("admin")
    bare_app.state.database = database = Database(cloned[0])
    facility_id = (await admin.get("/facilities")).json()[0]["id"]
    bodies = [
        Bodies.LOCATION | CODES | {"facilityId": facility_id, "unit": unit, "emrCode": unit} for unit in ("A", "B", "C")
    ]
    responses = await asyncio.gather(*(admin.post("/locations", json=body) for body in bodies))
    assert sorted(response.status_code for response in responses) == [201, 409, 409]
    await database.close()


@pytest.mark.req("API-55", "API-56")
async def test_users_on_call_for_its_lines_follow_the_change(
    admin: httpx.AsyncClient, check_in: CheckIn, new: dict[str, Any]
) -> None:
    """The organizations that a user serves depend on where a line may be requested."""
    psych = await check_in("psych", line="tele-psych")
    psych_id, published = (await psych.get("/me")).json()["id"], list[dict[str, Any]]()

    def record(statement: str, parameters: Any) -> None:
        if "pg_notify" in statement:
            _, sent = parameters.values() if isinstance(parameters, dict) else parameters
            messages = map(orjson.loads, [sent] if isinstance(sent, str) else sent)
            published.extend(message for message in messages if "rooms_of" in message)

    with recorded_statements(record):
        location = (await admin.post("/locations", json=new)).json()
        assert published == [{"rooms_of": psych_id}]
        await admin.put(f"/locations/{location['id']}", json=Bodies.LOCATION)
        assert len(published) == 1, "the lines are as they were"
        await admin.put(f"/locations/{location['id']}", json=Bodies.LOCATION | {"serviceLineIds": [2]})
    assert published == [{"rooms_of": psych_id}] * 2
