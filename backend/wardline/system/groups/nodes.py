"""The machines that run Wardline, as they report themselves."""

from collections.abc import Sequence
from itertools import groupby
from typing import Final

from wardline.paging.choices import NodeTask
from wardline.paging.nodes import CLOCK_SECONDS, VERSION, ReportedProcess, uptime
from wardline.system.items import act_now, look_soon, note, ok
from wardline.system.reading import Reader
from wardline.system.schemas import SystemItem
from wardline.system.words import ago, duration

MISSED_REPORTS: Final = 3
"""After how many a process counts as stopped."""
WATCHING_SECONDS: Final = 15
"""A worker reports every five seconds."""
_STARTING: Final = {
    NodeTask.SERVES: "`wardline serve`",
    NodeTask.WORKS: "`wardline worker`, or the server without `WARDLINE_BACKGROUND_JOBS=0`",
    NodeTask.AUDITS: "`wardline audit-pages`",
}


async def items(reader: Reader) -> list[SystemItem]:
    settings = reader.settings
    return items_of(await reader.processes(), audit_seconds=settings.page_audit_seconds, uptime=uptime())


def items_of(processes: Sequence[ReportedProcess], *, audit_seconds: int, uptime: float) -> list[SystemItem]:
    """`uptime` is that of this process; others may not have reported yet if it has just been started with them."""
    silent_after = {
        NodeTask.SERVES: MISSED_REPORTS * CLOCK_SECONDS,
        NodeTask.WORKS: WATCHING_SECONDS,
        NodeTask.AUDITS: MISSED_REPORTS * audit_seconds,
    }
    alive = [process for process in processes if process.silent_seconds <= silent_after[process.task]]
    done = {process.task for process in alive}
    missing = [_missing(task, may_be_starting=uptime < silent_after[task]) for task in NodeTask if task not in done]
    by_node = groupby(processes, key=lambda process: process.node)
    return [*missing, *_versions(alive), *(_node(node, list(own), alive) for node, own in by_node)]


def _missing(task: NodeTask, *, may_be_starting: bool) -> SystemItem:
    if may_be_starting:
        return note(task.label, "No node has reported that it does this since this server started, a short time ago.")
    return act_now(f"Nobody {_verb(task)}", "No node reports that it does this.", f"Start {_STARTING[task]}.")


def _node(node: str, processes: Sequence[ReportedProcess], alive: Sequence[ReportedProcess]) -> SystemItem:
    stopped = [process for process in processes if process not in alive]
    if stopped:
        silence = min(process.silent_seconds for process in stopped)
        return look_soon(
            node,
            f"No report that it {_listed(stopped)} for {duration(silence)}.",
            "See whether it is running. If it was removed, it disappears from here within a day.",
        )
    first = processes[0]
    version = f"version {first.version}, started {ago(first.runs_seconds)}"
    reported = f"last report {ago(min(process.silent_seconds for process in processes))}"
    return ok(node, f"{_capitalized(_listed(processes))}; {version}; {reported}.")


def _versions(alive: Sequence[ReportedProcess]) -> list[SystemItem]:
    versions = sorted({process.version for process in alive})
    if len(versions) < 2:  # noqa: PLR2004 - they agree
        return []
    behind = sorted({process.node for process in alive if process.version != VERSION})
    return [
        look_soon(
            "Versions",
            f"Nodes run {' and '.join(versions)}. This one runs {VERSION}, and {', '.join(behind)} another version.",
            "This is expected during an upgrade. Otherwise, upgrade the others and restart them.",
        )
    ]


def _verb(task: NodeTask) -> str:
    return task.label[0].lower() + task.label[1:]


def _listed(processes: Sequence[ReportedProcess]) -> str:
    return ", ".join(_verb(process.task) for process in processes)


def _capitalized(sentence: str) -> str:
    return sentence[0].upper() + sentence[1:]
