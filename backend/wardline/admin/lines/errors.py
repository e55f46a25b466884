"""Why a service line, or how its requests escalate, cannot be changed."""

from wardline.core.errors import Forbidden


class LineOfOthers(Forbidden):
    code = "line_of_others"
    message = (
        "Organizations that you do not administer request this service line, too, so you cannot change it. Ask an"
        " administrator of all of them."
    )
