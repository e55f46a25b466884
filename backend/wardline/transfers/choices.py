"""Closed lists about transfers and their list."""

from wardline.core.forms.choices import Choice


class TransferState(Choice):
    """The state of a transfer; it never goes back."""

    REQUESTED = "requested", "Requested"
    ACKNOWLEDGED = "acknowledged", "Acknowledged"
    COMPLETED = "completed", "Completed"


class TransferStateFilter(Choice):
    """States that the transfer list can be filtered by.

    `pending` ones still need someone: they are neither completed nor closed.
    """

    PENDING = "pending", "Pending"
    COMPLETED = "completed", "Completed"
    ALL = "all", "All"


class Ending(Choice):
    """Why nobody needs a transfer anymore."""

    CONSULT_CANCELLED = "consultCancelled", "Consult cancelled"
    PATIENT_DISCHARGED = "patientDischarged", "Patient discharged"


class TransferAction(Choice):
    """What a user may do with a consult's transfer."""

    REQUEST_TRANSFER = "requestTransfer", "Transfer"
    ACKNOWLEDGE_TRANSFER = "acknowledgeTransfer", "Acknowledge Transfer"
    COMPLETE_TRANSFER = "completeTransfer", "Complete Transfer"
    DECLINE_TRANSFER = "declineTransfer", "Facility Declined"


class TransportationMode(Choice):
    AIR = "Air"
    GROUND = "Ground"


class StrokeLevel(Choice):
    LEVEL_1 = "Level 1"
    LEVEL_2 = "Level 2"
