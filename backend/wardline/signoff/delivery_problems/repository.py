"""Every query about delivery problems, limited to the organizations that the user administers."""

import uuid
from collections.abc import Sequence
from typing import Final

from sqlalchemy import ColumnElement, Row, and_, any_, select, union
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import joinedload

from wardline.access.current_user import CurrentUser
from wardline.consults.models import Consult
from wardline.core.db.database import id_array
from wardline.outbox.models import IS_OPEN, Delivery
from wardline.places.models import LocationUnit
from wardline.signoff.models import SignOffDelivery, SignOffDocument, SignOffVersion

MAX_LISTED: Final = 200

_LATE: Final = (
    select(SignOffDelivery.consult_id, SignOffDelivery.version)
    .join(Delivery, Delivery.id == SignOffDelivery.delivery_id)
    .where(IS_OPEN, Delivery.told_at.is_not(None))
)
_WITHOUT_PDF: Final = select(SignOffDocument.consult_id, SignOffDocument.version).where(
    SignOffDocument.failure.is_not(None)
)


class DeliveryProblemRepository:
    def __init__(self, session: AsyncSession) -> None:
        self.session = session

    async def newest(self, user: CurrentUser) -> Sequence[Row[SignOffVersion, Consult, str]]:
        """Versions with a problem, the newest first, each with its consult and its location; at most `MAX_LISTED`."""
        problems = union(_LATE, _WITHOUT_PDF).subquery()
        statement = (
            select(SignOffVersion, Consult, LocationUnit.display_name)
            .join(
                problems,
                and_(problems.c.consult_id == SignOffVersion.consult_id, problems.c.version == SignOffVersion.version),
            )
            .join(Consult, Consult.id == SignOffVersion.consult_id)
            .join(LocationUnit, LocationUnit.id == Consult.location_id)
            .where(_administered_by(user))
            .options(
                joinedload(SignOffVersion.author),
                joinedload(SignOffVersion.document),
                joinedload(SignOffVersion.delivery),
                joinedload(Consult.patient),
            )
            .order_by(SignOffVersion.created_at.desc(), SignOffVersion.consult_id, SignOffVersion.version.desc())
            .limit(MAX_LISTED)
        )
        return (await self.session.execute(statement)).all()

    async def version(
        self, user: CurrentUser, consult_id: uuid.UUID, version: int
    ) -> Row[SignOffVersion, Consult] | None:
        """A version with its document and delivery, and its consult with the patient."""
        statement = (
            select(SignOffVersion, Consult)
            .join(Consult, Consult.id == SignOffVersion.consult_id)
            .where(_administered_by(user), SignOffVersion.consult_id == consult_id, SignOffVersion.version == version)
            .options(
                joinedload(SignOffVersion.document), joinedload(SignOffVersion.delivery), joinedload(Consult.patient)
            )
        )
        return (await self.session.execute(statement)).one_or_none()


def _administered_by(user: CurrentUser) -> ColumnElement[bool]:
    return Consult.organization_id == any_(id_array(user.administered_organization_ids))
