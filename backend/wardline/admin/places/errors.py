"""Why a place cannot be changed."""

from typing import ClassVar

from wardline.core.errors import Conflict, FieldError


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
