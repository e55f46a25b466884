"""Why a month cannot be copied."""

from collections.abc import Sequence

from wardline.core.errors import Conflict


class NothingToCopy(Conflict):
    code = "nothing_to_copy"
    message = "No shift of this month can be copied."


class MonthHasChanges(Conflict):
    """Changes exist where the shifts would be; `changeIds` are theirs."""

    code = "month_has_changes"
    message = "There are changes in the month that you copy to. Remove them first."

    def __init__(self, change_ids: Sequence[int]) -> None:
        super().__init__(changeIds=list(change_ids))


class CopyIsOver(Conflict):
    code = "copy_is_over"
    message = "This copy is over. What has happened cannot be changed."
