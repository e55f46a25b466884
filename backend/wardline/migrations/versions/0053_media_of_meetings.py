"""Whether a meeting's audio and video go through a media server."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0053"
down_revision: str | None = "0050"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.add_column("meetings", sa.Column("media", sa.Text(), server_default=sa.text("'mesh'"), nullable=False))
    op.create_check_constraint(op.f("ck_meetings_media"), "meetings", "media in ('mesh', 'janus')")


def downgrade() -> None:
    raise NotImplementedError("schemas only go forward; restore the backup that was made before the upgrade")
