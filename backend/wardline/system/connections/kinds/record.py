"""The hospital's FHIR server, from which the census is read, and to which notes are filed by FHIR."""

from typing import Final

from wardline.ehr.contract import EhrTimeout, EhrUnavailable
from wardline.ehr.fhir.exchange import OUTCOMES
from wardline.ehr.registry import server_in
from wardline.places.note_interfaces import protocols
from wardline.settings import Settings
from wardline.signoff.filing import FILING
from wardline.system.connections.contract import (
    Connection,
    ConnectionBroken,
    Installation,
    Standing,
    Trial,
    of_deliveries,
    of_outcomes,
)

_FHIR: Final = "fhir"
_ACTION: Final = (
    "Check that the server runs and that this server can reach it. If it refuses requests, check the registration of "
    "`WARDLINE_FHIR_CLIENT_ID`, its key, and the scopes. Until then, patients can be entered manually."
)


async def read(installation: Installation) -> Standing:
    """What this process has requested, or the notes that all have filed, whichever is newer."""
    own = of_outcomes(
        OUTCOMES,
        works="It answered the latest request of this process.",
        unknown="This process has requested nothing since it started.",
        fails="It did not answer the latest request of this process properly.",
        action=_ACTION,
    )
    if await protocols(installation.connection) != {_FHIR}:
        return own
    filed = of_deliveries(await installation.deliveries([FILING]), what="notes", action=_ACTION)
    return max(own, filed, key=lambda standing: (standing.known_at is not None, standing.known_at))


async def test(installation: Installation) -> str:
    settings = installation.settings
    version = await _version(settings, settings.fhir_scope)
    if not version.startswith("4."):
        action = "Set `WARDLINE_FHIR_URL` to the address of its R4 version."
        raise ConnectionBroken(f"It speaks FHIR {version}.", action)
    if settings.fhir_client_id is None:
        return f"It answered, and speaks FHIR {version}."
    if _FHIR not in await protocols(installation.connection):
        return f"It answered, gave a token, and speaks FHIR {version}."
    await _version(settings, settings.fhir_filing_scope)
    return f"It answered, gave tokens for the census and for filing notes, and speaks FHIR {version}."


async def _version(settings: Settings, scope: str) -> str:
    """The version of FHIR, asked for with a token of this scope."""
    server = server_in(settings, scope=scope)
    if server is None:
        raise ConnectionBroken("It is not set up.", "Set `WARDLINE_FHIR_URL`.")
    failed_at = OUTCOMES.failed_at
    try:
        return await server.fhir_version()
    except EhrTimeout:
        raise ConnectionBroken("It did not respond in time.", _ACTION) from None
    except EhrUnavailable:
        reason = f": {OUTCOMES.failure}" if OUTCOMES.failed_at != failed_at else ""
        raise ConnectionBroken(f"It did not answer properly{reason}.", _ACTION) from None
    finally:
        await server.aclose()


CONNECTION: Final = Connection(
    required=("fhir_url",),
    optional=("fhir_client_id", "fhir_key_file", "fhir_scope", "fhir_filing_scope", "fhir_timeout", "filing_timeout"),
    section="The hospital's record",
    read=read,
    test=Trial("Requests tokens, if they are needed, and reads the capability statement. Reads no patient.", test),
    built_in="A hospital that the demonstration simulates.",
)
