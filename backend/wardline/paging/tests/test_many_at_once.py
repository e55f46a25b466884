"""Many escalations at once, one of them broken, and people who answer while the engine moves; with real commits."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any, cast

import psycopg
import pytest
from bodies import Bodies
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from conftest import CheckIn, RolledBackDatabase, SignIn
from wardline.access.permissions import ACCESS_ORGANIZATION
from wardline.core import clock
from wardline.core.db.database import Database
from wardline.core.together import MAX_KEYS
from wardline.paging.contents import Contents
from wardline.paging.engine import BATCH, Engine
from wardline.paging.repository import MAX_WAITING
from wardline.paging.sending import send_due_notices
from wardline.paging.tests.many_requests import multiply
from wardline.paging.tests.watched import BACKUP_NUMBER, Watched, have_contacts, pages_of, proof_of

pytestmark = pytest.mark.usefixtures("noon")

MINUTE = timedelta(minutes=1)
DUE = 200
FORBIDDEN = 403
MAX_STATEMENTS_PER_BATCH = 12


@pytest.mark.req("NOTIF-13")
async def test_two_hundred_due_at_once_are_paged_in_a_few_statements(
    check_in: CheckIn, sign_in: SignIn, bodies: Bodies, watched: Watched, statements: list[str]
) -> None:
    await check_in("neuro", line="tele-stroke")
    await have_contacts(watched, "neuro", ("text", "(555) 010-0161", 0))
    nurse = sign_in("nurse")
    consult_id = await bodies.create(nurse, "tele-stroke")
    async with watched.database.transaction() as session:
        await multiply(session, consult_id, DUE)
    statements.clear()
    await watched.look()
    in_turn = [statement for statement in statements if "pg_notify" not in statement]  # Events are sent together.
    assert len(in_turn) <= MAX_STATEMENTS_PER_BATCH * (DUE // BATCH + 1)
    assert [who for _, who, _, _ in await watched.notices()] == ["neuro"] * 2 * DUE
    assert await watched.rows("select count(*), count(distinct consult_id) from notifications") == [(DUE, DUE)]


async def test_what_is_sent_at_once_is_looked_up_together(
    check_in: CheckIn, sign_in: SignIn, bodies: Bodies, watched: Watched, statements: list[str]
) -> None:
    """Everyone's devices have the same few push services, so that each push waits for those before it."""
    await check_in("neuro", line="tele-stroke")
    await have_contacts(watched, "neuro", ("text", "(555) 010-0161", 0))
    await have_contacts(watched, "coordinator", ("text", "(555) 010-0162", 0))
    consult_id = await bodies.create(sign_in("nurse"), "tele-stroke")
    async with watched.database.transaction() as session:
        await multiply(session, consult_id, MAX_KEYS)
    await watched.look()
    deliveries = await watched.rows(
        "select delivery_id, consult_id from notices join escalations"
        " on escalations.id = escalation_id where delivery_id is not null order by notices.id"
    )
    statements.clear()
    contents = watched.context.client(Contents)
    found = await asyncio.gather(*(contents.get(watched.context, delivery_id) for delivery_id, _ in deliveries))
    assert len(statements) <= MAX_STATEMENTS_PER_BATCH
    assert [(each.consult_id, each.address, each.waiting, each.may_acknowledge) for each in found if each] == [
        (consult_id, "(555) 010-0161", MAX_KEYS, True) for _, consult_id in deliveries
    ]


@pytest.mark.req("NOTIF-13")
async def test_what_is_critical_is_returned_first_however_much_else_has_waited_longer(
    check_in: CheckIn, sign_in: SignIn, bodies: Bodies, watched: Watched
) -> None:
    neuro, nurse = await check_in("neuro", line="tele-stroke"), sign_in("nurse")
    routine = await bodies.create(nurse, "tele-stroke")
    async with watched.database.transaction() as session:
        await session.execute(text("update escalations set priority = 'routine'"))
        await multiply(session, routine, MAX_WAITING)
    await watched.look()
    duty = {"Authorization": f"Duty {(await neuro.post('/duty')).json()['token']}"}
    critical = []
    for _ in range(2):
        clock.advance(MINUTE)
        critical.append(await bodies.create(nurse, "tele-stroke"))
        await watched.look()
    pages = await pages_of(neuro)
    locked = (await neuro.get("/duty/pages", headers=duty)).json()["pages"]
    assert [page["id"] for page in locked] == [page["id"] for page in pages]
    assert [page["consultId"] for page in pages[:2]] == critical
    assert {page["priority"] for page in pages[2:]} == {"routine"}
    assert len(pages) == MAX_WAITING


@pytest.mark.req("NOTIF-13")
async def test_a_new_request_comes_before_what_others_have_in_hand_and_before_what_was_seen(
    check_in: CheckIn, sign_in: SignIn, bodies: Bodies, watched: Watched, database: RolledBackDatabase
) -> None:
    neuro, nurse = await check_in("neuro", line="tele-stroke"), sign_in("nurse")
    expected = [
        ("critical", "request", False),
        ("critical", "request", True),
        ("critical", "handOver", False),
        ("critical", "urgentComment", False),
        ("critical", "followUp", False),
        ("critical", "transfer", False),
        ("critical", "transfer", True),
        ("urgent", "request", False),
        ("routine", "request", False),
        ("routine", "request", False),
    ]
    made = []
    # The last of them has waited for the longest.
    for _ in expected:
        made.append(await bodies.create(nurse, "tele-stroke"))
        await watched.look(after=MINUTE)
    made[:-2] = reversed(made[:-2])
    change = text(
        "update escalations set kind = :kind, priority = :priority, comment_id = case when :kind = 'urgentComment' then"
        " (select max(id) from timeline_entries where consult_id = escalations.consult_id) end"
        " where consult_id = cast(:id as uuid)"
    )
    see = text(
        "update paged_people set seen_at = first_at from escalations"
        " where escalations.id = escalation_id and consult_id = cast(:id as uuid)"
    )
    for consult_id, (priority, kind, is_seen) in zip(made, expected, strict=True):
        await database.connection.execute(change, {"id": consult_id, "priority": priority, "kind": kind})
        if is_seen:
            await database.connection.execute(see, {"id": consult_id})
    assert [page["consultId"] for page in await pages_of(neuro)] == made


@pytest.mark.req("NOTIF-13")
async def test_a_broken_escalation_is_tried_again_and_holds_up_no_other(
    check_in: CheckIn, sign_in: SignIn, bodies: Bodies, watched: Watched, database: RolledBackDatabase
) -> None:
    neuro, nurse = await check_in("neuro", line="tele-stroke"), sign_in("nurse")
    broken, *others = [await bodies.create(nurse, "tele-stroke") for _ in range(3)]
    execute, poison = (
        database.connection.execute,
        text("update escalations set kind = :kind, priority = :priority where consult_id = cast(:id as uuid)"),
    )
    await execute(poison, {"kind": "followUp", "priority": "unheard of", "id": broken})
    await watched.look()
    assert [page["consultId"] for page in await pages_of(neuro)] == others
    failures = "select failures from escalations order by failures desc limit 1"
    for number, pause in enumerate(PAUSES, start=1):
        await watched.look(after=timedelta(seconds=pause - 1))
        assert await watched.rows(failures) == [(number,)]
        await watched.look(after=timedelta(seconds=1))
        assert await watched.rows(failures) == [(number + 1,)]
    assert len(await pages_of(neuro)) == len(others)
    await execute(poison, {"kind": "request", "priority": "critical", "id": broken})
    await watched.look(after=timedelta(seconds=PAUSES[-1]))
    assert [page["consultId"] for page in await pages_of(neuro)] == [broken, *others]
    assert await watched.rows(failures) == [(0,)]


async def test_looking_takes_one_statement_while_nothing_is_due(
    check_in: CheckIn, sign_in: SignIn, bodies: Bodies, watched: Watched, statements: list[str]
) -> None:
    """Each worker looks four times a second, day and night."""
    await check_in("neuro", line="tele-stroke")
    await bodies.create(sign_in("nurse"), "tele-stroke")
    await watched.look()
    assert await watched.rows("select count(*) from paging_nodes where watched_at > now() - interval '5 s'") == [(1,)]
    statements.clear()
    await watched.look()
    assert len(statements) == 1


PAUSES = (5, 10, 20, 40, 60, 60)
"""Seconds between the attempts at a move that keeps failing."""


@dataclass
class Slow:
    """The database of an engine that has moved, and does not commit before it is told to."""

    database: Database
    has_moved: asyncio.Event = field(default_factory=asyncio.Event)
    may_commit: asyncio.Event = field(default_factory=asyncio.Event)

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[AsyncSession]:
        async with self.database.transaction() as session:
            yield session
            self.has_moved.set()
            await self.may_commit.wait()


async def _rows(database: Database | RolledBackDatabase, statement: str) -> list[tuple[Any, ...]]:
    async with database.session() as session:
        return [tuple(row) for row in await session.execute(text(statement))]


async def _wait_for_a_lock(database: Database) -> None:
    """Until some transaction waits for another."""
    blocked = "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
    while not await _rows(database, blocked):
        pass


@pytest.mark.req("NOTIF-13")
@pytest.mark.parametrize("answer", ["acknowledge", "decline"])
async def test_who_answers_while_the_engine_moves_waits_and_then_knows_what_it_did(
    committing: Database, check_in: CheckIn, sign_in: SignIn, bodies: Bodies, answer: str
) -> None:
    """A second engine passes over what the first one is moving."""
    neuro, nurse = await check_in("neuro", line="tele-stroke"), sign_in("nurse")
    neuro2 = await check_in("neuro2", line="tele-stroke", primary=False)
    consult_id = await bodies.create(nurse, "tele-stroke")
    watched = Watched(committing)
    await watched.look()
    (page,) = await pages_of(neuro)
    slow = Slow(committing)
    clock.advance(3 * MINUTE)
    moving = asyncio.create_task(Engine(cast(Database, slow), BACKUP_NUMBER).make_due_moves())
    await slow.has_moved.wait()
    await watched.look()
    path, body = {
        "acknowledge": (f"/consults/{consult_id}/acknowledge", None),
        "decline": (f"/pages/{page['id']}/decline", {"reason": "In another case"}),
    }[answer]
    answering = asyncio.create_task(neuro.post(path, json=body))
    await _wait_for_a_lock(committing)
    slow.may_commit.set()
    assert await moving is False
    assert (await answering).is_success
    assert [(who, at) for at, who, _, _ in await watched.notices()] == [("neuro", 0), ("neuro2", 3)]
    proof = await proof_of(nurse, consult_id)
    (seen,) = await _rows(committing, "select count(*) from notifications where kind = 'NewConsult' and not dismissed")
    if answer == "acknowledge":
        assert (proof["endReason"], proof["nextAt"]) == ("acknowledged", None)
        assert await pages_of(neuro2) == []
        assert seen == (0,)
    else:
        assert (proof["endedAt"], proof["nextAt"]) == (None, "2026-03-04T12:06:00Z")
        assert [page["consultId"] for page in await pages_of(neuro2)] == [consult_id]
    await watched.look()
    assert len(await watched.notices()) == 2


async def test_of_two_engines_and_an_acknowledgment_each_escalation_is_moved_once(
    committing: Database, check_in: CheckIn, sign_in: SignIn, bodies: Bodies
) -> None:
    neuro, nurse = await check_in("neuro", line="tele-stroke"), sign_in("nurse")
    consult_ids = [await bodies.create(nurse, "tele-stroke") for _ in range(6)]
    engines = [Engine(committing, BACKUP_NUMBER) for _ in range(2)]
    answers, _ = await asyncio.gather(
        asyncio.gather(*(neuro.post(f"/consults/{consult_id}/acknowledge") for consult_id in consult_ids[:3])),
        asyncio.gather(*(engine.make_due_moves() for engine in engines)),
    )
    assert all(response.is_success for response in answers)
    for engine in engines:
        await engine.make_due_moves()
    assert [page["consultId"] for page in await pages_of(neuro)] == consult_ids[3:]
    moved = await _rows(
        committing,
        "select position, ended_at is null, next_at is null, (select count(*) from notices where escalation_id ="
        " escalations.id) from escalations where kind = 'request' order by id",
    )
    assert moved[3:] == [(1, True, False, 1)] * 3
    assert all(is_over and not is_running and count <= 1 for _, is_running, is_over, count in moved[:3])


async def test_someone_who_is_on_call_and_cannot_be_paged_does_not_keep_the_engine_busy(
    committing: Database, cloned: tuple[str, str], check_in: CheckIn, sign_in: SignIn, bodies: Bodies
) -> None:
    """Deactivated users stay checked in, and so do those who lose the right to give consults."""
    watched, nurse = Watched(committing), sign_in("nurse")
    neuro, neuro2 = await check_in("neuro", line="tele-stroke"), await check_in("neuro2", line="tele-stroke")
    consult_id = await bodies.create(nurse, "tele-stroke")
    async with committing.transaction() as session:
        await multiply(session, consult_id, BATCH + 1)
    with psycopg.connect(cloned[1].replace("+psycopg", "")) as owner:
        owner.execute("update users set active = false where username = 'neuro'")
        owner.execute("delete from user_roles where user_id = (select id from users where username = 'neuro2')")
    async with asyncio.timeout(30):
        await watched.look()
    assert {who for _, who, _, _ in await watched.notices()} == {"coordinator"}
    assert (await neuro.get("/pages")).status_code == FORBIDDEN
    assert await pages_of(neuro2) == []


async def test_what_another_worker_is_sending_is_not_withdrawn_for_what_is_due_later(
    committing: Database, check_in: CheckIn, sign_in: SignIn, bodies: Bodies
) -> None:
    """Withdrawn and sent at once would violate a constraint, and hold up everything that is due."""
    watched, engine, slow = Watched(committing), Engine(committing, BACKUP_NUMBER), Slow(committing)
    await check_in("neuro", line="tele-stroke")
    await have_contacts(watched, "neuro", ("text", "(555) 010-0161", 0))
    await have_contacts(watched, "coordinator")
    await bodies.create(sign_in("nurse"), "tele-stroke")
    await engine.make_due_moves()
    sending = asyncio.create_task(send_due_notices(cast(Database, slow)))
    await slow.has_moved.wait()
    for minutes in (3, 2):
        clock.advance(minutes * MINUTE)
        await engine.make_due_moves()
    sending_later = asyncio.create_task(send_due_notices(committing))
    await _wait_for_a_lock(committing)
    slow.may_commit.set()
    await asyncio.gather(sending, sending_later)
    sent = "select position, delivery_id is not null, withdrawn_at from notices where channel = 'text' order by id"
    assert await _rows(committing, sent) == [(0, True, None), (3, True, None)]


@pytest.mark.req("NOTIF-13")
async def test_whoever_may_view_the_consult_only_later_is_paged_from_then_on(
    committing: Database, cloned: tuple[str, str], check_in: CheckIn, sign_in: SignIn, bodies: Bodies
) -> None:
    watched, nurse = Watched(committing), sign_in("nurse")
    neuro = await check_in("neuro", line="tele-stroke")
    consult_id = await bodies.create(nurse, "tele-stroke")
    bells = "select kind from notifications join users on users.id = user_id where username = 'neuro'"
    role = "(select role_id from user_roles join users on users.id = user_id where username = 'neuro')"
    access = (ACCESS_ORGANIZATION.action, ACCESS_ORGANIZATION.subject)
    with psycopg.connect(cloned[1].replace("+psycopg", ""), autocommit=True) as owner:
        owner.execute(
            f"delete from role_permissions where role_id = {role} and action = %s and subject = %s",  # noqa: S608
            access,
        )
        await watched.look()
        person = (await proof_of(nurse, consult_id))["people"][0]
        assert (person["firstName"], person["notPaged"], person["notices"]) == ("Amara", "noAccess", [])
        assert await watched.rows(bells) == []
        owner.execute(f"insert into role_permissions select {role}, %s, %s", access)
    await watched.look(after=2 * MINUTE)
    person = next(each for each in (await proof_of(nurse, consult_id))["people"] if each["firstName"] == "Amara")
    assert (person["notPaged"], len(person["notices"])) == (None, 1)
    assert [page["consultId"] for page in await pages_of(neuro)] == [consult_id]
    assert await watched.rows(bells) == [("NewConsult",)]


@pytest.mark.req("NOTIF-13")
async def test_two_workers_give_no_turn_of_a_contact_twice(
    committing: Database, check_in: CheckIn, sign_in: SignIn, bodies: Bodies
) -> None:
    nurse, slow = sign_in("nurse"), Slow(committing)
    await check_in("psych", line="tele-psych")
    await have_contacts(Watched(committing), "psych", ("text", "(555) 010-0161", 0))
    await bodies.create(nurse, "tele-psych")
    first = asyncio.create_task(Engine(cast(Database, slow), BACKUP_NUMBER).make_due_moves())
    await slow.has_moved.wait()
    await bodies.create(nurse, "tele-psych")
    second = asyncio.create_task(Engine(committing, BACKUP_NUMBER).make_due_moves())
    await _wait_for_a_lock(committing)
    slow.may_commit.set()
    await asyncio.gather(first, second)
    due = await _rows(committing, "select due_at - queued_at from notices where channel = 'text' order by due_at")
    assert due == [(timedelta(),), (MINUTE,)]
