"""Of two who change an object of any kind at once, one wins, and the other learns who it was and what it is now."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from typing import Any, Final, NamedTuple

import httpx
import psycopg
import pytest
from bodies import OF_THE_SERVER, person_fields
from fastapi import FastAPI
from renewed_token import RenewedToken

from conftest import Cluster
from wardline.core.db.database import Database
from wardline.core.http.client import HttpClient
from wardline.demo.identity.issuing import Issuer
from wardline.settings import Settings

Json = dict[str, Any]
NAMES: Final = ("admin", "coordinator")
_PREPARE: Final = """
insert into user_roles (user_id, role_id, position)
select users.id, roles.id, 9 from users, roles where username = 'coordinator' and roles.name = 'Administrator';
insert into user_organizations (user_id, organization_id)
select users.id, organizations.id from users, organizations where username = 'coordinator' on conflict do nothing;
insert into role_permissions (role_id, action, subject)
select id, 'Manage', 'Retention' from roles where name = 'Administrator';
insert into groups (organization_id, display_name, created_at, changed_at)
select id, 'Desk', now(), now() from organizations where code = 'lakeshore';
"""
_HOURS: Final = {"openDaysInWeek": "[1,7]", "openHoursTimezone": "America/New_York"}
_REPEATED: Final = {"repeatSeconds": 60, "backupNumber": "(555) 010-0142"}
_STEP: Final = {"afterSeconds": 0, "targets": ["allNotifications"], "channels": None, "hours": None}


class Race(NamedTuple):
    """What both change: `field` of `body`, to one of `answers` each. `shown` finds it in what the loser is told."""

    path: str
    version: str
    body: Json
    field: str
    answers: Sequence[Any]
    shown: Callable[[Json], Any]


@pytest.fixture(scope="module")
def shared(cluster: Cluster) -> Iterator[tuple[str, str]]:
    """The URLs of a database whose coordinator also administers everything; tests change different objects."""
    urls = cluster.clone("administered")
    with psycopg.connect(urls[1].replace("+psycopg", "")) as owner:
        owner.execute(_PREPARE)
    yield urls
    cluster.drop("administered")


@pytest.fixture
async def administrators(
    bare_app: FastAPI, shared: tuple[str, str], settings: Settings, issuer: Issuer
) -> AsyncIterator[dict[str, httpx.AsyncClient]]:
    bare_app.state.database = database = Database(shared[0], pool_size=4)
    clients: dict[str, httpx.AsyncClient] = {
        name: HttpClient(
            transport=httpx.ASGITransport(bare_app),
            base_url=f"{settings.origin}/api",
            auth=RenewedToken(issuer, name),
            timeout=60,
        )
        for name in NAMES
    }
    yield clients
    for client in clients.values():
        await client.aclose()
    await database.close()


def changing(path: str, read: Json, field: str, *answers: str) -> Race:
    """A race for a field of an object that is read as it is sent."""
    fields = {name: value for name, value in read.items() if name not in OF_THE_SERVER} | {"reason": None}
    return Race(path, read["version"], fields, field, answers, lambda current: current[field])


async def of_place(admin: httpx.AsyncClient, kind: str, field: str, **more: Any) -> Race:
    places = (await admin.get("/places")).json()
    found = places["facilities"][0]["units"] if kind == "units" else places[kind]
    path = f"/places/{kind}/{found[0]['id']}"
    race = changing(path, (await admin.get(path)).json(), field, "One", "Other")
    return race._replace(body=race.body | more)


async def of_organization(admin: httpx.AsyncClient) -> Race:
    return await of_place(admin, "organizations", "name")


async def of_facility(admin: httpx.AsyncClient) -> Race:
    return await of_place(admin, "facilities", "info")


async def of_unit(admin: httpx.AsyncClient) -> Race:
    return await of_place(admin, "units", "displayName", confirmed=[])


async def of_person(admin: httpx.AsyncClient) -> Race:
    (found,) = (await admin.get("/people", params={"text": "psych"})).json()["people"]
    path = f"/people/{found['id']}"
    read = (await admin.get(path)).json()
    return changing(path, read, "medipacId", "M-1", "M-2")._replace(body=person_fields(read))


async def of_role(admin: httpx.AsyncClient) -> Race:
    path = f"/roles/{(await admin.get('/roles')).json()['roles'][0]['id']}"
    read = (await admin.get(path)).json()
    body = {"permissions": read["permissions"], "isRetired": False, "reason": None, "confirmed": []}
    return changing(path, read, "label", "One", "Other")._replace(body=body)


async def of_group(admin: httpx.AsyncClient) -> Race:
    page = (await admin.get("/provisioning")).json()
    (group,), role_ids = page["groups"], [role["id"] for role in page["roles"] if role["mayBeGiven"]]
    path = f"/provisioning/groups/{group['id']}/roles"
    answers = role_ids[:1], role_ids[1:2]
    return Race(path, group["version"], {"confirmed": []}, "roleIds", answers, lambda current: current["roleIds"])


async def of_line(admin: httpx.AsyncClient, number: int = 0) -> Race:
    path = f"/lines/{(await admin.get('/lines')).json()['lines'][number]['id']}"
    read = (await admin.get(path)).json()
    answers = tuple([_HOURS | {"openHours": hours}] for hours in ("08:00-17:00", "09:00-18:00"))
    body = read["settings"] | {"reason": None, "confirmed": []}
    return Race(path, read["version"], body, "hours", answers, lambda current: current["settings"]["hours"])


async def of_draft(admin: httpx.AsyncClient) -> Race:
    race = await of_line(admin, number=1)
    body = {name: value for name, value in race.body.items() if name != "confirmed"} | {"onLive": False}
    return race._replace(path=f"{race.path}/draft", body=body, shown=_drafted_hours)


def _drafted_hours(draft: Json) -> list[Json]:
    (hours,) = [each["after"] for each in draft["differences"] if each["place"] == "hours"]
    return [_HOURS | {"openHours": row["open"]} for row in hours]


async def of_escalation(admin: httpx.AsyncClient) -> Race:
    lines = (await admin.get("/lines")).json()["lines"]
    (organization_id, *_) = [each["id"] for each in (await admin.get("/places")).json()["organizations"]]
    path = f"/lines/{lines[0]['id']}/escalations/{organization_id}"
    read = (await admin.get(path)).json()
    policies = tuple(
        [{"priority": None, "facilityId": None, "policy": {"steps": [_STEP], "rounds": rounds, **_REPEATED}}]
        for rounds in (2, 3)
    )
    body = {"reason": None, "confirmed": ["pagesNobody"]}
    return Race(path, read["version"], body, "policies", policies, lambda current: current["settings"]["policies"])


async def of_period(admin: httpx.AsyncClient) -> Race:
    (period, *_) = (await admin.get("/retention")).json()["periods"]
    body = {"organizationId": period["organizationId"], "reason": "State law"}
    path = f"/retention/periods/{period['kind']}"
    return Race(path, period["version"], body, "days", (4000, 5000), lambda current: current["days"])


PREPARED: Final = (of_unit, of_person, of_role, of_line, of_draft)
LIKE_THEM: Final = (of_organization, of_facility, of_group, of_escalation, of_period)


@pytest.mark.usefixtures("patient")
@pytest.mark.parametrize("prepare", [*PREPARED, *(pytest.param(each, marks=pytest.mark.soak) for each in LIKE_THEM)])
async def test_one_of_two_who_save_at_once_wins_and_the_other_is_shown_both_versions(
    prepare: Callable[[httpx.AsyncClient], Awaitable[Race]], administrators: dict[str, httpx.AsyncClient]
) -> None:
    race = await prepare(administrators["admin"])
    headers = {"If-Match": race.version}
    responses = await asyncio.gather(
        *(
            administrators[name].put(race.path, json=race.body | {race.field: answer}, headers=headers)
            for name, answer in zip(NAMES, race.answers, strict=True)
        )
    )
    saved = {response.status_code: (name, response) for name, response in zip(NAMES, responses, strict=True)}
    assert saved.keys() == {200, 412}, [response.text for response in responses]
    winner, (_, lost) = saved[200][0], saved[412]
    refusal = lost.json()
    assert (refusal.get("changedBy") or refusal["current"]["by"])["username"] == winner
    assert race.shown(refusal["current"]) == race.answers[NAMES.index(winner)]
    again = await administrators[saved[412][0]].put(
        race.path,
        json=race.body | {race.field: race.answers[1 - NAMES.index(winner)]},
        headers={"If-Match": refusal["current"]["version"]},
    )
    assert again.status_code == 200, again.text
