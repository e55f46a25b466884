"""Finds drafts of objects, and says whether an object has changed since its draft was started."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import Row, select
from sqlalchemy.orm import Session

from wardline.network.models import OPEN_DRAFT, DraftState, NetworkDraft, NetworkVersion
from wardline.network.objects import Document, Kind, ObjectKey, digest_of


def key_of_draft(draft: NetworkDraft) -> ObjectKey:
    return ObjectKey(Kind(draft.kind), draft.code)


def version_of(draft: NetworkDraft) -> str:
    """What If-Match says of a draft: it differs whenever what would be published does."""
    return digest_of({"document": draft.document, "base": draft.base, "reason": draft.reason})


def open_draft(session: Session, key: ObjectKey) -> NetworkDraft | None:
    """The open draft of an object; whoever changes it holds `changing.lock`."""
    statement = select(NetworkDraft).where(
        NetworkDraft.kind == key.kind.value, NetworkDraft.code == key.code, OPEN_DRAFT
    )
    return session.scalar(statement)


def open_drafts(session: Session) -> Sequence[Row[NetworkDraft, Document | None]]:
    """All open drafts, those that were changed last first, with the newest version of their objects, if there is one.

    An object without a version has never been changed.
    """
    newest = (
        select(NetworkVersion.document)
        .where(NetworkVersion.kind == NetworkDraft.kind, NetworkVersion.code == NetworkDraft.code)
        .order_by(NetworkVersion.number.desc())
        .limit(1)
        .correlate(NetworkDraft)
        .scalar_subquery()
    )
    statement = select(NetworkDraft, newest.label("newest")).where(OPEN_DRAFT)
    return session.execute(statement.order_by(NetworkDraft.at.desc(), NetworkDraft.id)).all()


def locked_draft(session: Session, draft_id: int) -> NetworkDraft | None:
    """A draft, whatever became of it, as it is now."""
    return session.get(NetworkDraft, draft_id, with_for_update={"key_share": True}, populate_existing=True)


def due_drafts(session: Session, now: datetime) -> Sequence[int]:
    """The ids of scheduled drafts whose time has come, the earliest first."""
    statement = (
        select(NetworkDraft.id)
        .where(NetworkDraft.state == DraftState.SCHEDULED.value, NetworkDraft.publish_at <= now)
        .order_by(NetworkDraft.publish_at, NetworkDraft.id)
    )
    return session.scalars(statement).all()
