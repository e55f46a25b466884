"""Why there is no emergency access, or no review of it."""

import uuid

from wardline.core.errors import Conflict, Forbidden, NotFound


class EmergencyAccessOff(Conflict):
    code = "emergency_access_off"
    message = "This installation does not offer emergency access. Call the service line instead."


class NobodyFits(NotFound):
    """Also if the organization is not the user's, so that nothing is learned about another one."""

    code = "nobody_fits"
    message = "Nobody with a consult in this organization fits exactly. Check what you entered."


class SeveralFit(Conflict):
    code = "several_fit"
    message = "More than one person fits. Enter the patient's number instead of the name."


class AlreadyInReach(Conflict):
    """`consultId` is the newest of the patient's consults."""

    code = "already_in_reach"
    message = "You can open this patient's consults without emergency access."

    def __init__(self, consult_id: uuid.UUID) -> None:
        super().__init__(consultId=str(consult_id))


class OwnEmergencyAccess(Forbidden):
    code = "own_emergency_access"
    message = "This is your own emergency access. Someone else has to review it."


class StillOpen(Conflict):
    """What is still going to be read would have no review."""

    code = "still_open"
    message = "This emergency access has not ended yet. Review it when it has."


class AlreadyReviewed(Conflict):
    code = "already_reviewed"
    message = "Someone else has reviewed this already."
