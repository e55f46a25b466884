"""Every advisory lock of the product in one list, so that no two purposes ever share a number."""

from enum import IntEnum, unique

from sqlalchemy import TextClause, text


@unique
class AdvisoryLock(IntEnum):
    """What a transaction may hold alone, in the whole database, until it ends."""

    MIGRATIONS = 7_227_350_101
    AUDIT_CHAIN = 7_227_350_102
    DEMONSTRATION = 7_227_350_103
    PLACES = 7_227_350_104
    """What must be unique among organizations, facilities and locations is looked up before it is written."""


def lock_statement(lock: AdvisoryLock) -> TextClause:
    """Waits for whoever else has the lock, and keeps it until the transaction ends."""
    return text(f"select {lock_call(lock)}")


def lock_call(lock: AdvisoryLock) -> str:
    """What `lock_statement` calls, for the text of a function in the database; released migrations know the name."""
    return f"pg_advisory_xact_lock({lock.value})"
