"""What is sent to a witness, and the protocol that each witness implements."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final, Protocol

import orjson
from sqlalchemy import RowMapping

from wardline.audit.checkpoints import KIND as CHECKPOINT
from wardline.audit.checkpoints import Checkpoint
from wardline.core.clock import to_utc_text

ENTRY: Final = "entry"
DELIVERY_SECONDS: Final = 30
"""For a whole batch over the network, until the response is complete."""


@dataclass(frozen=True, slots=True)
class Record:
    """An entry with its position in the chain, or a checkpoint. `line` is JSON without a line feed."""

    kind: str
    position: int
    at: datetime
    line: bytes


class NotWitnessed(Exception):
    """The witness may not have accepted the records; `reason` is a few fixed words, never text from the witness."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Witness(Protocol):
    @property
    def name(self) -> str:
        """Its URL without secrets."""
        ...

    async def send(self, records: Sequence[Record]) -> None:
        """Return once it has accepted all of them. Some may be sent again, in the same order.

        Raises:
            NotWitnessed
        """
        ...


def entry_record(row: RowMapping) -> Record:
    """A row of `wardline.audit.chain.links`, with the field names of the export; of a removed entry only its hash."""
    if row["id"] is None:
        removed = {"kind": ENTRY, "position": row["position"], "hash": row["hash"].hex(), "removal": row["removal"]}
        return Record(ENTRY, row["position"], row["removed_at"], orjson.dumps(removed))
    content = {
        "kind": ENTRY,
        "position": row["position"],
        "hash": row["hash"].hex(),
        "id": row["id"],
        "at": to_utc_text(row["at"]),
        "requestId": row["request_id"],
        "userId": row["user_id"],
        "action": row["action"],
        "status": row["status"],
        "code": row["code"],
        "address": row["address"],
        "organizationIds": row["organization_ids"],
        "consultIds": row["consult_ids"],
        "patientIds": row["patient_ids"],
        "emrIds": row["emr_ids"],
        "details": None if row["details"] is None else orjson.Fragment(row["details"]),
    }
    return Record(ENTRY, row["position"], row["at"], orjson.dumps(content))


def checkpoint_record(checkpoint: Checkpoint) -> Record:
    return Record(CHECKPOINT, checkpoint.position, checkpoint.at, checkpoint.line())
