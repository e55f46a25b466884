"""What other domains learn of who goes on and off call."""

from typing import Any

import httpx
import pytest
from sqlalchemy.ext.asyncio import AsyncSession

from conftest import SignIn
from wardline.on_call import reactions
from wardline.on_call.reactions import DutyChange

STROKE, NEURO = 2, 1


@pytest.fixture
def changes(monkeypatch: pytest.MonkeyPatch) -> list[tuple[list[int], list[int]]]:
    """The lines that were gained and lost with each change."""
    found: list[tuple[list[int], list[int]]] = []

    async def note(_session: AsyncSession, change: DutyChange) -> None:
        assert change.user.username == "neuro"
        found.append((sorted(change.gained), sorted(change.lost)))

    monkeypatch.setattr(reactions, "_installed", [note])
    return found


async def _check_in(neuro: httpx.AsyncClient, line_id: int, **changes: Any) -> None:
    role_id = (await neuro.get("/me")).json()["defaultCheckinRoleId"]
    duty = {"roleId": role_id, "serviceLineId": line_id, "phoneNumber": "(555) 010-0199", "primary": True}
    assert (await neuro.post("/checkin", json=duty | changes)).status_code == 201


async def test_each_change_says_which_lines_were_gained_and_lost(
    sign_in: SignIn, changes: list[tuple[list[int], list[int]]]
) -> None:
    neuro = sign_in("neuro")
    await _check_in(neuro, STROKE)
    await _check_in(neuro, STROKE, primary=False)
    await _check_in(neuro, NEURO)
    for _ in range(2):
        assert (await neuro.post("/checkout")).status_code == 204
    await _check_in(neuro, STROKE)
    await _check_in(neuro, NEURO, replacesServiceLineId=STROKE)
    on, same, another, off, off_already, again, moved = changes
    assert (on, same, another) == (([STROKE], []), ([], []), ([NEURO], []))
    assert (off, off_already) == (([], [NEURO, STROKE]), ([], []))
    assert (again, moved) == (([STROKE], []), ([NEURO], [STROKE]))


async def test_a_repeated_press_changes_nothing_more(
    sign_in: SignIn, changes: list[tuple[list[int], list[int]]]
) -> None:
    neuro = sign_in("neuro")
    await _check_in(neuro, STROKE)
    for _ in range(2):
        await neuro.post("/checkout", headers={"Idempotency-Key": "press-1"})
    assert changes == [([STROKE], []), ([], [STROKE])]
