"""Check-ins as wire types."""

from collections.abc import Collection

from wardline.access.current_user import OpenCheckIn
from wardline.on_call.choices import CheckInSubject
from wardline.on_call.schemas import CheckInRead
from wardline.people.models import CheckIn


def check_in(row: CheckIn | OpenCheckIn, transfer_role_ids: Collection[int]) -> CheckInRead:
    """`transfer_role_ids` are those roles that answer transfers (`CheckInRepository.transfer_roles`)."""
    subject = CheckInSubject.TRANSFER if row.role_id in transfer_role_ids else CheckInSubject.CONSULT
    return CheckInRead(
        id=row.id,
        role_id=row.role_id,
        service_line_id=row.service_line_id,
        subject=subject,
        phone_number=row.phone_number,
        primary=row.primary,
    )
