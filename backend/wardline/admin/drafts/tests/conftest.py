"""Administrators who draft."""

from collections.abc import Iterator

import httpx
import pytest
from fastapi import FastAPI
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from conftest import SignIn


@pytest.fixture
def admin(sign_in: SignIn) -> httpx.AsyncClient:
    return sign_in("admin")


@pytest.fixture
async def second(sign_in: SignIn, session: AsyncSession) -> httpx.AsyncClient:
    """The coordinator, who also administers both organizations."""
    await session.execute(
        text(
            "insert into user_roles (user_id, role_id, position) select users.id, roles.id, 9 from users, roles"
            " where username = 'coordinator' and roles.name = 'Administrator' on conflict do nothing"
        )
    )
    await session.execute(
        text(
            "insert into user_organizations (user_id, organization_id) select users.id, organizations.id"
            " from users, organizations where username = 'coordinator' on conflict do nothing"
        )
    )
    await session.commit()
    return sign_in("coordinator")


@pytest.fixture
def four_eyes(app: FastAPI) -> Iterator[None]:
    settings = app.state.settings
    app.state.settings = settings.model_copy(update={"four_eyes": "serviceLine,unit,role"})
    yield
    app.state.settings = settings
