"""Calls of the numbers that users give at check-in."""

from collections.abc import Sequence

from alembic import op

revision: str = "0046"
down_revision: str | None = "0045"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.drop_constraint(op.f("ck_notices_receiver"), "notices")
    op.create_check_constraint(
        op.f("ck_notices_receiver"), "notices", "user_id is not null or phone_number is not null"
    )
    op.create_check_constraint(op.f("ck_notices_one_number"), "notices", "phone_number is null or contact_id is null")


def downgrade() -> None:
    raise NotImplementedError("schemas only go forward; restore the backup that was made before the upgrade")
