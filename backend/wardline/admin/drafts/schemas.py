"""Drafts on the wire."""

from wardline.admin.drafts.choices import DraftStatus
from wardline.admin.schemas import ConfirmedCodes, DifferenceRead
from wardline.core.forms.wire import ApiModel, ReadModel, UtcDateTime
from wardline.people.schemas import Person
from wardline.places.schemas import OrganizationRead


class PublishDraft(ApiModel):
    confirmed: ConfirmedCodes


class ScheduleDraft(PublishDraft):
    publish_at: UtcDateTime


class DraftRead(ReadModel):
    """`kind` and `code` say of which object (`wardline.network.objects`); `version` goes back in If-Match."""

    id: int
    kind: str
    code: str
    version: str
    status: DraftStatus
    by: Person
    """Who changed it last."""
    at: UtcDateTime
    reason: str | None
    approved_by: Person | None
    needs_approval: bool
    """Whether somebody else has to approve it before it can be published."""
    publish_at: UtcDateTime | None
    scheduled_by: Person | None
    failure: str | None
    """Why it was not published when it was due."""
    is_outdated: bool
    """Whether the object has changed since the draft was started."""
    differences: list[DifferenceRead]
    """What it changes of the object that it started from."""


class DraftMark(ReadModel):
    """That an object in a list has an open draft."""

    status: DraftStatus
    publish_at: UtcDateTime | None


class DraftRow(DraftRead):
    """A draft in the list of all; `objectId` is the object's, for an escalation its line's."""

    name: str
    """What the object is called."""
    object_id: int
    organization: OrganizationRead | None
    """Whose requests an escalation is about; null for everything else."""


class DraftsRead(ReadModel):
    """The open ones that the caller may see, those that were changed last first."""

    drafts: list[DraftRow]
