"""Why a person cannot be changed."""

from wardline.core.errors import Conflict, FieldError, Forbidden, ProductError
from wardline.core.forms.wire import ReadModel


class ChangedMeanwhile(ProductError):
    """Somebody else changed the object after it was read; `current` is how it is now, `changedBy` who did."""

    status = 412
    code = "changed_meanwhile"
    message = "Someone else has changed this in the meantime. Look at their version and enter your change again."

    def __init__(self, current: ReadModel, changed_by: ReadModel | None) -> None:
        super().__init__(
            current=current.model_dump(mode="json", by_alias=True),
            changedBy=changed_by.model_dump(mode="json", by_alias=True) if changed_by is not None else None,
        )


class VersionMissing(ProductError):
    status = 428
    code = "version_missing"
    message = "The header If-Match must have the version that is being changed."


class UsernameTaken(Conflict):
    code = "username_taken"
    message = "Someone already signs in with this name."

    def __init__(self) -> None:
        super().__init__(errors=[FieldError("username", self.message)])


class SubjectTaken(Conflict):
    code = "subject_taken"
    message = "Someone else already has this identifier at the identity provider."

    def __init__(self) -> None:
        super().__init__(errors=[FieldError("subject", self.message)])


class OwnRights(Conflict):
    code = "own_rights"
    message = "You cannot take your own rights as an administrator. Ask another administrator."


class LastAdministrator(Conflict):
    code = "last_administrator"
    message = "This is the last active administrator of an organization. Make someone else an administrator first."


class BeyondOwnOrganizations(Forbidden):
    code = "beyond_own_organizations"
    message = "This person also works for an organization that you do not administer."


class BeyondOwnRights(Forbidden):
    """A role holds more than the administrator does."""

    code = "beyond_own_rights"
    message = "You cannot give a role with administrative rights that you do not have yourself."

    def __init__(self) -> None:
        super().__init__(errors=[FieldError("roleIds", self.message)])


class RoleIsRetired(Conflict):
    code = "role_is_retired"
    message = "One of these roles is retired, so nobody can be given it."

    def __init__(self) -> None:
        super().__init__(errors=[FieldError("roleIds", self.message)])


class VersionNoLongerFits(Conflict):
    code = "version_no_longer_fits"
    message = "This version refers to something that no longer exists, so it cannot be restored."
