"""The server is killed in the middle of a change of administrators, an import or provisioning: all of it or nothing.

A lock of the test's lets the change write a part and wait. Then the server is killed, and the lock given up. What is
sent to the next server again is done, once.
"""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from datetime import timedelta
from typing import Any, Final

import httpx
import psycopg
import pytest

from wardline.core import clock
from wardline.core.forms.wire import iso_utc

from .conftest import TIMEOUT_SECONDS, Server, StartServer, a_transaction_is_waiting, connect
from .test_leavers import PERSON, scim

Json = dict[str, Any]
Change = Callable[[Server], Coroutine[Any, Any, None]]
"""Makes the change, or makes it again; raises TransportError when the server is killed meanwhile."""
PEOPLE: Final = 3
_HOURS: Final = {"openDaysInWeek": "[1,7]", "openHours": "08:00-17:00", "openHoursTimezone": "America/New_York"}
_CONFIRMED: Final = {"confirmed": ["closes"]}
_GROUP: Final = {"schemas": ["urn:ietf:params:scim:schemas:core:2.0:Group"], "displayName": "Desk"}
_STATE: Final = """
select (select count(*) from network_versions), (select count(*) from service_line_hours),
  (select count(*) from user_roles), (select count(*) from group_members),
  (select count(*) from network_drafts where state = 'published')
"""
"""The numbers of versions, rows of hours, roles of people, members of groups, and published drafts."""
_MAKE_DUE: Final = "update network_drafts set publish_at = now() - interval '1 minute' where state = 'scheduled'"
_RUN: Final = "insert into procrastinate_jobs (queue_name, task_name) values ('default', 'publish_scheduled_drafts')"
_OTHERS: Final = "select count(*) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()"


async def a_draft(admin: httpx.AsyncClient) -> tuple[str, Json]:
    """The path of a draft of other hours of a line, and the headers of calls about it."""
    path = f"/lines/{(await admin.get('/lines')).json()['lines'][0]['id']}"
    line = (await admin.get(path)).json()
    body = line["settings"] | {"hours": [_HOURS], "reason": None, "onLive": False}
    saved = await admin.put(f"{path}/draft", json=body, headers={"If-Match": line["version"]})
    draft = saved.json()["draft"]
    return f"/drafts/{draft['id']}", {"If-Match": draft["version"]}


async def publishing(server: Server, _owner_url: str) -> Change:
    async with server.client("admin") as admin:
        path, headers = await a_draft(admin)

    async def publish(to: Server) -> None:
        async with to.client("admin") as client:
            keyed = headers | {"Idempotency-Key": "published"}
            published = await client.post(f"{path}/publish", json=_CONFIRMED, headers=keyed)
        assert (published.status_code, published.json()["status"]) == (200, "published")

    return publish


async def publishing_when_due(server: Server, owner_url: str) -> Change:
    async with server.client("admin") as admin:
        path, headers = await a_draft(admin)
        later = {"publishAt": iso_utc(clock.now() + timedelta(days=1)), **_CONFIRMED}
        assert (await admin.post(f"{path}/schedule", json=later, headers=headers)).status_code == 200

    async def let_the_worker_publish(to: Server) -> None:
        async with await connect(owner_url) as owner:
            await owner.execute(_MAKE_DUE)
            await owner.execute(_RUN)
        async with to.client("admin") as client:
            while (await client.get(path)).json()["status"] != "published":
                await asyncio.sleep(0.05)

    return let_the_worker_publish


async def importing(server: Server, _owner_url: str) -> Change:
    rows = "\n".join(f"new{number},Robin,Gray,lakeshore" for number in range(PEOPLE))
    file = {"text": f"Username,First name,Last name,Organizations\n{rows}\n"}
    async with server.client("admin") as admin:
        checked = (await admin.post("/people/imports/check", json=file)).json()
    body = file | {"digest": checked["digest"], "fileName": "people.csv", "confirmedCount": None}
    body |= {"invite": False, "reason": None}

    async def import_people(to: Server) -> None:
        async with to.client("admin") as client:
            imported = await client.post("/people/imports", json=body, headers={"Idempotency-Key": "imported"})
        assert imported.status_code == 201, imported.text

    return import_people


async def provisioning(server: Server, _owner_url: str) -> Change:
    async with scim(server) as entra, server.client("admin") as admin:
        people = [
            await entra.post("/Users", json=PERSON | {"userName": f"new{each}@x.example"}) for each in range(PEOPLE)
        ]
        group_path = f"/Groups/{(await entra.post('/Groups', json=_GROUP)).json()['id']}"
        page = (await admin.get("/provisioning")).json()
        (group,), role_id = page["groups"], page["roles"][0]["id"]
        path, headers = f"/provisioning/groups/{group['id']}/roles", {"If-Match": group["version"]}
        given = await admin.put(path, json={"roleIds": [role_id], "confirmed": []}, headers=headers)
        assert given.status_code == 200, given.text
    members = [{"value": each.json()["id"]} for each in people]

    async def fill_the_group(to: Server) -> None:
        async with scim(to) as client:
            filled = await client.put(group_path, json=_GROUP | {"members": members})
        assert (filled.status_code, len(filled.json()["members"])) == (200, PEOPLE)

    return fill_the_group


@pytest.mark.soak
@pytest.mark.parametrize(
    ("prepare", "done"),
    [
        (publishing, (1, 1, 0, 0, 1)),
        (publishing_when_due, (1, 1, 0, 0, 1)),
        (importing, (PEOPLE, 0, 0, 0, 0)),
        (provisioning, (PEOPLE, 0, PEOPLE, PEOPLE, 0)),
    ],
)
async def test_what_a_kill_interrupts_has_not_happened_and_is_done_once_when_it_is_sent_again(
    prepare: Callable[[Server, str], Awaitable[Change]],
    done: tuple[int, ...],
    start_server: StartServer,
    cloned: tuple[str, str],
) -> None:
    server = await start_server()
    change = await prepare(server, cloned[1])
    async with await psycopg.AsyncConnection.connect(cloned[1].replace("+psycopg", "")) as holding:
        before = await state(holding)
        await holding.execute("lock table network_versions in share mode")
        changing = asyncio.create_task(change(server))
        await a_transaction_is_waiting(cloned[1])
        server.kill()
        with suppress(httpx.TransportError):
            await changing
    await nobody_is_connected(cloned[1])
    async with await connect(cloned[1]) as owner:
        assert await state(owner) == before
        await change(await start_server(port=server.settings.port))
        after = await state(owner)
    assert tuple(new - old for new, old in zip(after, before, strict=True)) == done


async def state(owner: psycopg.AsyncConnection) -> tuple[int, ...]:
    return await (await owner.execute(_STATE)).fetchone() or ()


async def nobody_is_connected(owner_url: str) -> None:
    """Return once what the killed server had begun is rolled back."""
    async with await connect(owner_url) as watching, asyncio.timeout(TIMEOUT_SECONDS):
        while await (await watching.execute(_OTHERS)).fetchone() != (0,):
            await asyncio.sleep(0.01)
