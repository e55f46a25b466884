"""How acknowledgements are judged, and that none of their text is passed on."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wardline.ehr.filing import FilingDelayed, FilingRefused, NotFiled
from wardline.ehr.hl7v2.acknowledgement import check_acknowledgement

OURS = "AB12CD34EF56GH78JK90"
HEADER = r"MSH|^~\&|RECORD|HOSPITAL|WARDLINE|WARDLINE|20260304||ACK^T02^ACK|1|P|2.5"


@pytest.mark.parametrize(
    "acknowledgement",
    [
        f"{HEADER}\rMSA|AA|{OURS}\r",
        f"{HEADER}\rMSA|AA|{OURS}",
        f"{HEADER}\rMSA|CA|{OURS}|Zebulon Secretname||\r",
        f"{HEADER}\rSFT|x\rMSA|AA|{OURS}\rERR|1|2\r",
        f"MSH!*:%$!RECORD!HOSPITAL\rMSA!AA!{OURS}\r",
        f"\n{HEADER}\r\nMSA|AA|{OURS}\r\n",
        f"{HEADER}\nMSA|AA|{OURS}\n",
        f"{HEADER}\rMSA|AA|{OURS}|Müller\r",
    ],
)
@pytest.mark.parametrize("encoding", ["utf-8", "latin-1"])
def test_an_accepted_message_is_filed(acknowledgement: str, encoding: str) -> None:
    check_acknowledgement(acknowledgement.encode(encoding), OURS)


@pytest.mark.parametrize("code", ["AE", "CE"])
def test_a_rejected_document_is_refused(code: str) -> None:
    with pytest.raises(FilingRefused) as refused:
        check_acknowledgement(f"{HEADER}\rMSA|{code}|{OURS}|Secretname has no birth date\r".encode(), OURS)
    assert refused.value.reason == f"rejected by the EMR ({code})"


@pytest.mark.parametrize(
    ("acknowledgement", "reason"),
    [
        (f"{HEADER}\rMSA|AR|{OURS}", "not accepted by the EMR (AR)"),
        (f"{HEADER}\rMSA|CR|{OURS}", "not accepted by the EMR (CR)"),
        (f"{HEADER}\rMSA|AE|{OURS}1", "response to another message"),
        (f"{HEADER}\rMSA|AA|{OURS.lower()}", "response to another message"),
        (f"{HEADER}\rMSA|AA|", "response to another message"),
        (f"{HEADER}\rMSA||{OURS}", "unreadable response"),
        (f"{HEADER}\rMSA|aa|{OURS}", "unreadable response"),
        (f"{HEADER}\rMSA|AA AE|{OURS}", "unreadable response"),
        (f"{HEADER}\rMSA|AA", "unreadable response"),
        (f"{HEADER}\rMSA", "unreadable response"),
        (f"{HEADER}\rMSA|AA|{OURS}\rMSA|AE|{OURS}", "unreadable response"),
        (f"{HEADER}\rMSA|AA|{OURS}\r{HEADER}\rMSA|AE|{OURS}", "unreadable response"),
        (f"MSA|AA|{OURS}", "unreadable response"),
        (HEADER, "unreadable response"),
        ("MSH", "unreadable response"),
        ("MSH|", "unreadable response"),
        ("", "unreadable response"),
        ("HTTP/1.1 200 OK", "unreadable response"),
    ],
)
def test_any_other_response_is_retried(acknowledgement: str, reason: str) -> None:
    with pytest.raises(FilingDelayed) as delayed:
        check_acknowledgement(acknowledgement.encode(), OURS)
    assert delayed.value.reason == reason


@given(st.one_of(st.binary(), st.text("MSHA|^~\\&\rE1").map(lambda text: f"{HEADER}\r{text}".encode())))
def test_any_response_is_accepted_refused_or_retried(acknowledgement: bytes) -> None:
    with pytest.raises(NotFiled):
        check_acknowledgement(acknowledgement, OURS)
