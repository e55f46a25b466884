"""The phone network and the mail server at the edge of the application."""

from wardline.core.jobs.context import JobContext
from wardline.mail.contract import MailRefused
from wardline.paging.tests.watched import deliver
from wardline.telephony.contract import CallAnswered, KeyPressed, PhoneEvent, PhoneOutcome, PhoneRefused
from wardline.telephony.listeners import handle


class Edge:
    """A phone network and a mail server that keep what they are given."""

    def __init__(self, context: JobContext) -> None:
        self.context = context
        self.texts: list[tuple[str, str]] = []
        self.calls: list[tuple[str, str]] = []
        """Numbers, with the references of the calls."""
        self.said: list[str] = []
        self.is_listening = False
        """Whether a key can be pressed after what was said last."""
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
        self.is_listening = then_listen

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
        await deliver(self.context)

    async def answer(self, number: int = -1) -> str:
        """The words that whoever answers this call hears; empty if it ends without any."""
        _, reference = self.calls[number]
        return await self._words_after(CallAnswered(f"call-{reference}", reference))

    async def press(self, digit: str, number: int = -1) -> str:
        """The words that follow a key press; empty if the call ends without any."""
        _, reference = self.calls[number]
        return await self._words_after(KeyPressed(f"call-{reference}", reference, digit))

    async def _words_after(self, event: PhoneEvent) -> str:
        before = len(self.said)
        await self.report(event)
        return "".join(self.said[before:])

    async def report(self, event: PhoneEvent) -> None:
        """A callback from the phone network."""
        await handle(self.context.database, self, event)  # type: ignore[arg-type]
