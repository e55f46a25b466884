"""What windows publish at a media server.

A media server knows who may enter a room, not who it is that has: whoever is in a meeting could enter its room under
any name. So each window reports, in its own attendee's name, the number that the media server has given it. Others
receive what was reported, and nothing else.
"""

from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncSession

from wardline.video.errors import PublisherTaken
from wardline.video.janus.rooms import JANUS
from wardline.video.models import Attendee, Meeting


async def report_publisher(
    session: AsyncSession, meeting: Meeting, attendee: Attendee, publisher_id: int | None
) -> bool:
    """Store what the window publishes; returns whether that has changed.

    Raises:
        PublisherTaken: another window of the meeting has reported it, also if that has left.
    """
    if meeting.media != JANUS:
        publisher_id = None
    if attendee.publisher_id == publisher_id:
        return False
    try:
        async with session.begin_nested():
            attendee.publisher_id = publisher_id
            await session.flush()
    except IntegrityError:
        raise PublisherTaken from None
    return True
