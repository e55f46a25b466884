"""Verifying the trail: every hash is recomputed and compared with signed checkpoints and witnesses."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain as joined
from itertools import islice

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from sqlalchemy import ARRAY, BigInteger, RowMapping, cast, func, select, text

from wardline.audit import removals
from wardline.audit.chain import BATCH, ZERO, Head, link, link_hash, links
from wardline.audit.checkpoints import Checkpoint
from wardline.audit.models import AuditCheckpoint, AuditLink
from wardline.audit.witnesses.reading import WitnessedEntry
from wardline.core.clock import to_utc_text
from wardline.core.db.database import Database


@dataclass(frozen=True, slots=True)
class Verified:
    """The result of `verify`. `fault` is a sentence, or None if every entry is unchanged since it was linked."""

    entries: int
    head: str
    """The latest hash in hexadecimal."""
    fault: str | None
    signed_up_to: int = 0
    """The position of the latest genuine checkpoint; nothing up to it can have been changed without the key."""
    witnessed: int = 0
    """The position of the latest entry of the witness; the chain matches the witness up to it."""
    removed: int = 0
    """How many entries have no content anymore, because retention removed it."""


async def verify(
    database: Database,
    *,
    known: str | None = None,
    keys: Mapping[str, Ed25519PublicKey] | None = None,
    witness_records: Iterable[Checkpoint | WitnessedEntry] = (),
) -> Verified:
    """Link the remaining entries, recompute every hash, and compare with checkpoints, stored and from a witness.

    `known` is a hash recorded earlier, in hexadecimal, which must be in the chain: a chain that was rebuilt from the
    start is internally consistent. `keys` are the trusted keys; without any, checkpoints are compared but their
    signatures are not checked. `witness_records` are read as a stream; only its checkpoints are kept in memory.
    """
    await _link_all(database)
    async with database.session() as session:
        stored = await session.scalars(select(AuditCheckpoint).order_by(AuditCheckpoint.id))
        checkpoints = [*map(Checkpoint.of, stored)]
    difference, witnessed = None, 0
    remaining = iter(witness_records)
    while batch := list(islice(remaining, BATCH)):
        checkpoints += [record for record in batch if isinstance(record, Checkpoint)]
        entries = [record for record in batch if isinstance(record, WitnessedEntry)]
        witnessed = max([witnessed, *(entry.position for entry in entries)])
        difference = await _first_difference(database, entries if difference is None else [difference, *entries])
    invalid = _untrusted(checkpoints, keys) if keys else {}
    trusted = [checkpoint for checkpoint in checkpoints if checkpoint not in invalid]
    head, fault, removed = await _walk(database, trusted if difference is None else [*trusted, difference], known)
    fault = "; ".join(joined([fault] if fault else [], list(invalid.values())[:1])) or None
    signed_up_to = max((checkpoint.position for checkpoint in trusted), default=0) if keys and fault is None else 0
    witnessed = witnessed if fault is None else 0
    return Verified(
        entries=head.position,
        head=head.hash.hex(),
        fault=fault,
        signed_up_to=signed_up_to,
        witnessed=witnessed,
        removed=removed,
    )


async def _first_difference(database: Database, entries: Sequence[WitnessedEntry]) -> WitnessedEntry | None:
    """The entry at the lowest position whose hash differs from the chain's, or None."""
    if not entries:
        return None
    at_positions = AuditLink.position == func.any(cast([entry.position for entry in entries], ARRAY(BigInteger)))
    async with database.session() as session:
        rows = await session.execute(select(AuditLink.position, AuditLink.hash).where(at_positions))
        hashes = {row.position: row.hash for row in rows}
    difference = (entry for entry in entries if hashes.get(entry.position) != entry.hash)
    return min(difference, key=lambda entry: entry.position, default=None)


def _untrusted(checkpoints: Iterable[Checkpoint], keys: Mapping[str, Ed25519PublicKey]) -> dict[Checkpoint, str]:
    """The checkpoints without a valid signature of a trusted key, each with a description of the problem."""
    faults = {}
    for checkpoint in checkpoints:
        key = keys.get(checkpoint.key)
        if key is None:
            faults[checkpoint] = f"{_described(checkpoint)} is signed with key {checkpoint.key}, which is not trusted"
        elif not checkpoint.is_genuine(key):
            faults[checkpoint] = f"{_described(checkpoint)} is forged: key {checkpoint.key} has not signed it"
    return faults


def _described(point: Checkpoint | WitnessedEntry) -> str:
    if isinstance(point, WitnessedEntry):
        return f"the witness's entry at link {point.position}"
    return f"the checkpoint of {to_utc_text(point.at)} at link {point.position}"


async def _walk(
    database: Database, points: Iterable[Checkpoint | WitnessedEntry], known: str | None
) -> tuple[Head, str | None, int]:
    """The last valid link, what is wrong with the next one, and how many entries were removed."""
    expected: dict[int, list[Checkpoint | WitnessedEntry]] = defaultdict(list)
    for point in points:
        expected[point.position].append(point)
    head, is_known, removed = Head(0, ZERO), known is None, Counter[int]()
    async for row in links(database):
        fault = fault_of(head, row, expected.pop(head.position + 1, ()))
        if fault is not None:
            return head, fault, removed.total()
        removed.update([row["removal"]] if row["id"] is None else ())
        head = Head(row["position"], row["hash"])
        is_known = is_known or head.hash.hex() == known
    if expected:
        latest = expected[max(expected)][0]
        fault = f"the chain was truncated after link {head.position}, but {_described(latest)} exists"
        return head, fault, removed.total()
    fault = await removals.fault_of(database, removed)
    return head, fault or (None if is_known else "the given hash is not in the chain"), removed.total()


def fault_of(head: Head, row: RowMapping, expected: Iterable[Checkpoint | WitnessedEntry]) -> str | None:
    """What is wrong with the link after `head`; for a removed entry, `removals` says the rest."""
    position = head.position + 1
    if row["position"] != position:
        return f"link {position} is missing"
    if row["id"] is None and row["removal"] is None:
        return f"the entry of link {position} is missing"
    if row["id"] is not None and link_hash(head.hash, row) != row["hash"]:
        return f"entry {row['id']} (link {position}) was changed after it was linked"
    for point in expected:
        if point.hash != row["hash"]:
            return f"the chain up to link {position} was rebuilt after {_described(point)}"
    return None


async def _link_all(database: Database) -> None:
    last: int | None = 0
    while last is not None:
        async with database.transaction() as session:
            # Scans the whole table, which may take a long time.
            await session.execute(text("set local statement_timeout = 0"))
            last = await link(session, after_id=last)
