"""Reference data about places and service lines."""

from typing import Any, Final

import httpx
import pytest
from sqlalchemy import update
from sqlalchemy.ext.asyncio import AsyncSession

from conftest import SignIn
from wardline.access.current_user import CurrentUser
from wardline.places.models import LocationUnit
from wardline.places.repository import PlacesRepository


@pytest.mark.req("API-07", "API-08", "ENT-44", "API-05")
async def test_facilities_and_their_types(client: httpx.AsyncClient) -> None:
    facilities = (await client.get("/facilities")).json()
    types = (await client.get("/facility-types")).json()
    assert all(set(kind) == {"id", "name"} for kind in types)
    assert [kind["name"] for kind in types] == [
        "Community Hospital",
        "Comprehensive Stroke Center",
        "Critical Access Hospital",
        "Primary Stroke Center",
        "Rehabilitation Hospital",
    ]
    ids = {kind["name"]: kind["id"] for kind in types}
    assert [facility["facilityName"] for facility in facilities] == [
        "Alder Creek Community Hospital",
        "Coral Cape Rehabilitation Hospital",
        "Driftwood Point Hospital",
        "Fernwood Critical Access Hospital",
        "Lakeshore General Hospital",
        "Mesa Verbena Hospital",
        "Millstone Valley Hospital",
        "Summit Ridge Medical Center",
    ]
    of_name = {facility["facilityName"]: facility for facility in facilities}
    assert len({facility.pop("id") for facility in facilities}) == len(facilities)
    assert of_name["Lakeshore General Hospital"] == {
        "facilityName": "Lakeshore General Hospital",
        "facilityInfo": "Thrombectomy around the clock. Call the transfer line before the helicopter leaves.",
        "facilityType": {"id": ids["Comprehensive Stroke Center"], "name": "Comprehensive Stroke Center"},
        "fieldFlags": {"requiresAcceptingAttending": True, "requiresOtherFacility": False},
    }
    assert of_name["Fernwood Critical Access Hospital"] == {
        "facilityName": "Fernwood Critical Access Hospital",
        "facilityInfo": None,
        "facilityType": {"id": ids["Critical Access Hospital"], "name": "Critical Access Hospital"},
        "fieldFlags": {"requiresAcceptingAttending": False, "requiresOtherFacility": True},
    }


@pytest.mark.req("API-45", "ENT-43", "ENT-23", "ENT-24", "ENT-25")
async def test_locations_in_pages(client: httpx.AsyncClient) -> None:
    everything = (await client.get("/locations", params={"pageSize": 100})).json()
    pages = [
        location
        for page in (1, 2, 3)
        for location in (await client.get("/locations", params={"page": page, "pageSize": 5})).json()
    ]
    assert pages == everything[:15]
    assert {place["OrganizationLocation"]["organization"]["name"] for place in everything} == {
        "Lakeshore Health Network"
    }
    assert everything == sorted(everything, key=lambda place: place["displayName"])
    location = everything[0]
    assert {"id", "displayName", "phoneNumberAtLocation", "unit", "facilityName"} <= location.keys()
    assert {"orgFacilityLocType", "orgFacilityLocTypeSearch", "emrIntegrated", "emrCode"} <= location.keys()
    (location,) = (found for found in everything if found["displayName"] == "Millstone Valley - Emergency Department")
    names = ("facilityName", "unit", "phoneNumberAtLocation", "emrIntegrated", "emrCode")
    assert [location[name] for name in names] == [
        "Millstone Valley Hospital", "Emergency Department", "(555) 016-5100", True, "demo-slow",
    ]  # fmt: skip
    assert location["locationType"] == {"name": "Emergency Department"}
    assert location["orgFacilityLocType"] == "Lakeshore Health Network Millstone Valley Hospital Emergency Department"
    assert {"lakeshore", "millstone", "emergency"} <= set(location["orgFacilityLocTypeSearch"].split())
    features = [found["FeaturesByLocations"] for found in everything]
    for flag in ("collectPatientSex", "collectPatientEnumber", "collectHospitalName", "collectFaxNumber"):
        assert {feature[flag] for feature in features} == {True, False}, flag
    numbers = [feature["configurablePatientNumber"] for feature in features if feature["configurablePatientNumber"]]
    assert set(numbers[0]) == {
        "collect", "optional", "label", "labelKey", "feedback", "feedbackKey", "regexString", "mask", "inputmode",
    }  # fmt: skip


@pytest.mark.req("API-45", "API-04")
async def test_the_first_25_locations_are_returned_by_default(
    client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    pages: list[dict[str, int]] = []

    async def locations(_repository: PlacesRepository, _user: CurrentUser, **asked_for: Any) -> list[LocationUnit]:
        pages.append({name: value for name, value in asked_for.items() if name.startswith("page")})
        return []

    monkeypatch.setattr(PlacesRepository, "locations", locations)
    for params in ({}, {"page": 2}, {"pageSize": 7}):
        assert (await client.get("/locations", params=params)).status_code == 200
    assert pages == [{"page": 1, "page_size": 25}, {"page": 2, "page_size": 25}, {"page": 1, "page_size": 7}]
    for no_page in ({"page": 0}, {"pageSize": 0}, {"pageSize": 101}):
        assert (await client.get("/locations", params=no_page)).status_code == 400
    assert len(pages) == 3
    for path in ("/locations/me", "/locations/active", "/otg/locations"):
        assert (await client.get(path)).status_code == 200
        assert pages.pop() == {}, path


@pytest.mark.req("API-04", "API-45")
async def test_the_next_page_of_locations_continues_where_the_previous_one_ends(client: httpx.AsyncClient) -> None:
    first, second = [(await client.get("/locations", params={"page": page, "pageSize": 3})).json() for page in (1, 2)]
    assert first + second == (await client.get("/locations", params={"pageSize": 6})).json()


@pytest.mark.req("ENT-26", "ENT-25")
async def test_both_kinds_of_masks_are_in_use(sign_in: SignIn) -> None:
    masks = []
    for name in ("nurse", "elsewhere"):
        locations = (await sign_in(name).get("/locations", params={"pageSize": 100})).json()
        masks += [(found["FeaturesByLocations"]["configurablePatientNumber"] or {}).get("mask") for found in locations]
    assert any(isinstance(mask, str) for mask in masks)
    assert any(isinstance(mask, dict) and set(mask) == {"min", "max", "token"} for mask in masks)


ALDER_CREEK_ED: Final[dict[str, Any]] = {
    "displayName": "Alder Creek - Emergency Department",
    "faxNumber": "(555) 013-2190",
    "hospitalName": None,
    "VidyoRooms": [{"name": "Alder Creek ED Cart", "phoneNumber": "(555) 013-2101"}],
    "TransferProtocols": [
        {
            "transferFor": transfer_for,
            "serviceLineId": line_id,
            "transferTo": transfer_to,
            "transferDistanceMiles": miles,
        }
        for transfer_for, line_id, transfer_to, miles in (
            ("LVO", 2, "Lakeshore General Hospital", 62.5),
            ("LVO", 10, "Lakeshore General Hospital", 62.5),
            ("Thrombolytic", 2, "Stays at Alder Creek", 0.0),
        )
    ],
}
"""As the demonstration's network file has it."""


@pytest.mark.req("API-46", "ENT-43", "ENT-22", "ENT-21")
async def test_one_location(client: httpx.AsyncClient, sign_in: SignIn, session: AsyncSession) -> None:
    own = (await client.get("/locations/me")).json()
    listed = next(unit for unit in own if unit["displayName"] == ALDER_CREEK_ED["displayName"])
    location = (await client.get(f"/locations/{listed['id']}")).json()
    assert location == listed
    for name, value in ALDER_CREEK_ED.items():
        assert location[name] == value, name
    listed_general = next(unit for unit in own if unit["displayName"] == "Lakeshore General - Emergency Department")
    general = (await client.get(f"/locations/{listed_general['id']}")).json()
    assert not general["FeaturesByLocations"]["collectFaxNumber"], "it is returned even if the unit does not collect it"
    assert (general["hospitalName"], general["faxNumber"]) == ("Lakeshore General Hospital", "(555) 012-1190")
    assert [room["name"] for room in general["VidyoRooms"]] == ["General ED Cart 1", "General ED Cart 2"]
    not_mine = LocationUnit.display_name == "Alder Creek - Medical Surgical"
    switched_off = update(LocationUnit).where(not_mine).values(active=False, phone_number=None, fax_number=None)
    other_id = (await session.scalars(switched_off.returning(LocationUnit.id))).one()
    other = (await client.get(f"/locations/{other_id}")).json()
    assert (other["id"], other["displayName"]) == (other_id, "Alder Creek - Medical Surgical")
    assert (other["active"], other["phoneNumberAtLocation"], other["faxNumber"]) == (False, None, None)
    assert (await sign_in("elsewhere").get(f"/locations/{listed['id']}")).status_code == 404
    assert (await client.get("/locations/999999")).status_code == 404


@pytest.mark.req("API-47", "API-48", "WL-14", "WIZ-08")
async def test_active_and_own_locations(client: httpx.AsyncClient, sign_in: SignIn, session: AsyncSession) -> None:
    off, without_lines = "Fernwood - Emergency Room", "Lakeshore General - Infusion Center"
    await session.execute(update(LocationUnit).where(LocationUnit.display_name == off).values(active=False))

    async def named(path: str) -> set[str]:
        return {location["displayName"] for location in (await client.get(path)).json()}

    everything, active = await named("/locations?pageSize=100"), await named("/locations/active")
    assert everything - active == {without_lines, off}
    own, mine_active = await named("/locations/me"), await named("/locations/me?activeOnly=true")
    assert everything - own == active - mine_active == {"Alder Creek - Medical Surgical"}
    assert own - mine_active == {without_lines, off}
    works_nowhere = sign_in("coordinator")
    assert (await works_nowhere.get("/locations/active")).json() != []
    assert (await works_nowhere.get("/locations/me")).json() == []


@pytest.mark.req("ENT-42", "API-49", "API-50", "API-51", "PREF-04")
async def test_favorites(client: httpx.AsyncClient, sign_in: SignIn) -> None:
    """Of any visible location, even one where the user does not work."""
    own = {location["id"] for location in (await client.get("/locations/me")).json()}
    everything = [location["id"] for location in (await client.get("/locations", params={"pageSize": 100})).json()]
    first, second = next(found for found in everything if found in own), next(iter({*everything} - own))
    await sign_in("edtech").post("/locations/me/favorites", json={"locationIds": [first]})
    assert (await client.get("/locations/me/favorites")).json() == []
    await client.post("/locations/me/favorites", json={"locationIds": [first]})
    for added in ([second, second], [first]):
        both = await client.post("/locations/me/favorites", json={"locationIds": added})
        assert both.json() == [{"locationId": found} for found in sorted([first, second])]
    for removed in (first, first, 2**31 - 1):
        deleted = await client.request("DELETE", "/locations/me/favorites", json={"locationId": removed})
        assert deleted.status_code == 204
    assert (await client.get("/locations/me/favorites")).json() == [{"locationId": second}]
    assert (await sign_in("edtech").get("/locations/me/favorites")).json() == [{"locationId": first}]
    foreign = await sign_in("elsewhere").post("/locations/me/favorites", json={"locationIds": [first]})
    assert foreign.status_code == 404


@pytest.mark.req("API-57")
async def test_locations_where_a_user_may_discharge(
    client: httpx.AsyncClient, sign_in: SignIn, session: AsyncSession
) -> None:
    off = "Fernwood - Emergency Room"
    await session.execute(update(LocationUnit).where(LocationUnit.display_name == off).values(active=False))
    own = (await client.get("/otg/locations")).json()
    assert own == (await client.get("/locations", params={"pageSize": 100})).json()
    assert [place["displayName"] for place in own if not place["active"]] == [off]
    others = (await sign_in("elsewhere").get("/otg/locations")).json()
    assert others
    assert not {place["id"] for place in own} & {place["id"] for place in others}
    refused = await sign_in("reporting").get("/otg/locations")
    assert (refused.status_code, refused.json()["code"]) == (403, "forbidden")


@pytest.mark.req("API-10", "API-11", "ENT-46", "ENT-47", "ENT-05")
async def test_lines_of_a_location_and_their_priorities(client: httpx.AsyncClient, sign_in: SignIn) -> None:
    lines = {}
    for name in ("nurse", "elsewhere"):
        person = sign_in(name)
        for location in (await person.get("/locations/active")).json():
            for line in (await person.get(f"/service-lines/location/{location['id']}")).json():
                lines[line["id"]] = line
    assert {line_id: line["slug"] for line_id, line in lines.items()} == {
        1: "tele-neuro", 2: "tele-stroke", 3: "tele-psych", 4: "tele-toxicology", 5: "acute-stroke",
        6: "tele-icu", 7: "tele-covid", 8: "tele-triage", 9: "tele-hospitalist", 10: "tele-stroke",
    }  # fmt: skip
    stroke = lines[2]
    assert {"type", "ServiceLineHours", "FeaturesByServiceLines", "openings"} <= stroke.keys()
    psych = next(line for line in lines.values() if line["slug"] == "tele-psych")
    for line, expected in (
        (stroke, [(1, "critical", 15, 1), (2, "urgent", 240, 3), (3, "critical", 30, 2)]),
        (psych, [(1, "critical", 60, 1), (2, "urgent", 120, 4), (3, "routine", 240, 5)]),
    ):
        assert (await client.get(f"/priorities/{line['id']}")).json() == [
            {"id": priority, "name": name, "completionLimit": minutes * 60, "rank": rank}
            for priority, name, minutes, rank in expected
        ]
    assert (await client.get("/priorities/999")).status_code == 404


@pytest.mark.req("API-11", "ENT-20", "ENT-27")
async def test_a_location_returns_its_own_lines_with_their_hours(client: httpx.AsyncClient, sign_in: SignIn) -> None:
    """Regardless of which the caller may request."""
    locations = {found["displayName"]: found["id"] for found in (await client.get("/locations/active")).json()}
    path = f"/service-lines/location/{locations['Lakeshore General - 3 West Orthopedics']}"
    found = (await client.get(path)).json()
    assert (await sign_in("neuro").get(path)).json() == found
    assert (await sign_in("elsewhere").get(path)).status_code == 404
    lines = {line["slug"]: line for line in found}
    assert lines.keys() == {
        "tele-neuro", "tele-stroke", "acute-stroke", "tele-psych", "tele-covid", "tele-hospitalist",
    }  # fmt: skip
    assert (lines["tele-stroke"]["type"], lines["tele-psych"]["type"]) == ("Video", None)
    assert lines["tele-psych"]["ServiceLineHours"] == []
    slugs = [slug for slug, line in lines.items() if line["FeaturesByServiceLines"]["displayServiceType"]]
    assert slugs == ["tele-stroke"]
    assert lines["tele-covid"]["ServiceLineHours"] == [
        {"openDaysInWeek": f"[{day},{day}]", "openHours": "00:00-24:00", "openHoursTimezone": "America/New_York"}
        for day in (2, 4, 6)
    ]


@pytest.mark.req("CONST-13", "API-10", "ENT-05")
async def test_a_stroke_never_sorts_behind_a_routine_request(client: httpx.AsyncClient) -> None:
    async def of(line_id: int) -> dict[int, dict[str, object]]:
        return {priority["id"]: priority for priority in (await client.get(f"/priorities/{line_id}")).json()}

    for stroke in (2, 10, 5):
        ranks = await of(stroke)
        assert (ranks[1]["rank"], ranks[3]["rank"]) == (1, 2)
        assert ranks[3]["name"] == "critical"
        for other in (1, 3, 4, 6, 7, 8, 9):
            assert (await of(other))[3]["rank"] > ranks[3]["rank"]  # type: ignore[operator]


@pytest.mark.parametrize("call", ["assign", "reassign"])
@pytest.mark.req("API-58")
async def test_locations_are_no_longer_assigned(client: httpx.AsyncClient, statements: list[str], call: str) -> None:
    """Whatever is sent, and to users who are signed in only."""
    own_id = (await client.get("/locations/me")).json()[0]["id"]
    for location_id, body in ((own_id, None), (own_id, {"userId": 1}), (999_999, [1])):
        statements.clear()
        response = await client.post(f"/locations/{location_id}/{call}", json=body)
        assert (response.status_code, response.json()["code"]) == (410, "no_longer_supported")
        assert "no longer supported" in response.json()["message"]
        assert not [each for each in statements if each.startswith(("INSERT", "UPDATE", "DELETE"))]
    assert (await client.post(f"/locations/{own_id}/{call}", auth=httpx.Auth())).status_code == 401


@pytest.mark.req("API-09")
async def test_vidyo_rooms_are_those_of_the_locations_that_the_user_may_see(
    client: httpx.AsyncClient, session: AsyncSession, sign_in: SignIn
) -> None:
    # Its patients may still be seen by video.
    switched_off = update(LocationUnit).where(LocationUnit.video_rooms.any(name="3 East Cart")).values(active=False)
    await session.execute(switched_off)
    for who in (client, sign_in("elsewhere")):
        rooms = (await who.get("/vidyo-rooms")).json()
        everywhere = (await who.get("/locations", params={"pageSize": 100})).json()
        of_locations = [room for each in everywhere for room in each["VidyoRooms"]]
        assert rooms == sorted(of_locations, key=lambda room: room["name"])
        assert all(set(room) == {"name", "phoneNumber"} for room in rooms)
    names = [room["name"] for room in (await client.get("/vidyo-rooms")).json()]
    assert {"3 East Cart", "General ED Cart 1"} <= set(names)
    assert not set(names) & {room["name"] for room in rooms}
    assert rooms
