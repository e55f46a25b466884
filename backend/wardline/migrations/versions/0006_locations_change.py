"""Administrators change locations over the API, except code and facility, which past consults refer to."""

from collections.abc import Sequence

from wardline.migrations.grants import grant

revision: str = "0006"
down_revision: str | None = "0005"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

CHANGEABLE = (
    "unit, display_name, location_type, time_zone, phone_number, fax_number, hospital_name, emr_integrated, emr_code, "
    "active, collect_patient_sex, collect_patient_enumber, collect_hospital_name, collect_fax_number, "
    "configurable_patient_number"
)


def upgrade() -> None:
    grant(f"insert, update ({CHANGEABLE})", "location_units")
    grant("insert, delete", "location_service_lines", "video_rooms", "transfer_protocols")


def downgrade() -> None:
    raise NotImplementedError("schemas only go forward; restore the backup that was made before the upgrade")
