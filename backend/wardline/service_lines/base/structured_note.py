"""The structured note: a long form of its own, drafted under a lock and then signed."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from wardline.access.permissions import COMPLETE_SIGNOFF_NOTE, Permission
from wardline.core.forms.rules import RuledModel
from wardline.service_lines.base.printed import PrintedSection


@dataclass(frozen=True, slots=True, kw_only=True)
class StructuredNote:
    """How a line's consults are documented; shared by all lines that write the same note."""

    content: type[RuledModel]
    prefilled: Callable[[Mapping[str, Any], int | None], dict[str, Any]]
    """What a new draft says: of the request's record and the call's length in minutes, on wire names."""
    title: str
    """What stands above it."""
    printed: Callable[[Mapping[str, Any], str], Iterable[PrintedSection]]
    """What it says on paper, of what was signed, with times in the zone named."""
    completes_as: str
    """The completion type of a consult that is still open when its note is signed."""
    path: str | None = None
    """The last word of the line's own calls, for example ``sign-signoff-note-acute-stroke``."""
    permission: Permission = COMPLETE_SIGNOFF_NOTE
    """Beside Give Consult."""
