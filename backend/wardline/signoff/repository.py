"""Every query about the sign-off of one consult. Callers first check whether the user may view the consult."""

import uuid
from collections.abc import Collection, Iterable, Sequence
from datetime import datetime
from typing import Any, Final

import orjson
from sqlalchemy import and_, any_, bindparam, delete, func, literal_column, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import joinedload, selectinload

from wardline.consults.models import Consult
from wardline.core.db.database import id_array
from wardline.core.db.statements import compile_statement, execute
from wardline.fax.registry import FAX
from wardline.outbox.choices import DeliveryState
from wardline.outbox.models import Delivery
from wardline.people.models import User
from wardline.places.models import LocationUnit
from wardline.signoff.choices import DocType, SignOffStatus
from wardline.signoff.models import SignOffDelivery, SignOffDocument, SignOffDraft, SignOffNote, SignOffVersion

_DELIVERED_VERSION: Final = and_(
    SignOffDelivery.consult_id == SignOffVersion.consult_id, SignOffDelivery.version == SignOffVersion.version
)
_SIGNED: Final = SignOffVersion.doc_type != DocType.FAX.value


_PUT_DRAFT: Final = compile_statement(
    update(SignOffDraft)
    .where(SignOffDraft.consult_id == bindparam("id"))
    .values({name: bindparam(name) for name in ("content", "author_id", "saved_at")})
)


class SignOffRepository:
    def __init__(self, session: AsyncSession) -> None:
        self.session = session

    async def for_writing(self, consult_id: uuid.UUID) -> SignOffNote | None:
        """The note with the users that refusals name, to be changed under the lock of the consult's row."""
        return await self.session.get(
            SignOffNote,
            consult_id,
            options=[joinedload(SignOffNote.signatory), joinedload(SignOffNote.locked_user)],
            populate_existing=True,
        )

    async def with_expired_lock(self, before: datetime) -> Sequence[uuid.UUID]:
        """The consults of drafts whose lock was last renewed at or before `before`."""
        statement = select(SignOffNote.consult_id).where(
            SignOffNote.locked_by_id.is_not(None),
            SignOffNote.locked_at <= before,
            SignOffNote.status == SignOffStatus.DRAFT.value,
        )
        return (await self.session.scalars(statement)).all()

    async def draft(self, consult_id: uuid.UUID) -> dict[str, Any]:
        """The saved content of an unsigned note."""
        statement = select(SignOffDraft.content).where(SignOffDraft.consult_id == consult_id)
        content: dict[str, Any] = (await self.session.scalars(statement)).one()
        return content

    async def drafted_by(self, user_id: int) -> Sequence[uuid.UUID]:
        """The consults whose unsigned note this user saved last."""
        statement = select(SignOffDraft.consult_id).where(SignOffDraft.author_id == user_id)
        return (await self.session.scalars(statement)).all()

    async def put_draft(
        self, consult_id: uuid.UUID, content: dict[str, Any], *, author_id: int, moment: datetime
    ) -> None:
        values = {"content": orjson.dumps(content).decode(), "author_id": author_id, "saved_at": moment}
        await execute(self.session, _PUT_DRAFT, values | {"id": consult_id})

    async def drop_draft(self, consult_id: uuid.UUID) -> None:
        await self.session.execute(delete(SignOffDraft).where(SignOffDraft.consult_id == consult_id))

    async def next_version(self, consult_id: uuid.UUID) -> int:
        statement = select(func.max(SignOffVersion.version)).where(SignOffVersion.consult_id == consult_id)
        return ((await self.session.scalars(statement)).one() or 0) + 1

    async def addenda(self, consult_id: uuid.UUID) -> int:
        """The number of addenda."""
        statement = select(func.count()).where(
            SignOffVersion.consult_id == consult_id, SignOffVersion.doc_type == DocType.ADDENDUM.value
        )
        return (await self.session.scalars(statement)).one()

    async def current_version(self, consult_id: uuid.UUID) -> int:
        """The newest signed version of a signed note."""
        statement = select(func.max(SignOffVersion.version)).where(SignOffVersion.consult_id == consult_id, _SIGNED)
        return (await self.session.scalars(statement)).one() or 0

    async def version_of_delivery(self, delivery_id: int) -> SignOffVersion:
        """The version of a delivery, with the user who signed or sent it."""
        statement = (
            select(SignOffVersion)
            .join(SignOffDelivery, _DELIVERED_VERSION)
            .where(SignOffDelivery.delivery_id == delivery_id)
            .options(joinedload(SignOffVersion.author))
        )
        return (await self.session.scalars(statement)).one()

    async def consults_of(self, delivery_ids: Iterable[int]) -> Sequence[tuple[Consult, User]]:
        """The consults of deliveries, each with the user who signed or sent the version."""
        statement = (
            select(Consult, User)
            .select_from(SignOffDelivery)
            .join(SignOffVersion, _DELIVERED_VERSION)
            .join(Consult, Consult.id == SignOffDelivery.consult_id)
            .join(User, User.id == SignOffVersion.author_id)
            .where(SignOffDelivery.delivery_id == any_(id_array(delivery_ids)))
        )
        return [(consult, author) for consult, author in (await self.session.execute(statement)).all()]

    async def consults_of_patient(self, patient_id: uuid.UUID) -> Sequence[Consult]:
        """A patient's consults, each with the user who requested it."""
        statement = select(Consult).where(Consult.patient_id == patient_id).order_by(Consult.id)
        return (await self.session.scalars(statement.options(joinedload(Consult.created_by)))).all()

    async def unfiled(self, consult_id: uuid.UUID) -> Sequence[int]:
        """Signed versions that no filing has been ordered for, oldest first."""
        ordered = select(SignOffDelivery.version).where(SignOffDelivery.consult_id == consult_id)
        statement = (
            select(SignOffVersion.version)
            .where(SignOffVersion.consult_id == consult_id, _SIGNED, SignOffVersion.version.not_in(ordered))
            .order_by(SignOffVersion.version)
        )
        return (await self.session.scalars(statement)).all()

    async def fax(self, consult_id: uuid.UUID, version: int) -> tuple[int, Any] | None:
        """The delivery ID and the content of a fax."""
        statement = (
            select(SignOffDelivery.delivery_id, SignOffVersion.content)
            .join(SignOffVersion, _DELIVERED_VERSION)
            .where(SignOffVersion.consult_id == consult_id, SignOffVersion.version == version, ~_SIGNED)
        )
        row = (await self.session.execute(statement)).one_or_none()
        return (row.delivery_id, row.content) if row is not None else None

    async def with_failed_fax(self, consult_ids: Collection[uuid.UUID]) -> set[uuid.UUID]:
        """Which of these consults have a failed fax."""
        statement = (
            select(SignOffDelivery.consult_id)
            .join(Delivery, Delivery.id == SignOffDelivery.delivery_id)
            .where(
                SignOffDelivery.consult_id.in_(consult_ids),
                Delivery.channel == FAX,
                Delivery.state == DeliveryState.FAILED.value,
            )
        )
        return set(await self.session.scalars(statement))

    async def for_printing(
        self, consult_id: uuid.UUID, version: int
    ) -> tuple[Consult, SignOffNote, Sequence[SignOffVersion]]:
        """The consult (patient, encounter, location with facility), its note, and the versions up to this one."""
        consult = (
            await self.session.scalars(
                select(Consult)
                .where(Consult.id == consult_id)
                .options(
                    joinedload(Consult.patient),
                    joinedload(Consult.location).joinedload(LocationUnit.facility),
                    joinedload(Consult.encounter),
                )
            )
        ).one()
        versions = await self.session.scalars(
            select(SignOffVersion)
            .where(SignOffVersion.consult_id == consult_id, SignOffVersion.version <= version, _SIGNED)
            .options(joinedload(SignOffVersion.author))
            .order_by(SignOffVersion.version)
        )
        return consult, await self.session.get_one(SignOffNote, consult_id), versions.all()

    async def pdf(self, consult_id: uuid.UUID, version: int) -> bytes | None:
        """The PDF of a version, if it has been created."""
        statement = select(SignOffDocument.pdf).where(
            SignOffDocument.consult_id == consult_id, SignOffDocument.version == version
        )
        return (await self.session.scalars(statement)).one_or_none()

    async def put_document(self, row: dict[str, Any]) -> bool | None:
        """Store a PDF or a failure; returns whether the version had neither. None if it has a PDF, which then stays."""
        statement = insert(SignOffDocument).values(row)
        updated = {name: statement.excluded[name] for name in row}
        stored = statement.on_conflict_do_update(
            index_elements=["consult_id", "version"], set_=updated, where=SignOffDocument.pdf.is_(None)
        )
        return (await self.session.scalars(stored.returning(literal_column("xmax = 0")))).one_or_none()

    async def count_failed_documents(self) -> dict[str, int]:
        """How many PDFs could not be created, by `PdfStatus`."""
        failure = SignOffDocument.failure
        statement = select(failure, func.count()).where(failure.is_not(None)).group_by(failure)
        return {str(row[0]): row[1] for row in await self.session.execute(statement)}

    async def get(self, consult_id: uuid.UUID) -> SignOffNote:
        """Like `of_consult`, for a consult that has a note."""
        note = await self.of_consult(consult_id)
        if note is None:
            raise LookupError("this consult has no sign-off note")
        return note

    async def of_consult(self, consult_id: uuid.UUID, line_ids: Collection[int] | None = None) -> SignOffNote | None:
        """The note with everything a response shows; with `line_ids`, only if the consult is on one of these lines."""
        versions = selectinload(SignOffNote.versions).options(
            joinedload(SignOffVersion.author, innerjoin=True),
            joinedload(SignOffVersion.document),
            joinedload(SignOffVersion.delivery),
        )
        draft = joinedload(SignOffNote.draft).joinedload(SignOffDraft.author)
        statement = (
            select(SignOffNote)
            .where(SignOffNote.consult_id == consult_id)
            .options(joinedload(SignOffNote.signatory), joinedload(SignOffNote.locked_user), draft, versions)
            .execution_options(populate_existing=True)
        )
        if line_ids is not None:
            consult_on_lines = select(Consult.id).where(Consult.id == consult_id, Consult.service_line_id.in_(line_ids))
            statement = statement.where(consult_on_lines.exists())
        return (await self.session.scalars(statement)).one_or_none()
