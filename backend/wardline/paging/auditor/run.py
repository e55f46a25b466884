"""One run of the auditor: all checks, the alarms that follow, and the heartbeat if all is well."""

import asyncio
import logging
from collections.abc import Mapping
from typing import Final

from wardline.core.db.database import Database
from wardline.core.logs import describe_error
from wardline.paging import nodes
from wardline.paging.auditor import consult_faults, site_faults
from wardline.paging.auditor.alarms import update_alarms
from wardline.paging.auditor.faults import Check, Fault
from wardline.paging.auditor.heartbeat import send_heartbeat
from wardline.paging.auditor.mailing import mail_alarms
from wardline.paging.choices import AlarmKind, NodeTask
from wardline.settings import Settings

log = logging.getLogger(__name__)

RUN_SECONDS: Final = 50
"""How long a run may take, before coordinators and the heartbeat address are told."""
SESSION_SECONDS: Final = 5
"""How long the database of a run lets each check wait."""

CHECKS: Final[Mapping[Check, frozenset[AlarmKind]]] = {
    site_faults.worker_stopped: frozenset({AlarmKind.WORKER_STOPPED}),
    site_faults.clocks_wrong: frozenset({AlarmKind.CLOCK_SKEW}),
    consult_faults.plans_missing: frozenset({AlarmKind.PLAN_MISSING}),
    consult_faults.moves_late: frozenset({AlarmKind.MOVE_OVERDUE, AlarmKind.MOVE_FAILING}),
    consult_faults.notices_lost: frozenset({AlarmKind.NOTICE_LOST}),
    consult_faults.nobody_reached: frozenset({AlarmKind.NOBODY_REACHED}),
    consult_faults.nobody_answered: frozenset({AlarmKind.NOBODY_ANSWERED}),
    site_faults.providers_silent: frozenset({AlarmKind.PROVIDER_SILENT}),
    site_faults.lines_without_anyone: frozenset({AlarmKind.NOBODY_ON_CALL}),
    site_faults.people_without_contact: frozenset({AlarmKind.NO_CONTACT}),
}
"""With the kinds of faults that each of them finds."""


async def audit(database: Database, settings: Settings) -> bool:
    """Run all checks; whether every one of them was made, and found nothing.

    A run that does not finish in time, or cannot reach the database, returns False like one that finds faults: the
    heartbeat address hears of neither.
    """
    try:
        async with asyncio.timeout(RUN_SECONDS):
            is_well = await _check_all(database)
        await mail_alarms(database, settings)
    except Exception as error:  # noqa: BLE001 - whatever it was, the next run may succeed
        log.error("the audit of pages did not finish: %s", describe_error(error))  # noqa: TRY400
        return False
    if is_well and settings.heartbeat_url is not None:
        await send_heartbeat(settings.heartbeat_url.get_secret_value())
    return is_well


async def _check_all(database: Database) -> bool:
    await nodes.report(database, NodeTask.AUDITS)
    found: list[Fault] = []
    checked: set[AlarmKind] = set()
    for check, kinds in CHECKS.items():
        try:
            async with database.session() as session:
                found += await check(session)
        except Exception as error:  # noqa: BLE001 - the other checks are made, and the run does not count as complete
            log.error("the check %s failed: %s", check.__name__, describe_error(error))  # noqa: TRY400
        else:
            checked |= kinds
    async with database.transaction() as session:
        await update_alarms(session, found, checked)
        await nodes.forget_old(session)
    is_complete = checked == set(AlarmKind)
    if is_complete:
        await nodes.report(database, NodeTask.AUDITS, audited=True)
    return is_complete and not found
