"""Administrators list, add, change and deactivate people of their own organizations."""

import json
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
    again = await admin.post("/people", json=new)
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
    assert (beyond.status_code, beyond.json()["code"]) == (403, "beyond_own_organizations")


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
    assert (await change(local, nurse, locationIds=[])).json()["locationIds"] == []
    kept = "select count(*), min(code) from user_locations join location_units on id = location_id where user_id = :id"
    assert (await session.execute(text(kept), {"id": read["id"]})).one() == (1, "mesa-verbena-ed")


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
    own = await person(admin, "admin")
    for fields in ('{"active": false}', '{"roleIds": []}'):
        refused = await change(admin, own, **json.loads(fields))
        assert (refused.status_code, refused.json()["code"]) == (409, "own_rights")
    assert (await person(admin, "admin"))["version"] == own["version"]


async def test_every_organization_keeps_an_administrator(admin: httpx.AsyncClient) -> None:
    own = await person(admin, "admin")
    fewer = {"organizationIds": own["organizationIds"][:1], "locationIds": []}
    alone = await change(admin, own, **fewer)
    assert (alone.status_code, alone.json()["code"]) == (409, "last_administrator")
    assert (await person(admin, "admin"))["version"] == own["version"]
    nurse, by_name = await person(admin, "nurse"), await roles(admin)
    rights = {"roleIds": [by_name["Administrator"]], "organizationIds": own["organizationIds"]}
    assert (await change(admin, nurse, **rights)).status_code == 200
    assert (await change(admin, own, **fewer)).status_code == 200
