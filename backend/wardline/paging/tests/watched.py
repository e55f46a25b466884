"""The engine in a test: it runs when the test says so, at the time that the test has set."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any, Final

import httpx
from sqlalchemy import text

from conftest import NOON, RolledBackDatabase, job_context
from wardline.core import clock
from wardline.core.db.database import Database
from wardline.paging.jobs import watch_escalations

BACKUP_NUMBER: Final = "(555) 010-0100"
"""The number of the settings, for lines without a policy of their own."""


class Watched:
    def __init__(self, database: RolledBackDatabase | Database) -> None:
        self.database = database
        self.context = job_context(database)

    async def look(self, *, after: timedelta | None = None) -> None:
        """Let the engine look for what is due, after this time."""
        if after is not None:
            clock.advance(after)
        await watch_escalations(self.context)

    async def notices(self) -> list[tuple[int, str, str, str]]:
        """Minutes since noon, who, why, and the channel of each notice, in order."""
        rows = await self.rows(
            "select notices.queued_at, coalesce(users.username, notices.phone_number), notices.target, channel"
            " from notices left join users on users.id = notices.user_id order by notices.id"
        )
        return [(_minutes(at), who, target, channel) for at, who, target, channel in rows]

    async def since(self, count: int) -> list[tuple[int, str, str, str]]:
        """The notices after the first `count`."""
        return (await self.notices())[count:]

    async def rows(self, statement: str, **parameters: Any) -> list[tuple[Any, ...]]:
        async with self.database.session() as session:
            return [tuple(row) for row in await session.execute(text(statement), parameters)]


def _minutes(at: datetime) -> int:
    return int((at - NOON).total_seconds() // 60)


async def pages_of(client: httpx.AsyncClient) -> list[dict[str, Any]]:
    """What waits for the user."""
    response = await client.get("/pages")
    assert response.status_code == 200, response.text
    pages: list[dict[str, Any]] = response.json()
    return pages


async def proof_of(client: httpx.AsyncClient, consult_id: str, kind: str = "request") -> Mapping[str, Any]:
    """The one escalation of this kind, as someone who may view the consult reads it."""
    response = await client.get(f"/consults/{consult_id}/pages")
    assert response.status_code == 200, response.text
    (found,) = [escalation for escalation in response.json() if escalation["kind"] == kind]
    proof: Mapping[str, Any] = found
    return proof
