"""A large hospital network with a history of any length, generated in the database by the schema's owner.

Everything is derived from the demonstration's network, which must exist, and from seeded random numbers: the same seed
produces the same rows, except for their ids. The network is the same for every length of the history, like a real
network from its first month to its third year. It is as uneven as a real one: large and small organizations, busy and
quiet units, lines that are requested more often, names that many people share, and open consults that are mostly
recent.
"""

import random
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final

import psycopg
from psycopg import sql

from wardline.core.text.search_words import split_words

ORGANIZATIONS: Final = 12
FACILITIES: Final = 100
UNITS_OF_FACILITY: Final = 4
BEDSIDE_STAFF: Final = 300
SPECIALISTS_OF_LINE: Final = 6
FAMILY_NAMES: Final = 6_000
GIVEN_NAMES: Final = 2_000
SEED: Final = 20_260_304

_TABLES: Final = ("patients", "encounters", "consults", "consult_names")
_ONSETS: Final = (
    *("b", "br", "c", "ch", "cl", "d", "f", "fr", "g", "gr", "h", "j", "k", "kr", "l", "m", "mc", "n", "o", "p", "r"),
    *("s", "sch", "st", "t", "tr", "v", "w", "wh", "y", "z"),
)
_VOWELS: Final = ("a", "a", "e", "e", "i", "o", "u", "ai", "ea", "ou")
_CODAS: Final = ("", "", "l", "n", "r", "s", "rt", "ng", "ck", "tt")
_ENDS: Final = ("son", "man", "ez", "ski", "er", "ton", "ley", "a", "ini", "berg", "ov", "ward")


@dataclass(frozen=True)
class Person:
    """A user who views the list, with names and codes of the large network."""

    username: str
    role: str
    organizations: list[str]
    units: list[str]
    lines: list[str] | None
    """None for all lines."""
    on_call_for: str | None = None


def make_network(owner_url: str, people: Sequence[Person] = ()) -> None:
    """Organizations, facilities, units and staff in addition to the demonstration's, and these users."""
    with _connected(owner_url) as connection:
        connection.execute(
            "insert into organizations (code, name)"
            " select 'large-' || n, 'Organization ' || n from generate_series(1, %s) as n",
            [ORGANIZATIONS],
        )
        # Squared, so that the first organizations are large and the last ones small.
        connection.execute(
            "insert into facilities (code, organization_id, facility_type_id, name)"
            " select 'large-' || n, o.id, (select min(id) from facility_types), 'Hospital ' || n"
            " from generate_series(1, %(facilities)s) as n"
            " join organizations o"
            "  on o.code = 'large-' || 1 + floor(%(organizations)s * (1.0 * n / (%(facilities)s + 1)) ^ 2)::int",
            {"organizations": ORGANIZATIONS, "facilities": FACILITIES},
        )
        connection.execute(
            "insert into location_units (code, facility_id, unit, display_name, location_type, time_zone,"
            "  emr_integrated, collect_patient_sex, collect_patient_enumber, collect_hospital_name, collect_fax_number)"
            " select f.code || '-' || n, f.id, 'Unit ' || n, f.name || ' - Unit ' || n, 'Inpatient',"
            "  'America/New_York', false, true, false, false, false"
            " from facilities f cross join generate_series(1, %s) as n where f.code like 'large-%%' order by f.id, n",
            [UNITS_OF_FACILITY],
        )
        # The first unit of a facility, its emergency department, requests every line.
        connection.execute(
            "insert into location_service_lines (location_id, service_line_id)"
            " select u.id, l.id from location_units u cross join service_lines l"
            " where u.code like 'large-%' and (u.unit = 'Unit 1' or (u.id + l.id) % 3 > 0)"
        )
        connection.execute(
            "insert into users (username, subject, first_name, last_name)"
            " select name, name, 'Large', name from ("
            "  select 'large-bedside-' || n as name from generate_series(1, %s) as n"
            "  union all select 'large-specialist-' || l.id || '-' || n"
            "  from service_lines l cross join generate_series(1, %s) as n) as names",
            [BEDSIDE_STAFF, SPECIALISTS_OF_LINE],
        )
        for person in people:
            for statement in _PERSON:
                connection.execute(statement, asdict(person))


def make_consults(owner_url: str, number: int) -> None:
    """This many consults over three years in the large network, each with its patient and encounter.

    The tables' indexes and foreign keys are dropped and recreated, and the names are written all at once instead of by
    triggers, which takes a third of the time for a million rows.
    """
    with _connected(owner_url) as connection:
        connection.execute("select setseed(0.4711)")
        connection.execute("set local maintenance_work_mem = '512MB'")
        connection.execute("set local work_mem = '256MB'")
        _write_names(connection)
        _write_places(connection)
        recreate = _drop_indexes_and_keys(connection)
        connection.execute("alter table consults disable trigger user")
        for statement in (_DRAW, *_FILL):
            connection.execute(statement, {"number": number})
        connection.execute("alter table consults enable trigger user")
        for statement in recreate:
            connection.execute(statement)
    with _connected(owner_url, autocommit=True) as connection:
        connection.execute(f"vacuum (analyze) {', '.join(_TABLES)}")
        # In practice, there always are changes since the last vacuum, most of them to recent rows.
        connection.execute(
            "update consults set comment_count = comment_count + 1 where created_at > now() - interval '9 days'"
        )


def _connected(owner_url: str, *, autocommit: bool = False) -> psycopg.Connection[Any]:
    return psycopg.connect(owner_url.replace("+psycopg", "", 1), autocommit=autocommit)


def names() -> tuple[list[str], list[str]]:
    """Family and given names, the most frequent first."""
    rng = random.Random(SEED)  # noqa: S311 - not used for secrets
    return _generate_names(rng, FAMILY_NAMES, ends=_ENDS), _generate_names(rng, GIVEN_NAMES, ends=_VOWELS)


def _write_names(connection: psycopg.Connection[Any]) -> None:
    connection.execute("create temporary table names (n int, is_family bool, name text, words text[]) on commit drop")
    with connection.cursor() as cursor:
        for is_family, invented in zip((True, False), names(), strict=True):
            cursor.executemany(
                "insert into names values (%s, %s, %s, %s)",
                [(n, is_family, name, split_words(name)) for n, name in enumerate(invented)],
            )
    connection.execute("create index on names (is_family, n)")
    connection.execute("analyze names")


def _generate_names(rng: random.Random, number: int, *, ends: Sequence[str]) -> list[str]:
    generated: dict[str, None] = {}
    while len(generated) < number:
        syllables = "".join(
            rng.choice(part) for _ in range(rng.choice((1, 1, 2))) for part in (_ONSETS, _VOWELS, _CODAS)
        )
        generated[(syllables + rng.choice(ends)).capitalize()] = None
    return list(generated)


def _write_places(connection: psycopg.Connection[Any]) -> None:
    """Lists each unit and line in proportion to its share of all consults; the first ones are the busy ones."""
    connection.execute(
        "create temporary table places on commit drop as"
        " select row_number() over () as n, location_id, organization_id, service_line_id, nurse from ("
        "  select u.id as location_id, f.organization_id, s.service_line_id,"
        "   row_number() over (partition by s.service_line_id order by u.id) as busyness"
        "  from location_units u join facilities f on f.id = u.facility_id"
        "  join location_service_lines s on s.location_id = u.id where u.code like 'large-%') as unit"
        " cross join lateral (select id as nurse from users where username = 'large-bedside-' || 1 + location_id % 300)"
        "  as staff"
        " cross join generate_series(1, 1 + (600 / (busyness + 20))::int * (12 - service_line_id) / 6)"
    )
    connection.execute("create index on places (n)")
    connection.execute("analyze places")


def _drop_indexes_and_keys(connection: psycopg.Connection[Any]) -> list[sql.Composable]:
    """Drop foreign keys and non-unique indexes; returns the statements that recreate them."""
    keys = connection.execute(
        "select conrelid::regclass::text, conname, pg_get_constraintdef(oid) from pg_constraint"
        " where contype = 'f' and conrelid::regclass::text = any(%s)",
        [list(_TABLES)],
    ).fetchall()
    indexes = connection.execute(
        "select indexrelid::regclass::text, pg_get_indexdef(indexrelid) from pg_index"
        " where not indisunique and indrelid::regclass::text = any(%s)",
        [list(_TABLES)],
    ).fetchall()
    for table, name, _ in keys:
        connection.execute(
            sql.SQL("alter table {} drop constraint {}").format(sql.Identifier(table), sql.Identifier(name))
        )
    for name, _ in indexes:
        connection.execute(sql.SQL("drop index {}").format(sql.Identifier(name)))
    return [
        *(sql.SQL(definition) for _, definition in indexes),
        *(
            sql.SQL("alter table {} add constraint {} {}").format(
                sql.Identifier(table), sql.Identifier(name), sql.SQL(definition)
            )
            for table, name, definition in keys
        ),
    ]


_PERSON: Final = (
    """
    insert into users (username, subject, first_name, last_name)
    values (%(username)s, %(username)s, 'Large', %(username)s)
    """,
    """
    insert into user_roles (user_id, role_id, position)
    select u.id, r.id, 0 from users u, roles r where u.username = %(username)s and r.name = %(role)s
    """,
    """
    insert into user_organizations (user_id, organization_id)
    select u.id, o.id from users u, organizations o where u.username = %(username)s and o.code = any(%(organizations)s)
    """,
    """
    insert into user_locations (user_id, location_id)
    select u.id, l.id from users u, location_units l where u.username = %(username)s and l.code = any(%(units)s)
    """,
    """
    insert into user_service_lines (user_id, service_line_id, member, active, requestable)
    select u.id, l.id, true, true, true from users u, service_lines l
    where u.username = %(username)s and (%(lines)s::text[] is null or l.code = any(%(lines)s))
    """,
    """
    insert into check_ins (user_id, role_id, service_line_id, phone_number, "primary", checked_in_at)
    select u.id, r.id, l.id, '(555) 010-0199', false, now() from users u, roles r, service_lines l
    where u.username = %(username)s and r.name = %(role)s and l.code = %(on_call_for)s
    """,
)
_DRAW: Final = """
create temporary table drawn on commit drop as
select i, gen_random_uuid() as id, gen_random_uuid() as patient_id, gen_random_uuid() as encounter_id,
  -- One in a hundred people has the first of several thousand names, one in a hundred thousand the last.
  floor(20 * (301.0) ^ random() - 20)::int as family, floor(20 * (101.0) ^ random() - 20)::int as given,
  1 + floor(random() * (select count(*) from places))::int as place,
  (array[1, 2, 2, 3, 3, 3, 3, 3])[1 + floor(random() * 8)::int] as priority_id,
  created_at, random() as luck,
  -- Nearly all consults are closed after a few weeks; some are forgotten.
  random() < case when created_at > now() - interval '45 days' then 0.9 else 0.015 end as is_open
from (
  select i, now() - (1 - (1.0 * i / %(number)s)) * interval '3 years' - random() * interval '2 hours' as created_at
  from generate_series(1, %(number)s) as i offset 0
) as moments
"""
_FILL: Final = (
    """
    insert into patients (id, organization_id, name_given, name_family, birth_date, gender, is_emr, created_at)
    select patient_id, organization_id, g.name, f.name, date '1930-01-01' + (luck * 30000)::int,
      (array['female', 'male', 'other', 'unknown'])[1 + i %% 2], false, created_at
    from drawn join places p on p.n = place
    join names f on f.is_family and f.n = family join names g on not g.is_family and g.n = given
    order by i
    """,
    """
    insert into encounters (id, patient_id, location_id, organization_id, status, created_at, finished_at)
    select encounter_id, patient_id, location_id, organization_id,
      case when is_open then 'in-progress' else 'finished' end,
      created_at, case when not is_open then created_at + interval '3 days' end
    from drawn join places p on p.n = place order by i
    """,
    """
    insert into consults (id, patient_id, encounter_id, organization_id, location_id, service_line_id, priority_id,
      sort_rank, callback_number, reason, is_emergency, detail, detail_version, state, created_at, created_by_id,
      acknowledged_at, acknowledged_by_id, completed_at, completed_by_id, complete_type, cancellation_reason,
      call_length, comment_count, name_vector, changed_at)
    select d.id, patient_id, encounter_id, organization_id, location_id, p.service_line_id, priority_id,
      -- Some consults are from before lines had ranks.
      case when luck > 0.002 then r.rank end,
      '(555) 010-0111', 'Seen at the bedside, advice requested', priority_id = 1,
      jsonb_build_object('isComplexCaseRecommendations', true, 'otherReason', null, 'note', repeat('seen ', 20)), 1,
      case when is_open then case when luck < 0.4 then 'new' else 'pending' end
        when luck < 0.02 then 'discharged' when luck < 0.03 then 'cancelled' else 'completed' end,
      created_at, nurse,
      case when not is_open or luck >= 0.4 then created_at + interval '9 minutes' end,
      case when not is_open or luck >= 0.4 then specialist end,
      case when not is_open and luck >= 0.03 then created_at + interval '1 hour' end,
      case when not is_open and luck >= 0.03 then specialist end,
      case when not is_open and luck >= 0.03 then case when luck < 0.08 then 'cancelled' else 'video' end end,
      case when not is_open and luck >= 0.03 and luck < 0.08 then 'Requested twice' end,
      case when not is_open and luck >= 0.08 then 12 end,
      i %% 3, array_to_tsvector(f.words || g.words), created_at
    from drawn d join places p on p.n = place
    join names f on f.is_family and f.n = family join names g on not g.is_family and g.n = given
    join priorities r on r.service_line_id = p.service_line_id and r.id = priority_id
    join (select id as specialist, username from users) as s
      on s.username = 'large-specialist-' || p.service_line_id || '-' || 1 + i %% 6
    order by i
    """,
    """
    insert into consult_names
    select names.* from (select * from consults order by created_at) as c cross join lateral consult_names_of(c) names
    where not exists (select from consult_names where consult_id = c.id)
    """,
)
