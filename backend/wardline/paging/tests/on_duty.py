"""People, consults and escalations in memory, for tests of what is decided about them without a database."""

import uuid
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from wardline.access.current_user import CurrentUser, OpenCheckIn
from wardline.access.permissions import (
    ACCESS_ORGANIZATION,
    ACCESS_SERVICE_LINE,
    ACKNOWLEDGE_TRANSFER,
    GIVE_CONSULT,
    VIEW_CONSULT,
    Permission,
)
from wardline.consults.choices import ConsultState
from wardline.consults.models import Consult
from wardline.core import clock
from wardline.paging.choices import EscalationKind
from wardline.paging.models import Escalation, PagedPerson
from wardline.paging.recipients import Duty

LINE, OTHER_LINE = 1, 2
OURS, FOREIGN = 10, 20
NURSE: Final = frozenset({ACCESS_ORGANIZATION, ACCESS_SERVICE_LINE, VIEW_CONSULT})
PROVIDER: Final = NURSE | {GIVE_CONSULT}
COORDINATOR: Final = NURSE | {ACKNOWLEDGE_TRANSFER}
WITHOUT_ACCESS: Final = PROVIDER - {VIEW_CONSULT}


def person(
    user_id: int,
    permissions: frozenset[Permission],
    *,
    on_call: dict[int, bool] | None = None,
    organization: int = OURS,
) -> CurrentUser:
    """Someone of this organization; `on_call` has for each of their check-ins whether it is for all notifications."""
    return CurrentUser(
        id=user_id,
        username=f"user {user_id}",
        first_name="Mia",
        last_name="Own",
        permissions=permissions,
        role_ids=(),
        organization_ids=frozenset({organization}),
        location_ids=frozenset(),
        member_line_ids=frozenset({LINE, OTHER_LINE}),
        active_line_ids=frozenset({LINE, OTHER_LINE}),
        requestable_line_ids=frozenset(),
        check_ins=tuple(
            OpenCheckIn(line_id, 1, line_id, "(555) 010-0100", is_primary, clock.now())
            for line_id, is_primary in (on_call or {}).items()
        ),
        served_organization_ids=frozenset(),
        consult_ids_in_writing=frozenset(),
        rights_version=0,
    )


def duty(*people: CurrentUser, planned: Mapping[tuple[int, bool], Sequence[CurrentUser]] | None = None) -> Duty:
    """All of these, as if one of them had requested, acknowledged or taken over each consult; see `Duty.planned`."""
    lines = {line_id for each in people for line_id in each.checked_in_line_ids}
    return Duty(
        on_call={line_id: [each for each in people if line_id in each.checked_in_line_ids] for line_id in lines},
        planned=planned or {},
        transfer_side=[each for each in people if each.may(ACKNOWLEDGE_TRANSFER)],
        named={each.id: each for each in people},
    )


def consult(**fields: Any) -> Consult:
    """An open one of `OURS` on `LINE`."""
    of_ours = {"id": uuid.uuid4(), "organization_id": OURS, "service_line_id": LINE, "state": ConsultState.NEW.value}
    return Consult(**of_ours | fields)


def escalation(kind: EscalationKind = EscalationKind.REQUEST, **fields: Any) -> Escalation:
    """A critical one that has made no move."""
    at_start = {
        "service_line_id": LINE,
        "kind": kind.value,
        "priority": "critical",
        "completion_limit": 900,
        "position": 0,
        "ahead": 0,
        "skipped": [],
        "targets": [],
    }
    return Escalation(**at_start | fields)


def paged(user_id: int, *, first_at: datetime | None = None, **fields: Any) -> PagedPerson:
    """Someone who is on call and was paged, and has not answered."""
    return PagedPerson(
        **{"user_id": user_id, "target": "allNotifications", "first_at": first_at or clock.now()} | fields
    )
