"""Closed lists about consults and their list."""

from wardline.core.forms.choices import Choice


class ConsultState(Choice):
    NEW = "new", "Pending"
    PENDING = "pending", "Pending"
    COMPLETED = "completed", "Completed"
    CANCELLED = "cancelled", "Cancelled"
    DISCHARGED = "discharged", "Discharged"


class StateFilter(Choice):
    """What the list may be limited to; `new` and `pending` mean the same, one for each kind of user."""

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


class TransferState(Choice):
    """How far a consult's transfer has come, never backwards; the consult tells it, `wardline.transfers` moves it."""

    REQUESTED = "requested", "Requested"
    ACKNOWLEDGED = "acknowledged", "Acknowledged"
    COMPLETED = "completed", "Completed"


class SignOffStatus(Choice):
    """How far a consult's sign-off note has come; the consult tells it, `wardline.signoff` moves it."""

    DRAFT = "Draft"
    SIGNED = "Signed"
    ADDENDED = "Addended"
    MARKED_IN_ERROR = "MarkedInError"


class ConsultAction(Choice):
    """What an answer says that this user may do with this consult now."""

    ACKNOWLEDGE = "acknowledge", "Acknowledge"
    COMPLETE = "complete", "Complete"
    COMPLETE_AND_SIGN_OFF = "completeAndSignOff", "Complete and Sign Off"
    SIGN_OFF = "signOff", "Add Sign-off"
    EDIT_NOTE = "editSignoffNote", "Edit Signoff Note"
    EXPORT_NOTE = "exportSignoffNote", "View"
    FAX_NOTE = "faxSignoffNote", "Fax Stroke Signoff Note"
    ADDEND_NOTE = "addendSignoffNote", "Addend"
    MARK_NOTE_IN_ERROR = "markSignoffNoteInError", "Mark in Error"
    CANCEL = "cancel", "Cancel Consult"
    EDIT = "edit", "Edit"
    EDIT_BEDSIDE_PHONE = "editBedsidePhone", "Edit Bedside Phone Number"
    EDIT_PATIENT = "editPatient", "Edit Patient"
    COMMENT = "comment", "Add Comment"
    COMMENT_WITH_ALERT = "commentWithAlert", "Urgent Notify"
    DISCHARGE = "discharge", "Discharge"
    JOIN_CHIME = "joinChime", "Join Video Call"
    JOIN_VIDYO = "joinVidyo", "Join Vidyo"
    JOIN_BLUESTREAM = "joinBluestream", "Join Bluestream"
    JOIN_CORE_VIDEO = "joinCoreVideo", "Join Core Video"
