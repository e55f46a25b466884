"""Completing and signing off a consult, as the dialogs of neuro, psych and toxicology do."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import httpx
import pytest
from bodies import Bodies

from conftest import CheckIn, SentEvent, SignIn


@dataclass(frozen=True)
class Line:
    """A line with a short sign-off, its provider, and a valid sign-off of each type."""

    slug: str
    provider: str
    content: Mapping[str, Any]

    @property
    def name(self) -> str:
        return self.slug.removeprefix("tele-")

    @property
    def completion(self) -> dict[str, Any]:
        return {"completeType": self.content["typeofCall"], "qaComment": "Advised"}


NEURO: Final = Line(
    "tele-neuro",
    "neuro",
    {"typeofCall": "video", "videoCallLength": 12, "documentationReference": "EMR 4711", "comment": "Advised"},
)
PSYCH: Final = Line("tele-psych", "psych", {"typeofCall": "phone only with patient", "comment": "Advised"})
TOXICOLOGY: Final = Line(
    "tele-toxicology", "tox", {"typeofCall": "phone with provider plus written note", "comment": "Advised"}
)
EVERY_LINE = pytest.mark.parametrize("line", [NEURO, PSYCH, TOXICOLOGY], ids=lambda line: line.name)
CANCELLED: Final = {"typeofCall": "cancelled", "cancellationReason": "Transferred", "comment": "Went home"}


async def _requested(client: httpx.AsyncClient, bodies: Bodies, line: Line) -> str:
    """The path of a new consult."""
    return f"/consults/{await bodies.create(client, line.slug)}"


async def _completed(client: httpx.AsyncClient, provider: httpx.AsyncClient, bodies: Bodies, line: Line) -> str:
    path = await _requested(client, bodies, line)
    done = await provider.post(f"{path}/complete", json=line.completion)
    assert done.status_code == 200, done.text
    return path


def _as_stored(content: Mapping[str, Any]) -> dict[str, Any]:
    return {"cancellationReason": None, **content}


@EVERY_LINE
@pytest.mark.req("DONE-21", "DONE-27", "DONE-31", "INFO-03", "RT-15")
@pytest.mark.usefixtures("noon")
async def test_a_provider_completes_and_signs(
    client: httpx.AsyncClient, check_in: CheckIn, bodies: Bodies, line: Line, sent_events: list[SentEvent]
) -> None:
    provider = await check_in(line.provider, line=line.slug)
    path = await _requested(client, bodies, line)
    assert "completeAndSignOff" in (await provider.get(path)).json()["allowedActions"]
    refused = await provider.post(f"{path}/sign-signoff-note-{line.name}", json=line.content)
    assert (refused.status_code, refused.json()["code"]) == (409, "not_completed")
    assert (await provider.post(f"{path}/complete", json=line.completion)).status_code == 200
    sent_events.clear()
    signed = await provider.post(f"{path}/sign-signoff-note-{line.name}", json=line.content)
    assert signed.status_code == 200, signed.text
    note = signed.json()
    assert (note["consultId"], note["status"]) == (path.removeprefix("/consults/"), "Signed")
    assert (note["signatory"]["username"], note["signedOffAt"]) == (line.provider, "2026-03-04T12:00:00Z")
    (version,) = note["documentVersions"]
    assert version["content"] == _as_stored(line.content)
    assert (version["version"], version["docStatus"], version["docType"]) == (1, "Current", "Note")
    assert (version["author"]["username"], version["createdAt"]) == (line.provider, note["signedOffAt"])
    consult_ids = {event.name: event.data["consultId"] for event in sent_events}
    assert consult_ids == dict.fromkeys(["consult:signoff-changed", "notification:added"], note["consultId"])
    assert "Advised" not in str(sent_events)
    entries = (await provider.get(f"{path}/updates")).json()
    assert [entry["taskType"] for entry in entries].count("signoff") == 1
    assert (entries[0]["taskType"], entries[0]["messageOrDescription"]) == ("signoff", "Consult Signed Off")
    assert entries[0]["details"] is None


@EVERY_LINE
@pytest.mark.req("API-69", "API-72", "API-73", "BAPI-17", "BPERM-14")
async def test_users_who_may_view_notes_read_what_was_signed(
    client: httpx.AsyncClient, sign_in: SignIn, check_in: CheckIn, bodies: Bodies, line: Line
) -> None:
    provider = await check_in(line.provider, line=line.slug)
    path = await _completed(client, provider, bodies, line)
    assert (await provider.get(f"{path}/sign-off-notes")).json() == []
    signed = (await provider.post(f"{path}/sign-signoff-note-{line.name}", json=line.content)).json()
    assert signed["signatory"]["username"] == line.provider
    assert signed["signedOffAt"] == signed["documentVersions"][0]["createdAt"]
    for reader in (provider, client):
        assert (await reader.get(f"{path}/sign-off-notes")).json() == [signed]
        for name in ("neuro", "psych", "toxicology"):
            found = (await reader.get(f"{path}/sign-off-{name}")).json()
            assert found == ([signed] if name == line.name else [])
    other = await _completed(client, provider, bodies, line)
    for call in ("sign-off-notes", f"sign-off-{line.name}"):
        assert (await provider.get(f"{other}/{call}")).json() == []
    theirs = (await provider.post(f"{other}/sign-signoff-note-{line.name}", json=line.content)).json()
    assert (await provider.get(f"{other}/sign-off-notes")).json() == [theirs] != [signed]
    assert (await provider.get(f"{path}/sign-off-notes")).json() == [signed]
    may_not = await sign_in("admin").get(f"{path}/sign-off-notes")
    assert (may_not.status_code, may_not.json()["code"]) == (403, "forbidden")


@EVERY_LINE
@pytest.mark.req("API-14", "DONE-23", "ENT-02", "BPERM-12")
async def test_the_consult_says_that_it_is_signed_off_and_by_whom(
    client: httpx.AsyncClient, check_in: CheckIn, bodies: Bodies, line: Line
) -> None:
    provider = await check_in(line.provider, line=line.slug)
    path = await _completed(client, provider, bodies, line)
    before = (await provider.get(path)).json()
    assert before["signOffNote"] is None
    assert "signOff" in before["allowedActions"]
    assert "completeAndSignOff" not in before["allowedActions"]
    assert "signOff" not in (await client.get(path)).json()["allowedActions"]
    note = (await provider.post(f"{path}/sign-signoff-note-{line.name}", json=line.content)).json()
    after = (await provider.get(path)).json()
    assert after["signOffNote"] == {name: note[name] for name in ("status", "signatory", "signedOffAt")}
    assert "signOff" not in after["allowedActions"]
    assert after["completeType"] == line.content["typeofCall"]


@EVERY_LINE
@pytest.mark.req("API-69", "BENT-23", "SIGN-24", "BAPI-32")
async def test_a_second_sign_off_is_refused_and_a_repeated_one_is_not(
    client: httpx.AsyncClient, check_in: CheckIn, bodies: Bodies, line: Line, sent_events: list[SentEvent]
) -> None:
    provider = await check_in(line.provider, line=line.slug)
    path = await _completed(client, provider, bodies, line)
    call = f"{path}/sign-signoff-note-{line.name}"
    once = {"Idempotency-Key": "the-one-press"}
    first = await provider.post(call, json=line.content, headers=once)
    sent_events.clear()
    repeated = await provider.post(call, json=line.content, headers=once)
    assert (repeated.status_code, repeated.json()) == (200, first.json())
    second = await provider.post(call, json={**line.content, "comment": "Otherwise"})
    assert (second.status_code, second.json()["code"]) == (409, "already_signed_off")
    assert second.json()["signatory"]["username"] == line.provider
    assert second.json()["signedOffAt"] == first.json()["signedOffAt"]
    assert sent_events == []
    assert (await provider.get(f"{path}/sign-off-notes")).json() == [first.json()]


@EVERY_LINE
@pytest.mark.req("DONE-43", "API-78", "BAPI-10", "BAPI-11", "BAPI-12")
async def test_cancelling_through_the_dialog_is_a_cancelled_consult_on_record(
    client: httpx.AsyncClient, check_in: CheckIn, bodies: Bodies, line: Line
) -> None:
    provider = await check_in(line.provider, line=line.slug)
    path = await _requested(client, bodies, line)
    cancel = {"completeType": "cancelled", "cancellationReason": "Transferred"}
    assert (await provider.post(f"{path}/complete", json=cancel)).status_code == 200
    of_a_call = {"videoCallLength": 12, "documentationReference": "EMR 4711"} if line is NEURO else {}
    signed = await provider.post(f"{path}/sign-signoff-note-{line.name}", json={**CANCELLED, **of_a_call})
    assert signed.status_code == 200, signed.text
    content = signed.json()["documentVersions"][0]["content"]
    assert content == {**CANCELLED, **dict.fromkeys(of_a_call)}
    consult = (await provider.get(path)).json()
    assert (consult["state"], consult["completeType"]) == ("completed", "cancelled")
    assert consult["cancellationReason"] == "Transferred"


@pytest.mark.parametrize("line", [PSYCH, TOXICOLOGY], ids=lambda line: line.name)
@pytest.mark.req("BPERM-27", "API-69")
async def test_a_provider_who_is_not_on_call_for_the_line_cannot_sign_off(
    client: httpx.AsyncClient, check_in: CheckIn, bodies: Bodies, line: Line
) -> None:
    provider = await check_in(line.provider, line=line.slug)
    path = await _completed(client, provider, bodies, line)
    call = f"{path}/sign-signoff-note-{line.name}"
    by_nurse = await client.post(call, json=line.content)
    assert (by_nurse.status_code, by_nurse.json()["code"]) == (403, "forbidden")
    await provider.post("/checkout")
    off_duty = await provider.post(call, json=line.content)
    assert (off_duty.status_code, off_duty.json()["code"]) == (403, "not_checked_in")
    assert (await client.get(f"{path}/sign-off-notes")).json() == []


@pytest.mark.parametrize(
    ("line", "fields"),
    [
        (NEURO, {"typeofCall", "videoCallLength", "documentationReference", "cancellationReason", "comment"}),
        (PSYCH, {"typeofCall", "cancellationReason", "comment"}),
        (TOXICOLOGY, {"typeofCall", "cancellationReason", "comment"}),
    ],
    ids=["neuro", "psych", "toxicology"],
)
@pytest.mark.req("BAPI-10", "BAPI-11", "BAPI-12", "BENT-12", "BENT-13")
async def test_a_sign_off_has_these_fields_and_no_others(
    client: httpx.AsyncClient, check_in: CheckIn, bodies: Bodies, line: Line, fields: set[str]
) -> None:
    provider = await check_in(line.provider, line=line.slug)
    path = await _completed(client, provider, bodies, line)
    call = f"{path}/sign-signoff-note-{line.name}"
    refused = await provider.post(call, json={**line.content, "diagnosis": "Stroke"})
    assert [error["field"] for error in refused.json()["errors"]] == ["diagnosis"]
    signed = (await provider.post(call, json=line.content)).json()
    content = signed["documentVersions"][0]["content"]
    assert content.keys() == fields
    assert content == _as_stored(line.content)


@EVERY_LINE
@pytest.mark.req("API-69", "BAPI-14", "INFO-04")
async def test_the_call_of_another_line_is_refused(
    client: httpx.AsyncClient, check_in: CheckIn, bodies: Bodies, line: Line
) -> None:
    provider = await check_in(line.provider, line=line.slug)
    path = await _completed(client, provider, bodies, line)
    for other in (NEURO, PSYCH, TOXICOLOGY):
        if other is not line:
            refused = await provider.post(f"{path}/sign-signoff-note-{other.name}", json=other.content)
            assert (refused.status_code, refused.json()["code"]) == (400, "wrong_service_line")
    assert (await provider.get(f"{path}/sign-off-notes")).json() == []


@EVERY_LINE
@pytest.mark.req("DONE-42", "BAPI-10", "BAPI-11", "BAPI-12", "DONE-07")
async def test_both_names_of_the_type_of_call_are_accepted_and_one_is_returned(
    client: httpx.AsyncClient, check_in: CheckIn, bodies: Bodies, line: Line
) -> None:
    provider = await check_in(line.provider, line=line.slug)
    path = await _completed(client, provider, bodies, line)
    sent = {"typeOfCall" if name == "typeofCall" else name: value for name, value in line.content.items()}
    sent["typeOfCall"] = sent["typeOfCall"].upper()
    signed = await provider.post(f"{path}/sign-signoff-note-{line.name}", json=sent)
    assert signed.json()["documentVersions"][0]["content"] == _as_stored(line.content)


LONG: Final = "x" * 256
BROKEN: Final[tuple[tuple[Line, Mapping[str, Any], str, str], ...]] = (
    (NEURO, {"typeofCall": "phone"}, "documentationReference", "DONE-18"),
    (NEURO, {"typeofCall": "video", "videoCallLength": 12}, "documentationReference", "DONE-18"),
    (NEURO, {**NEURO.content, "videoCallLength": 0}, "videoCallLength", "DONE-16"),
    (NEURO, {**NEURO.content, "videoCallLength": 12.5}, "videoCallLength", "DONE-17"),
    (NEURO, {**NEURO.content, "videoCallLength": None}, "videoCallLength", "DONE-15"),
    (NEURO, {"typeofCall": "audio", "documentationReference": "EMR 4711"}, "typeofCall", "DONE-14"),
    (NEURO, {"documentationReference": "EMR 4711"}, "typeofCall", "DONE-14"),
    (NEURO, {"typeofCall": "cancelled"}, "cancellationReason", "DONE-19"),
    (NEURO, {**CANCELLED, "cancellationReason": LONG}, "cancellationReason", "DONE-19"),
    (NEURO, {**NEURO.content, "comment": LONG}, "comment", "DONE-20"),
    (PSYCH, {}, "typeofCall", "DONE-24"),
    (PSYCH, {"typeofCall": "phone"}, "typeofCall", "DONE-24"),
    (PSYCH, {"typeofCall": "cancelled"}, "cancellationReason", "DONE-25"),
    (PSYCH, {**CANCELLED, "cancellationReason": LONG}, "cancellationReason", "DONE-25"),
    (PSYCH, {**PSYCH.content, "comment": LONG}, "comment", "DONE-26"),
    (PSYCH, {**PSYCH.content, "videoCallLength": 3}, "videoCallLength", "BAPI-11"),
    (TOXICOLOGY, {}, "typeofCall", "DONE-28"),
    (TOXICOLOGY, {"typeofCall": "phone only with patient"}, "typeofCall", "DONE-28"),
    (TOXICOLOGY, {**CANCELLED, "cancellationReason": " "}, "cancellationReason", "DONE-29"),
    (TOXICOLOGY, {**CANCELLED, "cancellationReason": LONG}, "cancellationReason", "DONE-29"),
    (TOXICOLOGY, {**TOXICOLOGY.content, "comment": LONG}, "comment", "DONE-30"),
)
"""A line, an invalid sign-off, the field of the error, and the row that requires it."""


@pytest.mark.parametrize(
    ("line", "content", "field"),
    [pytest.param(line, content, field, marks=pytest.mark.req(row)) for line, content, field, row in BROKEN],
)
async def test_a_broken_rule_signs_nothing_and_names_the_field(
    client: httpx.AsyncClient, check_in: CheckIn, bodies: Bodies, line: Line, content: Mapping[str, Any], field: str
) -> None:
    provider = await check_in(line.provider, line=line.slug)
    path = await _completed(client, provider, bodies, line)
    refused = await provider.post(f"{path}/sign-signoff-note-{line.name}", json=content)
    assert refused.status_code == 400
    assert [error["field"] for error in refused.json()["errors"]] == [field]
    assert (await provider.get(f"{path}/sign-off-notes")).json() == []


@pytest.mark.req("DONE-22", "DONE-36", "BAPI-03", "API-18", "TIME-24")
async def test_neuro_corrects_the_type_of_a_completed_call_until_it_is_signed(
    client: httpx.AsyncClient, sign_in: SignIn, check_in: CheckIn, bodies: Bodies, sent_events: list[SentEvent]
) -> None:
    neuro = await check_in("neuro", line="tele-neuro")
    path = await _requested(client, bodies, NEURO)
    open_yet = await neuro.patch(path, json={"completeType": "phone"})
    assert (open_yet.status_code, open_yet.json()["code"]) == (409, "completion_type_fixed")
    video = {"completeType": "video", "callLength": 12, "qaComment": "Advised"}
    completed = (await neuro.post(f"{path}/complete", json=video)).json()
    sent_events.clear()
    corrected = (await neuro.patch(path, json={"completeType": "Phone"})).json()
    assert (corrected["completeType"], corrected["qaComment"]) == ("phone", "Advised")
    assert corrected["callLength"] is None
    for name in ("state", "completedAt", "completedByUser", "cancellationReason"):
        assert corrected[name] == completed[name]
    assert [event.name for event in sent_events] == ["consult:updated-state"]
    newest = (await neuro.get(f"{path}/updates")).json()[0]
    assert newest["taskType"] == "consult-completion"
    assert newest["details"] == {"completeType": "phone", "correctedFrom": "video"}
    sent_events.clear()
    assert (await neuro.patch(path, json={"completeType": "phone"})).json() == corrected
    assert sent_events == []
    by_nurse = await client.patch(path, json={"completeType": "video"})
    assert by_nurse.status_code == 403
    with_more = await neuro.patch(path, json={"completeType": "video", "reason": "Another"})
    assert (with_more.status_code, with_more.json()["code"]) == (409, "already_closed")
    phone = {"typeofCall": "phone", "documentationReference": "EMR 4711"}
    assert (await neuro.post(f"{path}/sign-signoff-note-neuro", json=phone)).status_code == 200
    signed = await neuro.patch(path, json={"completeType": "video"})
    assert (signed.status_code, signed.json()["code"]) == (409, "already_signed_off")
    assert (await neuro.get(path)).json()["completeType"] == "phone"


@pytest.mark.req("DONE-22", "DONE-36", "TIME-24", "BENT-15", "ENT-14")
async def test_a_corrected_type_may_be_cancelled_with_a_reason_and_stays_so(
    client: httpx.AsyncClient, sign_in: SignIn, check_in: CheckIn, bodies: Bodies
) -> None:
    neuro = await check_in("neuro", line="tele-neuro")
    path = await _completed(client, neuro, bodies, NEURO)
    for body, field in (
        ({"completeType": "cancelled"}, "cancellationReason"),
        ({"completeType": "by letter"}, "completeType"),
        ({"completeType": None}, "completeType"),
        ({"cancellationReason": "Transferred"}, "completeType"),
    ):
        refused = await neuro.patch(path, json=body)
        assert refused.status_code == 400, body
        assert [error["field"] for error in refused.json()["errors"]] == [field]
    cancel = {"completeType": "cancelled", "cancellationReason": "Transferred"}
    colleague = sign_in("neuro2")
    cancelled = (await colleague.patch(path, json=cancel)).json()
    assert (cancelled["completedByUser"]["username"], cancelled["acknowledgedByUser"]) == ("neuro2", None)
    ending = [cancelled[name] for name in ("state", "completeType", "cancellationReason")]
    assert ending == ["completed", "cancelled", "Transferred"]
    newest = (await neuro.get(f"{path}/updates")).json()[0]
    assert (newest["taskType"], newest["details"]["cancellationReason"]) == ("cancelled", "Transferred")
    assert (await neuro.patch(path, json=cancel)).json() == (await neuro.get(path)).json()
    for another in ({"completeType": "video"}, {**cancel, "cancellationReason": "Another"}):
        again = await neuro.patch(path, json=another)
        assert (again.status_code, again.json()["code"]) == (409, "already_closed")
        assert again.json()["completedByUser"]["username"] == "neuro2"
    assert (await neuro.post(f"{path}/sign-signoff-note-neuro", json=NEURO.content)).status_code == 409


@pytest.mark.req("DONE-15", "DONE-18", "BCONST-06", "BAPI-10", "BENT-12")
async def test_a_phone_call_is_signed_without_a_length_and_with_a_reference_of_fifty(
    client: httpx.AsyncClient, check_in: CheckIn, bodies: Bodies
) -> None:
    neuro = await check_in("neuro", line="tele-neuro")
    path = await _completed(client, neuro, bodies, NEURO)
    call = f"{path}/sign-signoff-note-neuro"
    for wrong, field in (
        ({"typeofCall": "phone"}, "documentationReference"),
        ({"typeofCall": "phone", "documentationReference": "x" * 51}, "documentationReference"),
        ({**NEURO.content, "videoCallLength": None}, "videoCallLength"),
        ({**NEURO.content, "videoCallLength": "12"}, "videoCallLength"),
        ({**NEURO.content, "videoCallLength": 1441}, "videoCallLength"),
    ):
        refused = await neuro.post(call, json=wrong)
        assert (refused.status_code, [error["field"] for error in refused.json()["errors"]]) == (400, [field])
    phone = {"typeofCall": "phone", "videoCallLength": 12, "documentationReference": "x" * 50}
    signed = (await neuro.post(call, json=phone)).json()
    content = signed["documentVersions"][0]["content"]
    assert content == {**phone, "videoCallLength": None, "cancellationReason": None, "comment": None}


@pytest.mark.req("DONE-22", "BPERM-12", "SIGN-27", "BPERM-13")
async def test_neuro_can_sign_while_off_duty_and_corrects_the_type_with_the_signature(
    client: httpx.AsyncClient, sign_in: SignIn, check_in: CheckIn, bodies: Bodies
) -> None:
    path = await _completed(client, await check_in("neuro", line="tele-neuro"), bodies, NEURO)
    colleague = sign_in("nomedipac")
    phone = {"typeofCall": "phone", "documentationReference": "EMR 4711"}
    signed = await colleague.post(f"{path}/sign-signoff-note-neuro", json=phone)
    assert signed.status_code == 200, signed.text
    assert signed.json()["signatory"]["username"] == "nomedipac"
    consult = (await colleague.get(path)).json()
    assert (consult["completeType"], consult["completedByUser"]["username"]) == ("phone", "neuro")


@pytest.mark.parametrize("line", [PSYCH, TOXICOLOGY], ids=lambda line: line.name)
@pytest.mark.req("DONE-36", "DONE-27")
async def test_on_the_other_lines_the_type_of_a_completed_call_stays(
    client: httpx.AsyncClient, check_in: CheckIn, bodies: Bodies, line: Line
) -> None:
    provider = await check_in(line.provider, line=line.slug)
    path = await _completed(client, provider, bodies, line)
    corrected = await provider.patch(path, json={"completeType": "video"})
    assert (corrected.status_code, corrected.json()["code"]) == (409, "already_closed")
    signed = await provider.post(f"{path}/sign-signoff-note-{line.name}", json={"typeofCall": "video"})
    assert (signed.status_code, signed.json()["code"]) == (409, "completion_type_fixed")
    assert (await provider.get(f"{path}/sign-off-notes")).json() == []
    assert (await provider.get(path)).json()["completeType"] == line.content["typeofCall"]
