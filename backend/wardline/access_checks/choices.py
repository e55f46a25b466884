"""Closed lists about access checks."""

from wardline.core.forms.choices import Choice


class CheckedAction(Choice):
    """What an access check can ask about. A label completes the sentence "Ada Lovelace can …"."""

    LIST_CONSULTS = "listConsults", "use the list of consults"
    VIEW_CONSULT = "viewConsult", "open the consult"
    ACKNOWLEDGE_CONSULT = "acknowledgeConsult", "acknowledge the consult"
    COMPLETE_CONSULT = "completeConsult", "complete the consult"
    CANCEL_CONSULT = "cancelConsult", "cancel the consult"
    EDIT_CONSULT = "editConsult", "edit the consult"
    EDIT_BEDSIDE_PHONE = "editBedsidePhone", "change the bedside phone number"
    EDIT_PATIENT = "editPatient", "edit the patient"
    COMMENT = "comment", "add a comment"
    COMMENT_WITH_ALERT = "commentWithAlert", "add an urgent comment"
    HAND_OVER = "handOver", "hand over the consult"
    READ_CENSUS = "readCensus", "see the unit's patients when requesting a consult"
    REQUEST_CONSULT = "requestConsult", "request a consult"
    JOIN_CALL = "joinCall", "join the call in Wardline"
    JOIN_VIDYO = "joinVidyo", "join the Vidyo room"
    JOIN_BLUESTREAM = "joinBluestream", "join the Bluestream room"
    JOIN_CORE_VIDEO = "joinCoreVideo", "join the core video room"
    READ_NOTE = "readNote", "read the sign-off note"
    OPEN_NOTE = "openNote", "open the note for editing"
    SIGN_NOTE = "signNote", "sign off the consult"
    ADDEND_NOTE = "addendNote", "addend the signed note"
    MARK_NOTE_IN_ERROR = "markNoteInError", "mark the signed note in error"
    FAX_NOTE = "faxNote", "fax the signed note"
    LIST_TRANSFERS = "listTransfers", "use the list of transfers"
    REQUEST_TRANSFER = "requestTransfer", "request a transfer"
    ACKNOWLEDGE_TRANSFER = "acknowledgeTransfer", "acknowledge the transfer"
    COMPLETE_TRANSFER = "completeTransfer", "complete the transfer"
    CHECK_IN = "checkIn", "go on call for the service line"
    EDIT_CALL_SCHEDULE = "editCallSchedule", "plan who is on call for the service line"
    ADMINISTER = "administer", "administer the organization"
    EDIT_LOCATION = "editLocation", "change the location"


class CheckedObject(Choice):
    """What a question is about besides the person."""

    NOTHING = "nothing", "Nothing else"
    CONSULT = "consult", "A consult"
    LOCATION = "location", "A location"
    LINE = "line", "A service line"
    LOCATION_AND_LINE = "locationAndLine", "A location and a service line"
    ORGANIZATION = "organization", "An organization"


class ActionGroup(Choice):
    CONSULTS = "consults", "Consults"
    REQUESTS = "requests", "Requests"
    CALLS = "calls", "Video calls"
    NOTES = "notes", "Sign-off notes"
    TRANSFERS = "transfers", "Transfers"
    DUTY = "duty", "On call"
    ADMINISTRATION = "administration", "Administration"


class RoleSource(Choice):
    """Where a person's role comes from."""

    BY_HAND = "byHand", "Given on the administration pages"
    FILE = "file", "From the network file"
    GROUP = "group", "From a group of the identity provider"
    EARLIER = "earlier", "Given before the oldest version that is kept"


class FactKind(Choice):
    """What a fact that a rule looked at is about."""

    ACCOUNT = "account", "Account"
    ORGANIZATION = "organization", "Organization"
    LINE = "line", "Service line"
    ON_CALL = "onCall", "On call"
    LOCATION = "location", "Location"
    CONSULT = "consult", "Consult"
    HOURS = "hours", "Opening hours"
