"""Which coordinators answer for a line."""

from dataclasses import replace

import pytest
from sqlalchemy.ext.asyncio import AsyncSession

from wardline.access.current_user import CurrentUser
from wardline.access.permissions import GIVE_CONSULT
from wardline.directory import coordinators
from wardline.directory.coordinators import coordinators_of_lines
from wardline.directory.loading import load_by_subject

PSYCH, TELE_STROKE = 3, 2


async def test_coordinators_of_a_line_may_view_it_in_an_organization_that_requests_it(
    session: AsyncSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    coordinator = await load_by_subject(session, "coordinator")
    assert coordinator is not None
    found = await coordinators_of_lines(session, {TELE_STROKE, PSYCH})
    assert {line_id: [user.id for user in users] for line_id, users in found.items()} == {
        TELE_STROKE: [coordinator.id],
        PSYCH: [],
    }
    others = [
        replace(coordinator, organization_ids=frozenset({-1})),
        replace(coordinator, permissions=coordinator.permissions | {GIVE_CONSULT}),
        replace(coordinator, organization_ids=frozenset({min(coordinator.organization_ids)})),
    ]

    async def load(*_: object) -> list[CurrentUser]:
        return others

    monkeypatch.setattr(coordinators, "load_permitted", load)
    assert await coordinators_of_lines(session, {TELE_STROKE}) == {TELE_STROKE: others[2:]}
