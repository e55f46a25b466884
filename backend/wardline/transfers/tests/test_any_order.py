"""Whatever people do in whatever order, a transfer goes forward, and nothing that succeeded is lost.

Compared to a model of its own, which knows neither the policies nor the tables.
"""

from collections.abc import Awaitable, Callable
from copy import deepcopy
from dataclasses import dataclass, field
from datetime import timedelta
from functools import partial
from typing import Any, Final

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from conftest import RolledBackDatabase
from wardline.core import clock
from wardline.transfers.tests.handling import Case, Watch

RANK: Final = {None: 0, "requested": 1, "acknowledged": 2, "completed": 3}
PROVIDERS: Final = ("neuro", "neuro2")
COORDINATORS: Final = ("coordinator", "coordinator2")
Step = tuple[str, str]
"""Who does what; the latter are methods of the model."""


@dataclass
class Model:
    """What the specification says about one consult; `entries` are types, or kinds of updates, with their authors."""

    state: str | None = None
    closed: str | None = None
    assignee: str | None = None
    declined: list[str] = field(default_factory=list)
    consult: str = "open"
    is_discharged: bool = False
    entries: list[tuple[str, str]] = field(default_factory=list)

    def take(self, step: Step) -> str | None:
        """The code of the refusal, which changes nothing; None if the step succeeds."""
        who, name = step
        refused: str | None = getattr(self, name)(who)
        return refused

    def ask(self, who: str) -> str | None:
        if who not in PROVIDERS:
            return "forbidden"
        if self.consult == "cancelled":
            return "already_closed"
        if self.state is not None:
            return "transfer_exists"
        if self.is_discharged:
            return "patient_discharged"
        self.state = "requested"
        self.entries.append(("transfer", who))
        return None

    def acknowledge(self, who: str) -> str | None:
        refused = self._refused(who, COORDINATORS)
        if refused is None and self.state == "acknowledged":
            refused = "transfer_already_acknowledged"
        if refused is None:
            self.state, self.assignee = "acknowledged", who
            self.entries.append(("transfer-acknowledgement", who))
        return refused

    def complete(self, who: str) -> str | None:
        refused = self._refused(who, COORDINATORS)
        if refused is None and self.state == "requested":
            refused = "transfer_not_acknowledged"
        if refused is None and self.assignee != who:
            refused = "transfer_assigned"
        if refused is None:
            self.state = "completed"
            self.entries.append(("transfer-completion", who))
        return refused

    def decline(self, who: str, *, stale: bool = False) -> str | None:
        refused = self._refused(who, PROVIDERS + COORDINATORS)
        if refused is None and who in COORDINATORS and self.assignee not in {None, who}:
            refused = "transfer_assigned"
        if refused is None and stale:
            refused = "offer_changed"
        if refused is None:
            self.declined.append(who)
            self.entries.append(("transferDeclined", who))
        return refused

    def decline_too_late(self, who: str) -> str | None:
        return self.decline(who, stale=True)

    def end_consult(self, who: str, how: str) -> str | None:
        if self.consult != "open":
            return "already_closed"
        self.consult = how
        if how == "cancelled":
            self._close("consultCancelled", who)
        return None

    def cancel(self, who: str) -> str | None:
        return self.end_consult(who, "cancelled")

    def finish(self, who: str) -> str | None:
        return self.end_consult(who, "completed")

    def discharge(self, who: str) -> str | None:
        if not self.is_discharged:
            self.is_discharged = True
            self._close("patientDischarged", who)
        return None

    def _close(self, reason: str, who: str) -> None:
        if self.state in {"requested", "acknowledged"} and self.closed is None:
            self.closed = reason
            self.entries.append(("transferClosed", who))

    def _refused(self, who: str, people: tuple[str, ...]) -> str | None:
        if self.state is None:
            return "transfer_not_found"
        if who not in people:
            return "forbidden"
        if self.state == "completed":
            return "transfer_already_completed"
        return "transfer_closed" if self.closed is not None else None


class Run:
    """Steps about one consult, each compared to the model."""

    def __init__(self, case: Case, watch: Watch, ids: dict[str, int], encounter_id: str) -> None:
        self.case = case
        self.watch = watch
        self.model = Model()
        self._ids = ids
        self._encounter_id = encounter_id
        self._count = 0
        self._rows: dict[str, str] | None = None

    async def step(self, step: Step, *, twice: bool) -> None:
        """One step; `twice` sends it again, like a browser without a response."""
        clock.advance(timedelta(minutes=1))
        self._count += 1
        who, name = step
        path, body = self._request(who, name)
        send = partial(self.case.people[who].post, path, json=body, headers={"Idempotency-Key": f"press-{self._count}"})
        published, rank = len(self.watch.sent), RANK[self.model.state]
        if self._rows is None:
            self._rows = await self.watch.rows()
        expected = self.model.take(step)
        response = await send()
        refused = None if response.is_success else response.json()["code"]
        assert refused == expected, step
        if refused is not None:
            assert await self.watch.rows() == self._rows
            assert self.watch.sent[published:] == []
            return
        self._rows = None
        if name == "ask":
            self.case.transfer_id = response.json()["id"]
        await self._look()
        assert RANK[self.model.state] - rank in {0, 1}
        if twice:
            async with self.watch.nothing_changes():
                repeated = await send()
            assert (repeated.status_code, repeated.json()) == (response.status_code, response.json())

    def _request(self, who: str, name: str) -> tuple[str, Any]:
        """The path and the body with which this person takes this step now."""
        consult = self.case.path
        transfer = f"{consult}/transfers/{self.case.transfer_id or self.case.consult_id}"
        current = len(self.model.declined) + 1
        by_flag = {"cancel": True} if who == "nurse" else {"completeType": "Cancelled"}
        return {
            "ask": (f"{consult}/transfer", self.case.form()),
            "acknowledge": (f"{transfer}/acknowledge", None),
            "complete": (f"{transfer}/complete", None),
            "decline": (f"{transfer}/decline", self.case.offer(current)),
            "decline_too_late": (f"{transfer}/decline", self.case.offer(current - 1 or current + 1)),
            "cancel": (f"{consult}/complete", {"cancellationReason": "Requested twice", **by_flag}),
            "finish": (f"{consult}/complete", {"completeType": "video", "callLength": 12}),
            "discharge": (f"/otg/{self._encounter_id}/$discharge", None),
        }[name]

    async def _look(self) -> None:
        """Everything that succeeded is in the transfer and on the timeline, and nothing else is."""
        model, transfer = self.model, await self.case.transfer()
        if transfer is None:
            assert model.state is None
        else:
            named = [transfer[name] and transfer[name]["username"] for name in ("assignee", "acknowledgedBy")]
            found = [transfer["id"], transfer["state"], transfer["closedReason"], *named]
            assert found == [self.case.transfer_id, model.state, model.closed, model.assignee, model.assignee]
            declined = [(offer["number"], offer["declinedBy"]["username"]) for offer in transfer["declinedOffers"]]
            assert declined == [*enumerate(model.declined, start=1)]
        entries = (await self.case.nurse.get(f"{self.case.path}/updates")).json()
        shown = [(entry["kind"] or entry["taskType"], entry["author"]["id"]) for entry in reversed(entries)]
        about_transfer = [entry for entry in shown if entry[0].startswith("transfer")]
        assert about_transfer == [(kind, self._ids[who]) for kind, who in model.entries]


STEPS: Final[tuple[Step, ...]] = (
    *((who, "ask") for who in (*PROVIDERS, "coordinator")),
    *((who, step) for who in COORDINATORS for step in ("acknowledge", "complete")),
    *((who, "decline") for who in (*PROVIDERS, *COORDINATORS, "nurse")),
    *((who, "decline_too_late") for who in ("neuro2", "coordinator2")),
    *((who, "cancel") for who in ("nurse", "neuro")),
    *((who, "discharge") for who in ("nurse", "neuro")),
    ("neuro2", "finish"),
    ("neuro", "acknowledge"),
)
"""Two people for each step, and some who may not take it."""
ENDING: Final = {"cancel", "discharge"}


@st.composite
def orders(draw: st.DrawFn) -> list[Step]:
    """Half of the steps are possible ones that end nothing, so that everything is tried in every state."""
    model, steps = Model(), list[Step]()
    for _ in range(draw(st.integers(6, 12))):
        possible = [step for step in STEPS if step[1] not in ENDING and deepcopy(model).take(step) is None]
        name = draw(st.sampled_from(sorted({name for _, name in possible}) or ["ask"]))
        forward = [step for step in possible if step[1] == name] or list(STEPS)
        step = draw(st.sampled_from(forward if draw(st.booleans()) else STEPS))
        model.take(step)
        steps.append(step)
    return steps


PRESSES: Final = st.sets(st.integers(0, 11), max_size=3)
"""Which steps are sent twice."""
_COMMON: Final = settings(deadline=None, suppress_health_check=list(HealthCheck))


@pytest.fixture
async def run_of(case: Case, watch: Watch, database: RolledBackDatabase) -> Callable[..., Awaitable[Model]]:
    """Runs steps on a consult, and undoes them."""
    ids = {name: (await case.person(name))["id"] for name in case.people}
    encounter_id = (await case.consult())["Encounter"]["id"]

    async def take(steps: list[Step], twice: set[int]) -> Model:
        savepoint = await database.connection.begin_nested()
        case.transfer_id = ""
        run = Run(case, watch, ids, encounter_id)
        try:
            with clock.clock_at(clock.now()):
                for number, step in enumerate(steps):
                    await run.step(step, twice=number in twice)
        finally:
            await savepoint.rollback()
        return run.model

    return take


TO_THE_END: Final[list[Step]] = [
    ("neuro", "ask"),
    ("neuro2", "ask"),
    ("coordinator2", "complete"),
    ("coordinator", "acknowledge"),
    ("coordinator2", "acknowledge"),
    ("coordinator2", "complete"),
    ("coordinator", "complete"),
    ("coordinator2", "complete"),
    ("nurse", "cancel"),
    ("neuro", "discharge"),
]
CUT_SHORT: Final[list[Step]] = [
    ("neuro", "ask"),
    ("neuro2", "decline"),
    ("coordinator2", "decline_too_late"),
    ("coordinator2", "acknowledge"),
    ("coordinator", "decline"),
    ("nurse", "discharge"),
    ("neuro", "cancel"),
    ("coordinator2", "complete"),
    ("neuro2", "decline"),
    ("neuro2", "ask"),
]
TOO_LATE: Final[list[Step]] = [
    ("neuro2", "finish"),
    ("nurse", "discharge"),
    ("neuro", "ask"),
    ("nurse", "cancel"),
    ("coordinator", "acknowledge"),
]


@pytest.mark.req("TRF-08", "TRF-09", "TRF-10", "TRF-12", "TRF-13")
@example(steps=TO_THE_END, twice={0, 3, 6, 8})
@example(steps=CUT_SHORT, twice={1, 5})
@example(steps=TOO_LATE, twice={1})
@settings(_COMMON, max_examples=6, derandomize=True, database=None)
@given(steps=orders(), twice=PRESSES)
async def test_any_order_of_steps_agrees_with_the_model(
    run_of: Callable[..., Awaitable[Model]], steps: list[Step], twice: set[int]
) -> None:
    await run_of(steps, twice)


@pytest.mark.soak
@settings(_COMMON, max_examples=500, print_blob=True)
@given(steps=orders(), twice=PRESSES)
async def test_any_order_of_steps_agrees_with_the_model_soak(
    run_of: Callable[..., Awaitable[Model]], steps: list[Step], twice: set[int]
) -> None:
    await run_of(steps, twice)
