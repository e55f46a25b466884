"""Who may write in a note now: a lease of one person, in one of their windows.

It is renewed by every lock request and every save. A person who asks again gets it for the window that asks, so that
two windows of theirs never write over each other. A lease that ran out lapses, and the window that had it goes on when
it comes back, as long as nobody else has opened the note meanwhile.
"""

import uuid
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from wardline.access.current_user import CurrentUser
from wardline.access.decision import ALLOWED, Decision
from wardline.signoff.errors import LockedByAnother, NotLocked, OpenElsewhere, OutrunSave
from wardline.signoff.models import SignOffNote

LEASE: Final = timedelta(minutes=20)
"""A lock that was not renewed for so long may be taken by another user."""


@dataclass(frozen=True, slots=True)
class Edit:
    """Where a call comes from: the window (null says nothing of it), and which of its saves this is, counted from 1."""

    editor_id: uuid.UUID | None = None
    save: int | None = None


def can_lock(user: CurrentUser, note: SignOffNote, now: datetime) -> Decision:
    held = note.locked_at is not None and not ran_out(note, now)
    return Decision(LockedByAnother()) if held and note.locked_by_id != user.id else ALLOWED


def ran_out(note: SignOffNote, now: datetime) -> bool:
    """Of a note that somebody has open."""
    return note.locked_at is not None and note.locked_at + LEASE <= now


def holds_lock(user: CurrentUser, note: SignOffNote, edit: Edit) -> Decision:
    """Also after the lease ran out, as long as nobody else took it."""
    lapsed_here = note.locked_by_id is None and edit.editor_id is not None and edit.editor_id == note.editor_id
    if note.locked_by_id is None and not lapsed_here:
        return Decision(NotLocked())
    if note.locked_by_id not in {None, user.id}:
        return Decision(LockedByAnother())
    if edit.editor_id is not None and edit.editor_id != note.editor_id:
        return Decision(OpenElsewhere())
    if edit.save is not None and edit.save <= note.last_save:
        return Decision(OutrunSave())
    return ALLOWED


def lock(note: SignOffNote, user: CurrentUser, edit: Edit, now: datetime) -> None:
    """Take it, or renew it; a window that takes it anew counts its saves anew."""
    if (note.locked_by_id, note.editor_id) != (user.id, edit.editor_id):
        note.last_save = 0
    note.locked_by_id, note.locked_at, note.editor_id = user.id, now, edit.editor_id


def renew(note: SignOffNote, user: CurrentUser, edit: Edit, now: datetime) -> None:
    note.locked_by_id, note.locked_at = user.id, now
    note.last_save = edit.save or note.last_save


def lapse(note: SignOffNote) -> None:
    """Nobody holds it any longer; the window is remembered."""
    note.locked_by_id = note.locked_at = None


def release(note: SignOffNote) -> None:
    note.locked_by_id = note.locked_at = note.editor_id = None
    note.last_save = 0
