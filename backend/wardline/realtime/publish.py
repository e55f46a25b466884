"""Telling every node about a change, as part of the transaction that makes it.

PostgreSQL delivers a notification exactly when the transaction commits and never when it rolls back; each node passes
what it hears to its own sockets (`wardline.realtime.listener`).
"""

from collections.abc import Mapping, Sequence
from typing import Final

import orjson
from sqlalchemy import TextClause, text
from sqlalchemy.ext.asyncio import AsyncSession

from wardline.core.db.statements import compile_statement, execute
from wardline.realtime.events import ServerEvent

CHANNEL: Final = "wardline_events"
_NOTIFY: Final = text("select pg_notify(:channel, :payload)")
_EVENT: Final = compile_statement(_NOTIFY)
_EVENTS: Final = compile_statement(
    text("select pg_notify(:channel, payload) from unnest(cast(:payloads as text[])) as told (payload)")
)


async def publish(session: AsyncSession, event: ServerEvent, *, to: Sequence[str]) -> None:
    """Send `event` to the rooms `to` when the session's transaction commits."""
    await execute(session, _EVENT, _parameters(_message(event, to)))


async def publish_each(session: AsyncSession, told: Sequence[tuple[ServerEvent, Sequence[str]]]) -> None:
    """Send several events, each to its rooms, in one statement."""
    payloads = [orjson.dumps(_message(event, to)).decode() for event, to in told]
    await execute(session, _EVENTS, {"channel": CHANNEL, "payloads": payloads})


def rooms_changed(user_id: int) -> TextClause:
    """The statement that has every node decide again which rooms this user's sockets are in.

    Run it with what changes them: check-in, check-out, another role.
    """
    return _NOTIFY.bindparams(**_parameters({"rooms_of": user_id}))


def end_sockets(
    *, user_id: int | None = None, session_id: str | None = None, unnamed_id: str | None = None
) -> TextClause:
    """The statement that has every node close this user's sockets, or those of this sign-in.

    `unnamed_id` says that with the sign-in those end that may be it, as their tokens do not name the provider's
    session; `user_id` is then whose they are, where that is known.

    Run it in the transaction that ends what they stand on, so that whoever comes back is refused by it.
    """
    ended = {"user_id": user_id, "session_id": session_id, "unnamed_id": unnamed_id}
    return _NOTIFY.bindparams(**_parameters({"ended": ended}))


def _message(event: ServerEvent, to: Sequence[str]) -> dict[str, object]:
    return {"event": event.name, "data": event.model_dump(mode="json"), "rooms": list(to)}


def _parameters(message: Mapping[str, object]) -> dict[str, str]:
    return {"channel": CHANNEL, "payload": orjson.dumps(message).decode()}
