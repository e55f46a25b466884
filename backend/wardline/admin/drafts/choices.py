"""Closed lists about drafts."""

from wardline.core.forms.choices import Choice


class DraftStatus(Choice):
    """How far a draft is."""

    DRAFT = "draft", "Draft"
    WAITING = "waiting", "Waiting for approval"
    APPROVED = "approved", "Approved"
    SCHEDULED = "scheduled", "Scheduled"
    FAILED = "failed", "Not published"
    PUBLISHED = "published", "Published"
    DISCARDED = "discarded", "Discarded"
