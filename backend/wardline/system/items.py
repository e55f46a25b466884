"""Makes the items of the page."""

from datetime import datetime
from typing import Final

from wardline.system.choices import SystemState
from wardline.system.schemas import SystemItem

GUIDE: Final = "the operations guide (docs/operations.md)"


def ok(name: str, value: str, *, at: datetime | None = None, action: str | None = None) -> SystemItem:
    return SystemItem(name=name, state=SystemState.OK, value=value, action=action, at=at)


def note(name: str, value: str, action: str | None = None, *, at: datetime | None = None) -> SystemItem:
    return SystemItem(name=name, state=SystemState.NOTE, value=value, action=action, at=at)


def look_soon(name: str, value: str, action: str, *, at: datetime | None = None) -> SystemItem:
    return SystemItem(name=name, state=SystemState.LOOK_SOON, value=value, action=action, at=at)


def act_now(name: str, value: str, action: str, *, at: datetime | None = None) -> SystemItem:
    return SystemItem(name=name, state=SystemState.ACT_NOW, value=value, action=action, at=at)
