"""Opens a patient's consults in an emergency, ends that, and lists and reviews what was done."""

import uuid
from collections.abc import Sequence
from datetime import timedelta
from typing import Final

from sqlalchemy.ext.asyncio import AsyncSession

from wardline.access.current_user import CurrentUser
from wardline.access.tokens import AccessToken
from wardline.audit.recording import touched
from wardline.consults.models import Consult
from wardline.consults.reach import reach_of
from wardline.consults.reading import record_touched
from wardline.consults.repository import ConsultRepository
from wardline.core import clock
from wardline.core.errors import FieldError, NotFound, ValidationFailed
from wardline.core.forms.wire import LIST_PAGE_SIZE
from wardline.core.security.rate_limits import TooManyRequests
from wardline.emergency_access.errors import (
    AlreadyInReach,
    AlreadyReviewed,
    EmergencyAccessOff,
    NobodyFits,
    OwnEmergencyAccess,
    SeveralFit,
    StillOpen,
)
from wardline.emergency_access.repository import EmergencyAccessRepository, Listed
from wardline.emergency_access.schemas import (
    EmergencyAccessPage,
    EmergencyAccessRow,
    EmergencyReview,
    GrantedEmergencyAccess,
    OpenedConsult,
    RequestEmergencyAccess,
    ReviewEmergencyAccess,
)
from wardline.outbox import service as outbox
from wardline.people.schemas import Person
from wardline.sessions.choices import EmergencyEnd
from wardline.sessions.models import EmergencyAccess
from wardline.settings import Settings

CHANNEL: Final = "emergency-mail"
REQUEST: Final = "requestEmergencyAccess"
"""The operation, by which the audit trail counts tries."""
TRIES: Final = 5
_MISSES: Final = (NobodyFits.code, SeveralFit.code)
TRIED_WITHIN: Final = timedelta(hours=1)
"""After so many misses in this time, nothing more is looked up, so that nobody tries names until one fits.

A miss counts as soon as its audit entry is stored, which is after the lock is gone: tries at the same moment may exceed
the number by a few.
"""


async def request(
    session: AsyncSession, wanted: RequestEmergencyAccess, token: AccessToken, settings: Settings, *, by: CurrentUser
) -> uuid.UUID:
    """Let the user read the consults of one patient of their organization that they cannot read otherwise.

    Raises:
        EmergencyAccessOff, NobodyFits, SeveralFit, AlreadyInReach
        TooManyRequests: too many people were looked for in vain.
        ValidationFailed: neither a number nor both names are given.
    """
    if not settings.emergency_access_lifetime:
        raise EmergencyAccessOff
    if wanted.patient_number is None and (wanted.name_given is None or wanted.name_family is None):
        raise ValidationFailed(errors=[FieldError("patientNumber", "Enter the number, or both names.")])
    repository = EmergencyAccessRepository(session)
    await repository.lock(by.id)
    if await repository.count_refusals(by.id, REQUEST, _MISSES, since=TRIED_WITHIN) >= TRIES:
        raise TooManyRequests(int(TRIED_WITHIN.total_seconds()))
    consults = await _beyond_reach(session, wanted, by)
    now = clock.now()
    await repository.close_expired(by.id, now)
    access = EmergencyAccess(
        id=uuid.uuid4(),
        user_id=by.id,
        organization_id=wanted.organization_id,
        consult_ids=[consult.id for consult in consults],
        reason=wanted.reason.value,
        explanation=wanted.explanation,
        session_keys=list(token.ended_by),
        started_at=now,
        expires_at=now + settings.emergency_access_lifetime,
    )
    if settings.privacy_officer is not None:
        delivery = await outbox.order(session, CHANNEL, f"{CHANNEL} {access.id}", receiver=CHANNEL)
        access.delivery_id = delivery.id
    session.add(access)
    await session.flush()
    for consult in consults:
        record_touched(session, consult, emr_id=consult.patient.emr_id)
    touched(session).details |= {"emergencyAccessId": str(access.id), "reason": access.reason}
    return access.id


async def granted(session: AsyncSession, access_id: uuid.UUID, *, by: CurrentUser) -> GrantedEmergencyAccess:
    """One of the user's own. Raises NotFound."""
    access = await EmergencyAccessRepository(session).of_user(access_id, by.id)
    if access is None:
        raise NotFound
    return GrantedEmergencyAccess(id=access.id, consult_ids=access.consult_ids, expires_at=access.expires_at)


async def end(session: AsyncSession, access_id: uuid.UUID, *, by: CurrentUser) -> None:
    """End one of the user's own; one that is over stays as it is. Raises NotFound."""
    access = await EmergencyAccessRepository(session).of_user(access_id, by.id)
    if access is None:
        raise NotFound
    touched(session).details["emergencyAccessId"] = str(access_id)
    touched(session).organization_ids.add(access.organization_id)
    now = clock.now()
    if access.ended_at is None and access.expires_at > now:
        access.ended_at, access.ended_by = now, EmergencyEnd.USER.value
        await session.flush()


async def page(
    session: AsyncSession, *, only_unreviewed: bool, after: uuid.UUID | None, by: CurrentUser
) -> EmergencyAccessPage:
    """Of the organizations that the administrator administers."""
    rows = await EmergencyAccessRepository(session).page(
        by.administered_organization_ids, only_unreviewed=only_unreviewed, after=after, length=LIST_PAGE_SIZE + 1
    )
    shown = rows[:LIST_PAGE_SIZE]
    return EmergencyAccessPage(
        accesses=await _read(session, shown, by), next=shown[-1][0].id if len(rows) > len(shown) else None
    )


async def review(session: AsyncSession, access_id: uuid.UUID, body: ReviewEmergencyAccess, *, by: CurrentUser) -> None:
    """Say what was found about somebody else's access, once.

    Raises:
        NotFound, OwnEmergencyAccess, AlreadyReviewed, StillOpen
    """
    access = await EmergencyAccessRepository(session).to_review(access_id, by.administered_organization_ids)
    if access is None:
        raise NotFound
    touched(session).details |= {"emergencyAccessId": str(access_id), "verdict": body.verdict.value}
    touched(session).organization_ids.add(access.organization_id)
    if access.user_id == by.id:
        raise OwnEmergencyAccess
    if access.verdict is not None:
        raise AlreadyReviewed
    if access.ended_at is None and access.expires_at > clock.now():
        raise StillOpen
    access.verdict, access.review = body.verdict.value, body.note
    access.reviewed_by_id, access.reviewed_at = by.id, clock.now()
    await session.flush()


async def read(session: AsyncSession, access_id: uuid.UUID, *, by: CurrentUser) -> EmergencyAccessRow:
    """Raises NotFound."""
    rows = await EmergencyAccessRepository(session).page(
        by.administered_organization_ids, only_unreviewed=False, after=None, length=1, only_id=access_id
    )
    if not rows:
        raise NotFound
    (row,) = await _read(session, rows, by)
    return row


async def _beyond_reach(session: AsyncSession, wanted: RequestEmergencyAccess, by: CurrentUser) -> list[Consult]:
    if wanted.organization_id not in by.organization_ids & by.accessible_organization_ids:
        raise NobodyFits
    found = await EmergencyAccessRepository(session).consults_of(wanted)
    if not found:
        raise NobodyFits
    if len({consult.patient.emr_id for consult in found if consult.patient.emr_id is not None}) > 1:
        raise SeveralFit
    reach = reach_of(by)
    beyond = [consult for consult in found if not reach.includes(consult)]
    if not beyond:
        raise AlreadyInReach(found[0].id)
    return beyond


async def _read(session: AsyncSession, rows: Sequence[Listed], by: CurrentUser) -> list[EmergencyAccessRow]:
    consult_ids = {consult_id for access, *_ in rows for consult_id in access.consult_ids}
    lines = await EmergencyAccessRepository(session).lines_of(consult_ids)
    openable = await ConsultRepository(session).readable_among(by, consult_ids)
    touched(session).organization_ids.update(access.organization_id for access, *_ in rows)
    now = clock.now()
    return [
        EmergencyAccessRow(
            id=access.id,
            user=Person.model_validate(user),
            organization=organization,
            consults=[
                OpenedConsult(id=each, line=lines[each], may_open=each in openable) for each in access.consult_ids
            ],
            reason=access.reason,
            explanation=access.explanation,
            started_at=access.started_at,
            ended_at=access.ended_at or access.expires_at,
            ended_by=access.ended_by or (EmergencyEnd.TIME if access.expires_at <= now else None),
            read_count=access.read_count,
            told=state,
            is_own=access.user_id == by.id,
            review=_review(access, reviewer) if reviewer is not None else None,
        )
        for access, user, organization, reviewer, state in rows
    ]


def _review(access: EmergencyAccess, reviewer: object) -> EmergencyReview:
    return EmergencyReview(
        verdict=access.verdict, note=access.review, by=Person.model_validate(reviewer), at=access.reviewed_at
    )
