"""Who is notified of unsigned and of signed notes."""

from datetime import timedelta
from typing import Any, cast
from uuid import uuid4

import httpx
import pytest
from bodies import Bodies
from stroke_notes import STROKE_NOTE

from conftest import CheckIn, RolledBackDatabase, SentEvent, SignIn
from wardline.core import clock
from wardline.core.db.database import Database
from wardline.core.jobs.registry import declared
from wardline.core.text.rich_text import of_lines
from wardline.signoff.abandoned_drafts import release_all
from wardline.signoff.tests.stroke import Stroke, refusal

pytestmark = pytest.mark.usefixtures("noon")

LEASE = timedelta(minutes=20)
DRAFT, SIGNED = "SignoffNoteDraft", "SignoffNoteSigned"


async def _notifications(who: httpx.AsyncClient) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = (await who.get(f"/notifications/{await _id(who)}")).json()
    return found


async def _types(who: httpx.AsyncClient) -> list[str]:
    return [each["details"]["type"] for each in await _notifications(who)]


async def _id(who: httpx.AsyncClient) -> int:
    found: int = (await who.get("/me")).json()["id"]
    return found


async def _run_cleanup(database: RolledBackDatabase) -> None:
    await release_all(cast(Database, database))


def _room(user_id: int) -> str:
    return f"user:{user_id}"


@pytest.mark.req("SIGN-57", "SIGN-55", "NOTIF-07")
async def test_closing_an_unsigned_draft_notifies_only_its_editor(
    stroke: Stroke, client: httpx.AsyncClient, colleague: httpx.AsyncClient
) -> None:
    await colleague.post(f"{stroke.path}/acknowledge")
    await stroke.lock()
    await stroke.save(content={"hpi": "Weak"})
    assert await _notifications(stroke.provider) == []
    await stroke.save(content={"hpi": "Weak"}, releaseLock=True)
    (draft,) = await _notifications(stroke.provider)
    assert (draft["details"]["type"], draft["isNew"]) == (DRAFT, True)
    assert draft["details"]["consultId"] == stroke.path.removeprefix("/consults/")
    assert "editSignoffNote" in (await stroke.consult())["allowedActions"]
    for other in (client, colleague):
        assert await _notifications(other) == []


@pytest.mark.req("SIGN-55", "SIGN-57")
async def test_closing_a_draft_again_makes_its_one_notification_new_again(stroke: Stroke) -> None:
    await stroke.lock()
    await stroke.save(releaseLock=True)
    await stroke.provider.post(f"/notifications/{await _id(stroke.provider)}/setNotNew")
    clock.advance(timedelta(minutes=1))
    await stroke.lock()
    assert [each["isNew"] for each in await _notifications(stroke.provider)] == [False]
    await stroke.save(releaseLock=True)
    (again,) = await _notifications(stroke.provider)
    assert (again["isNew"], again["createdAt"]) == (True, "2026-03-04T12:01:00Z")


@pytest.mark.req("SIGN-57")
async def test_signing_withdraws_the_draft_notifications(stroke: Stroke, colleague: httpx.AsyncClient) -> None:
    await stroke.lock()
    await stroke.save(releaseLock=True)
    await stroke.lock(colleague)
    await stroke.save(colleague, releaseLock=True)
    assert await _types(stroke.provider) == await _types(colleague) == [DRAFT]
    await stroke.lock()
    assert (await stroke.sign(content=STROKE_NOTE)).status_code == 200
    assert await _notifications(stroke.provider) == await _notifications(colleague) == []


@pytest.mark.req("SIGN-57", "SIGN-56", "RT-06", "RT-16", "NOTIF-08")
async def test_a_signature_notifies_the_requester_and_the_acknowledger(
    stroke: Stroke, client: httpx.AsyncClient, colleague: httpx.AsyncClient, sent_events: list[SentEvent]
) -> None:
    await colleague.post(f"{stroke.path}/acknowledge")
    await stroke.lock()
    asker, acknowledger = await _id(client), await _id(colleague)
    sent_events.clear()
    assert (await stroke.sign(content=STROKE_NOTE)).status_code == 200
    (event_sent,) = [event for event in sent_events if event.name == "notification:added"]
    assert set(event_sent.rooms) == {_room(asker), _room(acknowledger)}
    assert event_sent.data == {"consultId": stroke.path.removeprefix("/consults/")}
    for who in (client, colleague):
        assert await _types(who) == [SIGNED]
    (signed,) = await _notifications(client)
    document = await client.get(f"/consults/{signed['details']['consultId']}/export-sign-off-note")
    assert (document.status_code, document.headers["Content-Type"]) == (200, "application/pdf")
    assert await _notifications(stroke.provider) == []
    assert (await stroke.provider.post(f"{stroke.path}/sign-signoff-note", json={"docType": "Error"})).is_success
    assert await _types(client) == [SIGNED]


@pytest.mark.req("SIGN-57")
async def test_a_signer_who_acknowledged_the_consult_is_notified_too(
    stroke: Stroke, colleague: httpx.AsyncClient
) -> None:
    """Nor is anyone notified of a draft if another user takes over an addendum."""
    await stroke.provider.post(f"{stroke.path}/acknowledge")
    await stroke.lock()
    await stroke.sign(content=STROKE_NOTE)
    assert await _types(stroke.provider) == [SIGNED]
    await stroke.lock(docType="Addendum")
    clock.advance(LEASE)
    assert (await stroke.lock(colleague, docType="Addendum")).status_code == 200
    assert await _types(stroke.provider) == [SIGNED]


SHORT = {
    "tele-neuro": ("neuro", {"typeofCall": "video", "videoCallLength": 12, "documentationReference": "EMR 4711"}),
    "tele-psych": ("psych", {"typeofCall": "video"}),
    "tele-toxicology": ("tox", {"typeofCall": "video"}),
}


@pytest.mark.parametrize("line", SHORT)
@pytest.mark.req("SIGN-57", "SIGN-56")
async def test_a_short_sign_off_notifies_as_well(
    client: httpx.AsyncClient, check_in: CheckIn, bodies: Bodies, line: str
) -> None:
    username, content = SHORT[line]
    provider = await check_in(username, line=line)
    path = f"/consults/{await bodies.create(client, line)}"
    await provider.post(f"{path}/acknowledge")
    await provider.post(f"{path}/complete", json={"completeType": "video"})
    signed = await provider.post(f"{path}/sign-signoff-note-{line.removeprefix('tele-')}", json=content)
    assert signed.status_code == 200, signed.text
    for who in (client, provider):
        assert await _types(who) == [SIGNED]


@pytest.mark.req("SIGN-57")
async def test_a_signature_does_not_notify_users_who_may_not_view_notes(
    stroke: Stroke, client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("wardline.signoff.policies.VIEW_SIGNOFF_NOTE", ("View", "SomethingElse"))
    await stroke.lock()
    await stroke.sign(content=STROKE_NOTE)
    assert await _notifications(client) == []


@pytest.mark.req("SIGN-57", "RT-15", "SIGN-18", "SIGN-20", "SIGN-59")
async def test_an_expired_lock_on_a_draft_notifies_its_holder_once(
    stroke: Stroke, database: RolledBackDatabase, sent_events: list[SentEvent], sign_in: SignIn
) -> None:
    await stroke.lock()
    await stroke.save(content={"hpi": "Weak"})
    clock.advance(LEASE - timedelta(seconds=1))
    await _run_cleanup(database)
    stroke.provider = sign_in("neuro")
    assert (await stroke.read())["lockedBy"] is not None
    assert await _notifications(stroke.provider) == []
    clock.advance(timedelta(seconds=1))
    sent_events.clear()
    await _run_cleanup(database)
    assert [event.name for event in sent_events] == ["notification:added", "consult:signoff-changed"]
    assert (await stroke.read())["lockedBy"] is None
    (draft,) = await _notifications(stroke.provider)
    assert draft["details"]["type"] == DRAFT
    await stroke.provider.post(f"/notification/{draft['id']}/dismiss")
    sent_events.clear()
    await _run_cleanup(database)
    assert sent_events == []
    assert await _notifications(stroke.provider) == []


@pytest.mark.req("SIGN-57")
def test_expired_locks_are_released_every_minute() -> None:
    assert declared["close_left_notes"].cron == "* * * * *"


@pytest.mark.req("SIGN-57")
async def test_an_expired_lock_on_a_cancelled_consults_draft_notifies_no_one(
    stroke: Stroke, database: RolledBackDatabase, sign_in: SignIn
) -> None:
    await stroke.lock()
    cancelled = {"completeType": "cancelled", "cancellationReason": "Requested twice"}
    assert (await stroke.provider.post(f"{stroke.path}/complete", json=cancelled)).status_code == 200
    clock.advance(LEASE)
    await _run_cleanup(database)
    stroke.provider = sign_in("neuro")
    assert (await stroke.read())["lockedBy"] is None
    assert await _notifications(stroke.provider) == []


@pytest.mark.req("SIGN-57", "SIGN-55")
async def test_a_draft_cannot_be_continued_once_its_consult_is_cancelled(stroke: Stroke) -> None:
    await stroke.lock()
    await stroke.save(releaseLock=True)
    assert len(await _notifications(stroke.provider)) == 1
    cancelled = {"completeType": "cancelled", "cancellationReason": "Requested twice"}
    assert (await stroke.provider.post(f"{stroke.path}/complete", json=cancelled)).status_code == 200
    assert await _notifications(stroke.provider) == []


@pytest.mark.req("SIGN-57")
async def test_an_abandoned_addendum_notifies_no_one(
    signed: Stroke, database: RolledBackDatabase, sent_events: list[SentEvent]
) -> None:
    assert (await signed.lock(docType="Addendum")).status_code == 200
    clock.advance(LEASE)
    sent_events.clear()
    await _run_cleanup(database)
    assert sent_events == []


@pytest.mark.req("SIGN-20")
async def test_a_window_whose_lock_lapsed_can_continue(
    stroke: Stroke, database: RolledBackDatabase, sign_in: SignIn
) -> None:
    """A computer that wakes up has the last input, and its page saves it automatically."""
    window = str(uuid4())
    await stroke.lock(editorId=window)
    await stroke.save(editorId=window, save=3, content={"hpi": "Before"})
    clock.advance(LEASE)
    await _run_cleanup(database)
    stroke.provider = sign_in("neuro")
    assert refusal(await stroke.save(editorId=str(uuid4()), content={})) == (409, "not_locked")
    assert refusal(await stroke.save(content={})) == (409, "not_locked")
    assert refusal(await stroke.save(editorId=window, save=3, content={})) == (409, "outrun_save")
    assert (await stroke.save(editorId=window, save=4, content={"hpi": "After"})).status_code == 200
    note = await stroke.read()
    assert note["documentVersions"][0]["content"]["hpi"] == of_lines("After")
    assert note["lockedUser"] == {"firstName": "Amara", "lastName": "Feldspar"}


@pytest.mark.req("SIGN-20")
async def test_a_window_whose_lock_lapsed_cannot_continue_after_another_user_opened_the_note(
    stroke: Stroke, check_in: CheckIn, database: RolledBackDatabase, sign_in: SignIn
) -> None:
    window = str(uuid4())
    await stroke.lock(editorId=window)
    clock.advance(LEASE)
    await _run_cleanup(database)
    colleague = await check_in("neuro2", line=stroke.line)
    stroke.provider = sign_in("neuro")
    await stroke.lock(colleague, editorId=str(uuid4()))
    assert refusal(await stroke.save(editorId=window, content={})) == (409, "locked_by_another")
    await stroke.save(colleague, content={"hpi": "Theirs"}, releaseLock=True)
    assert refusal(await stroke.save(editorId=window, content={})) == (409, "not_locked")


async def test_an_autosave_does_not_touch_notifications(stroke: Stroke, statements: list[str]) -> None:
    await stroke.lock()
    statements.clear()
    await stroke.save(content={"hpi": "Weak"})
    assert statements != []
    assert not any("notifications" in statement for statement in statements)


@pytest.mark.req("API-66", "SIGN-57", "SIGN-20")
async def test_taking_over_an_expired_lock_notifies_its_former_holder(
    stroke: Stroke, check_in: CheckIn, sign_in: SignIn
) -> None:
    await stroke.lock()
    clock.advance(LEASE)
    colleague = await check_in("neuro2", line=stroke.line)
    stroke.provider = sign_in("neuro")
    assert (await stroke.lock(colleague)).status_code == 200
    assert await _types(stroke.provider) == [DRAFT]
    assert await _types(colleague) == []
