"""Webhooks about texts and calls, and forged ones; signatures are tested with those of faxes, which are the same."""

import json
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wardline.fax.tests.account import signed
from wardline.telephony.contract import (
    CALL,
    TEXT,
    CallAnswered,
    InvalidPhoneCallback,
    KeyPressed,
    PhoneEvent,
    PhoneOutcome,
    SpeechEnded,
    TextReceived,
)
from wardline.telephony.tests.account import about_call, about_text, callback, telnyx
from wardline.telnyx.exchange import client_state

pytestmark = pytest.mark.usefixtures("noon")

PHONE: Final = telnyx("http://provider.invalid")
REFERENCE: Final = "0123456789ABCDEF0123"
STATE: Final = client_state(REFERENCE)
CALL_ID: Final = "v3:MdI91X4lWFEs7IgbBEOT9M4AigoY08M0WWZFISt1Yw2axZ_IiE4pqg"


def received(number: str, text: str | None) -> bytes:
    return callback("message.received", **{"id": "m-9", "from": {"phone_number": number}, "to": [], "text": text})


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (about_text("message.sent", "m-1", "sent"), None),
        (about_text("message.finalized", "m-1", "delivered"), PhoneOutcome(TEXT, "m-1", delivered=True)),
        (
            about_text("message.finalized", "m-1", "delivered", REFERENCE),
            PhoneOutcome(TEXT, "m-1", delivered=True, reference=REFERENCE),
        ),
        (
            about_text("message.finalized", "m-1", "delivery_failed", "Secretname", errors=[{"code": "40300"}]),
            PhoneOutcome(TEXT, "m-1", delivered=False, refusal="the recipient opted out (STOP)"),
        ),
        (about_text("message.finalized", "m-1", "delivered", webhook_url="http://["), PhoneOutcome(TEXT, "m-1", True)),
        (about_text("message.finalized", "../m", "delivered"), None),
        (received("+15550100177", " Ack \n"), TextReceived("m-9", "(555) 010-0177", "Ack")),
        (received("+15550100177", None), TextReceived("m-9", "(555) 010-0177", "")),
        (received("+15550100177", "x" * 500), TextReceived("m-9", "(555) 010-0177", "x" * 160)),
        (received("+442079460000", "STOP"), None),
        (received("72975", "STOP"), None),
        (about_call("call.initiated", CALL_ID, STATE), None),
        (about_call("call.answered", CALL_ID, STATE), CallAnswered(CALL_ID, REFERENCE)),
        (about_call("call.answered", CALL_ID, "????"), CallAnswered(CALL_ID, None)),
        (about_call("call.answered", "../v3", STATE), None),
        (
            about_call("call.gather.ended", CALL_ID, STATE, status="valid", digits="1"),
            KeyPressed(CALL_ID, REFERENCE, "1"),
        ),
        (
            about_call("call.gather.ended", CALL_ID, STATE, status="valid", digits="x"),
            KeyPressed(CALL_ID, REFERENCE, ""),
        ),
        (
            about_call("call.gather.ended", CALL_ID, STATE, status="timeout", digits=""),
            KeyPressed(CALL_ID, REFERENCE, ""),
        ),
        (about_call("call.gather.ended", CALL_ID, STATE, status="call_hangup", digits=""), None),
        (about_call("call.speak.ended", CALL_ID, STATE, status="completed"), SpeechEnded(CALL_ID, REFERENCE)),
        (about_call("call.speak.ended", CALL_ID, STATE, status="call_hangup"), None),
        (
            about_call("call.hangup", CALL_ID, STATE, hangup_cause="user_busy"),
            PhoneOutcome(CALL, CALL_ID, delivered=False, refusal="line busy", reference=REFERENCE),
        ),
        (
            about_call("call.hangup", CALL_ID, None, hangup_cause="timeout"),
            PhoneOutcome(CALL, CALL_ID, delivered=False, refusal="no answer"),
        ),
        (
            about_call("call.hangup", CALL_ID, None, hangup_cause="call_rejected"),
            PhoneOutcome(CALL, CALL_ID, delivered=False, refusal="call rejected"),
        ),
        (
            about_call("call.hangup", CALL_ID, None, hangup_cause="Jo Doe"),
            PhoneOutcome(CALL, CALL_ID, delivered=False, refusal="failed"),
        ),
        (about_call("call.hangup", CALL_ID, STATE, hangup_cause="normal_clearing"), None),
        (
            about_call("call.hangup", CALL_ID, STATE, hangup_cause=["normal_clearing"]),
            PhoneOutcome(CALL, CALL_ID, delivered=False, refusal="failed", reference=REFERENCE),
        ),
        (callback("fax.delivered", fax_id="f-1"), None),
        (b"", None),
        (b"[" * 100_000, None),
    ],
)
def test_the_event_in_a_signed_callback(body: bytes, expected: PhoneEvent | None) -> None:
    assert PHONE.read_callback(signed(body), body) == expected


def test_callbacks_without_a_valid_signature_are_refused() -> None:
    body = about_text("message.finalized", "m-1", "delivered")
    for headers in ({}, signed(body + b" "), signed(body, -301), signed(body, 301)):
        with pytest.raises(InvalidPhoneCallback):
            PHONE.read_callback(headers, body)


JSON: Final = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=9), inner, max_size=3),
    max_leaves=6,
)
FIELDS: Final = ("id", "to", "from", "text", "errors", "webhook_url", "call_control_id", "client_state", "hangup_cause")


@given(
    st.sampled_from(["message.finalized", "message.received", "call.answered", "call.gather.ended", "call.hangup"]),
    JSON | st.dictionaries(st.sampled_from([*FIELDS, "status", "digits"]), JSON),
)
def test_no_signed_body_causes_an_error(event_type: str, payload: object) -> None:
    body = json.dumps({"data": {"event_type": event_type, "payload": payload}}).encode()
    PHONE.read_callback(signed(body), body)
