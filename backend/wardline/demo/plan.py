"""The contents of the demonstration's history: how consults ended, and which are waiting now."""

from dataclasses import dataclass
from enum import Enum, auto
from typing import Final


class Ending(Enum):
    COMPLETED = auto()
    CANCELLED_BY_BEDSIDE = auto()
    CANCELLED_BY_PROVIDER = auto()
    DISCHARGED = auto()
    UNDER_WAY = auto()


_E = Ending
ENDINGS: Final = (
    *(_E.COMPLETED, _E.COMPLETED, _E.CANCELLED_BY_BEDSIDE, _E.COMPLETED, _E.DISCHARGED),
    *(_E.COMPLETED, _E.UNDER_WAY, _E.COMPLETED, _E.COMPLETED, _E.CANCELLED_BY_PROVIDER),
    *(_E.COMPLETED, _E.COMPLETED, _E.CANCELLED_BY_BEDSIDE, _E.COMPLETED, _E.DISCHARGED),
    *(_E.COMPLETED, _E.UNDER_WAY, _E.COMPLETED, _E.COMPLETED, _E.COMPLETED),
)
"""How each line's past consults ended, in the order of their requests."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """A consult that has not been acknowledged."""

    line: str
    """The line's code."""
    unit: str
    """The unit's code."""
    minutes: int
    emergency: bool = False
    discharged: bool = False
    """The patient has been discharged, but the request is still waiting."""


WAITING: Final = (
    Waiting("tele-stroke", "alder-creek-ed", 4),
    Waiting("tele-icu", "lakeshore-general-3e", 7, emergency=True),
    Waiting("tele-triage", "fernwood-ed", 11),
    Waiting("tele-psych", "lakeshore-general-ed", 16),
    Waiting("tele-toxicology", "alder-creek-icu", 23, emergency=True),
    Waiting("tele-neuro", "lakeshore-general-4w", 38),
    Waiting("acute-stroke", "lakeshore-general-5e", 52),
    Waiting("tele-psych", "summit-ridge-ed", 75),
    Waiting("tele-hospitalist", "lakeshore-general-4e", 140, discharged=True),
)
