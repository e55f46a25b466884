"""The columns of a file of people: how they are called, what they mean, and an example."""

import csv
import io
import re
from collections.abc import Mapping
from enum import StrEnum
from typing import Final, NamedTuple

SEPARATOR: Final = ";"
"""Between several names in one cell."""
ALL_OF: Final = "all of "
"""Before the name or code of a facility, for all its units."""


class Column(StrEnum):
    USERNAME = "Username"
    FIRST_NAME = "First Name"
    LAST_NAME = "Last Name"
    EMAIL = "E-mail"
    PHONE = "Phone"
    MEDIPAC_ID = "Medipac ID"
    ROLES = "Roles"
    ORGANIZATIONS = "Organizations"
    UNITS = "Units"
    MEMBER_LINES = "Lines"
    ON_CALL_LINES = "On Call Lines"
    REQUEST_LINES = "Request Lines"
    ACTIVE = "Active"
    SUBJECT = "Subject"


class Explained(NamedTuple):
    """`example` is empty where only what the installation has can be written."""

    example: str
    meaning: str
    other_names: tuple[str, ...] = ()


EXPLAINED: Final[Mapping[Column, Explained]] = {
    Column.USERNAME: Explained(
        "mlark", "Required. The name that the person signs in with. It identifies the person.", ("user", "login")
    ),
    Column.FIRST_NAME: Explained("Maya", "Required for new people.", ("given name",)),
    Column.LAST_NAME: Explained("Lark", "Required for new people.", ("surname", "family name")),
    Column.EMAIL: Explained(
        "maya.lark@example.org", "Only for the invitation of a new person. It is not stored with the person.", ("mail",)
    ),
    Column.PHONE: Explained("(555) 010-0101", "Ten digits.", ("phone number", "telephone")),
    Column.MEDIPAC_ID: Explained("M-1024", "The provider's ID that is needed to sign notes.", ("medipac",)),
    Column.ROLES: Explained("", "Names as on the Roles page, separated by semicolons.", ("role",)),
    Column.ORGANIZATIONS: Explained(
        "", "Required for new people. Names or codes, separated by semicolons.", ("organization",)
    ),
    Column.UNITS: Explained(
        "",
        "Codes, or the facility with the unit, separated by semicolons. You can also write: all of FACILITY.",
        ("unit", "locations", "location"),
    ),
    Column.MEMBER_LINES: Explained(
        "Tele-Stroke",
        "The service lines that the person belongs to, separated by semicolons.",
        ("member lines", "line"),
    ),
    Column.ON_CALL_LINES: Explained("", "The service lines for which the person may go on call.", ("on call",)),
    Column.REQUEST_LINES: Explained("", "The service lines that the person may request.", ("request", "requests")),
    Column.ACTIVE: Explained("yes", "Yes or no. Without it, new people are active. Others cannot sign in."),
    Column.SUBJECT: Explained(
        "", "The identity provider's identifier, if it is not the username.", ("identity", "identifier")
    ),
}
ERRORS: Final = "Errors"
"""The column that the file of errors adds; it is skipped in a file that is imported again."""


def simplified(name: str) -> str:
    """A name without case, spaces and punctuation."""
    return re.sub(r"[\W_]+", "", name.casefold())


def _names() -> dict[str, Column]:
    names: dict[str, Column] = {}
    for column, explained in EXPLAINED.items():
        for name in (column.value, column.name, *explained.other_names):
            names[simplified(name)] = column
    return names


COLUMN_OF: Final[Mapping[str, Column]] = _names()
"""By simplified name."""


def template(examples: Mapping[Column, str]) -> str:
    """A file with one example, as spreadsheets read it."""
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(EXPLAINED)
    writer.writerow(examples[column] for column in EXPLAINED)
    return text.getvalue()
