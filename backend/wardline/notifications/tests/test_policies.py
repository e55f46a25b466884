"""Who is notified of an urgent comment: a provider who is, and each single reason against it."""

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from wardline.access.current_user import CurrentUser, OpenCheckIn
from wardline.access.permissions import (
    ACCESS_ORGANIZATION,
    ACCESS_SERVICE_LINE,
    ADD_COMMENT_WITH_ALERT,
    GIVE_CONSULT,
    VIEW_CONSULT,
)
from wardline.consults.models import Consult
from wardline.notifications.policies import is_notified_of_urgent_comment

AUTHOR, PROVIDER = 1, 2
LINE, OTHER_LINE = 1, 4
OURS, SERVED, FOREIGN = 10, 30, 20
NEEDED = frozenset({ACCESS_ORGANIZATION, ACCESS_SERVICE_LINE, GIVE_CONSULT, VIEW_CONSULT})


def _on_call(*line_ids: int, primary: bool = True) -> tuple[OpenCheckIn, ...]:
    since = datetime(2026, 3, 4, 12, tzinfo=UTC)
    return tuple(OpenCheckIn(line_id, 1, line_id, "(555) 010-0100", primary, since) for line_id in line_ids)


ON_CALL = CurrentUser(
    id=PROVIDER,
    username="provider",
    first_name="Pia",
    last_name="Own",
    permissions=NEEDED,
    role_ids=(),
    organization_ids=frozenset({OURS}),
    location_ids=frozenset(),
    member_line_ids=frozenset(),
    active_line_ids=frozenset({LINE}),
    requestable_line_ids=frozenset(),
    check_ins=_on_call(LINE),
    served_organization_ids=frozenset({SERVED}),
    consult_ids_in_writing=frozenset(),
    rights_version=0,
)


def _is_notified(user: CurrentUser, *, organization: int = OURS) -> bool:
    return is_notified_of_urgent_comment(
        user, Consult(organization_id=organization, service_line_id=LINE), author_id=AUTHOR
    )


@pytest.mark.parametrize(
    "changed",
    [
        {},
        {"check_ins": _on_call(LINE, primary=False)},
        {"check_ins": _on_call(OTHER_LINE, LINE)},
        {"permissions": NEEDED | {ADD_COMMENT_WITH_ALERT}},
    ],
)
@pytest.mark.req("TIME-17", "NOTIF-13")
def test_providers_on_call_for_the_line_who_may_view_the_consult_are_notified(changed: dict[str, Any]) -> None:
    assert _is_notified(replace(ON_CALL, **changed))
    assert _is_notified(replace(ON_CALL, **changed), organization=SERVED)


@pytest.mark.parametrize(
    "changed",
    [
        {"id": AUTHOR},
        {"check_ins": ()},
        {"check_ins": _on_call(OTHER_LINE), "member_line_ids": frozenset({LINE})},
        *({"permissions": NEEDED - {permission}} for permission in NEEDED),
    ],
)
@pytest.mark.req("TIME-17", "RT-17", "NOTIF-13")
def test_without_any_one_condition_no_one_is_notified(changed: dict[str, Any]) -> None:
    assert not _is_notified(replace(ON_CALL, **changed))


@pytest.mark.req("TIME-17", "PERM-08", "NOTIF-13", "RT-17")
def test_a_consult_out_of_reach_notifies_no_one() -> None:
    assert not _is_notified(ON_CALL, organization=FOREIGN)
