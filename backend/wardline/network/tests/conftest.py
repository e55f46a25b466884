"""A small network file that a test can break."""

from collections.abc import Callable
from pathlib import Path

import pytest

SMALL = """\
organizations:
  - code: north
    managed: true
    name: North Health
    notes:
      protocol: hl7v2
      host: interface.north.example
      port: 2575
      tls: true
      receiving_application: RECORD
      receiving_facility: NORTH
  - {code: south, managed: true, name: South Health}
facility_types: [Hospital]
facilities:
  - code: north-general
    managed: true
    organization: north
    name: North General
    type: Hospital
    state: OH
    units:
      - code: north-ed
        managed: true
        unit: Emergency
        display_name: North General - Emergency
        type: Emergency Department
        time_zone: America/New_York
        phone: (555) 010-0001
        emr_code: NED
        collects: [sex]
        patient_number:
          regex: "[0-9]{6}"
        service_lines: all
        video_rooms:
          - {name: Cart, phone: (555) 010-0002}
        transfer_protocols:
          - {transfer_for: LVO, service_line: tele-stroke, to: North General, miles: 12.5}
      - code: north-icu
        managed: true
        unit: Intensive Care
        display_name: North General - Intensive Care
        type: Intensive Care
        time_zone: America/Chicago
        service_lines: [tele-psych]
service_lines:
  tele-stroke:
    managed: true
    priorities:
      1: {name: critical, limit_seconds: 900, rank: 1}
      2: {name: urgent, limit_seconds: 3600, rank: 3}
      3: {name: critical, limit_seconds: 1800, rank: 2}
  tele-psych:
    managed: true
    hours:
      - {days: Mon-Fri, open: 08:00-17:00, time_zone: America/New_York}
    exceptions:
      - {name: Storm, first: 2027-01-04, last: 2027-01-05, open: ["09:00-11:00"], time_zone: America/Denver}
      - {name: Flood, first: 2027-01-06, time_zone: America/Denver}
    priorities:
      1: {name: critical, limit_seconds: 900, rank: 1}
      2: {name: urgent, limit_seconds: 3600, rank: 4}
      3: {name: routine, limit_seconds: 7200, rank: 5}
escalations:
  - organization: north
    managed: true
    service_line: tele-stroke
    policies:
      - priority: critical
        facility: north-general
        steps:
          - {after_seconds: 0, targets: [allNotifications], channels: [push, call]}
          - after_seconds: 180
            targets: [escalationOnly, coordinators]
            hours: {days: Sat-Sun, open: 19:00-07:00, time_zone: America/Denver}
        rounds: 2
        repeat_seconds: 120
        backup_number: (555) 201-0109
roles:
  - name: Bedside Provider
    managed: true
    label: Bedside
    permissions: [List Consult, View Consult, Ask Consult, Request Consult]
  - name: Virtual Provider
    managed: true
    label: Virtual
    permissions: [List Consult, View Consult, Give Consult]
users:
  - username: ward
    managed: true
    first_name: Wren
    last_name: Wardley
    roles: [Bedside Provider]
    organizations: [north]
    locations: [all of facility north-general]
    service_lines: {requestable: all}
  - username: doctor
    managed: true
    subject: doctor-at-provider
    first_name: Dara
    last_name: Doctorow
    phone: (555) 010-0003
    licenses:
      - {state: IL}
      - {state: IN, until: 2027-06-30}
    roles: [Virtual Provider]
    organizations: [north]
    service_lines: {member: [tele-psych], active: [tele-psych]}
"""

WriteNetwork = Callable[..., Path]


@pytest.fixture
def write_network(tmp_path: Path) -> WriteNetwork:
    """Writes the small file with each ``(old, new)`` pair replaced; each old text must occur exactly once."""

    def write(*changes: tuple[str, str]) -> Path:
        content = SMALL
        for old, new in changes:
            assert content.count(old) == 1, f"{old!r} occurs {content.count(old)} times"
            content = content.replace(old, new)
        path = tmp_path / "network.yaml"
        path.write_text(content, encoding="utf-8")
        return path

    return write
