"""Any change that a refused request left behind would be detected."""

import pytest
from row_versions import RowVersions
from sqlalchemy import text

from conftest import RolledBackDatabase

ADD = "insert into ended_sessions (key, ended_at, kept_until) values (gen_random_uuid()::text, now(), now())"
WRITE_THE_SAME = "update ended_sessions set ended_at = ended_at"
REMOVE = "delete from ended_sessions"


@pytest.mark.parametrize("change", [ADD, WRITE_THE_SAME, REMOVE, f"with removed as ({REMOVE}) {ADD}"])
async def test_a_change_is_seen_until_it_is_undone(database: RolledBackDatabase, change: str) -> None:
    rows = RowVersions(database.connection)
    await database.connection.execute(text(ADD))
    before = await rows()
    for _ in range(3):
        savepoint = await database.connection.begin_nested()
        await database.connection.execute(text(change))
        assert await rows() != before
        await savepoint.rollback()
        assert await rows() == before
