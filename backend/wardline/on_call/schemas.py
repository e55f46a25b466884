"""On-call duty on the wire."""

from pydantic import StrictBool

from wardline.core.forms.fields import CallableNumber, SentId
from wardline.core.forms.wire import ApiModel, ReadModel, UtcDateTime
from wardline.on_call.choices import CheckInSubject


class CheckInRequest(ApiModel):
    """`primary`: true for all notifications, false for escalations only, which some lines do not distinguish.

    `replaces_service_line_id` ends the user's check-in to that line, if there is one, at the same moment.
    """

    role_id: SentId
    service_line_id: SentId
    phone_number: CallableNumber
    primary: StrictBool
    replaces_service_line_id: SentId | None = None


class CheckInRead(ReadModel):
    id: int
    role_id: int
    service_line_id: int
    subject: CheckInSubject
    phone_number: str
    primary: bool


class PersonOnCall(ReadModel):
    """A user on call as their colleagues see them, without a phone number."""

    id: int
    first_name: str
    last_name: str
    role_label: str
    primary: bool
    since: UtcDateTime


class LineOnCall(ReadModel):
    """Who is on call for a line: `total` users, of whom `people` are the first, primary ones before others."""

    service_line_id: int
    people: list[PersonOnCall]
    total: int


class SmsInfo(ApiModel):
    service_line_id: SentId
    phone_number: CallableNumber
    primary: StrictBool


class OnCallPreferences(ApiModel):
    on_call_notification_type: StrictBool
    on_call_service_line: SentId
    on_call_phone_number: CallableNumber


class PreferenceRequest(ApiModel):
    preferences: OnCallPreferences
    sms_info: SmsInfo
