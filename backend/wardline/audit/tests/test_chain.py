"""The chain detects any change of the entries, by anyone."""

import asyncio
import hashlib
import json
from collections.abc import AsyncIterator
from datetime import UTC

import psycopg
import pytest
from sqlalchemy import text

from wardline.audit import chain
from wardline.audit.verifying import Verified, verify
from wardline.core.db.database import Database

ADD = text(
    "select record_audit_entry('request-' || n, n, 'getConsult', 200::smallint, null, '10.0.0.7', '{1}',"
    " array[gen_random_uuid()], array[gen_random_uuid()], '{}', null) from generate_series(1, :many) n"
)
WRITE = (
    "insert into audit_entries (at, request_id, user_id, action, status, code, address, organization_ids, consult_ids,"
    " patient_ids, emr_ids) select timestamptz '{}', 'request-' || n, n, 'getConsult', 200, null,"
    " '10.0.0.7', '{{1}}', array[gen_random_uuid()], array[gen_random_uuid()], '{{}}' from generate_series(1, {}) n"
)
"""As earlier versions wrote them, and as the owner still could."""


@pytest.fixture
async def database(cloned: tuple[str, str]) -> AsyncIterator[Database]:
    database = Database(cloned[0], pool_size=4)
    yield database
    await database.close()


async def add(database: Database, many: int) -> None:
    async with database.transaction() as session:
        await session.execute(ADD, {"many": many})


def as_owner(cloned: tuple[str, str], *statements: str) -> None:
    with psycopg.connect(cloned[1].replace("+psycopg", ""), autocommit=True) as owner:
        for statement in statements:
            owner.execute(statement)


async def test_an_untouched_chain_is_intact(database: Database) -> None:
    empty = await verify(database)
    assert empty == Verified(entries=0, head=bytes(32).hex(), fault=None)
    await add(database, chain.BATCH + 5)
    found = await verify(database)
    assert (found.entries, found.fault) == (chain.BATCH + 5, None)
    await add(database, 3)
    later = await verify(database, known=found.head)
    assert (later.entries, later.fault) == (chain.BATCH + 8, None)


async def test_a_hash_can_be_computed_without_our_code(database: Database) -> None:
    await add(database, 1)
    found = await verify(database)
    async with database.session() as session:
        row = (await session.execute(text("select * from audit_entries"))).one()
    at = row.at.astimezone(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")
    values = [row.id, at, "request-1", 1, "getConsult", 200, None, "10.0.0.7", [1]]
    values += [[str(row.consult_ids[0])], [str(row.patient_ids[0])], []]
    line = json.dumps(values, separators=(",", ":"), ensure_ascii=False).encode()
    assert found.head == hashlib.sha256(bytes(32) + line).hexdigest()


FAULTS = {
    "update audit_entries set status = 403 where request_id = 'request-2'": "entry 2 (link 2) was changed",
    "update audit_entries set user_id = 9 where request_id = 'request-3'": "entry 3 (link 3) was changed",
    "update audit_entries set at = at + interval '1 microsecond' where id = 1": "entry 1 (link 1) was changed",
    "update audit_entries set patient_ids = '{}' where id = 5": "entry 5 (link 5) was changed",
    "update audit_entries set details = '{}' where id = 4": "entry 4 (link 4) was changed",
    "delete from audit_entries where request_id = 'request-4'": "the entry of link 4 is missing",
    "delete from audit_links where entry_id = 2": "link 2 is missing",
    "update audit_links set hash = decode(repeat('ab', 32), 'hex') where position = 5": "entry 5 (link 5) was changed",
    "update audit_links set entry_id = 100 where entry_id = 3": "the entry of link 3 is missing",
}


@pytest.mark.parametrize("tampering", FAULTS)
async def test_tampering_is_reported_at_its_position(
    database: Database, cloned: tuple[str, str], tampering: str
) -> None:
    await add(database, 5)
    assert (await verify(database)).fault is None
    as_owner(cloned, tampering)
    found = await verify(database)
    assert found.fault is not None
    assert found.fault.startswith(FAULTS[tampering])


async def test_a_rebuilt_chain_is_detected_by_a_recorded_hash(database: Database, cloned: tuple[str, str]) -> None:
    await add(database, 5)
    noted = (await verify(database)).head
    as_owner(cloned, "update audit_entries set user_id = 9 where id = 2", "delete from audit_links")
    assert (await verify(database)).fault is None
    assert (await verify(database, known=noted)).fault == "the given hash is not in the chain"


async def test_a_truncated_chain_is_detected_by_a_recorded_hash(database: Database, cloned: tuple[str, str]) -> None:
    await add(database, 5)
    noted = (await verify(database)).head
    as_owner(cloned, "delete from audit_links where position > 3", "delete from audit_entries where id > 3")
    assert (await verify(database, known=noted)).fault == "the given hash is not in the chain"


async def test_an_entry_that_commits_late_is_linked_later(database: Database) -> None:
    async with database.session() as slow:
        await slow.execute(ADD, {"many": 1})
        await add(database, 2)
        assert await linked(database) == 2
        await slow.commit()
    assert await linked(database) == 1
    found = await verify(database)
    assert (found.entries, found.fault) == (3, None)


async def test_the_frequent_run_links_all_but_entries_that_commit_very_late(database: Database) -> None:
    async with database.session() as slow:
        await slow.execute(ADD, {"many": 1})
        await add(database, chain.RECENT + 1)
        await chain.link_latest(database)
        assert (await entries_and_links(database)) == (chain.RECENT + 1, chain.RECENT + 1)
        await slow.commit()
    await chain.link_latest(database)
    entries, links = await entries_and_links(database)
    assert entries - links == 1
    async with database.session() as session:
        assert await session.scalar(chain.UNLINKED) == 1
    await chain.link_new(database)
    found = await verify(database)
    assert (found.entries, found.fault) == (entries, None)


async def entries_and_links(database: Database) -> tuple[int, int]:
    async with database.session() as session:
        row = await session.execute(
            text("select (select count(*) from audit_entries), (select count(*) from audit_links)")
        )
        entries, links = row.one()
        return entries, links


async def linked(database: Database) -> int:
    async with database.transaction() as session:
        before = await session.scalar(text("select count(*) from audit_links"))
        await chain.link(session)
        after = await session.scalar(text("select count(*) from audit_links"))
    return int(after or 0) - int(before or 0)


async def test_two_processes_link_each_entry_once(database: Database) -> None:
    await add(database, 50)

    async def link() -> None:
        async with database.transaction() as session:
            await chain.link(session)

    await asyncio.gather(link(), link(), link())
    found = await verify(database)
    assert (found.entries, found.fault) == (50, None)


async def test_partitions_are_created_in_advance(database: Database, cloned: tuple[str, str]) -> None:
    async with database.transaction() as session:
        for _ in range(2):
            await session.execute(text("select make_audit_months('2031-12-15', 3)"))
    moments = {
        "2031-12-01": "audit_entries_2031_12",
        "2032-01-31 23:59:59.999999": "audit_entries_2032_01",
        "2099-01-01": "audit_entries_other",
    }
    as_owner(cloned, *(WRITE.format(f"{moment}+00", 1) for moment in moments))
    async with database.session() as session:
        names = await session.scalars(
            text("select inhrelid::regclass::text from pg_inherits where inhparent = 'audit_entries'::regclass")
        )
        assert {"audit_entries_2031_12", "audit_entries_2032_01", "audit_entries_2032_02"} < set(names)
        stored = await session.scalars(text("select tableoid::regclass::text from audit_entries order by at"))
        assert list(stored) == list(moments.values())


async def test_a_month_already_used_by_a_wrong_clock_does_not_block_others(
    database: Database, cloned: tuple[str, str]
) -> None:
    as_owner(cloned, WRITE.format("2040-05-04+00", 1))
    async with database.transaction() as session:
        await session.execute(text("select make_audit_months('2040-04-01', 3)"))
        made = await session.scalars(
            text("select relname from pg_class where relname like 'audit_entries_2040%' and relkind = 'r' order by 1")
        )
        assert list(made) == ["audit_entries_2040_04", "audit_entries_2040_06"]


async def test_the_database_computes_the_hashes_that_verification_expects(database: Database) -> None:
    """Any value that a client may send as text, number, list or null."""
    async with database.transaction() as session:
        for code, address, organizations, emr_ids, details in (
            (None, None, [], [], None),
            (
                '"\\/\b\f\n\r\t\x01\x1f\x7f é 漢 😀 \u2028',
                "::1",
                [3, 1, 2],
                ["a b", '"', "NULL", ""],
                '{"filter":{"to":"é"}}',
            ),
            ("forbidden", "10.0.0.7", [2**31 - 1], ["1,2", "{}"], '{"b": 1.50, "a": [true, null]}'),
        ):
            await session.execute(
                text(
                    "select record_audit_entry(:code, null, 'x', 599::smallint, :code, :address, :organizations,"
                    " array[gen_random_uuid(), gen_random_uuid()], '{}', :emr_ids, cast(:details as json))"
                ),
                {"code": code or "", "address": address, "organizations": organizations, "emr_ids": emr_ids}
                | {"details": details},
            )
    found = await verify(database)
    assert (found.entries, found.fault) == (3, None)
