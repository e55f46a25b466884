"""Reads a calendar in a process of its own, which ends when it takes too long.

A few lines can repeat every second for a thousand years, and the library remembers the time zones that a calendar
defines for all that it reads later.
"""

import asyncio
import json
import os
import sys
from typing import Final

from wardline.call_schedules.calendars import reading
from wardline.call_schedules.calendars.choices import CalendarProblem
from wardline.call_schedules.calendars.entries import Reading, from_stored
from wardline.call_schedules.calendars.errors import CalendarNotRead
from wardline.call_schedules.spans import Span

SECONDS: Final = 15
"""How long it may take on a busy machine; how much of a processor is limited there."""
_BEGIN: Final = "BEGIN:VCALENDAR"
_PROBLEMS: Final = {reading.NOT_A_CALENDAR: CalendarProblem.NOT_A_CALENDAR}


async def read_apart(content: str, within: Span) -> Reading:
    """The entries of a calendar that overlap `within`, and up to a day more.

    Raises:
        CalendarNotRead: it is not one, or there is too much in it.
    """
    if not content.lstrip()[: len(_BEGIN)].upper() == _BEGIN:
        raise CalendarNotRead(CalendarProblem.NOT_A_CALENDAR)
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-P", "-m", reading.__name__, *(moment.isoformat() for moment in within)),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
        env={name: value for name, value in os.environ.items() if not name.startswith("WARDLINE_")},
    )
    try:
        async with asyncio.timeout(SECONDS):
            printed, _ = await process.communicate(content.encode())
    except TimeoutError:
        raise CalendarNotRead(CalendarProblem.TOO_MUCH) from None
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    if process.returncode != 0:
        raise CalendarNotRead(_PROBLEMS.get(process.returncode or 0, CalendarProblem.TOO_MUCH))
    entries, remarks = json.loads(printed)
    return Reading(from_stored(entries), [(kind, about) for kind, about in remarks])
