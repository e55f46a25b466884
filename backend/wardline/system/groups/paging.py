"""Whether people are paged, as the auditor of pages sees it."""

from collections.abc import Mapping
from typing import Final

from wardline.paging.auditor.alarms import OpenAlarms, open_alarms
from wardline.paging.choices import AlarmKind
from wardline.paging.nodes import uptime
from wardline.system.items import GUIDE, act_now, note, ok
from wardline.system.reading import Reader
from wardline.system.schemas import SystemItem
from wardline.system.words import ago, counted

MISSED_AUDITS: Final = 3
ACTIONS: Final[Mapping[AlarmKind, str]] = {
    AlarmKind.PLAN_MISSING: "Call the service line, and report this as a bug.",
    AlarmKind.MOVE_OVERDUE: "See whether a node under Nodes has stopped, and how busy the database is.",
    AlarmKind.MOVE_FAILING: "Call the service line. The log of wardline.paging.engine names the error.",
    AlarmKind.NOTICE_LOST: "Check the status of the phone, push and mail providers. The log of wardline.paging.sending "
    "names the error.",
    AlarmKind.PROVIDER_SILENT: "Check the provider's status, and that its callbacks reach this server.",
    AlarmKind.WORKER_STOPPED: "Start `wardline worker`, or restart the server.",
    AlarmKind.NOBODY_REACHED: "Call the backup number of the line's escalation. Coordinators find the consults among "
    "their notifications.",
    AlarmKind.NOBODY_ANSWERED: "Call the service line, and then the backup number yourself.",
    AlarmKind.NOBODY_ON_CALL: "Find someone to go on call, or correct the line's hours.",
    AlarmKind.NO_CONTACT: "Ask them to verify a phone in Paging Settings. The coverage board shows who it is.",
    AlarmKind.CLOCK_SKEW: "Synchronize the clocks of the nodes and of the database.",
}


async def items(reader: Reader) -> list[SystemItem]:
    alarms = await open_alarms(reader.connection)
    audits = [process.audited_seconds for process in await reader.processes() if process.audited_seconds is not None]
    return [
        *_alarms(alarms),
        last_audit(min(audits, default=None), every_seconds=reader.settings.page_audit_seconds, uptime=uptime()),
        _monitor(is_set=reader.settings.heartbeat_url is not None),
    ]


def last_audit(age: float | None, *, every_seconds: int, uptime: float) -> SystemItem:
    """`uptime` is that of this process; the first audit after a start is a little later."""
    if (age is None or age > uptime) and uptime < MISSED_AUDITS * every_seconds:
        return note("Last audit of pages", "None has been finished yet since this server started, a short time ago.")
    if age is None or age > MISSED_AUDITS * every_seconds:
        last = "None has been finished" if age is None else f"It was finished {ago(age)}"
        action = "See whether `wardline audit-pages` is running; the log of wardline.paging.auditor names errors."
        return act_now("Last audit of pages", f"{last}, so faults of paging may go unnoticed.", action)
    return ok("Last audit of pages", f"Finished {ago(age)}.")


def _alarms(alarms: Mapping[AlarmKind, OpenAlarms]) -> list[SystemItem]:
    if not alarms:
        return [ok("Alarms", "The auditor of pages has no open alarm.")]
    return [act_now(kind.label, _in_words(each), ACTIONS[kind]) for kind, each in alarms.items()]


def _in_words(alarms: OpenAlarms) -> str:
    """How many there are and what about: `3 open alarms: line Tele-Neuro (1), line Tele-ICU (4), and 1 more`."""
    number, subjects = counted(alarms.number, "open alarm"), alarms.subjects
    if not subjects:
        return f"{number}."
    more = f", and {alarms.number - len(subjects)} more" if alarms.number > len(subjects) else ""
    return f"{number}: {', '.join(subjects)}{more}."


def _monitor(*, is_set: bool) -> SystemItem:
    if is_set:
        return ok("External monitor", "It is told after each audit that finds nothing wrong.")
    return note(
        "External monitor",
        "None, so nobody is told if the auditor itself stops.",
        f"Set `WARDLINE_HEARTBEAT_URL`. See Auditor of pages in {GUIDE}.",
    )
