"""Drafts of sign-off notes and their locks; signed versions cannot be changed by anyone, and have a digest."""

import hashlib
import json
from collections.abc import Sequence
from datetime import UTC

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

from wardline.migrations.grants import grant

revision: str = "0008"
down_revision: str | None = "0007"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

_REFUSE_CHANGE = """
create function refuse_change_of_signed() returns trigger language plpgsql as $$
begin
  raise exception 'what was signed never changes' using errcode = 'integrity_constraint_violation';
end $$
"""
_REFUSE_WAY_BACK = """
create function refuse_unsigning() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE'
     or (new.signatory_id, new.signed_off_at) is distinct from (old.signatory_id, old.signed_off_at)
     or new.status = 'Draft'
     or (old.status = 'MarkedInError' and new.status <> old.status) then
    raise exception 'what was signed never changes' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$
"""


def upgrade() -> None:
    op.drop_constraint(op.f("ck_sign_off_notes_status"), "sign_off_notes")
    op.create_check_constraint(
        op.f("ck_sign_off_notes_status"),
        "sign_off_notes",
        "status in ('Draft', 'Signed', 'Addended', 'MarkedInError')",
    )
    op.add_column("sign_off_notes", sa.Column("locked_by_id", sa.Integer(), nullable=True))
    op.add_column("sign_off_notes", sa.Column("locked_at", sa.DateTime(timezone=True), nullable=True))
    op.add_column("sign_off_notes", sa.Column("editor_id", sa.Uuid(), nullable=True))
    op.add_column("sign_off_notes", sa.Column("last_save", sa.Integer(), nullable=False, server_default="0"))
    op.create_foreign_key(op.f("fk_sign_off_notes_locked_by_id"), "sign_off_notes", "users", ["locked_by_id"], ["id"])
    op.create_check_constraint(
        op.f("ck_sign_off_notes_locked"), "sign_off_notes", "(locked_by_id is null) = (locked_at is null)"
    )
    op.create_table(
        "sign_off_drafts",
        sa.Column("consult_id", sa.Uuid(), nullable=False),
        sa.Column("content", postgresql.JSONB(), nullable=False),
        sa.Column("author_id", sa.Integer(), nullable=False),
        sa.Column("saved_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["consult_id"], ["sign_off_notes.consult_id"], name=op.f("fk_sign_off_drafts_consult_id")
        ),
        sa.ForeignKeyConstraint(["author_id"], ["users.id"], name=op.f("fk_sign_off_drafts_author_id")),
        sa.PrimaryKeyConstraint("consult_id", name=op.f("pk_sign_off_drafts")),
    )
    op.drop_column("sign_off_versions", "doc_status")
    op.drop_constraint(op.f("ck_sign_off_versions_doc_type"), "sign_off_versions")
    op.create_check_constraint(
        op.f("ck_sign_off_versions_doc_type"), "sign_off_versions", "doc_type in ('Note', 'Addendum', 'Error')"
    )
    op.alter_column("sign_off_versions", "content", nullable=True)
    op.add_column("sign_off_versions", sa.Column("content_sha256", sa.Text(), nullable=True))
    _digest_earlier()
    op.alter_column("sign_off_versions", "content_sha256", nullable=False)
    op.execute(_REFUSE_CHANGE)
    op.execute(_REFUSE_WAY_BACK)
    op.execute(
        "create trigger signed_for_good before update or delete on sign_off_versions "
        "for each row execute function refuse_change_of_signed()"
    )
    op.execute(
        "create trigger signed_for_good before update or delete on sign_off_notes "
        "for each row when (old.signed_off_at is not null) execute function refuse_unsigning()"
    )
    op.create_table(
        "sign_off_documents",
        sa.Column("consult_id", sa.Uuid(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("failure", sa.Text(), nullable=True),
        sa.Column("pdf", sa.LargeBinary(), nullable=True),
        sa.Column("sha256", sa.Text(), nullable=True),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint(
            "(pdf is null) = coalesce(failure in ('PdfError', 'TemplateError'), false)",
            name=op.f("ck_sign_off_documents_made"),
        ),
        sa.CheckConstraint(
            "(pdf is null) = (sha256 is null) and (pdf is null) = (made_at is null)",
            name=op.f("ck_sign_off_documents_whole"),
        ),
        sa.ForeignKeyConstraint(
            ["consult_id", "version"],
            ["sign_off_versions.consult_id", "sign_off_versions.version"],
            name=op.f("fk_sign_off_documents_consult_id_version"),
        ),
        sa.PrimaryKeyConstraint("consult_id", "version", name=op.f("pk_sign_off_documents")),
    )
    op.execute(
        "create trigger made_for_good before update or delete on sign_off_documents "
        "for each row when (old.pdf is not null) execute function refuse_change_of_signed()"
    )
    grant("update", "sign_off_notes")
    grant("select, insert, update", "sign_off_documents")
    grant("select, insert, update, delete", "sign_off_drafts")


def _digest_earlier() -> None:
    """As the application does it for what is signed from now on."""
    connection = op.get_bind()
    select = sa.text("select consult_id, version, doc_type, content, author_id, created_at from sign_off_versions")
    for row in connection.execute(select).all():
        signed = {
            "authorId": row.author_id,
            "consultId": str(row.consult_id),
            "content": row.content,
            "createdAt": row.created_at.astimezone(UTC).isoformat().replace("+00:00", "Z"),
            "docType": row.doc_type,
            "version": row.version,
        }
        written = json.dumps(signed, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
        connection.execute(
            sa.text(
                "update sign_off_versions set content_sha256 = :digest where (consult_id, version) = (:id, :version)"
            ),
            {"digest": hashlib.sha256(written.encode()).hexdigest(), "id": row.consult_id, "version": row.version},
        )


def downgrade() -> None:
    raise NotImplementedError("schemas only go forward; restore the backup that was made before the upgrade")
