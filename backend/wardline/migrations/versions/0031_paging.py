"""Escalations, the people they page, their notices, and the policies of hospitals."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

from wardline.migrations.grants import grant

revision: str = "0031"
down_revision: str | None = "0030"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

NOTIFICATION_KINDS = (
    "kind in ('SignoffNoteDraft', 'SignoffNoteSigned', 'UrgentComment', 'FaxFailed', 'NewConsult',"
    " 'TransferRequested', 'NoActivity', 'NobodyAnswered')"
)
UPDATE_KINDS = "kind in ('transferDeclined', 'transferClosed', 'pageDeclined', 'onThePhone')"
START_FOR_WAITING = """
insert into escalations
  (consult_id, service_line_id, kind, author_id, priority, completion_limit, position, started_at, next_at)
select consults.id, consults.service_line_id, 'request', consults.created_by_id, priorities.name,
  priorities.completion_limit, 0, consults.created_at, now()
from consults
join priorities on priorities.service_line_id = consults.service_line_id and priorities.id = consults.priority_id
where consults.bucket = 'pending' and consults.acknowledged_at is null
  and consults.created_at > now() - interval '1 day'
"""


def upgrade() -> None:
    op.create_table(
        "escalation_policies",
        sa.Column("id", sa.Integer(), sa.Identity(always=False), nullable=False),
        sa.Column("organization_id", sa.Integer(), nullable=False),
        sa.Column("service_line_id", sa.Integer(), nullable=False),
        sa.Column("priority", sa.Text(), nullable=True),
        sa.Column("facility_id", sa.Integer(), nullable=True),
        sa.Column("policy", postgresql.JSONB(), nullable=False),
        sa.Column("changed_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("changed_by_id", sa.Integer(), nullable=False),
        sa.CheckConstraint(
            "priority in ('critical', 'urgent', 'routine')", name=op.f("ck_escalation_policies_priority")
        ),
        sa.ForeignKeyConstraint(["changed_by_id"], ["users.id"], name=op.f("fk_escalation_policies_changed_by_id")),
        sa.ForeignKeyConstraint(
            ["facility_id"], ["facilities.id"], name=op.f("fk_escalation_policies_facility_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["organization_id"],
            ["organizations.id"],
            name=op.f("fk_escalation_policies_organization_id"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["service_line_id"],
            ["service_lines.id"],
            name=op.f("fk_escalation_policies_service_line_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_escalation_policies")),
        sa.UniqueConstraint(
            "organization_id",
            "service_line_id",
            "priority",
            "facility_id",
            name=op.f("uq_escalation_policies_organization_id_service_line_id_priority_facility_id"),
            postgresql_nulls_not_distinct=True,
        ),
    )
    op.create_table(
        "escalations",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("consult_id", sa.Uuid(), nullable=False),
        sa.Column("service_line_id", sa.Integer(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("comment_id", sa.Integer(), nullable=True),
        sa.Column("author_id", sa.Integer(), nullable=True),
        sa.Column("priority", sa.Text(), nullable=False),
        sa.Column("completion_limit", sa.Integer(), nullable=False),
        sa.Column("policy", postgresql.JSONB(none_as_null=True), nullable=True),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("started_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("next_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("retry_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("skipped", postgresql.JSONB(), server_default=sa.text("'[]'"), nullable=False),
        sa.Column("targets", sa.ARRAY(sa.Text()), server_default=sa.text("'{}'"), nullable=False),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("end_reason", sa.Text(), nullable=True),
        sa.Column("ended_by_id", sa.Integer(), nullable=True),
        sa.CheckConstraint("(kind = 'urgentComment') = (comment_id is not null)", name=op.f("ck_escalations_comment")),
        sa.CheckConstraint(
            "end_reason in ('acknowledged', 'completed', 'cancelled', 'opened', 'closed', 'active', 'told')",
            name=op.f("ck_escalations_end_reason"),
        ),
        sa.CheckConstraint(
            "kind in ('request', 'urgentComment', 'transfer', 'followUp')", name=op.f("ck_escalations_kind")
        ),
        sa.CheckConstraint("(ended_at is null) = (end_reason is null)", name=op.f("ck_escalations_ended")),
        sa.CheckConstraint("ended_at is null or next_at is null", name=op.f("ck_escalations_next_at")),
        sa.CheckConstraint("position >= 0", name=op.f("ck_escalations_position")),
        sa.ForeignKeyConstraint(["author_id"], ["users.id"], name=op.f("fk_escalations_author_id")),
        sa.ForeignKeyConstraint(["comment_id"], ["timeline_entries.id"], name=op.f("fk_escalations_comment_id")),
        sa.ForeignKeyConstraint(["consult_id"], ["consults.id"], name=op.f("fk_escalations_consult_id")),
        sa.ForeignKeyConstraint(["ended_by_id"], ["users.id"], name=op.f("fk_escalations_ended_by_id")),
        sa.ForeignKeyConstraint(["service_line_id"], ["service_lines.id"], name=op.f("fk_escalations_service_line_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_escalations")),
        sa.UniqueConstraint(
            "consult_id",
            "kind",
            "comment_id",
            name=op.f("uq_escalations_consult_id_kind_comment_id"),
            postgresql_nulls_not_distinct=True,
        ),
    )
    op.create_index(
        "ix_escalations_due", "escalations", ["next_at"], unique=False, postgresql_where=sa.text("ended_at is null")
    )
    op.create_index(
        "ix_escalations_running",
        "escalations",
        ["service_line_id"],
        unique=False,
        postgresql_where=sa.text("ended_at is null"),
    )
    op.create_table(
        "notices",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("escalation_id", sa.BigInteger(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=True),
        sa.Column("phone_number", sa.Text(), nullable=True),
        sa.Column("target", sa.Text(), nullable=False),
        sa.Column("channel", sa.Text(), nullable=False),
        sa.Column("contact_id", sa.Integer(), nullable=True),
        sa.Column("queued_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("due_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("delivery_id", sa.Integer(), nullable=True),
        sa.Column("withdrawn_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("taken_delivery_id", sa.Integer(), nullable=True),
        sa.CheckConstraint("channel in ('screen', 'push', 'text', 'call', 'email')", name=op.f("ck_notices_channel")),
        sa.CheckConstraint("phone_number ~ '^\\([0-9]{3}\\) [0-9]{3}-[0-9]{4}$'", name=op.f("ck_notices_phone_number")),
        sa.CheckConstraint(
            "target in ('allNotifications', 'escalationOnly', 'coordinators', 'transferOnCall', 'requester', 'acknowledger', 'lastResort')",
            name=op.f("ck_notices_target"),
        ),
        sa.CheckConstraint("(user_id is null) = (phone_number is not null)", name=op.f("ck_notices_receiver")),
        sa.CheckConstraint("withdrawn_at is null or delivery_id is null", name=op.f("ck_notices_withdrawn")),
        sa.ForeignKeyConstraint(["delivery_id"], ["deliveries.id"], name=op.f("fk_notices_delivery_id")),
        sa.ForeignKeyConstraint(["escalation_id"], ["escalations.id"], name=op.f("fk_notices_escalation_id")),
        sa.ForeignKeyConstraint(["taken_delivery_id"], ["deliveries.id"], name=op.f("fk_notices_taken_delivery_id")),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_notices_user_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_notices")),
        sa.UniqueConstraint("delivery_id", name=op.f("uq_notices_delivery_id")),
        sa.UniqueConstraint("taken_delivery_id", name=op.f("uq_notices_taken_delivery_id")),
        sa.UniqueConstraint(
            "escalation_id",
            "position",
            "user_id",
            "channel",
            "contact_id",
            name=op.f("uq_notices_escalation_id_position_user_id_channel_contact_id"),
            postgresql_nulls_not_distinct=True,
        ),
    )
    op.create_index(
        "ix_notices_due",
        "notices",
        ["due_at"],
        unique=False,
        postgresql_where=sa.text("delivery_id is null and withdrawn_at is null and channel <> 'screen'"),
    )
    op.create_index(op.f("ix_notices_escalation_id"), "notices", ["escalation_id"], unique=False)
    op.create_table(
        "paged_people",
        sa.Column("escalation_id", sa.BigInteger(), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("target", sa.Text(), nullable=False),
        sa.Column("not_paged", sa.Text(), nullable=True),
        sa.Column("first_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("shown_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("seen_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("heard_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("muted_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("declined_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("decline_reason", sa.Text(), nullable=True),
        sa.CheckConstraint("not_paged in ('noAccess')", name=op.f("ck_paged_people_not_paged")),
        sa.CheckConstraint(
            "target in ('allNotifications', 'escalationOnly', 'coordinators', 'transferOnCall', 'requester', 'acknowledger', 'lastResort')",
            name=op.f("ck_paged_people_target"),
        ),
        sa.CheckConstraint("(declined_at is null) = (decline_reason is null)", name=op.f("ck_paged_people_declined")),
        sa.CheckConstraint(
            "char_length(decline_reason) between 1 and 255", name=op.f("ck_paged_people_decline_reason")
        ),
        sa.ForeignKeyConstraint(["escalation_id"], ["escalations.id"], name=op.f("fk_paged_people_escalation_id")),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_paged_people_user_id")),
        sa.PrimaryKeyConstraint("escalation_id", "user_id", name=op.f("pk_paged_people")),
    )
    op.create_index("ix_paged_people_user", "paged_people", ["user_id", "escalation_id"], unique=False)
    grant("select, insert, update, delete", "escalation_policies")
    grant("select, insert, update", "escalations", "paged_people", "notices")
    for table, name, check in (
        ("notifications", "kind", NOTIFICATION_KINDS),
        ("timeline_entries", "kind", UPDATE_KINDS),
    ):
        op.drop_constraint(op.f(f"ck_{table}_{name}"), table)
        op.create_check_constraint(op.f(f"ck_{table}_{name}"), table, check)
    # Requests that were made just before this version must reach someone, too; nobody is called about forgotten ones.
    op.execute(START_FOR_WAITING)


def downgrade() -> None:
    raise NotImplementedError("schemas only go forward; restore the backup that was made before the upgrade")
