"""The server finds changes of the chain by itself."""

from collections.abc import AsyncIterator
from datetime import timedelta

import pytest
from sqlalchemy import text

from wardline.audit import chain, checking
from wardline.audit.chain import link_new
from wardline.audit.checking import AGAIN, NEW, PAUSE, check_chain
from wardline.audit.checkpoints import write_checkpoint
from wardline.audit.tests.test_chain import ADD, as_owner
from wardline.audit.tests.test_checkpoints import KEY
from wardline.core import clock
from wardline.core.db.database import Database


@pytest.fixture
async def database(noon: None, cloned: tuple[str, str]) -> AsyncIterator[Database]:
    database = Database(cloned[0], pool_size=2)
    yield database
    await database.close()


async def _checked(database: Database, many: int = 0) -> dict[str, tuple[int, str | None]]:
    """The position and the fault of each check, after this many more entries."""
    async with database.transaction() as session:
        await session.execute(ADD, {"many": many})
    await link_new(database)
    await check_chain(database)
    async with database.session() as session:
        rows = await session.execute(text("select kind, position, fault from audit_checks"))
        return {row.kind: (row.position, row.fault) for row in rows}


async def test_new_entries_are_checked_once_and_all_of_them_again_later(
    database: Database, cloned: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checking, "BATCH", 2)
    assert await _checked(database, 5) == {NEW: (5, None), AGAIN: (0, None)}
    as_owner(cloned, "update audit_entries set user_id = 9 where id = 3")
    assert await _checked(database, 1) == {NEW: (6, None), AGAIN: (0, None)}
    clock.advance(PAUSE + timedelta(seconds=1))
    assert await _checked(database) == {NEW: (6, None), AGAIN: (2, "entry 3 (link 3) was changed after it was linked")}
    as_owner(cloned, "update audit_entries set user_id = 3 where id = 3")
    assert await _checked(database) == {NEW: (6, None), AGAIN: (0, None)}


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ("update audit_entries set action = 'getPatient' where id = 7", "entry 7 (link 7) was changed"),
        ("delete from audit_links where position > 3", "the chain was truncated after link 3"),
        ("delete from audit_entries where id = 8", "the entry of link 8 is missing"),
    ],
)
async def test_a_change_of_new_entries_is_found_at_once(
    database: Database, cloned: tuple[str, str], change: str, fault: str
) -> None:
    await _checked(database, 5)
    async with database.transaction() as session:
        await session.execute(ADD, {"many": 4})
    await link_new(database)
    as_owner(cloned, change)
    await check_chain(database)
    async with database.session() as session:
        found = await session.scalar(text("select fault from audit_checks where kind = 'new'"))
    assert fault in (found or "")


async def test_a_rebuilt_or_truncated_chain_differs_from_its_checkpoint(
    database: Database, cloned: tuple[str, str]
) -> None:
    async with database.transaction() as session:
        await session.execute(ADD, {"many": 5})
    await write_checkpoint(database, KEY)
    as_owner(cloned, "update audit_entries set user_id = 9 where id = 2", "delete from audit_links")
    async with database.transaction() as session:
        await chain.link(session, after_id=0)
    faults = [fault for _, fault in (await _checked(database)).values()]
    assert all("was rebuilt after the checkpoint" in (fault or "") for fault in faults)
    as_owner(cloned, "delete from audit_links where position > 3", "delete from audit_entries where id > 3")
    assert (await _checked(database))[NEW][1] == "the chain was truncated after link 3"
