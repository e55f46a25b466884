"""The channel of the outbox that tells the privacy officer."""

from collections.abc import Sequence

from sqlalchemy.ext.asyncio import AsyncSession

from wardline.core.jobs.context import JobContext
from wardline.emergency_access import words
from wardline.emergency_access.repository import EmergencyAccessRepository
from wardline.emergency_access.service import CHANNEL
from wardline.mail.deliveries import send_mail
from wardline.outbox import contract as outbox
from wardline.outbox.contract import ORDINARY, Delayed, Refused
from wardline.outbox.models import Delivery
from wardline.sessions.choices import EmergencyReason


class PrivacyOfficerChannel:
    """Delivered is what the mail server has accepted. The list of emergency accesses shows what was not."""

    pace = ORDINARY

    async def hold_reason(self, session: AsyncSession, delivery: Delivery) -> str | None:  # noqa: ARG002
        return None

    async def send(self, context: JobContext, delivery: Delivery) -> str | None:
        async with context.database.session() as session:
            found = await EmergencyAccessRepository(session).of_delivery(delivery.id)
        address = context.settings.privacy_officer
        if found is None or address is None:
            raise Refused("no longer needed")
        access, user, organization = found
        text = words.mail(
            name=f"{user.first_name} {user.last_name}",
            username=user.username,
            organization=organization,
            reason=EmergencyReason(access.reason).label,
            since=access.started_at,
            until=access.expires_at,
            link=f"{context.settings.origin}/admin/emergency-access",
        )
        await send_mail(context, address, words.SUBJECT, text, delivery)
        return None

    async def check_status(self, context: JobContext, delivery: Delivery) -> bool:  # noqa: ARG002
        """Mail servers report nothing after they have accepted a message."""
        raise Delayed("not reported")

    async def changed(self, session: AsyncSession, delivery: Delivery, *, late: bool) -> None:
        """The list reads the delivery itself."""

    async def sent_again(self, session: AsyncSession, deliveries: Sequence[Delivery]) -> None:
        """Nothing of the access changes."""


outbox.channels[CHANNEL] = PrivacyOfficerChannel()
