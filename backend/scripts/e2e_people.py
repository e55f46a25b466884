"""People for the browser tests whom no other test uses, and their shifts, in the database of `e2e_server.py`.

usage: e2e_people.py FOLDER join LINE PEOPLE          who can then sign in; PEOPLE is JSON, see `join`
       e2e_people.py FOLDER begin USERNAME=MINUTES ...  their next shifts began so many minutes ago
       e2e_people.py FOLDER leave USERNAME ...          they go off call and are no longer active
"""

import json
import sys
from pathlib import Path
from typing import Final

from psycopg import Connection

from wardline.embedded.postgres import DATABASE, EmbeddedPostgres

_JOIN: Final = """
with person as (
  insert into users (username, subject, first_name, last_name, phone_number)
  values (%(username)s, %(username)s, %(first)s, %(last)s, %(phone)s)
  on conflict (username) do update set active = true
  returning id
), model as (
  select users.id, bool_or(user_service_lines.active) as gives
  from users join user_service_lines on user_id = users.id where username = %(like)s group by users.id
), roles as (
  insert into user_roles (user_id, role_id, position)
  select person.id, role_id, position from person, model join user_roles on user_id = model.id
  on conflict do nothing
), organizations as (
  insert into user_organizations (user_id, organization_id)
  select person.id, organization_id from person, model join user_organizations on user_id = model.id
  on conflict do nothing
), locations as (
  insert into user_locations (user_id, location_id)
  select person.id, location_id from person, model join user_locations on user_id = model.id
  on conflict do nothing
), licenses as (
  insert into user_licenses (user_id, state, valid_until)
  select person.id, state, valid_until from person, model join user_licenses on user_id = model.id
  on conflict do nothing
), lines as (
  insert into user_service_lines (user_id, service_line_id, member, active, requestable)
  select person.id, service_lines.id, true, gives, false from person, model, service_lines where code = %(line)s
  on conflict do nothing
)
insert into contacts (user_id, kind, address, label, position, delay_seconds, created_at, verified_at)
select id, 'text', %(phone)s, 'Cell phone', 0, 0, now(), now() from person
on conflict do nothing
"""
_LEAVE: Final = """
with person as (update users set active = false where username = any(%(usernames)s) returning id)
update check_ins set checked_out_at = now() where checked_out_at is null and user_id in (select id from person)
"""
_BEGIN: Final = """
update planned_shifts set starts_at = now() - %(minutes)s * interval '1 minute'
where id = (
  select planned_shifts.id from planned_shifts join users on users.id = user_id
  where username = %(username)s and ends_at > now() order by ends_at limit 1
)
"""


def join(connection: Connection, line: str, people: str) -> None:
    """Add people, each with the keys `username`, `first`, `last`, `phone`, and `like`: who has the same rights.

    They have them on this line only, the same licenses, and verified phones. Who was here before comes back.
    """
    for person in json.loads(people):
        connection.execute(_JOIN, person | {"line": line})


def begin(connection: Connection, *shifts: str) -> None:
    """Let the shift that each person has next, or now, have begun at that time.

    Raises:
        LookupError: none is planned.
    """
    for shift in shifts:
        username, minutes = shift.split("=")
        if connection.execute(_BEGIN, {"username": username, "minutes": int(minutes)}).rowcount != 1:
            raise LookupError(username)


def leave(connection: Connection, *usernames: str) -> None:
    connection.execute(_LEAVE, {"usernames": list(usernames)})


def main(folder: str, command: str, *arguments: str) -> None:
    database = EmbeddedPostgres(Path(folder))
    database.start_or_attach()
    with database.connect(DATABASE) as connection:
        {"join": join, "begin": begin, "leave": leave}[command](connection, *arguments)


if __name__ == "__main__":
    main(*sys.argv[1:])
