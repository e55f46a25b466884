"""The hospital network of the matrix: two organizations with a unit each, and one person for each role."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from ruamel.yaml import YAML

from wardline.demo.network import NETWORK, described
from wardline.network.document import read_document

from .expected_results import NO_ROLE
from .odd_roles import ODD, odd_roles

STROKE_LINE: Final = "acute-stroke"
"""Its consults have a structured note; there are none before `make_consults_of`."""
TRANSFER_LINES: Final = ("tele-stroke", "tele-stroke-regional")
"""Their patients can be transferred; there are none before `make_transferable`."""
LINE_ELSEWHERE: Final = "tele-triage"
"""Only the other organization's unit may request it."""
OWN_LINES: Final = ("tele-neuro", "tele-psych", STROKE_LINE, TRANSFER_LINES[0])
"""Everyone is on these, and the own unit may request them; whoever has a role is on `LINE_ELSEWHERE`, too."""
ASKER, GIVER = "asker", "giver"
"""Colleagues who belong everywhere and bring the consults into their states."""
CHECKER: Final = "checker"
"""Administers both organizations, and so may ask what anybody can do."""
GIVING: Final = "Virtual Provider"
COORDINATOR: Final = "Transfer Coordinator"


def roles() -> list[str]:
    """The demonstration network's, in their order."""
    return [role.name for role in described().roles]


def write_network(path: Path) -> None:
    """Two organizations with a unit each, and one person for each role; roles and lines are the demonstration's."""
    demonstration = read_document(NETWORK).data
    lines = {"member": [*OWN_LINES], "requestable": ["tele-neuro", "tele-psych"]}
    active = [*OWN_LINES, LINE_ELSEWHERE]
    everything = ["tele-toxicology", "tele-psych", "tele-neuro"]
    network = {
        "organizations": [{"code": "own", "name": "Own Health"}, {"code": "other", "name": "Other Health"}],
        "facility_types": ["Hospital"],
        "facilities": [
            _facility("own", [*everything, STROKE_LINE, TRANSFER_LINES[0]]),
            _facility("other", ["tele-toxicology", "tele-neuro", STROKE_LINE, TRANSFER_LINES[0], LINE_ELSEWHERE]),
        ],
        "service_lines": demonstration["service_lines"],
        "roles": [*demonstration["roles"], *odd_roles()],
        "users": [
            *(_user(role, [role], ["own"], lines | {"member": active, "active": active}) for role in roles()),
            _user(NO_ROLE, [], ["own"], lines),
            _user(ASKER, ["Bedside Provider"], ["own", "other"], {"requestable": everything}),
            _user(GIVER, [GIVING, COORDINATOR], ["own", "other"], {"member": everything, "active": everything}),
            _user(CHECKER, ["Administrator"], ["own", "other"], lines),
            *(_user(role, [role], ["own"], lines | {"member": active, "active": active}) for role in ODD),
        ],
    }
    YAML(typ="safe", pure=True).dump(network, path)


def _facility(organization: str, lines: list[str]) -> dict[str, Any]:
    unit = {
        "code": f"{organization}-ward",
        "unit": "Ward",
        "display_name": f"{organization} ward",
        "type": "Inpatient",
        "time_zone": "America/New_York",
        "collects": ["sex"],
        "service_lines": lines,
        "video_rooms": [{"name": f"{organization} cart"}],
    }
    return {
        "code": f"{organization}-hospital",
        "organization": organization,
        "name": f"{organization} hospital",
        "type": "Hospital",
        "units": [unit],
    }


def _user(name: str, has: list[str], organizations: list[str], lines: Mapping[str, list[str]]) -> dict[str, Any]:
    return {
        "username": username(name),
        "first_name": name,
        "last_name": "Person",
        "medipac_id": f"MP-{username(name)}",
        "roles": has,
        "organizations": organizations,
        "locations": [f"{organization}-ward" for organization in organizations],
        "service_lines": dict(lines),
    }


def username(person: str) -> str:
    return person.lower().replace(" ", "-")
