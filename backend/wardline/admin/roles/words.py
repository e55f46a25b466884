"""What each permission allows, in the words of people who have never seen the code."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from wardline.access import permissions
from wardline.access.permissions import Permission
from wardline.admin.roles.choices import PermissionGroup


class PermissionWords(NamedTuple):
    group: PermissionGroup
    label: str
    allows: str


_REACH, _CONSULTS, _CALLS, _NOTES, _TRANSFERS, _SERVICE = list(PermissionGroup)[:6]

WORDS: Final[Mapping[Permission, PermissionWords]] = {
    permissions.VIEW_CONSULT: PermissionWords(
        _REACH, "Open consults", "Open a consult with its patient, timeline and documents."
    ),
    permissions.ACCESS_ORGANIZATION: PermissionWords(
        _REACH,
        "Work in organizations",
        "See what belongs to the person's organizations, and to those that they are on call for.",
    ),
    permissions.ACCESS_SERVICE_LINE: PermissionWords(
        _REACH,
        "Work with service lines",
        "See consults for the person's service lines, and for those they are on call for.",
    ),
    permissions.LIST_CONSULT: PermissionWords(_REACH, "List consults", "Use the list of consults and search in it."),
    permissions.LIST_TRANSFER: PermissionWords(_REACH, "List transfers", "Use the list of transfers."),
    permissions.ASK_CONSULT: PermissionWords(
        _CONSULTS, "Ask for consults", "Work on the asking side: the application shows what bedside staff need."
    ),
    permissions.REQUEST_CONSULT: PermissionWords(
        _CONSULTS, "Request consults", "Request a consult for a patient in a unit where the person works."
    ),
    permissions.GIVE_CONSULT: PermissionWords(
        _CONSULTS, "Give consults", "Go on call, be paged, and answer requests as a specialist."
    ),
    permissions.ACKNOWLEDGE_CONSULT: PermissionWords(
        _CONSULTS, "Acknowledge consults", "Take on a consult while on call for its service line."
    ),
    permissions.COMPLETE_CONSULT: PermissionWords(
        _CONSULTS, "Complete consults", "Complete a consult while on call for its service line."
    ),
    permissions.CANCEL_CONSULT: PermissionWords(
        _CONSULTS, "Cancel consults", "Cancel an open consult, as long as the person is not on call."
    ),
    permissions.EDIT_CONSULT: PermissionWords(
        _CONSULTS, "Edit consults", "Change the reason and the details of an open consult while on call for its line."
    ),
    permissions.EDIT_PATIENT: PermissionWords(
        _CONSULTS, "Edit and discharge patients", "Correct a patient who was entered manually, and discharge patients."
    ),
    permissions.ADD_COMMENT: PermissionWords(_CONSULTS, "Comment", "Add comments to an open consult."),
    permissions.ADD_COMMENT_WITH_ALERT: PermissionWords(
        _CONSULTS, "Send urgent comments", "Mark a comment as urgent, which pages the people it concerns."
    ),
    permissions.JOIN_CHIME_MEETING: PermissionWords(
        _CALLS, "Join calls in Wardline", "Join the video call of a consult in the application."
    ),
    permissions.JOIN_VIDYO_MEETING: PermissionWords(
        _CALLS, "Join Vidyo rooms", "Open the Vidyo room of a consult's location."
    ),
    permissions.JOIN_BLUESTREAM_MEETING: PermissionWords(
        _CALLS, "Join Bluestream rooms", "Open the Bluestream room of a consult as a guest."
    ),
    permissions.HOST_BLUESTREAM_MEETING: PermissionWords(
        _CALLS, "Host Bluestream rooms", "Open the Bluestream room of a consult as its host."
    ),
    permissions.JOIN_CORE_MEETING: PermissionWords(
        _CALLS, "Join core video rooms", "Open the core video room of a consult as a guest."
    ),
    permissions.HOST_CORE_MEETING: PermissionWords(
        _CALLS, "Host core video rooms", "Open the core video room of a consult as its host."
    ),
    permissions.VIEW_SIGNOFF_NOTE: PermissionWords(_NOTES, "Read notes", "Read signed notes and open them as a PDF."),
    permissions.COMPLETE_SIGNOFF_NOTE: PermissionWords(
        _NOTES, "Write notes", "Write and sign notes, and sign off consults that have a short form."
    ),
    permissions.COMPLETE_SIGNOFF_NEURO: PermissionWords(
        _NOTES, "Sign off neurology", "Sign off completed consults for tele-neurology."
    ),
    permissions.ADDEND_SIGNOFF_NOTE: PermissionWords(_NOTES, "Addend notes", "Add an addendum to a signed note."),
    permissions.MARK_SIGNOFF_NOTE_IN_ERROR: PermissionWords(
        _NOTES, "Mark notes in error", "Mark a signed note as written in error, for good."
    ),
    permissions.FAX_SIGNOFF_NOTE: PermissionWords(_NOTES, "Fax notes", "Send a signed note to a fax number."),
    permissions.REQUEST_TRANSFER: PermissionWords(
        _TRANSFERS, "Request transfers", "Ask another hospital to accept a patient, while on call for the line."
    ),
    permissions.ACKNOWLEDGE_TRANSFER: PermissionWords(
        _TRANSFERS, "Acknowledge transfers", "Take on a requested transfer, and be paged about new ones."
    ),
    permissions.COMPLETE_TRANSFER: PermissionWords(_TRANSFERS, "Complete transfers", "Say that a transfer is done."),
    permissions.EDIT_CALL_SCHEDULE: PermissionWords(
        _SERVICE, "Plan call schedules", "Plan who is on call for the lines that the person's organizations request."
    ),
    permissions.LIST_REPORTS: PermissionWords(_SERVICE, "Read reports", "Open the reports about the service."),
    permissions.MANAGE_RETENTION: PermissionWords(
        _SERVICE,
        "Manage retention",
        "Set how long records of the person's organizations are kept, and begin and end legal holds.",
    ),
    permissions.MANAGE_ADMIN: PermissionWords(
        _SERVICE, "Administer", "Use the administration pages for the person's own organizations."
    ),
}
"""In the order in which they are shown."""


def words_of(permission: Permission) -> PermissionWords:
    """Those of a permission that the code never asks for say so."""
    known = WORDS.get(permission)
    if known is not None:
        return known
    label = f"{permission.action} {permission.subject}"
    return PermissionWords(PermissionGroup.OTHER, label, "Nothing: this version of Wardline does not use it.")
