"""The schema is migrated to the next version while the previous version serves.

This is slow and the migrations seldom change, so `make test` runs it only when they differ from those that it last
passed with; `make soak` always does.
"""

import asyncio
import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import psycopg
import pytest
from bodies import Bodies

import wardline
from wardline.migrations import revisions

from .books import check
from .conftest import TIMEOUT_SECONDS, Server, StartServer
from .load import Load

WAIT_SECONDS = 2
MIGRATIONS = Path(revisions.__file__).parent
PROVEN = Path(__file__).with_name("migrations.sha256")
"""The digest of the migrations that this test last passed with; written by the test, and committed."""

NEXT = """
import sqlalchemy as sa
from alembic import op
from wardline.migrations.grants import grant

revision = "next"
down_revision = "{latest}"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("consults", sa.Column("added", sa.Text(), nullable=True))
    op.create_index("ix_consults_added", "consults", ["added"])
    op.create_table("added_things", sa.Column("id", sa.Integer(), sa.Identity(), primary_key=True))
    grant("select, insert", "added_things")
"""


@pytest.fixture
def next_version(tmp_path: Path) -> Path:
    """A folder with a possible next version of the package."""
    folder = tmp_path / "next"
    original = Path(wardline.__file__).parent
    shutil.copytree(original, folder / "wardline", ignore=shutil.ignore_patterns("tests", "web"))
    versions = folder / "wardline" / "migrations" / "versions"
    (versions / "next.py").write_text(NEXT.format(latest=revisions.latest()))
    return folder


def digest_of_migrations() -> str:
    digest = hashlib.sha256()
    for path in sorted(MIGRATIONS.rglob("*.py")):
        digest.update(f"{path.relative_to(MIGRATIONS)}\n".encode() + path.read_bytes())
    return digest.hexdigest()


@pytest.mark.skipif(
    PROVEN.exists() and PROVEN.read_text().strip() == digest_of_migrations(),
    reason="the migrations are those that this was proven with; make soak proves it in any case",
)
async def test_a_new_migration_blocks_no_one(
    start_server: StartServer, bodies: Bodies, cloned: tuple[str, str], next_version: Path
) -> None:
    await upgrade(start_server, bodies, cloned, next_version)
    PROVEN.write_text(f"{digest_of_migrations()}\n")


@pytest.mark.soak
async def test_a_migration_blocks_no_one(
    start_server: StartServer, bodies: Bodies, cloned: tuple[str, str], next_version: Path
) -> None:
    await upgrade(start_server, bodies, cloned, next_version)


async def upgrade(start_server: StartServer, bodies: Bodies, cloned: tuple[str, str], next_version: Path) -> None:
    old = await start_server()
    load = Load(lambda: old, bodies, seed=11)
    async with load.running():
        await load.until_done(5)
        async with watched(old) as responses:
            await migrate_during_a_read(next_version, cloned)
        assert {(status, body["migrations"]) for status, body in responses} == {(200, True)}
        new = await start_server(code=next_version)
        async with old.client("nurse") as here, new.client("nurse") as there:
            first_id, second_id = await bodies.create(here), await bodies.create(there)
            assert (await there.get(f"/consults/{first_id}")).status_code == 200
            assert (await here.get(f"/consults/{second_id}")).status_code == 200
        await load.until_done(5)
    assert {attempt.status for _, attempt in load.attempts} <= {200, 201}
    assert max(attempt.seconds for _, attempt in load.attempts) < WAIT_SECONDS + load.lag
    await check(load, cloned)


async def migrate_during_a_read(code: Path, urls: tuple[str, str]) -> None:
    """A read that lasts until the migration, which may block others for less time, reports that it yielded."""
    environment = os.environ | {"WARDLINE_DATABASE_URL": urls[0], "WARDLINE_MIGRATE_URL": urls[1]}
    async with await psycopg.AsyncConnection.connect(urls[1].replace("+psycopg", "")) as reader:
        await reader.execute("select from consults limit 1")
        migrating = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "wardline", "migrate"), cwd=code, env=environment, stdout=subprocess.PIPE
        )
        assert migrating.stdout is not None
        async with asyncio.timeout(TIMEOUT_SECONDS):
            while b"a table that must be changed" not in (line := await migrating.stdout.readline()):
                assert line, "it did not yield"
    async with asyncio.timeout(TIMEOUT_SECONDS):
        assert await migrating.wait() == 0


@asynccontextmanager
async def watched(server: Server) -> AsyncIterator[list[tuple[int, dict[str, Any]]]]:
    """The responses of the health endpoint during the block."""
    responses: list[tuple[int, dict[str, Any]]] = []

    async def look() -> None:
        async with httpx.AsyncClient() as client:
            while True:
                response = await client.get(f"{server.url}/api/health")
                responses.append((response.status_code, response.json()))
                await asyncio.sleep(0.05)

    looking = asyncio.create_task(look())
    try:
        yield responses
    finally:
        looking.cancel()
        await asyncio.gather(looking, return_exceptions=True)
