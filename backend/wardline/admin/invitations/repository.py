"""Reads and writes invitations."""

from collections.abc import Collection, Sequence
from datetime import datetime

from sqlalchemy import ColumnElement, Row, and_, any_, delete, exists, or_, select, update
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import aliased

from wardline.admin.invitations.choices import InvitationState
from wardline.admin.invitations.models import Invitation
from wardline.core.db.database import id_array
from wardline.people.models import SafekeepingKey, User, UserOrganization
from wardline.places.models import Organization

HAS_SIGNED_IN: ColumnElement[bool] = exists().where(SafekeepingKey.user_id == User.id)
"""A browser fetches the user's key as soon as they sign in."""
ROW_HAS_SIGNED_IN: ColumnElement[bool] = (
    select(SafekeepingKey.user_id).where(SafekeepingKey.user_id == User.id).scalar_subquery().is_not(None)
)
"""The same for the few rows of a page: looked up one by one, because PostgreSQL would read all keys for `exists`."""


class InvitationRepository:
    def __init__(self, session: AsyncSession) -> None:
        self.session = session

    async def of(self, user_id: int, *, lock: bool = False) -> Invitation | None:
        statement = select(Invitation).where(Invitation.user_id == user_id)
        if lock:
            statement = statement.with_for_update(key_share=True)
        return (await self.session.scalars(statement)).one_or_none()

    async def of_delivery(self, delivery_id: int) -> Row[Invitation, User, User, bool] | None:
        """The invitation, its person, who invites, whether the person has signed in."""
        inviter = aliased(User)
        statement = (
            select(Invitation, User, inviter, HAS_SIGNED_IN.label("has_signed_in"))
            .join(User, User.id == Invitation.user_id)
            .join(inviter, inviter.id == Invitation.by_id)
            .where(Invitation.delivery_id == delivery_id)
        )
        return (await self.session.execute(statement)).one_or_none()

    async def details(self, user_id: int) -> Row[bool, datetime | None, Invitation | None, User | None]:
        """When the person first signed in and whether they have, the invitation, and who invited them."""
        inviter = aliased(User)
        first = select(SafekeepingKey.created_at).where(SafekeepingKey.user_id == User.id).scalar_subquery()
        statement = (
            select(HAS_SIGNED_IN.label("has_signed_in"), first.label("first_signed_in_at"), Invitation, inviter)
            .select_from(User)
            .outerjoin(Invitation, Invitation.user_id == User.id)
            .outerjoin(inviter, inviter.id == Invitation.by_id)
            .where(User.id == user_id)
        )
        return (await self.session.execute(statement)).one()

    async def organization_names(self, user_id: int) -> Sequence[str]:
        statement = (
            select(Organization.name)
            .join(UserOrganization, UserOrganization.organization_id == Organization.id)
            .where(UserOrganization.user_id == user_id)
            .order_by(Organization.name)
        )
        return (await self.session.scalars(statement)).all()

    async def person(self, user_id: int, *, lock: bool = False) -> Row[User, bool]:
        """The person, and whether they have signed in."""
        statement = select(User, HAS_SIGNED_IN.label("has_signed_in")).where(User.id == user_id)
        if lock:
            statement = statement.with_for_update(of=User, key_share=True)
        return (await self.session.execute(statement)).one()

    async def remove(self, user_ids: Collection[int]) -> Sequence[int]:
        """Returns the deliveries of those that were sent."""
        statement = delete(Invitation).where(Invitation.user_id == any_(id_array(user_ids)))
        found = await self.session.scalars(statement.returning(Invitation.delivery_id))
        return [delivery_id for delivery_id in found if delivery_id is not None]

    async def forget_addresses(self, now: datetime) -> None:
        """Of invitations that have expired, or whose person has signed in."""
        has_signed_in = exists().where(SafekeepingKey.user_id == Invitation.user_id)
        statement = update(Invitation).where(
            Invitation.email.is_not(None), or_(Invitation.expires_at <= now, has_signed_in)
        )
        await self.session.execute(statement.values(email=None))


def is_in(state: InvitationState, now: datetime) -> ColumnElement[bool]:
    """That a `User` is in this state."""
    invited = exists().where(Invitation.user_id == User.id)
    is_current = exists().where(and_(Invitation.user_id == User.id, Invitation.expires_at > now))
    match state:
        case InvitationState.ACTIVE:
            return HAS_SIGNED_IN
        case InvitationState.INVITED:
            return ~HAS_SIGNED_IN & is_current
        case InvitationState.EXPIRED:
            return ~HAS_SIGNED_IN & invited & ~is_current
        case InvitationState.NOT_INVITED:
            return ~HAS_SIGNED_IN & ~invited


def state_of(*, has_signed_in: bool, expires_at: datetime | None, now: datetime) -> InvitationState:
    """The state of somebody with an invitation until `expires_at`, or without one."""
    if has_signed_in:
        return InvitationState.ACTIVE
    if expires_at is None:
        return InvitationState.NOT_INVITED
    return InvitationState.INVITED if expires_at > now else InvitationState.EXPIRED
