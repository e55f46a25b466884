"""Administrators change the phone of a room and where a transfer protocol leads, not only which there are."""

from collections.abc import Sequence

from wardline.migrations.grants import grant

revision: str = "0067"
down_revision: str | None = "0066"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    grant("update (phone_number)", "video_rooms")
    grant("update (transfer_to, transfer_distance_miles)", "transfer_protocols")


def downgrade() -> None:
    raise NotImplementedError("schemas only go forward; restore the backup that was made before the upgrade")
