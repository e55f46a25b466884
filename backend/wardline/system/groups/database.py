"""The version, the schema, and PostgreSQL."""

import asyncio
import platform

from wardline.migrations import revisions
from wardline.paging.nodes import VERSION
from wardline.system.items import GUIDE, act_now, look_soon, ok
from wardline.system.reading import Reader
from wardline.system.schemas import SystemItem
from wardline.system.words import counted


async def items(reader: Reader) -> list[SystemItem]:
    database = await reader.database()
    await asyncio.to_thread(revisions.latest)  # The first time, it reads every migration.
    return [
        ok("Wardline", f"Version {VERSION}, on Python {platform.python_version()}."),
        schema(database.revision),
        ok("PostgreSQL", f"Version {database.server_version}."),
    ]


def schema(revision: str) -> SystemItem:
    """`revision` is the database's."""
    if revision == revisions.latest():
        return ok("Database schema", f"Up to date ({revision}).")
    if revision not in revisions.known():
        return look_soon(
            "Database schema",
            f"It is of a newer version ({revision}) than this node.",
            "This is expected during an upgrade. Otherwise, upgrade this node.",
        )
    pending = sum(known > revision for known in revisions.known())
    return act_now(
        "Database schema",
        f"{counted(pending, 'migration')} pending: it is at {revision}, and this version needs {revisions.latest()}.",
        f"Run `wardline migrate` with the owner's URL in `WARDLINE_MIGRATE_URL`. See Deploying in {GUIDE}.",
    )
