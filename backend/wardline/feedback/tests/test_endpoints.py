"""Feedback is stored with user and time."""

from datetime import datetime

import httpx
import pytest
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from wardline.feedback.models import Feedback


@pytest.mark.req("ENT-45", "API-77", "FEED-03")
async def test_feedback(client: httpx.AsyncClient, session: AsyncSession, noon: datetime) -> None:
    answer = await client.post("/feedback", json={"rating": 4, "feedback": "Fast!"})
    assert answer.status_code == 201
    row = (await session.scalars(select(Feedback).where(Feedback.id == answer.json()["id"]))).one()
    me = (await client.get("/me")).json()
    assert (row.user_id, row.created_at, row.rating, row.feedback) == (me["id"], noon, 4, "Fast!")
    assert (await client.post("/feedback", json={"rating": 0})).status_code == 201


@pytest.mark.parametrize(
    "body", [{}, {"rating": 5}, {"rating": -1}, {"rating": 2.5}, {"rating": 1, "feedback": "x" * 256}]
)
@pytest.mark.req("VAL-40", "ENT-45")
async def test_bad_feedback(client: httpx.AsyncClient, body: dict[str, object]) -> None:
    assert (await client.post("/feedback", json=body)).status_code == 400
