"""Why somebody is not invited."""

from wardline.core.errors import Conflict, FieldError


class AlreadySignedIn(Conflict):
    code = "already_signed_in"
    message = "This person has already signed in and needs no invitation."


class InactivePerson(Conflict):
    code = "inactive_person"
    message = "This person is deactivated. Reactivate them first."


class NoMailServer(Conflict):
    code = "no_mail_server"
    message = "No mail server is set up. Invite without an e-mail address and pass the link on yourself."

    def __init__(self) -> None:
        super().__init__(errors=[FieldError("email", self.message)])
