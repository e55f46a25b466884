"""Tells users of an urgent comment: `wardline.consults.service.UrgentComments`."""

from sqlalchemy.ext.asyncio import AsyncSession

from wardline.access.current_user import CurrentUser
from wardline.consults.models import Consult
from wardline.directory.loading import load_on_call
from wardline.notifications.choices import NotificationKind
from wardline.notifications.policies import is_notified_of_urgent_comment
from wardline.notifications.service import notify as notify_users
from wardline.paging.choices import EscalationKind
from wardline.paging.starting import start


async def notify(session: AsyncSession, consult: Consult, *, by: CurrentUser) -> bool:
    """Store a notification for each provider who is on call; returns whether there is any."""
    on_call = await load_on_call(session, consult.service_line_id)
    recipients = [user.id for user in on_call if is_notified_of_urgent_comment(user, consult, author_id=by.id)]
    await notify_users(session, recipients, consult.id, NotificationKind.URGENT_COMMENT)
    return bool(recipients)


async def page(session: AsyncSession, consult: Consult, comment_id: int, *, by: CurrentUser) -> None:
    """Page those on call and whoever requested or acknowledged the consult, until one of them opens it."""
    await start(session, consult, EscalationKind.URGENT_COMMENT, by=by, comment_id=comment_id)
