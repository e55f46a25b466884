"""Sign-off notes as wire types."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final

from wardline.access.current_user import CurrentUser
from wardline.access.permissions import COMPLETE_SIGNOFF_NOTE
from wardline.outbox.choices import DeliveryState
from wardline.people.responses import person
from wardline.people.schemas import Person
from wardline.signoff import policies
from wardline.signoff.choices import DocStatus, DocType, PdfStatus
from wardline.signoff.models import SignOffNote, SignOffVersion
from wardline.signoff.schemas import DocumentVersion, FaxRequest, LockHolder, SignOffNoteRead


def note(row: SignOffNote, user: CurrentUser) -> SignOffNoteRead:
    """`row` is loaded by `SignOffRepository.of_consult`."""
    signed = [version for version in row.versions if version.doc_type != DocType.FAX]
    faxes = [version for version in row.versions if version.doc_type == DocType.FAX]
    # Responses hide signed versions from users who may write or sign notes but not view them.
    visible = row.versions if policies.can_view(user).allowed else []
    versions = [_version(version, _status(version, signed)) for version in visible]
    if row.draft is not None and user.may(COMPLETE_SIGNOFF_NOTE):
        versions.append(_draft(row.draft.content, person(row.draft.author), row.draft.saved_at))
    return SignOffNoteRead(
        consult_id=row.consult_id,
        status=row.status,
        locked_by=row.locked_by_id,
        locked_at=row.locked_at,
        locked_user=LockHolder.model_validate(row.locked_user) if row.locked_user is not None else None,
        signatory=person(row.signatory),
        signed_off_at=row.signed_off_at,
        pdf_status=_failure(signed[-1]) if signed else None,
        fax_request=FaxRequest.model_validate(faxes[-1].content) if faxes and visible else None,
        document_versions=versions,
    )


def _failure(version: SignOffVersion) -> PdfStatus | None:
    failure = version.document.failure if version.document is not None else None
    return PdfStatus(failure) if failure is not None else None


_FAX_STATUSES: Final = {
    DeliveryState.WAITING: DocStatus.SENDING,
    DeliveryState.SENDING: DocStatus.SENDING,
    DeliveryState.DELIVERED: DocStatus.SENT,
    DeliveryState.FAILED: DocStatus.FAILED,
    DeliveryState.HANDLED: DocStatus.HANDLED,
}


def _status(row: SignOffVersion, signed: Sequence[SignOffVersion]) -> DocStatus:
    if row.doc_type != DocType.FAX:
        return DocStatus.CURRENT if row is signed[-1] else DocStatus.SUPERSEDED
    return _FAX_STATUSES[DeliveryState(row.delivery.state)] if row.delivery is not None else DocStatus.SENDING


def _filing(row: SignOffVersion) -> DeliveryState | None:
    delivery = row.delivery if row.doc_type != DocType.FAX else None
    return DeliveryState(delivery.state) if delivery is not None else None


def _undelivered_reason(row: SignOffVersion) -> str | None:
    """For faxes and for held filings, which the signer may have to follow up."""
    delivery = row.delivery
    visible = delivery is not None and (row.doc_type == DocType.FAX or delivery.held_at is not None)
    return delivery.reason if delivery is not None and visible else None


def _version(row: SignOffVersion, status: DocStatus) -> DocumentVersion:
    filing = _filing(row)
    return DocumentVersion(
        version=row.version,
        doc_status=status,
        doc_type=row.doc_type,
        content=row.content,
        content_sha256=row.content_sha256,
        pdf_status=_failure(row),
        undelivered_reason=_undelivered_reason(row),
        sent_to_emr=filing is DeliveryState.DELIVERED,
        emr_delivery=filing,
        author=person(row.author),
        created_at=row.created_at,
    )


def saved(row: SignOffNote, draft: dict[str, Any], at: datetime, user: CurrentUser) -> SignOffNoteRead:
    """The same as `note`, right after this user saved a draft, without reading it again."""
    holder = LockHolder.model_validate(user) if row.locked_by_id is not None else None
    return SignOffNoteRead(
        consult_id=row.consult_id,
        status=row.status,
        locked_by=row.locked_by_id,
        locked_at=row.locked_at,
        locked_user=holder,
        signatory=None,
        signed_off_at=None,
        pdf_status=None,
        fax_request=None,
        document_versions=[_draft(draft, Person.model_validate(user), at)],
    )


def _draft(content: dict[str, Any], author: Person, saved_at: datetime) -> DocumentVersion:
    """A draft, as the version that it will be once signed."""
    return DocumentVersion(
        version=1,
        doc_status=DocStatus.DRAFT,
        doc_type=DocType.NOTE,
        content=content,
        content_sha256=None,
        pdf_status=None,
        undelivered_reason=None,
        sent_to_emr=False,
        emr_delivery=None,
        author=author,
        created_at=saved_at,
    )
