"""The list over twenty thousand consults: how much is read for a page, and that it is the right page."""

import random
from collections.abc import Iterator
from typing import Any

import psycopg
import pytest
from loaded_reader import LoadedReader
from psycopg import sql
from search_queries import CALLERS, Caller, Query
from sqlalchemy.ext.asyncio import AsyncSession

from wardline.access.current_user import CurrentUser
from wardline.consult_views.cards import LISTS, worklist
from wardline.consults.list_query import page_query
from wardline.consults.picking import picking
from wardline.consults.schemas import SearchConsults
from wardline.consults.worklist import SearchPage
from wardline.core.db.database import Database
from wardline.core.db.statements import CompiledStatement
from wardline.directory.loading import load_by_subject
from wardline.transfers.schemas import SearchTransfers
from wardline.transfers.transfer_list import TransferList
from wardline.transfers.transfer_list import picking as picking_transfers

from .conftest import Large

callers = pytest.mark.parametrize("caller", CALLERS, ids=lambda caller: caller.name)
ORDERS = {
    "priorityHighToLow": "sort_rank asc nulls last, created_at, id",
    "priorityLowToHigh": "sort_rank desc nulls last, created_at, id",
    "oldestFirst": "created_at, id",
    "newestFirst": "created_at desc, id desc",
}
LISTED = frozenset({"consults", "consult_names"})
PAGE = 25
LAST_START = 2_475
"""Where the hundredth page begins."""
FEW = 600
SAME_NAME = 3_500
"""For a name, all rows with that name may be read."""
SAMPLED = 60


def _visited(plan: dict[str, Any], tables: frozenset[str] = LISTED) -> Iterator[tuple[str, float]]:
    """The kind of each node that reads rows of these tables, and how many it read."""
    for below in plan.get("Plans", []):
        yield from _visited(below, tables)
    if plan.get("Relation Name") in tables:
        passed_over = plan.get("Rows Removed by Filter", 0) + plan.get("Rows Removed by Index Recheck", 0)
        yield plan["Node Type"], plan["Actual Loops"] * (plan["Actual Rows"] + passed_over)


async def _user(session: AsyncSession, caller: Caller) -> CurrentUser:
    found = await load_by_subject(session, caller.person.username)
    assert found is not None
    return found


def _ids(page: SearchPage) -> list[str]:
    return [str(card.sort_key.id) for card in page.cards]


def _page_plan(large: Large, user: CurrentUser, body: dict[str, Any]) -> dict[str, Any]:
    shape, parameters = picking(page_query(user, SearchConsults.model_validate(body)))
    return _plan(large, LISTS.page(shape), parameters)


def _plan(large: Large, statement: CompiledStatement, parameters: dict[str, Any]) -> dict[str, Any]:
    """The plan that an autocommit connection uses for all values, after running it with these."""
    with psycopg.connect(large.url.replace("+psycopg", "", 1), autocommit=True) as connection:
        connection.execute("set plan_cache_mode = force_generic_plan")
        connection.execute(f"prepare page as {statement.text}")  # type: ignore[call-overload]
        values = sql.SQL(", ").join(sql.Literal(parameters.get(name)) for name in statement.names)
        executed = sql.SQL("explain (analyze, timing off, format json) execute page ({})").format(values)
        row = connection.execute(executed).fetchone()
    assert row is not None
    plan: dict[str, Any] = row[0][0]["Plan"]
    return plan


@callers
async def test_a_page_reads_little_more_than_it_shows(large: Large, session: AsyncSession, caller: Caller) -> None:
    user = await _user(session, caller)
    too_much = {}
    for query in large.named:
        for start in (0, LAST_START):
            visited = list(_visited(_page_plan(large, user, query.body(caller, start=start))))
            has_name = "searchString" in query.filter
            # Deep in the list, thousands of rows without the name are skipped, by their index.
            is_cheap = {"Index Only Scan"} if has_name and start else set()
            read = sum(rows for kind, rows in visited if kind not in is_cheap)
            most = (SAME_NAME if has_name else FEW) + 2 * start
            if read > most or "Seq Scan" in {kind for kind, _ in visited}:
                too_much[query.name, start] = visited
    assert too_much == {}


def _plainly(large: Large, user: CurrentUser, query: Query, caller: Caller) -> list[str]:
    """The whole list by the words of the specification, in order."""
    chosen = query.filter
    conditions = ["organization_id = any(%(organizations)s)", "service_line_id = any(%(lines)s)"]
    if chosen["state"] != "all":
        conditions.append("bucket = %(state)s")
    if chosen.get("serviceLines"):
        conditions.append("service_line_id = any(%(chosen_lines)s)")
    if chosen.get("locations"):
        conditions.append("location_id = any(%(locations)s)")
    elif caller.is_scope_on and user.is_checked_in:
        conditions.append("service_line_id = any(%(on_call)s)")
    elif caller.is_scope_on:
        conditions.append(
            "(location_id = any(%(own)s) or %(user)s in (created_by_id, acknowledged_by_id, completed_by_id))"
        )
    words = {f"word_{n}": word for n, word in enumerate(chosen.get("searchString", "").lower().split())}
    conditions += [f"exists (select from unnest(name_vector) where lexeme like %({name})s || '%%')" for name in words]
    statement = f"select id::text from consults where {' and '.join(conditions)} order by {ORDERS[query.sort]}"  # noqa: S608
    parameters = {
        "organizations": sorted(user.accessible_organization_ids),
        "lines": sorted(user.accessible_line_ids),
        "state": chosen["state"],
        "chosen_lines": chosen.get("serviceLines"),
        "locations": chosen.get("locations"),
        "on_call": sorted(user.checked_in_line_ids),
        "own": sorted(user.location_ids),
        "user": user.id,
        **words,
    }
    return [row[0] for row in large.owner.execute(statement, parameters)]


@pytest.mark.req("PERM-07", "WL-49", "WL-50", "API-19", "API-20")
@callers
async def test_a_page_matches_what_plain_statements_find(large: Large, session: AsyncSession, caller: Caller) -> None:
    user = await _user(session, caller)
    rng = random.Random(caller.name)  # noqa: S311 - the same for each run
    found_something = 0
    for query in (*large.named, *rng.sample(large.others, SAMPLED)):
        start = rng.choice((0, 0, 10, 300))
        request = SearchConsults.model_validate(query.body(caller, start=start))
        page = await worklist(session).search(LoadedReader(session, user), request)
        expected = _plainly(large, user, query, caller)
        assert _ids(page) == expected[start : start + PAGE], (query, start)
        assert (page.next is not None) == (len(expected) > start + PAGE)
        found_something += len(_ids(page)) > 0
    assert found_something > SAMPLED / 4


@pytest.mark.req("API-04", "API-19")
async def test_a_page_shows_a_hundred_at_most(large: Large, session: AsyncSession) -> None:
    user = await _user(session, CALLERS[0])
    base = {"filter": {"assignedLocationsToggleOn": False}, "sort": "newestFirst"}
    caller = LoadedReader(session, user)
    longest, longer = [
        await worklist(session).search(caller, SearchConsults.model_validate(base | {"length": length}))
        for length in (100, 5_000)
    ]
    assert _ids(longer) == _ids(longest)
    assert (len(_ids(longer)), longer.next) == (100, longest.next)
    assert longer.next is not None


@pytest.mark.parametrize("sort", ORDERS)
@callers
@pytest.mark.req("API-19", "API-04")
async def test_pages_after_one_another_show_each_consult_once(
    large: Large, session: AsyncSession, caller: Caller, sort: str
) -> None:
    """Many were requested at the same time, and some have no rank."""
    user = await _user(session, caller)
    busy = Query("one location's", sort, {"state": "all", "locations": [large.units["large-7-1"]]})
    own = Query("everything of the caller's", sort, {"state": "cancelled"})
    for search, length in ((busy, 7), (own, 60)):
        shown: list[str] = []
        after = None
        while True:
            body = search.body(caller, length=length, after=after)
            page = await worklist(session).search(LoadedReader(session, user), SearchConsults.model_validate(body))
            shown += _ids(page)
            if page.next is None:
                break
            after = str(page.next)
        assert shown == _plainly(large, user, search, caller)
        assert shown


@callers
async def test_the_next_page_reads_no_more_at_any_depth(large: Large, session: AsyncSession, caller: Caller) -> None:
    user = await _user(session, caller)
    for query in large.named[2:5]:
        count = len(_plainly(large, user, query, caller))
        request = SearchConsults.model_validate(query.body(caller, start=min(count * 4 // 5, 10_000), length=1))
        deep = await worklist(session).search(LoadedReader(session, user), request)
        visited = _visited(_page_plan(large, user, query.body(caller, after=str(deep.next))))
        assert sum(rows for _, rows in visited) < FEW, query.name


async def test_a_connection_plans_the_page_and_its_cards_once(large: Large, session: AsyncSession) -> None:
    user = await _user(session, CALLERS[3])
    request = SearchConsults.model_validate(large.named[0].body(CALLERS[3]))
    database = Database(large.url, pool_size=1)
    async with database.autocommit() as connection:
        for _ in range(12):
            await worklist(connection).search(LoadedReader(connection, user), request)
        prepared = await connection.driver.execute(
            "select custom_plans, generic_plans from pg_prepared_statements where statement like '%name_given%'"
        )
        assert await prepared.fetchall() == [(0, 12)]
    await database.close()


_MOVED = """
insert into transfers (id, consult_id, organization_id, location_id, service_line_id, sort_rank, author_id, created_at,
  state, assignee_id, acknowledged_at, acknowledged_by_id, resolved_at, resolved_by_id, referring_physician,
  referring_location_number, preferred_facility_id, facility_location_id, preferred_transportation_mode, stroke_level)
select gen_random_uuid(), c.id, organization_id, location_id, service_line_id, sort_rank, created_by_id, created_at,
  case when by is null then 'requested' else 'completed' end, by, at, by, at, by, 'Dr. Larch', '(555) 010-0142',
  f.id, f.id, 'Air', 'Level 1'
from (select *, case when created_at < now() - interval '20 days' then created_by_id end as by,
  case when created_at < now() - interval '20 days' then created_at end as at from consults) c,
  (select min(id) as id from facilities) f
where service_line_id = any(%s)
"""
"""Every consult of these lines, all but the latest completed."""


def _plain_transfers(large: Large, user: CurrentUser, order: str, condition: str) -> list[str]:
    statement = (
        "select t.id::text from transfers t join consults c on c.id = t.consult_id where c.organization_id = any(%s)"  # noqa: S608
        f" and c.service_line_id = any(%s) and {condition} order by {order}"
    )
    reach = [sorted(user.accessible_organization_ids), sorted(user.accessible_line_ids)]
    return [row[0] for row in large.owner.execute(statement, reach)]


@pytest.mark.req("API-28", "WL-28", "API-04")
async def test_a_page_of_transfers_is_right_and_reads_little_however_many_there_were(
    large: Large, session: AsyncSession
) -> None:
    large.owner.execute(_MOVED, [[large.lines["tele-stroke"], large.lines["acute-stroke"]]])
    large.owner.execute("vacuum (analyze) transfers")
    user = await _user(session, CALLERS[0])
    for sort, order in ORDERS.items():
        in_order = ", ".join(f"{'c' if 'rank' in key else 't'}.{key}" for key in order.split(", "))
        for state, condition in {"pending": "resolved_at is null", "all": "true"}.items():
            request = SearchTransfers.model_validate({"start": 10, "filter": {"sort": sort, "state": state}})
            page = await TransferList(session, worklist(session)).search(user, request)
            expected = _plain_transfers(large, user, in_order, condition)
            assert [str(listed.transfer.id) for listed in page.listed] == expected[10 : 10 + PAGE], (sort, state)
            assert page.has_more is (len(expected) > 10 + PAGE)
    longest = SearchTransfers.model_validate({"length": 5_000, "filter": {"state": "all"}})
    page = await TransferList(session, worklist(session)).search(user, longest)
    assert (len(page.listed), page.has_more) == (100, True)
    statement, parameters = picking_transfers(user, SearchTransfers(), (), PAGE)
    visited = list(_visited(_plan(large, statement, parameters), frozenset({"transfers"})))
    assert sum(read for _, read in visited) < FEW, visited
    assert len(_plain_transfers(large, user, "1", "true")) > FEW
