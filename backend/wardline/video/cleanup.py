"""Cleans up after windows that disappeared: a closed laptop, a lost network, a crashed tab.

Also removes users who may no longer take part, if every node missed the event.
"""

from datetime import timedelta
from typing import Final

from wardline.core import clock
from wardline.core.db.database import Database
from wardline.settings import Settings
from wardline.video import meetings
from wardline.video.guests.repository import GuestRepository
from wardline.video.guests.timeline import record_silent
from wardline.video.removal import MeetingFollower
from wardline.video.repository import MeetingRepository
from wardline.video.time_limits import ABANDONED_AFTER, LEASE

INTERVAL: Final = timedelta(seconds=75)
"""A minute, plus a margin for a late job."""


async def clean_up(database: Database, settings: Settings) -> None:
    """Remove users who may not stay, note windows and guests that recently fell silent, and end abandoned meetings.

    Each meeting has its own transaction.
    """
    await MeetingFollower(database, settings).recheck_all()
    silent_since = clock.now() - LEASE
    async with database.transaction() as session:
        repository = MeetingRepository(session)
        lapsed = await repository.lapsed(silent_since - INTERVAL, silent_since)
        abandoned = await repository.abandoned(clock.now() - ABANDONED_AFTER)
        guests_gone = {guest.meeting_id for guest in await GuestRepository(session).silent()}
    for verb, meeting_ids in (
        (meetings.publish_attendance, lapsed),
        (record_silent, guests_gone),
        (meetings.end_abandoned, abandoned),
    ):
        for meeting_id in meeting_ids:
            async with database.transaction() as session:
                await verb(session, meeting_id)
