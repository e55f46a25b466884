"""Who may edit a note: a lease that one user holds, in one of their windows.

Every lock request and every save renews it. A second request by the same user moves the lease to the window that sends
it, so two windows never overwrite each other. An expired lease lapses; its window can continue later, unless another
user has opened the note in the meantime.
"""

import uuid
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from wardline.access.current_user import CurrentUser
from wardline.access.decision import ALLOWED, Decision
from wardline.signoff.errors import LockedByAnother, NotLocked, OpenElsewhere, OutrunSave
from wardline.signoff.models import SignOffNote
from wardline.signoff.schemas import LockHolder

LEASE: Final = timedelta(minutes=20)
"""A lock that was not renewed for this long can be taken by another user."""


@dataclass(frozen=True, slots=True)
class Editor:
    """The window that a request comes from (None if unknown), and the number of its save, counted from 1."""

    editor_id: uuid.UUID | None = None
    save: int | None = None


def can_lock(user: CurrentUser, note: SignOffNote, now: datetime) -> Decision:
    is_locked = note.locked_at is not None and not has_expired(note, now)
    return _locked_by_another(note) if is_locked and note.locked_by_id != user.id else ALLOWED


def has_expired(note: SignOffNote, now: datetime) -> bool:
    """Whether the note is locked by a lease that was not renewed in time."""
    return note.locked_at is not None and note.locked_at + LEASE <= now


def holds_lock(user: CurrentUser, note: SignOffNote, editor: Editor) -> Decision:
    """Also allowed after the lease lapsed, as long as no other user has taken it."""
    has_lapsed_here = note.locked_by_id is None and editor.editor_id is not None and editor.editor_id == note.editor_id
    if note.locked_by_id is None and not has_lapsed_here:
        return Decision(NotLocked())
    if note.locked_by_id not in {None, user.id}:
        return _locked_by_another(note)
    if editor.editor_id is not None and editor.editor_id != note.editor_id:
        return Decision(OpenElsewhere())
    if editor.save is not None and editor.save <= note.last_save:
        return Decision(OutrunSave())
    return ALLOWED


def _locked_by_another(note: SignOffNote) -> Decision:
    """With the name of the user who is editing, and when they last saved."""
    return Decision(LockedByAnother(LockHolder.model_validate(note.locked_user), note.locked_at))


def lock(note: SignOffNote, user: CurrentUser, editor: Editor, now: datetime) -> None:
    """Take or renew the lock. A window that takes it starts counting its saves at 1."""
    if (note.locked_by_id, note.editor_id) != (user.id, editor.editor_id):
        note.last_save = 0
    note.locked_by_id, note.locked_at, note.editor_id = user.id, now, editor.editor_id


def renew(note: SignOffNote, user: CurrentUser, editor: Editor, now: datetime) -> None:
    note.locked_by_id, note.locked_at = user.id, now
    note.last_save = editor.save or note.last_save


def lapse(note: SignOffNote) -> None:
    """End the lock but remember its window, which may continue."""
    note.locked_by_id = note.locked_at = None


def release(note: SignOffNote) -> None:
    note.locked_by_id = note.locked_at = note.editor_id = None
