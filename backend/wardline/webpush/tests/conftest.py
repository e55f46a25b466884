from collections.abc import AsyncIterator

import pytest

from wardline.ehr.tests.serving import STAGE


@pytest.fixture(scope="session", autouse=True)
async def stage() -> AsyncIterator[None]:
    async with STAGE.open():
        yield
