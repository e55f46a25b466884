"""Live events about transfers, received by everyone who may view the consult."""

import uuid

from wardline.consults.events import ConsultEvent


class TransferEvent(ConsultEvent):
    transfer_id: uuid.UUID


class TransferCreated(TransferEvent):
    name = "transfer:created"


class TransferAcknowledged(TransferEvent):
    name = "transfer:acknowledged"


class TransferCompleted(TransferEvent):
    name = "transfer:completed"
