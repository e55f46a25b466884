"""The first tables, including those of the job queue (the schema of the locked procrastinate version)."""

from collections.abc import Sequence

import psycopg
import sqlalchemy as sa
from alembic import op
from procrastinate.schema import SchemaManager
from sqlalchemy.dialects import postgresql

from wardline.migrations.grants import grant

revision: str = "0001"
down_revision: str | None = None
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

REFERENCE_TABLES = (
    "alembic_version",
    "facilities",
    "facility_types",
    "location_service_lines",
    "location_units",
    "organizations",
    "priorities",
    "role_permissions",
    "roles",
    "service_line_hours",
    "service_lines",
    "transfer_protocols",
    "user_locations",
    "user_organizations",
    "user_roles",
    "user_service_lines",
    "video_rooms",
)
QUEUE_TABLES = (
    "procrastinate_events",
    "procrastinate_jobs",
    "procrastinate_periodic_defers",
    "procrastinate_workers",
)
QUEUE_SEQUENCES = tuple(
    f"sequence {name}"
    for name in ("procrastinate_events_id_seq", "procrastinate_jobs_id_seq", "procrastinate_periodic_defers_id_seq")
)


def upgrade() -> None:
    op.create_table(
        "facility_types",
        sa.Column("id", sa.Integer(), sa.Identity(always=False), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_facility_types")),
        sa.UniqueConstraint("name", name=op.f("uq_facility_types_name")),
    )
    op.create_table(
        "idempotency_keys",
        sa.Column("user_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("fingerprint", sa.Text(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("result", sa.Text(), nullable=True),
        sa.CheckConstraint("char_length(key) between 1 and 128", name=op.f("ck_idempotency_keys_key_length")),
        sa.PrimaryKeyConstraint("user_id", "key", name=op.f("pk_idempotency_keys")),
    )
    op.create_index(op.f("ix_idempotency_keys_created_at"), "idempotency_keys", ["created_at"], unique=False)
    op.create_table(
        "organizations",
        sa.Column("id", sa.Integer(), sa.Identity(always=False), nullable=False),
        sa.Column("code", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_organizations")),
        sa.UniqueConstraint("code", name=op.f("uq_organizations_code")),
    )
    op.create_table(
        "roles",
        sa.Column("id", sa.Integer(), sa.Identity(always=False), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("label", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_roles")),
        sa.UniqueConstraint("name", name=op.f("uq_roles_name")),
    )
    op.create_table(
        "service_lines",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("slug", sa.Text(), nullable=False),
        sa.Column("code", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("type", sa.Text(), nullable=True),
        sa.Column("display_service_type", sa.Boolean(), nullable=False),
        sa.Column("primary_checkin_on", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_service_lines")),
        sa.UniqueConstraint("code", name=op.f("uq_service_lines_code")),
    )
    op.create_table(
        "facilities",
        sa.Column("id", sa.Integer(), sa.Identity(always=False), nullable=False),
        sa.Column("code", sa.Text(), nullable=False),
        sa.Column("organization_id", sa.Integer(), nullable=False),
        sa.Column("facility_type_id", sa.Integer(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("info", sa.Text(), nullable=True),
        sa.Column("requires_accepting_attending", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.Column("requires_other_facility", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.ForeignKeyConstraint(
            ["facility_type_id"], ["facility_types.id"], name=op.f("fk_facilities_facility_type_id")
        ),
        sa.ForeignKeyConstraint(["organization_id"], ["organizations.id"], name=op.f("fk_facilities_organization_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_facilities")),
        sa.UniqueConstraint("code", name=op.f("uq_facilities_code")),
    )
    op.create_table(
        "patients",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("organization_id", sa.Integer(), nullable=False),
        sa.Column("name_given", sa.Text(), nullable=False),
        sa.Column("name_family", sa.Text(), nullable=False),
        sa.Column("birth_date", sa.Date(), nullable=False),
        sa.Column("gender", sa.Text(), nullable=True),
        sa.Column("is_emr", sa.Boolean(), nullable=False),
        sa.Column("emr_id", sa.Text(), nullable=True),
        sa.Column("enumber", sa.Text(), nullable=True),
        sa.Column("patient_number", sa.Text(), nullable=True),
        sa.Column(
            "identifiers", postgresql.JSONB(astext_type=sa.Text()), server_default=sa.text("'[]'"), nullable=False
        ),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("birth_date >= date '1800-01-01'", name=op.f("ck_patients_birth_date")),
        sa.CheckConstraint("enumber ~ '^[0-9]{1,11}$'", name=op.f("ck_patients_enumber")),
        sa.CheckConstraint("gender in ('male', 'female', 'other', 'unknown')", name=op.f("ck_patients_gender")),
        sa.CheckConstraint("char_length(name_family) between 1 and 255", name=op.f("ck_patients_name_family")),
        sa.CheckConstraint("char_length(name_given) between 1 and 255", name=op.f("ck_patients_name_given")),
        sa.CheckConstraint("not is_emr or emr_id is not null", name=op.f("ck_patients_emr_id")),
        sa.ForeignKeyConstraint(["organization_id"], ["organizations.id"], name=op.f("fk_patients_organization_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_patients")),
    )
    op.create_index(
        op.f("ix_patients_organization_id_emr_id"),
        "patients",
        ["organization_id", "emr_id"],
        unique=False,
        postgresql_where=sa.text("emr_id is not null"),
    )
    op.create_table(
        "priorities",
        sa.Column("service_line_id", sa.Integer(), nullable=False),
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("completion_limit", sa.Integer(), nullable=False),
        sa.Column("rank", sa.Integer(), nullable=True),
        sa.CheckConstraint("name in ('critical', 'urgent', 'routine')", name=op.f("ck_priorities_name")),
        sa.CheckConstraint("completion_limit > 0", name=op.f("ck_priorities_completion_limit")),
        sa.CheckConstraint("id between 1 and 3", name=op.f("ck_priorities_id")),
        sa.ForeignKeyConstraint(
            ["service_line_id"], ["service_lines.id"], name=op.f("fk_priorities_service_line_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("service_line_id", "id", name=op.f("pk_priorities")),
    )
    op.create_table(
        "role_permissions",
        sa.Column("role_id", sa.Integer(), nullable=False),
        sa.Column("action", sa.Text(), nullable=False),
        sa.Column("subject", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["role_id"], ["roles.id"], name=op.f("fk_role_permissions_role_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("role_id", "action", "subject", name=op.f("pk_role_permissions")),
    )
    op.create_table(
        "service_line_hours",
        sa.Column("id", sa.Integer(), sa.Identity(always=False), nullable=False),
        sa.Column("service_line_id", sa.Integer(), nullable=False),
        sa.Column("open_days_in_week", sa.Text(), server_default="[1,7]", nullable=False),
        sa.Column("open_hours", sa.Text(), nullable=False),
        sa.Column("open_hours_timezone", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["service_line_id"],
            ["service_lines.id"],
            name=op.f("fk_service_line_hours_service_line_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_service_line_hours")),
        sa.UniqueConstraint(
            "service_line_id",
            "open_days_in_week",
            "open_hours",
            name=op.f("uq_service_line_hours_service_line_id_open_days_in_week_open_hours"),
        ),
    )
    op.create_table(
        "users",
        sa.Column("id", sa.Integer(), sa.Identity(always=False), nullable=False),
        sa.Column("username", sa.Text(), nullable=False),
        sa.Column("subject", sa.Text(), nullable=False),
        sa.Column("first_name", sa.Text(), nullable=False),
        sa.Column("last_name", sa.Text(), nullable=False),
        sa.Column("phone_number", sa.Text(), nullable=True),
        sa.Column("medipac_id", sa.Text(), nullable=True),
        sa.Column("active", sa.Boolean(), server_default=sa.text("true"), nullable=False),
        sa.Column("on_call_notification_type", sa.Boolean(), server_default=sa.text("true"), nullable=False),
        sa.Column("on_call_service_line_id", sa.Integer(), nullable=True),
        sa.Column("on_call_phone_number", sa.Text(), nullable=True),
        sa.CheckConstraint(
            "on_call_phone_number ~ '^\\([0-9]{3}\\) [0-9]{3}-[0-9]{4}$'", name=op.f("ck_users_on_call_phone_number")
        ),
        sa.CheckConstraint("phone_number ~ '^\\([0-9]{3}\\) [0-9]{3}-[0-9]{4}$'", name=op.f("ck_users_phone_number")),
        sa.ForeignKeyConstraint(
            ["on_call_service_line_id"], ["service_lines.id"], name=op.f("fk_users_on_call_service_line_id")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_users")),
        sa.UniqueConstraint("subject", name=op.f("uq_users_subject")),
        sa.UniqueConstraint("username", name=op.f("uq_users_username")),
    )
    op.create_table(
        "check_ins",
        sa.Column("id", sa.Integer(), sa.Identity(always=False), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("role_id", sa.Integer(), nullable=False),
        sa.Column("service_line_id", sa.Integer(), nullable=False),
        sa.Column("phone_number", sa.Text(), nullable=False),
        sa.Column("primary", sa.Boolean(), nullable=False),
        sa.Column("checked_in_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("checked_out_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint(
            "phone_number ~ '^\\([0-9]{3}\\) [0-9]{3}-[0-9]{4}$'", name=op.f("ck_check_ins_phone_number")
        ),
        sa.CheckConstraint("checked_out_at >= checked_in_at", name=op.f("ck_check_ins_order")),
        sa.ForeignKeyConstraint(["role_id"], ["roles.id"], name=op.f("fk_check_ins_role_id")),
        sa.ForeignKeyConstraint(["service_line_id"], ["service_lines.id"], name=op.f("fk_check_ins_service_line_id")),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_check_ins_user_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_check_ins")),
    )
    op.create_index(
        "uq_check_ins_open",
        "check_ins",
        ["user_id", "service_line_id"],
        unique=True,
        postgresql_where=sa.text("checked_out_at is null"),
    )
    op.create_table(
        "feedback",
        sa.Column("id", sa.Integer(), sa.Identity(always=False), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("rating", sa.Integer(), nullable=False),
        sa.Column("feedback", sa.Text(), nullable=False),
        sa.CheckConstraint("char_length(feedback) <= 255", name=op.f("ck_feedback_feedback")),
        sa.CheckConstraint("rating between 0 and 4", name=op.f("ck_feedback_rating")),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_feedback_user_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_feedback")),
    )
    op.create_table(
        "location_units",
        sa.Column("id", sa.Integer(), sa.Identity(always=False), nullable=False),
        sa.Column("code", sa.Text(), nullable=False),
        sa.Column("facility_id", sa.Integer(), nullable=False),
        sa.Column("unit", sa.Text(), nullable=False),
        sa.Column("display_name", sa.Text(), nullable=False),
        sa.Column("location_type", sa.Text(), nullable=False),
        sa.Column("time_zone", sa.Text(), nullable=False),
        sa.Column("phone_number", sa.Text(), nullable=True),
        sa.Column("fax_number", sa.Text(), nullable=True),
        sa.Column("hospital_name", sa.Text(), nullable=True),
        sa.Column("emr_integrated", sa.Boolean(), nullable=False),
        sa.Column("emr_code", sa.Text(), nullable=True),
        sa.Column("active", sa.Boolean(), server_default=sa.text("true"), nullable=False),
        sa.Column("collect_patient_sex", sa.Boolean(), nullable=False),
        sa.Column("collect_patient_enumber", sa.Boolean(), nullable=False),
        sa.Column("collect_hospital_name", sa.Boolean(), nullable=False),
        sa.Column("collect_fax_number", sa.Boolean(), nullable=False),
        sa.Column("configurable_patient_number", postgresql.JSONB(astext_type=sa.Text()), nullable=True),
        sa.CheckConstraint(
            "fax_number ~ '^\\([0-9]{3}\\) [0-9]{3}-[0-9]{4}$'", name=op.f("ck_location_units_fax_number")
        ),
        sa.CheckConstraint(
            "phone_number ~ '^\\([0-9]{3}\\) [0-9]{3}-[0-9]{4}$'", name=op.f("ck_location_units_phone_number")
        ),
        sa.CheckConstraint("not emr_integrated or emr_code is not null", name=op.f("ck_location_units_emr_code")),
        sa.ForeignKeyConstraint(["facility_id"], ["facilities.id"], name=op.f("fk_location_units_facility_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_location_units")),
        sa.UniqueConstraint("code", name=op.f("uq_location_units_code")),
        sa.UniqueConstraint("facility_id", "unit", name=op.f("uq_location_units_facility_id_unit")),
    )
    op.create_table(
        "user_organizations",
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("organization_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["organization_id"], ["organizations.id"], name=op.f("fk_user_organizations_organization_id")
        ),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_user_organizations_user_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("user_id", "organization_id", name=op.f("pk_user_organizations")),
    )
    op.create_table(
        "user_roles",
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("role_id", sa.Integer(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["role_id"], ["roles.id"], name=op.f("fk_user_roles_role_id")),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_user_roles_user_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("user_id", "role_id", name=op.f("pk_user_roles")),
    )
    op.create_table(
        "user_service_lines",
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("service_line_id", sa.Integer(), nullable=False),
        sa.Column("member", sa.Boolean(), nullable=False),
        sa.Column("active", sa.Boolean(), nullable=False),
        sa.Column("requestable", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(
            ["service_line_id"], ["service_lines.id"], name=op.f("fk_user_service_lines_service_line_id")
        ),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_user_service_lines_user_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("user_id", "service_line_id", name=op.f("pk_user_service_lines")),
    )
    op.create_table(
        "encounters",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("patient_id", sa.Uuid(), nullable=False),
        sa.Column("location_id", sa.Integer(), nullable=False),
        sa.Column("organization_id", sa.Integer(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("emr_data", postgresql.JSONB(astext_type=sa.Text()), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("finished_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint("status in ('in-progress', 'finished')", name=op.f("ck_encounters_status")),
        sa.ForeignKeyConstraint(["location_id"], ["location_units.id"], name=op.f("fk_encounters_location_id")),
        sa.ForeignKeyConstraint(["organization_id"], ["organizations.id"], name=op.f("fk_encounters_organization_id")),
        sa.ForeignKeyConstraint(["patient_id"], ["patients.id"], name=op.f("fk_encounters_patient_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_encounters")),
    )
    op.create_index(op.f("ix_encounters_patient_id"), "encounters", ["patient_id"], unique=False)
    op.create_table(
        "favorite_locations",
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("location_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["location_id"], ["location_units.id"], name=op.f("fk_favorite_locations_location_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_favorite_locations_user_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("user_id", "location_id", name=op.f("pk_favorite_locations")),
    )
    op.create_table(
        "location_service_lines",
        sa.Column("location_id", sa.Integer(), nullable=False),
        sa.Column("service_line_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["location_id"],
            ["location_units.id"],
            name=op.f("fk_location_service_lines_location_id"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["service_line_id"], ["service_lines.id"], name=op.f("fk_location_service_lines_service_line_id")
        ),
        sa.PrimaryKeyConstraint("location_id", "service_line_id", name=op.f("pk_location_service_lines")),
    )
    op.create_table(
        "transfer_protocols",
        sa.Column("id", sa.Integer(), sa.Identity(always=False), nullable=False),
        sa.Column("location_id", sa.Integer(), nullable=False),
        sa.Column("service_line_id", sa.Integer(), nullable=False),
        sa.Column("transfer_for", sa.Text(), nullable=False),
        sa.Column("transfer_to", sa.Text(), nullable=False),
        sa.Column("transfer_distance_miles", sa.Numeric(precision=6, scale=1, asdecimal=False), nullable=False),
        sa.CheckConstraint("transfer_for in ('LVO', 'Thrombolytic')", name=op.f("ck_transfer_protocols_transfer_for")),
        sa.CheckConstraint("transfer_distance_miles >= 0", name=op.f("ck_transfer_protocols_distance")),
        sa.ForeignKeyConstraint(
            ["location_id"], ["location_units.id"], name=op.f("fk_transfer_protocols_location_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["service_line_id"], ["service_lines.id"], name=op.f("fk_transfer_protocols_service_line_id")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_transfer_protocols")),
        sa.UniqueConstraint(
            "location_id",
            "service_line_id",
            "transfer_for",
            name=op.f("uq_transfer_protocols_location_id_service_line_id_transfer_for"),
        ),
    )
    op.create_table(
        "user_locations",
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("location_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["location_id"], ["location_units.id"], name=op.f("fk_user_locations_location_id")),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_user_locations_user_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("user_id", "location_id", name=op.f("pk_user_locations")),
    )
    op.create_table(
        "video_rooms",
        sa.Column("id", sa.Integer(), sa.Identity(always=False), nullable=False),
        sa.Column("location_id", sa.Integer(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("phone_number", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(
            ["location_id"], ["location_units.id"], name=op.f("fk_video_rooms_location_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_video_rooms")),
        sa.UniqueConstraint("location_id", "name", name=op.f("uq_video_rooms_location_id_name")),
    )
    op.create_table(
        "consults",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("patient_id", sa.Uuid(), nullable=False),
        sa.Column("encounter_id", sa.Uuid(), nullable=False),
        sa.Column("organization_id", sa.Integer(), nullable=False),
        sa.Column("location_id", sa.Integer(), nullable=False),
        sa.Column("service_line_id", sa.Integer(), nullable=False),
        sa.Column("priority_id", sa.Integer(), server_default=sa.text("3"), nullable=False),
        sa.Column("sort_rank", sa.Integer(), nullable=True),
        sa.Column("callback_number", sa.Text(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=True),
        sa.Column("is_emergency", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.Column("fax_number", sa.Text(), nullable=True),
        sa.Column("hospital_name", sa.Text(), nullable=True),
        sa.Column("detail", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column("detail_version", sa.Integer(), nullable=False),
        sa.Column("state", sa.Text(), server_default=sa.text("'new'"), nullable=False),
        sa.Column(
            "bucket",
            sa.Text(),
            sa.Computed(
                "case when state = 'cancelled' or (state = 'completed' and complete_type = 'cancelled') then 'cancelled' when state in ('completed', 'discharged') then 'completed' else 'pending' end",
                persisted=True,
            ),
            nullable=False,
        ),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("created_by_id", sa.Integer(), nullable=False),
        sa.Column("acknowledged_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("acknowledged_by_id", sa.Integer(), nullable=True),
        sa.Column("completed_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("completed_by_id", sa.Integer(), nullable=True),
        sa.Column("complete_type", sa.Text(), nullable=True),
        sa.Column("cancellation_reason", sa.Text(), nullable=True),
        sa.Column("qa_comment", sa.Text(), nullable=True),
        sa.Column("call_length", sa.Integer(), nullable=True),
        sa.Column("comment_count", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.Column("name_vector", postgresql.TSVECTOR(), nullable=False),
        sa.Column("changed_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint(
            "(complete_type is not distinct from 'cancelled') <= (cancellation_reason is not null)",
            name=op.f("ck_consults_cancelled"),
        ),
        sa.CheckConstraint(
            "(state = 'completed') <= (complete_type is not null)", name=op.f("ck_consults_complete_type")
        ),
        sa.CheckConstraint(
            "(state = 'completed') <= (completed_at is not null)", name=op.f("ck_consults_completed_state")
        ),
        sa.CheckConstraint(
            "callback_number ~ '^\\([0-9]{3}\\) [0-9]{3}-[0-9]{4}$'", name=op.f("ck_consults_callback_number")
        ),
        sa.CheckConstraint("fax_number ~ '^\\([0-9]{3}\\) [0-9]{3}-[0-9]{4}$'", name=op.f("ck_consults_fax_number")),
        sa.CheckConstraint(
            "state in ('new', 'pending', 'completed', 'cancelled', 'discharged')", name=op.f("ck_consults_state")
        ),
        sa.CheckConstraint(
            "(acknowledged_at is null) = (acknowledged_by_id is null)", name=op.f("ck_consults_acknowledged")
        ),
        sa.CheckConstraint("(completed_at is null) = (completed_by_id is null)", name=op.f("ck_consults_completed")),
        sa.CheckConstraint("call_length >= 1", name=op.f("ck_consults_call_length")),
        sa.CheckConstraint(
            "char_length(cancellation_reason) between 1 and 255", name=op.f("ck_consults_cancellation_reason")
        ),
        sa.CheckConstraint("char_length(hospital_name) between 1 and 255", name=op.f("ck_consults_hospital_name")),
        sa.CheckConstraint("char_length(reason) between 1 and 255", name=op.f("ck_consults_reason")),
        sa.CheckConstraint("comment_count >= 0", name=op.f("ck_consults_comment_count")),
        sa.ForeignKeyConstraint(["acknowledged_by_id"], ["users.id"], name=op.f("fk_consults_acknowledged_by_id")),
        sa.ForeignKeyConstraint(["completed_by_id"], ["users.id"], name=op.f("fk_consults_completed_by_id")),
        sa.ForeignKeyConstraint(["created_by_id"], ["users.id"], name=op.f("fk_consults_created_by_id")),
        sa.ForeignKeyConstraint(["encounter_id"], ["encounters.id"], name=op.f("fk_consults_encounter_id")),
        sa.ForeignKeyConstraint(["location_id"], ["location_units.id"], name=op.f("fk_consults_location_id")),
        sa.ForeignKeyConstraint(["organization_id"], ["organizations.id"], name=op.f("fk_consults_organization_id")),
        sa.ForeignKeyConstraint(["patient_id"], ["patients.id"], name=op.f("fk_consults_patient_id")),
        sa.ForeignKeyConstraint(
            ["service_line_id", "priority_id"],
            ["priorities.service_line_id", "priorities.id"],
            name=op.f("fk_consults_service_line_id_priority_id"),
        ),
        sa.ForeignKeyConstraint(["service_line_id"], ["service_lines.id"], name=op.f("fk_consults_service_line_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_consults")),
    )
    op.create_index("ix_consults_acknowledged_by", "consults", ["acknowledged_by_id"], unique=False)
    op.create_index("ix_consults_completed_by", "consults", ["completed_by_id"], unique=False)
    op.create_index("ix_consults_created_by", "consults", ["created_by_id"], unique=False)
    op.create_index(op.f("ix_consults_encounter_id"), "consults", ["encounter_id"], unique=False)
    op.create_index("ix_consults_line", "consults", ["service_line_id", "organization_id", "bucket"], unique=False)
    op.create_index("ix_consults_location", "consults", ["location_id", "bucket"], unique=False)
    op.create_index("ix_consults_name", "consults", ["name_vector"], unique=False, postgresql_using="gin")
    op.create_index(
        "ix_consults_newest",
        "consults",
        [sa.literal_column("created_at DESC"), sa.literal_column("id DESC")],
        unique=False,
        postgresql_include=["organization_id", "location_id", "service_line_id", "bucket"],
    )
    op.create_index(op.f("ix_consults_patient_id"), "consults", ["patient_id"], unique=False)
    op.create_index(
        "ix_consults_rank",
        "consults",
        ["sort_rank", "created_at", "id"],
        unique=False,
        postgresql_include=["organization_id", "location_id", "service_line_id", "bucket"],
    )
    op.create_index(
        "ix_consults_rank_down",
        "consults",
        [sa.literal_column("sort_rank DESC NULLS LAST"), "created_at", "id"],
        unique=False,
        postgresql_include=["organization_id", "location_id", "service_line_id", "bucket"],
    )
    op.create_table(
        "consult_viewings",
        sa.Column("socket_id", sa.Text(), nullable=False),
        sa.Column("consult_id", sa.Uuid(), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("renewed_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["consult_id"], ["consults.id"], name=op.f("fk_consult_viewings_consult_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_consult_viewings_user_id")),
        sa.PrimaryKeyConstraint("socket_id", "consult_id", name=op.f("pk_consult_viewings")),
    )
    op.create_index(op.f("ix_consult_viewings_consult_id"), "consult_viewings", ["consult_id"], unique=False)
    op.create_table(
        "timeline_entries",
        sa.Column("id", sa.Integer(), sa.Identity(always=False), nullable=False),
        sa.Column("consult_id", sa.Uuid(), nullable=False),
        sa.Column("task_type", sa.Text(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("author_id", sa.Integer(), nullable=False),
        sa.Column("message", sa.Text(), nullable=True),
        sa.Column("alert", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.Column("notified", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.Column("details", postgresql.JSONB(astext_type=sa.Text()), nullable=True),
        sa.CheckConstraint("(task_type = 'update') = (message is not null)", name=op.f("ck_timeline_entries_comment")),
        sa.CheckConstraint(
            "task_type in ('update', 'transfer', 'signoff', 'cancelled', 'consult-creation', 'consult-acknowledgement', 'consult-completion', 'transfer-acknowledgement', 'transfer-completion', 'signoff-note-note', 'signoff-note-addendum', 'signoff-note-error', 'signoff-note-fax', 'signoff-pdf-error', 'signoff-send-error')",
            name=op.f("ck_timeline_entries_task_type"),
        ),
        sa.CheckConstraint("char_length(message) between 1 and 65000", name=op.f("ck_timeline_entries_message")),
        sa.ForeignKeyConstraint(["author_id"], ["users.id"], name=op.f("fk_timeline_entries_author_id")),
        sa.ForeignKeyConstraint(["consult_id"], ["consults.id"], name=op.f("fk_timeline_entries_consult_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_timeline_entries")),
    )
    op.create_index(
        op.f("ix_timeline_entries_consult_id"),
        "timeline_entries",
        ["consult_id", sa.literal_column("created_at DESC"), sa.literal_column("id DESC")],
        unique=False,
    )

    # The driver itself: SQLAlchemy would take the schema's percent signs for parameters.
    driver = op.get_bind().connection.driver_connection
    assert isinstance(driver, psycopg.Connection)  # noqa: S101 - it is, by the address
    driver.execute(SchemaManager.get_schema())
    grant("select", *REFERENCE_TABLES)
    own_settings = "phone_number, on_call_notification_type, on_call_service_line_id, on_call_phone_number"
    grant(f"select, update ({own_settings})", "users")
    grant("select, insert, update", "check_ins", "patients", "encounters", "consults")
    grant("select, insert", "timeline_entries", "feedback")
    grant("select, insert, delete", "favorite_locations")
    grant("select, insert, update, delete", "idempotency_keys", "consult_viewings", *QUEUE_TABLES)
    grant("usage, select", *QUEUE_SEQUENCES)


def downgrade() -> None:
    raise NotImplementedError("schemas only go forward; restore the backup that was made before the upgrade")
