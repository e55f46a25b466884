"""The hospital's FHIR server, from which the census is read, and to which notes are filed by FHIR."""

from typing import Final

from wardline.core.outcomes import Outcomes
from wardline.ehr.contract import EhrTimeout, EhrUnavailable
from wardline.ehr.fhir.exchange import OUTCOMES
from wardline.ehr.registry import server_in
from wardline.signoff.filing import FILING
from wardline.system.connections.choices import ConnectionState
from wardline.system.connections.contract import (
    Connection,
    ConnectionBroken,
    Installation,
    Standing,
    Trial,
    of_outcomes,
)

_ACTION: Final = (
    "Check that the server runs and that this server can reach it. If it refuses requests, check the registration of "
    "`WARDLINE_FHIR_CLIENT_ID`, its key, and the scopes. Patients can be entered manually meanwhile."
)


async def read(installation: Installation) -> Standing:
    """What this process has requested, or else the filed notes of all."""
    own = of_outcomes(
        OUTCOMES,
        works="It answered the latest request of this process.",
        unknown="This process has requested nothing since it started.",
        fails="It did not answer the latest request of this process as it should.",
        action=_ACTION,
    )
    filed = await installation.deliveries([FILING])
    if own.state is not ConnectionState.UNKNOWN or filed.accepted_at is None:
        return own
    return Standing(ConnectionState.WORKS, "Notes were filed lately.", None, filed.accepted_at)


async def test(installation: Installation) -> str:
    server = server_in(installation.settings)
    if server is None:
        raise ConnectionBroken("It is not set up.", "Set `WARDLINE_FHIR_URL`.")
    before = Outcomes(OUTCOMES.succeeded_at, OUTCOMES.failed_at, OUTCOMES.failure)
    try:
        version = await server.fhir_version()
    except EhrTimeout:
        raise ConnectionBroken("It did not respond in time.", _ACTION) from None
    except EhrUnavailable:
        reason = f": {OUTCOMES.failure}" if OUTCOMES.failed_at != before.failed_at else ""
        raise ConnectionBroken(f"It did not answer as it should{reason}.", _ACTION) from None
    finally:
        await server.aclose()
    signed_in = " and gave a token" if installation.settings.fhir_client_id is not None else ""
    if not version.startswith("4."):
        raise ConnectionBroken(
            f"It speaks FHIR {version}.", "Set `WARDLINE_FHIR_URL` to the address of its R4 version."
        )
    return f"It answered{signed_in}, and speaks FHIR {version}."


CONNECTION: Final = Connection(
    required=("fhir_url",),
    optional=("fhir_client_id", "fhir_key_file", "fhir_scope", "fhir_filing_scope", "fhir_timeout", "filing_timeout"),
    section="The hospital's record",
    read=read,
    test=Trial("Requests a token, if one is needed, and reads the capability statement. Reads no patient.", test),
    built_in="A hospital that the demonstration makes up.",
)
