"""Closed lists about consults and their list."""

from enum import Enum, auto

from wardline.core.forms.choices import Choice


class ConsultState(Choice):
    NEW = "new", "Pending"
    PENDING = "pending", "Pending"
    COMPLETED = "completed", "Completed"
    CANCELLED = "cancelled", "Cancelled"
    DISCHARGED = "discharged", "Discharged"


class StateFilter(Choice):
    """States that the list can be filtered by; `new` and `pending` mean the same, one for each kind of user."""

    PENDING = "pending", "Pending"
    NEW = "new", "Pending"
    COMPLETED = "completed", "Completed"
    CANCELLED = "cancelled", "Cancelled"
    ALL = "all", "All Statuses"


class ConsultSort(Choice):
    PRIORITY_HIGH_TO_LOW = "priorityHighToLow", "Priority: high to low"
    PRIORITY_LOW_TO_HIGH = "priorityLowToHigh", "Priority: low to high"
    OLDEST_FIRST = "oldestFirst", "Date: oldest first"
    NEWEST_FIRST = "newestFirst", "Date: newest first"


class ConsultAction(Choice):
    """What a user may do with a consult; other domains add their own actions (`wardline.consults.parts`)."""

    ACKNOWLEDGE = "acknowledge", "Acknowledge"
    COMPLETE = "complete", "Complete"
    CANCEL = "cancel", "Cancel Consult"
    EDIT = "edit", "Edit"
    EDIT_BEDSIDE_PHONE = "editBedsidePhone", "Edit Bedside Phone Number"
    EDIT_PATIENT = "editPatient", "Edit Patient"
    COMMENT = "comment", "Add Comment"
    COMMENT_WITH_ALERT = "commentWithAlert", "Urgent Notify"
    DISCHARGE = "discharge", "Discharge"


class Milestone(Enum):
    """What other domains react to when it happens to a consult (`wardline.consults.parts`)."""

    REQUESTED = auto()
    ACKNOWLEDGED = auto()
    COMPLETED = auto()
    CANCELLED = auto()
    PATIENT_DISCHARGED = auto()
    TRANSFER_REQUESTED = auto()
    TRANSFER_ACKNOWLEDGED = auto()
    TRANSFER_CLOSED = auto()
