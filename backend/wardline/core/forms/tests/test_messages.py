import pytest

from wardline.core.forms import messages


@pytest.mark.req("VAL-01", "VAL-18")
def test_messages_match_the_specification() -> None:
    found = messages.catalogue()
    assert found["REQUIRED"] == "This field is required."
    assert found["PHONE"] == "Enter a valid phone number."
    assert found["WHOLE_NUMBER"] == "Whole numbers only"
    assert found["CALL_LENGTH_MINIMUM"] == "Must be at least one minute"
    assert found["STROKE_SCALE_RANGE"] == "Stroke Scale needs to be within the range of 0-42"
    assert found["ENUMBER_LENGTH"] == "Must be between 1 and 11 characters long"
    assert found["SELECT_ONE"] == "You must select at least one."
    assert found["OTHER_REQUIRED"] == "You must enter a value for Other."
    assert found["OTHER_TOO_LONG"] == "The Other field cannot exceed 255 characters."
    assert found["FORM_BANNER"] == "Resolve form errors to proceed"
    assert found["HELP_DESK"] == "Contact Help Desk."
    assert found["EHR_OFFLINE"] == "The EHR is currently offline"
