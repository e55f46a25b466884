"""A user with contacts, the providers that reach them, and the jobs that send."""

import re
from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any, Final

import httpx
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from wardline.contacts.service import reachable_contacts
from wardline.core.jobs.context import JobContext
from wardline.core.retries import Retry
from wardline.mail.contract import MailRefused
from wardline.outbox.jobs import send_urgent_lane
from wardline.telephony.contract import (
    CallAnswered,
    PhoneDelayed,
    PhoneEvent,
    PhoneOutcome,
    PhoneRefused,
    TextReceived,
)
from wardline.telephony.listeners import handle
from wardline.webpush.tests.push_service import Browser, PushService

NUMBER: Final = "(555) 010-0142"
_CODE: Final = re.compile(r"\b[0-9]{6}\b")


class FakePhone:
    """A `PhoneProvider` that keeps what it is given. `failing` is raised, instead or, if it is a delay, afterwards."""

    def __init__(self) -> None:
        self.texts: list[tuple[str, str, str]] = []
        self.calls: list[tuple[str, str]] = []
        self.said: list[str] = []
        self.failing: PhoneRefused | PhoneDelayed | None = None

    async def send_text(self, number: str, text: str, reference: str) -> str:
        if isinstance(self.failing, PhoneRefused):
            raise self.failing
        self.texts.append((number, text, reference))
        if self.failing is not None:
            raise self.failing
        return f"text-{len(self.texts)}"

    async def place_call(self, number: str, reference: str) -> str:
        if self.failing is not None:
            raise self.failing
        self.calls.append((number, reference))
        return f"call-{len(self.calls)}"

    async def say(self, call_id: str, text: str, *, then_listen: bool, reference: str) -> None:  # noqa: ARG002
        assert not then_listen
        self.said.append(text)
        if self.failing is not None:
            raise self.failing

    async def hang_up(self, call_id: str, *, reference: str | None) -> None:
        pass

    async def check_text(self, message_id: str) -> PhoneOutcome | None:  # noqa: ARG002
        return None

    async def check_call(self, call_id: str) -> PhoneOutcome | None:  # noqa: ARG002
        return None

    def read_callback(self, headers: Mapping[str, str], body: bytes) -> PhoneEvent | None:  # noqa: ARG002
        return None

    async def aclose(self) -> None:
        pass

    @property
    def last_code(self) -> str:
        """The code in the last text message."""
        (code,) = _CODE.findall(self.texts[-1][1])
        return str(code)


class FakeMail:
    def __init__(self) -> None:
        self.sent: list[tuple[str, str, str]] = []
        self.failing: MailRefused | None = None

    async def send(self, address: str, subject: str, text: str, reference: str) -> None:  # noqa: ARG002
        if self.failing is not None:
            raise self.failing
        self.sent.append((address, subject, text))

    async def aclose(self) -> None:
        pass


class Owner:
    """`browser` is the service worker, which is not signed in."""

    def __init__(
        self, http: httpx.AsyncClient, browser: httpx.AsyncClient, context: JobContext, providers: SimpleNamespace
    ) -> None:
        self.http = http
        self.browser = browser
        self.context = context
        self.phone: FakePhone = providers.phone
        self.mail: FakeMail = providers.mail

    async def add(self, kind: str, **fields: Any) -> int:
        response = await self.http.post("/contacts", json=body(kind, **fields))
        assert response.status_code == 201, response.text
        contact_id: int = response.json()["id"]
        return contact_id

    async def add_push(self, service: PushService, **fields: Any) -> tuple[int, Browser]:
        listed = (await self.http.get("/contacts")).json()
        browser = service.subscribe(listed["pushKey"])
        return await self.add("push", subscription=browser.subscription, **fields), browser

    async def add_verified_text(self, **fields: Any) -> int:
        contact_id = await self.add("text", **fields)
        await self.deliver()
        assert await self.verify(contact_id, self.phone.last_code) == "verified"
        return contact_id

    async def verify(self, contact_id: int, code: str) -> str:
        response = await self.http.put(f"/contacts/{contact_id}/verification", json={"code": code})
        assert response.status_code == 200, response.text
        result: str = response.json()["result"]
        return result

    async def contacts(self) -> list[dict[str, Any]]:
        response = await self.http.get("/contacts")
        assert response.status_code == 200, response.text
        contacts: list[dict[str, Any]] = response.json()["contacts"]
        return contacts

    async def state_of_tests(self) -> list[tuple[str, str | None]]:
        tests = [contact["lastTest"] for contact in await self.contacts()]
        return [(test["state"], test["reason"]) for test in tests if test is not None]

    async def report(self, receipt: str, event: str = "delivered") -> None:
        response = await self.browser.post("/push-receipts", json={"receipt": receipt, "event": event})
        assert (response.status_code, response.content) == (204, b"")

    async def deliver(self) -> None:
        """Run the jobs of all lanes that are not finished."""
        async with self.context.database.session() as session:
            waiting = text("select lane, receiver from deliveries where state in ('waiting', 'sending') order by id")
            lanes = [tuple(row) for row in await session.execute(waiting)]
        for lane, receiver in lanes:
            try:
                await send_urgent_lane(self.context, lane, receiver)
            except Retry:
                continue

    async def answer(self, call_id: str) -> None:
        """Whoever has the phone answers this call."""
        _, reference = self.phone.calls[int(call_id.removeprefix("call-")) - 1]
        assert await self.phone_says(CallAnswered(call_id=call_id, reference=reference))

    async def phone_says(self, event: PhoneEvent) -> bool:
        return await handle(self.context.database, self.phone, event)

    async def text_from(self, number: str, words: str) -> bool:
        return await self.phone_says(TextReceived(message_id="in-1", number=number, words=words))

    async def outcome(self, kind: str, item_id: str, *, refusal: str | None = None) -> bool:
        return await self.phone_says(PhoneOutcome(kind, item_id, delivered=refusal is None, refusal=refusal))


def body(kind: str, **fields: Any) -> dict[str, Any]:
    """What adds a contact of this kind."""
    address = {
        "text": {"phoneNumber": NUMBER},
        "call": {"phoneNumber": NUMBER},
        "email": {"emailAddress": "p.sych@hospital.example"},
    }
    return {"kind": kind, "label": kind.title(), "delaySeconds": 0} | address.get(kind, {}) | fields


async def is_reachable(session: AsyncSession, user_id: int) -> bool:
    """Whether the user can be paged outside the application."""
    return bool((await reachable_contacts(session, [user_id]))[user_id])
