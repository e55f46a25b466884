"""Every query about check-ins and the preferences for the next one."""

from collections.abc import Collection

from sqlalchemy import func, select, update
from sqlalchemy.ext.asyncio import AsyncSession

from wardline.access.permissions import ACKNOWLEDGE_TRANSFER, GIVE_CONSULT
from wardline.core import clock
from wardline.people.models import IS_OPEN, CheckIn, RolePermission, User


class CheckInRepository:
    def __init__(self, session: AsyncSession) -> None:
        self.session = session

    async def lock(self, user_id: int) -> None:
        """Serialize the check-ins of one user until the transaction ends."""
        await self.session.execute(select(User.id).where(User.id == user_id).with_for_update(key_share=True))

    async def on_call_users(self, service_line_ids: Collection[int]) -> set[int]:
        """The users who are on call for one of these lines."""
        statement = select(CheckIn.user_id).where(CheckIn.service_line_id.in_(service_line_ids), IS_OPEN)
        return set(await self.session.scalars(statement))

    async def transfer_roles(self, role_ids: Collection[int]) -> set[int]:
        """Those of these roles that acknowledge transfers but provide no consults."""
        permitted = select(RolePermission.role_id).where(RolePermission.role_id.in_(role_ids))
        action, subject = RolePermission.action, RolePermission.subject
        transfers = permitted.where(action == ACKNOWLEDGE_TRANSFER.action, subject == ACKNOWLEDGE_TRANSFER.subject)
        consults = permitted.where(action == GIVE_CONSULT.action, subject == GIVE_CONSULT.subject)
        return set(await self.session.scalars(transfers.except_(consults)))

    async def close(self, user_id: int, *, service_line_id: int | None = None) -> None:
        """End the user's open check-ins: all of them, or that of one line."""
        statement = update(CheckIn).where(CheckIn.user_id == user_id, IS_OPEN)
        if service_line_id is not None:
            statement = statement.where(CheckIn.service_line_id == service_line_id)
        # The clock of another node may be ahead of this one's.
        await self.session.execute(statement.values(checked_out_at=func.greatest(clock.now(), CheckIn.checked_in_at)))

    async def change_open(self, user_id: int, service_line_id: int, *, phone_number: str, primary: bool) -> None:
        """Update the phone number and notifications of the user's open check-in for this line, if there is one."""
        await self.session.execute(
            update(CheckIn)
            .where(CheckIn.user_id == user_id, CheckIn.service_line_id == service_line_id, IS_OPEN)
            .values(phone_number=phone_number, primary=primary)
        )

    async def save_preferences(self, user_id: int, *, phone_number: str, service_line_id: int, primary: bool) -> None:
        await self.session.execute(
            update(User)
            .where(User.id == user_id)
            .values(
                on_call_phone_number=phone_number,
                on_call_service_line_id=service_line_id,
                on_call_notification_type=primary,
            )
        )
