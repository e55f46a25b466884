"""The users of the live benchmark, written to the demonstration's database by its owner.

The consult is requested in one of two units. Affected users are providers on call for its line and bedside staff of
both units; all others are bedside staff of other units of the first unit's organization. So everyone receives events
about the first unit's consults, as in an organization where all staff may view all consults of a line, and only
affected users receive events about the second unit's.
"""

from dataclasses import dataclass
from typing import Any

import psycopg
from live_clients import Person

from wardline.demo.identity.provider import issuer_for
from wardline.settings import Settings

LINE = "tele-psych"
PHONE = "(555) 010-0199"
NURSE = "bench-nurse"
_PROVIDER, _BEDSIDE = "Virtual Provider", "Bedside Provider"


@dataclass(frozen=True)
class Unit:
    id: int
    organization_id: int
    collects_number: bool


@dataclass(frozen=True)
class Population:
    """`requesting_units` are the two units; the first affects everyone, the second only some users."""

    line_id: int
    requesting_units: tuple[Unit, Unit]
    nurse_token: str
    affected: list[Person]
    others: list[Person]


@dataclass(frozen=True)
class _Account:
    username: str
    role: str
    units: tuple[Unit, ...]
    is_on_call: bool = False


def populate(owner_url: str, settings: Settings, *, affected: int, others: int) -> Population:
    """Write the users and return them with tokens; half of the affected ones are on call, half are bedside staff."""
    with psycopg.connect(owner_url.replace("+psycopg", "", 1)) as connection:
        line_id = int(_one(connection, "select id from service_lines where code = %s", LINE))
        units = _units(connection, line_id)
        first_unit = units[0]
        second_unit = next(unit for unit in units if unit.organization_id != first_unit.organization_id)
        other_units = [
            unit for unit in units if unit.organization_id == first_unit.organization_id and unit != first_unit
        ]
        nurse = _Account(NURSE, _BEDSIDE, (first_unit, second_unit))
        on_call = [
            _Account(f"bench-provider-{n}", _PROVIDER, (first_unit,), is_on_call=True) for n in range(affected // 2)
        ]
        bedside = [
            _Account(f"bench-bedside-{n}", _BEDSIDE, (first_unit, second_unit)) for n in range(affected - len(on_call))
        ]
        other_accounts = [
            _Account(f"bench-other-{n}", _BEDSIDE, (other_units[n % len(other_units)],)) for n in range(others)
        ]
        ids = _write(connection, [nurse, *on_call, *bedside, *other_accounts], line_id)
        connection.commit()
        connection.autocommit = True
        connection.execute("analyze")

    # One issuer for all accounts, because reading its key takes longer than signing with it.
    issuer = issuer_for(settings)

    def person(account: _Account, *, is_watching: bool) -> Person:
        return Person(
            token=issuer.access_token(account.username),
            user_id=ids[account.username],
            is_watching=is_watching,
            checked_in_line_ids=[line_id] if account.is_on_call else [],
            location_ids=[unit.id for unit in account.units],
        )

    return Population(
        line_id=line_id,
        requesting_units=(first_unit, second_unit),
        nurse_token=issuer.access_token(NURSE),
        affected=[person(account, is_watching=True) for account in (*on_call, *bedside)],
        others=[person(account, is_watching=False) for account in other_accounts],
    )


def request_body(population: Population, unit: Unit, number: int) -> dict[str, Any]:
    """The body that the wizard sends for a fictitious patient."""
    return {
        "Patient": {
            "nameGiven": "Bench",
            "nameFamily": f"Patient {number}",
            "birthDate": "1951-07-09",
            "gender": "female",
            "additionalData": {"enumber": "4711" if unit.collects_number else None},
        },
        "Encounter": {"locationId": unit.id},
        "additionalData": {"faxNumber": "(555) 010-0123", "hospitalName": "General"},
        "serviceLineId": population.line_id,
        "callbackNumber": "(555) 010-0111",
        "state": "new",
        "TelePsychConsultDetail": {"isComplexCaseRecommendations": True, "otherReason": None},
    }


def _one(connection: psycopg.Connection[Any], statement: str, value: object) -> Any:
    row = connection.execute(statement, [value]).fetchone()
    if row is None:
        raise RuntimeError("the demonstration's network is missing")
    return row[0]


def _units(connection: psycopg.Connection[Any], line_id: int) -> list[Unit]:
    """Units that can request the line and do not have their own patient number."""
    rows = connection.execute(
        "select l.id, f.organization_id, l.collect_patient_enumber from location_units l"
        " join facilities f on f.id = l.facility_id"
        " join location_service_lines s on s.location_id = l.id and s.service_line_id = %s"
        " where l.active and l.configurable_patient_number is null order by l.id",
        [line_id],
    )
    return [Unit(*row) for row in rows]


def _write(connection: psycopg.Connection[Any], accounts: list[_Account], line_id: int) -> dict[str, int]:
    """Write the accounts; returns their IDs by user name."""
    rows = connection.execute(
        "insert into users (username, subject, first_name, last_name)"
        " select name, name, 'Bench', name from unnest(%s::text[]) as name returning username, id",
        [[account.username for account in accounts]],
    ).fetchall()
    ids: dict[str, int] = dict(rows)
    roles = dict(connection.execute("select name, id from roles").fetchall())
    organizations = {(ids[account.username], unit.organization_id) for account in accounts for unit in account.units}
    with connection.cursor() as cursor:
        cursor.executemany(
            "insert into user_roles (user_id, role_id, position) values (%s, %s, 0)",
            [(ids[account.username], roles[account.role]) for account in accounts],
        )
        cursor.executemany(
            "insert into user_organizations (user_id, organization_id) values (%s, %s)", sorted(organizations)
        )
        cursor.executemany(
            "insert into user_locations (user_id, location_id) values (%s, %s)",
            [(ids[account.username], unit.id) for account in accounts for unit in account.units],
        )
        cursor.execute(
            "insert into user_service_lines (user_id, service_line_id, member, active, requestable)"
            " select u, l.id, true, true, true from unnest(%s::int[]) as u cross join service_lines l",
            [list(ids.values())],
        )
        cursor.executemany(
            'insert into check_ins (user_id, role_id, service_line_id, phone_number, "primary", checked_in_at)'
            " values (%s, %s, %s, %s, false, now())",
            [
                (ids[account.username], roles[account.role], line_id, PHONE)
                for account in accounts
                if account.is_on_call
            ],
        )
    return ids
