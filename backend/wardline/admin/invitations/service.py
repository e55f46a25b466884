"""Invites people, and takes invitations back."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Final

from sqlalchemy.ext.asyncio import AsyncSession

from wardline.access.current_user import CurrentUser
from wardline.admin.invitations.choices import InvitationMailState
from wardline.admin.invitations.errors import AlreadySignedIn, InactivePerson, NoMailServer
from wardline.admin.invitations.links import invitation_link, link_kind
from wardline.admin.invitations.models import Invitation
from wardline.admin.invitations.repository import InvitationRepository, state_of
from wardline.admin.invitations.schemas import InvitationLink, InvitationMeans, InvitationRead
from wardline.admin.people.rules import check_invitation
from wardline.core import clock
from wardline.core.errors import NotFound
from wardline.mail.registry import account_of
from wardline.outbox import service as outbox
from wardline.outbox.jobs import Lane
from wardline.people.schemas import Person
from wardline.settings import Settings

CHANNEL: Final = "invitation-mail"


def means_of(settings: Settings) -> InvitationMeans:
    return InvitationMeans(
        mail=settings.demo or account_of(settings) is not None,
        link_kind=link_kind(settings),
        days=settings.invitation_days,
    )


async def invite(
    session: AsyncSession, user_id: int, email: str | None, settings: Settings, *, by: CurrentUser
) -> None:
    """Invite a person of the administrator's organizations, in place of an earlier invitation.

    Raises:
        AlreadySignedIn, InactivePerson, NoMailServer
        BeyondOwnOrganizations, SignInBeyondOwnRights, StepUpRequired
    """
    person, has_signed_in = await InvitationRepository(session).person(user_id, lock=True)
    if has_signed_in:
        raise AlreadySignedIn
    if not person.active:
        raise InactivePerson
    if email is not None and not means_of(settings).mail:
        raise NoMailServer
    await check_invitation(session, by, person.username)
    await withdraw(session, user_id, must_exist=False)
    if email is not None:
        await send_each(session, {user_id: email}, settings, by=by)
    else:
        session.add(_invitation(user_id, by, settings))
    await session.flush()


async def send_each(
    session: AsyncSession, addresses: Mapping[int, str], settings: Settings, *, by: CurrentUser
) -> None:
    """Invite people who have no invitation by e-mail; `addresses` are by their ids.

    Raises:
        NoMailServer
    """
    if not addresses:
        return
    if not means_of(settings).mail:
        raise NoMailServer
    lanes = [Lane(f"{CHANNEL} {user_id}", CHANNEL, CHANNEL) for user_id in addresses]
    deliveries = await outbox.order_each(session, lanes)
    for (user_id, email), delivery in zip(addresses.items(), deliveries, strict=True):
        invitation = _invitation(user_id, by, settings)
        invitation.email, invitation.delivery_id = email, delivery.id
        invitation.mail_state = InvitationMailState.QUEUED.value
        session.add(invitation)
    await session.flush()


async def withdraw(session: AsyncSession, user_id: int, *, must_exist: bool = True) -> None:
    """Take a person's invitation back. Whoever has its link already can still use it until it expires.

    Raises:
        NotFound: there is none.
    """
    repository = InvitationRepository(session)
    if await repository.of(user_id, lock=True) is None:
        if must_exist:
            raise NotFound
        return
    await outbox.withdraw(session, await repository.remove([user_id]))


async def read(session: AsyncSession, user_id: int) -> InvitationRead:
    has_signed_in, first_signed_in_at, invitation, inviter = await InvitationRepository(session).details(user_id)
    expires_at = invitation.expires_at if invitation is not None else None
    state = state_of(has_signed_in=has_signed_in, expires_at=expires_at, now=clock.now())
    mail_state = invitation.mail_state if invitation is not None else None
    return InvitationRead(
        state=state,
        invited_at=invitation.invited_at if invitation is not None else None,
        expires_at=expires_at,
        by=Person.model_validate(inviter) if inviter is not None else None,
        email=invitation.email if invitation is not None else None,
        mail_state=InvitationMailState(mail_state) if mail_state is not None else None,
        mail_reason=invitation.mail_reason if invitation is not None else None,
        first_signed_in_at=first_signed_in_at,
    )


async def link_of(session: AsyncSession, user_id: int, settings: Settings, *, by: CurrentUser) -> InvitationLink:
    """The link of a person's invitation, to be passed on.

    Raises:
        NotFound: there is none, or it has expired.
        AlreadySignedIn, BeyondOwnOrganizations, SignInBeyondOwnRights, StepUpRequired
    """
    repository = InvitationRepository(session)
    invitation = await repository.of(user_id)
    person, has_signed_in = await repository.person(user_id)
    if has_signed_in:
        raise AlreadySignedIn
    if invitation is None or invitation.expires_at <= clock.now():
        raise NotFound
    await check_invitation(session, by, person.username)
    link = invitation_link(
        settings,
        username=person.username,
        subject=person.subject,
        email=invitation.email,
        expires_at=invitation.expires_at,
    )
    return InvitationLink(link=link, expires_at=invitation.expires_at)


def _invitation(user_id: int, by: CurrentUser, settings: Settings) -> Invitation:
    now = clock.now()
    return Invitation(
        user_id=user_id,
        by_id=by.id,
        invited_at=now,
        expires_at=now + timedelta(days=settings.invitation_days),
    )
