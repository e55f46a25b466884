"""When a patient matches the record, when the record is queried again, and who may confirm instead."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest

from wardline.access.current_user import CurrentUser
from wardline.access.permissions import Permission
from wardline.core.errors import Forbidden
from wardline.patients.choices import IdentityPart, Verification
from wardline.patients.errors import NothingToConfirm
from wardline.patients.models import Patient
from wardline.patients.policies import Identity, can_confirm, compare, next_check, requested_identity
from wardline.patients.schemas import PatientCorrection
from wardline.patients.service import is_described

SAID = Identity("Mary Ann", "O\u2019Connor-D\u00edaz", date(1951, 7, 9), frozenset({"M-1"}))
NOW = datetime(2026, 3, 4, 12, tzinfo=UTC)
NAME, BORN, NUMBER = IdentityPart.NAME, IdentityPart.BIRTH_DATE, IdentityPart.NUMBER


@pytest.mark.parametrize(
    "recorded",
    [
        SAID,
        replace(SAID, given="MARY ANN", family="o\u2019connor-d\u00cdaz"),
        replace(SAID, given="  Mary \t Ann "),
        replace(SAID, family="O\u2019Connor-Di\u0301az"),
        replace(SAID, numbers=frozenset({"M-1", "V-7"})),
    ],
)
def test_the_same_person_in_another_spelling(recorded: Identity) -> None:
    assert compare(SAID, recorded).verification is Verification.VERIFIED


@pytest.mark.parametrize(
    ("requested", "recorded"),
    [("Strau\u00df", "STRAUSS"), ("\u0130nci", "i\u0307nci"), ("\u03a3\u03af\u03c3", "\u03c3\u03af\u03c2")],
)
def test_case_is_ignored_in_every_script(requested: str, recorded: str) -> None:
    assert compare(replace(SAID, family=requested), replace(SAID, family=recorded)).differing == ()


@pytest.mark.parametrize(
    ("changes", "differing"),
    [
        ({"given": "Mary"}, (NAME,)),
        ({"given": "MaryAnn"}, (NAME,)),
        ({"family": "O\u2019Connor-Diaz"}, (NAME,)),
        ({"family": "O'Connor-D\u00edaz"}, (NAME,)),
        ({"given": SAID.family, "family": SAID.given}, (NAME,)),
        ({"birth_date": date(1951, 9, 7)}, (BORN,)),
        ({"numbers": frozenset({"m-1"})}, (NUMBER,)),
        ({"numbers": frozenset({"V-7"})}, (NUMBER,)),
        ({"given": "Eve", "birth_date": date(1951, 7, 8), "numbers": frozenset({"M-2"})}, (NAME, BORN, NUMBER)),
        ({"given": None, "family": "Else"}, (NAME,)),
        ({"birth_date": None, "family": "Else"}, (NAME,)),
    ],
)
def test_any_other_difference_is_a_mismatch(changes: dict[str, object], differing: tuple[IdentityPart, ...]) -> None:
    found = compare(SAID, replace(SAID, **changes))  # type: ignore[arg-type]
    assert (found.differing, found.verification) == (differing, Verification.MISMATCH)


@pytest.mark.parametrize(
    ("changes", "missing"),
    [
        ({"given": None}, (NAME,)),
        ({"family": None}, (NAME,)),
        ({"birth_date": None}, (BORN,)),
        ({"numbers": frozenset()}, (NUMBER,)),
    ],
)
def test_data_missing_in_the_record_is_no_match(changes: dict[str, object], missing: tuple[IdentityPart, ...]) -> None:
    found = compare(SAID, replace(SAID, **changes))  # type: ignore[arg-type]
    assert (found.missing, found.verification) == (missing, Verification.UNVERIFIABLE)


def test_a_number_is_compared_only_if_the_request_has_one() -> None:
    requested = replace(SAID, numbers=frozenset[str]())
    for numbers in (frozenset[str](), frozenset({"M-9"})):
        assert compare(requested, replace(SAID, numbers=numbers)).verification is Verification.VERIFIED


def test_a_request_describes_a_name_a_birth_date_and_every_number() -> None:
    patient = Patient(
        name_given="Mary Ann",
        name_family="O\u2019Connor-D\u00edaz",
        birth_date=date(1951, 7, 9),
        identifiers=[{"type": "MR", "value": "M-1"}, {"type": "AN", "value": "V-7"}],
    )
    assert requested_identity(patient) == replace(SAID, numbers=frozenset({"M-1", "V-7"}))


@pytest.mark.parametrize("verification", list(Verification))
def test_the_record_is_checked_at_growing_intervals(verification: Verification) -> None:
    moments = [next_check(verification, count, NOW) for count in range(1, 15)]
    waits = [moment - NOW if moment else None for moment in moments]
    if verification in {Verification.VERIFIED, Verification.CONFIRMED}:
        assert waits == [None] * 14
    elif verification is Verification.WAITING:
        assert waits == [timedelta(minutes=minutes) for minutes in (1, 2, 4, *[5] * 11)]
    else:
        assert waits == [*(timedelta(hours=hours) for hours in (1, 2, 4, 8, 16, *[24] * 7)), None, None]


MANAGER, CLINICIAN = (frozenset({Permission(*pair)}) for pair in (("Manage", "Admin"), ("View", "Consult")))


@pytest.mark.parametrize(
    ("permissions", "changes", "minutes", "refusal"),
    [
        (MANAGER, {}, 0, None),
        (MANAGER, {"verification": Verification.WAITING}, 60, None),
        (MANAGER, {"verification": Verification.WAITING}, 59, NothingToConfirm),
        (MANAGER, {"verification": Verification.VERIFIED}, 60, NothingToConfirm),
        (MANAGER, {"verification": Verification.CONFIRMED}, 60, NothingToConfirm),
        (MANAGER, {"is_emr": False}, 60, NothingToConfirm),
        (CLINICIAN, {}, 60, Forbidden),
    ],
)
def test_an_administrator_confirms_a_mismatch_or_a_record_unavailable_for_an_hour(
    permissions: frozenset[Permission], changes: dict[str, object], minutes: int, refusal: type | None
) -> None:
    user = CurrentUser(
        id=1,
        username="me",
        first_name="Mia",
        last_name="Own",
        permissions=permissions,
        role_ids=(),
        organization_ids=frozenset(),
        location_ids=frozenset(),
        member_line_ids=frozenset(),
        active_line_ids=frozenset(),
        requestable_line_ids=frozenset(),
        check_ins=(),
        served_organization_ids=frozenset(),
        consult_ids_in_writing=frozenset(),
        rights_version=0,
    )
    patient = Patient(**{"is_emr": True, "verification": Verification.MISMATCH, "created_at": NOW} | changes)
    found = can_confirm(user, patient, NOW + timedelta(minutes=minutes)).refusal
    assert (type(found) if found else None) is refusal


STORED = Patient(name_given="Mary Ann", name_family="Quill", birth_date=date(1951, 7, 9), gender="female")
SHOWN = {"nameGiven": "Mary Ann", "nameFamily": "Quill", "birthDate": "1951-07-09", "gender": "female"}


@pytest.mark.parametrize(
    "otherwise",
    [
        {"nameGiven": "Mary"},
        {"nameFamily": "Quail"},
        {"birthDate": "1951-09-07"},
        {"gender": None},
        {"additionalData": {"enumber": "815"}},
        {"additionalData": {"patientNumber": "0042"}},
    ],
)
@pytest.mark.req("DET-33", "API-65")
def test_a_patient_matches_only_in_every_field(otherwise: dict[str, object]) -> None:
    assert is_described(STORED, PatientCorrection.model_validate(SHOWN))
    assert not is_described(STORED, PatientCorrection.model_validate(SHOWN | otherwise))
