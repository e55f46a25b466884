"""What one person does reaches the others' screens, through every process and after a lost connection."""

import asyncio

import httpx
import psycopg
import pytest

from conftest import Bodies

from .conftest import PATIENCE, Refused, Server, StartServer, live, open_socket


async def _go_on_call(client: httpx.AsyncClient) -> None:
    me = (await client.get("/me")).json()
    body = {
        "roleId": me["defaultCheckinRoleId"],
        "serviceLineId": me["activeServiceLines"][0]["id"],
        "phoneNumber": "(555) 010-0199",
        "primary": True,
    }
    assert (await client.post("/checkin", json=body)).status_code == 201


@pytest.mark.req("RT-01", "RT-07", "RT-09", "RT-17")
async def test_events_cross_processes(start_server: StartServer, bodies: Bodies) -> None:
    here, there = await start_server(), await start_server()
    async with (
        here.client("nurse") as nurse,
        there.client("psych") as psych,
        live(there, "psych") as on_call,
        live(here, "nurse") as bedside,
        live(there, "elsewhere") as stranger,
    ):
        await _go_on_call(psych)
        consult_id = await bodies.create(nurse)
        name, data = await on_call.next()
        assert (name, data["consultId"]) == ("consult:created", consult_id)
        assert (await bedside.next())[0] == "consult:created"
        await psych.post(f"/consults/{consult_id}/acknowledge")
        assert (await bedside.next())[0] == "consult:updated-state"
        await nurse.post(f"/consults/{consult_id}/updates", json={"message": "Thank you"})
        assert (await bedside.next())[0] == "update:created"
        assert stranger.events.empty()


@pytest.mark.req("RT-01", "AUTH-09")
async def test_the_door_of_the_socket(start_server: StartServer) -> None:
    server = await start_server()
    for auth in ({"token": "x.y.z"}, {"token": ""}, {"token": 1}, {}):
        with pytest.raises(Refused):
            async with open_socket(server.url, auth):
                pass
    with pytest.raises(Refused):
        async with live(server, "stranger"):
            pass
    async with httpx.AsyncClient() as client:
        polling = await client.get(f"{server.url}/socket.io/?EIO=4&transport=polling")
    assert polling.status_code == 400


async def test_a_lost_listen_connection_loses_nothing_on_the_screen(
    start_server: StartServer, bodies: Bodies, cloned: tuple[str, str]
) -> None:
    server = await start_server()
    async with server.client("nurse") as nurse, live(server, "nurse") as screen:
        address = cloned[0].replace("+psycopg", "")
        async with await psycopg.AsyncConnection.connect(address, autocommit=True) as connection:
            await connection.execute(
                "select pg_terminate_backend(pid) from pg_stat_activity"
                " where application_name = 'wardline-listen' and datname = current_database()"
            )
        assert (await screen.next())[0] == "connection:resync"
        consult_id = await bodies.create(nurse)
        name, data = await screen.next()
        assert (name, data["consultId"]) == ("consult:created", consult_id)


@pytest.mark.req("RT-04", "RT-05", "ENT-11")
async def test_who_is_viewing(start_server: StartServer, bodies: Bodies) -> None:
    server = await start_server()
    async with server.client("nurse") as nurse:
        consult_id = await bodies.create(nurse)

        async def viewers() -> list[str]:
            consult = (await nurse.get(f"/consults/{consult_id}")).json()
            return [viewer["lastName"] for viewer in consult["consultView"]]

        me = (await nurse.get("/me")).json()
        async with live(server, "nurse") as screen, live(server, "nurse") as second_tab:
            assert await screen.emit("consult:began-viewing", consult_id) is True
            assert await second_tab.emit("consult:began-viewing", consult_id) is True
            assert await viewers() == [me["lastName"]]
            await screen.connection.send(f'42["consult:ended-viewing","{consult_id}"]')
            assert await viewers() == [me["lastName"]]
        async with asyncio.timeout(PATIENCE):
            while await viewers():
                await asyncio.sleep(0.02)
        async with live(server, "elsewhere") as stranger:
            assert await stranger.emit("consult:began-viewing", consult_id) is False
            assert await stranger.emit("consult:began-viewing", "nonsense") is False
        assert await viewers() == []


async def test_losing_the_account_empties_the_rooms(
    start_server: StartServer, bodies: Bodies, cloned: tuple[str, str]
) -> None:
    server: Server = await start_server()
    async with server.client("nurse") as nurse, live(server, "nurse") as bedside:
        async with await psycopg.AsyncConnection.connect(cloned[1].replace("+psycopg", ""), autocommit=True) as owner:
            found = await owner.execute("update users set active = false where username = 'nurse' returning id")
            (user_id,) = await found.fetchone() or (0,)
            await owner.execute("select pg_notify('wardline_events', %s)", [f'{{"rooms_of": {user_id}}}'])
        async with asyncio.timeout(PATIENCE):
            await bedside.closed.wait()
        assert (await nurse.get("/me")).status_code == 403
