"""People are told once, on their screens and verified contacts, until it no longer applies."""

from collections.abc import AsyncIterator, Awaitable, Callable
from datetime import timedelta
from typing import Any, Final

import httpx
import psycopg
import pytest
from sqlalchemy import text

from conftest import RolledBackDatabase, SentEvent, SignIn, job_context
from wardline.core import clock
from wardline.core.db.database import Database
from wardline.duty_notices.choices import DutyNoticeKind
from wardline.duty_notices.jobs import KEPT_FOR, forget_duty_notices
from wardline.duty_notices.service import DutyNotice, Telling, tell, withdraw
from wardline.ehr.tests.serving import STAGE, serving
from wardline.mail import registry as mails
from wardline.paging.tests.edge import Edge
from wardline.paging.tests.watched import Watched, have_contacts
from wardline.telephony import registry as phones
from wardline.telephony.contract import PhoneOutcome
from wardline.webpush.tests.push_service import PushService

pytestmark = pytest.mark.usefixtures("noon")

TELE_STROKE: Final = 2
NEURO, NEURO2 = "neuro", "neuro2"
CELL, BOX = "(555) 010-0161", "a.feldspar@hospital.example"
BEGINS: Final = "Your shift on Tele-Stroke has begun (7:00am to 7:00pm EST)."
DAY: Final = timedelta(days=1)

Tell = Callable[..., Awaitable[None]]


@pytest.fixture
def tell_people(database: RolledBackDatabase) -> Tell:
    """Tells these users of a shift that begins at noon UTC, as another domain does."""

    async def run(kind: DutyNoticeKind, *usernames: str, cause: str = "shift 1 begins") -> None:
        found = dict(await Watched(database).rows("select username, id from users"))
        now = clock.now()
        notice = DutyNotice(
            kind=kind,
            service_line_id=TELE_STROKE,
            time_zone="America/New_York",
            starts_at=now,
            ends_at=now + DAY / 2,
            about_id=found[NEURO2],
        )
        async with database.transaction() as session:
            await tell(session, Telling([found[each] for each in usernames], notice, cause))

    return run


@pytest.fixture
async def edge(database: RolledBackDatabase, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Edge]:
    monkeypatch.setenv("WARDLINE_PUSH_SERVICES", "127.0.0.1")
    context = job_context(database)
    edge = Edge(context)
    monkeypatch.setattr(phones, "phone_provider_for", lambda _: edge)
    monkeypatch.setattr(mails, "mail_server_for", lambda _: edge)
    yield edge
    await context.aclose()


async def _listed(client: httpx.AsyncClient) -> list[dict[str, Any]]:
    response = await client.get("/duty-notices")
    assert response.status_code == 200, response.text
    listed: list[dict[str, Any]] = response.json()
    return listed


async def test_everyone_is_told_once_of_one_cause_on_their_own_screens(
    sign_in: SignIn, tell_people: Tell, sent_events: list[SentEvent]
) -> None:
    neuro, neuro2 = sign_in(NEURO), sign_in(NEURO2)
    ids = [(await each.get("/me")).json()["id"] for each in (neuro, neuro2)]
    await tell_people(DutyNoticeKind.SHIFT_BEGINS, NEURO)
    clock.advance(timedelta(minutes=1))
    await tell_people(DutyNoticeKind.SHIFT_BEGINS, NEURO, NEURO2)
    assert [(event.name, event.rooms) for event in sent_events] == [
        ("duty-notice:changed", [f"user:{user_id}"]) for user_id in ids
    ]
    (notice,) = await _listed(neuro)
    assert notice.pop("id") != (await _listed(neuro2))[0]["id"]
    assert notice == {
        "kind": "shiftBegins",
        "title": "Your Shift Has Begun",
        "text": BEGINS,
        "path": "/my-shifts?begin=2",
        "actionName": "Go on Call",
        "needsAnswer": True,
        "goesOnCallFor": TELE_STROKE,
        "urgent": True,
        "createdAt": "2026-03-04T12:00:00Z",
    }
    await tell_people(DutyNoticeKind.COVER_ASKED, NEURO, cause="cover 1 asked")
    newest, *_ = await _listed(neuro)
    assert (newest["text"], newest["urgent"]) == (
        "Hiroshi Obsidian asks for cover on Tele-Stroke (7:01am to 7:01pm EST).",
        False,
    )


async def test_many_people_are_told_much_in_as_few_statements_as_one_person_little(
    database: RolledBackDatabase, statements: list[str]
) -> None:
    for username in (NEURO, NEURO2):
        await have_contacts(Watched(database), username, ("text", CELL, 0))
    found = dict(await Watched(database).rows("select username, id from users"))
    counts = []
    for number in (1, 40):
        tellings = [
            Telling(
                [found[each] for each in (NEURO, NEURO2)[:number]],
                DutyNotice(kind=kind, service_line_id=TELE_STROKE, time_zone="America/New_York"),
                f"{number} shifts: {kind} {index}",
            )
            for index in range(number)
            for kind in (DutyNoticeKind.SHIFT_BEGINS, DutyNoticeKind.SHIFT_ASSIGNED)
        ]
        statements.clear()
        async with database.transaction() as session:
            await tell(session, *tellings)
        counts.append(len(statements))
    assert await Watched(database).rows("select count(*) from duty_notice_deliveries") == [(2 + 160,)]
    assert counts[0] == counts[1]


@pytest.mark.parametrize(
    ("kind", "contacts", "texts", "mailed"),
    [
        (DutyNoticeKind.SHIFT_BEGINS, [("text", CELL, 60), ("email", BOX, 0)], [CELL], []),
        (DutyNoticeKind.SHIFT_BEGINS, [("call", CELL, 0), ("email", BOX, 0)], [], [BOX]),
        (DutyNoticeKind.COVER_ASKED, [("text", CELL, 0), ("email", BOX, 0)], [], [BOX]),
        (DutyNoticeKind.COVER_ASKED, [("text", CELL, 0)], [CELL], []),
    ],
)
async def test_what_is_urgent_is_texted_and_what_is_not_is_mailed_unless_that_cannot_reach_someone(
    tell_people: Tell,
    database: RolledBackDatabase,
    edge: Edge,
    kind: DutyNoticeKind,
    contacts: list[tuple[str, str, int]],
    texts: list[str],
    mailed: list[str],
) -> None:
    watched = Watched(database)
    await have_contacts(watched, NEURO, *contacts)
    await tell_people(kind, NEURO)
    await edge.deliver()
    assert [number for number, _ in edge.texts] == texts
    assert [address for address, _, _ in edge.mails] == mailed
    assert edge.calls == []
    ((is_urgent,),) = await watched.rows("select distinct channel like 'duty-urgent-%' from deliveries")
    assert is_urgent is kind.handling.channels.are_urgent


async def test_someone_whose_account_was_closed_is_told_nothing(cloned: tuple[str, str]) -> None:
    with psycopg.connect(cloned[1].replace("+psycopg", "")) as owner:
        owner.execute("update users set active = false where username = 'neuro'")
        ((neuro_id,),) = owner.execute("select id from users where username = 'neuro'")
    database = Database(cloned[0])
    notice = DutyNotice(kind=DutyNoticeKind.SHIFT_BEGINS, service_line_id=TELE_STROKE, time_zone="America/New_York")
    async with database.transaction() as session:
        await tell(session, Telling([neuro_id], notice, "shift 1 begins"))
        assert (await session.execute(text("select 1 from duty_notices"))).all() == []
    await database.close()


async def test_an_unverified_contact_is_not_used(tell_people: Tell, database: RolledBackDatabase, edge: Edge) -> None:
    await have_contacts(Watched(database), NEURO, ("text", CELL, 0))
    async with database.transaction() as session:
        await session.execute(text("update contacts set verified_at = null"))
    await tell_people(DutyNoticeKind.SHIFT_BEGINS, NEURO)
    await edge.deliver()
    assert edge.texts == []


async def test_what_was_seen_on_a_screen_is_not_sent_anymore_and_belongs_to_its_reader_only(
    sign_in: SignIn, tell_people: Tell, database: RolledBackDatabase, edge: Edge, sent_events: list[SentEvent]
) -> None:
    neuro = sign_in(NEURO)
    await have_contacts(Watched(database), NEURO, ("text", CELL, 0))
    await tell_people(DutyNoticeKind.SHIFT_BEGINS, NEURO)
    (notice,) = await _listed(neuro)
    path = f"/duty-notices/{notice['id']}/seen"
    sent_events.clear()
    assert (await sign_in(NEURO2).post(path)).status_code == 403
    for _ in range(2):
        assert (await neuro.post(path)).status_code == 204
    assert [event.name for event in sent_events] == ["duty-notice:changed"]
    assert await _listed(neuro) == []
    await edge.deliver()
    assert edge.texts == []
    assert await Watched(database).rows("select state, attempt_count from deliveries") == [("withdrawn", 0)]


async def test_what_no_longer_applies_is_taken_back_from_screens_and_not_sent(
    sign_in: SignIn, tell_people: Tell, database: RolledBackDatabase, edge: Edge, sent_events: list[SentEvent]
) -> None:
    await have_contacts(Watched(database), NEURO, ("text", CELL, 0))
    for cause in ("shift 1 begins", "shift 1_ begins", "shift 12 begins"):
        await tell_people(DutyNoticeKind.SHIFT_BEGINS, NEURO, cause=cause)
    sent_events.clear()
    async with database.transaction() as session:
        for prefix in ("shift 1 ", "shift 1_ ", "shift 1_ "):
            await withdraw(session, prefix)
    assert len(sent_events) == 2
    assert len(await _listed(sign_in(NEURO))) == 1
    await edge.deliver()
    assert len(edge.texts) == 1
    assert await Watched(database).rows("select state from deliveries order by id") == [
        *[("withdrawn",)] * 2,
        ("sending",),
    ]


async def test_a_failure_is_over_and_a_late_delivery_is_not_sent(
    tell_people: Tell, database: RolledBackDatabase, edge: Edge
) -> None:
    watched = Watched(database)
    await have_contacts(watched, NEURO, ("text", CELL, 0))
    await tell_people(DutyNoticeKind.SHIFT_BEGINS, NEURO)
    clock.advance(DAY)
    await edge.deliver()
    assert edge.texts == []
    await tell_people(DutyNoticeKind.SHIFT_BEGINS, NEURO, cause="shift 2 begins")
    await edge.deliver()
    ((_, reference),) = await watched.rows("select id, reference from deliveries where state = 'sending'")
    await edge.report(PhoneOutcome("text", f"text-{reference}", delivered=False, refusal="not delivered"))
    assert await watched.rows("select state, reason from deliveries order by id") == [
        ("handled", "too late"),
        ("handled", "not delivered"),
    ]


@pytest.mark.parametrize(
    ("kind", "shown", "link", "stays"),
    [
        (DutyNoticeKind.SHIFT_BEGINS, "duty", "/my-shifts?begin=2", True),
        (DutyNoticeKind.SHIFT_ASSIGNED, "dutyNews", "/my-shifts", False),
    ],
)
async def test_a_push_opens_the_page_which_is_enough_for_what_is_only_news(
    sign_in: SignIn,
    tell_people: Tell,
    database: RolledBackDatabase,
    edge: Edge,
    kind: DutyNoticeKind,
    shown: str,
    link: str,
    stays: bool,
) -> None:
    neuro = sign_in(NEURO)
    service = PushService()
    async with STAGE.open(), serving(service.app) as service.origin:
        device = service.subscribe((await neuro.get("/contacts")).json()["pushKey"])
        await have_contacts(Watched(database), NEURO, ("push", device.endpoint, 0), **device.subscription["keys"])
        await tell_people(kind, NEURO)
        await edge.deliver()
    (pushed,) = [each.content for each in service.accepted]
    assert {name: pushed[name] for name in ("kind", "about", "link", "location", "priority")} == {
        "kind": shown,
        "about": kind.label,
        "link": link,
        "location": None,
        "priority": None,
    }
    assert pushed["text"] == (await _listed(neuro))[0]["text"]
    assert (await neuro.post("/push-receipts", json={"receipt": pushed["receipt"], "event": "seen"})).is_success
    assert bool(await _listed(neuro)) is stays


async def test_notices_are_forgotten_after_a_month(
    sign_in: SignIn, tell_people: Tell, database: RolledBackDatabase, edge: Edge
) -> None:
    await have_contacts(Watched(database), NEURO, ("text", CELL, 0))
    await tell_people(DutyNoticeKind.SHIFT_BEGINS, NEURO)
    clock.advance(KEPT_FOR)
    await forget_duty_notices(edge.context)
    assert len(await _listed(sign_in(NEURO))) == 1
    clock.advance(timedelta(seconds=1))
    await forget_duty_notices(edge.context)
    assert await _listed(sign_in(NEURO)) == []
