"""A planner, two neurologists, and a schedule of the stroke line."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import httpx
import pytest

from conftest import SignIn
from wardline.paging.tests.conftest import committing

from .planned import line_id_of, schedule, user_id_of

__all__ = ["add_schedule", "committing", "team"]


@dataclass(frozen=True)
class Team:
    planner: httpx.AsyncClient
    line_id: int
    first: int
    """The ids of two neurologists who may go on call for the stroke line."""
    second: int
    third: int


@pytest.fixture
async def team(sign_in: SignIn, noon: datetime) -> Team:
    planner = sign_in("coordinator")
    ids = [await user_id_of(sign_in(name)) for name in ("neuro", "neuro2", "nomedipac")]
    return Team(planner, await line_id_of(planner), *ids)


AddSchedule = Callable[..., Awaitable[int]]


@pytest.fixture
def add_schedule(team: Team) -> AddSchedule:
    """Returns the id of a new schedule of the stroke line with these rotations."""

    async def add(*rotations: dict[str, Any], **changes: Any) -> int:
        body = schedule(*rotations, **{"serviceLineId": team.line_id} | changes)
        response = await team.planner.post("/call-schedules", json=body)
        assert response.status_code == 201, response.text
        return int(response.json()["id"])

    return add
