"""The audit trail on the wire."""

import uuid
from datetime import datetime
from typing import Annotated, Any

from pydantic import AfterValidator, Field, ValidationInfo, field_validator

from wardline.audit.choices import AuditFormat, AuditResult
from wardline.audit.words import WORDS
from wardline.core.forms import messages
from wardline.core.forms.fields import Id, ShortText
from wardline.core.forms.wire import ApiModel, ReadModel, UtcDateTime

AUDIT_PAGE_SIZE = 100
MAX_PEOPLE = 20


def _known(action: str) -> str:
    if action not in WORDS:
        raise ValueError("an audited operation")
    return action


AuditAction = Annotated[str, AfterValidator(_known)]
"""The operation id of an audited call."""


class AuditFilter(ApiModel):
    """Which entries to return; `from` is inclusive, `to` is exclusive.

    `patientId` is Wardline's id, a new one for each consult request.
    """

    user_id: Id | None = None
    patient_id: uuid.UUID | None = None
    object_kind: ShortText | None = None
    object: ShortText | None = None
    """Entries about one object of the network, for example the kind `user` and the name for signing in."""
    action: AuditAction | None = None
    result: AuditResult | None = None
    since: Annotated[UtcDateTime | None, Field(alias="from")] = None
    until: Annotated[UtcDateTime | None, Field(alias="to")] = None

    @field_validator("until")
    @classmethod
    def _is_after_since(cls, until: datetime | None, info: ValidationInfo) -> datetime | None:
        since = info.data.get("since")
        if until is not None and since is not None and until <= since:
            raise ValueError(messages.NOT_AFTER_START)
        return until


class AuditPage(AuditFilter):
    """One page, newest first; `before` is the `next` of the previous page."""

    before: Annotated[int | None, Field(ge=1, le=2**63 - 1)] = None
    length: Annotated[int, Field(ge=1, le=AUDIT_PAGE_SIZE)] = AUDIT_PAGE_SIZE


class AuditTyped(ApiModel):
    """Filters that are typed, and therefore must not be in a URL.

    `emrId` is a patient's id in the hospital's record. All words of `text` must be in the words of the action, or each
    begins a word of the name of whoever did it.
    """

    emr_id: ShortText | None = None
    text: ShortText | None = None


class AuditSearch(AuditPage, AuditTyped):
    """A page that can also be filtered by what was typed."""


class AuditExport(AuditFilter):
    """All entries, in a format."""

    format: AuditFormat = AuditFormat.NDJSON


class AuditExportSearch(AuditExport, AuditTyped):
    """The same, also filtered by what was typed."""


class AuditPeopleSearch(ApiModel):
    """Each word of `text` begins a word of the name; `userId` is for the name of one person."""

    text: ShortText | None = None
    user_id: Id | None = None


class AuditUser(ReadModel):
    id: int
    username: str
    first_name: str
    last_name: str


class AuditEntryRead(ReadModel):
    """One request: who (`user`) called what (`action`, an operation id) with what outcome.

    `user` is null for a command run on the server. `details` describe an export, a check-in or such a command, or say
    `givenBy` if the user did it on the phone. A refused request that was not exclusively about the reader's
    organizations has no ids; a request that touched other organizations has no `emr_ids`.
    """

    id: int
    at: UtcDateTime
    request_id: str
    user: AuditUser | None
    action: str
    status: int
    result: AuditResult
    code: str | None
    address: str | None
    organization_ids: list[int]
    consult_ids: list[uuid.UUID]
    patient_ids: list[uuid.UUID]
    emr_ids: list[str]
    details: dict[str, Any] | None


class LinkedEntryRead(AuditEntryRead):
    """One line of the export: an entry with its position in the chain.

    Position and hash are null for entries from the last few seconds. `hash` is hexadecimal.
    """

    position: int | None
    hash: str | None


class ListedEntryRead(AuditEntryRead):
    """One row of a page; the reader may open the consults in `openable_consult_ids`."""

    openable_consult_ids: list[uuid.UUID]


class AuditResponse(ReadModel):
    """`next` is null on the last page."""

    entries: list[ListedEntryRead]
    has_more: bool
    next: int | None


class AuditPeople(ReadModel):
    """At most `MAX_PEOPLE`, by name."""

    people: list[AuditUser]


class AuditWitnessRead(ReadModel):
    """How far one witness is; `failing_since` and `failure` are null while it accepts what it is sent."""

    name: str
    behind: int
    failing_since: UtcDateTime | None
    failure: str | None


class AuditProblem(ReadModel):
    """What is wrong, and what to do about it, in sentences. What is not urgent is a weakness of the installation."""

    is_urgent: bool
    title: str
    advice: str


class AuditRemoval(ReadModel):
    """What one run of retention has removed in all organizations; the newest one had the id `last_entry_id`."""

    entries: int
    removed_at: UtcDateTime
    last_entry_id: int


class AuditState(ReadModel):
    """Whether the trail is unchanged, as the server checks it all the time, and what needs someone's attention.

    Every entry up to `checked_until` was checked at least once, and all of them were checked again at
    `checked_again_at`. `checkpoint_at` is the latest signed checkpoint's time. Each is null if there is none yet.

    Of `entries`, `removed` were removed by retention, so that only their hashes are left; `removals` are the latest.
    """

    entries: int
    removed: int
    removals: list[AuditRemoval]
    is_changed: bool
    checked_until: UtcDateTime | None
    checked_again_at: UtcDateTime | None
    checkpoint_at: UtcDateTime | None
    signs: bool
    witnesses: list[AuditWitnessRead]
    problems: list[AuditProblem]
