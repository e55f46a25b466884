"""The engine in a test: it runs when the test says so, at the time that the test has set."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any, Final

import httpx
from sqlalchemy import text

from conftest import NOON, RolledBackDatabase, job_context
from wardline.core import clock
from wardline.core.db.database import Database
from wardline.core.jobs.context import JobContext
from wardline.core.retries import Retry
from wardline.outbox.jobs import send_urgent_lane
from wardline.paging.jobs import watch_escalations

BACKUP_NUMBER: Final = "(555) 010-0100"
"""The number of the settings, for lines without a policy of their own."""


_ADD_CONTACT: Final = """
insert into contacts (user_id, kind, address, p256dh, auth, label, position, delay_seconds, created_at, verified_at)
select id, :kind, :address, :p256dh, :auth, 'Phone', :position, :delay, :at, :at from users where username = :who
"""
_ADD_SHIFT: Final = """
with schedule as (
  insert into call_schedules (service_line_id, name, time_zone, "primary", rotations, version, saved_at, saved_by_id)
  select service_lines.id, cast(:who as text) || cast(:starts_at as text), 'America/New_York', :primary, '[]', 1, :at,
    users.id
  from service_lines cross join users
  where code = :line and username = :who
  returning id, saved_by_id
)
insert into planned_shifts (schedule_id, user_id, starts_at, ends_at)
select id, saved_by_id, :starts_at, :ends_at from schedule returning schedule_id
"""


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

    async def plan(
        self, username: str, *, begins: float = -60, ends: float = 600, primary: bool = True, line: str = "tele-stroke"
    ) -> int:
        """Plan someone, in a schedule of their own, between these minutes from now; returns its id."""
        now = clock.now()
        shift = {"starts_at": now + timedelta(minutes=begins), "ends_at": now + timedelta(minutes=ends), "at": now}
        async with self.database.transaction() as session:
            row = await session.execute(text(_ADD_SHIFT), shift | {"who": username, "primary": primary, "line": line})
            return int(row.scalar_one())

    async def rows(self, statement: str, **parameters: Any) -> list[tuple[Any, ...]]:
        async with self.database.session() as session:
            return [tuple(row) for row in await session.execute(text(statement), parameters)]


async def deliver(context: JobContext) -> None:
    """Send what was ordered."""
    async with context.database.session() as session:
        open_lanes = text("select lane, receiver from deliveries where state in ('waiting', 'sending') order by id")
        lanes = [tuple(row) for row in await session.execute(open_lanes)]
    for lane, receiver in lanes:
        try:
            await send_urgent_lane(context, lane, receiver)
        except Retry:
            continue


async def have_contacts(watched: Watched, username: str, *contacts: tuple[str, str, int], **device: str) -> None:
    """Replace a user's contacts by these verified ones: kind, address, and delay in seconds; `device` is its keys."""
    of_user = {"who": username}
    async with watched.database.transaction() as session:
        await session.execute(
            text("delete from contacts using users where user_id = users.id and username = :who"), of_user
        )
        for position, (kind, address, delay) in enumerate(contacts):
            contact = {"kind": kind, "address": address, "position": position, "delay": delay, "at": clock.now()}
            await session.execute(text(_ADD_CONTACT), of_user | contact | {"p256dh": None, "auth": None} | device)


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
