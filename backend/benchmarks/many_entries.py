"""An audit trail of any length in a large hospital network, generated in the database by the schema's owner.

Like a real one: most entries are of few operations, lists name many patients at once, a patient is looked at for a few
days and then never again, some requests are refused, and hardly any fail. A patient has as many entries in a short
trail as in a long one.
"""

from typing import Final

import psycopg

MONTHS: Final = 36
PEOPLE: Final = 50_000
ENTRIES_OF_PATIENT: Final = 40
"""Entries per patient, of which each names one patient or a list of them."""
LISTED: Final = 25
LIST_SHARE: Final = 0.25

_PEOPLE: Final = (
    """
    insert into users (username, subject, first_name, last_name)
    select 'entry-' || n, 'entry-' || n, 'Given' || n %% 700, 'Family' || n %% 9000
    from generate_series(1, %(people)s) n
    """,
    """
    insert into user_organizations (user_id, organization_id)
    select u.id, o.id from users u join organizations o
      on o.code = 'large-' || 1 + floor(12 * (1.0 * (u.id %% 1000) / 1001) ^ 2)::int
    where u.username like 'entry-%%'
    """,
)
_ENTRIES: Final = """
insert into audit_entries
  (at, request_id, user_id, action, status, code, address, organization_ids, consult_ids, patient_ids, emr_ids)
select now() - (1 - 1.0 * i / %(number)s) * interval '35 months', md5(i::text), person.user_id,
  case when is_list then (array['searchConsults', 'readConsultCards', 'readCensus'])[1 + i %% 3] else
    (array['getConsult', 'listUpdates', 'getConsult', 'saveSignoffNote', 'acknowledgeConsult', 'addUpdate',
           'getPatient', 'listSignOffNotes', 'joinMeeting', 'completeConsult', 'signSignoffNote', 'checkIn',
           'exportConsult'])[1 + floor(13 * luck ^ 2)::int] end,
  case when luck < 0.98 then 200 when luck < 0.9995 then 403 else 503 end,
  case when luck >= 0.98 then 'forbidden' end, '10.0.' || i %% 250 || '.7', array[person.organization_id],
  case when is_list then '{}' else array[md5('c' || whom)::uuid] end,
  case when is_list then listed.ids else array[md5('p' || whom)::uuid] end,
  case when is_list then '{}' else array['E-' || whom] end
from (
  select i, random() as luck, random() < %(list_share)s as is_list,
    (i / %(of_patient)s + floor(random() * 200)) :: int as whom
  from generate_series(1, %(number)s) as i offset 0
) as drawn
join entry_people person on person.n = 1 + (i * 7919::bigint) %% (select count(*) from entry_people)
cross join lateral (
  select array_agg(md5('p' || whom + j)::uuid order by j) as ids
  from generate_series(0, case when is_list then %(listed)s - 1 else -1 end) as j
) as listed
order by i
"""


def make_entries(owner_url: str, number: int) -> None:
    """This many entries over three years, and the people who made them."""
    with psycopg.connect(owner_url.replace("+psycopg", "", 1)) as connection:
        connection.execute("select setseed(0.4711)")
        connection.execute("set local maintenance_work_mem = '1GB'")
        connection.execute("set local work_mem = '256MB'")
        for months_ago in (MONTHS, MONTHS // 2):
            connection.execute(
                "select make_audit_months((current_date - make_interval(months => %s))::date, %s)",
                [months_ago, MONTHS // 2 + 1],
            )
        for statement in _PEOPLE:
            connection.execute(statement, {"people": PEOPLE})
        connection.execute(
            "create temporary table entry_people on commit drop as"
            " select row_number() over (order by user_id) as n, user_id, organization_id"
            " from user_organizations join users on users.id = user_id where username like 'entry-%'"
        )
        connection.execute("create unique index on entry_people (n)")
        connection.execute("analyze entry_people")
        indexes = connection.execute(
            "select indexname, indexdef from pg_indexes where tablename = 'audit_entries' and indexname like 'ix_%'"
        ).fetchall()
        for name, _ in indexes:
            connection.execute(f"drop index {name}")
        connection.execute(
            _ENTRIES,
            {"number": number, "list_share": LIST_SHARE, "of_patient": ENTRIES_OF_PATIENT, "listed": LISTED},
        )
        for _, definition in indexes:
            connection.execute(definition.replace(" ON ONLY ", " ON "))
        # Else, background work would link them during the measurement. The hashes are none.
        connection.execute(
            "insert into audit_links (position, entry_id, hash)"
            " select row_number() over (order by id), id, '\\x00' from audit_entries"
        )
    with psycopg.connect(owner_url.replace("+psycopg", "", 1), autocommit=True) as connection:
        connection.execute("vacuum (analyze) audit_entries, audit_links, users, user_organizations")
