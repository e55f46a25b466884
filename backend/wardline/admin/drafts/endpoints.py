"""Endpoints for drafts of objects of every kind; each kind's own endpoints save them."""

from collections.abc import Awaitable

from fastapi import APIRouter

from wardline.access.dependencies import Once
from wardline.admin.drafts import responses
from wardline.admin.drafts.dependencies import OpenDrafts
from wardline.admin.drafts.schemas import DraftRead, DraftsRead, PublishDraft, ScheduleDraft
from wardline.admin.drafts.service import Drafts
from wardline.admin.versions import Expected
from wardline.audit.recording import AuditedRoute
from wardline.core.forms.fields import Id
from wardline.core.http.error_responses import error_statuses
from wardline.network.models import NetworkDraft

router = APIRouter(tags=["administration"], route_class=AuditedRoute)


@router.get("/drafts", operation_id="listDrafts")
async def list_drafts(drafts: OpenDrafts) -> DraftsRead:
    """The open drafts of everything that the caller administers."""
    return DraftsRead(drafts=await drafts.listed())


@router.get("/drafts/{draft_id}", operation_id="getDraft")
async def get_draft(draft_id: Id, drafts: OpenDrafts) -> DraftRead:
    """Also one that was published or discarded."""
    return await _read(drafts, draft_id)


@router.post("/drafts/{draft_id}/publish", operation_id="publishDraft")
@error_statuses(409)
async def publish_draft(
    draft_id: Id, body: PublishDraft, drafts: OpenDrafts, expected: Expected, once: Once
) -> DraftRead:
    """Makes the change, unless the object has changed since the draft was started."""
    await once(lambda: _id_of(drafts.publish(draft_id, expected, body.confirmed)))
    return await _read(drafts, draft_id)


@router.post("/drafts/{draft_id}/schedule", operation_id="scheduleDraft")
@error_statuses(409)
async def schedule_draft(
    draft_id: Id, body: ScheduleDraft, drafts: OpenDrafts, expected: Expected, once: Once
) -> DraftRead:
    """Has the change made then; if it is refused at that time, the draft says why."""
    await once(lambda: _id_of(drafts.schedule(draft_id, expected, body.publish_at, body.confirmed)))
    return await _read(drafts, draft_id)


@router.post("/drafts/{draft_id}/unschedule", operation_id="unscheduleDraft")
@error_statuses(409)
async def unschedule_draft(draft_id: Id, drafts: OpenDrafts, expected: Expected, once: Once) -> DraftRead:
    """Leaves the draft open."""
    await once(lambda: _id_of(drafts.unschedule(draft_id, expected)))
    return await _read(drafts, draft_id)


@router.post("/drafts/{draft_id}/approve", operation_id="approveDraft")
@error_statuses(409)
async def approve_draft(draft_id: Id, drafts: OpenDrafts, expected: Expected, once: Once) -> DraftRead:
    """Agrees to what somebody else has drafted; changing the draft withdraws it."""
    await once(lambda: _id_of(drafts.approve(draft_id, expected)))
    return await _read(drafts, draft_id)


@router.post("/drafts/{draft_id}/discard", operation_id="discardDraft")
@error_statuses(409)
async def discard_draft(draft_id: Id, drafts: OpenDrafts, expected: Expected, once: Once) -> DraftRead:
    """The object stays as it is."""
    await once(lambda: _id_of(drafts.discard(draft_id, expected)))
    return await _read(drafts, draft_id)


async def _id_of(made: Awaitable[NetworkDraft]) -> int:
    return (await made).id


async def _read(drafts: Drafts, draft_id: int) -> DraftRead:
    return await responses.draft(drafts.session, await drafts.find(draft_id), drafts.four_eyes)
