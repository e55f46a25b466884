"""Loads a network file into the database."""

import getpass
import os
from dataclasses import asdict
from pathlib import Path

from sqlalchemy import create_engine, select
from sqlalchemy.orm import Session

from wardline.audit.recording import Touched, record_command
from wardline.core.db.advisory_locks import AdvisoryLock, lock_statement
from wardline.core.jobs.queue import queuing
from wardline.handoff.jobs import follow_lines_left
from wardline.network.matching import Changes
from wardline.network.reading import NetworkFile, read_network, refuse_unprotected
from wardline.network.writing import Written, write_network
from wardline.on_call.events import OnCallChanged
from wardline.places.models import Organization
from wardline.realtime import rooms
from wardline.realtime.publish import end_sockets, publishing, rooms_changed


def load_network(path: Path, owner_url: str, *, may_file_without_tls: bool = False) -> Changes:
    """Load a file as the schema's owner, either all of it or nothing. Loading it again changes nothing.

    Entries that are no longer in the file are deactivated (units, users) or, if nothing refers to them, removed.
    Running servers are notified of users whose access changed, so that they update their sockets; those of deactivated
    users are closed, and a job looks after the lines for which they were on call. Concurrent loads, and administrators
    who change a location, wait for each other.

    Raises:
        NetworkFileInvalid: the file has mistakes, or conflicts with rows from an earlier file.
    """
    file = read_network(path)
    if not may_file_without_tls:
        refuse_unprotected(file)
    engine = create_engine(owner_url)
    try:
        with Session(engine, autoflush=False) as session, session.begin():
            session.execute(lock_statement(AdvisoryLock.PLACES))
            written = write_network(session, file)
            for user_id in sorted(written.deactivated_ids):
                session.execute(end_sockets(user_id=user_id))
            for user_id in sorted(written.affected_ids):
                session.execute(rooms_changed(user_id))
            for line_id in sorted(written.duty_line_ids):
                changed = OnCallChanged(service_line_id=line_id)
                session.execute(publishing(changed, to=[rooms.of_duty(line_id)]))
            if written.left:
                left = {str(line_id): user_id for line_id, user_id in written.left.items()}
                session.execute(queuing(follow_lines_left, [(None, {"left": left})]))
            record_command(session, "loadNetwork", _about(session, file, written))
            return written.changes
    finally:
        engine.dispose()


def _about(session: Session, file: NetworkFile, written: Written) -> Touched:
    """Record the file, the account that loaded it and what it changed, for all organizations."""
    details = {
        "account": _account(),
        "fileSha256": file.document.sha256,
        "changes": asdict(written.changes),
        "deactivatedUserIds": sorted(written.deactivated_ids),
    }
    return Touched(organization_ids=set(session.scalars(select(Organization.id))), details=details)


def _account() -> str:
    """The operating system's user name; a number if there is none, as in some containers."""
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return str(os.getuid())
