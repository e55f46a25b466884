"""The HL7 interfaces that organizations' signed notes are sent to, as read before the server starts."""

from collections.abc import Iterator
from typing import Any, Final

from psycopg import Connection
from pydantic import TypeAdapter
from sqlalchemy import select

from wardline.ehr.filing import Destination, Hl7Destination
from wardline.places.models import Organization

DESTINATION: Final[TypeAdapter[Destination]] = TypeAdapter(Destination)
"""Reads `Organization.notes_destination`."""
_DESTINATIONS: Final = str(
    select(Organization.code, Organization.notes_destination)
    .where(Organization.notes_destination.is_not(None))
    .order_by(Organization.code)
)
"""As text, because there is no session yet."""


def hl7_interfaces(connection: Connection[tuple[Any, ...]]) -> Iterator[tuple[str, str, bool]]:
    """The code of each organization with such an interface, the interface's host, and whether it uses TLS."""
    for code, stored in connection.execute(_DESTINATIONS.encode()):
        destination = DESTINATION.validate_python(stored)
        if isinstance(destination, Hl7Destination):
            yield code, destination.host, destination.tls
