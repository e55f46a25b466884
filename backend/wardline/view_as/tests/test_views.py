"""Administrators see Wardline as somebody else does."""

from datetime import datetime, timedelta
from typing import Any

import httpx
import pytest
from bodies import Bodies
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from conftest import CheckIn, SignIn
from wardline.core import clock

Seen = dict[str, Any]
LEAVES_SUMMIT = """
delete from user_organizations using users u, organizations o
where user_id = u.id and username = 'admin' and organization_id = o.id and code = 'summit'
"""
WORKS_AT_SUMMIT = """
insert into user_locations (user_id, location_id)
select u.id, min(l.id) from users u, location_units l join facilities f on f.id = facility_id
join organizations o on o.id = organization_id and o.code = 'summit'
where username = 'psych' and l.active and l.id not in (select location_id from user_locations where user_id = u.id)
group by u.id
"""


@pytest.fixture
def admin(noon: datetime, sign_in: SignIn) -> httpx.AsyncClient:
    return sign_in("admin")


async def id_of(admin: httpx.AsyncClient, username: str) -> int:
    (found,) = (await admin.get("/people", params={"text": username})).json()["people"]
    return int(found["id"])


async def start(admin: httpx.AsyncClient, username: str) -> str:
    started = await admin.post(f"/people/{await id_of(admin, username)}/views")
    assert started.status_code == 201, started.text
    return f"/person-views/{started.json()['id']}"


def line(seen: Seen, name: str) -> Seen:
    found: Seen = next(each for each in seen["lines"] if each["name"] == name)
    return found


async def test_a_view_shows_what_the_person_sees_and_could_do(
    admin: httpx.AsyncClient, client: httpx.AsyncClient, check_in: CheckIn, bodies: Bodies, session: AsyncSession
) -> None:
    await bodies.create(client)
    await check_in("psych", line="tele-psych")
    path = await start(admin, "psych")
    seen = (await admin.get(path)).json()
    psych = line(seen, "Tele-Psych")
    assert (psych["isOnCall"], psych["mayGoOnCall"], psych["waiting"]) == (True, True, 1)
    actions = {each["state"]: each["actions"] for each in psych["kinds"]}
    assert {"acknowledge", "complete", "comment"} <= set(actions["new"])
    assert "acknowledge" not in actions["pending"]
    assert not {"complete", "comment"} & set(actions["completed"])
    permissions = {each["label"]: each["roles"] for each in seen["permissions"]}
    assert permissions["Give consults"] == ["Virtual Provider"]
    assert "Administer" not in permissions
    await session.execute(text("delete from role_permissions where (action, subject) = ('Give', 'Consult')"))
    await session.commit()
    psych = line((await admin.get(path)).json(), "Tele-Psych")
    assert psych["mayGoOnCall"] is False


async def test_a_view_shows_nothing_of_organizations_that_others_administer(
    admin: httpx.AsyncClient, sign_in: SignIn, check_in: CheckIn, bodies: Bodies, session: AsyncSession
) -> None:
    await bodies.create(sign_in("elsewhere"))
    await check_in("psych", line="tele-psych")
    await session.execute(text(WORKS_AT_SUMMIT))
    await session.commit()
    path = await start(admin, "psych")
    before = (await admin.get(path)).json()
    await session.execute(text(LEAVES_SUMMIT))
    await session.commit()
    after = (await admin.get(path)).json()
    waiting = [line(seen, "Tele-Psych")["waiting"] for seen in (before, after)]
    assert (waiting, len(before["organizations"]), after["worksElsewhere"]) == ([1, 0], 2, True)
    assert after["organizations"] == ["Lakeshore Health Network"]
    assert len(after["units"]) == len(before["units"]) - 1


async def test_a_view_has_nothing_about_patients_and_reads_none(
    admin: httpx.AsyncClient, client: httpx.AsyncClient, bodies: Bodies, statements: list[str], session: AsyncSession
) -> None:
    consult = (await client.get(f"/consults/{await bodies.create(client)}")).json()
    path = await start(admin, "nurse")
    statements.clear()
    answer = await admin.get(path)
    assert answer.status_code == 200
    assert consult["id"] not in answer.text
    assert not {
        each for each in consult["Patient"].values() if isinstance(each, str) and len(each) > 3 and each in answer.text
    }
    assert not [each for each in statements if "patients" in each or "encounters" in each]


async def test_views_never_nest(admin: httpx.AsyncClient, session: AsyncSession, noon: datetime) -> None:
    path = await start(admin, "nurse")
    assert await start(admin, "nurse") == path
    for username in ("psych", "admin"):
        refused = await admin.post(f"/people/{await id_of(admin, username)}/views")
        assert (refused.status_code, refused.json()["code"]) == (409, "view_open")
        assert refused.json()["viewId"] in path
    for _ in range(2):
        assert (await admin.delete(path)).status_code == 204
        assert list(await session.scalars(text("select ended_at from person_views"))) == [noon]
        clock.advance(timedelta(seconds=1))
    assert (await admin.get(path)).json()["code"] == "view_ended"
    await start(admin, "psych")


async def test_a_view_ends_after_a_quarter_of_an_hour(admin: httpx.AsyncClient) -> None:
    path = await start(admin, "nurse")
    clock.advance(timedelta(minutes=14, seconds=59))
    assert (await admin.get(path)).status_code == 200
    clock.advance(timedelta(seconds=1))
    assert (await admin.get(path)).json()["code"] == "view_ended"
    assert (await admin.get(await start(admin, "nurse"))).status_code == 200


async def test_a_view_ends_with_the_rights_of_the_administrator_and_is_theirs_alone(
    admin: httpx.AsyncClient, sign_in: SignIn, session: AsyncSession
) -> None:
    path = await start(admin, "elsewhere")
    second = "insert into user_roles select users.id, roles.id, 9 from users, roles"
    await session.execute(text(f"{second} where username = 'psych' and roles.name = 'Administrator'"))
    await session.commit()
    assert (await sign_in("psych").get(path)).status_code == 404
    without = "delete from user_roles using users u where user_id = u.id and username = 'admin'"
    for statement, expected in ((LEAVES_SUMMIT, 404), (without, 403)):
        await session.execute(text(statement))
        await session.commit()
        assert (await admin.get(path)).status_code == expected


async def test_every_entry_of_the_audit_trail_names_both(admin: httpx.AsyncClient, session: AsyncSession) -> None:
    path = await start(admin, "nurse")
    await admin.get(path)
    await admin.post(f"/people/{await id_of(admin, 'psych')}/views")
    await admin.delete(path)
    statement = (
        "select action, username, details->>'object', status"
        " from audit_entries e join users u on u.id = e.user_id"
        " where action like '%PersonView' order by e.id"
    )
    assert [tuple(row) for row in await session.execute(text(statement))] == [
        ("startPersonView", "admin", "nurse", 201),
        ("getPersonView", "admin", "nurse", 200),
        ("startPersonView", "admin", "psych", 409),
        ("endPersonView", "admin", "nurse", 204),
    ]


async def test_somebody_who_was_deactivated_sees_nothing(admin: httpx.AsyncClient, session: AsyncSession) -> None:
    path = await start(admin, "nurse")
    await session.execute(text("update users set active = false where username = 'nurse'"))
    await session.commit()
    seen = (await admin.get(path)).json()
    assert (seen["active"], seen["permissions"], seen["lines"]) == (False, [], [])
