"""A faulty fax provider, which loses responses and callbacks, and what must hold for every fax."""

import asyncio
import base64
import hashlib
import random
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from typing import Any, Final

import httpx
import psycopg
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from wardline.core.http.client import HttpClient
from wardline.ehr.tests.serving import Stage
from wardline.fax.tests.account import API_KEY, CONNECTION_ID, PUBLIC_KEY, SENDER, callback, signed
from wardline.fax.tests.provider import Handler, Provider, problem, truncated
from wardline.signoff.faxing import MAYBE_SENT

ARRIVES: Final = "(555) 010-0121"
BUSY: Final = "(555) 010-0122"
"""Busy for the first attempt; the second goes through."""
UNLISTED: Final = "(555) 010-0123"
"""The provider does not list faxes to this number, so a fax whose response was lost cannot be recognized."""
NUMBERS: Final = (ARRIVES, BUSY, UNLISTED)
CALLBACKS: Final = (0, 0, 1, 2)
"""How many times the result of a fax may be sent back."""


class NoResponseUntil(Response):
    """Sends nothing until the caller disconnects or `released` is set, then a truncated response."""

    def __init__(self, released: asyncio.Event) -> None:
        super().__init__()
        self._released = released

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        waiting = [asyncio.create_task(end) for end in (self._released.wait(), _disconnected(receive))]
        await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        for task in waiting:
            task.cancel()
        await truncated()(scope, receive, send)


async def _disconnected(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


class FaultyFaxProvider(Provider):
    """Accepts faxes at random, and sends their results back once, twice or never."""

    def __init__(self, rng: random.Random) -> None:
        super().__init__()
        self._rng = rng
        self._released = asyncio.Event()
        self.unlisted = {_e164(UNLISTED)}

    def choose_fault(self) -> None:
        """Choose a random fault, or none, from now on."""
        instead: dict[str, Handler] = {}
        after: dict[str, Handler] = {}
        self._released.set()
        released = self._released = asyncio.Event()
        match self._rng.randrange(9):
            case 0:
                instead["send"] = lambda: problem(503)
            case 1:
                instead["list"] = lambda: problem(503)
            case 2:
                instead["view"] = lambda: problem(503)
            case 3:
                after["send"] = truncated
            case 4:
                after["send"] = lambda: problem(500)
            case 5 | 6:
                after["send"] = lambda: NoResponseUntil(released)
        self.instead, self.after = instead, after

    def stop_faults(self) -> None:
        self._released.set()
        self.instead, self.after = {}, {}

    async def send_callbacks(self) -> None:
        async with HttpClient() as http:
            while True:
                await asyncio.sleep(self._rng.uniform(0, 0.2))
                for fax in [fax for fax in self.faxes if fax["status"] == "queued"]:
                    await self._send_callback(http, fax)

    async def _send_callback(self, http: httpx.AsyncClient, fax: dict[str, Any]) -> None:
        known = [other["status"] for other in self.faxes if other["client_state"] == fax["client_state"]]
        busy = fax["to"] == _e164(BUSY) and "failed" not in known
        fax.update({"status": "failed", "failure_reason": "user_busy"} if busy else {"status": "delivered"})
        body = callback(f"fax.{fax['status']}", fax["id"], failure_reason=fax.get("failure_reason"))
        for _ in range(self._rng.choice(CALLBACKS)):
            with suppress(httpx.TransportError):
                await http.post(fax["webhook_url"], content=body, headers=signed(body))

    def copies(self, reference: str) -> list[dict[str, Any]]:
        """The faxes accepted under this reference."""
        client_state = base64.b64encode(reference.encode()).decode()
        return [fax for fax in self.faxes if fax["client_state"] == client_state]


@dataclass(frozen=True)
class StoredFax:
    """A fax in the database: `unconfirmed` of its attempts ended without a response from the provider."""

    consult_id: str
    version: int
    number: str
    reason: str | None
    reference: str
    sha256: str
    unconfirmed: int


@asynccontextmanager
async def faulty_fax_provider(rng: random.Random) -> AsyncIterator[tuple[FaultyFaxProvider, dict[str, str]]]:
    """The provider, and the settings of an installation that uses it."""
    provider, stage = FaultyFaxProvider(rng), Stage()
    stage.app = provider.app
    async with stage.open():
        sending = asyncio.create_task(provider.send_callbacks())
        yield (
            provider,
            {
                "WARDLINE_FAX_API_KEY": API_KEY,
                "WARDLINE_FAX_CONNECTION_ID": CONNECTION_ID,
                "WARDLINE_FAX_FROM": SENDER,
                "WARDLINE_FAX_PUBLIC_KEY": PUBLIC_KEY,
                "WARDLINE_FAX_URL": f"{stage.origin}/v2",
            },
        )
        provider.stop_faults()
        assert not sending.done()
        sending.cancel()
        await asyncio.gather(sending, return_exceptions=True)


async def stored_faxes(owner: psycopg.AsyncConnection) -> list[StoredFax]:
    rows = await owner.execute(
        "select s.consult_id::text, s.version, v.content ->> 'faxNumber', d.reason, d.reference, p.sha256,"
        " (select count(*) from delivery_attempts a"
        "  where a.delivery_id = d.id and coalesce(a.state, 'waiting') = 'waiting')"
        " from deliveries d join sign_off_deliveries s on s.delivery_id = d.id"
        " join sign_off_versions v using (consult_id, version)"
        " join sign_off_documents p on p.consult_id = v.consult_id and p.version = (v.content ->> 'version')::int"
        " where d.channel = 'fax' order by d.id"
    )
    return [StoredFax(*row) for row in await rows.fetchall()]


def check_faxed(provider: FaultyFaxProvider, faxes: Sequence[StoredFax], states: dict[tuple[str, int], str]) -> None:
    """Check all faxes; `states` has the reported state of each, by consult and version.

    Each was sent complete and only to its number, unless its note had been marked in error. None was delivered twice,
    except to the unlisted number, which may get one more copy for each lost response.
    """
    assert {(fax.consult_id, fax.version) for fax in faxes} == set(states)
    assert sum(len(provider.copies(fax.reference)) for fax in faxes) == len(provider.faxes)
    for fax in faxes:
        copies = provider.copies(fax.reference)
        for copy in copies:
            assert copy["to"] == _e164(fax.number)
            assert hashlib.sha256(copy["contents"]).hexdigest() == fax.sha256
        delivered = [copy for copy in copies if copy["status"] == "delivered"]
        state = states[fax.consult_id, fax.version]
        if (fax.reason or "").startswith(MAYBE_SENT):
            assert state == "Failed", fax
            assert fax.number == UNLISTED or delivered == [], fax
            continue
        assert state == ("Sent" if delivered else "Failed"), fax
        if fax.reason == "marked in error":
            assert copies == [], fax
        elif fax.number == UNLISTED:
            assert 1 <= len(copies) <= 1 + fax.unconfirmed, fax
        else:
            assert len(copies) >= 1, fax
            assert len(delivered) <= 1, fax


def _e164(number: str) -> str:
    return "+1" + "".join(character for character in number if character.isdigit())
