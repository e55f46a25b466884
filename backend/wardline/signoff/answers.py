"""Rows of sign-off notes as wire types."""

from wardline.access.current_user import CurrentUser
from wardline.access.permissions import COMPLETE_SIGNOFF_NOTE
from wardline.consults.answers import person
from wardline.signoff.choices import DocStatus, DocType, PdfStatus
from wardline.signoff.models import SignOffDraft, SignOffNote, SignOffVersion
from wardline.signoff.schemas import DocumentVersion, LockHolder, SignOffNoteRead


def note(row: SignOffNote, user: CurrentUser) -> SignOffNoteRead:
    """`row` as `SignOffRepository.of_consult` loads it."""
    versions = [_version(version, current=version is row.versions[-1]) for version in row.versions]
    if row.draft is not None and user.may(COMPLETE_SIGNOFF_NOTE):
        versions.append(_draft(row.draft))
    return SignOffNoteRead(
        consult_id=row.consult_id,
        status=row.status,
        locked_by=row.locked_by_id,
        locked_at=row.locked_at,
        locked_user=LockHolder.model_validate(row.locked_user) if row.locked_user is not None else None,
        signatory=person(row.signatory),
        signed_off_at=row.signed_off_at,
        pdf_status=_failure(row.versions[-1]) if row.versions else None,
        document_versions=versions,
    )


def _failure(version: SignOffVersion) -> PdfStatus | None:
    failure = version.document.failure if version.document is not None else None
    return PdfStatus(failure) if failure is not None else None


def _version(row: SignOffVersion, *, current: bool) -> DocumentVersion:
    return DocumentVersion(
        version=row.version,
        doc_status=DocStatus.CURRENT if current else DocStatus.SUPERSEDED,
        doc_type=row.doc_type,
        content=row.content,
        content_sha256=row.content_sha256,
        pdf_status=_failure(row),
        author=person(row.author),
        created_at=row.created_at,
    )


def _draft(row: SignOffDraft) -> DocumentVersion:
    """The version that it becomes when it is signed."""
    return DocumentVersion(
        version=1,
        doc_status=DocStatus.DRAFT,
        doc_type=DocType.NOTE,
        content=row.content,
        content_sha256=None,
        pdf_status=None,
        author=person(row.author),
        created_at=row.saved_at,
    )
