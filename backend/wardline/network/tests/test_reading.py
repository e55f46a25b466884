"""All mistakes in a network file are reported at once, with their lines."""

import copy
import json
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from ruamel.yaml import YAML

from wardline.network import NetworkFileInvalid, read_network
from wardline.network.tests.conftest import SMALL, WriteNetwork

LINES = "the service lines are acute-stroke, tele-covid"

MISTAKES = [
    (
        "    organization: north\n",
        "    organisation: north\n",
        "unknown key 'organisation'; did you mean 'organization'?",
    ),
    (
        "    organization: north\n",
        "    organization: nowhere\n",
        "organization: there is no organization 'nowhere'",
    ),
    ("    type: Hospital\n", "    type: Clinic\n", "type: there is no facility type 'Clinic'"),
    ("code: north-icu", "code: north-ed", "duplicate unit 'north-ed'"),
    ("unit: Intensive Care", "unit: Emergency", "duplicate unit's name 'north-general: Emergency'"),
    ("America/Chicago", "America/Chicargo", "time_zone: 'America/Chicargo' is not a time zone"),
    ("(555) 010-0001", "555-010-0001", "phone: '555-010-0001' is not a phone number such as (555) 010-0100"),
    ("collects: [sex]", "collects: [sex, shoe size]", "collects: Input should be 'sex', 'id number'"),
    ('"[0-9]{6}"', '"[0-9{6}"', "regex: the expression is invalid"),
    ('"[0-9]{6}"', '"([0-9]+)+"', "regex: the expression can be very slow"),
    (
        "service_lines: [tele-psych]\n",
        "service_lines: [tele-psych, tele-icu]\n",
        "there is no service line 'tele-icu'",
    ),
    ("  tele-psych:\n", "  tele-magic:\n", f"there is no service line 'tele-magic'; {LINES}"),
    ("08:00-17:00", "8-17", "open: '8-17' is not a time range such as 08:00-17:00"),
    ("days: Mon-Fri", "days: Fri-Mon", "days: 'Fri-Mon' crosses the end of the week"),
    ("days: Mon-Fri", "days: weekdays", "days: 'weekdays' is neither a day such as Sat nor a range such as Mon-Fri"),
    ("{code: south, managed: true,", "{code: south, managed: 1,", "managed: is neither true nor false, nor the name"),
    ("name: routine,", "name: whenever,", "name: Input should be 'critical', 'urgent' or 'routine'"),
    ("limit_seconds: 7200", "limit_seconds: 0", "limit_seconds: Input should be greater than 0"),
    ("Ask Consult, Request Consult", "Ask Consult, RequestConsult", "'RequestConsult' is not an action and a subject"),
    ("roles: [Bedside Provider]", "roles: [Bedside]", "roles: there is no role 'Bedside'"),
    ("all of facility north-general", "all of facility north", "locations: there is no facility 'north'"),
    ("all of facility north-general", "north-or", "locations: there is no unit 'north-or'"),
    ("username: doctor\n", "username: ward\n", "duplicate user 'ward'"),
    ("    first_name: Dara\n", "", "'first_name' is missing"),
    ("miles: 12.5", "miles: far", "miles: Input should be a valid number"),
    ("protocol: hl7v2", "protocol: email", "protocol: 'email' is not one of 'hl7v2', 'fhir'"),
    ("      protocol: hl7v2\n", "", "'protocol' is missing"),
    ("state: OH", "state: Ohio", "state: 'Ohio' is not the abbreviation of a state or territory, such as OH"),
    ("state: IN,", "state: IL,", "licenses: duplicate 'IL'"),
    ("until: 2027-06-30", "until: next year", "until: Input should be a valid date"),
    ("port: 2575", "port: 70000", "port: Input should be less than or equal to 65535"),
    ("port: 2575", 'port: "2575"', "port: Input should be a valid integer"),
    ("tls: true", "tls: sometimes", "tls: Input should be a valid boolean"),
    ("host: interface.north.example", 'host: " "', "host: String should have at least 1 character"),
    ("      receiving_facility: NORTH\n", "", "'receiving_facility' is missing"),
    (
        "receiving_application:",
        "recieving_application:",
        "unknown key 'recieving_application'; did you mean 'receiving_application'?",
    ),
    (
        "  - name: Virtual Provider\n",
        "  - name: Virtual Provider\n    name: Twice\n",
        "duplicate key 'name'",
    ),
]


@pytest.mark.req("VAL-21", "ENT-27")
@pytest.mark.parametrize(("old", "new", "message"), MISTAKES)
def test_each_mistake_is_reported_with_its_line(write_network: WriteNetwork, old: str, new: str, message: str) -> None:
    path = write_network((old, new))
    with pytest.raises(NetworkFileInvalid) as caught:
        read_network(path)
    lines = path.read_text().splitlines()
    problems = [problem for problem in caught.value.problems if message in problem.text]
    assert problems, caught.value
    changed = next((part for part in new.splitlines()[::-1] if part), "")
    assert f"{path}:{problems[0].line}: " in str(caught.value)
    if changed and "duplicate" not in message:
        assert changed.strip() in lines[problems[0].line - 1]


def test_all_mistakes_are_reported_at_once_in_the_order_of_their_lines(write_network: WriteNetwork) -> None:
    changes = [(old, new) for old, new, _ in (MISTAKES[0], MISTAKES[5], MISTAKES[6], MISTAKES[12], MISTAKES[18])]
    with pytest.raises(NetworkFileInvalid) as caught:
        read_network(write_network(*changes))
    lines = [problem.line for problem in caught.value.problems]
    assert lines == sorted(lines)
    assert len(lines) == len(changes) + 1, "the wrong key and the missing right key are both reported, each once"


def test_a_user_works_only_in_units_of_their_own_organizations(write_network: WriteNetwork) -> None:
    path = write_network(
        ("    organizations: [north]\n    locations:", "    organizations: [south]\n    locations:"),
    )
    with pytest.raises(NetworkFileInvalid, match="north-ed, north-icu: not in any of this user's organizations"):
        read_network(path)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"organizations: [", ":1: is not YAML"),
        (b"\xff\xfe", ":1: is not UTF-8 text"),
        (b"# Nothing yet.\n", ":1: is empty"),
        (b"- a\n- b\n", ":1: the file: Input should be"),
        (b"users: &all [*all]\n", "an alias refers to a node that contains it"),
        (b"roles: !!python/object:os.system ls\n", "is not a value of type"),
    ],
)
def test_a_file_that_is_not_a_network_is_reported_in_the_same_way(tmp_path: Path, content: bytes, message: str) -> None:
    path = tmp_path / "network.yaml"
    path.write_bytes(content)
    with pytest.raises(NetworkFileInvalid) as caught:
        read_network(path)
    assert message in str(caught.value)


def test_a_missing_file_is_reported(tmp_path: Path) -> None:
    with pytest.raises(NetworkFileInvalid, match="cannot be read: No such file"):
        read_network(tmp_path / "missing.yaml")


_SMALL: Any = YAML(typ="safe").load(SMALL)
_SPOILT: st.SearchStrategy[Any] = st.sampled_from(
    [None, 0, -1, "", "all", "x" * 300, [], {}, [[]], [None], {"a": 1}, True, 3.5, "\x00"]
)


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_data_of_any_shape_is_reported_as_a_list_of_mistakes(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    content = _SMALL
    for _ in range(data.draw(st.integers(1, 3))):
        content = _spoil(content, data)
    path = tmp_path_factory.getbasetemp() / "spoilt.yaml"
    path.write_text(json.dumps(content, default=str), encoding="utf-8")
    with suppress(NetworkFileInvalid):
        read_network(path)


def _spoil(content: Any, data: st.DataObject) -> Any:
    """The content with one value replaced at a random place."""
    content = copy.deepcopy(content)
    here: Any = content
    place: Any = None
    key: Any = None
    while isinstance(here, dict | list) and here and (place is None or data.draw(st.integers(0, 3))):
        place = here
        key = data.draw(st.sampled_from(list(here) if isinstance(here, dict) else range(len(here))))
        here = place[key]
    if place is None:
        return data.draw(_SPOILT)
    place[key] = copy.deepcopy(data.draw(_SPOILT))
    return content
