"""Contacts of users, the codes and tests sent to them, and web push."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

from wardline.migrations.grants import grant

revision: str = "0030"
down_revision: str | None = "0029"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    _create_web_push()
    _create_contacts()
    grant("select, insert", "push_keys")
    grant("select, insert, update, delete", "push_receipts", "contacts", "contact_messages")


def _create_web_push() -> None:
    op.create_table(
        "push_keys",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("private_key", sa.Text(), nullable=False),
        sa.CheckConstraint("id = 1", name=op.f("ck_push_keys_only")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_push_keys")),
    )
    op.create_table(
        "push_receipts",
        sa.Column("token", sa.Text(), nullable=False),
        sa.Column("channel", sa.Text(), nullable=False),
        sa.Column("reference", sa.Text(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("delivered_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("seen_at", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("token", name=op.f("pk_push_receipts")),
    )
    op.create_index("uq_push_receipts_delivery", "push_receipts", ["channel", "reference"], unique=True)
    op.create_index(op.f("ix_push_receipts_created_at"), "push_receipts", ["created_at"])


def _create_contacts() -> None:
    op.create_table(
        "contacts",
        sa.Column("id", sa.Integer(), sa.Identity(always=False), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("address", sa.Text(), nullable=False),
        sa.Column("p256dh", sa.Text(), nullable=True),
        sa.Column("auth", sa.Text(), nullable=True),
        sa.Column("label", sa.Text(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("delay_seconds", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("verified_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("disabled_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("disabled_reason", sa.Text(), nullable=True),
        sa.CheckConstraint("kind in ('push', 'text', 'call', 'email')", name=op.f("ck_contacts_kind")),
        sa.CheckConstraint(
            "delay_seconds between 0 and 600 and delay_seconds % 30 = 0", name=op.f("ck_contacts_delay_seconds")
        ),
        sa.CheckConstraint(
            "(kind = 'push') = (p256dh is not null) and (kind = 'push') = (auth is not null)",
            name=op.f("ck_contacts_push_keys"),
        ),
        sa.CheckConstraint(
            "disabled_reason in ('opted-out', 'endpoint-gone', 'bounced', 'failed-repeatedly')",
            name=op.f("ck_contacts_disabled_reason"),
        ),
        sa.CheckConstraint("(disabled_at is null) = (disabled_reason is null)", name=op.f("ck_contacts_disabled")),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_contacts_user_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_contacts")),
    )
    op.create_index("uq_contacts_address", "contacts", ["user_id", "kind", sa.text("lower(address)")], unique=True)
    op.create_index("ix_contacts_address", "contacts", ["address"])
    op.create_table(
        "contact_messages",
        sa.Column("id", sa.Integer(), sa.Identity(always=False), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("contact_id", sa.Integer(), nullable=True),
        sa.Column("delivery_id", sa.Integer(), nullable=False),
        sa.Column("purpose", sa.Text(), nullable=False),
        sa.Column("state", sa.Text(), server_default=sa.text("'queued'"), nullable=False),
        sa.Column("reason", sa.Text(), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("code_hashes", postgresql.ARRAY(sa.LargeBinary()), server_default=sa.text("'{}'"), nullable=False),
        sa.Column("wrong_codes", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.CheckConstraint("purpose in ('code', 'test')", name=op.f("ck_contact_messages_purpose")),
        sa.CheckConstraint(
            "state in ('queued', 'sent', 'delivered', 'seen', 'failed')", name=op.f("ck_contact_messages_state")
        ),
        sa.ForeignKeyConstraint(
            ["contact_id"], ["contacts.id"], name=op.f("fk_contact_messages_contact_id"), ondelete="SET NULL"
        ),
        sa.ForeignKeyConstraint(["delivery_id"], ["deliveries.id"], name=op.f("fk_contact_messages_delivery_id")),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_contact_messages_user_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_contact_messages")),
        sa.UniqueConstraint("delivery_id", name=op.f("uq_contact_messages_delivery_id")),
    )
    op.create_index(
        op.f("ix_contact_messages_contact_id_purpose_id"), "contact_messages", ["contact_id", "purpose", "id"]
    )
    op.create_index(op.f("ix_contact_messages_user_id_created_at"), "contact_messages", ["user_id", "created_at"])


def downgrade() -> None:
    raise NotImplementedError("schemas only go forward; restore the backup that was made before the upgrade")
