"""Administrators list, add, change and deactivate people of their own organizations."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

import httpx
import psycopg
import pytest
from bodies import person_fields
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from conftest import CheckIn, Cluster, SentEvent, SignIn
from wardline.core import clock

Fields = dict[str, Any]


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


async def id_of(admin: httpx.AsyncClient, username: str) -> int:
    (found,) = (await admin.get("/people", params={"text": username})).json()["people"]
    return int(found["id"])


async def person(admin: httpx.AsyncClient, username: str) -> Fields:
    read: Fields = (await admin.get(f"/people/{await id_of(admin, username)}")).json()
    return read


async def change(admin: httpx.AsyncClient, read: Fields, **fields: Any) -> httpx.Response:
    headers = {"If-Match": f'"{read["version"]}"'}
    return await admin.put(f"/people/{read['id']}", json=person_fields(read) | fields, headers=headers)


async def roles(admin: httpx.AsyncClient) -> dict[str, int]:
    return {role["name"]: role["id"] for role in (await admin.get("/people/choices")).json()["roles"]}


async def test_people_are_found_by_the_beginning_of_each_word_page_by_page(admin: httpx.AsyncClient) -> None:
    everybody = (await admin.get("/people")).json()
    names = [(each["lastName"].lower(), each["firstName"].lower()) for each in everybody["people"]]
    assert names == sorted(names)
    assert len(names) > 10
    assert everybody["next"] is None
    found = (await admin.get("/people", params={"text": "lark may"})).json()["people"]
    assert [each["username"] for each in found] == ["nurse"]
    assert (await admin.get("/people", params={"text": "%"})).json()["people"] == []
    nurse = found[0]
    same = await admin.get("/people", params={"roleId": nurse["roleIds"][0], "state": "active", "text": "maya"})
    assert [each["id"] for each in same.json()["people"]] == [nurse["id"]]
    none = await admin.get("/people", params={"state": "inactive"})
    assert none.json() == {"people": [], "next": None}


async def test_filters_tell_nothing_about_other_organizations(local: httpx.AsyncClient, session: AsyncSession) -> None:
    """The analyst works in all units of both."""
    organizations: dict[str, int] = dict((await session.execute(text("select code, id from organizations"))).all())
    units = text(
        "select organization_id, min(location_units.id) from location_units join facilities"
        " on facilities.id = facility_id group by organization_id"
    )
    unit_of: dict[int, int] = dict((await session.execute(units)).all())
    for code, expected in (("lakeshore", ["reporting"]), ("summit", [])):
        organization = organizations[code]
        for where in ({"organizationId": organization}, {"locationId": unit_of[organization]}):
            found = (await local.get("/people", params={"text": "reporting", **where})).json()["people"]
            assert [each["username"] for each in found] == expected, where


async def test_choices_name_what_people_can_be_given(admin: httpx.AsyncClient) -> None:
    choices = (await admin.get("/people/choices")).json()
    nurse = await person(admin, "nurse")
    units = {unit["id"]: unit for unit in choices["units"]}
    own = {each["id"] for each in choices["organizations"]}
    assert {unit["organizationId"] for unit in units.values()} <= own
    assert units[nurse["locationIds"][0]]["facilityName"] == "Lakeshore General Hospital"
    assert "Tele-Stroke" in {line["name"] for line in choices["serviceLines"]}
    assert {"code": "OH", "name": "Ohio"} in choices["states"]


async def test_a_person_is_added_and_can_sign_in(admin: httpx.AsyncClient, sign_in: SignIn) -> None:
    nurse = await person(admin, "nurse")
    new = person_fields(nurse) | {
        "username": "nightnurse",
        "firstName": "Nora",
        "lastName": "Night",
        "reason": "New here",
    }
    added = await admin.post("/people", json=new)
    assert added.status_code == 201, added.text
    assert person_fields(added.json()) == person_fields(new | {"reason": None})
    me = (await sign_in("nightnurse").get("/me")).json()
    assert (me["firstName"], me["lastName"]) == ("Nora", "Night")
    for same in ("nightnurse", "NightNurse"):
        again = await admin.post("/people", json=new | {"username": same})
        assert (again.status_code, again.json()["code"]) == (409, "username_taken")
    taken = await admin.post("/people", json=new | {"username": "other", "subject": "nurse"})
    assert (taken.status_code, taken.json()["errors"][0]["field"]) == (409, "subject")


async def test_a_change_is_refused_if_somebody_else_was_faster(admin: httpx.AsyncClient) -> None:
    read = await person(admin, "psych")
    assert (await change(admin, read, phoneNumber="(555) 010-0142", reason="New phone")).status_code == 200
    late = await change(admin, read, medipacId="M-1")
    assert (late.status_code, late.json()["code"]) == (412, "changed_meanwhile")
    assert late.json()["current"]["phoneNumber"] == "(555) 010-0142"
    assert late.json()["changedBy"]["username"] == "admin"
    assert (await person(admin, "psych"))["medipacId"] == read["medipacId"]
    without = await admin.put(f"/people/{read['id']}", json=person_fields(read))
    assert (without.status_code, without.json()["code"]) == (428, "version_missing")


async def test_a_change_reads_the_names_that_it_is_checked_against_once(
    admin: httpx.AsyncClient, statements: list[str]
) -> None:
    read = await person(admin, "psych")
    statements.clear()
    assert (await change(admin, read, phoneNumber="(555) 010-0142")).status_code == 200
    assert sum("FROM facilities JOIN organizations" in each for each in statements) == 1


async def test_the_history_says_what_was_changed_and_can_be_restored(admin: httpx.AsyncClient) -> None:
    read = await person(admin, "psych")
    await change(admin, read, phoneNumber="(555) 010-0142", lastName="Quartz", reason="Married")
    path = f"/people/{read['id']}/versions"
    newest, oldest = (await admin.get(path)).json()["versions"]
    assert (newest["by"]["username"], newest["reason"], newest["isFirst"]) == ("admin", "Married", False)
    assert newest["differences"] == [
        {"place": "last_name", "before": read["lastName"], "after": "Quartz"},
        {"place": "phone", "before": read["phoneNumber"], "after": "(555) 010-0142"},
    ]
    assert oldest["isFirst"]
    current = await person(admin, "psych")
    headers = {"If-Match": current["version"]}
    restored = await admin.post(f"{path}/{oldest['number']}/restore", json={"confirmed": []}, headers=headers)
    assert person_fields(restored.json()) == person_fields(read)
    assert restored.json()["version"] == read["version"]
    missing = await admin.post(f"{path}/99/restore", json={"confirmed": []}, headers={"If-Match": read["version"]})
    assert missing.status_code == 404


async def test_a_deactivated_person_is_out_at_once_and_an_old_sign_in_never_works_again(
    admin: httpx.AsyncClient, sign_in: SignIn, check_in: CheckIn, sent_events: list[SentEvent], noon: datetime
) -> None:
    psych = await check_in("psych", line="tele-psych")
    read = await person(admin, "psych")
    deactivated = await change(admin, read, active=False)
    assert deactivated.status_code == 200, deactivated.text
    refused = await psych.get("/me")
    assert (refused.status_code, refused.json()["code"]) == (403, "unknown_user")
    assert "on-call:changed" in {event.name for event in sent_events}
    assert (await change(admin, deactivated.json(), active=True)).status_code == 200
    ended = await psych.get("/me")
    assert (ended.status_code, ended.json()["code"]) == (401, "session_ended")
    clock.advance(timedelta(minutes=1))
    assert (await sign_in("psych").get("/me")).json()["checkedInLineIds"] == []


async def test_nobody_reaches_beyond_their_organizations(
    local: httpx.AsyncClient, sign_in: SignIn, session: AsyncSession
) -> None:
    everybody = (await local.get("/people")).json()["people"]
    assert "elsewhere" not in {each["username"] for each in everybody}
    me = (await sign_in("elsewhere").get("/me")).json()
    assert (await local.get(f"/people/{me['id']}")).status_code == 404
    nurse = await person(local, "nurse")
    summit = await session.scalar(text("select id from organizations where code = 'summit'"))
    beyond = await change(local, nurse, organizationIds=[*nurse["organizationIds"], summit])
    assert (beyond.status_code, beyond.json()["errors"][0]["field"]) == (400, "organizationIds")


async def test_a_person_who_works_elsewhere_too_keeps_what_is_elsewhere(
    local: httpx.AsyncClient, session: AsyncSession
) -> None:
    read = await person(local, "nurse")
    for statement in (
        "insert into user_organizations select :id, id from organizations where code = 'summit'",
        "insert into user_locations select :id, id from location_units where code = 'mesa-verbena-ed'",
    ):
        await session.execute(text(statement), {"id": read["id"]})
    await session.commit()
    nurse = await person(local, "nurse")
    assert nurse["worksElsewhere"]
    assert (nurse["organizationIds"], nurse["locationIds"]) == (read["organizationIds"], read["locationIds"])
    assert (await change(local, nurse, active=False)).json()["code"] == "beyond_own_organizations"
    for unseen in (
        {"organizationIds": list((await session.scalars(text("select id from organizations"))).all())},
        {"locationIds": [await session.scalar(text("select id from location_units where code = 'mesa-verbena-ed'"))]},
    ):
        refused = await change(local, nurse, **unseen)
        assert [(refused.status_code, error["field"]) for error in refused.json()["errors"]] == [(400, *unseen)]
    assert (await change(local, nurse, locationIds=[])).json()["locationIds"] == []
    kept = "select count(*), min(code) from user_locations join location_units on id = location_id where user_id = :id"
    assert (await session.execute(text(kept), {"id": read["id"]})).one() == (1, "mesa-verbena-ed")


async def test_the_history_tells_nothing_about_another_organization(
    local: httpx.AsyncClient, sign_in: SignIn, session: AsyncSession
) -> None:
    """Neither its units, nor what its administrators wrote, nor who they are."""
    await session.execute(
        text(
            "insert into user_roles select u.id, r.id, 9 from users u, roles r"
            " where username = 'elsewhere' and r.name = 'Administrator'"
        )
    )
    await session.commit()
    other = sign_in("elsewhere")

    async def add_unit(client: httpx.AsyncClient, code: str) -> None:
        unit_id = await session.scalar(text("select id from location_units where code = :code"), {"code": code})
        read = await person(client, "psych")
        fields = {"locationIds": [*read["locationIds"], unit_id], "reason": f"Helps in {code}"}
        assert (await change(client, read, **fields)).status_code == 200

    before = await person(local, "psych")
    await add_unit(other, "mesa-verbena-ed")
    late = await change(local, before)
    assert (late.status_code, late.json()["changedBy"]) == (412, None)
    await add_unit(local, "alder-creek-icu")
    path = f"/people/{before['id']}/versions"
    own, first = (await local.get(path)).json()["versions"]
    assert (own["by"]["username"], own["reason"], first["isFirst"]) == ("admin", "Helps in alder-creek-icu", True)
    assert "mesa-verbena-ed" not in own["differences"][0]["before"] + own["differences"][0]["after"]
    theirs = (await other.get(path)).json()["versions"]
    assert [each["reason"] for each in theirs] == ["Helps in mesa-verbena-ed", None]


async def test_nobody_gives_administrative_rights_that_they_do_not_have(admin: httpx.AsyncClient) -> None:
    nurse, by_name = await person(admin, "nurse"), await roles(admin)
    refused = await change(admin, nurse, roleIds=[by_name["Reporting"]])
    assert (refused.status_code, refused.json()["errors"][0]["field"]) == (403, "roleIds")
    given = [*nurse["roleIds"], by_name["Virtual Provider"]]
    assert (await change(admin, nurse, roleIds=given)).status_code == 200
    question = {"personId": nurse["id"], "action": "checkIn", "serviceLineId": 1}
    answer = (await admin.post("/access-checks", json=question)).json()
    (role,) = answer["permissions"][0]["roles"]
    assert (role["name"], role["source"]) == ("Virtual Provider", "byHand")


async def test_how_a_role_was_given_is_forgotten_with_the_version_that_gave_it(
    admin: httpx.AsyncClient, cluster: Cluster
) -> None:
    psych = await person(admin, "psych")
    question = {"personId": psych["id"], "action": "checkIn", "serviceLineId": 1}
    moved = "update network_versions set number = %s where kind = 'user' and code = 'psych'"
    with psycopg.connect(cluster.postgres.owner_url.replace("+psycopg", ""), autocommit=True) as owner:
        owner.execute(moved, [7])
        try:
            answer = (await admin.post("/access-checks", json=question)).json()
        finally:
            owner.execute(moved, [1])
    (role,) = answer["permissions"][0]["roles"]
    assert (role["name"], role["source"]) == ("Virtual Provider", "earlier")


async def test_another_organization_gives_somebody_all_their_roles_again(
    admin: httpx.AsyncClient, session: AsyncSession
) -> None:
    reporting, nurse = await person(admin, "reporting"), await person(admin, "nurse")
    both, lakeshore = reporting["organizationIds"], nurse["organizationIds"]
    fewer = await change(admin, reporting, organizationIds=lakeshore, locationIds=[])
    assert fewer.status_code == 200, fewer.text
    again = await change(admin, fewer.json(), organizationIds=both)
    assert (again.status_code, again.json()["code"]) == (403, "beyond_own_rights")
    path = f"/people/{reporting['id']}/versions"
    oldest = (await admin.get(path)).json()["versions"][-1]["number"]
    back = await admin.post(
        f"{path}/{oldest}/restore", json={"confirmed": []}, headers={"If-Match": fewer.json()["version"]}
    )
    assert (back.status_code, back.json()["code"]) == (403, "beyond_own_rights")
    assert (await change(admin, nurse, organizationIds=both)).status_code == 200


async def test_nobody_gives_rights_that_they_do_not_have_to_another_sign_in(admin: httpx.AsyncClient) -> None:
    """Whoever changed the identifier could sign in as that person with an account of their own."""
    reporting = await person(admin, "reporting")
    refused = await change(admin, reporting, subject="mine")
    assert (refused.status_code, refused.json()["code"]) == (403, "sign_in_beyond_own_rights")
    assert refused.json()["errors"][0]["field"] == "subject"
    off = await change(admin, reporting, active=False)
    for fields in ({"subject": "mine"}, {"active": True}):
        assert (await change(admin, off.json(), **fields)).status_code == 403
    assert (await change(admin, await person(admin, "nurse"), subject="new-at-provider")).status_code == 200


async def test_what_does_not_exist_is_named(admin: httpx.AsyncClient) -> None:
    nurse = await person(admin, "nurse")
    unknown = await change(admin, nurse, roleIds=[999_999], locationIds=[999_999], organizationIds=[])
    assert {error["field"] for error in unknown.json()["errors"]} == {"organizationIds"}
    unknown = await change(admin, nurse, roleIds=[999_999], locationIds=[999_999])
    assert {error["field"] for error in unknown.json()["errors"]} == {"roleIds", "locationIds"}


@pytest.fixture
def managed(cluster: Cluster) -> Iterator[str]:
    """The file that manages the nurse; only the owner of the tables can say so."""
    with psycopg.connect(cluster.postgres.owner_url.replace("+psycopg", ""), autocommit=True) as owner:
        owner.execute("insert into managed_objects values ('user', 'nurse', 'people.yaml')")
        yield "people.yaml"
        owner.execute("delete from managed_objects")


async def test_a_person_whom_a_file_manages_is_changed_there_only(admin: httpx.AsyncClient, managed: str) -> None:
    nurse = await person(admin, "nurse")
    assert nurse["managedBy"] == managed
    refused = await change(admin, nurse, lastName="Other")
    assert (refused.status_code, refused.json()["code"]) == (409, "managed_by_file")
    assert refused.json()["file"] == managed


async def test_administrators_keep_their_own_rights(admin: httpx.AsyncClient) -> None:
    """Which takes both permissions, in each of their organizations, whoever else administers these."""
    own, nurse, by_name = await person(admin, "admin"), await person(admin, "nurse"), await roles(admin)
    another = {"roleIds": [by_name["Administrator"]], "organizationIds": own["organizationIds"]}
    assert (await change(admin, nurse, **another)).status_code == 200
    half = {"name": "Half", "label": "Half", "permissions": [{"action": "Manage", "subject": "Admin"}]}
    added = await admin.post("/roles", json=half | {"isRetired": False, "reason": None})
    fewer: list[Fields] = [
        {"active": False},
        {"roleIds": []},
        {"roleIds": [added.json()["id"]]},
        {"organizationIds": own["organizationIds"][:1], "locationIds": []},
    ]
    for fields in fewer:
        refused = await change(admin, own, **fields)
        assert (refused.status_code, refused.json()["code"]) == (409, "own_rights"), fields
    assert (await change(admin, own, medipacId="M-1")).status_code == 200


async def test_every_organization_keeps_an_administrator(admin: httpx.AsyncClient, sign_in: SignIn) -> None:
    """The one who makes the change, so that any other one can go."""
    own, nurse, by_name = await person(admin, "admin"), await person(admin, "nurse"), await roles(admin)
    rights = {"roleIds": [by_name["Administrator"]], "organizationIds": own["organizationIds"]}
    assert (await change(admin, nurse, **rights)).status_code == 200
    another = sign_in("nurse")
    left = await change(another, await person(another, "admin"), roleIds=[])
    assert left.status_code == 200, left.text
    last = await change(another, await person(another, "nurse"), active=False)
    assert (last.status_code, last.json()["code"]) == (409, "own_rights")
