"""Entries as lines of a table for spreadsheets (CSV, RFC 4180)."""

import csv
import io
from collections.abc import Iterable
from typing import Any, Final

import orjson

from wardline.audit.schemas import LinkedEntryRead
from wardline.audit.words import WORDS
from wardline.core.clock import to_utc_text

_COLUMNS: Final = (
    *("Time (UTC)", "Person", "User Name", "What", "Result", "Address"),
    *("Consults", "Patients", "Patients in the Hospital's Record", "Organizations", "Details"),
    *("Operation", "Status", "Code", "Request", "Entry", "Position", "Hash"),
)
_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")
"""What spreadsheets take for the beginning of a formula."""


def line(entry: LinkedEntryRead) -> str:
    """One entry. What a spreadsheet would calculate begins with an apostrophe, so that it is only shown."""
    user = entry.user
    return _line(
        (
            to_utc_text(entry.at),
            "" if user is None else f"{user.first_name} {user.last_name}",
            "" if user is None else user.username,
            WORDS.get(entry.action, entry.action),
            entry.result.label,
            entry.address,
            " ".join(map(str, entry.consult_ids)),
            " ".join(map(str, entry.patient_ids)),
            " ".join(entry.emr_ids),
            " ".join(map(str, entry.organization_ids)),
            "" if entry.details is None else orjson.dumps(entry.details).decode(),
            entry.action,
            entry.status,
            entry.code,
            entry.request_id,
            entry.id,
            entry.position,
            entry.hash,
        )
    )


def _line(cells: Iterable[Any]) -> str:
    text = io.StringIO()
    csv.writer(text).writerow(_cell(cell) for cell in cells)
    return text.getvalue()


def _cell(value: Any) -> str:
    text = "" if value is None else str(value)
    return f"'{text}" if text.startswith(_FORMULA) else text


HEAD: Final = _line(_COLUMNS)
