"""A worker, whose clock is the file that it is given, if any; it then looks for what is due all the time."""

import asyncio
import dataclasses
import os
import sys
from datetime import datetime
from pathlib import Path

from wardline.core import clock
from wardline.core.db.database import Database
from wardline.core.jobs.registry import declared, load_declarations
from wardline.core.jobs.worker import Worker
from wardline.settings import Settings

WATCH_SECONDS = 0.01
JOB = "watch_escalations"


def use(file: Path) -> None:
    clock.now = lambda: datetime.fromisoformat(file.read_text())
    load_declarations()
    declared[JOB] = dataclasses.replace(declared[JOB], every_seconds=WATCH_SECONDS)


async def main() -> None:
    await Worker(Database(os.environ["WARDLINE_DATABASE_URL"], pool_size=8), Settings()).start()
    await asyncio.Event().wait()


if len(sys.argv) > 1:
    use(Path(sys.argv[1]))
asyncio.run(main())
