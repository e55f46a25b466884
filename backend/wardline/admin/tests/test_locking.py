"""Whoever waits to change an object may have lost their rights to the one they waited for."""

import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from wardline.admin.errors import RightsChanged
from wardline.admin.locking import lock
from wardline.directory.loading import load_by_id


async def test_rights_that_were_taken_in_the_meantime_do_not_count(session: AsyncSession) -> None:
    admin_id = await session.scalar(text("select id from users where username = 'admin'"))
    by = await load_by_id(session, admin_id)
    assert by is not None
    await lock(session, by)
    await session.execute(text("delete from user_roles where user_id = :id"), {"id": admin_id})
    with pytest.raises(RightsChanged):
        await lock(session, by)
