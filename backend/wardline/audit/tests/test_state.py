"""Administrators see whether the trail is intact, and what to do if something is wrong."""

from datetime import UTC, datetime, timedelta
from typing import Any

import httpx
import pytest
from bodies import Bodies
from fastapi import FastAPI
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from conftest import SignIn
from wardline.audit import chain
from wardline.audit.chain import Head
from wardline.audit.models import AuditCheck, AuditCheckpoint
from wardline.audit.state import LATE, Found, delays_of
from wardline.core import clock

CHECKED = text(
    "insert into audit_checks (kind, position, hash, reached, completed_at, fault, found_at)"
    " values (:kind, 1, '', :at, :at, :fault, :at)"
)


@pytest.fixture
async def linked(noon: None, client: httpx.AsyncClient, bodies: Bodies, session: AsyncSession) -> AsyncSession:
    await bodies.create(client)
    await chain.link(session)
    return session


async def _state(sign_in: SignIn) -> dict[str, Any]:
    response = await sign_in("admin").get("/audit/state")
    assert response.status_code == 200, response.text
    found: dict[str, Any] = response.json()
    return found


def _urgent(state: dict[str, Any]) -> list[str]:
    return [problem["title"] for problem in state["problems"] if problem["isUrgent"]]


async def _check(session: AsyncSession, fault: str | None = None, *, ago: timedelta = timedelta()) -> datetime:
    at = clock.now() - ago
    for kind in ("new", "again"):
        await session.execute(CHECKED, {"kind": kind, "at": at, "fault": fault})
    await session.commit()
    return at.astimezone(UTC)


async def test_an_intact_trail_has_only_weaknesses(linked: AsyncSession, sign_in: SignIn) -> None:
    at = await _check(linked)
    state = await _state(sign_in)
    assert (state["entries"], state["isChanged"], _urgent(state)) == (1, False, [])
    assert (state["removed"], state["removals"]) == (0, [])
    assert [datetime.fromisoformat(state[name]) for name in ("checkedUntil", "checkedAgainAt")] == [at, at]
    assert [problem["title"] for problem in state["problems"]] == [
        "Checkpoints are not signed.",
        "There is no witness.",
    ]


async def test_a_change_is_said_with_what_to_do(linked: AsyncSession, sign_in: SignIn) -> None:
    await _check(linked, "entry 3 (link 3) was changed after it was linked")
    state = await _state(sign_in)
    assert (state["isChanged"], _urgent(state)) == (True, ["The audit trail was changed outside of Wardline."])
    assert "entry 3 (link 3) was changed" in state["problems"][0]["advice"]


async def test_stopped_checks_are_said(linked: AsyncSession, sign_in: SignIn) -> None:
    await _check(linked, ago=LATE + timedelta(seconds=1))
    assert _urgent(await _state(sign_in)) == ["New entries are not checked yet."]


@pytest.mark.parametrize(
    ("position", "minutes", "titles"),
    [(7, 25, ["Checkpoints are no longer signed."]), (7, 15, []), (9, 25, [])],
    ids=["late", "soon", "nothing new"],
)
def test_missing_checkpoints_are_said(noon: None, position: int, minutes: int, titles: list[str]) -> None:
    now = clock.now()
    checkpoint = AuditCheckpoint(position=position, at=now - timedelta(minutes=minutes))
    found = Found(
        now=now,
        head=Head(9, b""),
        unlinked=0,
        checks={"new": AuditCheck(kind="new", completed_at=now)},
        checkpoint=checkpoint,
        witnesses=(),
        signs=True,
        checkpoint_after=timedelta(minutes=5) + LATE,
        removals=(),
    )
    assert [problem.title for problem in delays_of(found)] == titles


async def test_a_witness_that_receives_nothing_is_said(linked: AsyncSession, sign_in: SignIn, app: FastAPI) -> None:
    await _check(linked)
    name = "syslog+tcp://logs.test:601"
    since = clock.now().astimezone(UTC)
    await linked.execute(
        text("insert into audit_witnesses values (:name, 0, '', 0, :since, 'ConnectionRefusedError')"),
        {"name": name, "since": since},
    )
    await linked.commit()
    settings = app.state.settings
    app.state.settings = settings.model_copy(update={"audit_witnesses": f"{name},file:///var/log/audit.ndjson"})
    try:
        state = await _state(sign_in)
    finally:
        app.state.settings = settings
    assert [(each["name"], each["behind"], each["failure"]) for each in state["witnesses"]] == [
        (name, 1, "ConnectionRefusedError"),
        ("file:///var/log/audit.ndjson", 1, None),
    ]
    assert _urgent(state) == [f"The witness {name} does not receive entries."]
