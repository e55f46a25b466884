"""The HL7 interfaces in which organizations file their signed notes."""

from collections.abc import Sequence
from typing import Any, Final

from wardline.ehr.filing import Hl7Destination
from wardline.ehr.hl7v2.mllp import tls_of
from wardline.places.note_interfaces import DESTINATION
from wardline.signoff.filing import FILING, receiver_of
from wardline.system.connections.choices import ConnectionState
from wardline.system.connections.contract import (
    ConnectionBroken,
    Installation,
    Part,
    PartTrial,
    Several,
    Standing,
    of_deliveries,
)
from wardline.system.connections.reaching import NotReached, connect

_ACTION: Final = (
    "Check that the interface runs, that this server can reach it, and its host, port and TLS on the organization's "
    "page. Notes wait until then, and none is lost."
)
_NONE: Final = Standing(
    ConnectionState.OFF,
    "None of your organizations files notes by HL7.",
    "Choose it under Signed notes on an organization's page.",
)


async def parts(installation: Installation) -> Sequence[Part]:
    return [
        await _part(installation, row, destination)
        for row in await installation.organizations()
        if (destination := _destination_of(row.notes_destination)) is not None
    ]


def _destination_of(stored: object) -> Hl7Destination | None:
    if stored is None:
        return None
    destination = DESTINATION.validate_python(stored)
    return destination if isinstance(destination, Hl7Destination) else None


async def _part(installation: Installation, row: Any, destination: Hl7Destination) -> Part:
    filed = await installation.deliveries([FILING], receiver=receiver_of(row.id))
    return Part(
        key=str(row.id),
        name=row.name,
        organization_id=row.id,
        standing=of_deliveries(filed, what="notes", action=_ACTION),
        address=f"{destination.host}:{destination.port}, {'with TLS' if destination.tls else 'without TLS'}",
    )


async def test(installation: Installation, part: Part) -> str:
    (row,) = [each for each in await installation.organizations() if each.id == part.organization_id]
    destination = _destination_of(row.notes_destination)
    if destination is None:
        raise ConnectionBroken("It is not set up.", "Choose HL7 under Signed notes on the organization's page.")
    try:
        await connect(destination.host, destination.port, tls=tls_of(destination))
    except NotReached as error:
        raise ConnectionBroken(f"It could not be reached: {error.reason}.", _ACTION) from None
    return "It accepted the connection. Whether it accepts notes is shown above."


CONNECTION: Final = Several(
    settings=("filing_timeout",),
    parts=parts,
    none=lambda _: _NONE,
    test=PartTrial("Opens a connection, with TLS if it is set, and closes it. Sends no message.", test),
)
