"""What a change of a unit would do to consults that are open there, which is asked first."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from wardline.admin.consequences import Consequence
from wardline.network.objects import PlacedUnit


class OpenConsults(NamedTuple):
    """How many consults of a line are open in a unit."""

    line_code: str
    line_name: str
    number: int


def consequences_of(
    before: PlacedUnit, after: PlacedUnit, open_consults: Sequence[OpenConsults]
) -> Iterator[Consequence]:
    total = sum(count for _, _, count in open_consults)
    if before.active and not after.active and total:
        text = f"{_open(total)}, and can still be completed. Nobody can request another one here."
        yield Consequence("switchedOff", text)
    for code, name, count in open_consults:
        if code in before.service_lines and code not in after.service_lines:
            text = f"{_open(count, name)}, and can still be completed. Nobody can request {name} here."
            yield Consequence(f"lineRemoved:{code}", text)
    if before.video_rooms and not after.video_rooms:
        rooms = "No Vidyo room is left, so calls with this unit cannot be joined in one."
        yield Consequence("lastRoom", f"{rooms} {_open(total)}." if total else rooms)


def _open(count: int, line_name: str | None = None) -> str:
    noun = f"{line_name} consult" if line_name is not None else "consult"
    return f"{count} {noun} of this unit is open" if count == 1 else f"{count} {noun}s of this unit are open"
