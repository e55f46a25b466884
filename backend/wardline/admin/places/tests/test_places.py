"""Administrators find, add, change and switch off the places of their own organizations."""

from collections.abc import Iterator
from typing import Any

import httpx
import psycopg
import pytest
from bodies import OF_THE_SERVER, Bodies
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from conftest import Cluster, SignIn
from wardline.admin.places import repository

Fields = dict[str, Any]
ED = "Lakeshore General - Emergency Department"


@pytest.fixture
def admin(sign_in: SignIn) -> httpx.AsyncClient:
    return sign_in("admin")


@pytest.fixture
async def local(admin: httpx.AsyncClient, session: AsyncSession) -> httpx.AsyncClient:
    """The administrator of only one of the two organizations."""
    await session.execute(
        text(
            "delete from user_organizations using users, organizations"
            " where user_id = users.id and username = 'admin'"
            " and organization_id = organizations.id and code = 'summit'"
        )
    )
    await session.commit()
    return admin


async def found(admin: httpx.AsyncClient, words: str) -> Fields:
    page: Fields = (await admin.get("/places", params={"text": words})).json()
    return page


async def unit(admin: httpx.AsyncClient, display_name: str = ED) -> Fields:
    (facility,) = (await found(admin, display_name))["facilities"]
    read: Fields = (await admin.get(f"/places/units/{facility['units'][0]['id']}")).json()
    assert read["displayName"] == display_name
    return read


async def organization(admin: httpx.AsyncClient, name: str = "Lakeshore") -> Fields:
    page = (await found(admin, name))["organizations"]
    organization_id = next(each["id"] for each in page if each["name"].startswith(name))
    read: Fields = (await admin.get(f"/places/organizations/{organization_id}")).json()
    return read


def fields_of(read: Fields) -> Fields:
    fields = {name: value for name, value in read.items() if name not in OF_THE_SERVER} | {"reason": None}
    return fields | ({"confirmed": []} if "emrCode" in read else {})


async def change(admin: httpx.AsyncClient, kind: str, read: Fields, **fields: Any) -> httpx.Response:
    headers = {"If-Match": f'"{read["version"]}"'}
    return await admin.put(f"/places/{kind}/{read['id']}", json=fields_of(read) | fields, headers=headers)


async def restore(admin: httpx.AsyncClient, read: Fields, number: int) -> httpx.Response:
    path, headers = f"/places/units/{read['id']}/versions/{number}/restore", {"If-Match": read["version"]}
    return await admin.post(path, json={"confirmed": []}, headers=headers)


@pytest.fixture
def managed(cluster: Cluster) -> Iterator[str]:
    """The file that manages the emergency department, and something else with the code of 3 East.

    Only the owner of the tables can say so.
    """
    with psycopg.connect(cluster.postgres.owner_url.replace("+psycopg", ""), autocommit=True) as owner:
        owner.execute("insert into managed_objects values ('unit', 'lakeshore-general-ed', 'net.yaml')")
        owner.execute("insert into managed_objects values ('facility', 'lakeshore-general-3e', 'net.yaml')")
        yield "net.yaml"
        owner.execute("delete from managed_objects")


async def test_places_are_found_by_parts_of_their_names(admin: httpx.AsyncClient, session: AsyncSession) -> None:
    everything = (await admin.get("/places")).json()
    names = [each["name"] for each in everything["facilities"]]
    assert "Lakeshore General Hospital" in names
    assert everything["next"] is None
    (general,) = (await found(admin, "lakeshore EAST card"))["facilities"]
    assert [each["unit"] for each in general["units"]] == ["5 East Cardiology"]
    assert general["foundCount"] == 1 < general["unitCount"]
    (whole,) = (await found(admin, "lakeshore general h"))["facilities"]
    assert whole["foundCount"] == whole["unitCount"]
    assert (await found(admin, "%"))["facilities"] == []
    lakeshore = general["organizationId"]
    own = (await admin.get("/places", params={"organizationId": lakeshore})).json()["facilities"]
    assert {each["organizationId"] for each in own} == {lakeshore}
    await session.execute(
        text(
            "insert into facilities (code, organization_id, facility_type_id, name) select 'x' || i, organization_id,"
            " facility_type_id, 'X ' || i from facilities, generate_series(10, 50) i where code = 'lakeshore-general'"
        )
    )
    await session.commit()
    paged, after = list[int](), None
    while page := (await admin.get("/places", params={"text": "X", **({"after": after} if after else {})})).json():
        paged += [each["id"] for each in page["facilities"]]
        if (after := page["next"]) is None:
            break
    assert len(paged) == len(set(paged)) >= 41


async def test_all_units_of_a_facility_are_listed_page_by_page(
    admin: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    (general,) = (await found(admin, "lakeshore general h"))["facilities"]
    monkeypatch.setattr(repository, "UNITS_PAGE_SIZE", 2)
    path = f"/places/facilities/{general['id']}"
    first = (await admin.get(path)).json()
    units, following = first["units"], first["nextUnits"]
    assert len(units) == 2 < first["unitCount"] == general["unitCount"]
    while following is not None:
        page = (await admin.get(f"{path}/units", params={"after": following})).json()
        assert len(page["units"]) <= 2
        units, following = units + page["units"], page["next"]
    listed = [(each["unit"].lower(), each["id"]) for each in units]
    assert listed == sorted(set(listed))
    assert len(listed) == first["unitCount"]


async def test_a_unit_is_added_changed_and_restored(admin: httpx.AsyncClient) -> None:
    before = await unit(admin)
    new = Bodies.LOCATION | {"preferredVideo": "vidyo", "reason": "Opens in May", "confirmed": []}
    added = await admin.post("/places/units", json=new | {"code": "ward", "facilityId": before["facility"]["id"]})
    assert added.status_code == 201, added.text
    read = added.json()
    assert fields_of(read) == new | {"reason": None}
    assert (read["code"], read["facility"]) == ("ward", before["facility"])
    changed = await change(admin, "units", read, displayName="Ward 9", reason="Renamed")
    assert (changed.status_code, changed.json()["displayName"]) == (200, "Ward 9")
    path = f"/places/units/{read['id']}/versions"
    newest, oldest = (await admin.get(path)).json()["versions"]
    assert (newest["reason"], newest["by"]["username"]) == ("Renamed", "admin")
    assert (await change(admin, "units", changed.json())).json()["version"] == changed.json()["version"]
    assert len((await admin.get(path)).json()["versions"]) == 2, "nothing has changed"
    assert newest["differences"] == [{"place": "display_name", "before": read["displayName"], "after": "Ward 9"}]
    assert (await restore(admin, changed.json(), oldest["number"])).status_code == 204
    assert (await unit(admin, read["displayName"]))["version"] == read["version"]
    entries = (await admin.get("/audit")).json()["entries"]
    restored = next(entry for entry in entries if entry["action"] == "restorePlaceVersion")
    assert restored["organizationIds"] == [before["organization"]["id"]]


async def test_a_version_that_no_longer_fits_says_what_is_gone(admin: httpx.AsyncClient, session: AsyncSession) -> None:
    read = await unit(admin)
    await session.execute(
        text(
            "insert into network_versions (kind, code, number, at, source, document) select kind, code, 2, at, 'found',"
            " document || jsonb_build_object('service_lines', array['tele-gone'], 'type', 'ED')"
            " from network_versions where kind = 'unit' and code = :code"
        ),
        {"code": read["code"]},
    )
    await session.commit()
    refused = await restore(admin, read, 2)
    assert (refused.status_code, refused.json()["code"]) == (409, "version_no_longer_fits")
    assert refused.json()["message"] == "This version cannot be restored: there is no service line 'tele-gone'."


async def test_the_later_of_two_changes_is_refused_with_the_newer_version(admin: httpx.AsyncClient) -> None:
    read = await unit(admin)
    assert (await change(admin, "units", read, timeZone="America/Chicago")).status_code == 200
    late = await change(admin, "units", read, hospitalName="Lakeshore")
    assert (late.status_code, late.json()["code"]) == (412, "changed_meanwhile")
    assert (late.json()["current"]["timeZone"], late.json()["changedBy"]["username"]) == ("America/Chicago", "admin")
    public = await admin.put(f"/locations/{read['id']}", json=Bodies.LOCATION, headers={"If-Match": read["version"]})
    assert (public.status_code, public.json()["current"]["timeZone"]) == (412, "America/Chicago")
    without = await admin.put(f"/places/units/{read['id']}", json=fields_of(read))
    assert (without.status_code, without.json()["code"]) == (428, "version_missing")


async def test_what_a_change_does_to_open_consults_must_be_confirmed(
    admin: httpx.AsyncClient, client: httpx.AsyncClient, bodies: Bodies
) -> None:
    body = await bodies.request(client)
    for _ in range(2):
        assert (await client.post("/consults", json=body)).status_code == 201
    cancelled = await bodies.create(client)
    cancel = {"cancel": True, "cancellationReason": "Improved"}
    assert (await client.post(f"/consults/{cancelled}/complete", json=cancel)).status_code == 200
    read = (await admin.get(f"/places/units/{body['Encounter']['locationId']}")).json()
    others = [line for line in read["serviceLineIds"] if line != body["serviceLineId"]]
    bare = {"serviceLineIds": others, "VidyoRooms": []}
    asked = await change(admin, "units", read, **bare)
    assert (asked.status_code, asked.json()["code"]) == (409, "unconfirmed")
    assert asked.json()["effects"] == [
        "2 Tele-Psych consults of this unit are open, and can still be completed. Nobody can request Tele-Psych here.",
        "No Vidyo room is left, so calls with this unit cannot be joined in one. 2 consults of this unit are open.",
    ]
    line, room = asked.json()["codes"]
    again = await change(admin, "units", read, **bare, confirmed=[line])
    assert (again.status_code, again.json()["codes"]) == (409, [room])
    assert (await change(admin, "units", read, **bare, confirmed=[line, room])).status_code == 200
    now = (await admin.get(f"/places/units/{read['id']}")).json()
    off = await change(admin, "units", now, active=False)
    assert off.json()["effects"] == [
        "2 consults of this unit are open, and can still be completed. Nobody can request another one here."
    ]
    assert (await change(admin, "units", now, active=False, confirmed=off.json()["codes"])).json()["active"] is False
    assert (await restore(admin, now, 1)).status_code == 412
    now = (await admin.get(f"/places/units/{read['id']}")).json()
    assert (await restore(admin, now, 1)).status_code == 204
    now = (await admin.get(f"/places/units/{read['id']}")).json()
    asked = await restore(admin, now, 2)
    assert (asked.status_code, asked.json()["codes"]) == (409, [line, room])


async def test_a_facility_is_added_with_a_type_of_its_own_and_changed(admin: httpx.AsyncClient) -> None:
    lakeshore = await organization(admin)
    fields = {
        "name": "Quay Hospital",
        "facilityType": "Freestanding Emergency Department",
        "info": None,
        "state": "OH",
        "fieldFlags": {"requiresAcceptingAttending": True, "requiresOtherFacility": False},
        "reason": None,
    }
    new = fields | {"code": "quay", "organizationId": lakeshore["id"]}
    added = await admin.post("/places/facilities", json=new)
    assert added.status_code == 201, added.text
    assert fields_of(added.json()) == fields
    assert "Freestanding Emergency Department" in (await admin.get("/places/choices")).json()["facilityTypes"]
    taken = await admin.post("/places/facilities", json=new)
    assert (taken.status_code, taken.json()["errors"][0]["field"]) == (409, "code")
    changed = await change(admin, "facilities", added.json(), name="Quay General", state=None)
    assert (changed.json()["name"], changed.json()["state"]) == ("Quay General", None)
    listed = await organization(admin)
    assert "Quay General" in {each["name"] for each in listed["facilities"]}


async def test_an_organization_is_added_only_by_whoever_administers_all(
    admin: httpx.AsyncClient, session: AsyncSession
) -> None:
    new = {"code": "cove", "name": "Cove Health", "notesProtocol": None, "hl7": None, "reason": None}
    added = await admin.post("/places/organizations", json=new)
    assert added.status_code == 201, added.text
    cove = await organization(admin, "Cove")
    assert (cove["version"], cove["facilities"]) == (added.json()["version"], [])
    await session.execute(text("delete from user_organizations where organization_id = :id"), {"id": cove["id"]})
    await session.commit()
    refused = await admin.post("/places/organizations", json=new | {"code": "bay"})
    assert (refused.status_code, refused.json()["code"]) == (403, "not_over_all")


async def test_notes_are_not_sent_across_the_network_without_tls(
    admin: httpx.AsyncClient, session: AsyncSession
) -> None:
    hl7 = {
        "host": "hl7.example", "port": 2575, "tls": False, "receivingApplication": "EMR",
        "receivingFacility": "LGH", "sendingFacility": "WARDLINE",
    }  # fmt: skip
    read = await organization(admin)
    plain = await change(admin, "organizations", read, notesProtocol="hl7v2", hl7=hl7)
    assert (plain.status_code, plain.json()["errors"][0]["field"]) == (400, "hl7.tls")
    safe = await change(admin, "organizations", read, notesProtocol="hl7v2", hl7=hl7 | {"tls": True})
    assert safe.json()["hl7"] == hl7 | {"tls": True}
    fhir = await change(admin, "organizations", safe.json(), notesProtocol="fhir", hl7=None)
    assert (fhir.json()["hl7"], fhir.json()["version"]) == (None, read["version"])
    # As of a time when this was allowed.
    await session.execute(
        text(
            "insert into network_versions (kind, code, number, at, source, document) select kind, code, 9, at, 'found',"
            " jsonb_set(document, '{notes,tls}', 'false') from network_versions"
            " where kind = 'organization' and code = 'lakeshore' and number = 2"
        )
    )
    await session.commit()
    path, headers = f"/places/organizations/{read['id']}/versions/9/restore", {"If-Match": read["version"]}
    restored = await admin.post(path, json={"confirmed": []}, headers=headers)
    assert (restored.status_code, restored.json()["errors"][0]["field"]) == (400, "hl7.tls")


async def test_what_is_elsewhere_is_not_there(local: httpx.AsyncClient, session: AsyncSession) -> None:
    (foreign,) = await session.execute(
        text("select l.id, facility_id, organization_id from location_units l join facilities f on f.id = facility_id"
             " join organizations o on o.id = organization_id where o.code = 'summit' limit 1")
    )  # fmt: skip
    for path in (
        f"organizations/{foreign.organization_id}",
        f"facilities/{foreign.facility_id}",
        f"units/{foreign.id}",
        f"units/{foreign.id}/versions",
    ):
        assert (await local.get(f"/places/{path}")).status_code == 404
    listed = (await local.get("/places")).json()
    assert foreign.organization_id not in {each["id"] for each in listed["organizations"]}
    assert foreign.facility_id not in {each["id"] for each in listed["facilities"]}
    new = Bodies.LOCATION | {"preferredVideo": None, "reason": None, "confirmed": [], "code": "w"}
    refused = await local.post("/places/units", json=new | {"facilityId": foreign.facility_id})
    assert (refused.status_code, refused.json()["errors"][0]["field"]) == (400, "facilityId")


async def test_what_a_file_manages_stays_as_it_is(admin: httpx.AsyncClient, managed: str) -> None:
    read = await unit(admin)
    assert read["managedBy"] == managed
    refused = await change(admin, "units", read, displayName="Mine")
    assert (refused.status_code, refused.json()["file"]) == (409, managed)
    east = (await found(admin, "lakeshore-general-3e"))["facilities"][0]["units"][0]
    read = (await admin.get(f"/places/units/{east['id']}")).json()
    assert (await change(admin, "units", read, displayName="3 East")).status_code == 200


async def test_the_census_of_a_code_is_counted_and_no_patient_is_named(admin: httpx.AsyncClient) -> None:
    read = await unit(admin)
    path = f"/places/units/{read['id']}/census"
    counted = await admin.post(path, json={"emrCode": "ED"})
    assert set(counted.json()) == {"at", "patients", "isMore", "problem"}
    assert (counted.json()["problem"], counted.json()["patients"] > 0) == (None, True)
    unknown = (await admin.post(path, json={"emrCode": "NONE"})).json()
    assert (unknown["patients"], "does not know this code" in unknown["problem"]) == (None, True)
    taken = await admin.post(path, json={"emrCode": "3E"})
    assert (taken.status_code, taken.json()["code"]) == (409, "emr_code_taken")


async def test_the_census_of_a_unit_that_is_switched_off_is_for_its_own_organization(
    local: httpx.AsyncClient, session: AsyncSession
) -> None:
    path = f"/places/units/{(await unit(local))['id']}/census"
    await session.execute(text("update location_units set active = false where emr_code = '3E'"))
    assert (await local.post(path, json={"emrCode": "3E"})).status_code == 200
    await session.execute(
        text(
            "update location_units set active = false, emr_code = 'S9' where id = (select min(u.id)"
            " from location_units u join facilities f on f.id = u.facility_id"
            " join organizations o on o.id = f.organization_id where o.code = 'summit')"
        )
    )
    assert (await local.post(path, json={"emrCode": "S9"})).status_code == 409


async def test_the_rules_of_a_patient_number_are_those_of_the_request_form(admin: httpx.AsyncClient) -> None:
    read = await unit(admin)
    number = Bodies.LOCATION["FeaturesByLocations"]["configurablePatientNumber"]
    features = read["FeaturesByLocations"] | {"configurablePatientNumber": number}
    preview = await admin.post("/places/patient-number", json=number)
    await change(admin, "units", read, FeaturesByLocations=features)
    rules = (await admin.get(f"/locations/{read['id']}")).json()["patientRules"]
    assert preview.json()["rules"] == [rule for rule in rules if rule["field"].endswith("patientNumber")]
    slow = await admin.post("/places/patient-number", json=number | {"regexString": "([0-9]+)+"})
    assert (slow.status_code, slow.json()["errors"][0]["field"]) == (400, "regexString")
