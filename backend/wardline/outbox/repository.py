"""Every query about deliveries."""

from collections.abc import Sequence

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from wardline.outbox.choices import DeliveryState
from wardline.outbox.models import Delivery, DeliveryAttempt

_OPEN = Delivery.state != DeliveryState.DELIVERED.value


class OutboxRepository:
    def __init__(self, session: AsyncSession) -> None:
        self.session = session

    async def head(self, lane: str) -> Delivery | None:
        """The first of a lane that is not delivered, locked."""
        statement = select(Delivery).where(Delivery.lane == lane, _OPEN).order_by(Delivery.id).limit(1)
        return (await self.session.scalars(statement.with_for_update())).one_or_none()

    async def behind(self, delivery: Delivery) -> Sequence[Delivery]:
        """Those that wait for this one, locked."""
        statement = select(Delivery).where(Delivery.lane == delivery.lane, Delivery.id > delivery.id, _OPEN)
        return (await self.session.scalars(statement.order_by(Delivery.id).with_for_update())).all()

    async def locked(self, delivery_id: int) -> Delivery | None:
        return await self.session.get(Delivery, delivery_id, with_for_update=True, populate_existing=True)

    async def taken_as(self, channel: str, name: str) -> Delivery | None:
        """What a receiver knows by this name, locked."""
        statement = select(Delivery).where(Delivery.channel == channel, Delivery.taken_as == name)
        return (await self.session.scalars(statement.with_for_update())).one_or_none()

    async def attempt(self, delivery: Delivery) -> DeliveryAttempt:
        """The last one."""
        return await self.session.get_one(DeliveryAttempt, (delivery.id, delivery.attempt_count))
