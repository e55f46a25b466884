"""What users of the demonstration did in the past with the actions that users have today.

Rows are not inserted for these steps: the services take them, each at its time and as the user of that time.
"""

import uuid
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from operator import attrgetter
from typing import Final

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from wardline.access.current_user import CurrentUser, OpenCheckIn
from wardline.consults import service as consults
from wardline.consults.schemas import CompleteConsult
from wardline.core import clock
from wardline.demo.scene import Person
from wardline.directory.loading import load_by_id
from wardline.transfers import service as transfers
from wardline.transfers.models import Transfer
from wardline.transfers.schemas import DeclineTransfer, RequestTransfer

_NO_ROW: Final = 0
"""The id of a check-in that is not in the database."""
Action = Callable[[AsyncSession, CurrentUser], Awaitable[object]]


@dataclass(frozen=True, slots=True)
class Step:
    moment: datetime
    by: Person
    action: Action
    line_id: int | None
    """The line that the user was on call for."""


async def take(session: AsyncSession, steps: Iterable[Step]) -> None:
    """Take the steps in the order of their times, in the session's transaction."""
    users: dict[int, CurrentUser] = {}
    for step in sorted(steps, key=attrgetter("moment")):
        if step.by.id not in users:
            users[step.by.id] = await _user(session, step.by)
        with clock.clock_at(step.moment):
            await step.action(session, _as_then(users[step.by.id], step))


async def _user(session: AsyncSession, person: Person) -> CurrentUser:
    user = await load_by_id(session, person.id)
    if user is None:
        raise LookupError(person.username)
    return user


def _as_then(user: CurrentUser, step: Step) -> CurrentUser:
    """With a check-in at the time of the step if it needs one, and without those of today."""
    if step.line_id is None:
        return replace(user, check_ins=())
    role_id = user.role_ids[0]
    check_in = OpenCheckIn(_NO_ROW, role_id, step.line_id, phone_number="", primary=True, checked_in_at=step.moment)
    return replace(user, check_ins=(check_in,))


def request_transfer(consult_id: uuid.UUID, form: RequestTransfer) -> Action:
    return lambda session, user: transfers.request(session, consult_id, form, by=user)


def acknowledge_transfer(consult_id: uuid.UUID) -> Action:
    async def acknowledge(session: AsyncSession, user: CurrentUser) -> None:
        await transfers.acknowledge(session, consult_id, await _transfer_id(session, consult_id), by=user)

    return acknowledge


def decline_transfer(consult_id: uuid.UUID, form: DeclineTransfer) -> Action:
    async def decline(session: AsyncSession, user: CurrentUser) -> None:
        await transfers.decline(session, consult_id, await _transfer_id(session, consult_id), form, by=user)

    return decline


def complete_transfer(consult_id: uuid.UUID) -> Action:
    async def complete(session: AsyncSession, user: CurrentUser) -> None:
        await transfers.complete(session, consult_id, await _transfer_id(session, consult_id), by=user)

    return complete


def complete_consult(consult_id: uuid.UUID, completion: CompleteConsult) -> Action:
    """Complete it, or cancel it as a provider on call."""
    return lambda session, user: consults.complete(session, consult_id, completion, by=user)


def discharge(encounter_id: uuid.UUID) -> Action:
    return lambda session, user: consults.discharge(session, encounter_id, by=user)


async def _transfer_id(session: AsyncSession, consult_id: uuid.UUID) -> uuid.UUID:
    return (await session.scalars(select(Transfer.id).where(Transfer.consult_id == consult_id))).one()
