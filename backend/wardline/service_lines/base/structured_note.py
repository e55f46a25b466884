"""The structured note: a long form that is drafted under a lock and then signed."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from wardline.access.permissions import COMPLETE_SIGNOFF_NOTE, Permission
from wardline.core.forms.rules import RuledModel
from wardline.service_lines.base.printed import PrintedSection


@dataclass(frozen=True, slots=True, kw_only=True)
class StructuredNote:
    """How consults are documented, shared by all lines that use the same note."""

    content: type[RuledModel]
    prefilled: Callable[[Mapping[str, Any], int | None], dict[str, Any]]
    """The content of a new draft, with wire names, from the request's record and the call's length in minutes."""
    title: str
    """The title of the signed document."""
    printed: Callable[[Mapping[str, Any], str], Iterable[PrintedSection]]
    """The document of a signed note, with times in the given zone."""
    completes_as: str
    """The completion type of a consult that is still open when its note is signed."""
    path: str | None = None
    """The suffix of the line's own operations, for example ``sign-signoff-note-acute-stroke``."""
    permission: Permission = COMPLETE_SIGNOFF_NOTE
    """In addition to Give Consult."""
