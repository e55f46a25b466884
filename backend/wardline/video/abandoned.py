"""Windows that went without a word: a laptop that was shut, a network that went away, a tab that crashed.

Also those whose users may take part no longer, where no node has heard of it.
"""

from datetime import timedelta
from typing import Final

from wardline.core import clock
from wardline.core.db.database import Database
from wardline.settings import Settings
from wardline.video import meetings
from wardline.video.removal import MeetingFollower
from wardline.video.repository import MeetingRepository
from wardline.video.rhythm import ABANDONED, LEASE

ROUND: Final = timedelta(seconds=75)
"""A minute, and some more for a job that was late."""


async def look_after(database: Database, settings: Settings) -> None:
    """Remove who may not stay, tell of windows that fell silent since the last round, and end what is abandoned.

    Each meeting is looked after for itself.
    """
    await MeetingFollower(database, settings).recheck_all()
    silent_since = clock.now() - LEASE
    async with database.transaction() as session:
        repository = MeetingRepository(session)
        lapsed = await repository.lapsed(silent_since - ROUND, silent_since)
        abandoned = await repository.abandoned(clock.now() - ABANDONED)
    for verb, meeting_ids in ((meetings.tell, lapsed), (meetings.end_abandoned, abandoned)):
        for meeting_id in meeting_ids:
            async with database.transaction() as session:
                await verb(session, meeting_id)
