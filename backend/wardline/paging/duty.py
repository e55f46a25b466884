"""Reads who can be paged."""

from collections.abc import Iterable, Mapping
from typing import Any

from sqlalchemy.ext.asyncio import AsyncSession

from wardline.access.current_user import CurrentUser
from wardline.access.permissions import ACKNOWLEDGE_TRANSFER
from wardline.call_schedules.repository import CallScheduleRepository
from wardline.consults.models import Consult
from wardline.core import clock
from wardline.directory.loading import load_by_ids, load_on_call, load_permitted
from wardline.paging.recipients import Duty


async def duty_for(session: AsyncSession, consults: Iterable[Consult], *, with_planned: bool = False) -> Duty:
    """Everyone who can be paged about these consults; one statement for each of their lines, and two more.

    `with_planned` is for those of which some policy may page whoever is planned; it takes another one.
    """
    consults = list(consults)
    line_ids = {consult.service_line_id for consult in consults}
    named_ids = {
        user_id
        for consult in consults
        for user_id in (consult.created_by_id, consult.acknowledged_by_id, consult.responsible_id)
    }
    shifts = await CallScheduleRepository(session).planned(line_ids, clock.now()) if with_planned else []
    known_ids = {user_id for user_id in named_ids if user_id is not None} | {shift.user_id for shift in shifts}
    users = {user.id: user for user in await load_by_ids(session, sorted(known_ids))}
    return Duty(
        on_call={line_id: await load_on_call(session, line_id) for line_id in sorted(line_ids)},
        planned=planned_in(shifts, users),
        transfer_side=await load_permitted(session, ACKNOWLEDGE_TRANSFER),
        named=users,
    )


def planned_in(shifts: Iterable[Any], users: Mapping[int, CurrentUser]) -> Mapping[tuple[int, bool], list[CurrentUser]]:
    """`Duty.planned` for rows of `CallScheduleRepository.planned`, with the users among these."""
    found: dict[tuple[int, bool], dict[int, CurrentUser]] = {}
    for shift in shifts:
        if shift.user_id in users:
            found.setdefault((shift.service_line_id, shift.primary), {})[shift.user_id] = users[shift.user_id]
    return {key: list(people.values()) for key, people in found.items()}
