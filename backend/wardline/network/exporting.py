"""Writes the network in the database as a file."""

from pathlib import Path

from sqlalchemy import create_engine, select
from sqlalchemy.orm import Session

from wardline.core.files import private_file
from wardline.core.terminal import CommandError
from wardline.network.models import ManagedObject
from wardline.network.objects import Kind, ObjectKey
from wardline.network.stored import Codes, read_entries
from wardline.network.words import network_text
from wardline.places.models import FacilityType


def export_network(url: str) -> str:
    """A network file that changes nothing here, and leads to the same objects, managed by the same files, elsewhere."""
    engine = create_engine(url)
    try:
        with Session(engine.execution_options(isolation_level="REPEATABLE READ")) as session:
            entries = read_entries(session, Codes.read(session))
            types = list(session.scalars(select(FacilityType.name).order_by(FacilityType.id)))
            managed = {ObjectKey(Kind(row.kind), row.code): row.file for row in session.scalars(select(ManagedObject))}
            return network_text(entries, types, managed)
    finally:
        engine.dispose()


def write_network_file(url: str, path: Path) -> None:
    """Write the network as a file that only its owner can read; it replaces an existing one only when it is complete.

    Raises:
        CommandError: it cannot be written.
    """
    content = export_network(url)
    try:
        with private_file(path) as file:
            file.write(content.encode())
    except OSError as error:
        raise CommandError(f"cannot write {path}: {error.strerror}") from error
