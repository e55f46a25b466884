"""The reason of a fax that may have arrived, in the words that users read; it is counted before another attempt."""

from collections.abc import Sequence

from alembic import op

revision: str = "0025"
down_revision: str | None = "0024"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    for table in ("deliveries", "delivery_attempts"):
        op.execute(
            f"update {table} set reason = replace(reason, 'perhaps sent', 'may have been sent')"  # noqa: S608 - the names above
            " where reason like 'perhaps sent%'"
        )


def downgrade() -> None:
    raise NotImplementedError("schemas only go forward; restore the backup that was made before the upgrade")
