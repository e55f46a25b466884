"""The server is killed in the middle of a change of administrators or of an identity provider: all of it or nothing.

A lock lets the change write a part and wait; the server is killed then, and the lock given up. What is sent again to the
next server is made, once.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any, Final

import httpx
import psycopg
import pytest

from .conftest import Server, StartServer, a_transaction_is_waiting, connect
from .test_leavers import scim

LINE: Final = "Tele-Neuro"
DRAFTED: Final = {"openDaysInWeek": "[1,7]", "openHours": "08:00-17:00", "openHoursTimezone": "America/New_York"}
GROUP: Final = {"schemas": ["urn:ietf:params:scim:schemas:core:2.0:Group"], "displayName": "Desk"}
PEOPLE: Final = 3
_STATE: Final = """
select (select count(*) from network_versions), (select count(*) from group_members),
  (select count(*) from service_line_hours), (select count(*) from user_roles),
  (select string_agg(state, ',' order by id) from network_drafts), (select count(*) from users where not active),
  (select count(*) from idempotency_keys)
"""
_PUBLISH_JOB: Final = """
insert into procrastinate_jobs (queue_name, task_name, queueing_lock, lock)
select 'default', 'publish_scheduled_drafts', null, null
"""
_DUE: Final = "update network_drafts set publish_at = now() - interval '1 minute' where state = 'scheduled'"


Change = Callable[[Server], Coroutine[Any, Any, httpx.Response]]
