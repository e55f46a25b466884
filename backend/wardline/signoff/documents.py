"""PDFs of signed versions, created in the background after each signature, or earlier if one is requested."""

import hashlib
import logging
import uuid

from sqlalchemy.ext.asyncio import AsyncSession

from wardline.consults.changing import publish_change
from wardline.consults.models import Consult
from wardline.consults.timeline import service as timeline
from wardline.consults.timeline.choices import TaskType
from wardline.core import clock
from wardline.core.db.database import Database
from wardline.core.text.typesetting import Paper, TemplateFailed, typeset
from wardline.signoff import printing
from wardline.signoff.choices import PdfStatus
from wardline.signoff.errors import DocumentFailed
from wardline.signoff.events import SignoffChanged
from wardline.signoff.models import SignOffVersion
from wardline.signoff.repository import SignOffRepository

log = logging.getLogger(__name__)


async def pdf_of(database: Database, consult_id: uuid.UUID, version: int, *, paper: Paper) -> bytes:
    """The PDF of a version, created now if it does not exist.

    No database connection is held while it is typeset. If two processes create the same one, the first is stored.

    Raises:
        DocumentFailed: it could not be created; the failure is stored.
    """
    async with database.transaction() as session:
        repository = SignOffRepository(session)
        stored = await repository.pdf(consult_id, version)
        if stored is not None:
            return stored
        consult, note, versions = await repository.for_printing(consult_id, version)
        signed = versions[-1]
    try:
        data = printing.printed(consult, note, versions)
        pdf = await typeset(printing.TEMPLATE, data, paper=paper, moment=signed.created_at)
    except Exception as error:  # noqa: BLE001 - whatever it was, the note has no document, and someone must be notified
        failure = PdfStatus.TEMPLATE_ERROR if isinstance(error, TemplateFailed) else PdfStatus.PDF_ERROR
        # The error's text may quote the note, so it is not logged.
        log.error("the document of a note could not be created: %s (%s)", failure, type(error).__name__)  # noqa: TRY400
        async with database.transaction() as session:
            await _store_failure(session, consult, signed, failure)
        raise DocumentFailed from None
    async with database.transaction() as session:
        repository = SignOffRepository(session)
        had_none = await repository.put_document(
            {
                "consult_id": consult_id,
                "version": version,
                "failure": None,
                "pdf": pdf,
                "sha256": hashlib.sha256(pdf).hexdigest(),
                "made_at": clock.now(),
            }
        )
        if had_none is False:  # It had failed before; the browser offers the PDF now.
            publish_change(session, SignoffChanged, consult, signed.author)
        return await repository.pdf(consult_id, version) or pdf


async def _store_failure(session: AsyncSession, consult: Consult, signed: SignOffVersion, failure: PdfStatus) -> None:
    """Recorded on the timeline once, however many attempts fail."""
    row = {"consult_id": signed.consult_id, "version": signed.version, "failure": failure.value}
    if await SignOffRepository(session).put_document(row):
        timeline.record(session, signed.consult_id, TaskType.SIGNOFF_PDF_ERROR, by=signed.author)
        publish_change(session, SignoffChanged, consult, signed.author)
