"""E-mail to coordinators about alarms, sent by the auditor itself, because the workers may have stopped."""

import asyncio
import logging
import secrets
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from wardline.access.permissions import ACKNOWLEDGE_TRANSFER
from wardline.contacts.choices import ContactKind
from wardline.contacts.service import reachable_contacts
from wardline.core.db.database import Database
from wardline.directory.coordinators import is_coordinator
from wardline.directory.loading import load_permitted
from wardline.mail import registry as mails
from wardline.mail.contract import MailDelayed, MailRefused
from wardline.paging.auditor.alarms import claim_for_mail, give_back
from wardline.paging.choices import AlarmKind
from wardline.paging.models import PagingAlarm
from wardline.people.models import User
from wardline.settings import Settings

log = logging.getLogger(__name__)

MAX_MAILS: Final = 50
SENDING_SECONDS: Final = 20
SUBJECT: Final = "Wardline: paging needs attention"


async def mail_alarms(database: Database, settings: Settings) -> None:
    """Tell coordinators with a verified e-mail address of the alarms raised since the last e-mail.

    The next run tries again if none of them could be told this time.
    """
    async with database.transaction() as session:
        addresses = await _addresses(session)
        alarms = await claim_for_mail(session) if addresses else []
        names = await _names(session, {alarm.user_id for alarm in alarms if alarm.user_id is not None})
    if not alarms:
        return
    is_told = False
    try:
        is_told = await _send(settings, addresses, text_of(alarms, names, settings.origin))
    finally:
        if not is_told:
            async with database.transaction() as session:
                await give_back(session, alarms)


def text_of(alarms: Iterable[PagingAlarm], names: Mapping[int, str], origin: str) -> str:
    """One line for each kind; `names` are those of users. Consults are counted, never named."""
    by_kind: dict[AlarmKind, list[PagingAlarm]] = {}
    for alarm in alarms:
        by_kind.setdefault(AlarmKind(alarm.kind), []).append(alarm)
    lines = [f"{kind.label}{_subjects(of_kind, names)}" for kind, of_kind in by_kind.items()]
    return "\n".join([*lines, "", f"Sign in to see the consults concerned: {origin}", ""])


def _subjects(alarms: Sequence[PagingAlarm], names: Mapping[int, str]) -> str:
    if any(alarm.consult_id for alarm in alarms):
        return f" ({len(alarms)})"
    subjects = [names[alarm.user_id] if alarm.user_id is not None else alarm.subject for alarm in alarms]
    named = ", ".join(filter(None, subjects))
    return f": {named}" if named else ""


async def _names(session: AsyncSession, user_ids: Collection[int]) -> Mapping[int, str]:
    users = await session.scalars(select(User).where(User.id.in_(user_ids)))
    return {user.id: f"{user.first_name} {user.last_name}" for user in users}


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
    """Whether the mail server took it for at least one of them."""
    server = mails.mail_server_for(settings)
    reference = secrets.token_hex(10).upper()
    is_told = False
    try:
        async with asyncio.timeout(SENDING_SECONDS):
            for address in addresses:
                try:
                    await server.send(address, SUBJECT, text, reference)
                    is_told = True
                except (MailDelayed, MailRefused) as error:
                    log.warning("an alarm was not mailed: %s", error.reason)
    except TimeoutError:
        log.warning("the mail server takes too long for alarms")
    finally:
        await server.aclose()
    return is_told
