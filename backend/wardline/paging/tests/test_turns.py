"""Texts and calls about what is not critical come to each contact once a minute at most; nothing else waits."""

from datetime import timedelta

import httpx
import pytest
from bodies import Bodies
from sqlalchemy import text

from conftest import CheckIn
from wardline.core import clock
from wardline.paging.tests.edge import Edge
from wardline.paging.tests.watched import BACKUP_NUMBER, Watched, have_contacts, proof_of

pytestmark = pytest.mark.usefixtures("noon")

LINE = "tele-psych"
CELL, DESK = "(555) 010-0161", "(555) 010-0162"
MINUTE = timedelta(minutes=1)
PAGE_EVERYBODY = (
    "update escalations set position = greatest(position, 3), next_at = :now where consult_id = cast(:id as uuid)"
)
CALL_BACKUP = "update escalations set position = 7, next_at = :now where consult_id = cast(:id as uuid)"
CALL_AGAIN = "update escalations set next_at = :now where consult_id = cast(:id as uuid)"
CRITICAL = "update escalations set priority = 'critical' where consult_id = cast(:id as uuid)"


async def _change(watched: Watched, statement: str, consult_id: str) -> None:
    async with watched.database.transaction() as session:
        parameters = {"id": consult_id} | ({"now": clock.now()} if ":now" in statement else {})
        await session.execute(text(statement), parameters)


async def _look_and_send(watched: Watched, edge: Edge, *, after: timedelta | None = None) -> tuple[int, int]:
    """How many texts and calls have been made since the start."""
    await watched.look(after=after)
    await edge.deliver()
    return len(edge.texts), len(edge.calls)


async def _due(client: httpx.AsyncClient, consult_id: str) -> dict[str, str | None]:
    """When each notice of the first person is still to be sent, by channel."""
    person = (await proof_of(client, consult_id))["people"][0]
    return {notice["channel"]: notice["dueAt"] for notice in person["notices"]}


@pytest.mark.req("NOTIF-13")
async def test_each_contact_gets_one_a_minute_and_what_was_answered_meanwhile_never(
    client: httpx.AsyncClient, check_in: CheckIn, bodies: Bodies, watched: Watched, edge: Edge
) -> None:
    psych = await check_in("psych", line=LINE)
    await have_contacts(watched, "psych", ("text", CELL, 0), ("call", DESK, 30))
    first, answered, last = [await bodies.create(client, LINE) for _ in range(3)]
    assert await _look_and_send(watched, edge) == (1, 0)
    waiting = {"screen": None, "text": "2026-03-04T12:02:00Z", "call": "2026-03-04T12:02:30Z"}
    assert await _due(client, last) == waiting, "the requester sees why the phone has not rung yet"
    assert (await _due(client, first))["text"] is None
    assert await _look_and_send(watched, edge, after=MINUTE / 2) == (1, 1)
    assert (await psych.post(f"/consults/{answered}/acknowledge")).is_success
    assert await _look_and_send(watched, edge, after=MINUTE) == (1, 1)
    assert await _look_and_send(watched, edge, after=MINUTE / 2) == (2, 1)
    assert await _look_and_send(watched, edge, after=MINUTE / 2) == (2, 2)
    assert edge.texts[-1][1].endswith(last)


@pytest.mark.req("NOTIF-13")
async def test_what_is_critical_never_waits(
    client: httpx.AsyncClient, check_in: CheckIn, bodies: Bodies, watched: Watched, edge: Edge
) -> None:
    await check_in("psych", line=LINE)
    await have_contacts(watched, "psych", ("text", CELL, 0))
    *ordinary, critical = [await bodies.create(client, LINE) for _ in range(4)]
    await _change(watched, CRITICAL, critical)
    assert await _look_and_send(watched, edge) == (2, 0)
    assert await _due(client, critical) == {"screen": None, "text": None}
    assert await _due(client, ordinary[1]) == {"screen": None, "text": "2026-03-04T12:01:00Z"}


@pytest.mark.req("NOTIF-13")
async def test_calls_of_the_backup_number_follow_each_other_the_critical_ones_first(
    client: httpx.AsyncClient, bodies: Bodies, watched: Watched, edge: Edge
) -> None:
    """One is made at once, and what follows about a request that still waits takes its place."""
    await have_contacts(watched, "coordinator")
    ordinary = [await bodies.create(client, LINE) for _ in range(3)]
    for consult_id in ordinary:
        await _change(watched, CALL_BACKUP, consult_id)
    assert await _look_and_send(watched, edge) == (0, 1)
    critical = await bodies.create(client, LINE)
    for statement, consult_id in ((CRITICAL, critical), (CALL_BACKUP, critical), (CALL_AGAIN, ordinary[1])):
        await _change(watched, statement, consult_id)
    assert await _look_and_send(watched, edge) == (0, 1)
    made = [await _look_and_send(watched, edge, after=MINUTE / 2) for _ in range(5)]
    assert made == [(0, count) for count in (2, 3, 4, 4, 4)]
    order = await watched.rows(
        "select cast(consult_id as text) from notices join escalations on escalations.id = escalation_id"
        " where delivery_id is not null order by delivery_id"
    )
    assert [consult_id for (consult_id,) in order] == [ordinary[0], critical, *ordinary[1:]]
    assert {number for number, _ in edge.calls} == {BACKUP_NUMBER}


async def test_the_next_page_about_the_same_request_takes_the_turn_of_the_one_that_waits(
    client: httpx.AsyncClient, check_in: CheckIn, bodies: Bodies, watched: Watched, edge: Edge
) -> None:
    """However often its steps repeat, a request waits for one turn at a contact."""
    await check_in("psych", line=LINE)
    await have_contacts(watched, "psych", ("text", CELL, 0))
    await have_contacts(watched, "coordinator")
    _, repeated, _ = [await bodies.create(client, LINE) for _ in range(3)]
    await _look_and_send(watched, edge)
    for _ in range(2):
        await _change(watched, PAGE_EVERYBODY, repeated)
        await watched.look()
    turns = await watched.rows(
        "select to_char(due_at at time zone 'UTC', 'HH24:MI'), withdrawn_at is null"
        " from notices join escalations on escalations.id = escalation_id"
        " where channel = 'text' and consult_id = cast(:id as uuid) order by notices.id",
        id=repeated,
    )
    assert turns == [("12:01", False), ("12:01", False), ("12:01", True)]
    assert [await _look_and_send(watched, edge, after=MINUTE) for _ in range(3)] == [(2, 0), (3, 0), (3, 0)]
