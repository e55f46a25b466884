"""Removes users from meetings as soon as they may no longer take part."""

import uuid
from collections.abc import Iterable

from wardline.access.tokens import ended_by
from wardline.core import clock
from wardline.core.db.database import Database
from wardline.directory.loading import load_by_id
from wardline.sessions.service import ends
from wardline.settings import Settings
from wardline.video import meetings
from wardline.video.policies import can_stay
from wardline.video.repository import JoinedRow, MeetingRepository
from wardline.video.unattended import service as unattended
from wardline.video.unattended.repository import OpenToken, TokenRepository
from wardline.video.unattended.timeline import EXPIRED, NOT_PERMITTED


class MeetingFollower:
    """The listener's `AccessObserver` for meetings. Every node does this, but only the first one has an effect."""

    def __init__(self, database: Database, settings: Settings) -> None:
        self._database = database
        self._settings = settings

    async def access_changed(self, user_id: int) -> None:
        """A user's duty, roles or account have changed."""
        async with self._database.transaction() as session:
            joined = await MeetingRepository(session).joined(user_id=user_id)
            tokens = await TokenRepository(session).open(issued_by_id=user_id)
            user = await load_by_id(session, user_id) if joined or tokens else None
        if user is None or not can_stay(user).allowed:
            await self._remove(joined)
            await self._end_tokens(tokens, NOT_PERMITTED)

    async def session_ended(self, user_id: int | None, session_id: str | None) -> None:
        """Devices in unattended patient mode stay: their users have signed out on purpose."""
        async with self._database.transaction() as session:
            joined = await MeetingRepository(session).joined(user_id=user_id, session_id=session_id)
        await self._remove(joined)

    async def recheck_all(self) -> None:
        """Catch up on missed events: check the rights and sign-ins of all attendees, and the devices' tokens."""
        async with self._database.transaction() as session:
            joined = await MeetingRepository(session).all_joined()
            tokens = await TokenRepository(session).open()
            keys = {window.id: self._keys(window) for window in joined}
            ended = await ends(session, set().union(*keys.values()), max_lifetime=self._settings.max_token_lifetime)
        # Users who were admitted after the end had authenticated again, with a provider that reuses the session id.
        await self._remove(
            window.id
            for window in joined
            if any(window.seen_at <= ended[key] for key in keys[window.id] if key in ended)
        )
        await self._end_tokens((token for token in tokens if token.expires_at <= clock.now()), EXPIRED)
        for user_id in sorted({window.user_id for window in joined} | {token.issued_by_id for token in tokens}):
            await self.access_changed(user_id)

    def _keys(self, window: JoinedRow) -> tuple[str, ...]:
        """The keys of ended sessions that would exclude the window, if they can be determined without its token."""
        if window.session_id is None:
            return ()
        if self._settings.oidc_user_claim != "sub":
            return (window.session_id,)
        return ended_by(window.session_id, window.subject)

    async def _remove(self, attendee_ids: Iterable[uuid.UUID]) -> None:
        for attendee_id in attendee_ids:
            async with self._database.transaction() as session:
                await meetings.remove(session, attendee_id)

    async def _end_tokens(self, tokens: Iterable[OpenToken], why: str) -> None:
        for token in tokens:
            async with self._database.transaction() as session:
                await unattended.end_token(session, token.id, why=why)
