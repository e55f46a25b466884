"""Every query about the sign-off of one consult, which is asked whether its reader may see it before."""

import uuid
from collections.abc import Collection

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import joinedload, selectinload

from wardline.consults.models import Consult
from wardline.signoff.models import SignOffNote, SignOffVersion


class SignOffRepository:
    def __init__(self, session: AsyncSession) -> None:
        self.session = session

    async def told_by_consult(self, consult_id: uuid.UUID) -> SignOffNote | None:
        """With its signatory and without what was signed."""
        statement = (
            select(SignOffNote).where(SignOffNote.consult_id == consult_id).options(joinedload(SignOffNote.signatory))
        )
        return (await self.session.scalars(statement)).one_or_none()

    async def signed(self, consult_id: uuid.UUID) -> SignOffNote:
        """What `of_consult` answers, of a consult that is known to be signed off."""
        note = await self.of_consult(consult_id)
        if note is None:
            raise LookupError("this consult has no sign-off note")
        return note

    async def of_consult(self, consult_id: uuid.UUID, line_ids: Collection[int] | None = None) -> SignOffNote | None:
        """With all that its answer shows; only of a consult of these lines, where any are named."""
        versions = selectinload(SignOffNote.versions).joinedload(SignOffVersion.author, innerjoin=True)
        statement = (
            select(SignOffNote)
            .where(SignOffNote.consult_id == consult_id)
            .options(joinedload(SignOffNote.signatory), versions)
            .execution_options(populate_existing=True)
        )
        if line_ids is not None:
            of_these = select(Consult.id).where(Consult.id == consult_id, Consult.service_line_id.in_(line_ids))
            statement = statement.where(of_these.exists())
        return (await self.session.scalars(statement)).one_or_none()
