"""Why a shift cannot be offered or taken."""

from wardline.core.errors import Conflict, NotFound
from wardline.people.schemas import NamedPerson


class CoverNotFound(NotFound):
    code = "cover_not_found"
    message = "This request for cover does not exist, or it is not for you."


class NotYourShift(Conflict):
    code = "not_your_shift"
    message = "You are not planned at that time, or it has passed."


class NotTheirShift(Conflict):
    code = "not_their_shift"
    message = "Your colleague is not planned at that time, or it has passed."


class AlreadyAsked(Conflict):
    code = "already_asked"
    message = "You have already asked for cover at that time."


class CoverTaken(Conflict):
    """Somebody was faster; `takenBy` is who."""

    code = "cover_taken"
    message = "Someone else has already taken this shift."

    def __init__(self, taken_by: NamedPerson) -> None:
        super().__init__(takenBy=taken_by.model_dump(mode="json", by_alias=True))


class CoverEnded(Conflict):
    code = "cover_ended"
    message = "This request for cover has ended."


class PlannedYourself(Conflict):
    code = "planned_yourself"
    message = "You are planned in the same call schedule at that time."


class ColleaguePlanned(Conflict):
    code = "colleague_planned"
    message = "Your colleague is planned in the same call schedule at that time."
