"""Notifies users of an urgent comment; channels outside the application can be added here."""

from sqlalchemy.ext.asyncio import AsyncSession

from wardline.access.current_user import CurrentUser
from wardline.consults.models import Consult
from wardline.directory.loading import load_on_call
from wardline.notifications.choices import NotificationKind
from wardline.notifications.policies import is_notified_of_urgent_comment
from wardline.notifications.service import notify


async def notify_of_urgent_comment(session: AsyncSession, consult: Consult, *, by: CurrentUser) -> bool:
    """Store a notification for each provider to be notified; returns whether there were any."""
    on_call = await load_on_call(session, consult.service_line_id)
    recipients = [user.id for user in on_call if is_notified_of_urgent_comment(user, consult, author_id=by.id)]
    await notify(session, recipients, consult.id, NotificationKind.URGENT_COMMENT)
    return bool(recipients)
