"""Calendars kept elsewhere as layers of call schedules, uploaded or fetched from an address over real HTTP."""

import asyncio
import logging
from collections.abc import AsyncIterator
from datetime import datetime, timedelta
from typing import Any, Final, cast

import pytest
from fastapi import FastAPI
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from conftest import RolledBackDatabase, SentEvent, SignIn, job_context
from wardline.call_schedules.calendars import fetching, imports, reading
from wardline.call_schedules.calendars.choices import CalendarProblem
from wardline.call_schedules.calendars.entries import Reading
from wardline.call_schedules.calendars.errors import CalendarNotRead
from wardline.call_schedules.calendars.fetching import CalendarFetcher, may_be_fetched
from wardline.call_schedules.calendars.jobs import renew_calendars
from wardline.call_schedules.calendars.reading import NotACalendar
from wardline.call_schedules.calendars.schemas import CalendarSource
from wardline.call_schedules.spans import Span
from wardline.core import clock
from wardline.core.db.database import Database
from wardline.settings import Settings

from .conftest import AddSchedule, Team
from .ical import AMARA, HIROSHI, calendar, shift
from .planned import planned, rotation

pytestmark = pytest.mark.usefixtures("read_here")
FRIDAY: Final = calendar(shift("20260306T070000", "20260306T190000", HIROSHI))


@pytest.fixture
def read_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Starting a process for each calendar would take most of the tests' time."""

    async def read(content: str, within: Span) -> Reading:
        try:
            return reading.read(content, within)
        except NotACalendar:
            raise CalendarNotRead(CalendarProblem.NOT_A_CALENDAR) from None

    monkeypatch.setattr(imports, "read_apart", read)


class CalendarHost:
    """Another application's server, which gives the same answer to all."""

    def __init__(self) -> None:
        self.address = ""
        self.answer = b""
        self.asked: list[str] = []

    def publish(self, content: str, *, status: str = "200 OK", more: str = "") -> None:
        body = content.encode()
        self.answer = f"HTTP/1.1 {status}\r\nContent-Length: {len(body)}\r\n{more}\r\n".encode() + body

    async def talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.asked.append((await reader.readuntil(b"\r\n\r\n")).decode())
        writer.write(self.answer)
        writer.close()


@pytest.fixture
async def host(app: FastAPI) -> AsyncIterator[CalendarHost]:
    """A host from which the installation allows importing."""
    host = CalendarHost()
    server = await asyncio.start_server(host.talk, "127.0.0.1", 0)
    host.address = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/secret-8e1f/calendar.ics"
    before: Settings = app.state.settings
    app.state.settings = before.model_copy(update={"calendar_hosts": "127.0.0.1"})
    yield host
    app.state.settings = before
    server.close()


def imported(content: str | None = FRIDAY, **changes: Any) -> dict[str, Any]:
    return {"name": "Group calendar", "layer": 1, "content": content, "address": None, "version": None} | changes


def url_of(schedule_id: int) -> str:
    return f"/call-schedules/{schedule_id}/imported-calendars"


async def test_a_preview_says_what_a_calendar_would_plan_and_stores_nothing(
    team: Team, add_schedule: AddSchedule, noon: datetime
) -> None:
    schedule_id = await add_schedule(rotation(team.first))
    content = calendar(
        shift("20260306T070000", "20260306T190000", HIROSHI, "RRULE:FREQ=WEEKLY;COUNT=10"),
        shift("20260307T070000", "20260307T190000", "SUMMARY:Dr. Who", "RRULE:FREQ=DAILY;COUNT=2"),
        shift("20260308T070000", "20260308T190000", "SUMMARY:Pat Saffron", zone="Mars/Olympus"),
    )
    response = await team.planner.post(f"{url_of(schedule_id)}/preview", json={"content": content, "address": None})
    assert response.json() == {
        "shifts": [
            {"userId": team.second, "startsAt": "2026-03-06T12:00:00Z", "endsAt": "2026-03-07T00:00:00Z"},
            {"userId": team.second, "startsAt": "2026-03-13T11:00:00Z", "endsAt": "2026-03-13T23:00:00Z"},
        ],
        "people": [{"id": team.second, "firstName": "Hiroshi", "lastName": "Obsidian"}],
        "shiftTotal": 10,
        "unknownTitles": [
            {"title": "Dr. Who", "count": 2, "startsAt": "2026-03-07T12:00:00Z"},
            {"title": "Pat Saffron", "count": 1, "startsAt": "2026-03-08T11:00:00Z"},
        ],
        "unknownTotal": 3,
        "remarks": [{"kind": "unknownZone", "about": "Mars/Olympus"}],
    }
    assert (await team.planner.get(url_of(schedule_id))).json() == {"calendars": [], "hosts": []}
    assert {user_id for user_id, *_ in await planned(team.planner, noon)} == {team.first}


async def test_a_calendar_is_a_layer_among_the_rotations_until_it_is_removed(
    team: Team, add_schedule: AddSchedule, noon: datetime, sign_in: SignIn
) -> None:
    schedule_id = await add_schedule(rotation(team.first), rotation(team.third, name="Top", layer=2, weekdays=[5]))
    content = calendar(
        shift("20260305T070000", "20260307T070000", HIROSHI), shift("20260306T060000", "20260306T190000", AMARA)
    )
    saved = await team.planner.post(url_of(schedule_id), json=imported(content))
    assert saved.status_code == 201
    assert await planned(team.planner, noon, 3) == [
        (team.first, "04 12:00", "05 12:00"),
        (team.second, "05 12:00", "06 12:00"),
        # Doubled in the calendar for an hour, until the higher rotation begins.
        (team.first, "06 11:00", "06 12:00"),
        (team.third, "06 12:00", "07 12:00"),
    ]
    found = (await team.planner.get("/call-schedules/findings")).json()
    assert [(each["startsAt"], each["userIds"]) for each in found["doubles"]] == [
        ("2026-03-06T11:00:00Z", [team.second, team.first])
    ]
    told = (await sign_in("neuro2").get("/duty-notices")).json()
    assert [notice["kind"] for notice in told] == ["shiftAssigned"]
    clock.advance(timedelta(hours=30))
    path = f"{url_of(schedule_id)}/{saved.json()['id']}"
    assert (await team.planner.delete(path)).status_code == 204
    assert await planned(team.planner, noon, 3) == [
        (team.first, "04 12:00", "05 12:00"),
        (team.second, "05 12:00", "05 18:00"),
        (team.first, "05 18:00", "06 12:00"),
        (team.third, "06 12:00", "07 12:00"),
    ]
    assert (await team.planner.delete(path)).status_code == 404


async def test_of_two_planners_who_replace_a_calendar_the_second_learns_of_the_first(
    team: Team, add_schedule: AddSchedule, noon: datetime
) -> None:
    url = url_of(await add_schedule())
    assert (await team.planner.post(url, json=imported())).status_code == 201
    again = imported(calendar(shift("20260307T070000", "20260307T190000")), name="GROUP calendar", version=1)
    taken = await team.planner.post(url, json=again | {"version": None})
    assert (taken.status_code, taken.json()["code"]) == (409, "calendar_name_taken")
    assert [error["field"] for error in taken.json()["errors"]] == ["name"]
    assert (await team.planner.post(url, json=again)).status_code == 201
    assert await planned(team.planner, noon) == [(team.first, "07 12:00", "08 00:00")]
    late = await team.planner.post(url, json=again)
    assert (late.status_code, late.json()["code"]) == (409, "calendar_saved")
    gone = await team.planner.post(url, json=imported(name="Other", version=1))
    assert gone.json()["code"] == "calendar_saved"
    (shown,) = (await team.planner.get(url)).json()["calendars"]
    assert (shown["name"], shown["version"], shown["host"], shown["shiftTotal"]) == ("GROUP calendar", 2, None, 1)


async def test_a_schedule_has_a_limited_number_of_calendars(
    team: Team, add_schedule: AddSchedule, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(imports, "MAX_CALENDARS", 0)
    refused = await team.planner.post(url_of(await add_schedule()), json=imported())
    assert (refused.status_code, refused.json()["code"]) == (409, "too_many_calendars")


@pytest.mark.parametrize(
    ("changes", "errors"),
    [
        ({"content": "hello"}, {"content": "This is not a calendar."}),
        ({"content": "BEGIN:VCALENDAR\nBEGIN:VEVENT\nEND:VCALENDAR"}, {"content": "This is not a calendar."}),
        ({"content": None}, {"content": "This field is required."}),
        ({"address": "https://calendar.example/a.ics"}, {"content": "This field is required."}),
        (
            {"content": None, "address": "https://calendar.example/a.ics"},
            {"address": "Calendars may not be read from this host."},
        ),
    ],
)
async def test_what_cannot_be_read_is_refused_at_its_field(
    team: Team, add_schedule: AddSchedule, changes: dict[str, Any], errors: dict[str, str]
) -> None:
    refused = await team.planner.post(url_of(await add_schedule()), json=imported() | changes)
    assert refused.status_code == 400
    assert {each["field"]: each["message"] for each in refused.json()["errors"]} == errors


async def test_only_planners_of_the_line_import_calendars(
    team: Team, add_schedule: AddSchedule, sign_in: SignIn
) -> None:
    url = url_of(await add_schedule())
    neuro = sign_in("neuro")
    for response in (await neuro.get(url), await neuro.post(url, json=imported()), await neuro.delete(f"{url}/1")):
        assert response.status_code == 403
    assert (await team.planner.get(url_of(2_000_000_000))).status_code == 404


class Renewal:
    """A calendar of an empty schedule that is fetched from an address."""

    def __init__(
        self, team: Team, host: CalendarHost, database: RolledBackDatabase, url: str, calendar_id: int
    ) -> None:
        self.team = team
        self.host = host
        self.database = database
        self.url = url
        self.id = calendar_id
        self.fetcher = CalendarFetcher(Settings(calendar_hosts="127.0.0.1"))

    async def run(self) -> None:
        await imports.renew(cast(Database, self.database), self.fetcher, self.id)

    async def shown(self) -> dict[str, Any]:
        (shown,) = (await self.team.planner.get(self.url)).json()["calendars"]
        return dict(shown)


@pytest.fixture
async def renewal(
    team: Team, add_schedule: AddSchedule, host: CalendarHost, database: RolledBackDatabase
) -> AsyncIterator[Renewal]:
    host.publish(FRIDAY)
    url = url_of(await add_schedule())
    saved = await team.planner.post(url, json=imported(None, address=host.address))
    assert saved.status_code == 201, saved.text
    renewal = Renewal(team, host, database, url, saved.json()["id"])
    yield renewal
    await renewal.fetcher.aclose()


async def test_what_changes_at_the_address_is_planned_and_told(
    renewal: Renewal, noon: datetime, sign_in: SignIn, sent_events: list[SentEvent]
) -> None:
    team = renewal.team
    assert await planned(team.planner, noon) == [(team.second, "06 12:00", "07 00:00")]
    clock.advance(timedelta(minutes=15))
    sent_events.clear()
    await renewal.run()
    assert sent_events == []
    assert (await renewal.shown())["fetchedAt"] == "2026-03-04T12:15:00Z"
    renewal.host.publish(calendar(shift("20260307T070000", "20260307T190000")))
    await renewal.run()
    assert await planned(team.planner, noon) == [(team.first, "07 12:00", "08 00:00")]
    assert {event.name for event in sent_events} == {"call-schedule:changed", "duty-notice:changed"}
    assert [notice["kind"] for notice in (await sign_in("neuro").get("/duty-notices")).json()] == ["shiftAssigned"]
    assert all("Authorization" not in asked and "secret-8e1f" in asked for asked in renewal.host.asked)


@pytest.mark.parametrize(
    ("answer", "problem"),
    [
        ({"status": "500 Oh"}, "refused"),
        ({"status": "302 Found", "more": "Location: http://127.0.0.1:1/\r\n"}, "refused"),
        ({"more": "Content-Encoding: gzip\r\n"}, "refused"),
        ({"content": "<html>Sign in</html>"}, "notACalendar"),
        ({"content": FRIDAY + " " * 1_000_000}, "tooLarge"),
        (None, "noAnswer"),
    ],
)
async def test_the_last_good_copy_stays_while_the_address_fails(
    renewal: Renewal,
    noon: datetime,
    answer: dict[str, str] | None,
    problem: str,
    caplog: pytest.LogCaptureFixture,
    sent_events: list[SentEvent],
) -> None:
    clock.advance(timedelta(hours=2))
    if answer is None:
        renewal.host.answer = b""
    else:
        renewal.host.publish(**{"content": FRIDAY} | answer)
    sent_events.clear()
    with caplog.at_level(logging.DEBUG):
        await renewal.run()
        await renewal.run()
    shown = await renewal.shown()
    assert (shown["problem"], shown["fetchedAt"]) == (problem, "2026-03-04T12:00:00Z")
    assert await planned(renewal.team.planner, noon) == [(renewal.team.second, "06 12:00", "07 00:00")]
    assert [event.name for event in sent_events] == ["call-schedule:changed"]
    logged = [record for record in caplog.records if record.levelno >= logging.INFO and record.name != "httpx"]
    assert not any("secret-8e1f" in str(vars(record)) for record in logged)
    renewal.host.publish(FRIDAY)
    await renewal.run()
    assert (await renewal.shown())["problem"] is None


async def test_an_address_that_never_ends_its_answer_has_not_answered(
    renewal: Renewal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fetching, "SECONDS", 0.05)
    renewal.host.answer = b"HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nBEGIN"
    await renewal.run()
    assert (await renewal.shown())["problem"] == "noAnswer"


async def test_what_a_planner_has_replaced_in_the_meantime_stays(
    renewal: Renewal, noon: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    team = renewal.team
    replaced = imported(calendar(shift("20260308T070000", "20260308T190000")), version=1)
    fetch = renewal.fetcher.fetch

    async def slowly(address: str) -> str:
        assert (await team.planner.post(renewal.url, json=replaced)).status_code == 201
        return await fetch(address)

    monkeypatch.setattr(renewal.fetcher, "fetch", slowly)
    renewal.host.publish(calendar(shift("20260307T070000", "20260307T190000")))
    await renewal.run()
    assert await planned(team.planner, noon) == [(team.first, "08 11:00", "08 23:00")]


async def test_an_uploaded_calendar_is_read_again_each_day_for_the_day_that_plans_move_on(
    team: Team, add_schedule: AddSchedule, database: RolledBackDatabase, noon: datetime, session: AsyncSession
) -> None:
    url = url_of(await add_schedule())
    daily = calendar(shift("20260304T070000", "20260304T190000", AMARA, "RRULE:FREQ=DAILY"))
    calendar_id = (await team.planner.post(url, json=imported(daily))).json()["id"]
    last = text("select max(ends_at) from planned_shifts")
    before = await session.scalar(last)
    fetcher = CalendarFetcher(Settings())
    clock.advance(timedelta(days=3))
    await imports.renew(cast(Database, database), fetcher, calendar_id)
    await fetcher.aclose()
    assert await session.scalar(last) == before + timedelta(days=3)
    (shown,) = (await team.planner.get(url)).json()["calendars"]
    assert (shown["fetchedAt"], shown["problem"]) == ("2026-03-04T12:00:00Z", None)


async def test_those_at_an_address_are_renewed_every_time_and_others_once_a_day(
    renewal: Renewal, database: RolledBackDatabase, session: AsyncSession
) -> None:
    uploaded = await renewal.team.planner.post(renewal.url, json=imported(name="Uploaded"))
    queued = text("select (args->>'calendar_id')::int from procrastinate_jobs where task_name = 'renew_calendar'")
    await renew_calendars(job_context(database))
    assert (await session.scalars(queued)).all() == [renewal.id]
    clock.advance(timedelta(hours=25))
    await renew_calendars(job_context(database))
    again = sorted([renewal.id, renewal.id, uploaded.json()["id"]])
    assert sorted((await session.scalars(queued)).all()) == again


@pytest.mark.parametrize(
    ("address", "is_allowed"),
    [
        ("https://calendar.google.com/calendar/ical/a/basic.ics", True),
        ("https://CALENDAR.google.com:443/a.ics", True),
        ("https://a.office.example/a.ics", True),
        ("https://office.example/a.ics", False),
        ("http://calendar.google.com/a.ics", False),
        ("https://calendar.google.com:8443/a.ics", False),
        ("https://calendar.google.com.example/a.ics", False),
        ("https://calendar.google.com@10.0.0.1/a.ics", False),
        ("https://127.0.0.1/a.ics", False),
        ("file:///etc/passwd", False),
        ("https://[::1", False),
        ("", False),
    ],
)
def test_which_addresses_may_be_fetched(address: str, is_allowed: bool) -> None:
    settings = Settings(calendar_hosts="calendar.google.com, *.office.example")
    assert may_be_fetched(address, settings) is is_allowed
    assert not may_be_fetched(address, Settings())


def test_an_address_for_applications_is_one_of_the_web() -> None:
    source = CalendarSource.model_validate({"content": None, "address": " webcal://calendar.example/a.ics "})
    assert source.address == "https://calendar.example/a.ics"
