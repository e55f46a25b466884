"""An installation in which all is well, for the auditor, and what breaks it."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any, Final, cast

from sqlalchemy import text

from wardline.core import clock
from wardline.core.db.database import Database
from wardline.paging.auditor.run import audit
from wardline.paging.tests.monitor import Monitor
from wardline.paging.tests.watched import Watched
from wardline.settings import Settings

INTERVAL: Final = timedelta(seconds=60)
STAFF: Final = """
insert into check_ins (user_id, role_id, service_line_id, phone_number, "primary", checked_in_at)
select users.id, user_roles.role_id, service_lines.id, '(555) 010-0199', true, :now
from users join user_roles on user_roles.user_id = users.id cross join service_lines where username = 'neuro'
"""
CHECK_OUT: Final = "update check_ins set checked_out_at = :now where service_line_id = 1"
WORKER: Final = "insert into procrastinate_workers (last_heartbeat) values (now()), (now())"


class Audited:
    """An installation in which all is well: every line is staffed, everyone can be reached, a request has arrived."""

    def __init__(self, watched: Watched, monitor: Monitor) -> None:
        self.watched = watched
        self.monitor = monitor
        self.settings = Settings(heartbeat_url=monitor.url)
        self.consult_id = ""

    async def change(self, *statements: str, **parameters: Any) -> None:
        async with self.watched.database.transaction() as session:
            for statement in statements:
                await session.execute(text(statement), {"now": clock.now(), **parameters})

    async def audit(self, *, after: timedelta = timedelta()) -> Mapping[str, str]:
        """Run the auditor after this time; returns the open alarms: their subjects by kind."""
        clock.advance(after)
        await audit(cast(Database, self.watched.database), self.settings)
        opened = await self.watched.rows("select kind, subject from paging_alarms where cleared_at is null order by id")
        return dict(opened)
