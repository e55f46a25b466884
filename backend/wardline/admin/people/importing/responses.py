"""Checks and results of imports on the wire."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from sqlalchemy import Row
from sqlalchemy.ext.asyncio import AsyncSession

from wardline.access.current_user import CurrentUser
from wardline.admin.invitations.service import means_of
from wardline.admin.people.importing.choices import FAULTY, ImportedRowState
from wardline.admin.people.importing.columns import ALL_OF, EXPLAINED, SEPARATOR, Column, template
from wardline.admin.people.importing.models import PeopleImport
from wardline.admin.people.importing.planning import ImportPlan, PlannedRow
from wardline.admin.people.importing.reading import MAX_ROWS, error_file
from wardline.admin.people.importing.schemas import (
    MAX_CHARACTERS,
    ROWS_SHOWN,
    ImportCheck,
    ImportColumn,
    ImportedRow,
    ImportGuide,
    ImportResult,
    LossRead,
    MassChangeRead,
    PastImport,
    PastImports,
    RowCount,
    RowError,
)
from wardline.admin.people.policies import ADMINISTRATIVE
from wardline.admin.people.repository import PeopleRepository
from wardline.admin.schemas import DifferenceRead
from wardline.network.objects import document_of
from wardline.network.words import differences
from wardline.people.models import User
from wardline.people.schemas import Person
from wardline.service_lines.repository import ServiceLineRepository
from wardline.settings import Settings

_SHOWN_OF_NEW: Final = ("roles", "organizations", "locations")
"""Of a new person: what they may do, and where."""


async def guide(session: AsyncSession, settings: Settings, by: CurrentUser) -> ImportGuide:
    """Its examples name what this administrator can give."""
    examples = {column: explained.example for column, explained in EXPLAINED.items()}
    examples |= await _own_examples(session, by)
    return ImportGuide(
        columns=[
            ImportColumn(name=column.value, example=examples[column], meaning=explained.meaning)
            for column, explained in EXPLAINED.items()
        ],
        template=template(examples),
        max_rows=MAX_ROWS,
        max_characters=MAX_CHARACTERS,
        invitations=means_of(settings),
    )


async def _own_examples(session: AsyncSession, by: CurrentUser) -> dict[Column, str]:
    repository = PeopleRepository(session)
    roles = [role.name for role, permissions in await repository.roles() if not permissions & ADMINISTRATIVE]
    lines = [name for _, name in await ServiceLineRepository(session).names()]
    organizations = await repository.organizations(by.administered_organization_ids)
    units = await repository.unit_names(frozenset(row.id for row in organizations[:1]))
    return {
        Column.ROLES: "".join(roles[:1]),
        Column.ORGANIZATIONS: "".join(row.name for row in organizations[:1]),
        Column.UNITS: "".join(f"{ALL_OF}{unit.facility_name}" for unit in units[:1]),
        Column.REQUEST_LINES: f"{SEPARATOR} ".join(lines[:2]),
    }


def check_read(plan: ImportPlan, settings: Settings) -> ImportCheck:
    """It takes long for many rows, so it is called in a thread."""
    shown: Counter[ImportedRowState] = Counter()
    rows = []
    for row in plan.rows:
        shown[row.state] += 1
        if shown[row.state] <= ROWS_SHOWN:
            rows.append(_row(row))
    errors = {row.row.number: _in_words(row) for row in plan.rows if row.state in FAULTY}
    return ImportCheck(
        digest=plan.digest,
        counts=_counts(plan.counts),
        rows=rows,
        error_file=error_file(plan.sheet, errors) if errors else None,
        mass_change=mass_change_read(plan, settings),
        new_with_email=sum(
            row.state is ImportedRowState.NEW and row.change[1].active and row.cell(Column.EMAIL) != ""
            for row in plan.written
        ),
    )


def mass_change_read(plan: ImportPlan, settings: Settings) -> MassChangeRead | None:
    """What the administrator has to confirm, if anything."""
    change = plan.mass_change
    if change is None:
        return None
    return MassChangeRead(
        affected=change.affected,
        percent=settings.mass_change_percent,
        losses=[
            LossRead(
                organization=plan.organization_names[each.organization], active=each.active, affected=each.affected
            )
            for each in change.losses
        ],
    )


def result_read(made: PeopleImport) -> ImportResult:
    counts = {ImportedRowState(state): count for state, count in made.counts.items()}
    return ImportResult(id=made.id, counts=_counts(counts), invited=made.invited_count)


def past_imports(rows: Sequence[Row[PeopleImport, User]]) -> PastImports:
    return PastImports(
        imports=[
            PastImport(at=made.at, by=Person.model_validate(by), file_name=made.file_name, **dict(result_read(made)))
            for made, by in rows
        ]
    )


def _counts(counts: Mapping[ImportedRowState, int]) -> list[RowCount]:
    return [RowCount(state=state, count=counts.get(state, 0)) for state in ImportedRowState]


def _row(row: PlannedRow) -> ImportedRow:
    changed = []
    if row.state is ImportedRowState.CHANGED and row.before is not None and row.after is not None:
        changed = list(differences(row.before.document, document_of(row.after)))
    elif row.state is ImportedRowState.NEW and row.after is not None:
        changed = [each for each in differences({}, document_of(row.after)) if each[0] in _SHOWN_OF_NEW]
    first, last = row.cell(Column.FIRST_NAME), row.cell(Column.LAST_NAME)
    if row.after is not None:
        first, last = row.after.first_name, row.after.last_name
    return ImportedRow(
        number=row.row.number,
        username=row.username,
        name=f"{first} {last}".strip(),
        state=row.state,
        errors=[RowError(column=error.column, message=error.message) for error in row.errors],
        differences=[DifferenceRead(place=place, before=before, after=after) for place, before, after in changed],
    )


def _in_words(row: PlannedRow) -> str:
    return " ".join(f"{error.column}: {error.message}" if error.column else error.message for error in row.errors)
