"""The audit trail on the wire."""

import uuid
from typing import Annotated, Any

from pydantic import Field

from wardline.core.forms.fields import Id, ShortText
from wardline.core.forms.wire import ApiModel, ReadModel, UtcDateTime

AUDIT_PAGE_SIZE = 100


class AuditFilter(ApiModel):
    """Which entries to return; `from` is inclusive, `to` is exclusive.

    `patientId` is Wardline's id, a new one for each consult request.
    """

    user_id: Id | None = None
    patient_id: uuid.UUID | None = None
    since: Annotated[UtcDateTime | None, Field(alias="from")] = None
    until: Annotated[UtcDateTime | None, Field(alias="to")] = None


class AuditPage(AuditFilter):
    """One page, newest first; `before` is the `next` of the previous page."""

    before: Annotated[int | None, Field(ge=1, le=2**63 - 1)] = None
    length: Annotated[int, Field(ge=1, le=AUDIT_PAGE_SIZE)] = AUDIT_PAGE_SIZE


class AuditSearch(AuditPage):
    """A page that can also be filtered by a patient's id in the hospital's record, which must not be in a URL."""

    emr_id: ShortText | None = None


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


class AuditResponse(ReadModel):
    """`next` is null on the last page."""

    entries: list[AuditEntryRead]
    has_more: bool
    next: int | None
