"""Why a draft cannot be changed or published."""

from collections.abc import Sequence

from wardline.admin.schemas import DifferenceRead
from wardline.core.errors import Conflict, FieldError, ProductError, ValidationFailed
from wardline.core.forms.wire import ReadModel


class DraftChanged(ProductError):
    """Somebody else changed the draft after it was read; `current` is how it is now."""

    status = 412
    code = "draft_changed"
    message = "Someone else has changed this draft in the meantime. Look at it again."

    def __init__(self, current: ReadModel) -> None:
        super().__init__(current=current.model_dump(mode="json", by_alias=True))


class ObjectMoved(ProductError):
    """The object has changed since the draft was started; `live` says how, and `draft` what the draft changes."""

    status = 412
    code = "object_moved"
    message = "This has changed since the draft was started. Compare both, and save the draft again if it still fits."

    def __init__(self, live: Sequence[DifferenceRead], draft: Sequence[DifferenceRead]) -> None:
        super().__init__(
            live=[each.model_dump(mode="json", by_alias=True) for each in live],
            draft=[each.model_dump(mode="json", by_alias=True) for each in draft],
        )


class DraftClosed(Conflict):
    code = "draft_closed"
    message = "This draft has already been published or discarded."


class DraftNoLongerFits(Conflict):
    """`reasons` say which rules of today it breaks, and with which names."""

    code = "draft_no_longer_fits"

    def __init__(self, reasons: Sequence[str]) -> None:
        super().__init__(f"This draft can no longer be published: {'; '.join(reasons)}.", reasons=list(reasons))


class ApprovalMissing(Conflict):
    code = "approval_missing"
    message = "Someone else has to approve this draft before it can be published."


class ApprovalNotNeeded(Conflict):
    code = "approval_not_needed"
    message = "This draft needs no approval."


class OwnDraft(Conflict):
    code = "own_draft"
    message = "You changed this draft last, so someone else has to approve it."


class DraftNeeded(Conflict):
    code = "draft_needed"
    message = "Here, this kind of change needs a second person. Save it as a draft, and ask someone else to approve it."


class NotScheduled(Conflict):
    code = "not_scheduled"
    message = "This draft is not scheduled."


class NotAhead(ValidationFailed):
    def __init__(self) -> None:
        super().__init__(errors=[FieldError("publishAt", "Enter a time between now and a year from now.")])
