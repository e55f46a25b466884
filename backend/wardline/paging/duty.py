"""Reads who can be paged."""

from collections.abc import Iterable

from sqlalchemy.ext.asyncio import AsyncSession

from wardline.access.permissions import ACKNOWLEDGE_TRANSFER
from wardline.consults.models import Consult
from wardline.directory.loading import load_by_ids, load_on_call, load_permitted
from wardline.paging.recipients import Duty


async def duty_for(session: AsyncSession, consults: Iterable[Consult]) -> Duty:
    """Everyone who can be paged about these consults; one statement for each of their lines, and two more."""
    consults = list(consults)
    line_ids = {consult.service_line_id for consult in consults}
    named_ids = {
        user_id
        for consult in consults
        for user_id in (consult.created_by_id, consult.acknowledged_by_id, consult.responsible_id)
    }
    named = await load_by_ids(session, sorted(user_id for user_id in named_ids if user_id is not None))
    return Duty(
        on_call={line_id: await load_on_call(session, line_id) for line_id in sorted(line_ids)},
        transfer_side=await load_permitted(session, ACKNOWLEDGE_TRANSFER),
        named={user.id: user for user in named},
    )
