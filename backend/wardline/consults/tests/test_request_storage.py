"""What requesting a consult and commenting on one read from the database, and what they store."""

import httpx
import psycopg
import pytest
from bodies import Bodies
from fastapi import FastAPI
from sqlalchemy import text

from wardline.core.db.database import Database
from wardline.demo.identity.issuing import Issuer
from wardline.settings import Settings


async def test_a_request_reads_three_times_and_writes_everything_at_the_commit(
    client: httpx.AsyncClient, bodies: Bodies, statements: list[str]
) -> None:
    """With the beginning and the commit, it waits for the database six times (`test_before_commit`)."""
    body = await bodies.request(client)
    statements.clear()
    response = await client.post("/consults", json=body, headers={"Idempotency-Key": "six"})
    assert response.status_code == 201
    first_write = next(n for n, statement in enumerate(statements) if statement.startswith("INSERT INTO patients"))
    assert first_write == 3, "the user, the key, the location"
    assert [" ".join(statement.split()[:3]) for statement in statements[first_write:]] == [
        "INSERT INTO patients",
        "INSERT INTO encounters",
        "INSERT INTO consults",
        "INSERT INTO timeline_entries",
        "insert into escalations",
        "select pg_notify($1, $2)",
        "UPDATE idempotency_keys SET",
        "SELECT record_audit_entry(CAST($1 AS",
    ], "sent together"


async def test_a_comment_reads_the_consult_once_and_counts_itself_at_the_commit(
    client: httpx.AsyncClient, bodies: Bodies, statements: list[str]
) -> None:
    """With the beginning and the commit, it waits for the database eight times."""
    consult_id = await bodies.create(client)
    before = (await client.get(f"/consults/{consult_id}")).json()
    for number in (1, 2):
        statements.clear()
        headers = {"Idempotency-Key": f"comment-{number}"}
        comment = {"message": f"Comment {number}"}
        response = await client.post(f"/consults/{consult_id}/updates", json=comment, headers=headers)
        assert response.status_code == 201
        assert [" ".join(statement.split()[:3]) for statement in statements[-5:]] == [
            "INSERT INTO timeline_entries",
            "UPDATE consults SET",
            "select pg_notify($1, $2)",
            "UPDATE idempotency_keys SET",
            "SELECT record_audit_entry(CAST($1 AS",
        ], "the comment, then everything else together"
        assert len(statements) == 9, "before that the user, the key, the lock, the consult"
    assert (await client.get(f"/consults/{consult_id}")).json() == before | {"commentCount": 2}


@pytest.mark.req("WL-24")
async def test_a_line_whose_priorities_have_no_rank_can_be_requested(
    bare_app: FastAPI, cloned: tuple[str, str], settings: Settings, issuer: Issuer, bodies: Bodies
) -> None:
    with psycopg.connect(cloned[1].replace("+psycopg", "")) as owner:
        owner.execute("update priorities set rank = null")
    bare_app.state.database = database = Database(cloned[0])
    headers = {"Authorization": f"Bearer {issuer.access_token('nurse')}"}
    transport = httpx.ASGITransport(bare_app)
    async with httpx.AsyncClient(transport=transport, base_url=f"{settings.origin}/api", headers=headers) as client:
        consult_id = await bodies.create(client)
    async with database.session() as session:
        created = await session.execute(
            text("select priority_id, sort_rank from consults where id = :id"), {"id": consult_id}
        )
        assert created.all() == [(3, None)]
    await database.close()
