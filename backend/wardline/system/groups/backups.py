"""How old the last backup is, where Wardline can know it."""

from datetime import datetime
from typing import Final

from wardline.core import clock
from wardline.system.backups import CLUSTER_NAME, LastBackup, last_backup
from wardline.system.items import GUIDE, act_now, look_soon, note, ok
from wardline.system.reading import DatabaseFacts, Reader, from_files
from wardline.system.schemas import SystemItem
from wardline.system.words import ago, size

DAILY_SECONDS: Final = 26 * 3_600
"""A daily backup may be a little late."""
OLD_SECONDS: Final = 7 * 86_400
ARCHIVED_SECONDS: Final = 3_600
NAME: Final = "Last backup"
_MAKE_ONE: Final = f"Run `wardline backup FILE` every day, and store the file on another machine. See {GUIDE}."


async def items(reader: Reader) -> list[SystemItem]:
    database = await reader.database()
    if database.cluster_name != CLUSTER_NAME:
        return [of_separate_database(database)]
    last = await from_files(lambda: last_backup(reader.settings.data_dir))
    return [of_embedded_database(last, now=clock.now(), is_demo=reader.settings.demo)]


def of_embedded_database(last: LastBackup | None, *, now: datetime, is_demo: bool) -> SystemItem:
    if last is None:
        value = "None has been made with `wardline backup` from this data directory."
        return note(NAME, value, "The demonstration needs none.") if is_demo else act_now(NAME, value, _MAKE_ONE)
    age = (now - last.at).total_seconds()
    value = f"{ago(age).capitalize()}, {size(last.bytes)}."
    if age > OLD_SECONDS:
        return act_now(NAME, value, _MAKE_ONE, at=last.at)
    if age > DAILY_SECONDS:
        return look_soon(NAME, value, _MAKE_ONE, at=last.at)
    return ok(NAME, value, at=last.at)


def of_separate_database(database: DatabaseFacts) -> SystemItem:
    """PostgreSQL says only whether it archives its log, from which its own tools can restore it."""
    archived, failed = database.archived_seconds, database.archive_failed_seconds
    if failed is not None and (archived is None or failed < archived):
        return act_now(
            "Archive of the database's log",
            f"Archiving failed {ago(failed)}, and has not succeeded since.",
            "Look at PostgreSQL's log and at its `archive_command`: until it works, later changes are in no backup.",
        )
    if archived is None:
        return note(
            NAME,
            "Not known to Wardline: this PostgreSQL is backed up with its own tools, and does not archive its log.",
            "See with those tools that the last backup is less than a day old, and that someone has restored one.",
        )
    if archived > ARCHIVED_SECONDS:
        return look_soon(
            "Archive of the database's log",
            f"PostgreSQL last archived its log {ago(archived)}.",
            "Set `archive_timeout`, so that quiet hours are in the archive, too, and check the last base backup.",
        )
    return ok(
        "Archive of the database's log",
        f"PostgreSQL last archived its log {ago(archived)}. The age of the last base backup is not known to Wardline.",
    )
