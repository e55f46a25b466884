"""Checks a file of people, and imports it in one transaction."""

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Final

from sqlalchemy.ext.asyncio import AsyncSession

from wardline.access.current_user import CurrentUser
from wardline.access.freshness import require as require_fresh
from wardline.admin.invitations import service as invitations
from wardline.admin.locking import lock
from wardline.admin.people.errors import LastAdministrator
from wardline.admin.people.importing.choices import ImportedRowState
from wardline.admin.people.importing.columns import Column
from wardline.admin.people.importing.errors import ImportChanged, MassChangeUnconfirmed
from wardline.admin.people.importing.models import PeopleImport
from wardline.admin.people.importing.planning import ImportPlan, PlannedRow, plan_import
from wardline.admin.people.importing.repository import ImportRepository
from wardline.admin.people.importing.responses import check_read, mass_change_read
from wardline.admin.people.importing.schemas import ImportCheck, ImportPeople
from wardline.admin.people.policies import needs_fresh_sign_in
from wardline.admin.people.repository import PeopleRepository
from wardline.audit.recording import touched
from wardline.core import clock
from wardline.core.db.deadlines import wait_at_most
from wardline.network import changing
from wardline.network.applying import Author
from wardline.network.models import Source
from wardline.settings import Settings, StepUp

WAIT_SECONDS: Final = 45
"""How long an import waits for the database in total."""
WRITTEN_AT_ONCE: Final = 200
"""How many people are written in one go; other requests of this process wait meanwhile."""


async def check(session: AsyncSession, text: str, settings: Settings, *, by: CurrentUser) -> ImportCheck:
    """What importing the file would do now.

    Raises:
        ValidationFailed: it is not a file of people.
    """
    with _waiting():
        plan = await plan_import(session, text, settings.mass_change_percent, by=by)
    return await asyncio.to_thread(check_read, plan, settings)


async def import_people(session: AsyncSession, body: ImportPeople, settings: Settings, *, by: CurrentUser) -> int:
    """Write the rows that are new or changed, all or none of them; returns the import's id.

    Raises:
        ValidationFailed: it is not a file of people.
        ImportChanged: the result would not be the one that the administrator saw.
        MassChangeUnconfirmed: too many people would lose something.
        StepUpRequired: the administrator must sign in anew to give rights or invite.
        LastAdministrator: together, the rows would take the last administrator from an organization.
    """
    with _waiting():
        await lock(session, by)
        plan = await plan_import(session, body.text, settings.mass_change_percent, by=by)
        if plan.digest != body.digest:
            raise ImportChanged(await asyncio.to_thread(check_read, plan, settings))
        mass_change = mass_change_read(plan, settings)
        if mass_change is not None and mass_change.affected != body.confirmed_count:
            raise MassChangeUnconfirmed(mass_change)
        if any(needs_fresh_sign_in(*row.change) for row in plan.written):
            require_fresh(session, StepUp.GRANT)
        await _write(session, plan.written, Author(Source.SCREEN, user_id=by.id, reason=_reason(body)))
        if await PeopleRepository(session).lack_administrator(await _organization_ids(session, plan, by)):
            raise LastAdministrator
        invited = await _invite(session, plan, settings, by=by) if body.invite else 0
        return await _record(session, plan, body, invited, by=by)


@contextmanager
def _waiting() -> Iterator[None]:
    with wait_at_most(WAIT_SECONDS):
        yield


async def _write(session: AsyncSession, rows: Sequence[PlannedRow], author: Author) -> None:
    """No identifier moves from one person to another one, so the parts can be written in any order."""
    for start in range(0, len(rows), WRITTEN_AT_ONCE):
        part = [(row.before, row.change[1]) for row in rows[start : start + WRITTEN_AT_ONCE]]
        await session.run_sync(changing.change_each, part, author)
        session.expunge_all()


async def _organization_ids(session: AsyncSession, plan: ImportPlan, by: CurrentUser) -> frozenset[int]:
    """The administrator's organizations in which people were changed."""
    codes = {
        code for row in plan.written for person in row.change if person is not None for code in person.organizations
    }
    organization_ids = await PeopleRepository(session).organization_ids(codes)
    touched(session).organization_ids.update(organization_ids)
    return organization_ids & by.administered_organization_ids


async def _invite(session: AsyncSession, plan: ImportPlan, settings: Settings, *, by: CurrentUser) -> int:
    """Invite the new people who have an e-mail address and can sign in; returns their number."""
    addresses = {
        row.username: row.cell(Column.EMAIL)
        for row in plan.written
        if row.state is ImportedRowState.NEW and row.change[1].active and row.cell(Column.EMAIL)
    }
    if addresses:
        require_fresh(session, StepUp.GRANT)
    ids = await ImportRepository(session).ids_of(addresses)
    await invitations.send_each(
        session, {ids[username]: address for username, address in addresses.items()}, settings, by=by
    )
    return len(addresses)


async def _record(session: AsyncSession, plan: ImportPlan, body: ImportPeople, invited: int, *, by: CurrentUser) -> int:
    counts = {state.value: count for state, count in plan.counts.items()}
    made = PeopleImport(
        by_id=by.id,
        at=clock.now(),
        file_name=body.file_name,
        sha256=plan.sha256,
        counts=counts,
        invited_count=invited,
    )
    session.add(made)
    await session.flush()
    touched(session).details |= {"fileSha256": plan.sha256, "counts": counts, "invited": invited}
    return made.id


def _reason(body: ImportPeople) -> str:
    source = f"Imported from {body.file_name}"
    return source if body.reason is None else f"{source}: {body.reason}"
