"""Names that other systems store and labels that users read, against independently written lists."""

import json
from pathlib import Path
from typing import Any, Final

import pytest

from wardline import contract
from wardline.access import permissions
from wardline.access.permissions import Permission
from wardline.core.forms.choices import Choice, joined
from wardline.notifications.choices import NotificationKind


def _read(name: str) -> Any:
    return json.loads((Path(__file__).parent / f"{name}.json").read_text(encoding="utf-8"))


LABELS: Final[dict[str, list[list[str]]]] = _read("labels")
CLINICAL: Final[dict[str, Any]] = _read("choices")
"""Compared by `test_transcription`."""
STORED_ONLY: Final = {"FilingEvent", "LineKind"}
"""Never shown; the documents and messages that contain them are compared byte by byte elsewhere."""

BEYOND_THE_SPECIFICATION: Final = frozenset({"Edit CallSchedule", "Manage Retention"})
"""Permission pairs, as "View Reporting", that the product has in addition."""


def product_choices() -> dict[str, type[Choice]]:
    assert contract
    choices = [each for each in Choice.__subclasses__() if ".tests." not in each.__module__]
    # A list that is joined from several domains' replaces its part of the same name.
    return {each.__name__: each for each in sorted(choices, key=lambda each: each.__module__ == joined.__module__)}


@pytest.mark.req("PERM-25", "PERM-01")
def test_permissions_are_the_pairs_of_the_specification() -> None:
    found = [pair for pair in vars(permissions).values() if isinstance(pair, Permission)]
    expected = sorted([*_read("permissions"), *BEYOND_THE_SPECIFICATION])
    assert sorted(f"{action} {subject}" for action, subject in found) == expected


def test_every_choice_is_transcribed() -> None:
    assert set(product_choices()) == {*LABELS, *CLINICAL, *STORED_ONLY}


PROVEN_ROWS = {"StrokeLevel": "TRF-16", "TransportationMode": "TRF-16", "CheckInSubject": "CALL-20"}


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=[pytest.mark.req(PROVEN_ROWS[name])] if name in PROVEN_ROWS else []) for name in LABELS],
)
def test_a_choice_stores_and_shows_what_was_transcribed(name: str) -> None:
    assert [[choice.value, choice.label] for choice in product_choices()[name]] == LABELS[name]


@pytest.mark.parametrize(
    ("kind", "title", "action"),
    [
        (NotificationKind.SIGNOFF_NOTE_DRAFT, "Signoff Note in Progress", "Continue Note"),
        (NotificationKind.SIGNOFF_NOTE_SIGNED, "Signoff Note Signed", "View Note"),
        (NotificationKind.URGENT_COMMENT, "Urgent Comment", "View Comment"),
        (NotificationKind.FAX_FAILED, "Signoff Note Fax Failed", "Open Consult"),
        (NotificationKind.NEW_CONSULT, "New Consult", "Open Consult"),
        (NotificationKind.TRANSFER_REQUESTED, "Transfer Requested", "Open Consult"),
        (NotificationKind.NO_ACTIVITY, "No Activity After Acknowledgment", "Open Consult"),
        (NotificationKind.NOBODY_ANSWERED, "No One Has Answered", "Open Consult"),
        (NotificationKind.PAGING_ALARM, "Paging Needs Attention", "Open Consult"),
    ],
)
def test_a_notification_has_its_title_and_button_label(kind: NotificationKind, title: str, action: str) -> None:
    assert (kind.label, kind.action_name) == (title, action)
