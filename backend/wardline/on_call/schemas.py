"""On-call duty on the wire."""

from pydantic import StrictBool

from wardline.core.forms.fields import PhoneNumber, SentId
from wardline.core.forms.wire import ApiModel, ReadModel
from wardline.on_call.choices import CheckInSubject


class CheckInRequest(ApiModel):
    """`primary`: true for all notifications, false for escalations only."""

    role_id: SentId
    service_line_id: SentId
    phone_number: PhoneNumber
    primary: StrictBool


class CheckInRead(ReadModel):
    id: int
    role_id: int
    service_line_id: int
    subject: CheckInSubject
    phone_number: str
    primary: bool


class SmsInfo(ApiModel):
    service_line_id: SentId
    phone_number: PhoneNumber
    primary: StrictBool


class OnCallPreferences(ApiModel):
    on_call_notification_type: StrictBool
    on_call_service_line: SentId
    on_call_phone_number: PhoneNumber


class PreferenceRequest(ApiModel):
    preferences: OnCallPreferences
    sms_info: SmsInfo
