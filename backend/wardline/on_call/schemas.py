"""On-call duty on the wire."""

from pydantic import StrictBool

from wardline.core.api import ApiModel, ReadModel
from wardline.core.fields import Id, PhoneNumber


class CheckInRequest(ApiModel):
    """`primary` true asks for all notifications, false for escalations only."""

    role_id: Id
    service_line_id: Id
    phone_number: PhoneNumber
    primary: StrictBool


class CheckInRead(ReadModel):
    id: int
    role_id: int
    service_line_id: int
    phone_number: str
    primary: bool


class SmsInfo(ApiModel):
    service_line_id: Id
    phone_number: PhoneNumber
    primary: StrictBool


class OnCallPreferences(ApiModel):
    on_call_notification_type: StrictBool
    on_call_service_line: Id
    on_call_phone_number: PhoneNumber


class PreferenceRequest(ApiModel):
    preferences: OnCallPreferences
    sms_info: SmsInfo
