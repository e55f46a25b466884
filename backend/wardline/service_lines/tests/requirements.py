"""The rows of the requirements, for texts that must match them exactly."""

import csv
import re
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

FILE: Final = Path(__file__).resolve().parents[4] / "docs" / "requirements.tsv"


class Row(NamedTuple):
    requirement: str
    decision: str


@cache
def _rows() -> dict[str, Row]:
    with FILE.open(encoding="utf-8", newline="") as file:
        rows = csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        return {row["id"]: Row(row["requirement"], row["decision"]) for row in rows}


def row(name: str) -> Row:
    return _rows()[name]


def quoted(text: str) -> list[str]:
    """The texts in quotation marks."""
    return re.findall(r"'([^']+)'", text)
