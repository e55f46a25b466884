"""Fills a database for the demonstration."""

import asyncio
from datetime import datetime
from typing import Final

from sqlalchemy import exists, insert, select, text
from sqlalchemy.orm import Session

from wardline.consult_views.registry import PARTS
from wardline.consults import parts
from wardline.consults.models import Consult
from wardline.consults.timeline.models import TimelineEntry
from wardline.core import clock
from wardline.core.db.advisory_locks import AdvisoryLock, lock_statement
from wardline.core.db.database import Database
from wardline.demo.call_schedules import add_call_schedules
from wardline.demo.contacts import add_contacts
from wardline.demo.history import History, write_history
from wardline.demo.network import NETWORK
from wardline.demo.scene import read_scene
from wardline.demo.steps import take
from wardline.handoff.telling import REACTIONS
from wardline.network import load_network
from wardline.notifications.models import Notification
from wardline.on_call import reactions
from wardline.paging.choices import ON_CALL, EscalationKind
from wardline.paging.moves import moves_of
from wardline.patients.models import Encounter, Patient
from wardline.signoff.models import SignOffNote, SignOffVersion

_WITHOUT_LIMITS: Final = text(
    "select set_config(name, '0', true)"
    " from unnest(array['lock_timeout', 'statement_timeout', 'idle_in_transaction_session_timeout']) as limits (name)"
)
"""The limits of requests: another process may take longer to load the demonstration."""
_PAGED_IN_VAIN: Final = text(
    """
insert into escalations
  (consult_id, service_line_id, kind, author_id, priority, completion_limit, position, started_at, targets, skipped)
select consults.id, consults.service_line_id, :kind, consults.created_by_id, priorities.name,
  priorities.completion_limit, :moves, consults.created_at, :targets,
  (select jsonb_agg(jsonb_build_object('at', consults.created_at, 'targets', array[target], 'reason', 'nobody'))
   from unnest(cast(:targets as text[])) as target)
from consults
join priorities on priorities.service_line_id = consults.service_line_id and priorities.id = consults.priority_id
where consults.bucket = 'pending' and consults.acknowledged_at is null
"""
)
"""Requests of the history still wait, because nobody was on call; they page whoever goes on call now."""
_PAGED_BEFORE: Final = text(
    "update escalations set position = :moves, next_at = null where kind = :kind and ended_at is null"
)
"""Coordinators know of the transfers of the history; otherwise their phones would ring about each at first sight."""


def load_demonstration(owner_url: str) -> int:
    """Load the demonstration's network as the schema's owner, and its history unless there already are consults.

    Returns the number of new consults, which is 0 the second time. If several processes run this, only one writes.
    Call it before anything else uses the clock in this process, which it sets to times in the past.
    """
    load_network(NETWORK, owner_url)
    parts.install(PARTS)
    reactions.install(REACTIONS)
    return asyncio.run(_load_history(owner_url))


async def _load_history(owner_url: str) -> int:
    """In one transaction, because the existence of consults means that everything has been loaded."""
    database = Database(owner_url, pool_size=1)
    try:
        async with database.without_deadline().transaction() as session:
            await session.execute(_WITHOUT_LIMITS)
            await session.execute(lock_statement(AdvisoryLock.DEMONSTRATION))
            if await session.scalar(select(exists().select_from(Consult))):
                return 0
            # Before anybody has contacts, because nothing is to be sent about the plan.
            await add_call_schedules(session, clock.now())
            await session.run_sync(add_contacts, clock.now())
            history = await session.run_sync(_written, clock.now())
            moves = moves_of(EscalationKind.REQUEST, "routine", 0, None)
            paged_in_vain = {
                "kind": EscalationKind.REQUEST.value,
                "moves": len(moves),
                "targets": [target.value for target in ON_CALL],
            }
            await session.execute(_PAGED_IN_VAIN, paged_in_vain)
            await take(session, history.steps)
            transfer_moves = moves_of(EscalationKind.TRANSFER, "routine", 0, None)
            told_before = {"kind": EscalationKind.TRANSFER.value, "moves": len(transfer_moves)}
            await session.execute(_PAGED_BEFORE, told_before)
            return len(history.consults)
    finally:
        await database.close()


def _written(session: Session, now: datetime) -> History:
    history = write_history(read_scene(session, now), now)
    _insert(session, history)
    return history


def _insert(session: Session, history: History) -> None:
    entries = sorted(history.entries, key=lambda entry: entry["created_at"])
    for model, rows in (
        (Patient, history.patients),
        (Encounter, history.encounters),
        (Consult, history.consults),
        (TimelineEntry, entries),
        (Notification, history.notifications),
        (SignOffNote, history.sign_offs),
        (SignOffVersion, history.signed_versions),
    ):
        # All rows have the same columns. Without nulls, each set of columns would be a statement of its own.
        session.execute(insert(model), rows, execution_options={"render_nulls": True})
