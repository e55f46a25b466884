"""The demonstration's network has everything that a demonstration needs."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from wardline.access.permissions import ASK_CONSULT, LIST_CONSULT, LIST_TRANSFER, REQUEST_CONSULT
from wardline.core.db.database import Database
from wardline.demo.network import described
from wardline.directory.loading import load_by_subject
from wardline.network.lines import Hours
from wardline.network.schema import Unit
from wardline.service_lines.hours import Timetable
from wardline.service_lines.registry import all_lines

PROVIDERS = ("neuro", "neuro2", "psych", "tox", "icu", "triage", "hospitalist", "covid", "both", "nomedipac")
BEDSIDE = ("nurse", "edtech", "bedside", "elsewhere")
OTHERS = (*BEDSIDE, "coordinator", "admin", "reporting", "nobody")
STROKE_LINES = ("tele-stroke", "tele-stroke-regional", "acute-stroke")


def units() -> list[Unit]:
    return [unit for facility in described().facilities for unit in facility.units]


@pytest.mark.req("ENT-24", "ENT-25", "ENT-26")
def test_units_differ_in_what_they_collect_and_in_time_zone() -> None:
    network = described()
    assert len(network.organizations) == 2
    assert len(network.facilities) >= 6
    assert len(units()) >= 14
    assert any(len(facility.units) == 1 for facility in network.facilities)
    assert len({unit.time_zone for unit in units()}) >= 5
    for field in ("sex", "id number", "hospital name", "fax number"):
        assert {field in unit.collects for unit in units()} == {True, False}
    numbers = [unit.patient_number for unit in units() if unit.patient_number]
    assert {number.optional for number in numbers} == {True, False}
    assert any(number.regex for number in numbers)
    assert {type(number.mask).__name__ for number in numbers} == {"NoneType", "str", "LengthMask"}


@pytest.mark.req("ENT-23")
def test_units_read_the_demonstration_hospital_and_its_two_failures() -> None:
    by_code = {unit.emr_code: facility for facility in described().facilities for unit in facility.units}
    assert {unit.emr_code for unit in units() if unit.reads_census} == {
        *("ED", "3E", "3W", "4E", "4W", "5E"),
        *("demo-offline", "demo-slow"),
    }
    for failing in ("demo-offline", "demo-slow"):
        assert [unit.emr_code for unit in by_code[failing].units] == [failing]


@pytest.mark.req("ENT-46", "ENT-47")
def test_every_line_is_offered_at_a_unit_and_has_a_provider() -> None:
    codes = {code for line in all_lines() for code in line.ids.values()}
    assert codes == set(described().service_lines)
    assert codes == {code for unit in units() for code in unit.service_lines}
    assert codes == {code for user in described().users for code in user.service_lines.active}


@pytest.mark.req("CONST-13", "ENT-05", "ENT-47")
def test_routine_consults_never_come_before_strokes() -> None:
    lines = described().service_lines
    for code in STROKE_LINES:
        named = {number: (entry.name, entry.rank) for number, entry in lines[code].priorities.items()}
        assert named == {1: ("critical", 1), 2: ("urgent", 3), 3: ("critical", 2)}
    others = [line for code, line in lines.items() if code not in STROKE_LINES]
    for line in others:
        assert {number: entry.name for number, entry in line.priorities.items()} == {
            1: "critical",
            2: "urgent",
            3: "routine",
        }
        assert line.priorities[1].rank == 1
        assert 3 < (line.priorities[2].rank or 0) < (line.priorities[3].rank or 0)


class _Row:
    def __init__(self, hours: Hours) -> None:
        self.open_days_in_week = hours.days
        self.open_hours = hours.open
        self.open_hours_timezone = hours.time_zone


def _moments() -> Iterator[datetime]:
    start = datetime(2026, 3, 2, tzinfo=UTC)
    for hours in range(21 * 24):
        yield start + timedelta(hours=hours)


@pytest.mark.req("ENT-27")
def test_at_any_time_a_line_is_open_one_is_closed_and_one_opens_tomorrow() -> None:
    lines = [[_Row(entry) for entry in line.hours] for line in described().service_lines.values()]
    assert any(not rows for rows in lines)
    for moment in _moments():
        closed, tomorrow = 0, 0
        for rows in filter(None, lines):
            opens_at = Timetable(rows).openings(moment)[0].opens_at
            if opens_at <= moment:
                continue
            closed += 1
            zone = ZoneInfo(rows[0].open_hours_timezone)
            tomorrow += opens_at.astimezone(zone).date() == moment.astimezone(zone).date() + timedelta(days=1)
        assert closed, moment
        assert tomorrow, moment


@pytest.mark.req("ENT-37", "PERM-33", "NAV-23")
async def test_the_accounts_match_their_names(cloned: tuple[str, str]) -> None:
    database = Database(cloned[0], pool_size=1)
    try:
        async with database.session() as session:
            users = {name: await load_by_subject(session, name) for name in PROVIDERS + OTHERS}
    finally:
        await database.close()
    people = {name: user for name, user in users.items() if user is not None}
    assert set(people) == set(PROVIDERS + OTHERS) == {user.username for user in described().users}
    assert {name for name, user in people.items() if user.is_virtual} == set(PROVIDERS)
    assert {name for name, user in people.items() if user.may(ASK_CONSULT)} == {*BEDSIDE, "both"}
    assert {name for name, user in people.items() if user.may(REQUEST_CONSULT)} == {*BEDSIDE, *PROVIDERS}
    assert not people["nobody"].permissions
    assert [name for name, user in people.items() if user.may(LIST_TRANSFER)] == ["coordinator"]
    assert not people["coordinator"].may(LIST_CONSULT)
    assert not people["elsewhere"].organization_ids & people["nurse"].organization_ids
    assert len(people["nurse"].requestable_line_ids) == len(described().service_lines)
    assert (
        len(
            {
                facility.code
                for facility in described().facilities
                for unit in facility.units
                if unit.code in _of("nurse")
            }
        )
        > 2
    )
    by_name = {user.username: user for user in described().users}
    assert not by_name["nomedipac"].medipac_id
    assert by_name["neuro"].medipac_id
    assert people["both"].role_ids == (*people["nurse"].role_ids, *people["neuro"].role_ids)


def _of(username: str) -> list[str]:
    return next(user for user in described().users if user.username == username).unit_codes
