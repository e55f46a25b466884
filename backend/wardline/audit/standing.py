"""How the audit trail stands, as parts of a larger statement that reads it together with other facts."""

from collections.abc import Sequence
from typing import Any, Final

from sqlalchemy import Double, bindparam, func, literal_column, select

from wardline.audit.chain import UNLINKED
from wardline.audit.models import AuditCheckpoint, AuditEntry, AuditLink, AuditWitness
from wardline.core.db.statements import AnyConnection, compile_statement, fetch_all

UNLINKED_ENTRIES: Final = UNLINKED.scalar_subquery()
CHECKPOINT_SECONDS: Final = (
    select(func.extract("epoch", func.now() - AuditCheckpoint.at).cast(Double))
    .order_by(AuditCheckpoint.id.desc())
    .limit(literal_column("1"))
    .scalar_subquery()
)
"""How old the latest checkpoint is; null if there is none."""
WITNESSES: Final = select(
    func.coalesce(
        func.jsonb_agg(
            func.jsonb_build_object(
                "name",
                AuditWitness.name,
                "position",
                AuditWitness.position,
                "failure",
                AuditWitness.failure,
                "failing_since",
                AuditWitness.failing_since,
            )
        ),
        func.jsonb_build_array(),
    )
).scalar_subquery()
"""The name, position, failure and its begin of each that has ever been sent something."""
LAST_POSITION: Final = select(func.coalesce(func.max(AuditLink.position), literal_column("0"))).scalar_subquery()
"""That of the latest link; a witness that has received everything has it, too."""

LATEST_ENTRIES: Final = 50
_LATEST: Final = compile_statement(
    select(AuditEntry.at, AuditEntry.details)
    .where(AuditEntry.action == bindparam("action"), AuditEntry.details.is_not(None))
    .order_by(AuditEntry.id.desc())
    .limit(literal_column(str(LATEST_ENTRIES)))
)


async def latest_entries_of(connection: AnyConnection, action: str) -> Sequence[Any]:
    """`at` and `details` of the latest entries of an operation that have details, newest first."""
    return await fetch_all(connection, _LATEST, {"action": action})
