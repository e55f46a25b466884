"""Rows of sign-off notes as wire types."""

from wardline.consults.answers import person
from wardline.signoff.models import SignOffNote
from wardline.signoff.schemas import DocumentVersion, SignOffNoteRead


def note(row: SignOffNote) -> SignOffNoteRead:
    """`row` as `SignOffRepository.of_consult` loads it."""
    return SignOffNoteRead(
        consult_id=row.consult_id,
        status=row.status,
        signatory=person(row.signatory),
        signed_off_at=row.signed_off_at,
        document_versions=[
            DocumentVersion(
                version=version.version,
                doc_status=version.doc_status,
                doc_type=version.doc_type,
                content=version.content,
                author=person(version.author),
                created_at=version.created_at,
            )
            for version in row.versions
        ],
    )
