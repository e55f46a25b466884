"""What importing a file would do: every row is checked by the rules of a single change, all against one state."""

import asyncio
import hashlib
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

import orjson
from sqlalchemy.ext.asyncio import AsyncSession

from wardline.access.current_user import CurrentUser
from wardline.admin.errors import ManagedByFile
from wardline.admin.people.entering import Known, entered, read_known
from wardline.admin.people.errors import SubjectTaken, UsernameTaken
from wardline.admin.people.guards import MassChange, mass_change
from wardline.admin.people.importing.cells import CellError, Names, column_of, person_in, read_names
from wardline.admin.people.importing.choices import WRITTEN, ImportedRowState
from wardline.admin.people.importing.columns import Column
from wardline.admin.people.importing.reading import Sheet, SheetRow, read_sheet
from wardline.admin.people.importing.repository import ImportRepository
from wardline.admin.people.policies import can_change
from wardline.admin.people.repository import PeopleRepository
from wardline.core.errors import ProductError, ValidationFailed
from wardline.network import changing
from wardline.network.changing import Stored
from wardline.network.objects import Kind, ObjectKey, digest_of, document_of
from wardline.network.schema import User

READ_AT_ONCE: Final = 500
"""How many stored people are read in one go; other requests of this process wait meanwhile."""
_MAX_NAMED: Final = 3
"""How many other rows an error names."""


@dataclass(frozen=True, slots=True)
class PlannedRow:
    """A row, and what becomes of it; `after` is the person as they would be, where that is known."""

    row: SheetRow
    state: ImportedRowState
    errors: tuple[CellError, ...] = ()
    before: Stored[User] | None = None
    after: User | None = None

    @property
    def username(self) -> str:
        return self.cell(Column.USERNAME)

    def cell(self, column: Column) -> str:
        return self.row.cells.get(column, "")

    @property
    def change(self) -> tuple[User | None, User]:
        """Of a row that is written."""
        if self.after is None:
            raise ValueError("the row changes nothing")
        return (self.before.entry if self.before is not None else None), self.after


@dataclass(frozen=True, slots=True)
class ImportPlan:
    """`digest` differs whenever the file, the people in it or what becomes of them do."""

    sheet: Sheet
    rows: tuple[PlannedRow, ...]
    sha256: str
    digest: str
    mass_change: MassChange | None
    organization_names: Mapping[str, str]
    """The names of the administrator's organizations, by code."""

    @property
    def written(self) -> list[PlannedRow]:
        return [row for row in self.rows if row.state in WRITTEN]

    @property
    def counts(self) -> Mapping[ImportedRowState, int]:
        return Counter(row.state for row in self.rows)


@dataclass(frozen=True, slots=True)
class _State:
    """What the rows are checked against."""

    known: Known
    names: Names
    stored: Mapping[str, Stored[User]]
    holders: Mapping[str, str]
    spellings: Mapping[str, str]
    active: Mapping[str, int]
    organization_names: Mapping[str, str]
    rows_of: Mapping[str, Sequence[int]] = field(default_factory=dict)
    """The numbers of the rows with each username."""


async def plan_import(session: AsyncSession, text: str, percent: float, *, by: CurrentUser) -> ImportPlan:
    """Check every row of a file; nothing is changed.

    The number of statements does not depend on that of the rows, except that stored people are read `READ_AT_ONCE`.
    What takes long to compute runs in a thread, so that other requests do not wait for it.

    Raises:
        ValidationFailed: it is not a file of people.
    """
    sheet = await asyncio.to_thread(read_sheet, text)
    usernames = sorted({row.cells[Column.USERNAME] for row in sheet.rows} - {""})
    subjects = {row.cells.get(Column.SUBJECT, "") for row in sheet.rows} - {""}
    known = await read_known(session, by)
    repository, people = ImportRepository(session), PeopleRepository(session)
    state = _State(
        known=known,
        names=await read_names(session, known, by),
        stored=await _stored(session, usernames, known),
        holders=await repository.holders_of({*usernames, *subjects}),
        spellings=await people.spellings_of(usernames),
        active={row.code: row.people for row in await people.active_counts(by.administered_organization_ids)},
        organization_names={row.code: row.name for row in await people.organizations(by.administered_organization_ids)},
    )
    return await asyncio.to_thread(_plan, sheet, text, state, percent)


async def _stored(session: AsyncSession, usernames: Sequence[str], known: Known) -> dict[str, Stored[User]]:
    stored: dict[str, Stored[User]] = {}
    for start in range(0, len(usernames), READ_AT_ONCE):
        keys = [ObjectKey(Kind.USER, username) for username in usernames[start : start + READ_AT_ONCE]]
        found = await session.run_sync(changing.stored_each, keys, known.codes)
        stored |= {key.code: each for key, each in found.items()}
        session.expunge_all()
    return stored


def _plan(sheet: Sheet, text: str, state: _State, percent: float) -> ImportPlan:
    rows_of: dict[str, list[int]] = defaultdict(list)
    for row in sheet.rows:
        if row.cells[Column.USERNAME]:
            rows_of[row.cells[Column.USERNAME].casefold()].append(row.number)
    state = replace(state, rows_of=rows_of)
    rows = _without_shared_subjects([_planned(row, state) for row in sheet.rows])
    sha256 = hashlib.sha256(text.encode()).hexdigest()
    losses = mass_change((row.change for row in rows if row.state in WRITTEN), state.active, percent)
    return ImportPlan(sheet, tuple(rows), sha256, _digest(sha256, rows), losses, state.organization_names)


def _planned(row: SheetRow, state: _State) -> PlannedRow:
    """What becomes of a row, without regard to what others change."""
    if row.is_too_long:
        return _malformed(row, [CellError(None, "This row has more cells than the header has columns.")])
    username = row.cells[Column.USERNAME]
    others = [number for number in state.rows_of.get(username.casefold(), ()) if number != row.number]
    if others:
        return _twice(PlannedRow(row, ImportedRowState.DUPLICATE), "username", Column.USERNAME, others)
    stored = state.stored.get(username)
    if stored is not None and state.known.reach.organizations.isdisjoint(stored.entry.organizations):
        return _refused(PlannedRow(row, ImportedRowState.REFUSED), UsernameTaken())
    before = stored.entry if stored is not None else None
    person, errors = person_in(row.cells, before, state.known, state.names)
    if person is None:
        return _malformed(row, errors)
    try:
        after = entered(state.known, username, person, before)
    except ValidationFailed as failure:
        return _malformed(row, [_error_of(each.field, each.message) for each in failure.errors])
    return _decided(PlannedRow(row, ImportedRowState.NEW, before=stored, after=after), after, state)


def _decided(planned: PlannedRow, after: User, state: _State) -> PlannedRow:
    """The same with the state that the rules of a single change give it."""
    before = planned.before
    if before is not None and before.digest == digest_of(document_of(after)):
        return replace(planned, state=ImportedRowState.UNCHANGED)
    if before is not None and before.file is not None:
        return _refused(planned, ManagedByFile(before.file))
    spelling = state.spellings.get(after.username.lower())
    if before is None and spelling is not None:
        return _refused(planned, UsernameTaken(), f"Someone already signs in as {spelling}. Write the name like that.")
    decision = can_change(state.known.reach, before.entry if before is not None else None, after)
    if decision.refusal is not None:
        return _refused(planned, decision.refusal)
    if state.holders.get(after.subject or after.username, after.username) != after.username:
        return _refused(planned, SubjectTaken())
    return replace(planned, state=ImportedRowState.NEW if before is None else ImportedRowState.CHANGED)


def _without_shared_subjects(rows: list[PlannedRow]) -> list[PlannedRow]:
    """Two people of one file cannot have the same identifier at the identity provider."""
    numbers: dict[str, list[int]] = defaultdict(list)
    for row in rows:
        if row.state in WRITTEN and row.after is not None:
            numbers[row.after.subject or row.after.username].append(row.row.number)

    def checked(row: PlannedRow) -> PlannedRow:
        if row.state not in WRITTEN or row.after is None:
            return row
        others = [each for each in numbers[row.after.subject or row.after.username] if each != row.row.number]
        return _twice(row, "identifier", Column.SUBJECT, others) if others else row

    return [checked(row) for row in rows]


def _twice(planned: PlannedRow, what: str, column: Column, others: Sequence[int]) -> PlannedRow:
    message = f"This {what} is also in row {', '.join(map(str, others[:_MAX_NAMED]))}. Keep one of them."
    return replace(planned, state=ImportedRowState.DUPLICATE, errors=(CellError(column, message),))


def _malformed(row: SheetRow, errors: Sequence[CellError]) -> PlannedRow:
    return PlannedRow(row, ImportedRowState.MALFORMED, tuple(errors))


def _refused(planned: PlannedRow, refusal: ProductError, message: str | None = None) -> PlannedRow:
    """The error names the column that the refusal does."""
    column = column_of(refusal.errors[0].field) if refusal.errors else None
    error = CellError(column, message or str(refusal))
    return replace(planned, state=ImportedRowState.REFUSED, errors=(error,))


def _error_of(name: str, message: str) -> CellError:
    if name == "locationIds":
        return CellError(Column.UNITS, "A unit is not in any of the person's organizations.")
    return CellError(column_of(name), message)


def _digest(sha256: str, rows: Sequence[PlannedRow]) -> str:
    plan = [
        (
            row.row.number,
            row.state.value,
            row.before.digest if row.before is not None else None,
            digest_of(document_of(row.after)) if row.after is not None else None,
        )
        for row in rows
    ]
    return hashlib.sha256(orjson.dumps([sha256, plan])).hexdigest()[:32]
