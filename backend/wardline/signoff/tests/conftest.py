import httpx
import pytest
from bodies import Bodies
from stroke_notes import STROKE_NOTE

from conftest import CheckIn
from wardline.signoff.tests.stroke import STROKE, Stroke


@pytest.fixture
def line() -> str:
    return STROKE


@pytest.fixture
async def stroke(client: httpx.AsyncClient, check_in: CheckIn, bodies: Bodies, line: str) -> Stroke:
    path = f"/consults/{await bodies.create(client, line)}"
    return Stroke(path, await check_in("neuro", line=line), line)


@pytest.fixture
async def colleague(check_in: CheckIn, line: str) -> httpx.AsyncClient:
    return await check_in("neuro2", line=line)


@pytest.fixture
async def signed(stroke: Stroke) -> Stroke:
    await stroke.lock()
    answer = await stroke.sign(content=STROKE_NOTE)
    assert answer.status_code == 200, answer.text
    return stroke
