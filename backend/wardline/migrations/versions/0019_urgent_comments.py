"""Notifications of urgent comments."""

from collections.abc import Sequence

from alembic import op

revision: str = "0019"
down_revision: str | None = "0018"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.drop_constraint(op.f("ck_notifications_kind"), "notifications", type_="check")
    op.create_check_constraint(
        op.f("ck_notifications_kind"),
        "notifications",
        "kind in ('SignoffNoteDraft', 'SignoffNoteSigned', 'UrgentComment')",
    )
    # Until now nobody was told of any comment, also where the demonstration said so.
    op.execute("update timeline_entries set notified = false where notified")


def downgrade() -> None:
    raise NotImplementedError("schemas only go forward; restore the backup that was made before the upgrade")
