"""What users change about themselves."""

from sqlalchemy import update
from sqlalchemy.ext.asyncio import AsyncSession

from wardline.access.current_user import CurrentUser
from wardline.core.errors import Forbidden
from wardline.directory.schemas import ChangeUser
from wardline.people.models import User
from wardline.realtime import rooms
from wardline.realtime.events import UserUpdated
from wardline.realtime.publish import publish


async def change_user(session: AsyncSession, user_id: int, change: ChangeUser, *, by: CurrentUser) -> None:
    """Change the phone number of a user.

    Raises:
        Forbidden: it is not the user's own; the same for one that does not exist, so that ids reveal nothing.
    """
    if user_id != by.id:
        raise Forbidden
    await session.execute(update(User).where(User.id == by.id).values(phone_number=change.phone_number))
    publish(session, UserUpdated(user_id=by.id), to=[rooms.of_user(by.id)])
