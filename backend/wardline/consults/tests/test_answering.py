"""Acknowledging, commenting and the timeline."""

from datetime import datetime, timedelta

import httpx
import pytest
from bodies import Bodies
from sqlalchemy import insert, select, text, update
from sqlalchemy.ext.asyncio import AsyncSession

from conftest import CheckIn, SentEvent, SignIn
from wardline.consults.models import Consult
from wardline.consults.timeline import repository
from wardline.consults.timeline.choices import UpdateKind
from wardline.consults.timeline.models import TimelineEntry
from wardline.consults.timeline.repository import KNOWN_KINDS, KNOWN_TYPES
from wardline.consults.timeline.schemas import COMMENTS_LENGTH_LIMIT, COMMENTS_LIMIT
from wardline.core import clock


@pytest.mark.req("API-21", "ENT-02", "ENT-13", "DET-42", "RT-09")
async def test_acknowledging(
    client: httpx.AsyncClient, check_in: CheckIn, bodies: Bodies, sent_events: list[SentEvent], noon: datetime
) -> None:
    """What is new becomes pending, which changes nothing else: lists and what may be done are the same."""
    consult_id = await bodies.create(client)
    psych = await check_in("psych", line="tele-psych")

    async def listed_as() -> list[str]:
        found = []
        for state in ("new", "pending", "completed", "cancelled"):
            response = await psych.post("/consults/$search", json={"filter": {"state": state}})
            found += [state for card in response.json()["consults"] if card["id"] == consult_id]
        return found

    before = (await psych.get(f"/consults/{consult_id}")).json()
    assert (before["state"], await listed_as()) == ("new", ["new", "pending"])
    sent_events.clear()
    clock.advance(timedelta(minutes=2))
    response = await psych.post(f"/consults/{consult_id}/acknowledge")
    assert response.status_code == 200
    consult = response.json()
    assert consult["state"] == "pending"
    ending = ("completedAt", "completedByUser", "completeType", "cancellationReason", "qaComment", "callLength")
    assert [consult[name] for name in ending] == [None] * len(ending)
    assert consult["acknowledgedAt"] == "2026-03-04T12:02:00Z"
    assert consult["acknowledgedBy"] == consult["acknowledgedByUser"]["id"]
    assert consult["acknowledgedByUser"]["username"] == "psych"
    assert [event.name for event in sent_events] == ["consult:updated-state"]
    (newest, _) = (await psych.get(f"/consults/{consult_id}/updates")).json()
    assert (newest["taskType"], newest["createdAt"]) == ("consult-acknowledgement", consult["acknowledgedAt"])
    assert ["acknowledge", *consult["allowedActions"]] == [*before["allowedActions"], "confirmOnThePhone", "handOver"]
    assert await listed_as() == ["new", "pending"]


@pytest.mark.req("DONE-41", "DET-41", "DET-43", "API-06", "INFO-49")
async def test_the_second_acknowledger_gets_who_was_first(
    client: httpx.AsyncClient, check_in: CheckIn, bodies: Bodies, noon: datetime
) -> None:
    consult_id = await bodies.create(client, "tele-stroke")
    first = await check_in("neuro", line="tele-stroke")
    second = await check_in("neuro2", line="tele-stroke")
    await second.post(f"/consults/{consult_id}/updates", json={"message": "Who takes this?"})
    assert (await second.get(f"/consults/{consult_id}")).json()["acknowledgedBy"] is None
    clock.advance(timedelta(minutes=1))
    assert (await first.post(f"/consults/{consult_id}/acknowledge")).status_code == 200
    refused = await second.post(f"/consults/{consult_id}/acknowledge")
    assert (refused.status_code, refused.json()["code"]) == (409, "already_acknowledged")
    assert refused.json()["acknowledgedByUser"]["username"] == "neuro"
    acknowledged = (await first.get(f"/consults/{consult_id}")).json()
    assert refused.json()["acknowledgedAt"] == acknowledged["acknowledgedAt"]
    assert "acknowledge" not in acknowledged["allowedActions"]
    assert acknowledged["acknowledgedBy"] == (await first.get("/me")).json()["id"]
    repeated = await first.post(f"/consults/{consult_id}/acknowledge")
    assert (repeated.status_code, repeated.json()["acknowledgedByUser"]["username"]) == (200, "neuro")
    clock.advance(timedelta(minutes=3))
    done = (await second.post(f"/consults/{consult_id}/complete", json={"completeType": "audio"})).json()
    assert (done["completedByUser"]["username"], done["completedAt"]) == ("neuro2", "2026-03-04T12:04:00Z")
    assert (done["acknowledgedByUser"]["username"], done["acknowledgedAt"]) == ("neuro", "2026-03-04T12:01:00Z")


@pytest.mark.req("API-21", "PERM-10", "DET-41", "API-06", "BPERM-03")
async def test_a_repeat_succeeds_only_while_the_right_exists(
    client: httpx.AsyncClient, check_in: CheckIn, bodies: Bodies
) -> None:
    consult_id = await bodies.create(client)
    psych = await check_in("psych", line="tele-psych")
    path = f"/consults/{consult_id}/acknowledge"
    assert [(await psych.post(path)).status_code for _ in range(2)] == [200, 200]
    await psych.post("/checkout")
    off_duty = await psych.post(path)
    assert (off_duty.status_code, off_duty.json()["code"]) == (403, "not_checked_in")
    await check_in("psych", line="tele-psych")
    await psych.post(f"/consults/{consult_id}/complete", json={"completeType": "video"})
    late = await psych.post(path)
    assert (late.status_code, late.json()["code"]) == (409, "already_closed")
    assert late.json()["completedByUser"]["username"] == "psych"


@pytest.mark.req("API-21", "PERM-10", "BPERM-03")
async def test_acknowledging_requires_a_check_in_to_the_line(
    client: httpx.AsyncClient, sign_in: SignIn, check_in: CheckIn, bodies: Bodies
) -> None:
    consult_id = await bodies.create(client)
    off_call = await sign_in("psych").post(f"/consults/{consult_id}/acknowledge")
    assert (off_call.status_code, off_call.json()["code"]) == (403, "not_checked_in")
    assert (await client.post(f"/consults/{consult_id}/acknowledge")).status_code == 403
    assert "acknowledge" not in (await client.get(f"/consults/{consult_id}")).json()["allowedActions"]
    psych = await check_in("psych", line="tele-psych")
    assert "acknowledge" in (await psych.get(f"/consults/{consult_id}")).json()["allowedActions"]


@pytest.mark.req("API-25", "API-26", "TIME-16", "RT-10", "VAL-05")
async def test_commenting(
    client: httpx.AsyncClient,
    check_in: CheckIn,
    bodies: Bodies,
    sent_events: list[SentEvent],
    noon: datetime,
    session: AsyncSession,
) -> None:
    consult_id = await bodies.create(client)
    psych = await check_in("psych", line="tele-psych")
    await psych.post(f"/consults/{consult_id}/acknowledge")
    sent_events.clear()
    clock.advance(timedelta(minutes=1))
    added = await psych.post(f"/consults/{consult_id}/updates", json={"message": "  On my way.\nTwo lines.  "})
    assert added.status_code == 201
    assert added.json()["message"] == "On my way.\nTwo lines."
    assert [event.name for event in sent_events] == ["update:created"]
    entries = (await client.get(f"/consults/{consult_id}/updates")).json()
    assert [entry["taskType"] for entry in entries] == ["update", "consult-acknowledgement", "consult-creation"]
    me = (await psych.get("/me")).json()
    author = {name: me[name] for name in ("id", "firstName", "lastName")}
    assert [entry["author"] for entry in (entries[0], added.json())] == [author, author]
    stored = [entries[0][name] for name in ("message", "alert", "notified")]
    assert stored == ["On my way.\nTwo lines.", False, False]
    assert entries[0]["messageOrDescription"] == "On my way.\nTwo lines."
    assert entries[0]["createdAt"] == "2026-03-04T12:01:00Z"
    changed = await session.execute(select(Consult.changed_at, Consult.comment_count).where(Consult.id == consult_id))
    assert changed.one() == (noon + timedelta(minutes=1), 1)


@pytest.mark.parametrize("sent", [{}, {"alert": False}, {"alert": True}])
@pytest.mark.req("API-26", "ENT-10", "RT-10", "TIME-10", "TIME-16")
async def test_alert_of_a_comment_is_stored(
    client: httpx.AsyncClient, bodies: Bodies, sent: dict[str, bool], sent_events: list[SentEvent]
) -> None:
    consult_id = await bodies.create(client)
    sent_events.clear()
    message = "Worse." + "x" * 64_994
    added = await client.post(f"/consults/{consult_id}/updates", json={"message": message, **sent})
    assert (added.status_code, added.json()["alert"]) == (201, sent.get("alert", False))
    assert added.json()["message"] == message
    assert added.json()["notified"] is False, "no one is on call"
    assert [(event.name, event.data["consultId"]) for event in sent_events] == [("update:created", consult_id)]
    assert (await client.get(f"/consults/{consult_id}/updates")).json()[0] == added.json()
    assert (await client.get(f"/consults/{consult_id}")).json()["commentCount"] == 1


@pytest.mark.parametrize("message", ["", " \n ", "x" * 65_001, "bad \x00 sign", None])
@pytest.mark.req("VAL-03", "VAL-04", "VAL-05", "TIME-16", "TIME-10")
async def test_bad_comment_is_refused(client: httpx.AsyncClient, bodies: Bodies, message: str | None) -> None:
    consult_id = await bodies.create(client)
    response = await client.post(f"/consults/{consult_id}/updates", json={"message": message})
    assert response.status_code == 400
    assert [error["field"] for error in response.json()["errors"]] == ["message"]
    longest = await client.post(f"/consults/{consult_id}/updates", json={"message": "x" * 65_000})
    assert (longest.status_code, longest.json()["message"]) == (201, "x" * 65_000)
    assert (await client.get(f"/consults/{consult_id}/updates")).json()[0]["message"] == "x" * 65_000


@pytest.mark.parametrize(
    ("earlier", "last", "beyond"),
    [
        (["x"] * (COMMENTS_LIMIT - 1), "The last.", "One more."),
        (["é" * 65_000] * (COMMENTS_LENGTH_LIMIT // 65_000), "é" * (COMMENTS_LENGTH_LIMIT % 65_000 - 1), "éé"),
    ],
    ids=["comments", "characters"],
)
@pytest.mark.req("API-04", "API-06")
async def test_a_consult_has_a_maximum_number_of_comments(
    client: httpx.AsyncClient,
    bodies: Bodies,
    session: AsyncSession,
    sent_events: list[SentEvent],
    earlier: list[str],
    last: str,
    beyond: str,
) -> None:
    """One more changes nothing."""
    consult_id = await bodies.create(client)
    path = f"/consults/{consult_id}"
    entry = {"consult_id": consult_id, "task_type": "update", "created_at": clock.now()}
    author_id = (await client.get("/me")).json()["id"]
    rows = [{**entry, "author_id": author_id, "message": message} for message in earlier]
    await session.execute(insert(TimelineEntry), rows)
    await session.execute(update(Consult).where(Consult.id == consult_id).values(comment_count=len(earlier)))
    await session.commit()
    assert (await client.post(f"{path}/updates", json={"message": last})).status_code == 201
    before = [(await client.get(found)).json() for found in (path, f"{path}/updates")]
    sent_events.clear()
    refused = await client.post(f"{path}/updates", json={"message": beyond, "alert": True})
    assert (refused.status_code, refused.json()["code"]) == (409, "comments_full")
    assert refused.json()["message"] == (
        "A consult can have up to 1,000 comments with 1,000,000 characters in total, and this comment would exceed "
        "that. Document the rest in the hospital's record."
    )
    assert [(await client.get(found)).json() for found in (path, f"{path}/updates")] == before
    assert sent_events == []
    assert len(before[1]) == len(earlier) + 2, "the request, and all comments"


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"message": "Worse.", "alert": "true"}, "alert"),
        ({"message": "Worse.", "alert": 1}, "alert"),
        ({"message": "Worse.", "alert": None}, "alert"),
        ({"alert": True}, "message"),
    ],
)
@pytest.mark.req("TIME-10", "API-26", "VAL-03", "VAL-43", "API-06")
async def test_a_comment_has_a_text_and_is_urgent_or_not(
    client: httpx.AsyncClient, bodies: Bodies, body: dict[str, object], field: str
) -> None:
    response = await client.post(f"/consults/{await bodies.create(client)}/updates", json=body)
    assert response.status_code == 400
    assert [error["field"] for error in response.json()["errors"]] == [field]


@pytest.mark.req("TIME-03", "API-25")
async def test_simultaneous_entries_are_in_the_order_of_writing(
    client: httpx.AsyncClient, bodies: Bodies, noon: datetime
) -> None:
    path = f"/consults/{await bodies.create(client)}/updates"
    written = [(await client.post(path, json={"message": f"Comment {number}"})).json() for number in range(4)]
    with clock.clock_at(noon - timedelta(minutes=1)):
        # Another server's clock is behind, so its entry is the newest by id but not by time.
        written.insert(0, (await client.post(path, json={"message": "Before"})).json())
    entries = (await client.get(path)).json()
    assert [entry["id"] for entry in entries if entry["taskType"] == "update"] == [
        entry["id"] for entry in reversed(written)
    ]
    moments = [(entry["createdAt"], entry["id"]) for entry in entries]
    assert moments == sorted(moments, reverse=True)


@pytest.mark.req("API-04", "API-25", "TIME-03")
async def test_a_timeline_is_returned_completely(
    client: httpx.AsyncClient, bodies: Bodies, session: AsyncSession
) -> None:
    consult_id = await bodies.create(client)
    path = f"/consults/{consult_id}/updates"
    await client.post(f"/consults/{await bodies.create(client)}/updates", json={"message": "About someone else."})
    await client.post(path, json={"message": "First."})
    await session.execute(
        text(
            "insert into timeline_entries (consult_id, task_type, created_at, author_id, message)"
            " select consult_id, task_type, created_at, author_id, 'Comment ' || number"
            " from timeline_entries, generate_series(1, 120) as number"
            " where consult_id = :id and task_type = 'update'"
        ),
        {"id": consult_id},
    )
    entries = (await client.get(path)).json()
    messages = [f"Comment {number}" for number in range(120, 0, -1)]
    assert [entry["messageOrDescription"] for entry in entries[:-1]] == [*messages, "First."]
    assert entries[-1]["taskType"] == "consult-creation"


async def test_only_comments_count_as_comments(
    client: httpx.AsyncClient, bodies: Bodies, session: AsyncSession
) -> None:
    """What else happened leaves the room for them as it was."""
    path = f"/consults/{await bodies.create(client)}"
    assert (await client.post(f"{path}/updates", json={"message": "First."})).status_code == 201
    await session.execute(
        text(
            "insert into timeline_entries (consult_id, task_type, kind, created_at, author_id, message)"
            " select consult_id, task_type, 'transferDeclined', created_at, author_id, repeat('x', 60000)"
            " from timeline_entries, generate_series(1, :updates) where task_type = 'update' and consult_id = :id"
        ),
        {"id": path.rsplit("/", 1)[-1], "updates": COMMENTS_LENGTH_LIMIT // 60_000 + 1},
    )
    await session.commit()
    assert (await client.post(f"{path}/updates", json={"message": "Second."})).status_code == 201
    assert (await client.get(path)).json()["commentCount"] == 2


async def _timeline(reader: httpx.AsyncClient, consult_id: str) -> list[tuple[str, int, str]]:
    """Kind, author and moment of each entry, newest first."""
    entries = (await reader.get(f"/consults/{consult_id}/updates")).json()
    return [(entry["taskType"], entry["author"]["id"], entry["createdAt"]) for entry in entries]


def _published(sent_events: list[SentEvent], consult_id: str) -> list[tuple[str, int]]:
    """The names and actors of the events about this consult, in their order."""
    return [(event.name, event.data["actorId"]) for event in sent_events if event.data.get("consultId") == consult_id]


@pytest.mark.req("TIME-22", "TIME-23", "TIME-24", "RT-09", "RT-16")
async def test_timeline_of_a_completed_consult(
    client: httpx.AsyncClient, check_in: CheckIn, bodies: Bodies, noon: datetime, sent_events: list[SentEvent]
) -> None:
    consult_id = await bodies.create(client)
    psych = await check_in("psych", line="tele-psych")
    for _ in range(2):  # The second press gets the same response, and adds no timeline entry.
        clock.advance(timedelta(seconds=30))
        assert (await psych.post(f"/consults/{consult_id}/acknowledge")).status_code == 200
    clock.advance(timedelta(minutes=1))
    consult = (await psych.post(f"/consults/{consult_id}/complete", json={"completeType": "Video"})).json()
    nurse, provider = (consult[by]["id"] for by in ("createdByUser", "completedByUser"))
    assert nurse != provider
    assert await _timeline(client, consult_id) == [
        ("consult-completion", provider, "2026-03-04T12:02:00Z"),
        ("consult-acknowledgement", provider, "2026-03-04T12:00:30Z"),
        ("consult-creation", nurse, consult["createdAt"]),
    ]
    steps = [("consult:created", nurse), ("consult:updated-state", provider), ("consult:updated-state", provider)]
    assert _published(sent_events, consult_id) == steps


@pytest.mark.parametrize(
    ("who", "body"),
    [
        ("nurse", {"cancel": True, "cancellationReason": "Improved"}),
        ("psych", {"completeType": "Cancelled", "cancellationReason": "Improved"}),
    ],
)
@pytest.mark.req("TIME-13", "TIME-24", "RT-09", "API-78", "API-25")
async def test_timeline_of_a_cancelled_consult(
    client: httpx.AsyncClient,
    check_in: CheckIn,
    bodies: Bodies,
    who: str,
    body: dict[str, object],
    sent_events: list[SentEvent],
) -> None:
    consult_id = await bodies.create(client)
    canceller = client if who == "nurse" else await check_in(who, line="tele-psych")
    await canceller.post(f"/consults/{consult_id}/complete", json=body)
    for alert in (False, True):
        late = await client.post(f"/consults/{consult_id}/updates", json={"message": "Too late", "alert": alert})
        assert (late.status_code, late.json()["code"]) == (409, "already_closed")
    offered = (await client.get(f"/consults/{consult_id}")).json()["allowedActions"]
    assert {"comment", "commentWithAlert"}.isdisjoint(offered)
    asker, ender = [(await person.get("/me")).json()["id"] for person in (client, canceller)]
    assert _published(sent_events, consult_id) == [("consult:created", asker), ("consult:updated-state", ender)]
    newest, oldest = (await client.get(f"/consults/{consult_id}/updates")).json()
    assert (newest["taskType"], newest["details"]) == ("cancelled", {"cancellationReason": "Improved"})
    assert newest["author"]["id"] == ender
    assert oldest["taskType"] == "consult-creation"


async def test_a_timeline_leaves_out_types_of_entries_that_only_a_newer_server_knows(
    client: httpx.AsyncClient, check_in: CheckIn, bodies: Bodies, monkeypatch: pytest.MonkeyPatch
) -> None:
    """During an upgrade, servers of both versions use one database."""
    consult_id = await bodies.create(client)
    before = (await client.get(f"/consults/{consult_id}/updates")).json()
    psych = await check_in("psych", line="tele-psych")
    assert (await psych.post(f"/consults/{consult_id}/acknowledge")).status_code == 200
    older = tuple(known for known in KNOWN_TYPES if known != "consult-acknowledgement")
    monkeypatch.setattr(repository, "KNOWN_TYPES", older)
    assert (await client.get(f"/consults/{consult_id}/updates")).json() == before


async def test_a_timeline_leaves_out_updates_of_kinds_that_only_a_newer_server_knows(
    client: httpx.AsyncClient, bodies: Bodies, session: AsyncSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Comments, which have no kind, and updates of known kinds stay."""
    consult_id = await bodies.create(client)
    await client.post(f"/consults/{consult_id}/updates", json={"message": "On my way"})
    author_id = (await client.get("/me")).json()["id"]
    for kind in UpdateKind:
        entry = {"task_type": "update", "kind": kind.value, "message": f"{kind.label}.", "author_id": author_id}
        await session.execute(insert(TimelineEntry).values(consult_id=consult_id, created_at=clock.now(), **entry))
    await session.commit()

    async def shown() -> list[str | None]:
        entries = (await client.get(f"/consults/{consult_id}/updates")).json()
        return [entry["kind"] for entry in entries if entry["taskType"] == "update"]

    known, *_ = KNOWN_KINDS
    assert await shown() == [*reversed(KNOWN_KINDS), None]
    monkeypatch.setattr(repository, "KNOWN_KINDS", (known,))
    assert await shown() == [known, None]
