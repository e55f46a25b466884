"""Telling every node about a change, as part of the transaction that makes it.

PostgreSQL delivers a notification exactly when the transaction commits and never when it rolls back; each node passes
what it hears to its own sockets (`wardline.realtime.listener`).
"""

from collections.abc import Sequence
from typing import Final

import orjson
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from wardline.realtime.events import ServerEvent

CHANNEL: Final = "wardline_events"
_NOTIFY = text("select pg_notify(:channel, :payload)")


async def publish(session: AsyncSession, event: ServerEvent, *, to: Sequence[str]) -> None:
    """Send `event` to the rooms `to` when the session's transaction commits."""
    await _notify(session, {"event": event.name, "data": event.model_dump(mode="json"), "rooms": list(to)})


async def rooms_changed(session: AsyncSession, user_id: int) -> None:
    """Have every node decide again which rooms this user's sockets are in (check-in, check-out, role change)."""
    await _notify(session, {"rooms_of": user_id})


async def _notify(session: AsyncSession, message: dict[str, object]) -> None:
    await session.execute(_NOTIFY, {"channel": CHANNEL, "payload": orjson.dumps(message).decode()})
