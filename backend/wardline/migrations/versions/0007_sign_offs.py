"""Sign-off notes and their signed versions, append-only for the application."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

from wardline.migrations.grants import grant

revision: str = "0007"
down_revision: str | None = "0006"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.create_table(
        "sign_off_notes",
        sa.Column("consult_id", sa.Uuid(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("signatory_id", sa.Integer(), nullable=True),
        sa.Column("signed_off_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint("status in ('Draft', 'Signed')", name=op.f("ck_sign_off_notes_status")),
        sa.CheckConstraint(
            "(signatory_id is null) = (signed_off_at is null)", name=op.f("ck_sign_off_notes_signed_off")
        ),
        sa.CheckConstraint("(status = 'Draft') = (signed_off_at is null)", name=op.f("ck_sign_off_notes_draft")),
        sa.ForeignKeyConstraint(["consult_id"], ["consults.id"], name=op.f("fk_sign_off_notes_consult_id")),
        sa.ForeignKeyConstraint(["signatory_id"], ["users.id"], name=op.f("fk_sign_off_notes_signatory_id")),
        sa.PrimaryKeyConstraint("consult_id", name=op.f("pk_sign_off_notes")),
    )
    op.create_table(
        "sign_off_versions",
        sa.Column("consult_id", sa.Uuid(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("doc_status", sa.Text(), nullable=False),
        sa.Column("doc_type", sa.Text(), nullable=False),
        sa.Column("content", postgresql.JSONB(), nullable=False),
        sa.Column("author_id", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("version >= 1", name=op.f("ck_sign_off_versions_version")),
        sa.CheckConstraint("doc_status in ('Current')", name=op.f("ck_sign_off_versions_doc_status")),
        sa.CheckConstraint("doc_type in ('Note')", name=op.f("ck_sign_off_versions_doc_type")),
        sa.ForeignKeyConstraint(
            ["consult_id"], ["sign_off_notes.consult_id"], name=op.f("fk_sign_off_versions_consult_id")
        ),
        sa.ForeignKeyConstraint(["author_id"], ["users.id"], name=op.f("fk_sign_off_versions_author_id")),
        sa.PrimaryKeyConstraint("consult_id", "version", name=op.f("pk_sign_off_versions")),
    )
    grant("select, insert", "sign_off_notes", "sign_off_versions")


def downgrade() -> None:
    raise NotImplementedError("schemas only go forward; restore the backup that was made before the upgrade")
