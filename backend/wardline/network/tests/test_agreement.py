"""Files and the database agree: what a load would change, versions, what a file manages, and written files."""

from pathlib import Path
from typing import LiteralString

import psycopg
import pytest
from psycopg.rows import dict_row

from wardline.demo.network import NETWORK
from wardline.network import NetworkFileInvalid, load_network, plan_network, read_network
from wardline.network.exporting import export_network, write_network_file
from wardline.network.objects import document_of, entries_of, key_of
from wardline.network.tests.conftest import WriteNetwork
from wardline.network.words import plan_text

PLAN = """\
~ organization north
    name: North Health -> Northern Health
    notes.port: 2575 -> 2576
~ unit north-ed
    service_lines: [acute-stroke, tele-covid] -> [tele-psych]
~ role Virtual Provider
    permissions: [Give Consult, List Consult, View Consult] -> [Give Consult, View Consult]
~ person doctor
    licenses: [{state: IL}, {state: IN, until: 2027-06-30}] -> [{state: IN, until: 2027-06-30}]
    phone: (555) 010-0003 -> nothing
+ person night-nurse
  person night-nurse: is managed by this file from now on
  unit north-icu: is no longer managed
1 to add, 4 to change"""
NURSE = """\
  - username: night-nurse
    managed: true
    first_name: Nora
    last_name: North
    roles: [Bedside Provider]
    organizations: [north]
"""


def rows(cloned: tuple[str, str], query: LiteralString) -> list[dict[str, object]]:
    with psycopg.connect(cloned[1].replace("+psycopg", "", 1), row_factory=dict_row) as connection:
        return connection.execute(query).fetchall()


def test_a_plan_says_what_a_load_then_changes(cloned: tuple[str, str], write_network: WriteNetwork) -> None:
    few = ("service_lines: all\n        video_rooms", "service_lines: [acute-stroke, tele-covid]\n        video_rooms")
    load_network(write_network(few), cloned[1])
    path = write_network(
        ("name: North Health", "name: Northern Health"),
        ("port: 2575", "port: 2576"),
        ("service_lines: all\n        video_rooms", "service_lines: [tele-psych]\n        video_rooms"),
        ("List Consult, View Consult, Give Consult", "View Consult, Give Consult"),
        ("      - {state: IL}\n", ""),
        ("    phone: (555) 010-0003\n", ""),
        ("      - code: north-icu\n        managed: true\n", "      - code: north-icu\n"),
    )
    path.write_text(path.read_text(encoding="utf-8") + NURSE, encoding="utf-8")
    assert plan_text(plan_network(path, cloned[1])) == PLAN
    assert str(load_network(path, cloned[1])) == "1 added, 4 changed"
    assert plan_text(plan_network(path, cloned[1])) == str(load_network(path, cloned[1])) == "nothing to change"


def test_each_change_of_an_object_is_a_version(cloned: tuple[str, str], write_network: WriteNetwork) -> None:
    load_network(write_network(), cloned[1])
    load_network(write_network(("last_name: Wardley", "last_name: Warden")), cloned[1])
    load_network(write_network(("last_name: Wardley", "last_name: Warden")), cloned[1])
    versions = rows(
        cloned,
        "select number, source, file, document ->> 'last_name' as name from network_versions"
        " where kind = 'user' and code = 'ward' order by number",
    )
    assert versions == [
        {"number": 1, "source": "file", "file": "network.yaml", "name": "Wardley"},
        {"number": 2, "source": "file", "file": "network.yaml", "name": "Warden"},
    ]


def test_the_first_recorded_change_keeps_what_was_there_before(cloned: tuple[str, str], tmp_path: Path) -> None:
    with psycopg.connect(cloned[1].replace("+psycopg", "", 1)) as connection:
        connection.execute("truncate network_versions")
    path = tmp_path / "names.yaml"
    path.write_text("organizations: [{code: summit, managed: true, name: Summit}]", encoding="utf-8")
    load_network(path, cloned[1])
    found = rows(cloned, "select number, source, document ->> 'name' as name from network_versions order by number")
    assert found == [
        {"number": 1, "source": "found", "name": "Summit Ridge Healthcare"},
        {"number": 2, "source": "file", "name": "Summit"},
    ]


def test_an_object_is_managed_by_one_file_until_that_file_ceases_to(
    cloned: tuple[str, str], write_network: WriteNetwork, tmp_path: Path
) -> None:
    path = write_network()
    load_network(path, cloned[1])
    other = tmp_path / "other.yaml"
    other.write_text("\norganizations:\n  - {code: north, managed: true, name: Another}\n", encoding="utf-8")
    with pytest.raises(
        NetworkFileInvalid, match=r"other\.yaml:3: the organization 'north' is managed by network\.yaml"
    ):
        load_network(other, cloned[1])
    load_network(write_network(("code: north\n    managed: true", "code: north")), cloned[1])
    assert str(load_network(other, cloned[1])) == "0 added, 1 changed"
    files = rows(cloned, "select code, file from managed_objects where kind = 'organization' order by code")
    assert files == [{"code": "north", "file": "other.yaml"}, {"code": "south", "file": "network.yaml"}]


def test_a_file_releases_nothing_that_it_does_not_name(cloned: tuple[str, str], tmp_path: Path) -> None:
    """Another one may have the same name."""
    for folder, username in (("a", "night-nurse"), ("b", "day-nurse")):
        path = tmp_path / folder / "nurses.yaml"
        path.parent.mkdir()
        path.write_text("users:\n" + NURSE.replace("night-nurse", username).replace("[north]", "[lakeshore]"))
        load_network(path, cloned[1])
    files = rows(cloned, "select code, file from managed_objects order by code")
    assert files == [{"code": f"{each}-nurse", "file": "nurses.yaml"} for each in ("day", "night")]
    assert plan_text(plan_network(path, cloned[1])).splitlines() == [
        "  person night-nurse: is not in this file and stays managed by it; to release it, write it without the mark",
        "nothing to change",
    ]


def test_the_written_file_declares_the_same_network(
    cloned: tuple[str, str], write_network: WriteNetwork, tmp_path: Path
) -> None:
    """Of the demonstration, and of a hospital beside it whose objects a file manages, with a retired role."""
    written = tmp_path / "written.yaml"
    write_network_file(cloned[1], written)
    assert documents(written) == documents(NETWORK)
    load_network(write_network(("label: Bedside", "label: Bedside\n    active: false")), cloned[1])
    write_network_file(cloned[1], written)
    text = written.read_text(encoding="utf-8")
    assert "managed: network.yaml" in text
    assert plan_text(plan_network(written, cloned[1])) == "nothing to change"
    assert "active: false" in text
    with psycopg.connect(cloned[1].replace("+psycopg", "", 1)) as connection:
        connection.execute("truncate organizations, facility_types, service_lines, roles, managed_objects cascade")
    load_network(written, cloned[1])
    assert export_network(cloned[1]) == written.read_text(encoding="utf-8")


def documents(path: Path) -> dict[tuple[str, str], dict[str, object]]:
    return {key_of(entry): document_of(entry) for entry in entries_of(read_network(path).network)}


def test_a_file_takes_no_organizations_last_administrator(cloned: tuple[str, str], tmp_path: Path) -> None:
    path = tmp_path / "people.yaml"
    user = "  - {{username: {}, managed: true, first_name: A, last_name: B, roles: [{}], organizations: [{}]}}\n"
    path.write_text("users:\n" + user.format("admin", "", "lakeshore, summit"), encoding="utf-8")
    for read in (plan_network, load_network):
        with pytest.raises(NetworkFileInvalid, match=r"people\.yaml:1: would leave the organization 'lakeshore'"):
            read(path, cloned[1])
    assert rows(cloned, "select 1 from managed_objects") == []
    with path.open("a", encoding="utf-8") as file:
        file.write(user.format("successor", "Administrator", "lakeshore, summit"))
    assert plan_text(plan_network(path, cloned[1])).endswith("1 to add, 1 to change")
    assert str(load_network(path, cloned[1])) == "1 added, 1 changed"


def test_a_file_may_refer_to_what_is_there_already(cloned: tuple[str, str], tmp_path: Path) -> None:
    path = tmp_path / "more.yaml"
    path.write_text("users:\n" + NURSE.replace("[north]", "[lakeshore]"), encoding="utf-8")
    assert str(load_network(path, cloned[1])) == "1 added, 0 changed"
    path.write_text("users:\n" + NURSE.replace("[north]", "[nowhere]"), encoding="utf-8")
    with pytest.raises(NetworkFileInvalid, match="there is no organization 'nowhere'"):
        load_network(path, cloned[1])
