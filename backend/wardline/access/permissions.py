"""The permissions that the code checks; the network's data says which role has which."""

from typing import Final, NamedTuple


class Permission(NamedTuple):
    action: str
    subject: str


LIST_CONSULT: Final = Permission("List", "Consult")
LIST_TRANSFER: Final = Permission("List", "Transfer")
VIEW_CONSULT: Final = Permission("View", "Consult")
REQUEST_CONSULT: Final = Permission("Request", "Consult")
ASK_CONSULT: Final = Permission("Ask", "Consult")
GIVE_CONSULT: Final = Permission("Give", "Consult")
ACKNOWLEDGE_CONSULT: Final = Permission("Acknowledge", "Consult")
COMPLETE_CONSULT: Final = Permission("Complete", "Consult")
EDIT_CONSULT: Final = Permission("Edit", "Consult")
CANCEL_CONSULT: Final = Permission("Cancel", "Consult")
ADD_COMMENT: Final = Permission("Add", "Comment")
ADD_COMMENT_WITH_ALERT: Final = Permission("AddCommentWithAlert", "Consult")
EDIT_PATIENT: Final = Permission("EditPatientFor", "Consult")
JOIN_CHIME_MEETING: Final = Permission("JoinChimeMeeting", "Consult")
JOIN_VIDYO_MEETING: Final = Permission("JoinVidyoMeeting", "Consult")
HOST_BLUESTREAM_MEETING: Final = Permission("HostBluestreamMeeting", "Consult")
JOIN_BLUESTREAM_MEETING: Final = Permission("JoinBluestreamMeeting", "Consult")
HOST_CORE_MEETING: Final = Permission("HostCoreMeeting", "Consult")
JOIN_CORE_MEETING: Final = Permission("JoinCoreMeeting", "Consult")
REQUEST_TRANSFER: Final = Permission("Request", "Transfer")
ACKNOWLEDGE_TRANSFER: Final = Permission("Acknowledge", "Transfer")
COMPLETE_TRANSFER: Final = Permission("Complete", "Transfer")
ACCESS_ORGANIZATION: Final = Permission("Access", "Organization")
ACCESS_SERVICE_LINE: Final = Permission("Access", "ServiceLine")
COMPLETE_SIGNOFF_NEURO: Final = Permission("Complete", "SignOffNeuro")
COMPLETE_SIGNOFF_NOTE: Final = Permission("CompleteSignoffNoteOn", "Consult")
ADDEND_SIGNOFF_NOTE: Final = Permission("AddendSignoffNoteOn", "Consult")
MARK_SIGNOFF_NOTE_IN_ERROR: Final = Permission("MarkAsErrorSignoffNoteOn", "Consult")
FAX_SIGNOFF_NOTE: Final = Permission("FaxSignoffNoteOn", "Consult")
VIEW_SIGNOFF_NOTE: Final = Permission("ViewSignoffNoteFor", "Consult")
MANAGE_ADMIN: Final = Permission("Manage", "Admin")
LIST_REPORTS: Final = Permission("List", "Reports")
EDIT_CALL_SCHEDULE: Final = Permission("Edit", "CallSchedule")
MANAGE_RETENTION: Final = Permission("Manage", "Retention")
