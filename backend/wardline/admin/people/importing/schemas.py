"""Files of people on the wire, what an import would do, and what it did."""

from typing import Annotated, Final

from pydantic import Field, StrictBool

from wardline.admin.invitations.schemas import InvitationMeans
from wardline.admin.people.importing.choices import ImportedRowState
from wardline.admin.schemas import DifferenceRead
from wardline.core.forms.fields import SentId, ShortText, Text
from wardline.core.forms.wire import ApiModel, ReadModel, UtcDateTime
from wardline.people.schemas import Person

MAX_CHARACTERS: Final = 2_500_000
MAX_BODY_BYTES: Final = 5_500_000
"""Twice as many bytes as characters, and the rest of the body."""
IMPORTS_SHOWN: Final = 20
"""How many of the past imports are listed."""
ROWS_SHOWN: Final = 20
"""How many rows of each state a check returns."""

CsvText = Annotated[Text, Field(min_length=1, max_length=MAX_CHARACTERS)]
"""The file's text, without changes."""


class ImportText(ApiModel):
    text: CsvText


class ImportPeople(ApiModel):
    text: CsvText
    digest: ShortText
    """That of the check which the administrator saw."""
    file_name: ShortText
    confirmed_count: SentId | None
    """The number of people that a mass change affects, if the check named one and the administrator agrees."""
    invite: StrictBool
    """Whether to send invitations to the new people who have an e-mail address."""
    reason: ShortText | None
    """Why, for those who read the history."""


class ImportColumn(ReadModel):
    name: str
    example: str
    meaning: str


class ImportGuide(ReadModel):
    """What a file may contain, and a file with one example."""

    columns: list[ImportColumn]
    template: str
    max_rows: int
    max_characters: int
    invitations: InvitationMeans


class RowCount(ReadModel):
    state: ImportedRowState
    count: int


class RowError(ReadModel):
    """`column` is null for errors of the whole row."""

    column: str | None
    message: str


class ImportedRow(ReadModel):
    """A row of the file. `number` is what a spreadsheet shows beside it."""

    number: int
    username: str
    name: str
    state: ImportedRowState
    errors: list[RowError]
    differences: list[DifferenceRead]


class LossRead(ReadModel):
    organization: str
    active: int
    affected: int


class MassChangeRead(ReadModel):
    """`affected` has to be sent as `confirmedCount`. `percent` of each organization needs no confirmation."""

    affected: int
    percent: float
    losses: list[LossRead]


class ImportCheck(ReadModel):
    """What importing the file would do now."""

    digest: str
    counts: list[RowCount]
    """Of every state, also those without rows."""
    rows: list[ImportedRow]
    """The first `ROWS_SHOWN` of each state."""
    error_file: str | None
    """The rows with errors as a CSV file, with a column that says what is wrong; null if there are none."""
    mass_change: MassChangeRead | None
    new_with_email: int
    """How many new people have an e-mail address, and can be invited."""


class ImportResult(ReadModel):
    """What an import did."""

    id: int
    counts: list[RowCount]
    invited: int


class PastImport(ReadModel):
    """An import that was made. Its file is not stored; the history of each person says what became of them."""

    id: int
    at: UtcDateTime
    by: Person
    file_name: str
    counts: list[RowCount]
    invited: int


class PastImports(ReadModel):
    """The last ones, newest first: the reader's own, and those of people of the reader's organizations alone."""

    imports: list[PastImport]
