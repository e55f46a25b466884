"""What a change would do that somebody has to know before it is made."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from wardline.core.errors import Conflict


@dataclass(frozen=True, slots=True)
class Consequence:
    """`code` is what somebody confirms, of all consequences with it; `text` is a sentence with counts and names."""

    code: str
    text: str


class Unconfirmed(Conflict):
    """`effects` are to be shown; the same call with `codes` as `confirmed` makes the change."""

    code = "unconfirmed"

    def __init__(self, consequences: Sequence[Consequence]) -> None:
        super().__init__(
            " ".join(each.text for each in consequences),
            effects=[each.text for each in consequences],
            codes=list(dict.fromkeys(each.code for each in consequences)),
        )


def require_confirmed(consequences: Sequence[Consequence], confirmed: Collection[str]) -> None:
    """Raise Unconfirmed if nobody has confirmed one of these."""
    missing = [each for each in consequences if each.code not in confirmed]
    if missing:
        raise Unconfirmed(missing)
