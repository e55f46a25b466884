"""A browser that has signed out someone on call keeps ringing for them, with a token that is good for nothing else."""

import hashlib
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final

from sqlalchemy.ext.asyncio import AsyncSession

from wardline.access.current_user import CurrentUser
from wardline.contacts.service import tell_screen_locked
from wardline.core import clock
from wardline.directory.loading import load_by_id
from wardline.on_call import policies
from wardline.on_call.repository import CheckInRepository
from wardline.paging.locked_screens.errors import DutyExpired, DutyOver
from wardline.paging.locked_screens.repository import DutyTokenRepository, FoundToken
from wardline.paging.models import DutyToken
from wardline.paging.repository import PagingRepository

LIFETIME: Final = timedelta(hours=12)
"""Of a token; browsers get a new one every hour while their user is signed in."""
TOKEN_BYTES: Final = 32


@dataclass(frozen=True, slots=True)
class Waiting:
    """`pages` are those of `PagingRepository.waiting_for`."""

    service_line_names: Sequence[str]
    pages: Sequence[Any]


async def issue_token(session: AsyncSession, *, by: CurrentUser) -> str:
    """A new token for the user's browser, valid until the shift that they are on ends, and for `LIFETIME` at most.

    Raises:
        NotOnCall
    """
    policies.can_ring_when_locked(by).enforce()
    token, now = secrets.token_urlsafe(TOKEN_BYTES), clock.now()
    session.add(
        DutyToken(
            digest=digest_of(token),
            check_in_id=max(check_in.id for check_in in policies.valid_check_ins(by)),
            issued_at=now,
            expires_at=now + LIFETIME,
        )
    )
    await session.flush()
    return token


async def waiting_at(session: AsyncSession, token: str) -> Waiting | None:
    """What waits for the owner of a locked screen, as they would see it if they were signed in; None if unknown.

    The first call says that the screen is locked, of which its owner is told once during a shift.

    Raises:
        DutyOver, DutyExpired
    """
    repository = DutyTokenRepository(session)
    found = await repository.find(digest_of(token))
    if found is None:
        return None
    user = await load_by_id(session, found.user_id)
    check_ins = policies.valid_check_ins(user) if user is not None else []
    # A shift that began after the token was issued does not revive it.
    if user is None or not any(check_in.id in found.open_check_in_ids for check_in in check_ins):
        raise DutyOver
    if clock.now() >= found.expires_at:
        raise DutyExpired
    if found.first_used_at is None:
        await _lock(session, found)
    names = await repository.line_names({check_in.service_line_id for check_in in check_ins})
    return Waiting(names, await PagingRepository(session).waiting_for(user))


async def revoke_token(session: AsyncSession, token: str) -> bool:
    """End a token, because whoever uses its screen is not to learn what waits for its owner; False if unknown."""
    return await DutyTokenRepository(session).delete(digest_of(token))


async def _lock(session: AsyncSession, token: FoundToken) -> None:
    # Several tabs of a browser are locked at the same moment.
    await CheckInRepository(session).lock(token.user_id)
    repository = DutyTokenRepository(session)
    is_first = not await repository.is_locked_already(token.shift_id)
    await repository.mark_used(token.digest, clock.now())
    if is_first:
        await tell_screen_locked(session, token.user_id)


def digest_of(token: str) -> bytes:
    return hashlib.sha256(token.encode()).digest()
