"""The account that sends faxes."""

from typing import Final

from wardline.fax.registry import FAX, account_of
from wardline.system.connections.contract import Connection, Installation, Standing, Trial, of_deliveries
from wardline.system.connections.kinds.telnyx import ACTION, tested
from wardline.telnyx.applications import FAX_APPLICATIONS


async def read(installation: Installation) -> Standing:
    return of_deliveries(await installation.deliveries([FAX]), what="faxes", action=ACTION)


CONNECTION: Final = Connection(
    required=("fax_api_key", "fax_connection_id", "fax_from", "fax_public_key"),
    optional=("fax_url",),
    section="Faxes",
    read=read,
    test=Trial(
        "Asks the provider about the account's application. Sends no fax.",
        tested(
            "WARDLINE_FAX",
            FAX_APPLICATIONS,
            lambda installation: (account_of(installation.settings), installation.settings.fax_url),
        ),
    ),
    built_in="Faxes are simulated by the demonstration.",
)
