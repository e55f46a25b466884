"""Synchronizes a table with target rows: missing ones are added, different ones updated, and surplus ones returned."""

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from sqlalchemy import select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from wardline.core.db.database import Base

R = TypeVar("R", bound=Base)
Key = tuple[Hashable, ...]


@dataclass(slots=True)
class Changes:
    """The number of rows that a load changed."""

    added: int = 0
    changed: int = 0
    removed: int = 0
    """Deleted or deactivated."""

    def __str__(self) -> str:
        if not (self.added or self.changed or self.removed):
            return "nothing to change"
        return f"{self.added} added, {self.changed} changed, {self.removed} removed or switched off"


@dataclass(slots=True)
class Matcher:
    """Works in the caller's transaction. `touched` is called for every added, changed or surplus row."""

    session: Session
    touched: Callable[[Base], None]
    changes: Changes = field(default_factory=Changes)

    def match(
        self,
        model: type[R],
        keys: Sequence[str],
        target: Mapping[Key, Mapping[str, Any]],
        *,
        vacate: str | None = None,
    ) -> tuple[dict[Key, R], list[R]]:
        """The target rows by key, and the surplus ones.

        `vacate` names a text column that is unique on its own or with others: rows that change first give up their
        values, so that two can swap.
        """
        existing = {tuple(getattr(row, key) for key in keys): row for row in self.session.scalars(select(model))}
        differing = [row for key, row in existing.items() if key in target and _differs(row, target[key])]
        if vacate and differing:
            for number, row in enumerate(differing):
                setattr(row, vacate, f"\u0001 moving {number}")
            self.session.flush()
        for row in differing:
            for name, value in target[tuple(getattr(row, key) for key in keys)].items():
                setattr(row, name, value)
            self.changes.changed += 1
            self.touched(row)
        rows = {
            key: existing[key] if key in existing else self._add(model, keys, key, values)
            for key, values in target.items()
        }
        self.session.flush()
        return rows, [row for key, row in existing.items() if key not in target]

    def match_exactly(self, model: type[R], keys: Sequence[str], target: Mapping[Key, Mapping[str, Any]]) -> None:
        """Like `match`, but deletes the surplus rows first."""
        for row in self.session.scalars(select(model)):
            if tuple(getattr(row, key) for key in keys) not in target:
                self._delete(row)
        self.session.flush()
        self.match(model, keys, target)

    def remove_unreferenced(self, rows: Sequence[Base]) -> None:
        """Delete the rows that nothing refers to; the others are kept."""
        for row in rows:
            try:
                with self.session.begin_nested():
                    self.session.delete(row)
            except IntegrityError:
                continue
            self.changes.removed += 1

    def switch_off(self, rows: Sequence[Any]) -> None:
        """Switch off the rows that are still active, according to the column `active`."""
        for row in rows:
            if row.active:
                row.active = False
                self.changes.removed += 1
                self.touched(row)
        self.session.flush()

    def _add(self, model: type[R], keys: Sequence[str], key: Key, values: Mapping[str, Any]) -> R:
        row = model(**dict(zip(keys, key, strict=True)), **values)
        self.session.add(row)
        self.changes.added += 1
        self.touched(row)
        return row

    def _delete(self, row: Base) -> None:
        self.touched(row)
        self.session.delete(row)
        self.changes.removed += 1


def _differs(row: Base, values: Mapping[str, Any]) -> bool:
    return any(getattr(row, name) != value for name, value in values.items())
