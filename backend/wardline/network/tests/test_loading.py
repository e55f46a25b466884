"""How loading a file changes the database and running servers."""

import asyncio
import hashlib
import json
import os
from collections.abc import Iterator, Sequence
from datetime import date
from pathlib import Path
from typing import Any, LiteralString

import psycopg
import pytest
from psycopg import sql
from sqlalchemy.exc import IntegrityError

from wardline.demo.network import NETWORK
from wardline.network import Loaded, NetworkFileInvalid, load_network
from wardline.network.tests.conftest import SMALL, WriteNetwork
from wardline.realtime.fan_out import OutgoingEvent
from wardline.realtime.listener import Listener
from wardline.realtime.publish import CHANNEL
from wardline.realtime.recent_events import RecentEvents
from wardline.realtime.server import SocketServer

TABLES = (
    *("organizations", "facility_types", "facilities", "location_units", "location_service_lines", "video_rooms"),
    *("transfer_protocols", "service_line_hours", "priorities", "roles", "role_permissions", "users", "user_roles"),
    *("user_organizations", "user_locations", "user_service_lines", "user_licenses"),
    "check_ins",
)
HOURS_OF_PSYCH = (
    "select open_days_in_week, open_hours, open_hours_timezone from service_line_hours"
    " join service_lines on service_lines.id = service_line_id where code = 'tele-psych'"
)
Connection = psycopg.Connection[tuple[Any, ...]]


@pytest.fixture
def owner(cloned: tuple[str, str]) -> Iterator[Connection]:
    with psycopg.connect(cloned[1].replace("+psycopg", "", 1), autocommit=True) as connection:
        yield connection


def one(connection: Connection, query: str, *values: Any) -> Any:
    row = connection.execute(query, values).fetchone()
    return row[0] if row and len(row) == 1 else row


def contents(
    connection: Connection, columns: LiteralString = "t.xmin::text, t::text"
) -> dict[str, list[tuple[Any, ...]]]:
    """All rows, by default with the last transaction that wrote each."""
    query = sql.SQL("select {} from {} t")
    return {
        table: sorted(connection.execute(query.format(sql.SQL(columns), sql.Identifier(table))).fetchall())
        for table in TABLES
    }


def check_in(connection: Connection, username: str) -> None:
    connection.execute(
        'insert into check_ins (user_id, role_id, service_line_id, phone_number, "primary", checked_in_at)'
        " select u.id, r.role_id, l.service_line_id, '(555) 010-0199', true, now() from users u"
        " join user_roles r on r.user_id = u.id join user_service_lines l on l.user_id = u.id and l.active"
        " where username = %s",
        [username],
    )


def test_a_second_load_changes_nothing(cloned: tuple[str, str], owner: Connection) -> None:
    check_in(owner, "psych")
    before = contents(owner)
    assert str(load_network(NETWORK, cloned[1])) == "nothing to change"
    assert contents(owner) == before


@pytest.mark.req("ENT-22", "ENT-23", "ENT-24", "ENT-25", "ENT-26")
def test_a_unit_is_stored_as_in_the_file(
    cloned: tuple[str, str], owner: Connection, write_network: WriteNetwork
) -> None:
    load_network(write_network(("collects: [sex]", "collects: [sex, fax number]")), cloned[1])
    row = one(
        owner,
        "select facility_id = f.id, emr_integrated, emr_code, collect_patient_sex, collect_patient_enumber,"
        " collect_hospital_name, collect_fax_number, configurable_patient_number, time_zone"
        " from location_units l join facilities f on f.code = 'north-general' where l.code = 'north-ed'",
    )
    number = {
        "collect": True,
        "optional": False,
        "label": "Patient Number",
        "regexString": "[0-9]{6}",
        "inputmode": "text",
    }
    assert row == (True, True, "NED", True, False, False, True, number, "America/New_York")
    protocol = (
        "select transfer_for, transfer_to, transfer_distance_miles::float from transfer_protocols"
        " join location_units on location_units.id = location_id where code = 'north-ed'"
    )
    assert one(owner, protocol) == ("LVO", "North General", 12.5)
    assert one(owner, HOURS_OF_PSYCH)[:2] == ("[1,5]", "08:00-17:00")


def test_licenses_and_the_state_of_a_hospital_are_stored_and_renewed(
    cloned: tuple[str, str], owner: Connection, write_network: WriteNetwork
) -> None:
    load_network(write_network(), cloned[1])
    load_network(write_network(("      - {state: IL}\n", ""), ("2027-06-30", "2029-06-30")), cloned[1])
    assert one(owner, "select state from facilities where code = 'north-general'") == "OH"
    licenses = owner.execute(
        "select state, valid_until from user_licenses join users on users.id = user_id where username = 'doctor'"
    )
    assert licenses.fetchall() == [("IN", date(2029, 6, 30))]


@pytest.mark.req("ENT-27")
def test_hours_apply_to_the_named_days_or_to_the_whole_week(
    cloned: tuple[str, str], owner: Connection, write_network: WriteNetwork
) -> None:
    load_network(write_network(), cloned[1])
    assert one(owner, HOURS_OF_PSYCH) == ("[1,5]", "08:00-17:00", "America/New_York")
    insert_without_days = (
        "insert into service_line_hours (service_line_id, open_hours, open_hours_timezone)"
        " select id, '00:00-24:00', 'UTC' from service_lines where code = 'tele-psych' returning open_days_in_week"
    )
    assert one(owner, insert_without_days) == "[1,7]"


def test_an_organization_has_the_destination_of_its_notes(
    cloned: tuple[str, str], owner: Connection, write_network: WriteNetwork
) -> None:
    query = "select notes_destination from organizations where code = %s"
    assert one(owner, query, "lakeshore") == {"protocol": "fhir"}
    load_network(write_network(), cloned[1])
    destination = {
        "protocol": "hl7v2",
        "host": "interface.north.example",
        "port": 2575,
        "tls": True,
        "receiving_application": "RECORD",
        "receiving_facility": "NORTH",
        "sending_facility": "WARDLINE",
    }
    assert one(owner, query, "north") == destination
    assert one(owner, query, "south") is None
    without_tls = write_network(("port: 2575", "port: 2576"), ("tls: true", "sending_facility: W1"))
    with pytest.raises(NetworkFileInvalid, match=r"network\.yaml:5: notes: .*WARDLINE_ALLOW_HL7_WITHOUT_TLS=1"):
        load_network(without_tls, cloned[1])
    assert one(owner, query, "north") == destination
    load_network(without_tls, cloned[1], may_file_without_tls=True)
    assert one(owner, query, "north") == destination | {"port": 2576, "tls": False, "sending_facility": "W1"}
    assert str(load_network(without_tls, cloned[1], may_file_without_tls=True)) == "nothing to change"


def test_what_a_file_does_not_name_or_manage_stays(
    cloned: tuple[str, str], owner: Connection, write_network: WriteNetwork
) -> None:
    load_network(write_network(), cloned[1])
    before = contents(owner)
    others = write_network()
    content = "users:" + SMALL.replace("    managed: true\n", "").replace("Wardley", "Wren").split("users:")[1]
    others.write_text(content.replace("ward\n", "ward-clerk\n"), encoding="utf-8")
    assert load_network(others, cloned[1]) == Loaded(added=1, changed=0)
    after = contents(owner)
    assert all(set(before[table]) <= set(after[table]) for table in TABLES)
    added = owner.execute("select username, last_name from users where last_name in ('Wren', 'Wardley')")
    assert added.fetchall() == [("ward", "Wardley"), ("ward-clerk", "Wren")]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("active: [tele-psych]", "active: []"),
        ("View Consult, Give Consult", "View Consult"),
        ("roles: [Virtual Provider]", "roles: []"),
    ],
)
def test_users_who_may_no_longer_be_on_call_are_checked_out(
    cloned: tuple[str, str], owner: Connection, write_network: WriteNetwork, old: str, new: str
) -> None:
    load_network(write_network(), cloned[1])
    check_in(owner, "doctor")
    load_network(write_network(("first_name: Wren", "first_name: Robin")), cloned[1])
    assert one(owner, "select checked_out_at is null from check_ins"), "changes to others have no effect"
    load_network(write_network((old, new)), cloned[1])
    assert not one(owner, "select checked_out_at is null from check_ins")


def test_two_units_may_swap_their_names_and_two_users_their_subjects(
    cloned: tuple[str, str], owner: Connection, write_network: WriteNetwork
) -> None:
    load_network(write_network(), cloned[1])
    swapped = write_network(
        ("        unit: Emergency\n", "        unit: Intensive Care \n"),
        ("        unit: Intensive Care\n", "        unit: Emergency\n"),
        ("    subject: doctor-at-provider\n", "    subject: ward\n"),
        ("username: ward\n", "username: ward\n    subject: doctor-at-provider\n"),
    )
    load_network(swapped, cloned[1])
    assert one(owner, "select unit from location_units where code = 'north-ed'") == "Intensive Care"
    assert one(owner, "select unit from location_units where code = 'north-icu'") == "Emergency"
    assert one(owner, "select subject from users where username = 'ward'") == "doctor-at-provider"


@pytest.mark.parametrize(
    ("change", "taken", "message"),
    [
        (
            ("code: north-icu", "code: north-intensive"),
            "unit: Intensive Care",
            "unit: 'Intensive Care' belongs to the unit 'north-icu'",
        ),
        (
            ("emr_code: NED", "emr_code: ED"),
            "emr_code: ED",
            "emr_code: 'ED' belongs to the unit 'lakeshore-general-ed'",
        ),
        (
            ("username: doctor\n", "username: physician\n"),
            "subject: doctor",
            "subject: 'doctor-at-provider' belongs to the person 'doctor'",
        ),
    ],
)
def test_a_file_that_takes_what_belongs_to_another_object_is_refused_as_a_whole(
    cloned: tuple[str, str],
    owner: Connection,
    write_network: WriteNetwork,
    change: tuple[str, str],
    taken: str,
    message: str,
) -> None:
    load_network(write_network(), cloned[1])
    before = contents(owner)
    path = write_network(change, ("name: North Health", "name: Northern Health"))
    line = 1 + path.read_text()[: path.read_text().index(taken)].count("\n")
    with pytest.raises(NetworkFileInvalid) as caught:
        load_network(path, cloned[1])
    assert f"{path}:{line}: {message}" in str(caught.value)
    assert contents(owner) == before


def test_a_load_that_the_database_refuses_changes_nothing(
    cloned: tuple[str, str], owner: Connection, write_network: WriteNetwork
) -> None:
    owner.execute("alter table users add constraint nobody_called_wren check (first_name <> 'Wren')")
    before = contents(owner)
    with pytest.raises(IntegrityError):
        load_network(write_network(), cloned[1])
    assert contents(owner) == before


class _RecordingServer(SocketServer):
    """Records the users whose rooms a node was asked to refresh."""

    def __init__(self) -> None:
        self.refreshed: asyncio.Queue[int] = asyncio.Queue()
        self.recent_events = RecentEvents()

    async def refresh_rooms(self, user_id: int) -> None:
        self.refreshed.put_nowait(user_id)

    async def send_events(self, events: Sequence[OutgoingEvent]) -> float:  # noqa: ARG002
        """Nobody is connected."""
        return 0


async def test_a_job_looks_after_the_lines_whose_people_may_no_longer_be_on_call(
    cloned: tuple[str, str], owner: Connection, write_network: WriteNetwork
) -> None:
    load_network(write_network(), cloned[1])
    check_in(owner, "doctor")
    doctor, line_id = owner.execute("select user_id, service_line_id from check_ins").fetchone() or (0, 0)
    load_network(write_network(("active: [tele-psych]", "active: []")), cloned[1])
    queued = owner.execute("select task_name, args, queue_name from procrastinate_jobs").fetchall()
    assert queued == [("follow_lines_left", {"left": {str(line_id): doctor}}, "urgent")]


async def test_running_servers_close_the_sockets_of_deactivated_users(
    cloned: tuple[str, str], owner: Connection, write_network: WriteNetwork
) -> None:
    load_network(write_network(), cloned[1])
    doctor = one(owner, "select id from users where username = 'doctor'")
    check_in(owner, "doctor")
    line_id = one(owner, "select service_line_id from check_ins")
    owner.execute(sql.SQL("listen {}").format(sql.Identifier(CHANNEL)))
    path = write_network(("username: doctor\n", "username: doctor\n    active: false\n"))
    load_network(path, cloned[1])
    notifications = [json.loads(notification.payload) for notification in owner.notifies(timeout=30, stop_after=3)]
    assert notifications == [
        {"ended": {"user_id": doctor, "session_id": None, "unnamed_id": None}},
        {"rooms_of": doctor},
        {"event": "on-call:changed", "data": {"serviceLineId": line_id}, "rooms": [f"on-call:{line_id}"]},
    ]
    load_network(path, cloned[1])
    load_network(write_network(), cloned[1])
    notifications = [json.loads(notification.payload) for notification in owner.notifies(timeout=30, stop_after=1)]
    assert notifications == [{"rooms_of": doctor}], "a user who returns keeps their sockets, and is not on call"


@pytest.mark.req("RT-17")
async def test_running_servers_learn_whose_access_changed(
    cloned: tuple[str, str], owner: Connection, write_network: WriteNetwork
) -> None:
    load_network(write_network(), cloned[1])
    doctor = one(owner, "select id from users where username = 'doctor'")
    node = _RecordingServer()
    listener = Listener(cloned[0], node)
    async with asyncio.timeout(30):
        await listener.start()
    try:
        load_network(write_network(("first_name: Wren", "first_name: Robin")), cloned[1])
        load_network(write_network(("View Consult, Give Consult", "Give Consult")), cloned[1])
        settled = set()
        async with asyncio.timeout(30):
            while doctor not in settled:
                settled.add(await node.refreshed.get())
    finally:
        await listener.stop()
    has_role = (
        "select array_agg(user_id) from user_roles join roles on roles.id = role_id where name = 'Virtual Provider'"
    )
    assert settled <= {one(owner, "select id from users where username = 'ward'"), *one(owner, has_role)}


def test_loads_at_the_same_time_wait_for_each_other(cloned: tuple[str, str], write_network: WriteNetwork) -> None:
    path: Path = write_network()

    async def load_thrice() -> list[str]:
        return [
            str(done)
            for done in await asyncio.gather(*(asyncio.to_thread(load_network, path, cloned[1]) for _ in range(3)))
        ]

    results = asyncio.run(load_thrice())
    assert sorted(results)[1:] == ["nothing to change"] * 2


def test_a_load_is_in_the_audit_trail(owner: Connection, cloned: tuple[str, str], write_network: WriteNetwork) -> None:
    path = write_network()
    load_network(path, cloned[1])
    entry = one(
        owner,
        "select user_id, action, status, array_length(organization_ids, 1), details from audit_entries"
        " order by id desc limit 1",
    )
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    organizations = one(owner, "select count(*) from organizations")
    assert entry[:4] == (None, "loadNetwork", 200, organizations)
    assert entry[4]["fileSha256"] == digest
    assert entry[4]["account"]
    assert entry[4]["changes"]["added"] > 0
    load_network(write_network(("username: doctor\n", "username: doctor\n    active: false\n")), cloned[1])
    deactivated = one(owner, "select details -> 'deactivatedUserIds' from audit_entries order by id desc limit 1")
    assert deactivated == [one(owner, "select id from users where username = 'doctor'")]


def test_the_audit_trail_has_the_digest_of_a_file_loaded_from_a_pipe(
    owner: Connection, cloned: tuple[str, str]
) -> None:
    """A pipe can be read only once."""
    content = SMALL.encode()
    reading, writing = os.pipe()
    try:
        with os.fdopen(writing, "wb") as pipe:
            pipe.write(content)
        load_network(Path(f"/dev/fd/{reading}"), cloned[1])
    finally:
        os.close(reading)
    digest = one(owner, "select details->>'fileSha256' from audit_entries order by id desc limit 1")
    assert digest == hashlib.sha256(content).hexdigest()
