"""Who may take part no longer leaves the meeting at once, whatever their windows do."""

import uuid
from collections.abc import Sequence

from wardline.access.current_user import load_by_id
from wardline.core.db import Database
from wardline.video import meetings
from wardline.video.policies import can_stay
from wardline.video.repository import MeetingRepository


class MeetingFollower:
    """The listener's `AccessFollower` for meetings. Every node does this, and the first of them has an effect."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def access_changed(self, user_id: int) -> None:
        """Somebody's duty, roles or account are not what they were."""
        async with self._database.transaction() as session:
            joined = await MeetingRepository(session).joined(user_id=user_id)
            user = await load_by_id(session, user_id) if joined else None
        if user is None or not can_stay(user).allowed:
            await self._remove(joined)

    async def session_ended(self, user_id: int | None, session_id: str | None) -> None:
        async with self._database.transaction() as session:
            joined = await MeetingRepository(session).joined(user_id=user_id, session_id=session_id)
        await self._remove(joined)

    async def _remove(self, attendee_ids: Sequence[uuid.UUID]) -> None:
        for attendee_id in attendee_ids:
            async with self._database.transaction() as session:
                await meetings.remove(session, attendee_id)
