"""What transfers add to the response about a consult, and to its card in lists."""

import uuid
from collections.abc import Sequence
from functools import partial
from typing import Any, Final

from sqlalchemy import Uuid, bindparam, exists, select

from wardline.consults.choices import Milestone
from wardline.consults.models import Consult
from wardline.consults.parts import Actions, CardPart, ConsultPart
from wardline.core.db.statements import Execution, compile_statement
from wardline.core.forms.wire import ReadModel, UtcDateTime
from wardline.transfers import policies
from wardline.transfers.choices import Ending, TransferAction, TransferState
from wardline.transfers.models import Transfer
from wardline.transfers.service import close
from wardline.transfers.summary import COLUMNS, TransferSummary, summary_of

_SUMMARY: Final = compile_statement(
    select(*COLUMNS).where(Transfer.consult_id == bindparam("consult_id", type_=Uuid()))
)


class ConsultTransfer(ReadModel):
    """A summary of the transfer; `TransferRead` has all of it."""

    id: uuid.UUID
    state: TransferState
    acknowledged_at: UtcDateTime | None
    closed_reason: Ending | None


class TransferFlag(ReadModel):
    has_transfer: bool


class TransferFields(TransferFlag):
    transfer: ConsultTransfer | None


def _query(consult_id: uuid.UUID) -> Execution:
    return _SUMMARY, {"consult_id": consult_id}


def _load(rows: Sequence[Any]) -> TransferSummary | None:
    return summary_of(rows[0]) if rows else None


def _read(transfer: TransferSummary | None) -> TransferFields:
    read = ConsultTransfer.model_validate(transfer) if transfer is not None else None
    return TransferFields(has_transfer=read is not None, transfer=read)


TRANSFER: Final[ConsultPart[TransferSummary | None]] = ConsultPart(
    query=_query,
    load=_load,
    fields=TransferFields,
    read=_read,
    actions=Actions(TransferAction, policies.allowed_actions),
    card=CardPart(TransferFlag, {"has_transfer": exists().where(Transfer.consult_id == Consult.id)}),
    reactions={
        Milestone.CANCELLED: partial(close, ending=Ending.CONSULT_CANCELLED),
        Milestone.PATIENT_DISCHARGED: partial(close, ending=Ending.PATIENT_DISCHARGED),
    },
)
