"""A consult's response and the transfer list offer exactly what the calls then accept."""

from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from datetime import timedelta
from typing import Any, Final

import httpx
import pytest
from bodies import Bodies
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from conftest import CheckIn, RolledBackDatabase, SignIn
from wardline.core import clock
from wardline.transfers.choices import TransferAction
from wardline.transfers.tests.handling import STROKE, Case, succeeded

CALLS: Final[dict[TransferAction, Callable[[Case, httpx.AsyncClient], Awaitable[httpx.Response]]]] = {
    TransferAction.REQUEST_TRANSFER: lambda case, who: case.ask(who),
    TransferAction.ACKNOWLEDGE_TRANSFER: Case.acknowledge,
    TransferAction.COMPLETE_TRANSFER: Case.complete,
    TransferAction.DECLINE_TRANSFER: Case.decline,
}
REQUEST, ACKNOWLEDGE, COMPLETE, DECLINE = TransferAction
FIRST, SECOND = "coordinator", "coordinator2"
Step = Callable[[Case, AsyncSession], Awaitable[None]]


async def _assigned_to_the_first(case: Case, session: AsyncSession) -> None:
    assignee = "(select id from users where username = :name)"
    await session.execute(text(f"update transfers set assignee_id = {assignee}"), {"name": FIRST})  # noqa: S608
    await session.commit()


async def _acute(case: Case, session: AsyncSession) -> None:
    await session.execute(text("update consults set service_line_id = 5, detail = '{\"isAcute\": true}'"))
    await session.commit()


def _made(*calls: Callable[[Case], Awaitable[Any]]) -> Step:
    async def make(case: Case, _: AsyncSession) -> None:
        for call in calls:
            await call(case)

    return make


ASK, TAKE, DONE = Case.ask, Case.acknowledge, Case.complete
PROVIDER: Final = {"neuro": [DECLINE]}
SITUATIONS: Final[dict[str, tuple[list[Step], dict[str, list[TransferAction]]]]] = {
    "no transfer": ([], {"neuro": [REQUEST]}),
    "acute stroke": ([_acute], {}),
    "cancelled": ([_made(Case.cancel)], {}),
    "discharged": ([_made(Case.discharge)], {}),
    "requested": (
        [_made(ASK)],
        {FIRST: [ACKNOWLEDGE, DECLINE], SECOND: [ACKNOWLEDGE, DECLINE], **PROVIDER},
    ),
    "assigned": ([_made(ASK), _assigned_to_the_first], {FIRST: [ACKNOWLEDGE, DECLINE], **PROVIDER}),
    "acknowledged": ([_made(ASK, TAKE)], {FIRST: [COMPLETE, DECLINE], **PROVIDER}),
    "of acute stroke": ([_made(ASK, TAKE), _acute], {FIRST: [COMPLETE, DECLINE]}),
    "completed": ([_made(ASK, TAKE, DONE)], {}),
    "closed with its consult": ([_made(ASK, Case.cancel)], {}),
    "closed with its encounter": ([_made(ASK, TAKE, Case.discharge)], {}),
}
"""Steps to a situation, and who may do what in it; everyone else may do nothing with the transfer."""


@pytest.mark.parametrize("situation", SITUATIONS)
@pytest.mark.req("TRF-01", "TRF-10", "TRF-12", "PERM-17", "PERM-18")
async def test_the_consult_offers_exactly_what_the_calls_accept(
    case: Case, session: AsyncSession, database: RolledBackDatabase, check_in: CheckIn, situation: str
) -> None:
    steps, expected = SITUATIONS[situation]
    for step in steps:
        await step(case, session)
    people = {name: case.people[name] for name in ("nurse", "neuro", FIRST, SECOND)}
    people["nomedipac"] = await check_in("nomedipac", line="acute-stroke")
    for name, who in people.items():
        offered = (await case.consult(who))["allowedActions"]
        accepted = [action for action, call in CALLS.items() if await _is_accepted(database, case, who, call)]
        named = [action for action in offered if action in CALLS]
        assert named == accepted == expected.get(name, []), name


async def _is_accepted(
    database: RolledBackDatabase,
    case: Case,
    who: httpx.AsyncClient,
    call: Callable[[Case, httpx.AsyncClient], Awaitable[httpx.Response]],
) -> bool:
    """The call is undone."""
    transfer_id = case.transfer_id
    async with AsyncExitStack() as undone:
        savepoint = await database.connection.begin_nested()
        undone.push_async_callback(savepoint.rollback)
        response = await call(case, who)
    case.transfer_id = transfer_id
    assert response.is_success or response.status_code in {403, 404, 409}, response.text
    return response.is_success


@pytest.mark.req("API-28", "WL-35", "PERM-18")
async def test_the_list_offers_what_can_be_done_with_each_transfer(
    case: Case, bodies: Bodies, session: AsyncSession, sign_in: SignIn
) -> None:
    """It pages through pending, completed or all; closed ones are only among all."""
    ids: dict[str, str] = {}
    for situation in ("requested", "acknowledged", "completed", "closed with its consult", "closed with its encounter"):
        clock.advance(timedelta(minutes=1))
        case.consult_id = await bodies.create(case.nurse, STROKE)
        for step in SITUATIONS[situation][0]:
            await step(case, session)
        ids[situation] = case.transfer_id

    async def listed(who: httpx.AsyncClient, state: str) -> dict[str, list[Any]]:
        found = succeeded(await who.post("/transfers/$search", json={"filter": {"state": state}}))
        assert found["hasMore"] is False
        return {
            card["id"]: [card["state"], card["closedReason"], card["allowedActions"]] for card in found["transfers"]
        }

    pending = {ids["requested"]: ["requested", None, [ACKNOWLEDGE]], ids["acknowledged"]: ["acknowledged", None, []]}
    completed: dict[str, list[Any]] = {ids["completed"]: ["completed", None, []]}
    closed = {
        ids["closed with its consult"]: ["requested", "consultCancelled", []],
        ids["closed with its encounter"]: ["acknowledged", "patientDischarged", []],
    }
    assert await listed(case.second, "pending") == pending
    assert await listed(case.coordinator, "pending") == pending | {
        ids["acknowledged"]: ["acknowledged", None, [COMPLETE]]
    }
    assert await listed(case.second, "completed") == completed
    everything = await listed(case.second, "all")
    assert everything == pending | completed | closed
    assert [*everything] == [*ids.values()]
    for state in ("pending", "completed", "all"):
        refused = await sign_in("admin").post("/transfers/$search", json={"filter": {"state": state}})
        assert refused.status_code == 403
