"""The audit trail on the wire."""

import uuid
from typing import Annotated, Any

from pydantic import Field

from wardline.core.forms.fields import Id, ShortText
from wardline.core.forms.wire import ApiModel, ReadModel, UtcDateTime

AUDIT_PAGE_SIZE = 100


class AuditFilter(ApiModel):
    """Which entries are asked for; `from` is included, `to` is not. A patient's id is ours, one for each request."""

    user_id: Id | None = None
    patient_id: uuid.UUID | None = None
    since: Annotated[UtcDateTime | None, Field(alias="from")] = None
    until: Annotated[UtcDateTime | None, Field(alias="to")] = None


class AuditPage(AuditFilter):
    """One page, the newest first; `before` is the `next` of the page before it."""

    before: Annotated[int | None, Field(ge=1, le=2**63 - 1)] = None
    length: Annotated[int, Field(ge=1, le=AUDIT_PAGE_SIZE)] = AUDIT_PAGE_SIZE


class AuditSearch(AuditPage):
    """A page that may also be asked for by the hospital record's id of a person, which belongs in no address."""

    emr_id: ShortText | None = None


class AuditUser(ReadModel):
    id: int
    username: str
    first_name: str
    last_name: str


class AuditEntryRead(ReadModel):
    """One answered request: who asked (`user`) for what (`action`, a call's operation id) with which outcome.

    `user` is null for a command at the server, and `details` tell what an export, a check-in or such a command was
    about. Ids are left out of a refused request that was not about the reader's organizations alone; `emr_ids` also
    where an answered one touched organizations that are not the reader's.
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
    """One line of the export: an entry and its place in the chain, both null for the latest seconds.

    `hash` is hexadecimal text.
    """

    position: int | None
    hash: str | None


class AuditAnswer(ReadModel):
    """`next` is null on the last page."""

    entries: list[AuditEntryRead]
    has_more: bool
    next: int | None
