"""The patients, consults and organizations that a refused request was about, judging by the request.

A request that succeeds records them itself (`recording.touched`). For a refused one, they are looked up by the ids in
its path and body, each by the domain that owns it; the result goes into its audit entry and nowhere else.
"""

import uuid
from collections import defaultdict
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Final, Self

from pydantic import BaseModel, TypeAdapter, ValidationError
from sqlalchemy import ColumnElement, Integer, Select, Text, bindparam, cast, func, null, select, union_all
from sqlalchemy.dialects.postgresql import ARRAY, UUID
from sqlalchemy.orm import InstrumentedAttribute

from wardline.core.db.statements import (
    AutocommitConnection,
    CompiledStatement,
    array_literal,
    compile_statement,
    fetch_all,
)
from wardline.core.forms.fields import Id

_UUIDS: Final = frozenset({"consult_id", "patient_id", "encounter_id", "meeting_id", "notification_id"})
_NUMBERS: Final = frozenset({"location_id", "facility_id"})
FIELDS: Final = _UUIDS | _NUMBERS
"""Each is looked up by one domain."""
_SEVERAL: Final = "ids"
"""Ids of consults if they are UUIDs, else of locations."""
_EMR_ID: Final = "emr_id"

_ID: Final[TypeAdapter[int]] = TypeAdapter(Id)


def named_in(field: str) -> ColumnElement[Any]:
    """The right side of ``column == any_(...)``: the ids in the request's fields of this name."""
    if field not in FIELDS:
        raise ValueError(f"requests are not searched for {field}")
    return cast(bindparam(field, type_=Text), ARRAY(UUID if field in _UUIDS else Integer))


def each_named_in(field: str) -> Select[Any]:
    """The same ids as rows."""
    return select(func.unnest(named_in(field)))


def subject_rows(
    organization_id: InstrumentedAttribute[int],
    *,
    consult_id: InstrumentedAttribute[uuid.UUID] | None = None,
    patient_id: InstrumentedAttribute[uuid.UUID] | None = None,
    emr_id: InstrumentedAttribute[str | None] | None = None,
) -> Select[Any]:
    """The columns that each domain's lookup returns; the caller adds the conditions.

    `wardline.main` lists the lookups of all domains, which run as one statement.
    """
    return select(
        (cast(null(), UUID) if consult_id is None else consult_id).label("consult_id"),
        (cast(null(), UUID) if patient_id is None else patient_id).label("patient_id"),
        organization_id.label("organization_id"),
        (cast(null(), Text) if emr_id is None else emr_id).label("emr_id"),
    )


def compile_lookups(lookups: Iterable[Select[Any]]) -> CompiledStatement:
    """One statement for the lookups of all domains."""
    return compile_statement(union_all(*lookups))


@dataclass(slots=True)
class NamedIds:
    """The ids in a request, by the name of their field."""

    ids: defaultdict[str, set[uuid.UUID | int]] = field(default_factory=lambda: defaultdict(set))
    emr_ids: set[str] = field(default_factory=set)

    @classmethod
    def by_path(cls, parameters: Mapping[str, Any]) -> Self:
        """The valid ids in a request's path."""
        named = cls()
        for name in _UUIDS & parameters.keys():
            with suppress(ValueError):
                named.ids[name].add(uuid.UUID(str(parameters[name])))
        for name in _NUMBERS & parameters.keys():
            with suppress(ValidationError):
                named.ids[name].add(_ID.validate_python(parameters[name]))
        return named

    def body(self, request: Any) -> None:
        """Add the ids in a valid body. Ids in lists of objects are not what the request is about."""
        if not isinstance(request, BaseModel):
            return
        for name in type(request).model_fields:
            self._field(name, getattr(request, name), from_record=getattr(request, "is_emr", True))

    def _field(self, name: str, value: Any, *, from_record: bool) -> None:
        if isinstance(value, BaseModel):
            self.body(value)
        elif name == _SEVERAL and isinstance(value, list):
            for item in value:
                self.ids["consult_id" if isinstance(item, uuid.UUID) else "location_id"].add(item)
        elif name == _EMR_ID and isinstance(value, str) and from_record:
            self.emr_ids.add(value)
        elif (name in _UUIDS and isinstance(value, uuid.UUID)) or (name in _NUMBERS and isinstance(value, int)):
            self.ids[name].add(value)

    def of(self, name: str) -> set[str]:
        """As strings."""
        return {str(value) for value in self.ids[name]}


async def look_up(connection: AutocommitConnection, statement: CompiledStatement, named: NamedIds) -> Iterable[Any]:
    """Rows of `consult_id`, `patient_id`, `organization_id` and `emr_id`, each of which may be None."""
    if not any(named.ids.values()):
        return []
    ids = {name: array_literal(sorted(named.of(name))) for name in FIELDS}
    return await fetch_all(connection, statement, ids)
