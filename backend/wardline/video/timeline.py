"""What the timeline of a consult says about its calls."""

from sqlalchemy.ext.asyncio import AsyncSession

from wardline.consults.changing import publish_change
from wardline.consults.events import UpdateCreated
from wardline.consults.models import Consult
from wardline.consults.timeline.choices import UpdateKind
from wardline.consults.timeline.service import record_update
from wardline.people.models import User
from wardline.video.models import Meeting


async def record(session: AsyncSession, meeting: Meeting, kind: UpdateKind, text: str, user_id: int) -> None:
    """Add an entry by this user."""
    consult, user = await session.get_one(Consult, meeting.consult_id), await session.get_one(User, user_id)
    record_update(session, consult.id, kind, text, by=user)
    publish_change(session, UpdateCreated, consult, user)
