"""Administrators change organizations and facilities while the application runs, and how a unit's calls are joined."""

from collections.abc import Sequence

from wardline.migrations.grants import grant

revision: str = "0060"
down_revision: str | None = "0057"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

_OF_FACILITIES = "facility_type_id, name, info, state, requires_accepting_attending, requires_other_facility"
"""Never the organization, on which rights depend."""


def upgrade() -> None:
    grant("insert, update (name, notes_destination)", "organizations")
    grant(f"insert, update ({_OF_FACILITIES})", "facilities")
    grant("insert", "facility_types")
    grant("update (preferred_video)", "location_units")


def downgrade() -> None:
    raise NotImplementedError("schemas only go forward; restore the backup that was made before the upgrade")
