"""A file of people is checked row by row, and imported as a whole or not at all."""

import csv
import io
from collections.abc import Iterator
from time import perf_counter
from typing import Any

import httpx
import psycopg
import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from conftest import Cluster, SignIn
from wardline.admin.people.importing import service
from wardline.core.http.body_limits import BODY_LIMIT_BYTES

HEADER = "Username,First name,LAST NAME,Phone,Roles,Organizations,Units,Request lines,Active,Subject"
NEW = "rgray{number},Robin,Gray,555-010-0142,Bedside Provider,lakeshore,{units},tele-stroke; Tele-Psych,yes,"
UNITS = "all of Lakeshore General Hospital"


@pytest.fixture
def admin(sign_in: SignIn) -> httpx.AsyncClient:
    return sign_in("admin")


@pytest.fixture
def managed(cluster: Cluster) -> Iterator[None]:
    with psycopg.connect(cluster.postgres.owner_url.replace("+psycopg", ""), autocommit=True) as owner:
        owner.execute("insert into managed_objects values ('user', 'bedside', 'people.yaml')")
        yield
        owner.execute("delete from managed_objects")


async def check(admin: httpx.AsyncClient, content: str) -> dict[str, Any]:
    response = await admin.post("/people/imports/check", json={"text": content})
    assert response.status_code == 200, response.text
    checked: dict[str, Any] = response.json()
    return checked


async def apply(admin: httpx.AsyncClient, content: str, checked: dict[str, Any], **fields: Any) -> httpx.Response:
    body = {
        "text": content,
        "digest": checked["digest"],
        "fileName": "people.csv",
        "confirmedCount": None,
        "invite": False,
        "reason": None,
    }
    return await admin.post("/people/imports", json=body | fields)


def counts_of(read: dict[str, Any]) -> dict[str, int]:
    return {each["state"]: each["count"] for each in read["counts"] if each["count"]}


def errors_of(checked: dict[str, Any]) -> dict[str, tuple[str, str | None, str]]:
    """State, column and message of the first error of each row, by username."""
    return {
        row["username"]: (row["state"], row["errors"][0]["column"], row["errors"][0]["message"])
        for row in checked["rows"]
        if row["errors"]
    }


def new_rows(number: int) -> list[str]:
    return [NEW.format(number=each, units=UNITS) for each in range(number)]


async def person(admin: httpx.AsyncClient, username: str) -> dict[str, Any]:
    (found,) = (await admin.get("/people", params={"text": username})).json()["people"]
    read: dict[str, Any] = (await admin.get(f"/people/{found['id']}")).json()
    return read


async def test_each_row_is_new_changed_unchanged_malformed_a_duplicate_or_refused(
    admin: httpx.AsyncClient, managed: None
) -> None:
    rows = [
        *new_rows(18),
        "nurse,Maya,Larkin,(555) 010-0100,Bedside Provider,lakeshore,lakeshore-general-ed,Tele-Stroke,,",
        "admin,,,,,,,,,",
        "twice,A,B,,,Lakeshore Health Network,,,,",
        "twice,A,B,,,Lakeshore Health Network,,,,",
        "one,A,B,,,Lakeshore Health Network,,,,same",
        "two,A,B,,,Lakeshore Health Network,,,,same",
        "wrong,,B,12,Rolle,Lakeshore Health Network,summit-ridge-ed,,perhaps,",
        "elsewhere,A,B,,,Lakeshore Health Network,summit-ridge-ed,,,",
        "too,A,B,,,Lakeshore Health Network,,,,,,more",
        ",A,B,,,Lakeshore Health Network,,,,",
        "Edtech,A,B,,,Lakeshore Health Network,,,,",
        "bedside,Other,Name,,,Lakeshore Health Network,,,,",
        "taken,A,B,,,Lakeshore Health Network,,,,psych",
        "ruth,A,B,,Reporting,Lakeshore Health Network,,,,",
        "",
    ]
    content = "\ufeff" + "\r\n".join([HEADER, *rows])
    checked = await check(admin, content)
    assert counts_of(checked) == {"new": 18, "changed": 1, "duplicate": 4, "malformed": 5, "refused": 4}
    errors = errors_of(checked)
    assert errors["twice"] == ("duplicate", "Username", "This username is also in row 22. Keep one of them.")
    assert errors["one"] == ("duplicate", "Subject", "This identifier is also in row 25. Keep one of them.")
    (wrong,) = (row for row in checked["rows"] if row["username"] == "wrong")
    assert {error["column"] for error in wrong["errors"]} == {"First Name", "Phone", "Roles", "Active"}
    assert errors["elsewhere"][1:] == ("Units", "A unit is not in any of the person's organizations.")
    assert errors["too"][2] == "This row has more cells than the header has columns."
    assert errors["Edtech"] == (
        "refused",
        "Username",
        "Someone already signs in as edtech. Write the name like that.",
    )
    assert errors["bedside"][2] == "This is managed by the file people.yaml. Change it there and load the file."
    assert errors["taken"][:2] == ("refused", "Subject")
    assert errors["ruth"][:2] == ("refused", "Roles")
    written = list(csv.DictReader(io.StringIO(checked["errorFile"])))
    assert [row["Username"] for row in written][:3] == ["admin", "twice", "twice"]
    assert written[-1] | {"Errors": ""} == dict.fromkeys(HEADER.split(","), "") | {
        "Username": "ruth",
        "First name": "A",
        "LAST NAME": "B",
        "Roles": "Reporting",
        "Organizations": "Lakeshore Health Network",
        "Errors": "",
    }
    applied = await apply(admin, content, checked)
    assert (applied.status_code, counts_of(applied.json())) == (201, counts_of(checked))
    added = await person(admin, "rgray17")
    assert (added["phoneNumber"], added["active"]) == ("(555) 010-0142", True)
    assert len(added["locationIds"]) == 8
    (version,) = (await admin.get(f"/people/{added['id']}/versions")).json()["versions"]
    assert (version["by"]["username"], version["reason"]) == ("admin", "Imported from people.csv")
    # The same file changes nothing the second time, nor do the rows that it could not import.
    for again in (content, checked["errorFile"]):
        second = await check(admin, again)
        assert not {"new", "changed"} & counts_of(second).keys()
        assert (await apply(admin, again, second)).status_code == 201
    assert len((await admin.get(f"/people/{added['id']}/versions")).json()["versions"]) == 1


async def test_columns_that_a_file_does_not_have_stay_as_they_are(admin: httpx.AsyncClient) -> None:
    before, psych = await person(admin, "nurse"), await person(admin, "psych")
    content = f'username;Last Name\r\nnurse;"Lark; in"\r\npsych;{psych["lastName"]}\r\n'
    checked = await check(admin, content)
    assert counts_of(checked) == {"changed": 1, "unchanged": 1}
    assert checked["rows"][0]["differences"] == [
        {"place": "last_name", "before": before["lastName"], "after": "Lark; in"}
    ]
    assert (await apply(admin, content, checked)).status_code == 201
    after = await person(admin, "nurse")
    assert after["lastName"] == "Lark; in"
    assert after | {"version": before["version"], "lastName": before["lastName"]} == before
    emptied = "username,request lines,units\nnurse,,"
    assert (await apply(admin, emptied, await check(admin, emptied))).status_code == 201
    cleared = await person(admin, "nurse")
    assert (cleared["serviceLines"]["requestableIds"], cleared["locationIds"]) == ([], [])
    assert cleared["serviceLines"]["memberIds"] == before["serviceLines"]["memberIds"]


async def test_what_moved_since_the_check_is_shown_and_nothing_is_imported(admin: httpx.AsyncClient) -> None:
    content = "\n".join([HEADER, *new_rows(2)])
    checked = await check(admin, content)
    (other,) = await _import(admin, "\n".join([HEADER, NEW.format(number=1, units="")]))
    assert other.status_code == 201
    late = await apply(admin, content, checked)
    assert (late.status_code, late.json()["code"]) == (412, "import_changed")
    assert counts_of(late.json()["check"]) == {"new": 1, "changed": 1}
    assert (await admin.get("/people", params={"text": "rgray0"})).json()["people"] == []
    assert (await apply(admin, content, late.json()["check"])).status_code == 201


async def test_the_last_administrator_keeps_the_role_whatever_the_file_says(admin: httpx.AsyncClient) -> None:
    for rows in (
        "username,organizations,units\nadmin,lakeshore,\nneuro,summit; lakeshore,",
        "username,roles\nadmin,\nneuro,Administrator",
        "username,active\nadmin,no",
    ):
        state, _, message = errors_of(await check(admin, rows))["admin"]
        assert (state, message[:36]) == ("refused", "You cannot take away your own rights")


async def test_a_file_gives_nobody_elses_rights_to_another_sign_in(
    admin: httpx.AsyncClient,
) -> None:
    checked = await check(admin, "username,subject\nreporting,mine\nnurse,new-at-provider")
    assert errors_of(checked)["reporting"][:2] == ("refused", "Subject")
    assert counts_of(checked) == {"changed": 1, "refused": 1}


async def test_past_imports_are_listed_but_not_those_of_people_who_also_belong_elsewhere(
    admin: httpx.AsyncClient, session: AsyncSession
) -> None:
    content = "Username,Last Name\nnurse,Larkin\n"
    await apply(admin, content, await check(admin, content))
    (made,) = (await admin.get("/people/imports")).json()["imports"]
    assert (made["fileName"], made["by"]["username"], counts_of(made)) == ("people.csv", "admin", {"changed": 1})
    await session.execute(
        text(
            "delete from user_organizations using users, organizations where user_id = users.id"
            " and username = 'admin' and organization_id = organizations.id and code = 'summit'"
        )
    )
    await session.execute(
        text(
            "insert into people_imports (by_id, at, file_name, sha256, counts, invited_count)"
            " select id, now(), username, repeat('0', 64), '{}', 0 from users"
            " where username in ('bedside', 'coordinator', 'elsewhere')"
        )
    )
    await session.commit()
    listed = (await admin.get("/people/imports")).json()["imports"]
    assert [each["fileName"] for each in listed] == ["bedside", "people.csv"]


async def test_a_mass_change_needs_the_number_that_it_affects(admin: httpx.AsyncClient) -> None:
    # Whoever loses a role loses it even if they get another one.
    swapped = "username,roles\nnurse,Virtual Provider\nedtech,Virtual Provider\nneuro,Bedside Provider"
    assert (await check(admin, swapped))["massChange"]["affected"] == 3
    content = "username,active\nnurse,no\nedtech,no\nneuro,no"
    checked = await check(admin, content)
    lakeshore = next(
        each for each in checked["massChange"]["losses"] if each["organization"] == "Lakeshore Health Network"
    )
    assert (checked["massChange"]["affected"], lakeshore["affected"]) == (3, 3)
    for wrong in (None, 2):
        refused = await apply(admin, content, checked, confirmedCount=wrong)
        assert (refused.status_code, refused.json()["code"]) == (409, "mass_change")
    assert refused.json()["massChange"] == checked["massChange"]
    assert (await person(admin, "nurse"))["active"]
    assert (await apply(admin, content, checked, confirmedCount=3)).status_code == 201
    assert not (await person(admin, "nurse"))["active"]
    assert (await check(admin, "username,active\nbedside,no\npsych,no"))["massChange"] is None


async def test_an_import_that_fails_midway_leaves_nothing(
    admin: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch, session: AsyncSession
) -> None:
    content = "\n".join([HEADER, *new_rows(4)])
    checked = await check(admin, content)
    monkeypatch.setattr(service, "WRITTEN_AT_ONCE", 2)
    monkeypatch.setattr(service, "_record", _fail)
    assert (await apply(admin, content, checked)).status_code == 500
    assert await session.scalar(text("select count(*) from users where username like 'rgray%'")) == 0


async def _fail(*_: Any, **__: Any) -> int:
    raise RuntimeError


async def _import(admin: httpx.AsyncClient, content: str) -> list[httpx.Response]:
    return [await apply(admin, content, await check(admin, content))]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "This field is required."),
        ("a,b\n1,2", "The first line must name the columns. Download the template to see their names."),
        ("username,,X\n1,2,3", "The names of these columns are not known: C. Rename or remove them."),
        ("User,Username\n1,2", "The column “Username” is there more than once."),
        ("Roles\nx", "The column “Username” is missing."),
        ("Username\n\n", "The file has no rows below its header."),
        ('Username\n"x', "A quotation mark near line 2 is not closed, or is not doubled within quoted text."),
        ("Username\n" + "x\n" * 10_001, "The file has more than 10,000 rows. Split it into several files."),
    ],
)
async def test_a_file_that_is_not_one_says_what_to_change(admin: httpx.AsyncClient, content: str, message: str) -> None:
    refused = await admin.post("/people/imports/check", json={"text": content})
    assert refused.status_code == 400
    assert refused.json()["errors"] == [{"field": "text", "message": message}]


async def test_a_file_may_be_longer_than_other_bodies(admin: httpx.AsyncClient) -> None:
    content = "Username\n" + " " * BODY_LIMIT_BYTES
    assert (await admin.post("/people/imports/check", json={"text": content})).status_code == 400
    assert (await admin.post("/people", json={"text": content})).status_code == 413


async def test_the_template_can_be_imported(admin: httpx.AsyncClient) -> None:
    guide = (await admin.get("/people/imports/guide")).json()
    assert next(csv.reader(io.StringIO(guide["template"]))) == [column["name"] for column in guide["columns"]]
    assert counts_of(await check(admin, guide["template"])) == {"new": 1}


@pytest.mark.soak
async def test_five_thousand_people_are_imported_in_seconds(admin: httpx.AsyncClient) -> None:
    content = "\n".join([HEADER, *new_rows(5_000)])
    began = perf_counter()
    checked = await check(admin, content)
    applied = await apply(admin, content, checked)
    assert applied.status_code == 201, applied.text
    assert perf_counter() - began < 30
    assert counts_of(applied.json()) == counts_of(checked) == {"new": 5_000}
    assert counts_of(await check(admin, content)) == {"unchanged": 5_000}
