"""The content of MDM messages, parsed by two independent libraries."""

import base64
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import hl7
import pytest
from hl7apy.consts import VALIDATION_LEVEL
from hl7apy.parser import parse_message
from hypothesis import given
from hypothesis import strategies as st

from conftest import NOON
from wardline.ehr.contract import CensusIdentifier
from wardline.ehr.filing import FiledAuthor, NoteDocument
from wardline.ehr.hl7v2.mdm import message
from wardline.ehr.tests.notes import ADDENDUM, ALL, NOTE, PDF, REPLACEMENT, destination, note

HOSTILE = (
    r"O\Brien^~",
    r"\F\ \.br\ \X0D\ \E",
    "|^~\\&",
    "MSH|^~\\&|WARDLINE",
    "&amp; <b>",
    "Müller-Łęcki",
    "李 小龍",
    "عبد الله",
    "नरेन्द्र",
    "\N{FAMILY}\N{ZERO WIDTH JOINER}\N{GIRL}",
    "e\N{COMBINING ACUTE ACCENT}",
    "\N{LINE SEPARATOR}\N{BYTE ORDER MARK}",
)
SENDABLE = st.text(st.characters(exclude_categories=["Cc", "Cs"]))


def sent(document: NoteDocument, at: datetime = NOON, **fields: Any) -> bytes:
    return message(document, destination(**fields), at)


def read(document: NoteDocument) -> Any:
    return hl7.parse(sent(document).decode())


def text(parsed: Any, name: str) -> str:
    """As parsed by the library: ``PID.3.2.4`` is the fourth component of the second repetition of PID-3."""
    segment, *numbers = name.split(".")
    return str(parsed.extract_field(segment, 1, *map(int, numbers)))


@pytest.mark.parametrize("document", ALL.values(), ids=ALL.keys())
def test_messages_are_those_of_hl7_2_5(document: NoteDocument) -> None:
    if isinstance(document.content, bytes):
        # The library treats encapsulated data as a short string.
        document = replace(document, content=b"%PDF-1.7")
    parsed = parse_message(sent(document).decode(), validation_level=VALIDATION_LEVEL.STRICT)
    assert parsed.validate()
    assert (parsed.name, parsed.version) == ("MDM_T02", "2.5")
    names = [child.name for child in parsed.children]
    assert names == ["MSH", "EVN", "PID", "PV1", "TXA", "MDM_T02_OBSERVATION"]


def test_a_new_note() -> None:
    author, content = "4711^Doctorow^Dara^^^^^^MEDIPAC^L^^^PRN", base64.b64encode(PDF).decode()
    expected = f"""\
MSH|^~\\&|WARDLINE|WARDLINE|RECORD|LAKESHORE|20260304070000-0500||MDM^T02^MDM_T02|AB12CD34EF56GH78JK90|P|2.5||||||UNICODE UTF-8
EVN|T02|20260304064530-0500
PID|1||88-77^^^&1.2.840.99&ISO^MR~patient-1^^^^PI||Secretname^Zebulon^^^^^L||19610709|M
PV1|1|U|3E||||||||||||||||encounter-1^^^^VN
TXA|1|CN|AP|20260304063000-0500|{author}|20260304064530-0500|||{author}|||{NOTE.document_id}^WARDLINE|||||LA||AV|||{author}^^20260304064530-0500
OBX|1|ED|11488-4^Consult note^LN^^Stroke Consult Note^L||^AP^PDF^Base64^{content}||||||F|||20260304063000-0500
"""  # noqa: E501 - segments are lines
    assert sent(NOTE).decode().split("\r") == expected.split("\n")


def test_an_addendum_names_its_note_and_is_sent_as_lines_of_text() -> None:
    parsed = read(ADDENDUM)
    assert text(parsed, "MSH.9.1.2") == text(parsed, "EVN.1") == "T06"
    assert text(parsed, "TXA.13.1.1") == NOTE.document_id
    assert (text(parsed, "TXA.3"), text(parsed, "TXA.17"), str(parsed["TXA"][0][21])) == ("TEXT", "LA", "")
    assert (text(parsed, "OBX.2"), lines_of(parsed)) == ("TX", str(ADDENDUM.content).split("\n"))


def test_a_replacement_replaces_its_parent_and_says_why() -> None:
    parsed = read(REPLACEMENT)
    assert text(parsed, "MSH.9.1.2") == text(parsed, "EVN.1") == "T10"
    assert text(parsed, "TXA.13.1.1") == NOTE.document_id
    assert (text(parsed, "TXA.19"), text(parsed, "TXA.21")) == ("AV", "Marked in error")
    assert base64.b64decode(text(parsed, "OBX.5.1.5")) == REPLACEMENT.content


def lines_of(parsed: Any) -> list[str]:
    return [str(parsed.unescape(str(line))) for line in parsed["OBX"][0][5]]


@pytest.mark.parametrize("hostile", HOSTILE)
def test_hostile_names_and_texts_arrive_unchanged(hostile: str) -> None:
    check_arrives(hostile)


@given(SENDABLE.filter(bool))
def test_any_text_arrives_unchanged(anything: str) -> None:
    check_arrives(anything)


def check_arrives(value: str) -> None:
    document = note(
        ADDENDUM,
        document_id=value,
        parent_id=value,
        title=value,
        unit=value,
        content=f"{value}\n{value}",
        author=FiledAuthor(value, value, value),
        emr_id=value,
        encounter_id=value,
        family_name=value,
        given_name=value,
        identifiers=(CensusIdentifier("urn:oid:1.2", value, value),),
    )
    parsed = read(document)
    assert [str(segment[0]) for segment in parsed] == ["MSH", "EVN", "PID", "PV1", "TXA", "OBX"]
    places = "PID.3.1.1 PID.3.1.5 PID.3.2.1 PID.5.1.1 PID.5.1.2 PV1.3 PV1.19.1.1 TXA.5.1.1 TXA.5.1.2 TXA.5.1.3"
    places += " TXA.9.1.2 TXA.12.1.1 TXA.13.1.1 TXA.22.1.2 OBX.3.1.5"
    assert {place: text(parsed, place) for place in places.split()} == dict.fromkeys(places.split(), value)
    assert lines_of(parsed) == [value, value]


@given(st.text(), st.text())
def test_no_text_breaks_out_of_its_field(name: str, content: str) -> None:
    message = sent(note(ADDENDUM, family_name=name, content=content))
    body = message.decode()
    assert not [char for char in body.replace("\r", "") if ord(char) < 0x20 or 0x7F <= ord(char) < 0xA0]
    assert [line[:4] for line in body.split("\r")] == ["MSH|", "EVN|", "PID|", "PV1|", "TXA|", "OBX|", ""]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_any_line_break_ends_a_line(end: str) -> None:
    assert lines_of(read(note(ADDENDUM, content=end.join(["one", "", "two\tthree", ""])))) == [
        "one",
        "",
        "two three",
        "",
    ]


def test_unknown_values_are_left_empty() -> None:
    document = note(
        ADDENDUM, encounter_id=None, identifiers=(), sex=None, unit=None, author=FiledAuthor("", "Doe", "Jo")
    )
    lines = sent(document).decode().split("\r")
    assert lines[2:4] == ["PID|1||patient-1^^^^PI||Secretname^Zebulon^^^^^L||19610709", "PV1|1|U"]
    assert parse_message(sent(document).decode(), validation_level=VALIDATION_LEVEL.STRICT).validate()


@pytest.mark.parametrize(("sex", "code"), [("male", "M"), ("female", "F"), ("other", "O"), ("unknown", "U")])
def test_a_sex_is_a_code_of_table_0001(sex: str, code: str) -> None:
    assert text(read(note(sex=sex)), "PID.8") == code


@pytest.mark.parametrize(
    ("system", "authority"),
    [
        ("urn:oid:1.2.3", "&1.2.3&ISO"),
        ("urn:uuid:53fefa32-fcbb-4ff8-8a92-55ee120877b7", "&53fefa32-fcbb-4ff8-8a92-55ee120877b7&UUID"),
        ("https://a.example/mrn?a&b", r"&https://a.example/mrn?a\T\b&URI"),
        ("LAKESHORE", "LAKESHORE"),
        (None, ""),
    ],
)
def test_a_number_has_its_assigning_authority(system: str | None, authority: str) -> None:
    parsed = read(note(identifiers=(CensusIdentifier(system, "1", "MR"),)))
    assert str(parsed["PID"][0][3][0][3]) == authority


def test_only_the_time_of_sending_differs_between_attempts() -> None:
    first, later = sent(NOTE), sent(NOTE, NOON + timedelta(days=200))
    assert first != later
    assert first.replace(b"20260304070000-0500", b"20260920080000-0400") == later


def test_the_receiver_is_named_as_in_the_network_file() -> None:
    parsed = hl7.parse(
        sent(NOTE, receiving_application="A&B", receiving_facility="C^D", sending_facility="E|F").decode()
    )
    assert [text(parsed, f"MSH.{number}") for number in (3, 4, 5, 6)] == ["WARDLINE", "E|F", "A&B", "C^D"]


def test_a_document_of_ten_megabytes_arrives_whole() -> None:
    pdf = PDF * (10_000_000 // len(PDF))
    parsed = hl7.parse(sent(replace(NOTE, content=pdf)).decode())
    assert base64.b64decode(str(parsed["OBX"][0][5][0][4])) == pdf
