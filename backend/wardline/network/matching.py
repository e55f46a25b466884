"""Makes rows of a table match target rows: missing ones are added, different ones updated, and surplus ones deleted."""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from sqlalchemy import ARRAY, ColumnElement, any_, literal, select
from sqlalchemy.orm import InstrumentedAttribute, Session

from wardline.core.db.database import Base

R = TypeVar("R", bound=Base)
Key = tuple[Hashable, ...]
Rows = dict[Key, dict[str, Any]]


def one_of(column: InstrumentedAttribute[Any], values: Iterable[Any]) -> ColumnElement[bool]:
    """That a column has one of these values, of which there may be more than a statement takes parameters."""
    return column == any_(literal(list(values), ARRAY(column.type)))


@dataclass(slots=True)
class Matcher:
    """Works in the caller's transaction. `touched` is called for every added, changed or deleted row."""

    session: Session
    touched: Callable[[Base], None]

    def match(
        self,
        model: type[R],
        keys: Sequence[str],
        target: Mapping[Key, Mapping[str, Any]],
        among: ColumnElement[bool],
        *,
        vacate: str | None = None,
    ) -> dict[Key, R]:
        """The target rows by key; `among` selects the stored rows that they may be.

        `vacate` names a text column that is unique on its own or with others: rows that change first give up their
        values, so that two can swap.
        """
        stored = {_key(row, keys): row for row in self.session.scalars(select(model).where(among))}
        differing = [row for key, row in stored.items() if key in target and _differs(row, target[key])]
        if vacate and differing:
            for number, row in enumerate(differing):
                setattr(row, vacate, f"\u0001 moving {number}")
            self.session.flush()
        for row in differing:
            for name, value in target[_key(row, keys)].items():
                setattr(row, name, value)
            self.touched(row)
        rows = {
            key: stored[key] if key in stored else self._add(model, keys, key, values) for key, values in target.items()
        }
        self.session.flush()
        return rows

    def match_exactly(
        self, model: type[R], keys: Sequence[str], target: Mapping[Key, Mapping[str, Any]], among: ColumnElement[bool]
    ) -> None:
        """Like `match`, but deletes the surplus rows among those selected first."""
        for row in self.session.scalars(select(model).where(among)):
            if _key(row, keys) not in target:
                self.touched(row)
                self.session.delete(row)
        self.session.flush()
        self.match(model, keys, target, among)

    def _add(self, model: type[R], keys: Sequence[str], key: Key, values: Mapping[str, Any]) -> R:
        row = model(**dict(zip(keys, key, strict=True)), **values)
        self.session.add(row)
        self.touched(row)
        return row


def _key(row: Base, keys: Sequence[str]) -> Key:
    return tuple(getattr(row, key) for key in keys)


def _differs(row: Base, values: Mapping[str, Any]) -> bool:
    return any(getattr(row, name) != value for name, value in values.items())
