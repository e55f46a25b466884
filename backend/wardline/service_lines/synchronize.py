"""Writes every line in the registry to the database, as the database owner, after a migration."""

from sqlalchemy import Connection
from sqlalchemy.dialects.postgresql import insert

from wardline.service_lines.models import ServiceLine
from wardline.service_lines.registry import all_lines


def synchronize(connection: Connection) -> None:
    """Insert or update the rows. A line that was removed from the registry keeps its rows, for its past consults."""
    for line in all_lines():
        for line_id, code in line.ids.items():
            values = {
                "slug": line.slug,
                "code": code,
                "name": line.name
                if code == line.slug
                else f"{line.name} ({code.removeprefix(line.slug + '-').title()})",
                "type": line.type,
                "display_service_type": line.display_service_type,
                "primary_checkin_on": line.primary_checkin_on,
            }
            statement = insert(ServiceLine).values(id=line_id, **values)
            connection.execute(statement.on_conflict_do_update(index_elements=["id"], set_=values))
