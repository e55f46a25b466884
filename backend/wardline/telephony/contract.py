"""What Wardline needs from a provider of text messages and voice calls.

What a domain says to a person who answers is in `wardline.telephony.listeners`.
Numbers are US numbers such as (555) 010-0100. A `reference` (20 characters of A-Z and 0-9) is the same for each attempt
to send one message or place one call, by which the provider, or we, recognize a repeat.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Protocol, TypeAlias

TEXT: Final = "text"
CALL: Final = "call"
"""Names of the two kinds of items in `PhoneOutcome`."""
MAX_WORDS: Final = 160
"""The characters of a text message that are read."""
STOP_WORDS: Final = frozenset({"STOP", "STOPALL", "STOP ALL", "UNSUBSCRIBE", "CANCEL", "END", "QUIT"})
"""With one of these as the whole text, in any case, a recipient opts out, and the provider refuses further texts."""
START_WORDS: Final = frozenset({"START", "UNSTOP"})
"""The same for opting in again."""
MAYBE_SENT: Final = "may have been sent"
"""The reason of a `PhoneDelayed` after a request whose response was lost: a retry may send the text a second time."""


class NotReached(Exception):
    """Not sent or called this time; `reason` is a code or a few fixed words, never text from the provider."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class PhoneRefused(NotReached):
    """It failed, and a retry would not help: an invalid number, one that opted out, a sender that is not registered."""


class PhoneDelayed(NotReached):
    """The provider does not respond or is too busy. Retry; it may have accepted the item already."""


class PhoneUnknown(NotReached):
    """The provider has no item with this id."""


class InvalidPhoneCallback(Exception):
    """A callback without a valid signature, or an outdated one."""


@dataclass(frozen=True, slots=True)
class PhoneOutcome:
    """What became of a text or a call that the provider accepted; `refusal` is the reason if it failed.

    `item_id` is the provider's id. A text is delivered when the carrier confirms it, a call when it is answered.
    """

    kind: str
    item_id: str
    delivered: bool
    refusal: str | None = None
    reference: str | None = None


@dataclass(frozen=True, slots=True)
class CallAnswered:
    """Someone, or a voice mailbox, answered the call: it must now be told what to say (`PhoneProvider.say`)."""

    call_id: str
    reference: str | None


@dataclass(frozen=True, slots=True)
class KeyPressed:
    """The person on the call pressed `digit` (0-9, * or #); `digit` is empty if none was pressed in time."""

    call_id: str
    reference: str | None
    digit: str


@dataclass(frozen=True, slots=True)
class SpeechEnded:
    """What was said without listening is over: the call can end."""

    call_id: str
    reference: str | None


@dataclass(frozen=True, slots=True)
class TextReceived:
    """A text message from `number`, to our number.

    `words` is what it says, without space around it, at most `MAX_WORDS` characters.
    """

    message_id: str
    number: str
    words: str


PhoneEvent: TypeAlias = PhoneOutcome | CallAnswered | KeyPressed | SpeechEnded | TextReceived


class PhoneProvider(Protocol):
    async def send_text(self, number: str, text: str, reference: str) -> str:
        """Send a text message. Returns the provider's id of the message.

        A repeat sends it again: for a page, twice is better than never.

        Raises:
            PhoneRefused, PhoneDelayed
        """
        ...

    async def place_call(self, number: str, reference: str) -> str:
        """Call a number. Returns the provider's id of the call; `CallAnswered` follows if it is answered.

        Raises:
            PhoneRefused, PhoneDelayed
        """
        ...

    async def say(self, call_id: str, text: str, *, then_listen: bool, reference: str) -> None:
        """Speak to the person on the call. With `then_listen`, `KeyPressed` follows, otherwise `SpeechEnded`.

        The same text is said once within a minute, no matter how often this is called.

        Raises:
            PhoneRefused: the call has ended.
            PhoneDelayed
        """
        ...

    async def hang_up(self, call_id: str, *, reference: str | None) -> None:
        """End a call.

        Raises:
            PhoneRefused: it has ended already.
            PhoneDelayed
        """
        ...

    async def check_text(self, message_id: str) -> PhoneOutcome | None:
        """What became of a text message, or None while it is on its way.

        Raises:
            PhoneDelayed, PhoneUnknown
        """
        ...

    async def check_call(self, call_id: str) -> PhoneOutcome | None:
        """What became of a call, or None while it is ringing or nothing is known.

        Raises:
            PhoneDelayed, PhoneUnknown
        """
        ...

    def read_callback(self, headers: Mapping[str, str], body: bytes) -> PhoneEvent | None:
        """The event in a callback from the provider, or None if it is of no interest.

        `headers` have lower-case names, `body` is as received.

        Raises:
            InvalidPhoneCallback
        """
        ...

    async def aclose(self) -> None:
        """Close connections. The provider cannot be used afterwards."""
        ...
