"""What administrators are told about the connections of their own organizations."""

import asyncio
from datetime import timedelta
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi import FastAPI
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from conftest import SignIn
from wardline.core import clock
from wardline.scim.clients import ScimClients, digest_of, parse_secrets

SECRET = "connections-" + "a" * 32
OTHER = "connections-" + "b" * 32
HL7 = """{"protocol": "hl7v2", "host": "127.0.0.1", "port": %d, "tls": false, "receiving_application": "HIS",
    "receiving_facility": "LAKE", "sending_facility": "WARDLINE"}"""


@pytest.fixture
async def admin(sign_in: SignIn, session: AsyncSession) -> httpx.AsyncClient:
    """Whose organization is Lakeshore only."""
    statement = """
        delete from user_organizations using users, organizations
        where users.id = user_id and username = 'admin' and organizations.id = organization_id and code = 'summit'
    """
    await session.execute(text(statement))
    return sign_in("admin")


async def _file_notes(session: AsyncSession, code: str, port: int) -> int:
    statement = "update organizations set notes_destination = cast(:notes as jsonb) where code = :code returning id"
    found: int = (await session.execute(text(statement), {"notes": HL7 % port, "code": code})).scalar_one()
    return found


async def _file(session: AsyncSession, organization_id: int, reason: str | None) -> None:
    attempt = """
        with delivery as (
          insert into deliveries (channel, lane, receiver, reference, state, created_at, wanted_at)
          values ('filing', 'x', :receiver, :receiver, 'waiting', now(), now()) returning id
        )
        insert into delivery_attempts (delivery_id, number, began_at, ended_at, state, reason)
        select id, 1, now(), now(), :state, :reason from delivery
    """
    about = {"receiver": f"organization {organization_id}", "reason": reason}
    await session.execute(text(attempt), about | {"state": "waiting" if reason else "delivered"})


async def _found(admin: httpx.AsyncClient, kind: str) -> list[dict[str, Any]]:
    connections = (await admin.get("/connections")).json()["connections"]
    return [each for each in connections if each["kind"] == kind]


async def test_hl7_interfaces_are_told_apart_and_only_those_of_ones_own_organizations_are_shown(
    admin: httpx.AsyncClient, session: AsyncSession
) -> None:
    (none,) = await _found(admin, "hl7")
    assert (none["state"], none["part"], none["test"]) == ("off", None, None)
    lakeshore, summit = [await _file_notes(session, code, 2575) for code in ("lakeshore", "summit")]
    await _file(session, lakeshore, "no connection")
    await _file(session, summit, None)
    (own,) = await _found(admin, "hl7")
    assert (own["part"], own["name"], own["address"]) == (
        str(lakeshore),
        "Lakeshore Health Network",
        "127.0.0.1:2575, without TLS",
    )
    assert (own["state"], own["lastError"], own["lastSuccessAt"]) == ("fails", "no connection", None)
    foreign = await admin.post("/connections/$test", json={"kind": "hl7", "part": str(summit)})
    assert foreign.status_code == 404


async def test_testing_an_hl7_interface_opens_a_connection_and_sends_nothing(
    admin: httpx.AsyncClient, session: AsyncSession
) -> None:
    received: asyncio.Queue[bytes] = asyncio.Queue()

    async def accept(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        received.put_nowait(await reader.read())
        writer.close()

    server = await asyncio.start_server(accept, "127.0.0.1")
    async with server:
        organization_id = await _file_notes(session, "lakeshore", server.sockets[0].getsockname()[1])
        body = {"kind": "hl7", "part": str(organization_id)}
        tested = (await admin.post("/connections/$test", json=body)).json()
        assert (tested["isWorking"], tested["part"]) == (True, str(organization_id))
        assert await received.get() == b""
    tested = (await admin.post("/connections/$test", json=body)).json()
    assert (tested["isWorking"], tested["value"]) == (False, "It could not be reached: no connection.")
    (own,) = await _found(admin, "hl7")
    assert (own["state"], own["lastError"]) == ("fails", "It could not be reached: no connection.")
    statement = (
        "select details, organization_ids from audit_entries where action = 'testConnection' order by id limit 1"
    )
    details, organization_ids = (await session.execute(text(statement))).one()
    assert details == {"connection": "hl7", "part": str(organization_id), "isWorking": True}
    assert organization_ids == [organization_id]


@pytest.mark.parametrize(
    ("answered", "refused", "state", "value"),
    [
        (None, None, "unknown", "It has not called yet."),
        (None, 5, "fails", "Everything that it asked for was refused."),
        (30, 5, "works", "It calls, and its latest request was refused."),
        (5, 30, "works", "Its latest request was answered."),
        (8 * 24 * 60, None, "unknown", "It has not called for a week."),
    ],
)
async def test_a_client_says_when_it_last_called_and_what_it_was_refused(
    answered: int | None,
    refused: int | None,
    state: str,
    value: str,
    admin: httpx.AsyncClient,
    session: AsyncSession,
    app: FastAPI,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    noon: None,
) -> None:
    file = tmp_path / "secrets"
    file.write_text(f"entra lakeshore {SECRET}\nokta summit {OTHER}\n")
    monkeypatch.setitem(app.state._state, "scim_clients", ScimClients(file))
    if answered is not None:
        (secret, _) = parse_secrets(file.read_text())
        about = {"digest": secret.stored, "at": clock.now() - timedelta(minutes=answered)}
        await session.execute(text("insert into scim_secrets values (:digest, :at)"), about)
    if refused is not None:
        problem = """
            insert into scim_problems (organization_id, client, at, operation, status, message)
            select id, 'entra', :at, 'scimCreateUser', 409, 'It has the name of another one.'
            from organizations where code = 'lakeshore'
        """
        await session.execute(text(problem), {"at": clock.now() - timedelta(minutes=refused)})
    (client,) = await _found(admin, "provisioning")
    assert (client["name"], client["state"], client["value"]) == ("entra, Lakeshore Health Network", state, value)
    assert (client["lastSuccessAt"] is None, client["lastErrorAt"] is None) == (answered is None, refused is None)
    assert client["lastError"] == (None if refused is None else "It has the name of another one.")
    assert (client["test"], client["untestable"][:27]) == (None, "The identity provider calls")
    assert not any(hidden in str(client) for hidden in (SECRET, digest_of(SECRET).hex()[-16:], str(file)))
    refusal = await admin.post("/connections/$test", json={"kind": "provisioning", "part": "entra"})
    assert refusal.status_code == 404


async def test_a_file_of_secrets_that_cannot_be_used_is_a_connection_that_does_not_work(
    admin: httpx.AsyncClient, app: FastAPI, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (none,) = await _found(admin, "provisioning")
    assert (none["state"], none["action"][:32]) == ("off", "Set `WARDLINE_SCIM_SECRETS_FILE`")
    file = tmp_path / "secrets"
    file.write_text(f"entra lakeshore {SECRET}\n")
    monkeypatch.setitem(app.state._state, "scim_clients", ScimClients(file))
    await _found(admin, "provisioning")
    file.write_text("entra\n")
    (client,) = await _found(admin, "provisioning")
    assert (client["name"], client["state"]) == ("entra, Lakeshore Health Network", "fails")
