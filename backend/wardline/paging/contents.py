"""What notices say, and what whoever gets them may do about it."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from wardline.consults import policies
from wardline.consults.reach import reach_of
from wardline.contacts.service import reachable_contacts
from wardline.core.db.database import Database
from wardline.core.jobs.context import JobContext
from wardline.core.together import Together
from wardline.directory.loading import load_by_ids
from wardline.paging.choices import EscalationKind
from wardline.paging.notice_repository import NoticeRepository
from wardline.paging.paths import path_of
from wardline.settings import Settings
from wardline.webpush.schemas import PushSubscription


@dataclass(frozen=True, slots=True)
class PageContent:
    """What a notice says, to whom: never anything about the patient. `user_id` is None for the backup number."""

    escalation_id: int
    kind: str
    consult_id: UUID
    line: str
    location: str
    priority: str
    user_id: int | None
    contact_id: int | None
    address: str | None
    """None if the contact is gone."""
    subscription: PushSubscription | None
    taken_by: str | None
    """The name of whoever acknowledged it, if someone did."""
    waiting: int
    """How much waits for the user."""
    lists_consults: bool
    """Whether the user has the list of consults."""
    lists_transfers: bool
    """Whether the user has the list of transfers."""
    may_acknowledge: bool
    """Whether the user may acknowledge the consult, by the same policy as on a screen."""
    is_verified: bool
    """Whether whoever gets it is the user, or answers the backup number; otherwise no key counts."""

    @property
    def path(self) -> str:
        """Of the page of the application that shows it."""
        return path_of(
            self.kind,
            self.consult_id,
            lists_consults=self.lists_consults,
            lists_transfers=self.lists_transfers,
        )


class Contents:
    """A worker's single loader of contents (`JobContext.client`), which fetches together what is due together."""

    def __init__(self, _: Settings) -> None:
        self._contents: Together[int, PageContent] | None = None

    async def get(self, context: JobContext, delivery_id: int) -> PageContent | None:
        """What the delivery's notice says; None if nobody waits for an answer anymore."""
        if self._contents is None:
            self._contents = Together(partial(_fetch, context.database))
        return await self._contents.get(delivery_id)

    async def aclose(self) -> None:
        if self._contents is not None:
            await self._contents.aclose()


async def _fetch(database: Database, delivery_ids: Collection[int]) -> Mapping[int, PageContent]:
    async with database.session() as session:
        return await _complete(session, await NoticeRepository(session).contents(delivery_ids))


async def content_of(session: AsyncSession, delivery_id: int) -> PageContent | None:
    """What the delivery's notice says; None if nobody waits for an answer anymore."""
    return (await _complete(session, await NoticeRepository(session).contents([delivery_id]))).get(delivery_id)


async def taken_content_of(session: AsyncSession, delivery_id: int) -> PageContent | None:
    """What the push says that replaces a notice's."""
    return (await _complete(session, await NoticeRepository(session).taken_contents([delivery_id]))).get(delivery_id)


async def _complete(session: AsyncSession, rows: Sequence[Any]) -> Mapping[int, PageContent]:
    """The contents of these rows of the repository, by delivery."""
    user_ids = {row.user_id for row in rows if row.user_id is not None}
    contacts = {
        contact.id: contact for each in (await reachable_contacts(session, user_ids)).values() for contact in each
    }
    waiting = await NoticeRepository(session).count_waiting(user_ids)
    may_acknowledge = await _acknowledging(session, rows)
    found = {}
    for row in rows:
        contact = contacts.get(row.contact_id)
        found[row.delivery_id] = PageContent(
            escalation_id=row.id,
            kind=row.kind,
            consult_id=row.consult_id,
            line=row.line,
            location=row.location,
            priority=row.priority,
            user_id=row.user_id,
            contact_id=row.contact_id,
            address=contact.address if contact is not None else row.phone_number,
            subscription=contact.subscription if contact is not None else None,
            taken_by=row.taken_by,
            waiting=waiting.get(row.user_id, 0),
            lists_consults=row.lists_consults,
            lists_transfers=row.lists_transfers,
            may_acknowledge=(row.user_id, row.consult_id) in may_acknowledge,
            is_verified=row.user_id is None or row.phone_number is None,
        )
    return found


async def _acknowledging(session: AsyncSession, rows: Sequence[Any]) -> Collection[tuple[int, UUID]]:
    """The pairs of user and consult among these that may be acknowledged now, by the same policy as on a screen."""
    asked = {(row.user_id, row.consult_id) for row in rows if row.kind == EscalationKind.REQUEST and row.user_id}
    if not asked:
        return ()
    users = {user.id: user for user in await load_by_ids(session, {user_id for user_id, _ in asked})}
    consults = await NoticeRepository(session).consults_for_policies({consult_id for _, consult_id in asked})
    return {
        (user_id, consult_id)
        for user_id, consult_id in asked
        if (user := users.get(user_id)) is not None
        and reach_of(user).includes(consults[consult_id])
        and policies.can_acknowledge(user, consults[consult_id]).allowed
    }
