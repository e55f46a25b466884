"""A receiver with scripted responses, and the jobs of its deliveries."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any, Final

from sqlalchemy import select, text
from sqlalchemy.ext.asyncio import AsyncSession

from conftest import NOON, RolledBackDatabase, job_context
from wardline.core import clock
from wardline.core.jobs.context import JobContext
from wardline.core.retries import Retry
from wardline.outbox import service as outbox
from wardline.outbox.contract import ORDINARY
from wardline.outbox.jobs import look_after_deliveries, send_lane
from wardline.outbox.models import Delivery

SCRIPTED: Final = "scripted"
LANE: Final = "a lane"
ScriptedResponse = str | BaseException | None


class ScriptedChannel:
    """Returns the scripted responses, then None; records requests and notifications."""

    pace = ORDINARY

    def __init__(self) -> None:
        self.responses: list[ScriptedResponse] = []
        self.held: str | None = None
        self.arrived: list[bool | BaseException] = []
        self.sent: list[str] = []
        self.notified: list[tuple[int, str, bool]] = []

    async def hold_reason(self, session: AsyncSession, delivery: Delivery) -> str | None:  # noqa: ARG002
        return self.held

    async def send(self, context: JobContext, delivery: Delivery) -> str | None:  # noqa: ARG002
        self.sent.append(delivery.reference)
        response = self.responses.pop(0) if self.responses else None
        if isinstance(response, BaseException):
            raise response
        return response

    async def check_status(self, context: JobContext, delivery: Delivery) -> bool:  # noqa: ARG002
        response = self.arrived.pop(0)
        if isinstance(response, BaseException):
            raise response
        return response

    async def changed(self, session: AsyncSession, delivery: Delivery, *, late: bool) -> None:
        """Records the state in the database at that time, as real channels read it."""
        state = await session.scalar(select(Delivery.state).where(Delivery.id == delivery.id))
        self.notified.append((delivery.id, state or "", late))

    async def sent_again(self, session: AsyncSession, deliveries: Sequence[Delivery]) -> None:  # noqa: ARG002
        self.notified.extend((delivery.id, delivery.state, False) for delivery in deliveries)


class Sender:
    def __init__(self, database: RolledBackDatabase) -> None:
        self.database = database
        self.now = NOON
        self.context = job_context(database)

    async def order(self) -> Delivery:
        with clock.clock_at(self.now):
            async with self.database.transaction() as session:
                return await outbox.order(session, SCRIPTED, LANE, receiver="hospital")

    async def run(self, *, after: float = 0) -> int | None:
        """Run the lane's job after so many seconds; returns after how many it retries."""
        self.now += timedelta(seconds=after)
        with clock.clock_at(self.now):
            try:
                await send_lane(self.context, LANE, "hospital")
            except Retry as retry:
                return retry.seconds
        return None

    async def run_periodic_jobs(self, *, after: float = 0) -> None:
        """Run the job of every minute."""
        self.now += timedelta(seconds=after)
        with clock.clock_at(self.now):
            await look_after_deliveries(self.context)

    async def mark_handled(self, delivery_id: int) -> None:
        with clock.clock_at(self.now):
            async with self.database.transaction() as session:
                await outbox.mark_handled(session, delivery_id)

    async def send_again(self, delivery_id: int) -> None:
        with clock.clock_at(self.now):
            async with self.database.transaction() as session:
                await outbox.send_again(session, delivery_id)

    async def rows(self, what: str) -> list[tuple[Any, ...]]:
        async with self.database.session() as session:
            return [tuple(row) for row in await session.execute(text(what))]

    async def states(self) -> list[str]:
        return [state for (state,) in await self.rows("select state from deliveries order by id")]

    async def attempts(self) -> list[tuple[Any, ...]]:
        return await self.rows("select number, state, reason from delivery_attempts order by delivery_id, number")
