"""A day of requests, during which the worker is killed again and again: everyone is paged in time, once."""

import asyncio
import random
from collections import Counter
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, nullcontext
from dataclasses import dataclass
from datetime import datetime, timedelta
from http import HTTPStatus
from pathlib import Path
from typing import Any, Final, LiteralString

import httpx
import psycopg
import pytest
from bodies import Bodies

from conftest import NOON
from wardline.core import clock

from .conftest import TIMEOUT_SECONDS, connect, go_on_call
from .crowds import GetClient
from .paging_workers import Contact, Workers, give_contacts, paging_workers
from .warm_python import WarmPython

pytestmark = pytest.mark.usefixtures("noon")

LINE: Final = "tele-stroke"
PRIMARY, SECOND, COORDINATOR = "neuro", "neuro2", "coordinator"
CONTACTS: Final = {
    PRIMARY: Contact("text", "(555) 010-0171", 0),
    SECOND: Contact("call", "(555) 010-0172", 60),
    COORDINATOR: Contact("text", "(555) 010-0173", 0),
}
UNVERIFIED: Final = Contact("call", "(555) 010-0199", 60)
"""The number that the primary gives at check-in, which is called after their contact."""
BACKUP: Final = "(555) 010-0100"
PLAN: Final = {
    0: [PRIMARY],
    3: [SECOND],
    6: [COORDINATOR],
    **{minute: [PRIMARY, SECOND, COORDINATOR] for minute in (8, 10, 12, 14)},
    16: [BACKUP],
}
"""Whom a critical request pages in the standard policy, by minutes."""
AFTER_ACKNOWLEDGMENT: Final = {5: [PRIMARY], 10: [COORDINATOR]}
"""The same where nothing happens after the primary has acknowledged it."""
ENDINGS: Final = ("acknowledged", "completed", "cancelled", "ignored")
IGNORED_MINUTES: Final = 19
"""After which an ignored request is cancelled: once the backup number was called, before it is called again.

If several requests are due in one minute, its calls follow each other by half a minute.
"""
_UNDONE: Final = (
    "select from escalations where ended_at is null and next_at <= %(now)s"
    " union all select from notices"
    " where delivery_id is null and withdrawn_at is null and channel <> 'screen' and due_at <= %(now)s"
    " union all select from deliveries where state = 'waiting' and attempt_count = 0"
)
MAX_KILL_SECONDS: Final = 0.15
"""The longest time from a change of the clock to a kill."""

Expected = tuple[str, datetime, str, str, bool]
"""The consult, when, who, the channel, and whether it was to be sent before the end."""


@dataclass
class Story:
    """A request, and how it ends: at `ends_at` it is acknowledged or cancelled, if only after having been ignored."""

    ending: str
    asked_at: datetime
    ends_at: datetime
    consult_id: str = ""

    @property
    def done_at(self) -> datetime:
        """When whoever acknowledged it completes it, in the story in which they do."""
        return self.ends_at + timedelta(minutes=1)

    def expected(self) -> Iterator[Expected]:
        for minute, people in PLAN.items():
            at = self.asked_at + timedelta(minutes=minute)
            if at < self.ends_at:
                for who in people:
                    yield from self._notices(at, who)
        if self.ending == "acknowledged":
            for minute, people in AFTER_ACKNOWLEDGMENT.items():
                for who in people:
                    yield from self._notices(self.ends_at + timedelta(minutes=minute), who, is_safe=True)

    def _notices(self, at: datetime, who: str, *, is_safe: bool = False) -> Iterator[Expected]:
        if who == BACKUP:
            yield self.consult_id, at, BACKUP, "call", True
            return
        yield self.consult_id, at, who, "screen", False
        for contact in contacts_of(who):
            is_sent = is_safe or at + timedelta(seconds=contact.delay) < self.ends_at
            yield self.consult_id, at, who, contact.kind, is_sent


def contacts_of(who: str) -> list[Contact]:
    """Where this person is told; the backup number is nobody's contact."""
    verified = [CONTACTS[who]] if who in CONTACTS else []
    return [*verified, UNVERIFIED] if who == PRIMARY else verified


def make_stories(count: int, hours: float, rng: random.Random) -> list[Story]:
    stories = []
    for number in range(count):
        asked_at = NOON + timedelta(minutes=rng.randrange(int(hours * 60)))
        ending = ENDINGS[number % len(ENDINGS)]
        minutes = IGNORED_MINUTES if ending == "ignored" else rng.randrange(15)
        # No answer coincides with a step.
        stories.append(Story(ending, asked_at, asked_at + timedelta(minutes=minutes, seconds=30)))
    return stories


def moments(stories: Sequence[Story]) -> list[datetime]:
    """Whenever anything is to happen."""
    found: set[datetime] = set()
    for story in stories:
        found |= {story.asked_at, story.ends_at, story.done_at}
        for _, at, who, _, _ in story.expected():
            found |= {at, *(at + timedelta(seconds=contact.delay) for contact in contacts_of(who))}
    return sorted(found)


def busy_moments(stories: Sequence[Story]) -> list[datetime]:
    """Whenever the worker moves, and sends at once."""
    return sorted({at for story in stories for _, at, _, channel, _ in story.expected() if channel == "text"})


@dataclass
class Day:
    """The simulated day: the clock of this process and of the worker, and the people who ask and answer."""

    workers: Workers
    clock_file: Path
    nurse: httpx.AsyncClient
    neuro: httpx.AsyncClient
    bodies: Bodies
    owner: psycopg.AsyncConnection[Any]
    rng: random.Random

    def set_clock(self, at: datetime) -> None:
        clock.advance(at - clock.now())
        new = self.clock_file.with_suffix(".new")
        new.write_text(at.isoformat())
        new.replace(self.clock_file)

    def start_worker(self) -> None:
        self.workers.start(self.clock_file)

    @asynccontextmanager
    async def killing(self, number: int) -> AsyncIterator[None]:
        """Kill the worker while it does what is due in this block: before a commit, a response, or at any time."""
        match number % 3:
            case 0:
                async with self.workers.killing_in_mid_move():
                    yield
            case 1:
                async with self.workers.killing_while_sending(1):
                    yield
            case _:
                yield
                await asyncio.sleep(self.rng.uniform(0, MAX_KILL_SECONDS))
                self.workers.kill()
        await self.workers.forget_dead()
        self.start_worker()

    async def act(self, stories: Sequence[Story]) -> None:
        """Do what people do now."""
        now = clock.now()
        for story in stories:
            if story.asked_at == now:
                story.consult_id = await self.bodies.create(self.nurse, LINE)
            if story.ends_at == now and story.ending in {"acknowledged", "completed"}:
                await self._post(self.neuro, f"/consults/{story.consult_id}/acknowledge")
            if story.ends_at == now and story.ending in {"cancelled", "ignored"}:
                body = {"completeType": "cancelled", "cancellationReason": "Patient discharged"}
                await self._post(self.neuro, f"/consults/{story.consult_id}/complete", body)
            if story.done_at == now and story.ending == "completed":
                await self._post(self.neuro, f"/consults/{story.consult_id}/complete", {"completeType": "video"})

    async def _post(self, client: httpx.AsyncClient, path: str, body: dict[str, Any] | None = None) -> None:
        """As a browser does, again if the server is busy with the same record."""
        async with asyncio.timeout(TIMEOUT_SECONDS):
            while (response := await client.post(path, json=body)).status_code == HTTPStatus.SERVICE_UNAVAILABLE:
                await asyncio.sleep(0.1)
        assert response.is_success, response.text

    async def until_worked_off(self) -> None:
        """Until all that is due is stored, and was tried to be sent."""
        async with asyncio.timeout(TIMEOUT_SECONDS):
            while await self.rows(_UNDONE, now=clock.now()):
                await asyncio.sleep(0.01)

    async def until_sent(self) -> None:
        """Until all has been sent that nobody withdrew."""
        self.workers.phone.is_faulty = False
        async with asyncio.timeout(2 * TIMEOUT_SECONDS):
            while await self.rows("select from deliveries where state = 'waiting'"):
                await self.workers.retry_now()
                await asyncio.sleep(0.5)

    async def rows(self, statement: LiteralString, **parameters: Any) -> list[tuple[Any, ...]]:
        return await (await self.owner.execute(statement, parameters)).fetchall()


@pytest.mark.req("NOTIF-13")
async def test_everyone_is_paged_in_time_and_once_although_the_worker_is_killed(
    warm_python: WarmPython, cloned: tuple[str, str], tmp_path: Path, as_user: GetClient, bodies: Bodies
) -> None:
    await live_through(warm_python, cloned, tmp_path, as_user, bodies, requests=6, hours=0.1, kills=4, seed=1)


@pytest.mark.soak
async def test_a_day_of_a_thousand_requests_with_a_hundred_kills(
    warm_python: WarmPython, cloned: tuple[str, str], tmp_path: Path, as_user: GetClient, bodies: Bodies
) -> None:
    await live_through(warm_python, cloned, tmp_path, as_user, bodies, requests=1000, hours=24, kills=100, seed=2)


async def live_through(
    warm: WarmPython,
    urls: tuple[str, str],
    folder: Path,
    as_user: GetClient,
    bodies: Bodies,
    *,
    requests: int,
    hours: float,
    kills: int,
    seed: int,
) -> None:
    rng = random.Random(seed)  # noqa: S311 - a fixed seed is intentional
    stories = make_stories(requests, hours, rng)
    all_moments = moments(stories)
    killed_at = {moment: number for number, moment in enumerate(sorted(rng.sample(busy_moments(stories), kills)))}
    await give_contacts(urls[1], CONTACTS)
    async with (
        paging_workers(warm, urls, folder, rng) as workers,
        await connect(urls[1]) as owner,
        as_user("nurse") as nurse,
        as_user(PRIMARY) as neuro,
        as_user(SECOND) as neuro2,
    ):
        day = Day(workers, folder / "clock", nurse, neuro, bodies, owner, rng)
        day.set_clock(NOON)
        await go_on_call(neuro, LINE, phone_number=UNVERIFIED.number)
        await go_on_call(neuro2, LINE, primary=False, phone_number=CONTACTS[SECOND].number)
        day.start_worker()
        for moment in all_moments:
            async with day.killing(killed_at[moment]) if moment in killed_at else nullcontext():
                day.set_clock(moment)
                await day.act(stories)
            await day.until_worked_off()
        await day.until_sent()
        await check(day, stories)


async def check(day: Day, stories: Sequence[Story]) -> None:
    stored = await day.rows(
        "select consult_id::text, queued_at, coalesce(username, notices.phone_number), channel, delivery_id is not null"
        " from notices join escalations on escalations.id = escalation_id left join users on users.id = user_id"
    )
    assert Counter(stored) == Counter(notice for story in stories for notice in story.expected())
    begun_too_late = await day.rows(
        "select escalations.id from delivery_attempts join notices using (delivery_id)"
        " join escalations on escalations.id = escalation_id where began_at > escalations.ended_at"
    )
    assert begun_too_late == []
    assert await day.rows("select task_name from procrastinate_jobs where status = 'failed'") == []
    await check_sent(day)


async def check_sent(day: Day) -> None:
    """The provider saw each notice under one reference, perhaps repeatedly, and no more often than it was tried."""
    tried = {
        reference: (number, consult_id, attempts)
        for reference, number, consult_id, attempts in await day.rows(
            "select reference, coalesce(address, notices.phone_number), consult_id::text, attempt_count"
            " from deliveries join notices on notices.delivery_id = deliveries.id"
            " join escalations on escalations.id = escalation_id left join contacts on contacts.id = contact_id"
        )
    }
    copies = Counter(item.reference for item in day.workers.phone.items)
    for item in set(day.workers.phone.items):
        number, consult_id, attempts = tried[item.reference]
        assert item.number == number
        assert item.text == "" or consult_id in item.text
        assert 1 <= copies[item.reference] <= attempts
    accepted = {
        reference
        for (reference,) in await day.rows("select reference from deliveries where state in ('sending', 'delivered')")
    }
    assert accepted <= set(copies)
