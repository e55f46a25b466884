"""Jobs of sign-offs and notes, and how their documents are queued."""

import uuid

from sqlalchemy.ext.asyncio import AsyncSession

from wardline.core import retries
from wardline.core.jobs.context import JobContext
from wardline.core.jobs.queue import defer, defer_each, run_now
from wardline.core.jobs.registry import job, periodic_job
from wardline.signoff import abandoned_drafts, documents, patient_verification


@job(retry=retries.NOTE_DOCUMENT)
async def make_note_document(context: JobContext, consult_id: str, version: int) -> None:
    await documents.pdf_of(context.database, uuid.UUID(consult_id), version, paper=context.settings.paper)


@periodic_job("* * * * *")
async def close_left_notes(context: JobContext) -> None:
    await abandoned_drafts.release_all(context.database)


@periodic_job("* * * * *", exclusive=True)
async def verify_patients(context: JobContext) -> None:
    await patient_verification.verify(context)


async def queue_document(session: AsyncSession, consult_id: uuid.UUID, version: int) -> None:
    """Create the PDF of a version once the signature is committed; PDFs of the same note are created in order."""
    await defer(session, make_note_document, lock=_lock(consult_id), consult_id=str(consult_id), version=version)


async def retry_documents(session: AsyncSession, *failed: tuple[uuid.UUID, int]) -> None:
    """Create failed PDFs now, without waiting for the next attempt. `failed`: consult IDs and versions."""
    queued = [(_lock(consult), {"consult_id": str(consult), "version": version}) for consult, version in failed]
    await run_now(session, *(lock for lock, _ in queued))
    await defer_each(session, make_note_document, queued)


def _lock(consult_id: uuid.UUID) -> str:
    return f"note {consult_id}"
