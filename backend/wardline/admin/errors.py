"""Why an object cannot be changed."""

from collections.abc import Sequence

from wardline.core.errors import Conflict, ProductError
from wardline.core.forms.wire import ReadModel


class ManagedByFile(Conflict):
    """`file` alone may change it."""

    code = "managed_by_file"

    def __init__(self, file: str) -> None:
        super().__init__(f"This is managed by the file {file}. Change it there and load the file.", file=file)


class RightsChanged(Conflict):
    code = "rights_changed"
    message = "Your own rights have changed in the meantime, so nothing was saved. Try again."


class VersionMissing(ProductError):
    status = 428
    code = "version_missing"
    message = "The header If-Match must have the version that is being changed."


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


class VersionNoLongerFits(Conflict):
    """`reasons` say which rules of today it breaks, and what it refers to that no longer exists."""

    code = "version_no_longer_fits"

    def __init__(self, reasons: Sequence[str]) -> None:
        super().__init__(f"This version cannot be restored: {'; '.join(reasons)}.", reasons=list(reasons))
