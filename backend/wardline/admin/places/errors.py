"""Why a place cannot be changed."""

from typing import ClassVar

from wardline.core.errors import Conflict, FieldError, Forbidden, ValidationFailed


class Taken(Conflict):
    """Another place has a value that must be unique; `errors` names the field."""

    field: ClassVar[str]

    def __init__(self) -> None:
        super().__init__(errors=[FieldError(self.field, self.message)])


class CodeTaken(Taken):
    code = "code_taken"
    message = "Another location already has this code."
    field = "code"


class UnitTaken(Taken):
    code = "unit_taken"
    message = "Another location at this facility already has this name."
    field = "unit"


class EmrCodeTaken(Taken):
    code = "emr_code_taken"
    message = "Another location already has this EMR code."
    field = "emrCode"


class OrganizationCodeTaken(Taken):
    code = "code_taken"
    message = "Another organization already has this code."
    field = "code"


class FacilityCodeTaken(Taken):
    code = "code_taken"
    message = "Another facility already has this code."
    field = "code"


class NotOverAll(Forbidden):
    code = "not_over_all"
    message = "Only someone who administers all organizations can add one."


class Unencrypted(ValidationFailed):
    """Signed notes would cross the network without TLS, with which the server would not start."""

    def __init__(self) -> None:
        super().__init__(errors=[FieldError("hl7.tls", "Without TLS, signed notes could be read on the network.")])
