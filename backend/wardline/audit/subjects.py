"""The patients, consults and organizations that a refused call was about, judging by the request.

A call that succeeds records them itself (`recording.touched`). For a refused one, they are looked up by the ids in its
path and body; the result goes into its audit entry and nowhere else.
"""

import uuid
from collections import defaultdict
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Final, Self

from pydantic import BaseModel, TypeAdapter, ValidationError
from sqlalchemy import text

from wardline.core.db.statements import AutocommitConnection, array_literal, compile_statement, fetch_all
from wardline.core.forms.fields import Id

_UUIDS: Final = frozenset({"consult_id", "patient_id", "encounter_id", "meeting_id", "notification_id"})
_NUMBERS: Final = frozenset({"location_id", "facility_id"})
_SEVERAL: Final = "ids"
"""Ids of consults if they are UUIDs, else of locations."""
_EMR_ID: Final = "emr_id"

_ID: Final[TypeAdapter[int]] = TypeAdapter(Id)

_FIND: Final = compile_statement(
    text(
        """
        select cast(null as text) as consult_id, p.id::text as patient_id, p.organization_id, p.emr_id
        from patients p
        where p.id in (
          select unnest(cast(:patient_id as uuid[]))
          union select e.patient_id from encounters e where e.id = any(cast(:encounter_id as uuid[]))
        )
        union all
        select c.id::text, p.id::text, c.organization_id, p.emr_id
        from consults c join patients p on p.id = c.patient_id
        where c.id in (
          select unnest(cast(:consult_id as uuid[]))
          union select m.consult_id from meetings m where m.id = any(cast(:meeting_id as uuid[]))
          union select n.consult_id from notifications n where n.id = any(cast(:notification_id as uuid[]))
        )
        union all
        select null, null, f.organization_id, null
        from facilities f
        where f.id in (
          select unnest(cast(:facility_id as integer[]))
          union select l.facility_id from location_units l where l.id = any(cast(:location_id as integer[]))
        )
        """
    )
)


@dataclass(slots=True)
class NamedIds:
    """The ids in a request, by the name of their field."""

    ids: defaultdict[str, set[uuid.UUID | int]] = field(default_factory=lambda: defaultdict(set))
    emr_ids: set[str] = field(default_factory=set)

    @classmethod
    def by_path(cls, parameters: Mapping[str, Any]) -> Self:
        """The valid ids in a call's path."""
        named = cls()
        for name in _UUIDS & parameters.keys():
            with suppress(ValueError):
                named.ids[name].add(uuid.UUID(str(parameters[name])))
        for name in _NUMBERS & parameters.keys():
            with suppress(ValidationError):
                named.ids[name].add(_ID.validate_python(parameters[name]))
        return named

    def body(self, request: Any) -> None:
        """Add the ids in a valid body. Ids in lists of objects are not what the call is about."""
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


async def look_up(connection: AutocommitConnection, named: NamedIds) -> Iterable[Any]:
    """Rows of `consult_id`, `patient_id`, `organization_id` and `emr_id`, each of which may be None."""
    if not any(named.ids.values()):
        return []
    return await fetch_all(
        connection, _FIND, {name: array_literal(sorted(named.of(name))) for name in _UUIDS | _NUMBERS}
    )
