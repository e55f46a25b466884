"""Ends sessions: their tokens are refused, and their sockets and calls end."""

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import ARRAY, DateTime, Text, and_, any_, bindparam, column, func, literal, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession

from wardline.access.current_user import CurrentUser
from wardline.access.directory import Directory
from wardline.access.tokens import LEEWAY, AccessToken, session_key, unnamed_key
from wardline.core import clock
from wardline.core.db.statements import AnyConnection, compile_statement, fetch_all
from wardline.realtime.publish import end_sockets
from wardline.sessions.choices import EmergencyEnd
from wardline.sessions.errors import LogoutRefused
from wardline.sessions.logout_tokens import LogoutToken
from wardline.sessions.models import EmergencyAccess, EndedSession


async def sign_out(session: AsyncSession, token: AccessToken, *, max_lifetime: timedelta) -> None:
    """End the session of this token; `max_lifetime` is the longest of any token."""
    # Without the time of authentication, all tokens issued so far are refused: another tab may have a newer one.
    ended_at = token.authenticated_at if "auth_time" in token.claims else max(token.authenticated_at, clock.now())
    await _end(session, token.session_id, ended_at, kept_until=clock.now() + _kept_for(max_lifetime))
    await session.execute(end_sockets(session_id=token.session_id))


async def end_from_provider(
    session: AsyncSession, token: LogoutToken, directory: Directory, *, max_lifetime: timedelta
) -> CurrentUser | None:
    """End the sessions that the provider has ended. Returns the user if the token names one.

    Raises:
        LogoutRefused: the token was used before.
    """
    if not await _is_first(session, token):
        raise LogoutRefused
    kept_until = clock.now() + _kept_for(max_lifetime)
    user = await directory.load_by_subject(session, token.subject) if token.subject is not None else None
    if token.sid is not None:
        key = session_key("sid", token.sid)
        await _end(session, key, token.issued_at, kept_until=kept_until)
        if token.sub is None:
            await session.execute(end_sockets(session_id=key))
            return user
        # Access tokens without `sid` may belong to this session; the user's sessions with another `sid` continue.
        unnamed_id = unnamed_key(token.sub)
        await _end(session, unnamed_id, token.issued_at, kept_until=kept_until)
        user_id = user.id if user is not None else None
        await session.execute(end_sockets(user_id=user_id, session_id=key, unnamed_id=unnamed_id))
        return user
    await _end(session, session_key("all", token.sub or ""), token.issued_at, kept_until=kept_until)
    if user is not None:
        await session.execute(end_sockets(user_id=user.id))
    return user


async def ends(session: AsyncSession, keys: Collection[str], *, max_lifetime: timedelta) -> dict[str, datetime]:
    """When each of these keys was last recorded as ended, by our own clock; keys that have not ended are omitted.

    For callers that do not have the token but know when it was admitted: an earlier record did not refuse it.
    """
    rows = await session.execute(select(EndedSession.key, EndedSession.kept_until).where(EndedSession.key.in_(keys)))
    recorded = {key: kept_until - _kept_for(max_lifetime) for key, kept_until in rows}
    # A time in the future means that `max_lifetime` was longer then, so the time of recording is unknown.
    return {key: at for key, at in recorded.items() if at <= clock.now()}


_PRESENTED: Final = (
    func.unnest(
        bindparam("ids", type_=ARRAY(Text)),
        bindparam("keys", type_=ARRAY(Text)),
        bindparam("authenticated_at", type_=ARRAY(DateTime(timezone=True))),
    )
    .table_valued(column("id", Text), column("key", Text), column("authenticated_at", DateTime(timezone=True)))
    .render_derived("presented")
)


_IS_OVER: Final = and_(EndedSession.key == _PRESENTED.c.key, EndedSession.ended_at >= _PRESENTED.c.authenticated_at)
_ENDED_AMONG: Final = compile_statement(select(_PRESENTED.c.id).join(EndedSession, _IS_OVER).distinct())


async def ended_among(connection: AnyConnection, presented: Sequence[tuple[str, str, datetime]]) -> frozenset[str]:
    """The ids whose sign-ins have ended, from rows of an id, a token's key, and the time of authentication."""
    ids, keys, times = ([row[column] for row in presented] for column in range(3))
    rows = await fetch_all(connection, _ENDED_AMONG, {"ids": ids, "keys": keys, "authenticated_at": times})
    return frozenset(row.id for row in rows)


def _kept_for(max_lifetime: timedelta) -> timedelta:
    """How long a record is kept: no token that it refuses is valid longer."""
    return max_lifetime + LEEWAY


async def _end(session: AsyncSession, key: str, ended_at: datetime, *, kept_until: datetime) -> None:
    """Record that a session ended; if it ended twice, the later time counts."""
    new = insert(EndedSession).values(key=key, ended_at=ended_at, kept_until=kept_until)
    latest = {
        name: func.greatest(getattr(EndedSession, name), new.excluded[name]) for name in ("ended_at", "kept_until")
    }
    await session.execute(new.on_conflict_do_update(index_elements=[EndedSession.key], set_=latest))
    is_of_session = and_(literal(key) == any_(EmergencyAccess.session_keys), EmergencyAccess.ended_at.is_(None))
    ended = {"ended_at": func.greatest(EmergencyAccess.started_at, clock.now()), "ended_by": EmergencyEnd.SIGN_OUT}
    await session.execute(update(EmergencyAccess).where(is_of_session).values(ended))


async def _is_first(session: AsyncSession, token: LogoutToken) -> bool:
    new = insert(EndedSession).values(
        key=session_key("logout", token.id), ended_at=token.issued_at, kept_until=token.expires_at + LEEWAY
    )
    inserted = await session.execute(new.on_conflict_do_nothing().returning(EndedSession.key))
    return inserted.first() is not None
