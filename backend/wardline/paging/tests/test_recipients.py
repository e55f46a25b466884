"""Whom each target of an escalation pages."""

import pytest

from wardline.access.permissions import ACKNOWLEDGE_TRANSFER
from wardline.paging.choices import PageTarget
from wardline.paging.recipients import recipients
from wardline.paging.tests.on_duty import (
    COORDINATOR,
    FOREIGN,
    LINE,
    NURSE,
    OTHER_LINE,
    PROVIDER,
    WITHOUT_ACCESS,
    consult,
    duty,
    person,
)

REQUESTER, PRIMARY, ESCALATIONS, ELSEWHERE, BOTH, ABROAD, SECRETARY, TRANSFERRING, BLIND, OFF = range(1, 11)
"""Of the people below; the first one has the smallest of all ids."""
ON_CALL = person(PRIMARY, PROVIDER, on_call={LINE: True})
EVERYONE = duty(
    person(REQUESTER, NURSE),
    ON_CALL,
    # On another line, it is the other way around.
    person(ESCALATIONS, PROVIDER, on_call={LINE: False, OTHER_LINE: True}),
    person(ELSEWHERE, PROVIDER, on_call={OTHER_LINE: True}),
    person(BOTH, PROVIDER | {ACKNOWLEDGE_TRANSFER}),
    person(ABROAD, COORDINATOR, organization=FOREIGN),
    person(SECRETARY, COORDINATOR),
    person(TRANSFERRING, COORDINATOR, on_call={LINE: True}),
    person(BLIND, WITHOUT_ACCESS, on_call={LINE: True}),
    planned={
        (LINE, True): [ON_CALL, person(OFF, PROVIDER)],
        (LINE, False): [person(BLIND, WITHOUT_ACCESS)],
        (OTHER_LINE, True): [person(ELSEWHERE, PROVIDER)],
    },
)


@pytest.mark.req("NOTIF-13", "CALL-07")
@pytest.mark.parametrize(
    ("target", "paged"),
    [
        (PageTarget.ALL_NOTIFICATIONS, [PRIMARY, BLIND]),
        (PageTarget.ESCALATION_ONLY, [ESCALATIONS]),
        (PageTarget.PLANNED_ALL, [PRIMARY, OFF]),
        (PageTarget.PLANNED_ESCALATION, [BLIND]),
        # Neither those of other hospitals, nor providers who acknowledge transfers, too.
        (PageTarget.COORDINATORS, [SECRETARY, TRANSFERRING]),
        (PageTarget.TRANSFER_ON_CALL, [TRANSFERRING]),
        (PageTarget.LAST_RESORT, []),
    ],
)
def test_each_group_has_its_people(target: PageTarget, paged: list[int]) -> None:
    found = recipients([target], consult(), EVERYONE, author_id=None)
    assert [(each.user.id, each.target, each.may_view) for each in found] == [
        (user_id, target, user_id != BLIND) for user_id in paged
    ]


@pytest.mark.req("NOTIF-13")
@pytest.mark.parametrize(
    ("fields", "requester", "acknowledger", "responsible"),
    [
        ({}, None, None, None),
        ({"created_by_id": REQUESTER}, REQUESTER, None, None),
        ({"acknowledged_by_id": PRIMARY}, None, PRIMARY, PRIMARY),
        # Whoever has handed it over is asked again only while they are there and whoever took it over is not.
        ({"acknowledged_by_id": PRIMARY, "handed_over_to_id": ESCALATIONS}, None, None, ESCALATIONS),
        ({"acknowledged_by_id": PRIMARY, "handed_over_to_id": SECRETARY}, None, PRIMARY, SECRETARY),
        ({"acknowledged_by_id": REQUESTER, "handed_over_to_id": SECRETARY}, None, None, SECRETARY),
    ],
)
def test_those_who_have_to_do_with_the_consult_are_paged_on_call_or_not(
    fields: dict[str, int], requester: int | None, acknowledger: int | None, responsible: int | None
) -> None:
    of_target = {
        PageTarget.REQUESTER: requester,
        PageTarget.ACKNOWLEDGER: acknowledger,
        PageTarget.RESPONSIBLE: responsible,
    }
    for target, user_id in of_target.items():
        found = recipients([target], consult(**fields), EVERYONE, author_id=None)
        assert [each.user.id for each in found] == ([user_id] if user_id is not None else [])


def test_each_person_is_paged_once_for_the_first_of_their_groups_and_the_author_not_at_all() -> None:
    targets = [PageTarget.REQUESTER, PageTarget.TRANSFER_ON_CALL, PageTarget.COORDINATORS]
    found = recipients(targets, consult(created_by_id=SECRETARY), EVERYONE, author_id=TRANSFERRING)
    assert [(each.user.id, each.target) for each in found] == [(SECRETARY, PageTarget.REQUESTER)]
