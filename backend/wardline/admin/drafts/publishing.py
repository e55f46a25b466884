"""Publishes scheduled drafts when they are due, in the name of whoever scheduled them."""

import logging
from collections.abc import Collection

from sqlalchemy.ext.asyncio import AsyncSession

from wardline.access.permissions import MANAGE_ADMIN
from wardline.admin.drafts.four_eyes import kinds_of
from wardline.admin.drafts.service import Drafts
from wardline.audit.recording import Touched, record_command, touched
from wardline.core import clock
from wardline.core.db.database import Database
from wardline.core.errors import ProductError, Unavailable
from wardline.core.http.app_settings import give_settings
from wardline.directory.loading import load_by_id
from wardline.network import changing
from wardline.network.drafts import due_drafts, locked_draft, version_of
from wardline.network.models import DraftState, NetworkDraft
from wardline.network.objects import Kind
from wardline.settings import Settings

log = logging.getLogger(__name__)


class _NoLongerAdministrator(ProductError):
    message = "Whoever scheduled this may no longer administer it."


async def publish_due(database: Database, settings: Settings) -> None:
    """Publish what is due, each draft in a transaction of its own, so that one that fails keeps no other one.

    A process that is killed has published a draft entirely or not at all; the next run finds it again, and also what
    the database was too busy for.
    """
    async with database.session() as session:
        draft_ids = await session.run_sync(due_drafts, clock.now())
    for draft_id in draft_ids:
        try:
            await _attempt(database, draft_id, settings)
        except Unavailable:
            continue
        except Exception as error:  # noqa: BLE001 - whatever it was, the others are due, and the next run tries again
            log.error("the scheduled draft %s failed with %s", draft_id, type(error).__name__)  # noqa: TRY400


async def _attempt(database: Database, draft_id: int, settings: Settings) -> None:
    """Publish the draft, or write on it what refuses that."""
    try:
        async with database.transaction() as session:
            give_settings(session, settings)
            await _publish(session, draft_id, kinds_of(settings))
    except Unavailable:
        raise
    except ProductError as error:
        async with database.transaction() as session:
            await _fail(session, draft_id, str(error))


async def _publish(session: AsyncSession, draft_id: int, four_eyes: Collection[Kind]) -> None:
    draft = await _due(session, draft_id)
    if draft is None or draft.scheduled_by_id is None:
        return
    by = await load_by_id(session, draft.scheduled_by_id)
    if by is None or not by.may(MANAGE_ADMIN):
        raise _NoLongerAdministrator
    await Drafts(session, by, four_eyes).publish(draft_id, version_of(draft), draft.confirmed)
    await session.run_sync(record_command, "publishScheduledDraft", touched(session))


async def _fail(session: AsyncSession, draft_id: int, failure: str) -> None:
    draft = await _due(session, draft_id)
    if draft is not None:
        draft.state, draft.failure = DraftState.FAILED.value, failure
        draft.publish_at = draft.scheduled_by_id = None
        await session.flush()
        about = Touched(details={"draftId": draft.id, "failed": True})
        about.about_object(draft.kind, draft.code)
        await session.run_sync(record_command, "publishScheduledDraft", about)


async def _due(session: AsyncSession, draft_id: int) -> NetworkDraft | None:
    """The draft, locked, unless somebody else has published, changed or unscheduled it."""
    await session.run_sync(changing.lock)
    draft = await session.run_sync(locked_draft, draft_id)
    is_due = draft is not None and draft.publish_at is not None and draft.publish_at <= clock.now()
    return draft if is_due else None
