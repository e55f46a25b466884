"""Stores whom a move pages and on which channels; nothing is sent here (`wardline.paging.sending`)."""

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy.ext.asyncio import AsyncSession

from wardline.contacts.service import ReachableContact, reachable_contacts
from wardline.core import clock
from wardline.paging import moving
from wardline.paging.check_in_numbers import delay_after, unverified_number
from wardline.paging.choices import NotPaged, PageChannel, PageTarget
from wardline.paging.models import Escalation, PagedPerson
from wardline.paging.moves import CRITICAL
from wardline.paging.moving import Moved, Page
from wardline.paging.notice_repository import NoticeRepository
from wardline.paging.repository import PagingRepository
from wardline.paging.turns import space_backup_calls, take_turns


async def store(session: AsyncSession, moves: Iterable[tuple[Escalation, Moved]]) -> None:
    """Store the people of several escalations, and a notice for each of their channels.

    What exists already is not stored again, so nobody is told twice about one move on one channel.
    """
    now = clock.now()
    moves = list(moves)
    contacts = await reachable_contacts(
        session, {page.recipient.user.id for _, moved in moves for page in moved.pages if page.recipient.may_view}
    )
    people: list[dict[str, Any]] = []
    rows: list[dict[str, Any]] = []
    for escalation, moved in moves:
        people += [_person(escalation, page, now) for page in moved.pages if page.is_first]
        to_page = [page for page in moved.pages if page.recipient.may_view]
        for page in to_page:
            rows.append(_notice(escalation, page, PageChannel.SCREEN, now))
            rows += [
                _notice(escalation, page, channel, now, delay=contact.delay_seconds, contact_id=contact.id)
                for contact in contacts[page.recipient.user.id]
                if (channel := PageChannel(contact.kind.value)) in (page.channels or PageChannel)
            ]
            rows += _of_check_in(escalation, page, contacts[page.recipient.user.id], now)
        if moved.backup_number is not None:
            rows.append(_backup_notice(escalation, moved.backup_number, now))
    critical = {escalation.id for escalation, _ in moves if escalation.priority == CRITICAL}
    await take_turns(session, rows, critical)
    await space_backup_calls(session, rows, critical)
    await PagingRepository(session).add_people(people)
    await NoticeRepository(session).add(rows)


async def hasten(session: AsyncSession, escalation: Escalation, paged: Collection[PagedPerson]) -> None:
    """`moving.hasten`, after one of those who were paged has declined or gone off call."""
    called_at = await NoticeRepository(session).backup_called_at(escalation.id)
    moving.hasten(escalation, paged, called_at=called_at)


def _person(escalation: Escalation, page: Page, now: datetime) -> dict[str, Any]:
    return {
        "escalation_id": escalation.id,
        "user_id": page.recipient.user.id,
        "target": page.recipient.target.value,
        "not_paged": None if page.recipient.may_view else NotPaged.NO_ACCESS.value,
        "first_at": now,
    }


def _notice(
    escalation: Escalation,
    page: Page,
    channel: PageChannel,
    now: datetime,
    *,
    delay: int = 0,
    contact_id: int | None = None,
) -> dict[str, Any]:
    return {
        "escalation_id": escalation.id,
        "position": page.position,
        "user_id": page.recipient.user.id,
        "phone_number": None,
        "target": page.recipient.target.value,
        "channel": channel.value,
        "contact_id": contact_id,
        # The same for all channels of a move, by which the proof counts how often someone was paged.
        "queued_at": now,
        "due_at": now + timedelta(seconds=delay),
    }


def _of_check_in(
    escalation: Escalation, page: Page, contacts: Sequence[ReachableContact], now: datetime
) -> Iterable[dict[str, Any]]:
    """The call of the number that they gave at check-in, after all of their contacts."""
    number = unverified_number(page.recipient.user, escalation.service_line_id, contacts)
    if number is not None and PageChannel.CALL in (page.channels or PageChannel):
        yield _notice(escalation, page, PageChannel.CALL, now, delay=delay_after(contacts)) | {"phone_number": number}


def _backup_notice(escalation: Escalation, number: str, now: datetime) -> dict[str, Any]:
    return {
        "escalation_id": escalation.id,
        "position": escalation.position - 1,
        "user_id": None,
        "phone_number": number,
        "target": PageTarget.LAST_RESORT.value,
        "channel": PageChannel.CALL.value,
        "contact_id": None,
        "queued_at": now,
        "due_at": now,
    }
