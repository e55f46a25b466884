"""Why a call schedule cannot be changed."""

from wardline.core.errors import Conflict, FieldError
from wardline.people.schemas import NamedPerson


class ScheduleSavedMeanwhile(Conflict):
    """Somebody else saved the schedule after the planner opened it; `savedBy` is who."""

    code = "schedule_saved"
    message = (
        "Someone else has saved this call schedule in the meantime. Look at their version and enter your change again."
    )

    def __init__(self, saved_by: NamedPerson) -> None:
        super().__init__(savedBy=saved_by.model_dump(mode="json", by_alias=True))


class ScheduleNameTaken(Conflict):
    code = "schedule_name_taken"
    message = "This service line already has a call schedule with this name."

    def __init__(self) -> None:
        super().__init__(errors=[FieldError("name", self.message)])


class ChangesOverlap(Conflict):
    """Another change says something else about the same person at the same time; `changeId` is its id."""

    code = "changes_overlap"
    message = "Another change already concerns this person at that time. Remove it first."

    def __init__(self, change_id: int) -> None:
        super().__init__(changeId=change_id)


class ChangeIsOver(Conflict):
    code = "change_is_over"
    message = "This change is over. What has happened cannot be changed."
