"""Publishes events to every node, as part of the transaction that makes the change.

PostgreSQL delivers a notification when the transaction commits and never when it rolls back. Each node passes it on to
its own sockets (`wardline.realtime.listener`).
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from typing import Final

import orjson
from sqlalchemy import TextClause, text
from sqlalchemy.ext.asyncio import AsyncSession

from wardline.core.db.before_commit import execute_before_commit
from wardline.core.db.statements import compile_statement
from wardline.core.security.rate_limits import Allowed
from wardline.realtime.events import ServerEvent

CHANNEL: Final = "wardline_events"
_NOTIFY: Final = text("select pg_notify(:channel, :payload)")
_PUBLISH: Final = compile_statement(_NOTIFY)
_NOTIFY_MANY: Final = text(
    "select pg_notify(:channel, payload) from unnest(cast(:payloads as text[])) as published (payload)"
)
_PUBLISH_MANY: Final = compile_statement(_NOTIFY_MANY)


def publish(session: AsyncSession, event: ServerEvent, *, to: Sequence[str]) -> None:
    """Send `event` to the rooms `to` when the session's transaction commits."""
    execute_before_commit(session, _PUBLISH, _parameters(_message(event, to)))


def publish_many(session: AsyncSession, events: Sequence[tuple[ServerEvent, Sequence[str]]]) -> None:
    """Send several events, each to its own rooms, in one statement."""
    payloads = [orjson.dumps(_message(event, to)).decode() for event, to in events]
    execute_before_commit(session, _PUBLISH_MANY, {"channel": CHANNEL, "payloads": payloads})


def publishing(event: ServerEvent, *, to: Sequence[str]) -> TextClause:
    """A statement that does the same, for a command without a request's session."""
    return _NOTIFY.bindparams(**_parameters(_message(event, to)))


def rooms_changed(user_id: int) -> TextClause:
    """A statement that makes every node redetermine which rooms this user's sockets are in.

    Run it in the transaction that changes them, such as a check-in, a check-out, or a new role.
    """
    return _NOTIFY.bindparams(**_parameters({"rooms_of": user_id}))


def rooms_of_many_changed(user_ids: Iterable[int]) -> TextClause:
    """The same for many users, in one statement: a role may have thousands."""
    payloads = [orjson.dumps({"rooms_of": user_id}).decode() for user_id in sorted(user_ids)]
    return _NOTIFY_MANY.bindparams(channel=CHANNEL, payloads=payloads)


def end_sockets(
    *, user_id: int | None = None, session_id: str | None = None, unnamed_id: str | None = None
) -> TextClause:
    """A statement that makes every node close this user's sockets, or those of this sign-in.

    `unnamed_id` also closes sockets that may belong to the sign-in because their tokens do not name the provider's
    session; `user_id` is then their user, if known.

    Run it in the transaction that ends the sign-in, so that a client that reconnects is refused.
    """
    ended = {"user_id": user_id, "session_id": session_id, "unnamed_id": unnamed_id}
    return _NOTIFY.bindparams(**_parameters({"ended": ended}))


def requests_allowed(reporter: str, allowed: Allowed) -> TextClause:
    """A statement that lets every process count what the process `reporter` has allowed."""
    return _NOTIFY.bindparams(**_parameters({"reporter": reporter, "allowed": asdict(allowed)}))


def _message(event: ServerEvent, to: Sequence[str]) -> dict[str, object]:
    return {"event": event.name, "data": event.model_dump(mode="json"), "rooms": list(to)}


def _parameters(message: Mapping[str, object]) -> dict[str, str]:
    return {"channel": CHANNEL, "payload": orjson.dumps(message).decode()}
