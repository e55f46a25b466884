"""Making the database say what a network file says."""

from pathlib import Path

from sqlalchemy import create_engine
from sqlalchemy.orm import Session

from wardline.core.locking import AdvisoryLock, held
from wardline.network.matching import Changes
from wardline.network.reading import read_network
from wardline.network.writing import write_network
from wardline.realtime.publish import end_sockets, rooms_changed


def load_network(path: Path, owner_url: str) -> Changes:
    """Load a file as the schema's owner, all of it or nothing; a second time it changes nothing.

    What left the file is switched off (units, users) or removed where nothing refers to it. Running servers are told
    whose access changed, so that their sockets follow; those of a user who is switched off are closed. Of several
    loads at once, one works and the others wait, as do administrators who change a location meanwhile.

    Raises:
        NetworkFileInvalid: the file has mistakes, or contradicts what an earlier one left behind.
    """
    file = read_network(path)
    engine = create_engine(owner_url)
    try:
        with Session(engine, autoflush=False) as session, session.begin():
            session.execute(held(AdvisoryLock.PLACES))
            written = write_network(session, file)
            for user_id in sorted(written.deactivated_ids):
                session.execute(end_sockets(user_id=user_id))
            for user_id in sorted(written.affected_ids):
                session.execute(rooms_changed(user_id))
            return written.changes
    finally:
        engine.dispose()
