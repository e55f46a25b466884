"""Kinds of notices of duty: a shift with new times, and a planned person who cannot go on call anymore."""

from collections.abc import Sequence

from alembic import op

revision: str = "0047"
down_revision: str | None = "0046"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

_KINDS = (
    "kind in ('shiftTomorrow', 'shiftBegins', 'shiftUnattended', 'nobodyOnCall', 'shiftAssigned', 'shiftWithdrawn',"
    " 'shiftTimesChanged', 'coverAsked', 'coverTaken', 'coverOpen', 'coverClosed', 'cannotGoOnCall')"
)


def upgrade() -> None:
    op.drop_constraint(op.f("ck_duty_notices_kind"), "duty_notices")
    op.execute("update duty_notices set kind = 'cannotGoOnCall' where kind = 'planHasGaps'")
    op.create_check_constraint(op.f("ck_duty_notices_kind"), "duty_notices", _KINDS)


def downgrade() -> None:
    raise NotImplementedError("schemas only go forward; restore the backup that was made before the upgrade")
