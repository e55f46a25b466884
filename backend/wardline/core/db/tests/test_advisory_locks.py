"""Row locks and advisory locks do not block unrelated work."""

import ast
from collections.abc import Iterator
from pathlib import Path

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

import wardline
from wardline.core.db.advisory_locks import AdvisoryLock, lock_statement

SOURCE = Path(wardline.__file__).parent


def _row_locks() -> Iterator[tuple[str, str]]:
    """File and options of each statement that locks a row."""
    for file in SOURCE.rglob("*.py"):
        if "tests" in file.parts:
            continue
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                if node.func.attr == "with_for_update":
                    yield file.name, " ".join(keyword.arg or "" for keyword in node.keywords)
                for keyword in node.keywords:
                    if keyword.arg == "with_for_update" and not isinstance(keyword.value, ast.Name):
                        yield file.name, ast.unparse(keyword.value)


def test_row_locks_do_not_block_foreign_keys() -> None:
    """FOR UPDATE blocks inserts of rows with a foreign key to the row, and deadlocks with them."""
    found = list(_row_locks())
    assert len(found) > 10
    assert [place for place in found if "key_share" not in place[1]] == []


async def test_changing_places_does_not_wait_for_the_audit_chain(engine: AsyncEngine) -> None:
    async with engine.connect() as linking, engine.connect() as changing:
        await linking.execute(lock_statement(AdvisoryLock.AUDIT_CHAIN))
        await changing.execute(text("set local lock_timeout = 1"))
        await changing.execute(lock_statement(AdvisoryLock.PLACES))


def test_all_lock_numbers_are_in_one_file() -> None:
    files = [file for file in SOURCE.rglob("*.py") if "tests" not in file.parts]
    assert [file.name for file in files if "pg_advisory" in file.read_text()] == ["advisory_locks.py"]
