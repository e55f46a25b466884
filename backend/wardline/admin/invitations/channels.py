"""The channel of the outbox for invitations by e-mail."""

from collections.abc import Sequence
from typing import Final

from sqlalchemy.ext.asyncio import AsyncSession

from wardline.admin.invitations import words
from wardline.admin.invitations.choices import InvitationMailState
from wardline.admin.invitations.links import invitation_link
from wardline.admin.invitations.repository import InvitationRepository
from wardline.admin.invitations.service import CHANNEL
from wardline.core import clock
from wardline.core.jobs.context import JobContext
from wardline.mail.deliveries import send_mail
from wardline.outbox import contract as outbox
from wardline.outbox import service as outbox_service
from wardline.outbox.choices import DeliveryState
from wardline.outbox.contract import ORDINARY, Delayed, Refused
from wardline.outbox.models import Delivery

_STATES: Final = {
    DeliveryState.WAITING: InvitationMailState.QUEUED,
    DeliveryState.DELIVERED: InvitationMailState.SENT,
    DeliveryState.FAILED: InvitationMailState.FAILED,
}


class InvitationChannel:
    """Delivered is what the mail server has accepted. An invitation that is no longer needed is not sent."""

    pace = ORDINARY

    async def hold_reason(self, session: AsyncSession, delivery: Delivery) -> str | None:  # noqa: ARG002
        return None

    async def send(self, context: JobContext, delivery: Delivery) -> str | None:
        async with context.database.session() as session:
            repository = InvitationRepository(session)
            found = await repository.of_delivery(delivery.id)
            if found is None:
                raise Refused("no longer needed")
            invitation, person, by, has_signed_in = found
            organizations = await repository.organization_names(person.id)
        if invitation.email is None or has_signed_in or not person.active:
            raise Refused("no longer needed")
        if invitation.expires_at <= clock.now():
            raise Refused("too late")
        link = invitation_link(
            context.settings,
            username=person.username,
            subject=person.subject,
            email=invitation.email,
            expires_at=invitation.expires_at,
        )
        text = words.mail(
            by=f"{by.first_name} {by.last_name}",
            organizations=organizations,
            username=person.username,
            link=link,
            expires_at=invitation.expires_at,
        )
        await send_mail(context, invitation.email, words.SUBJECT, text, delivery)
        return None

    async def check_status(self, context: JobContext, delivery: Delivery) -> bool:  # noqa: ARG002
        """Mail servers report nothing after they have accepted a message."""
        raise Delayed("not reported")

    async def changed(self, session: AsyncSession, delivery: Delivery, *, late: bool) -> None:  # noqa: ARG002
        state = _STATES.get(DeliveryState(delivery.state))
        found = await InvitationRepository(session).of_delivery(delivery.id)
        if found is not None and state is not None:
            invitation = found[0]
            invitation.mail_state = state.value
            invitation.mail_reason = delivery.reason if state is InvitationMailState.FAILED else None
            await session.flush()
        if state is InvitationMailState.FAILED:
            # The administrator sees it on the person's page and sends a new one.
            await outbox_service.mark_handled(session, delivery.id)

    async def sent_again(self, session: AsyncSession, deliveries: Sequence[Delivery]) -> None:
        """Nobody resends these; administrators invite again."""


outbox.channels[CHANNEL] = InvitationChannel()
