"""Every query about deliveries."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from sqlalchemy import Boolean, any_, bindparam, case, func, or_, select, update
from sqlalchemy.ext.asyncio import AsyncSession

from wardline.core.db.database import id_array
from wardline.core.db.statements import compile_statement, execute
from wardline.core.jobs.queue import has_job
from wardline.outbox.choices import DeliveryState
from wardline.outbox.models import IS_OPEN, Delivery, DeliveryAttempt

MAX_ROWS: Final = 500
ATTEMPTS_SHOWN: Final = 10


_END_ATTEMPT: Final = compile_statement(
    update(DeliveryAttempt)
    .where(DeliveryAttempt.delivery_id == bindparam("id"), DeliveryAttempt.number == bindparam("number"))
    .values(
        ended_at=bindparam("at"),
        state=bindparam("state"),
        reason=bindparam("reason"),
        accepted_at=case(
            (bindparam("is_accepted", type_=Boolean), func.coalesce(DeliveryAttempt.accepted_at, bindparam("at"))),
            else_=DeliveryAttempt.accepted_at,
        ),
    )
)


@dataclass(frozen=True, slots=True)
class DeliveryProgress:
    """What became of a delivery, and when."""

    state: DeliveryState
    reason: str | None
    queued_at: datetime
    sent_at: datetime | None
    """When the receiver accepted it, most recently."""
    delivered_at: datetime | None
    failed_at: datetime | None


class OutboxRepository:
    def __init__(self, session: AsyncSession) -> None:
        self.session = session

    async def head(self, lane: str) -> Delivery | None:
        """The first open delivery of a lane, locked."""
        statement = select(Delivery).where(Delivery.lane == lane, IS_OPEN).order_by(Delivery.id).limit(1)
        return (await self.session.scalars(statement.with_for_update(key_share=True))).one_or_none()

    async def behind(self, delivery: Delivery) -> Sequence[Delivery]:
        """The deliveries behind this one in its lane, locked."""
        statement = select(Delivery).where(Delivery.lane == delivery.lane, Delivery.id > delivery.id, IS_OPEN)
        return (await self.session.scalars(statement.order_by(Delivery.id).with_for_update(key_share=True))).all()

    async def is_held_back(self, delivery: Delivery) -> bool:
        """Whether its domain holds back this delivery, or an earlier one in its lane."""
        statement = select(Delivery.id).where(
            Delivery.lane == delivery.lane, Delivery.id <= delivery.id, Delivery.held_at.is_not(None)
        )
        return (await self.session.scalars(statement.limit(1))).one_or_none() is not None

    async def locked(self, delivery_id: int) -> Delivery | None:
        return await self.session.get(
            Delivery, delivery_id, with_for_update={"key_share": True}, populate_existing=True
        )

    async def failed(self, delivery_ids: Iterable[int]) -> Sequence[Delivery]:
        """Which of these failed, locked in the same order everywhere."""
        statement = select(Delivery).where(
            Delivery.id == any_(id_array(delivery_ids)), Delivery.state == DeliveryState.FAILED.value
        )
        locked = statement.order_by(Delivery.id).with_for_update(key_share=True)
        return (await self.session.scalars(locked, execution_options={"populate_existing": True})).all()

    async def reset_failed(self, deliveries: Iterable[Delivery], now: datetime) -> None:
        await self.session.execute(
            update(Delivery)
            .where(Delivery.id == any_(id_array(delivery.id for delivery in deliveries)))
            .values(state=DeliveryState.WAITING.value, taken_as=None, told_at=None, wanted_at=now)
        )

    async def withdraw(self, delivery_ids: Iterable[int]) -> Sequence[tuple[int, str]]:
        """Withdraw those that are waiting or failed, locked in the same order everywhere; returns ids and lanes."""
        chosen = (
            select(Delivery.id)
            .where(
                Delivery.id == any_(id_array(delivery_ids)),
                Delivery.state.in_([DeliveryState.WAITING.value, DeliveryState.FAILED.value]),
            )
            .order_by(Delivery.id)
            .with_for_update(key_share=True)
            .cte("chosen")
        )
        statement = (
            update(Delivery)
            .where(Delivery.id == chosen.c.id)
            .values(state=DeliveryState.WITHDRAWN.value, held_at=None)
            .returning(Delivery.id, Delivery.lane)
        )
        rows = await self.session.execute(statement, execution_options={"synchronize_session": False})
        return [(row.id, row.lane) for row in rows]

    async def heads(self, lanes: Collection[str]) -> Sequence[Delivery]:
        """The first open delivery of each of these lanes that has one."""
        first = select(func.min(Delivery.id)).where(Delivery.lane.in_(lanes), IS_OPEN).group_by(Delivery.lane)
        return (await self.session.scalars(select(Delivery).where(Delivery.id.in_(first)))).all()

    async def taken_as(self, channels: Collection[str], name: str) -> Delivery | None:
        """The delivery by one of these channels with this id at the receiver, locked."""
        statement = select(Delivery).where(Delivery.channel.in_(channels), Delivery.taken_as == name)
        return (await self.session.scalars(statement.with_for_update(key_share=True))).one_or_none()

    async def with_reference(self, channels: Collection[str], reference: str) -> Delivery | None:
        """The delivery by one of these channels with this reference, locked."""
        statement = select(Delivery).where(Delivery.channel.in_(channels), Delivery.reference == reference)
        return (await self.session.scalars(statement.with_for_update(key_share=True))).one_or_none()

    async def without_job(self) -> Sequence[Delivery]:
        """Heads of lanes whose job is missing, at most `MAX_ROWS`; lanes that are held back do not need one."""
        heads = select(func.min(Delivery.id)).where(IS_OPEN).group_by(Delivery.lane)
        statement = select(Delivery).where(
            Delivery.id.in_(heads),
            Delivery.state != DeliveryState.FAILED.value,
            Delivery.held_at.is_(None),
            ~has_job(Delivery.lane),
        )
        return (await self.session.scalars(statement.limit(MAX_ROWS))).all()

    async def late_unreported(self, ordered_before: Mapping[tuple[str, DeliveryState], datetime]) -> Sequence[Delivery]:
        """Deliveries ordered before the time for their channel and state that users were not notified of, locked.

        Skips those already locked.
        """
        is_late = (
            (Delivery.channel == channel) & (Delivery.state == state.value) & (Delivery.wanted_at <= moment)
            for (channel, state), moment in ordered_before.items()
        )
        statement = select(Delivery).where(IS_OPEN, Delivery.told_at.is_(None), or_(*is_late)).order_by(Delivery.id)
        return (
            await self.session.scalars(statement.limit(MAX_ROWS).with_for_update(skip_locked=True, key_share=True))
        ).all()

    async def count_late(self) -> dict[str, int]:
        """The number of open deliveries per channel that users were notified of, because they had not arrived."""
        statement = (
            select(Delivery.channel, func.count())
            .where(IS_OPEN, Delivery.told_at.is_not(None))
            .group_by(Delivery.channel)
        )
        return {row[0]: row[1] for row in await self.session.execute(statement)}

    async def progress(self, delivery_ids: Iterable[int]) -> dict[int, DeliveryProgress]:
        """What became of each of these deliveries, by id."""
        of_delivery = DeliveryAttempt.delivery_id == Delivery.id
        sent_at = select(func.max(DeliveryAttempt.accepted_at)).where(of_delivery).scalar_subquery()
        last_ended_at = select(func.max(DeliveryAttempt.ended_at)).where(of_delivery).scalar_subquery()
        last_failed_at = (
            select(DeliveryAttempt.ended_at)
            .where(
                of_delivery,
                DeliveryAttempt.number == Delivery.attempt_count,
                DeliveryAttempt.state == DeliveryState.FAILED.value,
            )
            .scalar_subquery()
        )
        failed_at = case(
            (Delivery.state == DeliveryState.FAILED.value, last_ended_at),
            # What failed before its domain no longer needed it has failed all the same.
            (Delivery.state == DeliveryState.WITHDRAWN.value, last_failed_at),
        )
        statement = select(
            Delivery.id, Delivery.state, Delivery.reason, Delivery.created_at, sent_at, Delivery.delivered_at, failed_at
        ).where(Delivery.id == any_(id_array(delivery_ids)))
        return {
            row[0]: DeliveryProgress(DeliveryState(row[1]), *row[2:]) for row in await self.session.execute(statement)
        }

    async def end_attempt(self, delivery: Delivery, number: int, at: datetime, *, is_accepted: bool) -> None:
        """The delivery has its outcome; it may be a new one of an attempt that was accepted before."""
        values = {"id": delivery.id, "number": number, "at": at, "state": delivery.state, "reason": delivery.reason}
        await execute(self.session, _END_ATTEMPT, values | {"is_accepted": is_accepted})

    async def unconfirmed_attempts(self, delivery: Delivery, reason: str) -> int:
        """How many earlier attempts since `wanted_at` were interrupted or ended for this reason."""
        statement = select(func.count()).where(
            DeliveryAttempt.delivery_id == delivery.id,
            DeliveryAttempt.number < delivery.attempt_count,
            DeliveryAttempt.began_at >= delivery.wanted_at,
            or_(DeliveryAttempt.ended_at.is_(None), DeliveryAttempt.reason == reason),
        )
        return (await self.session.scalars(statement)).one()

    async def last_attempts(self, delivery_ids: Sequence[int]) -> dict[int, list[DeliveryAttempt]]:
        """The last ten attempts of each delivery, oldest first, by delivery id."""
        statement = (
            select(DeliveryAttempt)
            .join(Delivery, Delivery.id == DeliveryAttempt.delivery_id)
            .where(
                Delivery.id == any_(id_array(delivery_ids)),
                DeliveryAttempt.number > Delivery.attempt_count - ATTEMPTS_SHOWN,
            )
            .order_by(DeliveryAttempt.number)
        )
        attempts: dict[int, list[DeliveryAttempt]] = {}
        for attempt in await self.session.scalars(statement):
            attempts.setdefault(attempt.delivery_id, []).append(attempt)
        return attempts
