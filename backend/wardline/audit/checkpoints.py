"""Signed statements of how long the chain was, and what its latest hash was, at some time.

The owner of the database could rebuild the whole chain or truncate it, but cannot forge signatures of its previous
state.
"""

import asyncio
import base64
import binascii
import logging
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final, Self

import orjson
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from sqlalchemy import func, select, text
from sqlalchemy.ext.asyncio import AsyncSession

from wardline.audit.chain import head_of, link_new
from wardline.audit.keys import is_signed, name_of, signing_key
from wardline.audit.models import AuditCheckpoint
from wardline.core.clock import to_utc_text
from wardline.core.db.database import Database
from wardline.settings import Settings

log = logging.getLogger(__name__)

KIND: Final = "checkpoint"
LAST_SECONDS: Final = 1.5
"""How long the last checkpoint of a process may take."""
MAX_FORGED: Final = 100
"""How many of the newest rows are searched for a genuine one; if there is none, one is written."""
_SIGNED: Final = "Wardline audit checkpoint 1\n{}\n{}\n{}\n"
_ADD: Final = text("select add_audit_checkpoint(:position, :hash, :at, :key, :signature)")


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """`hash` is the hash of the link at `position`; `key` names the key of `signature`."""

    position: int
    hash: bytes
    at: datetime
    key: str
    signature: bytes

    @classmethod
    def of(cls, row: AuditCheckpoint) -> Self:
        return cls(row.position, row.hash, row.at, row.key, row.signature)

    @classmethod
    def read(cls, line: bytes) -> Self | None:
        """Parse a `line`; None for anything else."""
        try:
            data = orjson.loads(line)
            if not isinstance(data, dict) or data.get("kind") != KIND:
                return None
            at = datetime.fromisoformat(data["at"]).astimezone(UTC)
            signature = base64.b64decode(data["signature"], validate=True)
            return cls(int(data["position"]), bytes.fromhex(data["hash"]), at, str(data["key"]), signature)
        except (ValueError, KeyError, TypeError, binascii.Error):
            return None

    def line(self) -> bytes:
        """One line of JSON, as sent to witnesses."""
        return orjson.dumps(
            {
                "kind": KIND,
                "position": self.position,
                "hash": self.hash.hex(),
                "at": to_utc_text(self.at),
                "key": self.key,
                "signature": base64.b64encode(self.signature).decode(),
            }
        )

    def is_genuine(self, key: Ed25519PublicKey) -> bool:
        return is_signed(key, self.signature, signed_text(self.position, self.hash, self.at))


def signed_text(position: int, link_hash: bytes, at: datetime) -> bytes:
    """The signed text."""
    return _SIGNED.format(position, link_hash.hex(), to_utc_text(at)).encode()


async def write_checkpoint(
    database: Database, key: Ed25519PrivateKey, *, unless_after: timedelta = timedelta()
) -> Checkpoint | None:
    """Link the entries that are not linked yet, and sign the head of the chain.

    Does nothing if the newest genuine checkpoint of this key is of the same head, or younger than `unless_after`.
    """
    async with database.session() as session:
        newest = await _newest(session, key.public_key())
        now = await session.scalar(select(func.clock_timestamp()))
    if newest is not None and now is not None and now - newest.at < unless_after:
        return None
    await link_new(database)
    async with database.transaction() as session:
        head = await head_of(session)
        if head.position == 0 or (newest is not None and newest.position == head.position):
            return None
        at: datetime = (await session.scalars(select(func.clock_timestamp()))).one()
        signature = key.sign(signed_text(head.position, head.hash, at))
        checkpoint = Checkpoint(head.position, head.hash, at, name_of(key.public_key()), signature)
        await session.execute(
            _ADD,
            {
                "position": checkpoint.position,
                "hash": checkpoint.hash,
                "at": at,
                "key": checkpoint.key,
                "signature": signature,
            },
        )
    return checkpoint


async def _newest(session: AsyncSession, key: Ed25519PublicKey) -> Checkpoint | None:
    """The newest one signed by `key`. The application's role could store others, which the database cannot detect."""
    rows = await session.scalars(select(AuditCheckpoint).order_by(AuditCheckpoint.id.desc()).limit(MAX_FORGED))
    name = name_of(key)
    return next(
        (
            checkpoint
            for checkpoint in map(Checkpoint.of, rows)
            if checkpoint.key == name and checkpoint.is_genuine(key)
        ),
        None,
    )


async def write_last_checkpoint(database: Database, settings: Settings) -> None:
    """Sign when a process ends. Takes at most `LAST_SECONDS` and never raises."""
    try:
        key = signing_key(settings)
        if key is not None:
            async with asyncio.timeout(LAST_SECONDS):
                await write_checkpoint(database, key)
    except Exception as error:  # noqa: BLE001 - whatever it is, the process ends, and the next one signs
        log.warning("no checkpoint at the end: %s", type(error).__name__)
