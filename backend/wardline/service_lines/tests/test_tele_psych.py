from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wardline.service_lines.lines.tele_psych import LINE
from wardline.service_lines.lines.tele_psych.choices import PsychCallReason
from wardline.service_lines.tests.forms import PHONE, normalized, refusals, stored, typed_text

RECORD = "TelePsychConsultDetail"
FLAGS = [reason.value for reason in PsychCallReason if reason is not PsychCallReason.OTHER]
REQUIRED = "This field is required."
WHOLE = "Enter a valid phone number."
SELECT_ONE = "You must select at least one."
OTHER_REQUIRED = "You must enter a value for Other."


@st.composite
def forms(draw: st.DrawFn) -> dict[str, Any]:
    """A form that the browser accepts: any flags, or a text for Other; unchecked ones are omitted or false."""
    ticked = draw(st.sets(st.sampled_from(FLAGS)))
    left_out = draw(st.sets(st.sampled_from(FLAGS))) - ticked
    other = draw(typed_text() if not ticked else st.none() | typed_text())
    record: dict[str, Any] = {flag: flag in ticked for flag in FLAGS if flag not in left_out}
    if other is not None or draw(st.booleans()):
        record["otherReason"] = other
    return record


@settings(deadline=None)
@given(record=forms())
@pytest.mark.req("FPSYCH-05", "BENT-09", "INFO-05")
def test_a_submitted_form_is_stored_and_returned_unchanged(record: dict[str, Any]) -> None:
    other = record.get("otherReason")
    expected = {flag: record.get(flag, False) for flag in FLAGS} | {"otherReason": other and normalized(other)}
    result = stored(LINE, **{RECORD: record})
    assert result == expected
    assert LINE.detail.model_validate(result).model_dump(mode="json", by_alias=True) == result


@pytest.mark.parametrize("flag", FLAGS)
@pytest.mark.req("BENT-09")
def test_a_flag_is_true_or_false(flag: str) -> None:
    for wrong in ("yes", 1):
        result = refusals(LINE.request, {"callbackNumber": PHONE, RECORD: {"otherReason": "Agitated", flag: wrong}})
        assert result == {f"{RECORD}.{flag}": "Enter a valid value."}


@settings(deadline=None)
@given(record=forms())
@pytest.mark.req("FPSYCH-02", "FPSYCH-03")
def test_a_reason_is_required_and_other_requires_text(record: dict[str, Any]) -> None:
    none_ticked = dict.fromkeys(record, False) | {"otherReason": None}
    assert refusals(LINE.request, {"callbackNumber": PHONE, RECORD: none_ticked}) == {RECORD: SELECT_ONE}
    blank = record | {"otherReason": "  "}
    assert refusals(LINE.request, {"callbackNumber": PHONE, RECORD: blank}) == {f"{RECORD}.otherReason": OTHER_REQUIRED}


@pytest.mark.parametrize(
    ("sent", "message"),
    [
        ({}, REQUIRED),
        ({"callbackNumber": ""}, REQUIRED),
        ({"callbackNumber": None}, None),
        ({"callbackNumber": "55501"}, WHOLE),
    ],
)
@pytest.mark.req("FPSYCH-01", "INFO-46")
def test_a_complete_callback_number_is_required(sent: dict[str, Any], message: str | None) -> None:
    result = refusals(LINE.request, {RECORD: {FLAGS[0]: True}, **sent})
    assert result.keys() == {"callbackNumber"}
    assert message is None or result["callbackNumber"] == message


@pytest.mark.parametrize(("length", "message"), [(255, None), (256, "The Other field cannot exceed 255 characters.")])
@pytest.mark.req("FPSYCH-03", "BCONST-05")
def test_other_has_at_most_255_characters(length: int, message: str | None) -> None:
    result = refusals(LINE.request, {"callbackNumber": PHONE, RECORD: {"otherReason": f" {'é' * length} "}})
    assert result == ({f"{RECORD}.otherReason": message} if message else {})


@pytest.mark.req("FPSYCH-06")
def test_a_call_reason_is_not_stored() -> None:
    sent = {"callbackNumber": PHONE, "reason": "Agitated", RECORD: {FLAGS[0]: True}}
    assert LINE.request.model_validate(sent).reason is None


@pytest.mark.req("INFO-20", "CHOICE-11", "FPSYCH-06")
def test_the_call_reason_joins_what_was_selected_with_the_other_text_last() -> None:
    record = stored(LINE, **{RECORD: dict.fromkeys(reversed(FLAGS), True) | {"otherReason": " Second opinion "}})
    assert LINE.call_reason(record) == (
        "PRN Medication Recommendations"
        " • Complex Case Recommendations"
        " • Complex or Reevaluate Need for Inpatient BHU Admissions"
        " • Outpatient Referral and Level of Care Recommendations"
        " • Management of Intoxication/Withdrawal Symptoms Recommendations"
        " • Second opinion"
    )
    assert LINE.call_reason(stored(LINE, **{RECORD: {"otherReason": "Second opinion"}})) == "Second opinion"


@pytest.mark.req("CHOICE-11", "INFO-20")
def test_each_reason_has_its_own_label_in_order() -> None:
    assert [(reason.value, reason.label) for reason in PsychCallReason] == [
        ("isPrnMedicationRecommendations", "PRN Medication Recommendations"),
        ("isComplexCaseRecommendations", "Complex Case Recommendations"),
        (
            "isComplexOrReevaluateNeedForInpatientBhuAdmissions",
            "Complex or Reevaluate Need for Inpatient BHU Admissions",
        ),
        (
            "isOutpatientReferralAndLevelOfCareRecommendations",
            "Outpatient Referral and Level of Care Recommendations",
        ),
        (
            "isManagementIntoxicationWithdrawalSymptomsRecommendations",
            "Management of Intoxication/Withdrawal Symptoms Recommendations",
        ),
        ("otherReason", "Other"),
    ]
    assert {*FLAGS, "otherReason"} == set(LINE.detail.model_json_schema()["properties"])
