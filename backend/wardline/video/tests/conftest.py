import httpx
import pytest
from bodies import Bodies

from conftest import CheckIn


@pytest.fixture
async def psych(check_in: CheckIn) -> httpx.AsyncClient:
    """On call for the line of the consult."""
    return await check_in("psych", line="tele-psych")


@pytest.fixture
async def consult_id(client: httpx.AsyncClient, bodies: Bodies) -> str:
    """A consult of tele-psych."""
    return await bodies.create(client)
