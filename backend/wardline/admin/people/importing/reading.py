"""Reads the rows of a CSV file, as spreadsheets write it."""

import csv
import io
import string
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from wardline.admin.people.importing.columns import COLUMN_OF, ERRORS, Column, simplified
from wardline.core.errors import FieldError, ValidationFailed

MAX_ROWS: Final = 10_000
BYTE_ORDER_MARK: Final = "\ufeff"
_DELIMITERS: Final = (",", ";", "\t")
_MAX_NAMED: Final = 5
"""How many unknown columns an error names."""
_ALPHABET: Final = string.ascii_uppercase


@dataclass(frozen=True, slots=True)
class SheetRow:
    """`number` is what a spreadsheet shows beside the row; `is_too_long` if it has more cells than the header."""

    number: int
    original: tuple[str, ...]
    cells: Mapping[Column, str]
    is_too_long: bool


@dataclass(frozen=True, slots=True)
class Sheet:
    header: tuple[str, ...]
    columns: frozenset[Column]
    delimiter: str
    rows: tuple[SheetRow, ...]


def read_sheet(text: str) -> Sheet:
    """The rows of a file whose columns are named in its first line; blank rows are skipped.

    Raises:
        ValidationFailed: it is not such a file, or has too many rows; the error says what to change.
    """
    text = text.removeprefix(BYTE_ORDER_MARK)
    delimiter = _delimiter(text)
    lines = _lines(text, delimiter)
    _, header = next(lines, (0, []))
    columns = _columns(header)
    rows: list[SheetRow] = []
    for number, line in lines:
        if not any(cell.strip() for cell in line):
            continue
        if len(rows) == MAX_ROWS:
            raise _unreadable(f"The file has more than {MAX_ROWS:,} rows. Split it into several files.")
        is_too_long = any(cell.strip() for cell in line[len(columns) :])
        rows.append(SheetRow(number, tuple(line), _cells(columns, line), is_too_long))
    if not rows:
        raise _unreadable("The file has no rows below its header.")
    known = frozenset(column for column in columns if column is not None)
    return Sheet(tuple(header), known, delimiter, tuple(rows))


def error_file(sheet: Sheet, errors: Mapping[int, str]) -> str:
    """The original rows that have errors, by number, with a column that says which."""
    text = io.StringIO()
    writer = csv.writer(text, delimiter=sheet.delimiter)
    kept = [index for index, name in enumerate(sheet.header) if simplified(name) != simplified(ERRORS)]
    writer.writerow([*(sheet.header[index] for index in kept), ERRORS])
    for row in sheet.rows:
        if row.number in errors:
            cells = [row.original[index] if index < len(row.original) else "" for index in kept]
            writer.writerow([*cells, *row.original[len(sheet.header) :], errors[row.number]])
    return text.getvalue()


def _delimiter(text: str) -> str:
    """The one that occurs most often in the first line."""
    first = text.split("\n", 1)[0]
    return max(_DELIMITERS, key=first.count)


def _lines(text: str, delimiter: str) -> Iterator[tuple[int, list[str]]]:
    """Each row with its number, counted from 1, as spreadsheets do."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    try:
        yield from enumerate(reader, start=1)
    except csv.Error:
        raise _unreadable(
            f"A quotation mark near line {reader.line_num} is not closed, or is not doubled within quoted text."
        ) from None


def _columns(header: list[str]) -> list[Column | None]:
    """The column of each cell; None for the errors of an earlier import, and for empty names."""
    unknown = [
        _letters(index)
        for index, name in enumerate(header)
        if simplified(name) not in {*COLUMN_OF, simplified(ERRORS), ""}
    ]
    if not header or len(unknown) == len(header):
        raise _unreadable("The first line must name the columns. Download the template to see their names.")
    if unknown:
        more = f" and {len(unknown) - _MAX_NAMED} more" if len(unknown) > _MAX_NAMED else ""
        named = ", ".join(unknown[:_MAX_NAMED])
        raise _unreadable(f"The names of these columns are not known: {named}{more}. Rename or remove them.")
    columns = [COLUMN_OF.get(simplified(name)) for name in header]
    known = [column for column in columns if column is not None]
    if len(set(known)) < len(known):
        twice = next(column for column in known if known.count(column) > 1)
        raise _unreadable(f"The column “{twice.value}” is there more than once.")
    if Column.USERNAME not in known:
        raise _unreadable(f"The column “{Column.USERNAME.value}” is missing.")
    return columns


def _letters(index: int) -> str:
    """What a spreadsheet shows above a column, because the name may be anything."""
    before, letter = divmod(index, len(_ALPHABET))
    return (_letters(before - 1) if before else "") + _ALPHABET[letter]


def _cells(columns: list[Column | None], line: list[str]) -> dict[Column, str]:
    padded = [*line, *[""] * (len(columns) - len(line))]
    return {column: padded[index].strip() for index, column in enumerate(columns) if column is not None}


def _unreadable(message: str) -> ValidationFailed:
    return ValidationFailed(message, errors=[FieldError("text", message)])
