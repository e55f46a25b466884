"""The questions about an unstable patient that tele-ICU and tele-COVID share."""

from pydantic import StrictBool

from wardline.core.forms.choices import Choice
from wardline.core.forms.wire import ApiModel


class UnstableQuestion(Choice):
    """The record's flags, in the order of the form."""

    RESPIRATORY_STATUS = "isChangeInRespiratoryStatus", "Acute change in respiratory status?"
    BLOOD_PRESSURE = "isChangeInBloodPressure", "Acute change in blood pressure?"
    ANOTHER_CONDITION = "isAnotherUnstableCondition", "Another acute unstable condition?"


class UnstableConditions(ApiModel):
    """How the patient is unstable; null if unknown, or if an emergency skipped the question."""

    is_change_in_respiratory_status: StrictBool | None = None
    is_change_in_blood_pressure: StrictBool | None = None
    is_another_unstable_condition: StrictBool | None = None
