"""Feedback is stored with user and time."""

from datetime import datetime

import httpx
import pytest
from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncSession

from wardline.feedback.models import Feedback


@pytest.mark.req("ENT-45", "API-77", "FEED-03", "API-03")
async def test_feedback(client: httpx.AsyncClient, session: AsyncSession, noon: datetime) -> None:
    body, key = {"rating": 4, "feedback": "Fast!"}, {"Idempotency-Key": "press-1"}
    response = await client.post("/feedback", json=body, headers=key)
    assert response.status_code == 201
    assert (await client.post("/feedback", json=body, headers=key)).json() == response.json()
    row = (await session.scalars(select(Feedback).where(Feedback.id == response.json()["id"]))).one()
    me = (await client.get("/me")).json()
    assert (row.user_id, row.created_at, row.rating, row.feedback) == (me["id"], noon, 4, "Fast!")


@pytest.mark.req("API-77", "FEED-03", "VAL-40", "ENT-45")
async def test_feedback_is_one_of_five_ratings_with_up_to_255_characters_or_none(
    client: httpx.AsyncClient, session: AsyncSession
) -> None:
    texts: list[dict[str, str]] = [{"feedback": "x" * 255}, {}, {"feedback": ""}, {"feedback": "x"}, {"feedback": "y"}]
    for rating, text in enumerate(texts):
        response = await client.post("/feedback", json={"rating": rating, **text})
        assert response.status_code == 201, rating
        row = (await session.scalars(select(Feedback).where(Feedback.id == response.json()["id"]))).one()
        assert (row.rating, row.feedback) == (rating, text.get("feedback", ""))


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"feedback": "Fast!"}, "rating"),
        ({"rating": None}, "rating"),
        ({"rating": 5}, "rating"),
        ({"rating": -1}, "rating"),
        ({"rating": 2.5}, "rating"),
        ({"rating": "3"}, "rating"),
        ({"rating": True}, "rating"),
        ({"rating": 1, "feedback": "x" * 256}, "feedback"),
    ],
)
@pytest.mark.req("FEED-03", "API-77", "VAL-40", "ENT-45", "VAL-43")
async def test_bad_feedback(
    client: httpx.AsyncClient, session: AsyncSession, body: dict[str, object], field: str
) -> None:
    before = await session.scalar(select(func.count()).select_from(Feedback))
    response = await client.post("/feedback", json=body)
    assert response.status_code == 400
    assert [error["field"] for error in response.json()["errors"]] == [field]
    assert await session.scalar(select(func.count()).select_from(Feedback)) == before
