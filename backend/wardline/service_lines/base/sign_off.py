"""The short sign-off: a dialog in which a provider completes a consult and signs it off."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Final

from wardline.access.permissions import COMPLETE_SIGNOFF_NOTE, Permission
from wardline.core.forms.fields import OptionalShortText
from wardline.core.forms.rules import Cleared, Condition, FieldRule, Required, RuledModel
from wardline.service_lines.base.completion import CANCELLED, lower
from wardline.service_lines.base.printed import PrintedSection, minutes

TYPE_OF_CALL_NAMES: Final = ("typeofCall", "typeOfCall")
"""The specification's names for the same field; responses use the first."""
_TYPE, _OTHER_NAME = TYPE_OF_CALL_NAMES
WHEN_CANCELLED = (Condition(field=_TYPE, values=(CANCELLED,)),)
UNLESS_CANCELLED = (Condition(field=_TYPE, values=(CANCELLED,), negated=True),)


class SignOffContent(RuledModel):
    """The signed content. Subclasses narrow `typeof_call` to the line's completion types and add their own fields."""

    typeof_call: str
    cancellation_reason: OptionalShortText | None = None
    comment: OptionalShortText | None = None

    @classmethod
    def normalized(cls, data: dict[str, Any]) -> dict[str, Any]:
        """The type, in lower case and under the first of its two names."""
        if _OTHER_NAME in data and _TYPE not in data:
            data = {_TYPE if name == _OTHER_NAME else name: value for name, value in data.items()}
        return data | {_TYPE: lower(data[_TYPE])} if _TYPE in data else data

    rules: ClassVar[tuple[FieldRule, ...]] = (
        Cleared(field="cancellationReason", when=UNLESS_CANCELLED),
        Required(field="cancellationReason", when=WHEN_CANCELLED),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class ShortSignOff:
    """How consults of a line are signed off."""

    path: str
    """The suffix of its operations, for example ``sign-signoff-note-psych``."""
    content: type[SignOffContent]
    permission: Permission = COMPLETE_SIGNOFF_NOTE
    """In addition to Give Consult."""
    on_duty: bool = True
    """Whether only users who are checked in to the line may sign."""
    corrects_type: bool = False
    """Whether it may correct how a completed consult was conducted."""


def printed(content: Mapping[str, Any], labels: Mapping[str, str]) -> Iterator[PrintedSection]:
    """A short sign-off as a document. `labels` are those of the types of call."""
    facts = []
    for name, value in content.items():
        if value is None or value == "":
            continue
        display_value = labels.get(value, value) if name == _TYPE else value
        facts.append(
            (_NAMES.get(name) or _in_words(name), minutes(display_value) if name in _MINUTES else str(display_value))
        )
    yield PrintedSection("Sign-off", facts=tuple(facts))


_NAMES = {_TYPE: "Type of Call"}
_MINUTES = frozenset({"videoCallLength"})


def _in_words(name: str) -> str:
    return "".join(f" {character}" if character.isupper() else character for character in name).title()
