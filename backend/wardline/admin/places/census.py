"""Reads the census of a unit to see whether it works."""

from typing import Final

from wardline.admin.places.screens import CensusReading
from wardline.core import clock
from wardline.ehr.contract import CensusSource, EhrTimeout, EhrUnavailable
from wardline.ehr.registry import NoEhr

MAX_COUNTED: Final = 500

_NOT_SET_UP: Final = "This installation does not read a hospital record. Whoever operates Wardline sets its address."
_UNAVAILABLE: Final = "The hospital's record cannot be reached, or does not know this code. Check the code first."


async def read(source: CensusSource, emr_code: str) -> CensusReading:
    """How many patients are in the unit with this code. Only their number leaves this function."""
    try:
        page = await source.census([emr_code], "", 0, MAX_COUNTED)
    except EhrTimeout as error:
        return _failed(error.message)
    except EhrUnavailable:
        return _failed(_NOT_SET_UP if isinstance(source, NoEhr) else _UNAVAILABLE)
    return CensusReading(at=clock.now(), patients=len(page.patients), is_more=page.has_more, problem=None)


def _failed(problem: str) -> CensusReading:
    return CensusReading(at=clock.now(), patients=None, is_more=False, problem=problem)
