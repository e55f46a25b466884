"""Closed lists of values with labels for users."""

from collections.abc import Iterable
from enum import StrEnum
from typing import Any, Self

from pydantic import GetJsonSchemaHandler
from pydantic_core import CoreSchema


class Choice(StrEnum):
    """A member is declared as ``NAME = "value", "label"``; without a label, the value is the label.

    The value is stored and sent, never the label. The contract has both, in the order of declaration.
    """

    label: str

    def __new__(cls, value: str, label: str | None = None) -> Self:
        member = str.__new__(cls, value)
        member._value_ = value
        member.label = label or value
        return member

    @classmethod
    def __get_pydantic_json_schema__(cls, core_schema: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        schema = handler(core_schema)
        handler.resolve_ref_schema(schema)["x-enum-labels"] = {member.value: member.label for member in cls}
        return schema


def joined(name: str, description: str, parts: Iterable[type[Choice]]) -> type[Choice]:
    """One closed list with the members of all `parts`, in their order."""
    members = [(member.name, (member.value, member.label)) for part in parts for member in part]
    choice: type[Choice] = Choice(name, members)  # type: ignore[arg-type, assignment]
    choice.__doc__ = description
    return choice
