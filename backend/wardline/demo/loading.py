"""Fills a database for the demonstration."""

from sqlalchemy import create_engine, exists, insert, select
from sqlalchemy.orm import Session

from wardline.consults.models import Consult
from wardline.consults.timeline.models import TimelineEntry
from wardline.core import clock
from wardline.core.db.advisory_locks import AdvisoryLock, lock_statement
from wardline.demo.history import History, write_history
from wardline.demo.network import NETWORK
from wardline.demo.scene import read_scene
from wardline.network import load_network
from wardline.notifications.models import Notification
from wardline.patients.models import Encounter, Patient
from wardline.signoff.models import SignOffNote, SignOffVersion
from wardline.transfers.models import Transfer


def load_demonstration(owner_url: str) -> int:
    """Load the demonstration's network as the schema's owner, and its history unless there already are consults.

    Returns the number of new consults, which is 0 the second time. If several processes run this, only one writes.
    """
    load_network(NETWORK, owner_url)
    engine = create_engine(owner_url)
    try:
        with Session(engine, autoflush=False) as session, session.begin():
            session.execute(lock_statement(AdvisoryLock.DEMONSTRATION))
            if session.scalar(select(exists().select_from(Consult))):
                return 0
            now = clock.now()
            history = write_history(read_scene(session, now), now)
            _insert(session, history)
            return len(history.consults)
    finally:
        engine.dispose()


def _insert(session: Session, history: History) -> None:
    session.execute(insert(Patient), history.patients)
    session.execute(insert(Encounter), history.encounters)
    session.execute(insert(Consult), history.consults)
    session.execute(insert(TimelineEntry), sorted(history.entries, key=lambda entry: entry["created_at"]))
    session.execute(insert(Notification), history.notifications)
    session.execute(insert(Transfer), history.transfers)
    session.execute(insert(SignOffNote), history.sign_offs)
    session.execute(insert(SignOffVersion), history.signed_versions)
