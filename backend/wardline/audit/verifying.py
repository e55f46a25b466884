"""Whether the trail is what it was: every hash made anew, and compared with what was signed."""

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
from wardline.audit.witnesses.told import Told
from wardline.core.clock import to_utc_text
from wardline.core.db.database import Database


@dataclass(frozen=True, slots=True)
class Verified:
    """What `verify` found. `fault` is a sentence, None when every entry is as it was when it was linked."""

    entries: int
    head: str
    """The latest hash as hexadecimal text."""
    fault: str | None
    vouched: int = 0
    """The position of the latest genuine checkpoint, up to which nobody without the key can have changed anything."""
    told: int = 0
    """The position of the latest entry given, up to which the chain is what the witness was told."""


async def verify(
    database: Database,
    *,
    known: str | None = None,
    keys: Mapping[str, Ed25519PublicKey] | None = None,
    given: Iterable[Checkpoint | Told] = (),
) -> Verified:
    """Link what is not linked yet, then make every hash anew and compare, with the checkpoints stored and `given`, too.

    `known` is a hash noted earlier, as hexadecimal text, which must be one of the chain's: a chain that somebody made
    anew from the start is sound in itself. `keys` are those whose signatures are believed; without any, checkpoints
    are compared and not believed. Of `given`, checkpoints are kept and entries only passed through.
    """
    await _link_all(database)
    async with database.session() as session:
        stored = await session.scalars(select(AuditCheckpoint).order_by(AuditCheckpoint.id))
        checkpoints = [*map(Checkpoint.of, stored)]
    unlike, told = None, 0
    remaining = iter(given)
    while batch := list(islice(remaining, BATCH)):
        checkpoints += [found for found in batch if isinstance(found, Checkpoint)]
        entries = [found for found in batch if isinstance(found, Told)]
        told = max([told, *(entry.position for entry in entries)])
        unlike = await _first_unlike(database, entries if unlike is None else [unlike, *entries])
    strange = _strange(checkpoints, keys) if keys else {}
    vouching = [checkpoint for checkpoint in checkpoints if checkpoint not in strange]
    head, fault = await _walk(database, vouching if unlike is None else [*vouching, unlike], known)
    fault = "; ".join(joined([fault] if fault else [], list(strange.values())[:1])) or None
    vouched = max((checkpoint.position for checkpoint in vouching), default=0) if keys and fault is None else 0
    told = told if fault is None else 0
    return Verified(entries=head.position, head=head.hash.hex(), fault=fault, vouched=vouched, told=told)


async def _first_unlike(database: Database, entries: Sequence[Told]) -> Told | None:
    """The one at the lowest position where the chain has another link, or none."""
    if not entries:
        return None
    among = AuditLink.position == func.any(cast([entry.position for entry in entries], ARRAY(BigInteger)))
    async with database.session() as session:
        rows = await session.execute(select(AuditLink.position, AuditLink.hash).where(among))
        hashes = {row.position: row.hash for row in rows}
    unlike = (entry for entry in entries if hashes.get(entry.position) != entry.hash)
    return min(unlike, key=lambda entry: entry.position, default=None)


def _strange(checkpoints: Iterable[Checkpoint], keys: Mapping[str, Ed25519PublicKey]) -> dict[Checkpoint, str]:
    """Those that nobody who is trusted has signed, with what is wrong."""
    found = {}
    for checkpoint in checkpoints:
        key = keys.get(checkpoint.key)
        if key is None:
            found[checkpoint] = f"{_called(checkpoint)} is signed with key {checkpoint.key}, which is not a trusted one"
        elif not checkpoint.is_genuine(key):
            found[checkpoint] = f"{_called(checkpoint)} is forged: key {checkpoint.key} has not signed it"
    return found


def _called(point: Checkpoint | Told) -> str:
    if isinstance(point, Told):
        return f"the witness's entry at link {point.position}"
    return f"the checkpoint of {to_utc_text(point.at)} at link {point.position}"


async def _walk(database: Database, points: Iterable[Checkpoint | Told], known: str | None) -> tuple[Head, str | None]:
    """The last link that is sound, and what is wrong with the next one."""
    vouching: dict[int, list[Checkpoint | Told]] = defaultdict(list)
    for point in points:
        vouching[point.position].append(point)
    head, is_known = Head(0, ZERO), known is None
    async for found in links(database):
        fault = _unsound(head, found, vouching.pop(head.position + 1, ()))
        if fault is not None:
            return head, fault
        head = Head(found["position"], found["hash"])
        is_known = is_known or head.hash.hex() == known
    if vouching:
        latest = vouching[max(vouching)][0]
        return head, f"the end was cut off behind link {head.position}: {_called(latest)} knows what is gone"
    return head, None if is_known else "the hash that was noted is not in the chain"


def _unsound(head: Head, found: RowMapping, vouching: Iterable[Checkpoint | Told]) -> str | None:
    """What is wrong with the link behind `head`."""
    position = head.position + 1
    if found["position"] != position:
        return f"link {position} is missing"
    if found["id"] is None:
        return f"the entry of link {position} is missing"
    if link_hash(head.hash, found) != found["hash"]:
        return f"entry {found['id']} (link {position}) is not what it was when it was linked"
    for point in vouching:
        if point.hash != found["hash"]:
            return f"the chain up to link {position} was made anew after {_called(point)}"
    return None


async def _link_all(database: Database) -> None:
    last: int | None = 0
    while last is not None:
        async with database.transaction() as session:
            # All of the table is looked through, which may take as long as it takes.
            await session.execute(text("set local statement_timeout = 0"))
            last = await link(session, after_id=last)
