"""Errors about guests."""

from wardline.core.errors import Conflict, Forbidden, NotFound, NotSignedIn


class GuestNotFound(NotFound):
    code = "guest_not_found"
    message = "This guest was not invited to this call."


class TooManyGuests(Conflict):
    code = "too_many_guests"
    message = "Too many guests are invited to this call. Take an invitation back first."


class GuestAnswered(Conflict):
    """Somebody else inside was faster, and has decided otherwise."""

    code = "guest_answered"
    message = "Someone else in the call has already answered this guest."


class NoNewLink(Conflict):
    """A repeat of an invitation whose first link was received after all."""

    code = "guest_no_new_link"
    message = "The link of this invitation has been opened, or taken back. Invite the guest again if they need another."


class GuestNotWaiting(Conflict):
    code = "guest_not_waiting"
    message = "This guest does not ask to join."


class GuestUnknown(NotSignedIn):
    code = "guest_unknown"
    message = "This link is not valid. Please ask for a new one."


class LinkExpired(Forbidden):
    code = "guest_link_expired"
    message = "This link has expired. Please ask for a new one."


class LinkUsed(Forbidden):
    code = "guest_link_used"
    message = "This link has already been opened on another device. Please ask for a new one."


class InvitationOver(Forbidden):
    code = "guest_invitation_over"
    message = "This call has ended, or the invitation has been taken back."


class NotAdmitted(Forbidden):
    code = "guest_not_admitted"
    message = "Please wait until someone in the call lets you in."
