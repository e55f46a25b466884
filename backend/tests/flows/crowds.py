"""Many simultaneous users, each with their own browser, on a database with real commits."""

from collections.abc import Callable
from typing import Final

import httpx
import psycopg

GetClient = Callable[[str], httpx.AsyncClient]

_COLLEAGUE: Final = """
with model as (select id from users where username = %(like)s),
person as (insert into users (username, subject, first_name, last_name, medipac_id)
           values (%(name)s, %(name)s, 'Pat', %(name)s, %(name)s) returning id),
roles as (insert into user_roles select person.id, role_id, position
          from user_roles, person where user_id = (table model)),
organizations as (insert into user_organizations select person.id, organization_id
                  from user_organizations, person where user_id = (table model)),
lines as (insert into user_service_lines
          select person.id, service_line_id, member, active, requestable
          from user_service_lines, person where user_id = (table model))
insert into check_ins (user_id, role_id, service_line_id, phone_number, "primary", checked_in_at)
select person.id, (select role_id from user_roles where user_id = (table model) limit 1),
       (select id from service_lines where code = %(line)s), '(555) 010-0199', true, now() from person
where %(line)s::text is not null
"""


def make_crowd(owner_url: str, size: int, *, like: str, line: str | None) -> list[str]:
    """The usernames of this many new colleagues of a user, all on call for the line if there is one."""
    names = [f"{like}-{number}" for number in range(size)]
    with psycopg.connect(owner_url.replace("+psycopg", "")) as owner:
        for name in names:
            owner.execute(_COLLEAGUE, {"name": name, "like": like, "line": line})
    return names
