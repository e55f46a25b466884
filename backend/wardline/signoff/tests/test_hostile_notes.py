"""Input that must never break a note: markup, scripts, any writing system, control characters, oversized text."""

import io
import json
from typing import Any, Final

import pytest
from pypdf import PdfReader
from stroke_notes import STROKE_NOTE

from wardline.core.forms.messages import SECTION_TOO_LONG
from wardline.service_lines.base.stroke_note.nihss import UNTESTABLE_ITEMS
from wardline.signoff.tests.stroke import Stroke, fields

pytestmark = pytest.mark.usefixtures("noon")

SECTIONS: Final = ("hpi", "exam", "labs", "imaging", "transfer")
DEEP: Final = 2_000
TYPST: Final = '#panic("x") $x^2$ *bold* _low_ `raw` <label> @ref = Heading\n- item\n#read("/etc/passwd") \\ " ~ // /* '
HOSTILE: Final = {
    "a script": "<script>alert(1)</script><img src=x onerror=alert(1)><b onclick='x()'>bold</b>",
    "broken markup": "<p><b>bold<p></b><<<>>&lt;&#0;&#xD800;&unknown;<![CDATA[x]]><!-- ",
    "the typesetter's own": TYPST,
    "deep lists": "<ul><li>x" * DEEP,
    "deep marks": "<b><i>" * DEEP + "x",
    # ruff: noqa: RUF001
    "right to left": "\u202eשלום مرحبا\u202c \u200fabc\u2067def\u2069 ١٢٣",
    "marks on marks": "Z" + "\u0301\u0327\u0323" * 10 + "algo",
    "joined signs": "👩\u200d⚕\ufe0f🏽🇺🇸\ufeff\u200b\u00ad\u2028\u2029x",
    "the last planes": "\U0010ffff\U000e0001\ufffe\uffff\ue000x",
    "controls": "a\x01\x02\x1b[31m\x7f\x85b\r\nc\tz\x0b\x0c",
    "one long word": "w" * 5_000,
    "many lines": "\n" * 5_900 + "x",
    "formulas": "=cmd|' /C calc'!A0 ${7*7} {{7*7}} %s%n '; drop table users; --",
}
TOO_LONG: Final = frozenset({"deep lists", "deep marks", "many lines"})
"""Of sections, too."""
REFUSED: Final = {
    "NUL": "a\x00b",
    "half a pair": "a\ud800b",
    "marks without end": "Z" + "\u0301\u0327\u0323" * 11 + "algo",
    "too much": "x" * 6_001,
    "far too much": "x" * 900_000,
}


def _note(text: str) -> dict[str, Any]:
    """The text in each text field."""
    untestable = {item.name: -1 for item in UNTESTABLE_ITEMS}
    explanations = {item.name: text for item in UNTESTABLE_ITEMS}
    other = {"selected": [], "other": text}
    return {
        **STROKE_NOTE,
        **dict.fromkeys(SECTIONS, text),
        "nihss": {**STROKE_NOTE["nihss"], **untestable, "explanations": explanations},
        "nihssComments": text,
        "thrombolytic": {"given": False, "notGivenReason": other, "recommendations": text},
        "iaTherapy": {"isCandidate": False, "notCandidateReasons": other},
        "diagnosis": other,
        "disposition": other,
    }


def _without(content: dict[str, Any], field: str) -> dict[str, Any]:
    """The note with harmless text in this field."""
    _, *steps = field.split(".")
    copy: dict[str, Any] = dict(content)
    place = copy
    for step in steps[:-1]:
        place[step] = dict(place[step])
        place = place[step]
    place[steps[-1]] = "Harmless"
    return copy


@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.req("SIGN-50", "NOTE-16", "NOTE-17")
async def test_hostile_words_in_every_field_are_signed_and_printed(stroke: Stroke, name: str) -> None:
    content = _note(HOSTILE[name])
    await stroke.lock()
    response = await stroke.sign(content=content)
    for _ in range(3):
        if response.status_code == 200:
            break
        # Some fields have lower limits; the errors name exactly those that are too long.
        named = fields(response)
        assert all("characters" in message or message == SECTION_TOO_LONG for message in named.values()), named
        if name not in TOO_LONG:
            assert not {f"content.{section}" for section in SECTIONS} & set(named)
        for field in named:
            content = _without(content, field)
        response = await stroke.sign(content=content)
    assert response.status_code == 200, response.text
    signed = response.json()["documentVersions"][0]["content"]
    for section in SECTIONS:
        assert all(line["indent"] <= 3 for line in signed[section]["lines"])
        assert "<script" not in str(signed[section])
    if name not in TOO_LONG:
        assert (await stroke.sign(docType="Addendum", content=HOSTILE[name])).status_code == 200
    exported = await stroke.provider.get(f"{stroke.path}/export-sign-off-note")
    assert exported.status_code == 200, exported.text
    pages = PdfReader(io.BytesIO(exported.content)).pages
    assert "Signed off by" in "".join(page.extract_text() for page in pages)
    assert {version["pdfStatus"] for version in (await stroke.read())["documentVersions"]} == {None}


@pytest.mark.parametrize("name", REFUSED)
@pytest.mark.req("NOTE-52")
async def test_invalid_or_oversized_text_is_refused_in_every_field(stroke: Stroke, name: str) -> None:
    content = STROKE_NOTE | dict.fromkeys(SECTIONS, REFUSED[name])
    await stroke.lock()
    before = await stroke.read()
    body = json.dumps({"docType": "Note", "content": content})
    for call in ("sign-signoff-note", "signoff-note/save"):
        response = await stroke.provider.post(
            f"{stroke.path}/{call}", content=body, headers={"content-type": "application/json"}
        )
        if name == "far too much":
            assert response.status_code == 413
        elif call == "sign-signoff-note" or name != "too much":
            # A draft may be longer than a signed note, so that nothing typed is lost.
            assert {field.split(".")[1] for field in fields(response)} & set(SECTIONS)
            assert "content" not in response.json()
            assert REFUSED[name][:3] not in response.text
            assert await stroke.read() == before
