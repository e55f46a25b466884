"""The contract of a service line, so that shared code never depends on a specific line."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from wardline.core.forms.choices import Choice
from wardline.core.forms.rules import FieldRule
from wardline.core.forms.wire import ApiModel
from wardline.service_lines.base.completion import Completion
from wardline.service_lines.base.request import LineRequest
from wardline.service_lines.base.sign_off import ShortSignOff
from wardline.service_lines.base.structured_note import StructuredNote


def _no_reason(_detail: Mapping[str, Any]) -> str | None:
    return None


def _default_priority(_detail: Mapping[str, Any]) -> int:
    return 3


@dataclass(frozen=True, slots=True, kw_only=True)
class ServiceLineDefinition:
    """One folder below `lines/`."""

    slug: str
    name: str
    ids: Mapping[int, str]
    """Maps each fixed ID to its code in network files; a definition with several IDs has several codes."""
    request: type[LineRequest]
    detail_name: str
    """The record's name on the wire, for example TelePsychConsultDetail."""
    detail: type[ApiModel]
    completion: type[Completion]
    completion_types: type[Choice]
    sign_off: ShortSignOff | None = None
    note: StructuredNote | None = None
    """Used instead of a short sign-off."""
    choices: tuple[type[Choice], ...] = ()
    """Enumerations for the contract that no field of the line's types uses."""
    type: str | None = None
    """Shown next to the name if `display_service_type` is on, for example Video."""
    display_service_type: bool = False
    primary_checkin_on: bool = False
    allows_emergency: bool = False
    takes_transfers: bool = False
    """Whether its patients can be transferred to another hospital through the product."""
    usual_priority_id: Callable[[Mapping[str, Any]], int] = field(default=_default_priority)
    """The priority of a request that is not an emergency, from its record with wire names."""
    detail_version: int = 1
    editable_detail: bool = False
    """Whether a checked-in provider may change the reason and the record after the request (PATCH)."""
    requester_rules: tuple[FieldRule, ...] = ()
    """Rules that depend on the requester: they also see ``requester.isCheckedIn``."""
    call_reason: Callable[[Mapping[str, Any]], str | None] = field(default=_no_reason)
    """The line's own text for the reason of the call, from the stored record with wire names."""

    def priority_id(self, detail: Mapping[str, Any], *, is_emergency: bool) -> int:
        """The priority of a request: 1 for an accepted emergency, otherwise the one derived from its record."""
        return 1 if is_emergency and self.allows_emergency else self.usual_priority_id(detail)
