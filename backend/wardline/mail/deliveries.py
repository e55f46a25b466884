"""E-mail as deliveries of the outbox, whatever it is about."""

from wardline.core.jobs.context import JobContext
from wardline.mail import registry
from wardline.mail.contract import MailDelayed, MailRefused
from wardline.outbox.contract import Delayed, Refused
from wardline.outbox.models import Delivery


async def send_mail(context: JobContext, address: str, subject: str, text: str, delivery: Delivery) -> None:
    """For `wardline.outbox.contract.Channel.send`: delivered once the mail server has accepted it.

    Raises:
        Refused, Delayed
    """
    try:
        await context.client(registry.mail_server_for).send(address, subject, text, delivery.reference)
    except MailRefused as refusal:
        raise Refused(refusal.reason) from None
    except MailDelayed as delay:
        raise Delayed(delay.reason) from None
