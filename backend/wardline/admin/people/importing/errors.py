"""Why a file is not imported."""

from wardline.admin.people.importing.schemas import ImportCheck, MassChangeRead
from wardline.core.errors import Conflict, ProductError


class ImportChanged(ProductError):
    """`check` is what importing the same file would do now."""

    status = 412
    code = "import_changed"
    message = "People were changed after this file was checked. Nothing was imported. Look at the new result first."

    def __init__(self, check: ImportCheck) -> None:
        super().__init__(check=check.model_dump(mode="json", by_alias=True))


class MassChangeUnconfirmed(Conflict):
    """More people than usual would lose access; `massChange` says how many, and of which organizations."""

    code = "mass_change"
    message = "Many people would lose roles or be deactivated. Nothing was changed. Confirm the number of people."

    def __init__(self, mass_change: MassChangeRead) -> None:
        super().__init__(massChange=mass_change.model_dump(mode="json", by_alias=True))
