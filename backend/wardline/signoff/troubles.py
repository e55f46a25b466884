"""What has not arrived of signed notes, for those who keep the product running: documents, faxes, filings.

Nothing here names a patient.
"""

import uuid
from collections.abc import Mapping, Sequence
from typing import Final

from sqlalchemy import and_, any_, select, union
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import joinedload

from wardline.access.current_user import CurrentUser
from wardline.consults.answers import person
from wardline.consults.models import Consult
from wardline.core.db import ids
from wardline.outbox import service as outbox
from wardline.outbox.choices import DeliveryState
from wardline.outbox.errors import NothingToSendAgain
from wardline.outbox.models import Delivery, DeliveryAttempt
from wardline.outbox.repository import OutboxRepository
from wardline.places.models import LocationUnit
from wardline.signoff import documents
from wardline.signoff.errors import NoSuchVersion
from wardline.signoff.models import SignOffDelivery, SignOffDocument, SignOffVersion
from wardline.signoff.schemas import AttemptRead, NoteTrouble, UndeliveredRead

MOST: Final = 200

_LATE: Final = (
    select(SignOffDelivery.consult_id, SignOffDelivery.version)
    .join(Delivery, Delivery.id == SignOffDelivery.delivery_id)
    .where(Delivery.state != DeliveryState.DELIVERED.value, Delivery.told_at.is_not(None))
)
_UNMADE: Final = select(SignOffDocument.consult_id, SignOffDocument.version).where(SignOffDocument.failure.is_not(None))


async def listed(session: AsyncSession, user: CurrentUser) -> list[NoteTrouble]:
    """The newest first, at most `MOST`; of the organizations that this user may access."""
    troubled = union(_LATE, _UNMADE).subquery()
    statement = (
        select(SignOffVersion, Consult, LocationUnit.display_name)
        .join(
            troubled,
            and_(troubled.c.consult_id == SignOffVersion.consult_id, troubled.c.version == SignOffVersion.version),
        )
        .join(Consult, Consult.id == SignOffVersion.consult_id)
        .join(LocationUnit, LocationUnit.id == Consult.location_id)
        .where(Consult.organization_id == any_(ids(user.accessible_organization_ids)))
        .options(
            joinedload(SignOffVersion.author),
            joinedload(SignOffVersion.document),
            joinedload(SignOffVersion.delivery),
        )
        .order_by(SignOffVersion.created_at.desc(), SignOffVersion.consult_id, SignOffVersion.version.desc())
        .limit(MOST)
    )
    found = (await session.execute(statement)).all()
    attempts = await OutboxRepository(session).last_attempts(
        [version.delivery.id for version, _, _ in found if version.delivery is not None]
    )
    return [_trouble(version, consult, location, attempts) for version, consult, location in found]


async def try_again(session: AsyncSession, consult_id: uuid.UUID, version: int, *, by: CurrentUser) -> None:
    """Have what failed of a version made or sent once more; what waits comes of itself.

    Raises:
        NoSuchVersion: not of an organization that this user may access.
        NothingToSendAgain: nothing of it failed.
    """
    statement = (
        select(SignOffVersion)
        .join(Consult, Consult.id == SignOffVersion.consult_id)
        .where(
            Consult.organization_id == any_(ids(by.accessible_organization_ids)),
            SignOffVersion.consult_id == consult_id,
            SignOffVersion.version == version,
        )
        .options(joinedload(SignOffVersion.document), joinedload(SignOffVersion.delivery))
    )
    found = (await session.scalars(statement)).one_or_none()
    if found is None:
        raise NoSuchVersion
    unmade = found.document is not None and found.document.failure is not None
    if unmade:
        await documents.hasten(session, consult_id, version)
    if found.delivery is not None and found.delivery.state == DeliveryState.FAILED:
        await outbox.send_again(session, found.delivery.id)
    elif not unmade:
        raise NothingToSendAgain


def _trouble(
    version: SignOffVersion, consult: Consult, location: str, attempts: Mapping[int, Sequence[DeliveryAttempt]]
) -> NoteTrouble:
    return NoteTrouble(
        consult_id=version.consult_id,
        version=version.version,
        doc_type=version.doc_type,
        service_line_id=consult.service_line_id,
        location=location,
        author=person(version.author),
        created_at=version.created_at,
        pdf_status=version.document.failure if version.document is not None else None,
        undelivered=_undelivered(version.delivery, attempts),
    )


def _undelivered(
    delivery: Delivery | None, attempts: Mapping[int, Sequence[DeliveryAttempt]]
) -> UndeliveredRead | None:
    if delivery is None or delivery.state == DeliveryState.DELIVERED:
        return None
    return UndeliveredRead(
        channel=delivery.channel,
        state=delivery.state,
        reason=delivery.reason,
        attempt_count=delivery.attempt_count,
        attempts=[AttemptRead.model_validate(attempt) for attempt in attempts.get(delivery.id, ())],
    )
