"""Why nobody can be viewed, or not any more."""

import uuid

from wardline.core.errors import Conflict, NotFound


class ViewEnded(NotFound):
    code = "view_ended"
    message = "This view has ended. Start it again to see what the person sees now."


class ViewOpen(Conflict):
    """Views never nest; `viewId` is the one to end first."""

    code = "view_open"

    def __init__(self, name: str, view_id: uuid.UUID) -> None:
        super().__init__(f"You already see Wardline as {name}. End that view first.", viewId=str(view_id))
