"""E-mail to coordinators about alarms, sent by the auditor itself, because the workers may have stopped."""

import asyncio
import logging
import secrets
from collections.abc import Iterable, Sequence
from typing import Final

from sqlalchemy.ext.asyncio import AsyncSession

from wardline.access.permissions import ACKNOWLEDGE_TRANSFER
from wardline.contacts.choices import ContactKind
from wardline.contacts.service import reachable_contacts
from wardline.core import clock
from wardline.core.db.database import Database
from wardline.directory.loading import load_permitted
from wardline.mail import registry as mails
from wardline.mail.contract import MailDelayed, MailRefused
from wardline.paging.auditor.alarms import alarms_to_mail, set_mailed
from wardline.paging.choices import AlarmKind
from wardline.paging.models import PagingAlarm
from wardline.paging.recipients import is_coordinator
from wardline.settings import Settings

log = logging.getLogger(__name__)

MAX_MAILS: Final = 50
SENDING_SECONDS: Final = 20
SUBJECT: Final = "Wardline: paging needs attention"


async def mail_alarms(database: Database, settings: Settings) -> None:
    """Tell coordinators with a verified e-mail address of the alarms raised since the last e-mail.

    They are told again by the next run if the mail server took nothing this time.
    """
    async with database.session() as session:
        alarms = await alarms_to_mail(session)
        addresses = await _addresses(session) if alarms else []
    if addresses and not await _send(settings, addresses, text_of(alarms, settings.origin)):
        return
    if alarms:
        async with database.transaction() as session:
            await set_mailed(session, alarms, clock.now())


def text_of(alarms: Iterable[PagingAlarm], origin: str) -> str:
    """One line for each kind. Consults are counted, never named."""
    by_kind: dict[AlarmKind, list[PagingAlarm]] = {}
    for alarm in alarms:
        by_kind.setdefault(AlarmKind(alarm.kind), []).append(alarm)
    lines = [f"{kind.label}{_subjects(of_kind)}" for kind, of_kind in by_kind.items()]
    return "\n".join([*lines, "", f"Sign in to see the consults concerned: {origin}", ""])


def _subjects(alarms: Sequence[PagingAlarm]) -> str:
    if any(alarm.consult_id for alarm in alarms):
        return f" ({len(alarms)})"
    named = ", ".join(alarm.subject for alarm in alarms if alarm.subject)
    return f": {named}" if named else ""


async def _addresses(session: AsyncSession) -> list[str]:
    coordinators = [user for user in await load_permitted(session, ACKNOWLEDGE_TRANSFER) if is_coordinator(user)]
    contacts = await reachable_contacts(session, [user.id for user in coordinators])
    unique = {
        contact.address: None
        for of_user in contacts.values()
        for contact in of_user
        if contact.kind is ContactKind.EMAIL
    }
    return list(unique)[:MAX_MAILS]


async def _send(settings: Settings, addresses: Sequence[str], text: str) -> bool:
    """Whether the mail server took or refused at least one of them, so that nothing is to be repeated."""
    server = mails.mail_server_for(settings)
    reference = secrets.token_hex(10).upper()
    is_done = False
    try:
        async with asyncio.timeout(SENDING_SECONDS):
            for address in addresses:
                try:
                    await server.send(address, SUBJECT, text, reference)
                except MailDelayed as delay:
                    log.warning("an alarm was not mailed: %s", delay.reason)
                    continue
                except MailRefused as refusal:
                    log.warning("an alarm was not mailed: %s", refusal.reason)
                is_done = True
    except TimeoutError:
        log.warning("the mail server takes too long for alarms")
    finally:
        await server.aclose()
    return is_done
