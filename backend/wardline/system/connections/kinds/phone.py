"""The account that sends texts and places calls."""

from typing import Final

from wardline.contacts.choices import ContactKind
from wardline.contacts.ordering import CHANNELS
from wardline.duty_notices import sending as duty_notices
from wardline.paging import sending as paging
from wardline.paging.choices import PageChannel
from wardline.system.connections.contract import Connection, Installation, Standing, Trial, of_deliveries
from wardline.system.connections.kinds.telnyx import ACTION, tested
from wardline.telephony.registry import account_of
from wardline.telnyx.applications import VOICE_APPLICATIONS


def channels_of(*kinds: ContactKind) -> list[str]:
    """The channels of the outbox that reach these kinds of contacts."""
    return [
        *(CHANNELS[kind] for kind in kinds),
        *(name for (kind, _), name in duty_notices.NAMES.items() if kind in kinds),
        *(paging.NAMES[PageChannel(kind.value)] for kind in kinds),
    ]


async def read(installation: Installation) -> Standing:
    found = await installation.deliveries(channels_of(ContactKind.TEXT, ContactKind.CALL))
    return of_deliveries(found, what="texts or calls", action=ACTION)


CONNECTION: Final = Connection(
    required=("phone_api_key", "phone_connection_id", "phone_from", "phone_public_key"),
    optional=("phone_url",),
    section="Texts and voice calls",
    read=read,
    test=Trial(
        "Asks the provider about the account's application. Sends no text, and calls nobody.",
        tested(
            "WARDLINE_PHONE",
            VOICE_APPLICATIONS,
            lambda installation: (account_of(installation.settings), installation.settings.phone_url),
        ),
    ),
    built_in="Texts and calls are simulated by the demonstration.",
)
