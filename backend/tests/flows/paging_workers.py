"""Worker processes that page people through a faulty phone provider."""

import asyncio
import os
import random
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, NamedTuple
from urllib.parse import parse_qs, urlsplit

from starlette.requests import Request
from starlette.responses import Response

from wardline.ehr.tests.serving import Stage
from wardline.fax.tests.account import PUBLIC_KEY
from wardline.fax.tests.provider import truncated
from wardline.telephony.telnyx_callbacks import REFERENCE_PARAM
from wardline.telephony.tests.account import API_KEY, CONNECTION_ID, SENDER
from wardline.telephony.tests.provider import Provider, problem
from wardline.telnyx.exchange import reference_in, us_number

from .conftest import TIMEOUT_SECONDS, connect
from .warm_python import WarmProcess, WarmPython

PROGRAM: Final = Path(__file__).parent / "paging_worker.py"
HOLD: Final = 4712
_HOLD_MOVES: Final = f"""
create function hold() returns trigger language plpgsql as $$
begin perform pg_advisory_xact_lock_shared({HOLD}); return null; end $$;
create trigger hold before insert on notices for each statement execute function hold()
"""
_HELD: Final = """
select count(*) from pg_locks join pg_database on pg_database.oid = database
where datname = current_database() and locktype = 'advisory' and objid = %s and not granted
"""
_RETRY_NOW: Final = "update procrastinate_jobs set scheduled_at = null where status = 'todo' and scheduled_at > now()"
_ADD_CONTACT: Final = """
insert into contacts (user_id, kind, address, label, position, delay_seconds, created_at, verified_at)
select id, %(kind)s, %(number)s, 'Phone', 0, %(delay)s, now(), now() from users where username = %(who)s
"""


class Contact(NamedTuple):
    """`delay` is in seconds."""

    kind: str
    number: str
    delay: int


async def give_contacts(owner_url: str, contacts: Mapping[str, Contact]) -> None:
    """The only contacts, one for each of these users."""
    async with await connect(owner_url) as owner:
        await owner.execute("delete from contacts")
        for who, contact in contacts.items():
            await owner.execute(_ADD_CONTACT, {"who": who, **contact._asdict()})


class Item(NamedTuple):
    """A text or a call that the provider was asked for; a call has no text."""

    number: str
    text: str
    reference: str


class FaultyPhone(Provider):
    """Refuses some requests for a moment, and loses some of its responses. `gate` holds back responses."""

    def __init__(self, rng: random.Random) -> None:
        super().__init__()
        self._rng = rng
        self.items: list[Item] = []
        self.is_faulty = True
        self.gate = asyncio.Event()
        self.gate.set()

    async def _send(self, request: Request) -> Response:
        sent = await request.json()
        (reference,) = parse_qs(urlsplit(sent["webhook_url"]).query)[REFERENCE_PARAM]
        return await self._take(Item(_number(sent), sent["text"], reference), await super()._send(request))

    async def _dial(self, request: Request) -> Response:
        placed = await request.json()
        item = Item(_number(placed), "", reference_in(placed["client_state"]) or "")
        return await self._take(item, await super()._dial(request))

    async def _take(self, item: Item, response: Response) -> Response:
        chance = self._rng.random() if self.is_faulty else 1
        if chance < 0.1:
            return problem(503)
        await asyncio.sleep(self._rng.uniform(0, 0.01))
        self.items.append(item)
        await self.gate.wait()
        await asyncio.sleep(self._rng.uniform(0, 0.01))
        return truncated() if chance < 0.2 else response

    def _message(self, message: dict[str, Any]) -> Response:
        return super()._message({**message, "status": "delivered"})


def _number(item: Mapping[str, Any]) -> str:
    return us_number(item["to"]) or ""


@dataclass
class Workers:
    """Starts and kills workers; `environment` is their database's and the phone provider's."""

    warm: WarmPython
    owner_url: str
    environment: Mapping[str, str]
    phone: FaultyPhone
    running: list[WarmProcess] = field(default_factory=list)

    def start(self, clock_file: Path | None = None) -> None:
        arguments = [] if clock_file is None else [str(clock_file)]
        self.running.append(self.warm.start(*arguments, environment=self.environment, program=PROGRAM))

    def kill(self) -> None:
        """Kill the one that has run for longest, like a power failure."""
        worker = self.running.pop(0)
        worker.kill()
        worker.wait()

    @asynccontextmanager
    async def killing_in_mid_move(self) -> AsyncIterator[None]:
        """Kill one before it commits moves that become due in this block, while all of them are moving something."""
        async with await connect(self.owner_url) as owner, asyncio.timeout(TIMEOUT_SECONDS):
            await owner.execute("select pg_advisory_lock(%s)", [HOLD])
            yield
            while await (await owner.execute(_HELD, [HOLD])).fetchone() != (len(self.running),):
                await asyncio.sleep(0.01)
            self.kill()

    @asynccontextmanager
    async def killing_while_sending(self, requests: int) -> AsyncIterator[None]:
        """Kill one while so many requests of theirs, about what becomes due in this block, are not answered."""
        phone, before = self.phone, len(self.phone.items)
        phone.gate.clear()
        async with asyncio.timeout(TIMEOUT_SECONDS):
            yield
            while len(phone.items) < before + requests:
                await asyncio.sleep(0.01)
        self.kill()
        phone.gate.set()

    async def forget_dead(self) -> None:
        """Pretend that so much time has passed that dead workers are known to be dead."""
        async with await connect(self.owner_url) as owner:
            await owner.execute("update procrastinate_workers set last_heartbeat = now() - interval '1 hour'")
        await self.retry_now()

    async def retry_now(self) -> None:
        """Pretend that the pause before each retry is over."""
        async with await connect(self.owner_url) as owner:
            await owner.execute(_RETRY_NOW)


@asynccontextmanager
async def paging_workers(
    warm: WarmPython, urls: tuple[str, str], data_dir: Path, rng: random.Random
) -> AsyncIterator[Workers]:
    """Workers on this database, which end with the block."""
    phone, stage = FaultyPhone(rng), Stage()
    stage.app = phone.app
    async with stage.open():
        async with await connect(urls[1]) as owner:
            await owner.execute(_HOLD_MOVES)
        environment = {
            **os.environ,
            "WARDLINE_DATABASE_URL": urls[0],
            "WARDLINE_DATA_DIR": str(data_dir),
            "WARDLINE_BACKUP_NUMBER": "(555) 010-0100",
            "WARDLINE_PHONE_API_KEY": API_KEY,
            "WARDLINE_PHONE_CONNECTION_ID": CONNECTION_ID,
            "WARDLINE_PHONE_FROM": SENDER,
            "WARDLINE_PHONE_PUBLIC_KEY": PUBLIC_KEY,
            "WARDLINE_PHONE_URL": f"{stage.origin}/v2",
        }
        workers = Workers(warm, urls[1], environment, phone)
        try:
            yield workers
        finally:
            phone.gate.set()
            while workers.running:
                workers.kill()
