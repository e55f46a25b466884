"""``wardline audit-pages``: a process of its own, so that it notices when the workers hang."""

import asyncio
from typing import Final

from wardline import exposure, startup
from wardline.core.db.database import Database
from wardline.core.logs import set_up_logs
from wardline.core.terminal import IS_READY, Say
from wardline.paging.auditor.run import SESSION_SECONDS, audit
from wardline.paging.nodes import leave
from wardline.serving import prepared_database
from wardline.settings import Settings

FAULTY: Final = 3
"""The exit code of a single run that found a fault or did not finish; 1 means a failed command, 2 a usage error."""
_CONNECTIONS: Final = 2


def audit_pages(settings: Settings, once: bool, say: Say) -> int:  # noqa: FBT001 - a command's argument
    """Audit pages at each interval until a signal; or only once, and return whether all is well as the exit code."""
    set_up_logs(settings.log_format)
    exposure.enforce(settings, exposure.of_settings(settings))
    with prepared_database(settings, say) as complete:
        exposure.enforce(settings, startup.exposed_interfaces(complete.database_url or ""))
        if once:
            return 0 if asyncio.run(_once(complete, say)) else FAULTY
        asyncio.run(_forever(complete, say))
    return 0


async def _once(settings: Settings, say: Say) -> bool:
    database = Database(settings.database_url or "", pool_size=_CONNECTIONS)
    try:
        is_well = await audit(database.with_deadline(SESSION_SECONDS), settings)
    finally:
        await database.close()
    say("All is well." if is_well else "Not all is well: the log says why.")
    return is_well


async def _forever(settings: Settings, say: Say) -> None:
    database = Database(settings.database_url or "", pool_size=_CONNECTIONS)
    try:
        say(f"The auditor of pages {IS_READY}. Press Ctrl-C to stop.")
        while True:
            # First, because what was due while everything was stopped is being made up for.
            await asyncio.sleep(settings.page_audit_seconds)
            await audit(database.with_deadline(SESSION_SECONDS), settings)
    finally:
        await leave(database)
        await database.close()
