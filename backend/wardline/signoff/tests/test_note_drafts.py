"""Drafts of the stroke note and their lock, over the API."""

from collections.abc import Awaitable, Callable
from datetime import timedelta
from functools import partial
from uuid import uuid4

import httpx
import pytest
from bodies import Bodies
from stroke_notes import STROKE_NOTE

from conftest import CheckIn, SentEvent, SignIn
from wardline.core import clock
from wardline.core.text.rich_text import of_lines
from wardline.service_lines.base.stroke_note.texts import LABS_DEFAULT
from wardline.signoff.tests.sending import send_fax
from wardline.signoff.tests.stroke import ACUTE, NOTE, STROKE, Stroke, fields, refusal

EITHER_LINE = pytest.mark.parametrize("line", [STROKE, ACUTE])

pytestmark = pytest.mark.usefixtures("noon")


@EITHER_LINE
@pytest.mark.req("API-66", "BAPI-06", "SIGN-14", "SIGN-18", "NOTE-67")
async def test_opening_a_note_creates_a_prefilled_draft(stroke: Stroke) -> None:
    await stroke.provider.post(f"{stroke.path}/complete", json={"completeType": "video", "callLength": 12})
    opened = await stroke.lock()
    assert opened.status_code == 200, opened.text
    note = opened.json()
    assert (note["status"], note["lockedAt"]) == ("Draft", "2026-03-04T12:00:00Z")
    assert note["lockedUser"] == {"firstName": "Amara", "lastName": "Feldspar"}
    assert note["lockedBy"] == (await stroke.provider.get("/me")).json()["id"]
    (draft,) = note["documentVersions"]
    assert (draft["version"], draft["docStatus"], draft["docType"]) == (1, "Draft", "Note")
    detail = next(value for name, value in (await stroke.consult()).items() if name.endswith("ConsultDetail"))
    filled = {name: value for name, value in draft["content"].items() if value not in (None, False)}
    groups = {"nihss", "thrombolytic", "iaTherapy", "diagnosis", "disposition"}
    known = {"labs": LABS_DEFAULT, "lastKnownWell": detail["lastKnownWell"]}
    known |= {"callLength": 12 if stroke.line == STROKE else None}
    assert {name: filled[name] for name in filled.keys() - groups} == {n: v for n, v in known.items() if v is not None}
    assert draft["content"]["nihss"]["unscored"] == 15
    assert draft["content"]["thrombolytic"]["given"] is None


@EITHER_LINE
@pytest.mark.req("NOTE-06", "NOTE-67")
async def test_a_new_note_says_when_the_patient_was_last_known_well(
    client: httpx.AsyncClient, check_in: CheckIn, bodies: Bodies, line: str
) -> None:
    ((name, detail),) = bodies.DETAILS[line].items()
    other_time = {STROKE: "edArrivalDate", ACUTE: "symptomDiscovery"}[line]
    known = {**detail, "lastKnownWell": "2026-03-04T10:15:00Z", other_time: "2026-03-04T11:05:00Z"}
    path = f"/consults/{await bodies.create(client, line, **{name: known})}"
    opened = await Stroke(path, await check_in("neuro", line=line), line).lock()
    (draft,) = opened.json()["documentVersions"]
    assert draft["content"]["lastKnownWell"] == "2026-03-04T10:15:00Z"
    assert draft["content"]["videoStartTime"] is None


@pytest.mark.req("API-67", "BAPI-07", "SIGN-12", "SIGN-61", "BENT-16")
async def test_a_saved_draft_opens_again_as_it_was(stroke: Stroke) -> None:
    await stroke.lock()
    saved = await stroke.save(content={"hpi": "Woke up with symptoms", "callLength": 1.5, "nihss": {"loc": 1}})
    assert saved.status_code == 200, saved.text
    assert saved.json()["status"] == "Draft"
    clock.advance(timedelta(seconds=5))
    again = await stroke.save(content={"hpi": "Woke up with symptoms at six", "callLength": "1o"}, releaseLock=True)
    assert (saved.json()["lockedUser"]["lastName"], again.json()["lockedUser"]) == ("Feldspar", None)
    (draft,) = again.json()["documentVersions"]
    assert (draft["version"], draft["createdAt"]) == (1, "2026-03-04T12:00:05Z")
    assert draft["content"]["hpi"] == of_lines("Woke up with symptoms at six")
    assert (draft["content"]["callLength"], draft["content"]["labs"]) == ("1o", None)
    reopened = (await stroke.lock()).json()
    assert reopened["documentVersions"] == again.json()["documentVersions"]


@pytest.mark.req("API-67", "BAPI-07", "NOTE-52", "SIGN-21", "BENT-17")
async def test_a_draft_accepts_too_much_and_too_little_but_not_the_wrong_type(stroke: Stroke) -> None:
    await stroke.lock()
    long = "m" * 6001
    assert (await stroke.save(content={"hpi": long, "thrombolytic": {"dosage": "m" * 300}})).status_code == 200
    refused = {
        "content.hpi": {"hpi": 7},
        "content.exam": {"exam": "m" * 24_001},
        "content.criticalPatient": {"criticalPatient": "yes"},
        "content.nihss.loc": {"nihss": {"loc": 4}},
        "content.diagnosis.selected.0": {"diagnosis": ["Unluckiness"]},
        "content.color": {"color": "red"},
    }
    for field, content in refused.items():
        assert set(fields(await stroke.save(content=content))) == {field}
    content = (await stroke.read())["documentVersions"][0]["content"]
    assert content["hpi"] == of_lines(long)
    assert content["thrombolytic"]["dosage"] == "m" * 300
    assert fields(await stroke.save(docType="Addendum", content={})) == {"docType": "Enter a valid value."}
    assert fields(await stroke.save(releaseLock="yes", content={})) == {"releaseLock": "Enter a valid value."}
    for call in (stroke.save, stroke.lock):
        assert refusal(await call(consultId=str(uuid4()))) == (400, "other_consult")


@pytest.mark.req("API-66", "SIGN-15", "SIGN-19", "BERR-03", "BENT-16")
async def test_only_one_user_can_edit_and_the_other_sees_who(stroke: Stroke, colleague: httpx.AsyncClient) -> None:
    await stroke.lock()
    clock.advance(timedelta(minutes=5))
    refused = await stroke.lock(colleague)
    assert refusal(refused) == (409, "locked_by_another")
    assert refused.json()["lockedUser"] == {"firstName": "Amara", "lastName": "Feldspar"}
    assert refused.json()["lockedAt"] == "2026-03-04T12:00:00Z"
    assert refusal(await stroke.lock(consultId=str(uuid4()))) == (400, "other_consult")
    renewed = await stroke.lock(consultId=stroke.path.removeprefix("/consults/"))
    assert renewed.json()["lockedAt"] == "2026-03-04T12:05:00Z"
    assert renewed.json()["lockedUser"] == refused.json()["lockedUser"]
    assert renewed.json()["lockedBy"] == (await stroke.provider.get("/me")).json()["id"]
    for attempt in (await stroke.save(colleague, content={"hpi": "Mine"}), await stroke.sign(colleague)):
        assert refusal(attempt) == (409, "locked_by_another")
        assert attempt.json()["lockedUser"]["lastName"] == "Feldspar"
    assert (await stroke.read())["documentVersions"][0]["content"]["hpi"] is None
    left = (await stroke.save(releaseLock=True, content={"hpi": "Mine"})).json()
    assert (left["lockedBy"], left["lockedAt"], left["lockedUser"]) == (None, None, None)


@pytest.mark.req("API-66", "SIGN-20", "SIGN-63", "BENT-16", "SIGN-17")
async def test_a_lock_that_is_not_renewed_can_be_taken_after_twenty_minutes(
    stroke: Stroke, colleague: httpx.AsyncClient, sign_in: SignIn
) -> None:
    await stroke.lock()
    clock.advance(timedelta(minutes=3))
    await stroke.save(content={"hpi": "First"})
    clock.advance(timedelta(minutes=20) - timedelta(seconds=1))
    stroke.provider, colleague = sign_in("neuro"), sign_in("neuro2")
    assert refusal(await stroke.lock(colleague)) == (409, "locked_by_another")
    clock.advance(timedelta(seconds=1))
    lock = await stroke.lock(colleague)
    assert lock.json()["lockedUser"] == {"firstName": "Hiroshi", "lastName": "Obsidian"}
    assert lock.json()["documentVersions"][0]["content"]["hpi"] == of_lines("First")
    lost = await stroke.save(content={"hpi": "Late"})
    assert refusal(lost) == (409, "locked_by_another")
    assert lost.json()["lockedUser"] == {"firstName": "Hiroshi", "lastName": "Obsidian"}
    assert (await stroke.read())["documentVersions"][0]["content"]["hpi"] == of_lines("First")


@pytest.mark.req("API-67", "SIGN-20", "SIGN-21")
async def test_an_expired_lock_can_still_save_if_no_one_took_it(stroke: Stroke, sign_in: SignIn) -> None:
    await stroke.lock()
    clock.advance(timedelta(hours=3))
    stroke.provider = sign_in("neuro")
    assert (await stroke.save(content={"hpi": "After a long night"})).status_code == 200
    assert (await stroke.read())["lockedAt"] == "2026-03-04T15:00:00Z"


@pytest.mark.req("BAPI-07", "SIGN-07", "SIGN-18", "SIGN-21", "BENT-17")
async def test_closing_releases_the_lock(stroke: Stroke, colleague: httpx.AsyncClient) -> None:
    window = str(uuid4())
    await stroke.lock(editorId=window)
    closed = (await stroke.save(content={"hpi": "First"}, releaseLock=True, editorId=window)).json()
    assert (closed["lockedBy"], closed["lockedAt"], closed["lockedUser"]) == (None, None, None)
    for here in (None, window):
        for attempt in (
            await stroke.save(content={"hpi": "Second"}, editorId=here),
            await stroke.sign(content=STROKE_NOTE, editorId=here),
        ):
            assert refusal(attempt) == (409, "not_locked")
    opened = await stroke.lock(colleague)
    assert opened.json()["documentVersions"][0]["content"]["hpi"] == of_lines("First")
    assert (await stroke.save(colleague, releaseLock=True)).json()["lockedBy"] is None


@pytest.mark.req("API-67", "API-70", "BAPI-15", "SIGN-21")
async def test_a_note_that_was_never_opened_cannot_be_saved_or_signed(stroke: Stroke) -> None:
    for attempt in (
        await stroke.save(content={}),
        await stroke.sign(content=STROKE_NOTE),
        await stroke.provider.post(f"{stroke.path}/addStrokeNote", json=STROKE_NOTE),
    ):
        assert refusal(attempt) == (409, "not_locked")
    assert (await stroke.provider.get(f"{stroke.path}/sign-off-notes")).json() == []


@pytest.mark.req("SIGN-06", "SIGN-19", "API-66", "SIGN-21")
async def test_of_two_windows_of_one_user_the_later_one_holds_the_lock(stroke: Stroke) -> None:
    first, second = str(uuid4()), str(uuid4())
    await stroke.lock(editorId=first)
    assert (await stroke.save(editorId=first, save=1, content={"hpi": "In the first"})).status_code == 200
    await stroke.lock(editorId=second)
    for attempt in (
        await stroke.save(editorId=first, save=2, content={"hpi": "Still in the first"}),
        await stroke.save(editorId=first, save=3, releaseLock=True),
        await stroke.sign(editorId=first, content=STROKE_NOTE),
    ):
        assert refusal(attempt) == (409, "open_elsewhere")
    assert (await stroke.save(editorId=second, save=1, content={"hpi": "In the second"})).status_code == 200
    assert (await stroke.read())["documentVersions"][0]["content"]["hpi"] == of_lines("In the second")
    await stroke.lock()
    assert refusal(await stroke.save(editorId=second, save=2)) == (409, "open_elsewhere")


@pytest.mark.req("API-67", "SIGN-06")
async def test_a_save_that_arrives_after_a_later_one_is_refused(stroke: Stroke) -> None:
    window = str(uuid4())
    await stroke.lock(editorId=window)
    assert (await stroke.save(editorId=window, save=2, content={"hpi": "Later"})).status_code == 200
    late = await stroke.save(editorId=window, save=1, content={"hpi": "Earlier"})
    assert refusal(late) == (409, "outrun_save")
    assert (await stroke.read())["documentVersions"][0]["content"]["hpi"] == of_lines("Later")
    await stroke.lock(editorId=window)
    assert refusal(await stroke.save(editorId=window, save=2, content={"hpi": "Again"})) == (409, "outrun_save")


@pytest.mark.parametrize("completed_before", [True, False])
@pytest.mark.req("API-66", "BPERM-11", "BPERM-27", "SIGN-21", "SIGN-62")
async def test_opening_a_note_requires_a_check_in_and_the_end_of_a_shift_interrupts_no_one(
    stroke: Stroke, client: httpx.AsyncClient, sign_in: SignIn, completed_before: bool
) -> None:
    off_duty = sign_in("neuro2")
    assert refusal(await stroke.lock(off_duty)) == (403, "not_checked_in")
    assert refusal(await stroke.lock(client)) == (403, "forbidden")
    assert "editSignoffNote" in (await stroke.consult())["allowedActions"]
    for who in (off_duty, client):
        assert "editSignoffNote" not in (await stroke.consult(who))["allowedActions"]
    completion = {"completeType": "video", "callLength": 12}
    if completed_before:
        completed = await stroke.provider.post(f"{stroke.path}/complete", json=completion)
        assert completed.status_code == 200, completed.text
    await stroke.lock()
    left = await stroke.provider.post("/checkout")
    assert left.status_code == 204, left.text
    assert "editSignoffNote" not in (await stroke.consult())["allowedActions"]
    assert (await stroke.lock()).status_code == 200, "the open editor renews its lock"
    assert refusal(await stroke.lock(editorId=str(uuid4()))) == (403, "not_checked_in"), "another window opens it"
    assert (await stroke.save(content={"hpi": "Last words"})).status_code == 200
    assert refusal(await stroke.save(client, content={})) == (403, "forbidden")
    if not completed_before:
        refused = await stroke.provider.post(f"{stroke.path}/complete", json=completion)
        assert refusal(refused) == (403, "not_checked_in")
    signed = await stroke.sign(content=STROKE_NOTE)
    assert signed.status_code == 200, signed.text
    consult = await stroke.consult()
    assert (consult["state"], consult["completeType"]) == ("completed", "video")
    assert consult["completedByUser"]["username"] == "neuro"


async def of_another_organization(stroke: Stroke, sign_in: SignIn, bodies: Bodies) -> Stroke:
    """A consult that the provider can only reach because they are on call."""
    return Stroke(f"/consults/{await bodies.create(sign_in('elsewhere'), stroke.line)}", stroke.provider, stroke.line)


@pytest.mark.req("SIGN-21", "SIGN-62", "PERM-08")
async def test_an_editor_from_another_organization_can_read_the_consult_until_they_release_the_lock(
    stroke: Stroke, sign_in: SignIn, bodies: Bodies
) -> None:
    other = await of_another_organization(stroke, sign_in, bodies)
    stroke = await of_another_organization(stroke, sign_in, bodies)
    await stroke.lock()
    assert (await stroke.provider.post("/checkout")).status_code == 204
    assert (await stroke.save(content={"hpi": "Last words"})).status_code == 200
    assert (await stroke.consult())["signOffNote"]["status"] == "Draft"
    for way_in in (
        await other.provider.get(other.path),
        await other.save(content={}),
        await other.provider.post(f"{other.path}/updates", json={"message": "Hello?", "alert": False}),
    ):
        assert way_in.status_code == 404
    signed = await stroke.sign(content=STROKE_NOTE)
    assert signed.status_code == 200, signed.text
    assert (await stroke.provider.get(stroke.path)).status_code == 404


@pytest.mark.req("SIGN-21", "PERM-08")
async def test_a_note_without_a_lock_grants_no_access(stroke: Stroke, sign_in: SignIn, bodies: Bodies) -> None:
    stroke = await of_another_organization(stroke, sign_in, bodies)
    await stroke.lock()
    assert (await stroke.save(content={}, releaseLock=True)).status_code == 200
    assert (await stroke.provider.get(stroke.path)).status_code == 200
    assert (await stroke.provider.post("/checkout")).status_code == 204
    assert (await stroke.provider.get(stroke.path)).status_code == 404
    assert (await stroke.save(content={})).status_code == 404


@pytest.mark.req("BPERM-11", "SIGN-16", "DONE-12", "API-66")
async def test_a_cancelled_consult_has_no_note(stroke: Stroke) -> None:
    await stroke.lock()
    cancelled = {"completeType": "cancelled", "cancellationReason": "Requested twice"}
    assert (await stroke.provider.post(f"{stroke.path}/complete", json=cancelled)).status_code == 200
    assert "editSignoffNote" not in (await stroke.consult())["allowedActions"]
    for attempt in (await stroke.lock(), await stroke.save(content={}), await stroke.sign(content=STROKE_NOTE)):
        assert refusal(attempt) == (403, "cancelled")


@pytest.mark.req("API-70", "BAPI-15")
async def test_add_stroke_note_saves_its_body_as_the_draft(stroke: Stroke) -> None:
    await stroke.lock()
    call = f"{stroke.path}/addStrokeNote"
    for field, body in {"hpi": {"hpi": 7}, "content": {"content": STROKE_NOTE}}.items():
        assert set(fields(await stroke.provider.post(call, json=body))) == {field}
    added = await stroke.provider.post(call, json=STROKE_NOTE)
    assert added.status_code == 200, added.text
    (draft,) = added.json()["documentVersions"]
    assert (draft["docStatus"], draft["content"]["nihss"]["total"]) == ("Draft", 3)
    assert (await stroke.sign()).status_code == 200


@pytest.mark.parametrize(("line", "username"), [("tele-triage", "triage"), ("tele-psych", "psych")])
@pytest.mark.req("BAPI-15", "BAPI-18")
async def test_a_line_without_a_note_returns_and_accepts_none(
    client: httpx.AsyncClient, check_in: CheckIn, bodies: Bodies, line: str, username: str
) -> None:
    provider = await check_in(username, line=line)
    path = f"/consults/{await bodies.create(client, line)}"
    assert (await provider.get(f"{path}/sign-off-notes")).json() == []
    for call, body in (("signoff-note/requestLock", NOTE), ("addStrokeNote", STROKE_NOTE)):
        assert refusal(await provider.post(f"{path}/{call}", json=body)) == (400, "wrong_service_line")


@pytest.mark.req("BAPI-27", "API-66", "API-67", "API-70", "API-72")
async def test_every_note_call_returns_the_note_as_the_list_does(stroke: Stroke) -> None:
    assert (await stroke.provider.get(f"{stroke.path}/sign-off-notes")).json() == []
    steps: tuple[Callable[[], Awaitable[httpx.Response]], ...] = (
        stroke.lock,
        partial(stroke.save, content={"hpi": "Weakness"}, releaseLock=True),
        stroke.lock,
        partial(stroke.save, content={"hpi": "Weakness"}),
        partial(stroke.sign, content=STROKE_NOTE),
        partial(send_fax, stroke),
        partial(stroke.sign, docType="Addendum", content="Seen again"),
        partial(stroke.sign, docType="Error"),
    )
    for step in steps:
        response = await step()
        assert response.status_code == 200, response.text
        assert response.json() == await stroke.read(), step


@pytest.mark.req("API-66", "API-67", "API-68", "SIGN-59", "RT-15")
async def test_every_step_of_a_note_publishes_an_event_without_its_content(
    stroke: Stroke, sent_events: list[SentEvent]
) -> None:
    steps: tuple[Callable[[], Awaitable[httpx.Response]], ...] = (
        stroke.lock,
        partial(stroke.save, content={"hpi": "Weakness"}),
        partial(stroke.sign, content=STROKE_NOTE | {"hpi": "Weakness"}),
        partial(stroke.sign, docType="Addendum", content="Weakness again"),
        partial(send_fax, stroke),
        partial(stroke.sign, docType="Error", content="No weakness"),
    )
    for step in steps:
        sent_events.clear()
        response = await step()
        assert response.status_code == 200, response.text
        changed = [event.data["consultId"] for event in sent_events if event.name == "consult:signoff-changed"]
        assert changed == [stroke.path.removeprefix("/consults/")], step
        assert "weakness" not in str(sent_events).lower()


@pytest.mark.req("API-72", "ENT-02", "SIGN-61")
async def test_only_note_writers_can_read_a_draft(stroke: Stroke, client: httpx.AsyncClient) -> None:
    await stroke.lock()
    await stroke.save(content={"hpi": "Perhaps a stroke"})
    seen = await stroke.read(client)
    assert (seen["status"], seen["documentVersions"]) == ("Draft", [])
    assert (await stroke.consult(client))["signOffNote"] == {"status": "Draft", "signatory": None, "signedOffAt": None}


@pytest.mark.req("BPERM-14", "API-66")
async def test_a_lock_request_does_not_show_a_signed_note_to_users_who_may_not_write_one(
    signed: Stroke, client: httpx.AsyncClient, sign_in: SignIn
) -> None:
    for who in (client, sign_in("admin")):
        refused = await signed.lock(who)
        assert refusal(refused) == (403, "forbidden")
        assert "weakness" not in refused.text
