"""The phone network and the mail server at the edge of the application, and users who can be reached through them."""

from typing import Final

from sqlalchemy import text

from wardline.core.jobs.context import JobContext
from wardline.core.retries import Retry
from wardline.mail.contract import MailRefused
from wardline.outbox.jobs import send_urgent_lane
from wardline.paging.tests.watched import Watched
from wardline.telephony.contract import CallAnswered, KeyPressed, PhoneEvent, PhoneOutcome, PhoneRefused
from wardline.telephony.listeners import handle

_ADD_CONTACT: Final = """
insert into contacts (user_id, kind, address, label, position, delay_seconds, created_at, verified_at)
select id, :kind, :address, 'Phone', :position, :delay, now(), now() from users where username = :who
"""


class Edge:
    """A phone network and a mail server that keep what they are given."""

    def __init__(self, context: JobContext) -> None:
        self.context = context
        self.texts: list[tuple[str, str]] = []
        self.calls: list[tuple[str, str]] = []
        """Numbers, with the references of the calls."""
        self.said: list[str] = []
        self.mails: list[tuple[str, str, str]] = []
        self.refusing: str | None = None

    async def send_text(self, number: str, text: str, reference: str) -> str:
        if self.refusing is not None:
            raise PhoneRefused(self.refusing)
        self.texts.append((number, text))
        return f"text-{reference}"

    async def place_call(self, number: str, reference: str) -> str:
        self.calls.append((number, reference))
        return f"call-{reference}"

    async def say(self, call_id: str, text: str, *, then_listen: bool, reference: str) -> None:  # noqa: ARG002
        self.said.append(text)

    async def hang_up(self, call_id: str, *, reference: str | None) -> None:
        """The call ends."""

    async def check_text(self, message_id: str) -> PhoneOutcome | None:  # noqa: ARG002
        return None

    async def check_call(self, call_id: str) -> PhoneOutcome | None:  # noqa: ARG002
        return None

    async def send(self, address: str, subject: str, text: str, reference: str) -> None:  # noqa: ARG002
        if self.refusing is not None:
            raise MailRefused(self.refusing)
        self.mails.append((address, subject, text))

    async def aclose(self) -> None:
        """Nothing to close."""

    async def deliver(self) -> None:
        """Send what was ordered."""
        async with self.context.database.session() as session:
            open_lanes = text("select lane, receiver from deliveries where state in ('waiting', 'sending') order by id")
            lanes = [tuple(row) for row in await session.execute(open_lanes)]
        for lane, receiver in lanes:
            try:
                await send_urgent_lane(self.context, lane, receiver)
            except Retry:
                continue

    async def answer(self, number: int = -1) -> str:
        """The words that whoever answers this call hears."""
        _, reference = self.calls[number]
        await self.report(CallAnswered(f"call-{reference}", reference))
        return self.said[-1]

    async def press(self, digit: str, number: int = -1) -> str:
        """The words that follow a key press."""
        _, reference = self.calls[number]
        await self.report(KeyPressed(f"call-{reference}", reference, digit))
        return self.said[-1]

    async def report(self, event: PhoneEvent) -> None:
        """A callback from the phone network."""
        await handle(self.context.database, self, event)  # type: ignore[arg-type]


async def have_contacts(watched: Watched, username: str, *contacts: tuple[str, str, int]) -> None:
    """Replace a user's contacts by these verified ones: kind, address, and delay in seconds."""
    of_user = {"who": username}
    async with watched.database.transaction() as session:
        await session.execute(
            text("delete from contacts using users where user_id = users.id and username = :who"), of_user
        )
        for position, (kind, address, delay) in enumerate(contacts):
            contact = {"kind": kind, "address": address, "position": position, "delay": delay}
            await session.execute(text(_ADD_CONTACT), of_user | contact)
