"""All advisory locks of the product in one list, so that no two purposes share a number."""

from enum import IntEnum, unique

from sqlalchemy import TextClause, text


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


def lock_statement(lock: AdvisoryLock) -> TextClause:
    """Waits for the lock and holds it until the transaction ends."""
    return text(f"select {lock_call(lock)}")


def lock_call(lock: AdvisoryLock) -> str:
    """The SQL expression in `lock_statement`, also usable in the bodies of database functions."""
    return f"pg_advisory_xact_lock({lock.value})"
