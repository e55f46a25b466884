"""What administrators do with drafts. Publishing one is a change like any other, by the rules of that moment."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final, TypeVar

from pydantic import ValidationError
from sqlalchemy.ext.asyncio import AsyncSession

from wardline.access.current_user import CurrentUser
from wardline.admin import kinds
from wardline.admin.consequences import require_confirmed
from wardline.admin.drafts import responses
from wardline.admin.drafts.errors import (
    ApprovalMissing,
    ApprovalNotNeeded,
    DraftChanged,
    DraftClosed,
    DraftNoLongerFits,
    NotAhead,
    NotScheduled,
    ObjectMoved,
    OwnDraft,
)
from wardline.admin.drafts.schemas import DraftRow
from wardline.admin.drafts.visibility import sight_of
from wardline.admin.errors import ManagedByFile
from wardline.admin.locking import lock
from wardline.audit.recording import touched
from wardline.core import clock
from wardline.core.errors import NotFound
from wardline.network import changing
from wardline.network.changing import Stored
from wardline.network.drafts import key_of_draft, locked_draft, open_draft, open_drafts, version_of
from wardline.network.models import DraftState, NetworkDraft
from wardline.network.objects import Entry, Kind, ObjectKey, digest_of, document_of, entry_of, key_of, reasons_of
from wardline.network.stored import read_names

FARTHEST: Final = timedelta(days=366)
E = TypeVar("E", bound=Entry)
OPEN: Final = frozenset({DraftState.DRAFT.value, DraftState.SCHEDULED.value, DraftState.FAILED.value})


@dataclass(frozen=True, slots=True)
class Drafts:
    """The session and user of one call, and the kinds of objects whose changes need four eyes."""

    session: AsyncSession
    by: CurrentUser
    four_eyes: Collection[Kind]

    async def listed(self) -> list[DraftRow]:
        """The open ones that the user may see."""
        sight = await sight_of(self.session, self.by)
        found = [row for row in await self.session.run_sync(open_drafts) if sight.covers(row[0])]
        return await responses.rows(self.session, found, self.four_eyes)

    async def find(self, draft_id: int) -> NetworkDraft:
        """Raises NotFound."""
        draft = await self.session.get(NetworkDraft, draft_id)
        if draft is None or not (await sight_of(self.session, self.by)).covers(draft):
            raise NotFound
        return draft

    async def save(
        self,
        before: Stored[Any] | None,
        after: Entry,
        expected: str,
        *,
        key: ObjectKey,
        on_live: bool,
        reason: str | None,
    ) -> NetworkDraft:
        """Start a draft of an object that was read under `changing.lock`, or replace the one that is open.

        What was approved or scheduled is so no longer. `expected` is the version of the open draft, or else of the
        object. With `on_live`, the draft starts from the object as it is now.

        Raises:
            ManagedByFile
            DraftChanged: somebody else has changed the draft, or started one.
            Whatever the kind's check refuses.
        """
        if before is not None and before.file is not None:
            raise ManagedByFile(before.file)
        touched(self.session).about_object(*key)
        await kinds.check(self.session, before, after, by=self.by)
        live = before.document if before is not None else None
        draft = await self.session.run_sync(open_draft, key)
        if expected != (version_of(draft) if draft is not None else digest_of(live)):
            await self._refuse_changed(draft)
        if draft is None:
            draft = NetworkDraft(kind=key.kind.value, code=key.code, base=live, confirmed=[])
            self.session.add(draft)
        elif on_live:
            draft.base = live
        draft.document, draft.reason = document_of(after), reason
        draft.by_id, draft.at = self.by.id, clock.now()
        draft.approved_by_id = draft.approved_at = None
        _set_back(draft)
        await self.session.flush()
        return draft

    async def add(self, entry: E, switched_off: E, *, reason: str | None) -> None:
        """Add an object under `changing.lock`; where that needs four eyes, switched off, with a draft of all of it.

        Raises:
            Whatever the kind's check refuses.
        """
        key = key_of(entry)
        if key.kind not in self.four_eyes:
            await kinds.write(self.session, None, entry, by=self.by, reason=reason)
            return
        await kinds.write(self.session, None, switched_off, by=self.by, reason=reason)
        if entry != switched_off:
            before = await self.session.run_sync(changing.stored, key)
            await self.save(before, entry, digest_of(document_of(switched_off)), key=key, on_live=True, reason=reason)

    async def approve(self, draft_id: int, expected: str) -> NetworkDraft:
        """Agree to what somebody else has drafted.

        Raises:
            NotFound, DraftClosed, DraftChanged, ObjectMoved, DraftNoLongerFits, ManagedByFile
            ApprovalNotNeeded, OwnDraft
            Whatever the kind's check refuses.
        """
        draft = await self._open(draft_id, expected)
        if Kind(draft.kind) not in self.four_eyes:
            raise ApprovalNotNeeded
        if draft.by_id == self.by.id:
            raise OwnDraft
        before, after = await self._change(draft)
        await kinds.check(self.session, before, after, by=self.by)
        draft.approved_by_id, draft.approved_at = self.by.id, clock.now()
        await self.session.flush()
        return draft

    async def publish(self, draft_id: int, expected: str, confirmed: Collection[str]) -> NetworkDraft:
        """Make the change now.

        Raises:
            NotFound, DraftClosed, DraftChanged, ObjectMoved, DraftNoLongerFits, ManagedByFile, ApprovalMissing
            Unconfirmed: it would do what the caller has not confirmed.
            Whatever the kind's check refuses.
        """
        draft = await self._open(draft_id, expected)
        before, after = await self._approved_change(draft)
        await kinds.write(self.session, before, after, by=self.by, reason=draft.reason, confirmed=confirmed)
        await self._close(draft, DraftState.PUBLISHED)
        return draft

    async def schedule(
        self, draft_id: int, expected: str, publish_at: datetime, confirmed: Collection[str]
    ) -> NetworkDraft:
        """Have the change made at this time, if the rules of that moment and the user's rights then still allow it.

        Raises:
            NotAhead: the time has passed or is too far away; and as `publish`.
        """
        draft = await self._open(draft_id, expected)
        if not clock.now() < publish_at <= clock.now() + FARTHEST:
            raise NotAhead
        before, after = await self._approved_change(draft)
        consequences = await kinds.check(self.session, before, after, by=self.by, at=publish_at)
        require_confirmed(consequences, confirmed)
        draft.state, draft.failure = DraftState.SCHEDULED.value, None
        draft.publish_at, draft.scheduled_by_id = publish_at, self.by.id
        draft.confirmed = [each.code for each in consequences]
        await self.session.flush()
        return draft

    async def unschedule(self, draft_id: int, expected: str) -> NetworkDraft:
        """Leave the draft as it is, to be published by hand.

        Raises:
            NotFound, DraftClosed, DraftChanged, NotScheduled
            Whatever the kind's check refuses.
        """
        draft = await self._open(draft_id, expected)
        if draft.state != DraftState.SCHEDULED.value:
            raise NotScheduled
        await self._require_right(draft)
        _set_back(draft)
        await self.session.flush()
        return draft

    async def discard(self, draft_id: int, expected: str) -> NetworkDraft:
        """Raises NotFound, DraftClosed, DraftChanged, and whatever the kind's check refuses."""
        draft = await self._open(draft_id, expected)
        await self._require_right(draft)
        await self._close(draft, DraftState.DISCARDED)
        return draft

    async def _open(self, draft_id: int, expected: str) -> NetworkDraft:
        await lock(self.session, self.by)
        await self.find(draft_id)
        draft = await self.session.run_sync(locked_draft, draft_id)
        assert draft is not None  # noqa: S101 - drafts are never deleted
        touched(self.session).about_object(draft.kind, draft.code)
        touched(self.session).details["draftId"] = draft.id
        touched(self.session).organization_ids.update(self.by.administered_organization_ids)
        if draft.state not in OPEN:
            raise DraftClosed
        if version_of(draft) != expected:
            await self._refuse_changed(draft)
        return draft

    async def _change(self, draft: NetworkDraft) -> tuple[Stored[Any] | None, Entry]:
        """The object as it is, and as it would be."""
        before = await self.session.run_sync(changing.stored, key_of_draft(draft))
        if before is not None and before.file is not None:
            raise ManagedByFile(before.file)
        live = before.document if before is not None else None
        if digest_of(live) != digest_of(draft.base):
            raise ObjectMoved(
                responses.differences(draft.base, live or {}), responses.differences(draft.base, draft.document)
            )
        names = await self.session.run_sync(read_names)
        try:
            return before, entry_of(Kind(draft.kind), draft.document, names)
        except ValidationError as error:
            raise DraftNoLongerFits(reasons_of(error)) from None

    async def _approved_change(self, draft: NetworkDraft) -> tuple[Stored[Any] | None, Entry]:
        change = await self._change(draft)
        if Kind(draft.kind) in self.four_eyes and draft.approved_by_id is None:
            raise ApprovalMissing
        return change

    async def _require_right(self, draft: NetworkDraft) -> None:
        """Whoever may change the object as it is now may give its draft up, also one that no longer fits."""
        before = await self.session.run_sync(changing.stored, key_of_draft(draft))
        if before is not None:
            await kinds.check(self.session, before, before.entry, by=self.by)

    async def _close(self, draft: NetworkDraft, state: DraftState) -> None:
        _set_back(draft)
        draft.state, draft.closed_at, draft.closed_by_id = state.value, clock.now(), self.by.id
        await self.session.flush()

    async def _refuse_changed(self, draft: NetworkDraft | None) -> None:
        if draft is None:
            raise DraftClosed
        raise DraftChanged(await responses.draft(self.session, draft, self.four_eyes))


def _set_back(draft: NetworkDraft) -> None:
    draft.state, draft.failure = DraftState.DRAFT.value, None
    draft.publish_at = draft.scheduled_by_id = None
    draft.confirmed = []
