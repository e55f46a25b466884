"""All advisory locks of the product in one list, so that no two purposes share a number."""

from collections.abc import Iterable
from enum import IntEnum, unique

from sqlalchemy import ARRAY, Integer, TextClause, bindparam, text


@unique
class AdvisoryLock(IntEnum):
    """A lock on the whole database that one transaction holds until it ends."""

    MIGRATIONS = 7_227_350_101
    AUDIT_CHAIN = 7_227_350_102
    DEMONSTRATION = 7_227_350_103
    PLACES = 7_227_350_104
    """Uniqueness among organizations, facilities and locations is checked before writing."""
    BACKUP_CALLS = 7_227_350_105
    """Calls of backup numbers are given their times one after another."""
    HOLIDAYS = 7_227_350_106
    """A call schedule is added before the holidays are replaced, which plans it anew, or after it."""
    RETENTION = 7_227_350_107
    """What is removed, and what may not be, is decided one after the other."""


@unique
class LockOfEach(IntEnum):
    """A lock on each thing of a kind, by its id; PostgreSQL keeps these numbers apart from those of `AdvisoryLock`."""

    DUTY_OF_LINE = 1
    """Of two who go off call for a line at the same moment, the second one sees that the first has gone."""
    PERSON_VIEWS = 2
    """An administrator has one view of a person at a time."""
    EMERGENCY_ACCESSES = 3
    """A user's requests for emergency access are looked up one after another, so that their number is limited."""


def lock_statement(lock: AdvisoryLock) -> TextClause:
    """Waits for the lock and holds it until the transaction ends."""
    return text(f"select {lock_call(lock)}")


def lock_call(lock: AdvisoryLock) -> str:
    """The SQL expression in `lock_statement`, also usable in the bodies of database functions."""
    return f"pg_advisory_xact_lock({lock.value})"


def lock_each(lock: LockOfEach, ids: Iterable[int]) -> TextClause:
    """Waits for the lock of each of these and holds them until the transaction ends.

    They are taken in the order of the ids, so that two transactions never deadlock.
    """
    statement = text("select pg_advisory_xact_lock(:kind, id) from unnest(:ids) as id")
    return statement.bindparams(
        bindparam("kind", lock.value, type_=Integer), bindparam("ids", sorted(ids), type_=ARRAY(Integer))
    )
