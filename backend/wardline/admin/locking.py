"""The lock under which administrators change objects."""

from sqlalchemy.ext.asyncio import AsyncSession

from wardline.access.current_user import CurrentUser
from wardline.admin.errors import RightsChanged
from wardline.directory.loading import has_current_rights
from wardline.network import changing


async def lock(session: AsyncSession, by: CurrentUser) -> None:
    """Until the end of the transaction, nobody else changes or loads objects.

    Raises:
        RightsChanged: the administrator's own rights, which were read before, may have been taken while this waited.
    """
    await session.run_sync(changing.lock)
    if not await has_current_rights(session, by):
        raise RightsChanged
