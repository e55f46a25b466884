"""Check-ins as wire types."""

from collections.abc import Collection, Iterable
from itertools import groupby
from operator import attrgetter

from wardline.access.current_user import OpenCheckIn
from wardline.on_call.choices import CheckInSubject
from wardline.on_call.repository import DutyRow
from wardline.on_call.schemas import CheckInRead, LineOnCall, PersonOnCall
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


def lines_on_call(rows: Iterable[DutyRow]) -> list[LineOnCall]:
    """`rows` are ordered by line (`CheckInRepository.on_call_now`)."""
    return [
        _line_on_call(service_line_id, list(of_line))
        for service_line_id, of_line in groupby(rows, attrgetter("service_line_id"))
    ]


def _line_on_call(service_line_id: int, rows: list[DutyRow]) -> LineOnCall:
    people = [
        PersonOnCall(
            id=row.user_id,
            first_name=row.first_name,
            last_name=row.last_name,
            role_label=row.role_label,
            primary=row.primary,
            since=row.checked_in_at,
        )
        for row in rows
        if row.user_id is not None
    ]
    return LineOnCall(service_line_id=service_line_id, people=people, total=rows[0].total or 0)
