"""Where organizations' signed notes are sent, as read before the server starts, and for administrators."""

from collections.abc import Iterator
from typing import Any, Final

from psycopg import Connection
from pydantic import TypeAdapter
from sqlalchemy import select

from wardline.core.db.statements import AnyConnection, compile_statement, fetch_all
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
_PROTOCOL: Final = Organization.notes_destination["protocol"].astext
_PROTOCOLS: Final = compile_statement(
    select(_PROTOCOL.label("protocol")).where(Organization.notes_destination.is_not(None)).distinct()
)


async def protocols(connection: AnyConnection) -> set[str]:
    """The protocols by which organizations have their notes filed, now."""
    return {row.protocol for row in await fetch_all(connection, _PROTOCOLS, {})}


def hl7_interfaces(connection: Connection[tuple[Any, ...]]) -> Iterator[tuple[str, str, bool]]:
    """The code of each organization with such an interface, the interface's host, and whether it uses TLS."""
    for code, stored in connection.execute(_DESTINATIONS.encode()):
        destination = DESTINATION.validate_python(stored)
        if isinstance(destination, Hl7Destination):
            yield code, destination.host, destination.tls
