"""The OpenID provider that users sign in with."""

from typing import Final

from wardline.access.provider_keys import KeysNotRead, read_keys
from wardline.core.http.client import HttpClient
from wardline.system.connections.contract import (
    Connection,
    ConnectionBroken,
    Installation,
    Standing,
    Trial,
    of_outcomes,
)
from wardline.system.words import counted

TIMEOUT_SECONDS: Final = 4
"""Of each network operation; two documents are read."""
_ACTION: Final = (
    "Check that the provider runs, that this server can reach it, and that `WARDLINE_OIDC_ISSUER` is exactly the "
    "issuer in its discovery document."
)


async def read(installation: Installation) -> Standing:
    return of_outcomes(
        installation.keys.outcomes,
        works="Its keys were read. They are read again every hour, and whenever a token has an unknown one.",
        unknown="Its keys have not been needed since this process started.",
        fails="Its keys could not be read. Keys that were read before stay in use.",
        action=_ACTION,
    )


async def test(installation: Installation) -> str:
    async with HttpClient(timeout=TIMEOUT_SECONDS) as http:
        try:
            keys = await read_keys(installation.settings.issuer or "", http)
        except KeysNotRead as error:
            raise ConnectionBroken(f"Its keys could not be read: {error.reason}.", _ACTION) from None
    if not keys:
        raise ConnectionBroken(
            "It publishes no key that can be used.", "Let the provider sign access tokens with RSA or EC keys."
        )
    return f"Its discovery document and {counted(len(keys), 'key')} were read."


CONNECTION: Final = Connection(
    required=("oidc_issuer",),
    optional=(
        "oidc_client_id",
        "oidc_audience",
        "oidc_user_claim",
        "oidc_token_hours",
        "oidc_provider_name",
        "oidc_invite_policy",
    ),
    section="Sign-in",
    read=read,
    test=Trial("Reads the discovery document and the keys.", test),
    built_in="The demonstration's own sign-in.",
)
