"""Removes what is due, as the tables' owner, in small transactions that leave room for clinical work.

Each transaction takes the lock under which periods and holds change, reads both anew, and stores with its removals how
far the run has come. A run that was interrupted is continued, as of the time when it started.
"""

import time
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final

from sqlalchemy import RowMapping, create_engine, func, select, text
from sqlalchemy.orm import Session

from wardline.audit import removals
from wardline.audit.chain import BATCH as LINKED_AT_ONCE
from wardline.audit.recording import Touched, record_command
from wardline.core import clock
from wardline.core.db.advisory_locks import AdvisoryLock, lock_statement
from wardline.retention.choices import RetentionKind
from wardline.retention.models import RetentionRun
from wardline.retention.selecting import Due, count_due, next_due, read_periods, witnessed_up_to
from wardline.retention.tables import UNDER_A_CONSULT, WITH_THE_LAST_CONSULT

MIN_PAUSE: Final = 0.1
"""Seconds between two transactions; at least as long as the last one took."""

_LET_SIGNED_GO: Final = text("select set_config('wardline.retention', 'on', true)")
_TOMBSTONES: Final = text(
    "insert into removed_consults (id, organization_id, service_line_id, created_at, closed_at, removed_at, run_id)"
    " select id, organization_id, service_line_id, created_at, coalesce(completed_at, changed_at), clock_timestamp(),"
    " :run from consults where id = any(:consults)"
)
_LOCK_CONSULTS: Final = text("select from consults where id = any(:consults) order by id for update")
_SHARED: Final = text(
    "select array_agg(distinct encounter_id) as encounters, array_agg(distinct patient_id) as patients"
    " from consults where id = any(:consults)"
)
_DELIVERIES_OF_CONSULTS: Final = text(
    "select delivery_id from sign_off_deliveries where consult_id = any(:consults)"
    " union select unnest(array[n.delivery_id, n.taken_delivery_id]) from notices n"
    " join escalations e on e.id = n.escalation_id where e.consult_id = any(:consults)"
)
_DELIVERIES_OF_PROOF: Final = text(
    "select unnest(array[delivery_id, taken_delivery_id]) from notices where escalation_id = any(:keys)"
)
_OF_DELIVERIES: Final = {
    "duty_notice_deliveries": "delivery_id",
    "contact_messages": "delivery_id",
    "delivery_attempts": "delivery_id",
    "deliveries": "id",
}


def plan(owner_url: str, witnesses: Collection[str]) -> list[Due]:
    """What `apply` would remove now. Changes nothing."""
    with _session(owner_url) as session:
        return count_due(session, clock.now(), witnessed_up_to(session, witnesses))


def apply(
    owner_url: str, account: str, witnesses: Collection[str], *, pause: Callable[[float], None] = time.sleep
) -> RetentionRun | None:
    """Remove what is due; returns the finished run, or None if there are no periods and no run to finish."""
    with _session(owner_url) as session:
        run_id = _begin(session, account)
        if run_id is None:
            return None
        for kind in _REMOVE:
            while True:
                began = time.monotonic()
                if not _remove_batch(session, run_id, kind, witnesses):
                    break
                pause(max(time.monotonic() - began, MIN_PAUSE))
        with session.begin():
            run = session.get_one(RetentionRun, run_id)
            run.ended_at = clock.now()
            record_command(session, removals.ACTION, Touched(details={"run": run_id, "removed": run.counts}))
        session.refresh(run)
        return run


def _begin(session: Session, account: str) -> int | None:
    with session.begin():
        session.execute(lock_statement(AdvisoryLock.RETENTION))
        run = session.scalars(select(RetentionRun).where(RetentionRun.ended_at.is_(None))).one_or_none()
        if run is None:
            if not any(read_periods(session).values()):
                return None
            run = RetentionRun(started_at=clock.now(), account=account, counts={})
            session.add(run)
            session.flush()
        return run.id


def _remove_batch(session: Session, run_id: int, kind: RetentionKind, witnesses: Collection[str]) -> bool:
    """One transaction; whether it removed anything."""
    with session.begin():
        session.execute(lock_statement(AdvisoryLock.RETENTION))
        run = session.get_one(RetentionRun, run_id)
        up_to = witnessed_up_to(session, witnesses)
        rows = next_due(session, kind, read_periods(session), run.started_at, up_to)
        if not rows:
            return False
        _REMOVE[kind](session, run_id, rows)
        run.counts = {**run.counts, kind.value: run.counts.get(kind.value, 0) + len(rows)}
    return True


def _remove_consults(session: Session, run_id: int, rows: Sequence[RowMapping]) -> None:
    consults = {"consults": [row["key"] for row in rows]}
    session.execute(_LOCK_CONSULTS, consults)
    session.execute(_LET_SIGNED_GO)
    session.execute(_TOMBSTONES, consults | {"run": run_id})
    shared = dict(session.execute(_SHARED, consults).mappings().one())
    deliveries = session.scalars(_DELIVERIES_OF_CONSULTS, consults).all()
    for table, is_of_consults in UNDER_A_CONSULT.items():
        _delete(session, table, is_of_consults, consults)
    _remove_deliveries(session, deliveries)
    for table, is_unshared in WITH_THE_LAST_CONSULT.items():
        _delete(session, table, is_unshared, shared)
    organizations = {row["organization_id"] for row in rows}
    _record(session, run_id, Touched(organizations, {str(row["key"]) for row in rows}))


def _remove_proof(session: Session, _run_id: int, rows: Sequence[RowMapping]) -> None:
    keys = {"keys": [row["key"] for row in rows]}
    deliveries = session.scalars(_DELIVERIES_OF_PROOF, keys).all()
    for table in ("notices", "paged_people"):
        _delete(session, table, "escalation_id = any(:keys)", keys)
    _delete(session, "escalations", "id = any(:keys)", keys)
    _remove_deliveries(session, deliveries)


def _remove_audit_entries(session: Session, run_id: int, rows: Sequence[RowMapping]) -> None:
    details = removals.remove(session, [row["key"] for row in rows])
    _record(session, run_id, Touched(details=details))
    # Linked before the commit, so that no check sees a removal for which nothing in the chain accounts.
    while session.scalar(select(func.link_audit_entries(None, LINKED_AT_ONCE))) is not None:
        pass


def _remove_other_deliveries(session: Session, _run_id: int, rows: Sequence[RowMapping]) -> None:
    _remove_deliveries(session, [row["key"] for row in rows])


def _remove_feedback(session: Session, _run_id: int, rows: Sequence[RowMapping]) -> None:
    _delete(session, "feedback", "id = any(:keys)", {"keys": [row["key"] for row in rows]})


def _remove_versions(session: Session, _run_id: int, rows: Sequence[RowMapping]) -> None:
    _delete(session, "network_versions", "id = any(:keys)", {"keys": [row["key"] for row in rows]})


_REMOVE: Final[dict[RetentionKind, Callable[[Session, int, Sequence[RowMapping]], None]]] = {
    RetentionKind.PAGING_PROOF: _remove_proof,
    RetentionKind.CONSULTS: _remove_consults,
    RetentionKind.AUDIT_ENTRIES: _remove_audit_entries,
    RetentionKind.DELIVERIES: _remove_other_deliveries,
    RetentionKind.FEEDBACK: _remove_feedback,
    RetentionKind.NETWORK_VERSIONS: _remove_versions,
}
"""In the order of removal: proof that goes with a consult is then counted as a plan counts it."""


def _remove_deliveries(session: Session, ids: Sequence[int | None]) -> None:
    keys = {"keys": [each for each in ids if each is not None]}
    for table, column in _OF_DELIVERIES.items():
        _delete(session, table, f"{column} = any(:keys)", keys)


def _delete(session: Session, table: str, condition: str, parameters: dict[str, Any]) -> None:
    session.execute(text(f"delete from {table} where {condition}"), parameters)  # noqa: S608 - no values


def _record(session: Session, run_id: int, about: Touched) -> None:
    about.details["run"] = run_id
    record_command(session, removals.ACTION, about)


@contextmanager
def _session(owner_url: str) -> Iterator[Session]:
    engine = create_engine(owner_url)
    try:
        with Session(engine) as session:
            yield session
    finally:
        engine.dispose()
