"""Who answers for the coverage of a line."""

from dataclasses import replace

import pytest
from sqlalchemy.ext.asyncio import AsyncSession

from wardline.access.current_user import CurrentUser
from wardline.access.permissions import GIVE_CONSULT
from wardline.directory import coordinators
from wardline.directory.coordinators import responsible_for_coverage
from wardline.directory.loading import load_by_subject

PSYCH, TELE_STROKE = 3, 2


async def test_coordinators_who_may_view_a_line_where_it_is_requested_answer_for_it_else_its_planners_do(
    session: AsyncSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    coordinator, administrator = [await load_by_subject(session, name) for name in ("coordinator", "admin")]
    assert coordinator is not None
    assert administrator is not None
    found = await responsible_for_coverage(session, {TELE_STROKE, PSYCH})
    assert {line_id: [user.id for user in users] for line_id, users in found.items()} == {
        TELE_STROKE: [coordinator.id],
        PSYCH: [administrator.id],
    }
    others = [
        replace(coordinator, organization_ids=frozenset({-1})),
        replace(coordinator, permissions=coordinator.permissions | {GIVE_CONSULT}),
        replace(coordinator, organization_ids=frozenset({min(coordinator.organization_ids)})),
    ]

    async def load(*_: object) -> list[CurrentUser]:
        return others

    monkeypatch.setattr(coordinators, "load_permitted", load)
    assert await responsible_for_coverage(session, {TELE_STROKE}) == {TELE_STROKE: others[2:]}
