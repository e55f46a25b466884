"""Verifying the trail: every hash is recomputed and compared with signed checkpoints and witnesses."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain as joined
from itertools import islice

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from sqlalchemy import ARRAY, BigInteger, RowMapping, cast, func, select, text

from wardline.audit.chain import BATCH, ZERO, Head, link, link_hash, links
from wardline.audit.checkpoints import Checkpoint
from wardline.audit.models import AuditCheckpoint, AuditLink
from wardline.audit.witnesses.reading import WitnessedEntry
from wardline.core.clock import to_utc_text
from wardline.core.db.database import Database


@dataclass(frozen=True, slots=True)
class Verified:
    """The result of `verify`. `fault` is a sentence, or None if every entry is as it was when it was linked."""

    entries: int
    head: str
    """The latest hash in hexadecimal."""
    fault: str | None
    signed_up_to: int = 0
    """The position of the latest genuine checkpoint; nothing up to it can have been changed without the key."""
    witnessed: int = 0
    """The position of the latest entry of the witness; the chain matches the witness up to it."""


async def verify(
    database: Database,
    *,
    known: str | None = None,
    keys: Mapping[str, Ed25519PublicKey] | None = None,
    given: Iterable[Checkpoint | WitnessedEntry] = (),
) -> Verified:
    """Link what is not linked yet, recompute every hash, and compare with checkpoints, stored and `given`.

    `known` is a hash recorded earlier, in hexadecimal, which must be in the chain: a chain that was rebuilt from the
    start is consistent in itself. `keys` are the trusted keys; without any, checkpoints are compared but their
    signatures are not checked. `given` is read as a stream; only its checkpoints are held in memory.
    """
    await _link_all(database)
    async with database.session() as session:
        stored = await session.scalars(select(AuditCheckpoint).order_by(AuditCheckpoint.id))
        checkpoints = [*map(Checkpoint.of, stored)]
    difference, witnessed = None, 0
    remaining = iter(given)
    while batch := list(islice(remaining, BATCH)):
        checkpoints += [found for found in batch if isinstance(found, Checkpoint)]
        entries = [found for found in batch if isinstance(found, WitnessedEntry)]
        witnessed = max([witnessed, *(entry.position for entry in entries)])
        difference = await _first_difference(database, entries if difference is None else [difference, *entries])
    invalid = _untrusted(checkpoints, keys) if keys else {}
    vouching = [checkpoint for checkpoint in checkpoints if checkpoint not in invalid]
    head, fault = await _walk(database, vouching if difference is None else [*vouching, difference], known)
    fault = "; ".join(joined([fault] if fault else [], list(invalid.values())[:1])) or None
    signed_up_to = max((checkpoint.position for checkpoint in vouching), default=0) if keys and fault is None else 0
    witnessed = witnessed if fault is None else 0
    return Verified(
        entries=head.position, head=head.hash.hex(), fault=fault, signed_up_to=signed_up_to, witnessed=witnessed
    )


async def _first_difference(database: Database, entries: Sequence[WitnessedEntry]) -> WitnessedEntry | None:
    """The entry at the lowest position whose hash differs from the chain's, or None."""
    if not entries:
        return None
    among = AuditLink.position == func.any(cast([entry.position for entry in entries], ARRAY(BigInteger)))
    async with database.session() as session:
        rows = await session.execute(select(AuditLink.position, AuditLink.hash).where(among))
        hashes = {row.position: row.hash for row in rows}
    difference = (entry for entry in entries if hashes.get(entry.position) != entry.hash)
    return min(difference, key=lambda entry: entry.position, default=None)


def _untrusted(checkpoints: Iterable[Checkpoint], keys: Mapping[str, Ed25519PublicKey]) -> dict[Checkpoint, str]:
    """The checkpoints without a valid signature of a trusted key, each with what is wrong."""
    found = {}
    for checkpoint in checkpoints:
        key = keys.get(checkpoint.key)
        if key is None:
            found[checkpoint] = f"{_described(checkpoint)} is signed with key {checkpoint.key}, which is not trusted"
        elif not checkpoint.is_genuine(key):
            found[checkpoint] = f"{_described(checkpoint)} is forged: key {checkpoint.key} has not signed it"
    return found


def _described(point: Checkpoint | WitnessedEntry) -> str:
    if isinstance(point, WitnessedEntry):
        return f"the witness's entry at link {point.position}"
    return f"the checkpoint of {to_utc_text(point.at)} at link {point.position}"


async def _walk(
    database: Database, points: Iterable[Checkpoint | WitnessedEntry], known: str | None
) -> tuple[Head, str | None]:
    """The last valid link, and what is wrong with the next one."""
    vouching: dict[int, list[Checkpoint | WitnessedEntry]] = defaultdict(list)
    for point in points:
        vouching[point.position].append(point)
    head, is_known = Head(0, ZERO), known is None
    async for found in links(database):
        fault = _fault_of(head, found, vouching.pop(head.position + 1, ()))
        if fault is not None:
            return head, fault
        head = Head(found["position"], found["hash"])
        is_known = is_known or head.hash.hex() == known
    if vouching:
        latest = vouching[max(vouching)][0]
        return head, f"the end was cut off behind link {head.position}: {_described(latest)} knows what is gone"
    return head, None if is_known else "the hash that was noted is not in the chain"


def _fault_of(head: Head, found: RowMapping, vouching: Iterable[Checkpoint | WitnessedEntry]) -> str | None:
    """What is wrong with the link after `head`."""
    position = head.position + 1
    if found["position"] != position:
        return f"link {position} is missing"
    if found["id"] is None:
        return f"the entry of link {position} is missing"
    if link_hash(head.hash, found) != found["hash"]:
        return f"entry {found['id']} (link {position}) is not what it was when it was linked"
    for point in vouching:
        if point.hash != found["hash"]:
            return f"the chain up to link {position} was rebuilt after {_described(point)}"
    return None


async def _link_all(database: Database) -> None:
    last: int | None = 0
    while last is not None:
        async with database.transaction() as session:
            # Scans the whole table, which may take long.
            await session.execute(text("set local statement_timeout = 0"))
            last = await link(session, after_id=last)
