"""Why a person cannot be changed."""

from wardline.core.errors import Conflict, FieldError, Forbidden


class UsernameTaken(Conflict):
    code = "username_taken"
    message = "Someone already has this username."

    def __init__(self) -> None:
        super().__init__(errors=[FieldError("username", self.message)])


class SubjectTaken(Conflict):
    code = "subject_taken"
    message = "Someone else already has this identifier at the identity provider."

    def __init__(self) -> None:
        super().__init__(errors=[FieldError("subject", self.message)])


class OwnRights(Conflict):
    code = "own_rights"
    message = "You cannot take away your own rights as an administrator. Ask another administrator."


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


class SignInBeyondOwnRights(Forbidden):
    """Whoever signs in as this person would have rights that the administrator does not have."""

    code = "sign_in_beyond_own_rights"
    message = (
        "This person has administrative rights that you do not have yourself, so you cannot decide how they sign in."
    )

    def __init__(self) -> None:
        super().__init__(errors=[FieldError("subject", self.message)])


class RoleIsRetired(Conflict):
    code = "role_is_retired"
    message = "One of these roles is retired, so nobody can be given it."

    def __init__(self) -> None:
        super().__init__(errors=[FieldError("roleIds", self.message)])
