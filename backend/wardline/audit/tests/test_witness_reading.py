"""A witness's file is compared with the chain, whatever its size and other content."""

from collections.abc import AsyncIterator, Iterator

import orjson
import pytest

from wardline.audit.chain import BATCH, link_new, links
from wardline.audit.tests.test_chain import ADD, as_owner
from wardline.audit.verifying import verify
from wardline.audit.witnesses.contract import entry_record
from wardline.audit.witnesses.reading import WitnessedEntry, read
from wardline.core.db.database import Database

HASH = "ab" * 32


@pytest.fixture
async def database(cloned: tuple[str, str]) -> AsyncIterator[Database]:
    database = Database(cloned[0], pool_size=2)
    yield database
    await database.close()


async def lines_of(database: Database, many: int) -> list[bytes]:
    """The lines that a witness gets for so many new entries."""
    async with database.transaction() as session:
        await session.execute(ADD, {"many": many})
    await link_new(database)
    return [entry_record(row).line async for row in links(database)]


async def test_the_first_difference_is_reported_wherever_it_is(database: Database, cloned: tuple[str, str]) -> None:
    """With repeated lines in any order, over several batches."""
    lines = await lines_of(database, BATCH + 5)
    witness_lines = [*reversed(lines), *lines]
    found = await verify(database, witness_records=read(witness_lines))
    assert (found.fault, found.witnessed, found.signed_up_to) == (None, BATCH + 5, 0)
    as_owner(cloned, "update audit_entries set user_id = 9 where id = 4", "delete from audit_links")
    found = await verify(database, witness_records=read(witness_lines))
    assert found.fault == "the chain up to link 4 was rebuilt after the witness's entry at link 4"
    assert (found.entries, found.witnessed) == (3, 0)


async def test_an_earlier_history_in_the_witness_is_reported(database: Database, cloned: tuple[str, str]) -> None:
    """A witness that received both chains shows that one of them is gone."""
    before = await lines_of(database, 3)
    as_owner(cloned, "update audit_entries set user_id = 9 where id = 3", "delete from audit_links")
    await link_new(database)
    after = [entry_record(row).line async for row in links(database)]
    assert (await verify(database, witness_records=read(after))).fault is None
    assert "rebuilt after the witness's entry at link 3" in (
        (await verify(database, witness_records=read(before + after))).fault or ""
    )


def test_lines_are_read_one_at_a_time_and_invalid_ones_skipped() -> None:
    def lines() -> Iterator[bytes]:
        for changed in ({"position": 0}, {"position": True}, {"position": 2**63}, {"position": "1"}, {"hash": "ab"}):
            yield orjson.dumps({"kind": "entry", "position": 1, "hash": HASH} | changed)
        yield from (b"", b"[]", b'{"kind": "ent', b'{"kind": "entry"}', b'{"kind": "entry", "position": 1, "hash": 1}')
        yield orjson.dumps({"kind": "entry", "position": 7, "hash": HASH}) + b"\r\n"
        raise AssertionError("read ahead")

    assert next(read(lines())) == WitnessedEntry(7, bytes.fromhex(HASH))
