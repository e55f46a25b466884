"""Every query about paging."""

import uuid
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, Final

from sqlalchemy import any_, case, exists, func, select, union, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession

from wardline.access.current_user import CurrentUser
from wardline.consults.models import Consult
from wardline.consults.reach import readable_by
from wardline.consults.timeline.choices import TaskType
from wardline.consults.timeline.models import TimelineEntry
from wardline.core.db.database import id_array
from wardline.core.retries import PAGE_MOVE
from wardline.paging.choices import UNTIL_OPENED, EndReason, EscalationKind
from wardline.paging.conditions import (
    IS_PROVIDER_ON_CALL,
    IS_WAITED_FOR,
    LOUDNESS,
    has_due_move,
    lacks_someone_on_call,
    lacks_someone_planned,
    waits_for_someone_gone,
)
from wardline.paging.models import IS_RUNNING, Escalation, PagedPerson
from wardline.people.models import CheckIn, User
from wardline.places.models import LocationUnit
from wardline.service_lines.models import ServiceLine
from wardline.signoff.models import SignOffDraft, SignOffVersion
from wardline.video.models import Attendee, Meeting

MAX_WAITING: Final = 200


class PagingRepository:
    def __init__(self, session: AsyncSession) -> None:
        self.session = session

    async def due(self, now: datetime, limit: int) -> Sequence[Escalation]:
        """Running escalations whose next move is due, the oldest first, locked; those locked elsewhere are skipped."""
        statement = (
            select(Escalation).where(*has_due_move(now)).order_by(Escalation.next_at, Escalation.id).limit(limit)
        )
        return await self._locked(statement)

    async def running(self, escalation_id: int) -> Sequence[Escalation]:
        """This escalation, locked; none if it has ended, or another worker has it."""
        return await self._locked(select(Escalation).where(Escalation.id == escalation_id, IS_RUNNING))

    async def retry_later(self, escalation_id: int, now: datetime) -> None:
        """A move failed: the pause before the next attempt doubles each time."""
        escalation = await self.session.get_one(Escalation, escalation_id, with_for_update={"key_share": True})
        escalation.retry_at = now + timedelta(seconds=PAGE_MOVE.wait(escalation.failures))
        escalation.failures += 1
        await self.session.flush()

    async def without_a_newcomer(self, now: datetime, limit: int) -> Sequence[Escalation]:
        """Running escalations of requests that have paged a group before one of its people came, locked."""
        # As one condition, each would be tried for every escalation.
        ids = union(
            *(select(Escalation.id).where(*lacks(now)) for lacks in (lacks_someone_on_call, lacks_someone_planned))
        )
        return await self._locked(select(Escalation).where(IS_RUNNING, Escalation.id.in_(ids)).limit(limit))

    async def waiting_for_someone_gone(self, now: datetime, limit: int) -> Sequence[Escalation]:
        """Running escalations that wait for someone who has gone, locked."""
        return await self._locked(select(Escalation).where(*waits_for_someone_gone(now)).limit(limit))

    async def follow_up(self, consult_id: uuid.UUID) -> Escalation | None:
        """The running follow-up of the consult, locked; None if there is none, or it is locked elsewhere."""
        of_consult = (Escalation.consult_id == consult_id) & (Escalation.kind == EscalationKind.FOLLOW_UP.value)
        return next(iter(await self._locked(select(Escalation).where(of_consult, IS_RUNNING))), None)

    async def _locked(self, statement: Any) -> Sequence[Escalation]:
        locking = statement.with_for_update(skip_locked=True, key_share=True)
        return (await self.session.scalars(locking, execution_options={"populate_existing": True})).all()

    async def consults(self, escalations: Iterable[Escalation]) -> dict[uuid.UUID, Consult]:
        ids = {escalation.consult_id for escalation in escalations}
        rows = await self.session.scalars(select(Consult).where(Consult.id.in_(ids)))
        return {consult.id: consult for consult in rows}

    async def people(self, escalation_ids: Collection[int]) -> dict[int, list[PagedPerson]]:
        """By escalation, in the order in which they were paged."""
        statement = (
            select(PagedPerson)
            .where(PagedPerson.escalation_id == any_(id_array(escalation_ids)))
            .order_by(PagedPerson.first_at, PagedPerson.user_id)
        )
        found: dict[int, list[PagedPerson]] = {}
        for person in await self.session.scalars(statement):
            found.setdefault(person.escalation_id, []).append(person)
        return found

    async def add_people(self, rows: Sequence[Mapping[str, Any]]) -> None:
        if rows:
            await self.session.execute(insert(PagedPerson).on_conflict_do_nothing(), list(rows))

    async def end(
        self,
        consult_id: uuid.UUID,
        kinds: Iterable[EscalationKind],
        reason: EndReason,
        now: datetime,
        *,
        by_id: int | None,
        only: Collection[int] | None = None,
    ) -> list[tuple[int, EscalationKind]]:
        """End the consult's running escalations of these kinds; returns those that ended, with their kinds."""
        statement = update(Escalation).where(
            Escalation.consult_id == consult_id, Escalation.kind.in_([kind.value for kind in kinds]), IS_RUNNING
        )
        if only is not None:
            statement = statement.where(Escalation.id.in_(only))
        ended = statement.values(ended_at=now, end_reason=reason.value, ended_by_id=by_id, next_at=None)
        rows = await self.session.execute(ended.returning(Escalation.id, Escalation.kind))
        return [(row.id, EscalationKind(row.kind)) for row in rows]

    async def is_running(self, consult_id: uuid.UUID, *kinds: EscalationKind) -> bool:
        """Whether people are paged about the consult for one of these reasons."""
        values = [kind.value for kind in kinds]
        statement = select(exists().where(Escalation.consult_id == consult_id, Escalation.kind.in_(values), IS_RUNNING))
        return bool(await self.session.scalar(statement))

    async def waiting_for(self, user: CurrentUser) -> Sequence[Any]:
        """What waits for this user: running escalations that paged them and that they left open.

        The loudest first (`LOUDNESS`): if there is more than `MAX_WAITING`, what is left out is the least urgent.
        Without those of consults that the user may not view anymore, for example because their shift has ended.

        Each with the names of its line and its location.
        """
        statement = (
            select(
                Escalation.id,
                Escalation.kind,
                Escalation.consult_id,
                Escalation.comment_id,
                Escalation.service_line_id,
                ServiceLine.name.label("service_line_name"),
                LocationUnit.display_name.label("location_name"),
                Escalation.priority,
                Escalation.completion_limit,
                PagedPerson.target.label("why"),
                Escalation.started_at,
                PagedPerson.seen_at.is_not(None).label("seen"),
                PagedPerson.muted_at.is_not(None).label("muted"),
            )
            .join(PagedPerson, PagedPerson.escalation_id == Escalation.id)
            .join(Consult, Consult.id == Escalation.consult_id)
            .join(ServiceLine, ServiceLine.id == Escalation.service_line_id)
            .join(LocationUnit, LocationUnit.id == Consult.location_id)
            .where(
                IS_WAITED_FOR,
                PagedPerson.user_id == user.id,
                readable_by(user),
            )
            .order_by(*LOUDNESS)
            .limit(MAX_WAITING)
        )
        return (await self.session.execute(statement)).all()

    async def requests_waiting(self, user: CurrentUser, service_line_ids: Collection[int]) -> dict[int, int]:
        """How many requests of these lines nobody has acknowledged, of those that the user may view; by line."""
        statement = (
            select(Escalation.service_line_id, func.count())
            .join(Consult, Consult.id == Escalation.consult_id)
            .where(
                Escalation.kind == EscalationKind.REQUEST.value,
                IS_RUNNING,
                Escalation.service_line_id == any_(id_array(service_line_ids)),
                readable_by(user),
            )
            .group_by(Escalation.service_line_id)
        )
        return dict(iter(await self.session.execute(statement)))

    async def lines_with_providers(self, service_line_ids: Collection[int], *, without_id: int | None) -> set[int]:
        """Those of these lines for which a provider is on call whom requests page; this user does not count."""
        statement = select(CheckIn.service_line_id).where(
            CheckIn.service_line_id == any_(id_array(service_line_ids)),
            CheckIn.user_id.is_distinct_from(without_id),
            IS_PROVIDER_ON_CALL,
        )
        return set(await self.session.scalars(statement))

    async def mark_shown(self, user_id: int, escalation_ids: Collection[int], now: datetime) -> Sequence[Consult]:
        """Returns the consults of those that had not been shown before."""
        shown = (
            update(PagedPerson)
            .where(
                PagedPerson.user_id == user_id,
                PagedPerson.escalation_id == any_(id_array(escalation_ids)),
                PagedPerson.not_paged.is_(None),
                PagedPerson.shown_at.is_(None),
            )
            .values(shown_at=now)
            .returning(PagedPerson.escalation_id)
        )
        ids = list(await self.session.scalars(shown))
        statement = select(Consult).where(Consult.id.in_(select(Escalation.consult_id).where(Escalation.id.in_(ids))))
        return (await self.session.scalars(statement)).all() if ids else []

    async def mark_seen(
        self,
        consult_id: uuid.UUID,
        user_id: int,
        now: datetime,
        *,
        comment_ids: Collection[int],
        page_ids: Collection[int] | None,
    ) -> list[int]:
        """Returns the escalations of the consult that paged the user, if they had not seen them before.

        Those that run until someone opens them count again. Those about an urgent comment count only if they are about
        one of `comment_ids`, but also after they have ended, because the comment says who has seen it. Of the others
        those of `page_ids` count, or all if it is None.
        """
        is_comment = Escalation.kind == EscalationKind.URGENT_COMMENT.value
        is_opened = IS_RUNNING if page_ids is None else IS_RUNNING & (Escalation.id == any_(id_array(page_ids)))
        to_see = select(Escalation.id).where(
            Escalation.consult_id == consult_id,
            case((is_comment, Escalation.comment_id == any_(id_array(comment_ids))), else_=is_opened),
        )
        # A click on a push shows that they have seen it, too, but ends nothing.
        to_end = select(Escalation.id).where(
            Escalation.consult_id == consult_id, IS_RUNNING, Escalation.kind.in_([kind.value for kind in UNTIL_OPENED])
        )
        statement = (
            update(PagedPerson)
            .where(
                PagedPerson.user_id == user_id,
                PagedPerson.escalation_id.in_(to_see),
                PagedPerson.not_paged.is_(None),
                PagedPerson.seen_at.is_(None) | PagedPerson.escalation_id.in_(to_end),
            )
            .values(seen_at=func.coalesce(PagedPerson.seen_at, now), shown_at=func.coalesce(PagedPerson.shown_at, now))
        )
        return list(await self.session.scalars(statement.returning(PagedPerson.escalation_id)))

    async def page(self, user_id: int, escalation_id: int) -> Escalation | None:
        """The escalation, if it paged the user."""
        statement = (
            select(Escalation)
            .join(PagedPerson, PagedPerson.escalation_id == Escalation.id)
            .where(Escalation.id == escalation_id, PagedPerson.user_id == user_id)
        )
        return await self.session.scalar(statement)

    async def locked_page(self, user_id: int, escalation_id: int) -> tuple[Escalation, PagedPerson]:
        """The escalation, locked, and what it says about the user."""
        escalation = await self.session.get_one(
            Escalation, escalation_id, with_for_update={"key_share": True}, populate_existing=True
        )
        person = await self.session.get_one(PagedPerson, (escalation_id, user_id), populate_existing=True)
        return escalation, person

    async def of_consult(self, consult_id: uuid.UUID) -> Sequence[Escalation]:
        """Every escalation of the consult, the oldest first."""
        statement = select(Escalation).where(Escalation.consult_id == consult_id)
        return (await self.session.scalars(statement.order_by(Escalation.started_at, Escalation.id))).all()

    async def users(self, user_ids: Collection[int]) -> dict[int, User]:
        """Also those who are no longer active."""
        rows = await self.session.scalars(select(User).where(User.id == any_(id_array(user_ids))))
        return {user.id: user for user in rows}

    async def is_active(self, consult: Consult, since: datetime) -> bool:
        """Whether whoever is responsible for it has joined a call, commented, or saved or signed its note since then.

        What others have done, or what was there before, does not show that anyone is at work on it now.
        """
        by_id = consult.responsible_id
        something = (
            exists().where(
                TimelineEntry.consult_id == consult.id,
                TimelineEntry.task_type == TaskType.UPDATE.value,
                TimelineEntry.author_id == by_id,
                TimelineEntry.created_at > since,
            )
            | exists().where(
                Attendee.meeting_id == Meeting.id,
                Meeting.consult_id == consult.id,
                Attendee.user_id == by_id,
                Attendee.standalone_token_id.is_(None),
                Attendee.seen_at > since,
            )
            | exists().where(
                SignOffDraft.consult_id == consult.id,
                SignOffDraft.author_id == by_id,
                SignOffDraft.saved_at > since,
            )
            | exists().where(
                SignOffVersion.consult_id == consult.id,
                SignOffVersion.author_id == by_id,
                SignOffVersion.created_at > since,
            )
        )
        return bool(await self.session.scalar(select(something)))
