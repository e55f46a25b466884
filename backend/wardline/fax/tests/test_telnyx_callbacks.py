"""Status callbacks of the fax provider, and forged ones."""

import base64
import json
from typing import Any, Final

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from hypothesis import given
from hypothesis import strategies as st

from wardline.fax.contract import FaxOutcome, InvalidFaxCallback
from wardline.fax.tests.account import callback, signed, telnyx

pytestmark = pytest.mark.usefixtures("noon")

FAXES: Final = telnyx("http://provider.invalid")
DELIVERED: Final = callback("fax.delivered", "f-1")


def not_delivered(refusal: str) -> FaxOutcome:
    return FaxOutcome("f-1", delivered=False, refusal=refusal)


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (DELIVERED, FaxOutcome("f-1", delivered=True)),
        (
            callback("fax.failed", "f-1", failure_reason="user_busy"),
            FaxOutcome("f-1", delivered=False, refusal="line busy"),
        ),
        (callback("fax.failed", "f-1"), FaxOutcome("f-1", delivered=False, refusal="failed")),
        (callback("fax.failed", "f-1", failure_reason="Jo Doe"), FaxOutcome("f-1", delivered=False, refusal="failed")),
        (json.dumps(json.loads(DELIVERED)["data"]).encode(), FaxOutcome("f-1", delivered=True)),
        (callback("fax.queued", "f-1"), None),
        (callback("fax.sending.started", "f-1"), None),
        (callback("message.finalized", "f-1"), None),
        (callback("fax.failed", "f-1", direction="inbound"), None),
        (callback("fax.delivered", "../f-1"), None),
        (b"", None),
        (b"null", None),
        (b"{}", None),
        (b"[" * 100_000, None),
        (b'{"data":{"event_type":"fax.delivered"}}', None),
    ],
)
def test_the_outcome_in_a_signed_callback(body: bytes, expected: FaxOutcome | None) -> None:
    assert FAXES.read_callback(signed(body), body) == expected


@pytest.mark.parametrize(("seconds", "accepted"), [(-300, True), (300, True), (-301, False), (301, False)])
def test_a_report_is_valid_for_five_minutes(seconds: int, accepted: bool) -> None:
    headers = signed(DELIVERED, seconds)
    if accepted:
        for _ in range(2):
            assert FAXES.read_callback(headers, DELIVERED) == FaxOutcome("f-1", delivered=True)
        return
    with pytest.raises(InvalidFaxCallback):
        FAXES.read_callback(headers, DELIVERED)


def _by_another() -> dict[str, str]:
    headers = signed(DELIVERED)
    signature = Ed25519PrivateKey.generate().sign(headers["telnyx-timestamp"].encode() + b"|" + DELIVERED)
    return {**headers, "telnyx-signature-ed25519": base64.b64encode(signature).decode()}


def _at(timestamp: str) -> dict[str, str]:
    return {**signed(DELIVERED), "telnyx-timestamp": timestamp}


def test_reports_with_another_signature_are_refused() -> None:
    valid = signed(DELIVERED)
    now = valid["telnyx-timestamp"]
    wrong: list[dict[str, str]] = [
        {},
        {"telnyx-timestamp": now},
        {**valid, "telnyx-signature-ed25519": ""},
        {**valid, "telnyx-signature-ed25519": "%%%"},
        {**valid, "telnyx-signature-ed25519": "ä"},
        {**valid, "telnyx-signature-ed25519": base64.b64encode(bytes(64)).decode()},
        {**valid, "telnyx-signature-ed25519": base64.b64encode(bytes(63)).decode()},
        signed(DELIVERED + b" "),
        _by_another(),
        *(_at(text) for text in ("", "-1", f"+{now}", f" {now}", f"0{now}", f"{now}.0", "1e9", "²", "٣", "9" * 5000)),
        _at(str(int(now) + 1)),
    ]
    for headers in wrong:
        with pytest.raises(InvalidFaxCallback):
            FAXES.read_callback(headers, DELIVERED)


@given(st.binary(max_size=80) | st.recursive(st.none() | st.text(), st.lists).map(lambda x: json.dumps(x).encode()))
def test_no_signed_body_causes_an_error(body: bytes) -> None:
    assert FAXES.read_callback(signed(body), body) is None


@given(st.dictionaries(st.sampled_from(["telnyx-timestamp", "telnyx-signature-ed25519"]), st.text()))
def test_no_headers_cause_an_error(headers: dict[str, Any]) -> None:
    with pytest.raises(InvalidFaxCallback):
        FAXES.read_callback(headers, DELIVERED)
