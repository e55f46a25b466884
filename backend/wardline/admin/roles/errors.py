"""Why a role cannot be changed."""

from wardline.core.errors import Conflict, FieldError, Forbidden, ValidationFailed
from wardline.core.forms import messages


class RoleNameTaken(Conflict):
    code = "role_name_taken"
    message = "There is already a role with this name. Names of retired roles stay taken."

    def __init__(self) -> None:
        super().__init__(errors=[FieldError("name", self.message)])


class HeldElsewhere(Forbidden):
    code = "role_held_elsewhere"
    message = "People of an organization that you do not administer have this role, too, so you cannot change it."


class PermissionBeyondOwnRights(Forbidden):
    code = "permission_beyond_own_rights"
    message = "You cannot let a role allow administrative work that you may not do yourself."

    def __init__(self) -> None:
        super().__init__(errors=[FieldError("permissions", self.message)])


class PermissionUnknown(ValidationFailed):
    """Permissions that this version of the application never asks for can be taken, but not added."""

    def __init__(self) -> None:
        super().__init__(errors=[FieldError("permissions", messages.INVALID)])
