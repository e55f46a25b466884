"""Every query about notifications."""

import uuid
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import or_, select, tuple_, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession

from wardline.access.current_user import CurrentUser
from wardline.audit.recording import touched
from wardline.consults.models import Consult
from wardline.consults.reach import readable_by
from wardline.notifications.choices import NotificationKind
from wardline.notifications.models import Notification
from wardline.notifications.schemas import MAX_LISTED
from wardline.patients.models import Patient


class NotificationRepository:
    def __init__(self, session: AsyncSession) -> None:
        self.session = session

    async def of_user(self, user: CurrentUser) -> Sequence[Any]:
        """The newest of the user's own notifications that are not dismissed, with the names of their patients.

        Only those about consults that the user may view now, because each names a patient. Excludes drafts of cancelled
        consults, which no one can continue, and urgent comments on closed ones.
        """
        statement = (
            select(
                Notification.id,
                Notification.consult_id,
                Notification.kind,
                Notification.created_at,
                Notification.is_new,
                Consult.organization_id,
                Consult.patient_id,
                Patient.name_given,
                Patient.name_family,
                Patient.emr_id,
            )
            .join(Consult, Consult.id == Notification.consult_id)
            .join(Patient, Patient.id == Consult.patient_id)
            .where(
                Notification.user_id == user.id,
                ~Notification.dismissed,
                or_(
                    ~Consult.is_cancelled,
                    Notification.kind != NotificationKind.SIGNOFF_NOTE_DRAFT.value,
                ),
                or_(
                    ~Consult.is_closed,
                    Notification.kind != NotificationKind.URGENT_COMMENT.value,
                ),
                readable_by(user),
            )
            .order_by(Notification.created_at.desc(), Notification.id.desc())
            .limit(MAX_LISTED)
        )
        rows = (await self.session.execute(statement)).all()
        for row in rows:
            touched(self.session).consult(
                row.consult_id, patient_id=row.patient_id, organization_id=row.organization_id, emr_id=row.emr_id
            )
        return rows

    async def put(self, user_ids: Mapping[uuid.UUID, Collection[int]], kind: NotificationKind, now: datetime) -> None:
        """Add one for each of these users, by consult, or make the existing one new again."""
        as_new = {"created_at": now, "is_new": True, "dismissed": False}
        values = [
            {"id": uuid.uuid4(), "user_id": user_id, "consult_id": consult_id, "kind": kind.value, **as_new}
            for consult_id in sorted(user_ids)
            for user_id in sorted(user_ids[consult_id])
        ]
        if not values:
            return
        await self.session.execute(
            insert(Notification).on_conflict_do_update(index_elements=["consult_id", "kind", "user_id"], set_=as_new),
            values,
        )

    async def withdraw(self, consult_ids: Collection[uuid.UUID], kind: NotificationKind) -> set[int]:
        """Returns the users who had one of these in their lists."""
        statement = (
            update(Notification)
            .where(Notification.consult_id.in_(consult_ids), Notification.kind == kind.value, ~Notification.dismissed)
            .values(dismissed=True, is_new=False)
        )
        return set(await self.session.scalars(statement.returning(Notification.user_id)))

    async def own_for_change(self, user_id: int, notification_id: uuid.UUID) -> Notification | None:
        """The notification, locked until the transaction ends."""
        statement = select(Notification).where(Notification.id == notification_id, Notification.user_id == user_id)
        return (await self.session.scalars(statement.with_for_update(key_share=True))).one_or_none()

    async def mark_seen(self, user_id: int, shown: Collection[tuple[uuid.UUID, datetime]] | None) -> bool:
        """Returns whether any was new. `shown` has ids with their creation times; None means all of the user's."""
        statement = (
            update(Notification)
            .where(Notification.user_id == user_id, ~Notification.dismissed, Notification.is_new)
            .values(is_new=False)
        )
        if shown is not None:
            statement = statement.where(tuple_(Notification.id, Notification.created_at).in_(shown))
        return bool((await self.session.scalars(statement.returning(Notification.id))).all())
