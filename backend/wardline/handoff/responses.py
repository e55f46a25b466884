"""Open work as wire types."""

from collections.abc import Iterable
from typing import Any

from wardline.access.current_user import CurrentUser
from wardline.consults.models import Consult
from wardline.consults.schemas import CardPatient
from wardline.handoff.lines import Deserted
from wardline.handoff.schemas import LineLeft, Successor
from wardline.service_lines.schemas import ConsultPriority


def work(row: Consult) -> dict[str, Any]:
    """The fields of `WorkRead`, of what `ConsultRepository.in_hand` reads."""
    return {
        "id": row.id,
        "patient": CardPatient.model_validate(row.patient),
        "location_name": row.location.display_name,
        "service_line_id": row.service_line_id,
        "service_line_name": row.service_line.name,
        "priority": ConsultPriority.model_validate(row.priority),
        "state": row.state,
        "created_at": row.created_at,
        "acknowledged_at": row.acknowledged_at,
    }


def successors(receivers: Iterable[CurrentUser], service_line_id: int) -> list[Successor]:
    """These users, who are on call for this line, the most suitable first."""
    listed = [
        (check_in, user)
        for user in receivers
        for check_in in user.check_ins
        if check_in.service_line_id == service_line_id
    ]
    listed.sort(key=lambda each: (not each[0].primary, each[0].checked_in_at, each[0].id))
    return [
        Successor(
            id=user.id,
            first_name=user.first_name,
            last_name=user.last_name,
            primary=check_in.primary,
            since=check_in.checked_in_at,
        )
        for check_in, user in listed
    ]


def line_left(deserted: Deserted, waiting: int, told: Iterable[CurrentUser]) -> LineLeft:
    """`waiting` is how many requests of the line nobody has acknowledged, `told` who will be told."""
    return LineLeft(
        service_line_id=deserted.line.id,
        service_line_name=deserted.line.name,
        open_until=deserted.open_until,
        waiting=waiting,
        told=[f"{user.first_name} {user.last_name}" for user in told],
    )
