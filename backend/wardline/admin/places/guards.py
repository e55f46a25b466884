"""What a change of a unit would do to consults that are open there, which is asked first."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from wardline.admin.errors import NeedsConfirmation
from wardline.network.objects import PlacedUnit


class OpenConsults(NamedTuple):
    """How many consults of a line are open in a unit."""

    line_code: str
    line_name: str
    number: int


def ask_about(
    before: PlacedUnit, after: PlacedUnit, open_consults: Sequence[OpenConsults], confirmed: int | None
) -> None:
    """Ask, unless the number in the question that is asked now was confirmed.

    Raises:
        NeedsConfirmation
    """
    effects = list(effects_of(before, after, open_consults))
    number = sum(count for count, _ in effects)
    if effects and confirmed != number:
        raise NeedsConfirmation([words for _, words in effects], number)


def effects_of(
    before: PlacedUnit, after: PlacedUnit, open_consults: Sequence[OpenConsults]
) -> Iterator[tuple[int, str]]:
    """What the change would do in words, each with how many open consults it is about."""
    total = sum(count for _, _, count in open_consults)
    if before.active and not after.active and total:
        yield total, f"{_open(total)}, and can still be completed. Nobody can request another one here."
    for code, name, count in open_consults:
        if code in before.service_lines and code not in after.service_lines:
            yield count, f"{_open(count, name)}, and can still be completed. Nobody can request {name} here."
    if before.video_rooms and not after.video_rooms:
        rooms = "No Vidyo room is left, so calls with this unit cannot be joined in one."
        yield total, f"{rooms} {_open(total)}." if total else rooms


def _open(count: int, line_name: str | None = None) -> str:
    noun = f"{line_name} consult" if line_name is not None else "consult"
    return f"{count} {noun} of this unit is open" if count == 1 else f"{count} {noun}s of this unit are open"
