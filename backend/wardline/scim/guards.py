"""What a client must not do: leave an organization without administrators, or deactivate most of its people at once."""

from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager
from datetime import timedelta
from typing import Final

from sqlalchemy import and_, any_, func, not_, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession

from wardline.admin.people.errors import LastAdministrator
from wardline.admin.people.repository import PeopleRepository
from wardline.core import clock
from wardline.core.db.database import id_array
from wardline.core.errors import Conflict
from wardline.core.http.app_settings import settings_of
from wardline.directory.administrators import administrators
from wardline.people.models import UserOrganization
from wardline.scim.models import ProvisionedPerson, ScimPause
from wardline.scim.repository import ScimRepository

WINDOW: Final = timedelta(hours=1)
ALWAYS_ALLOWED: Final = 5
"""Deactivations within the window in a small organization, of which they may be more than the setting's share."""


class TooManyDeactivated(Conflict):
    code = "too_many_deactivated"
    message = (
        "Unusually many people of this organization would be deactivated within an hour. "
        "An administrator can allow it on the page Provisioning."
    )


@asynccontextmanager
async def keeping_administrators(session: AsyncSession, user_ids: Collection[int]) -> AsyncIterator[None]:
    """Raises `LastAdministrator` if one of these people's organizations loses its last administrator in the block."""
    among_these = administrators().where(UserOrganization.user_id == any_(id_array(user_ids)))
    administered = frozenset(await session.scalars(among_these.with_only_columns(UserOrganization.organization_id)))
    yield
    if await PeopleRepository(session).lack_administrator(administered):
        raise LastAdministrator


async def deactivated_within(session: AsyncSession, organization_id: int) -> int:
    """How many people the client has deactivated in the last hour, without those whom it had just added."""
    since = clock.now() - WINDOW
    statement = select(func.count()).where(
        ProvisionedPerson.organization_id == organization_id,
        ProvisionedPerson.deactivated_at > since,
        not_(and_(ProvisionedPerson.added, ProvisionedPerson.created_at > since)),
    )
    return await session.scalar(statement) or 0


def allowed_within(size: int, percent: float) -> int:
    """How many people a client may deactivate within the window in an organization of this size."""
    return max(ALWAYS_ALLOWED, int(size * percent / 100))


async def check_deactivation(session: AsyncSession, organization_id: int) -> None:
    """Raises `TooManyDeactivated` if the client has already deactivated as many as it may."""
    deactivated = await deactivated_within(session, organization_id)
    if deactivated < ALWAYS_ALLOWED:
        return
    size = await ScimRepository(session, organization_id).size()
    if deactivated < allowed_within(size + deactivated, settings_of(session).mass_change_percent):
        return
    allowed_until = await session.scalar(
        select(ScimPause.allowed_until).where(ScimPause.organization_id == organization_id)
    )
    if allowed_until is None or allowed_until <= clock.now():
        raise TooManyDeactivated


async def note_stop(session: AsyncSession, organization_id: int) -> None:
    """Remember, for the administrators' page, that a client was stopped."""
    now = clock.now()
    statement = insert(ScimPause).values(organization_id=organization_id, stopped_at=now)
    await session.execute(
        statement.on_conflict_do_update(index_elements=[ScimPause.organization_id], set_={"stopped_at": now})
    )


async def allow(session: AsyncSession, organization_id: int, user_id: int) -> None:
    """Let the client deactivate any number of people for an hour."""
    now = clock.now()
    values = {"allowed_until": now + WINDOW, "allowed_by_id": user_id}
    statement = insert(ScimPause).values(organization_id=organization_id, stopped_at=now, **values)
    await session.execute(statement.on_conflict_do_update(index_elements=[ScimPause.organization_id], set_=values))
