"""Which consults are in whose list, and in which order: case by case, for a page and for single consults."""

import json
import uuid
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Select, select, text
from sqlalchemy.ext.asyncio import AsyncSession

from wardline.access.current_user import CurrentUser, OpenCheckIn
from wardline.access.permissions import ACCESS_ORGANIZATION, ACCESS_SERVICE_LINE, VIEW_CONSULT
from wardline.consults import picking as picking_module
from wardline.consults.list_query import ListQuery, page_query
from wardline.consults.models import _BUCKET, NAME_LIMIT, Consult
from wardline.consults.picking import BELONGS, filter_parameters, page_of, picking, sort_columns
from wardline.consults.schemas import SearchConsults
from wardline.consults.worklist import sort_key_of
from wardline.core.db.statements import compile_statement, fetch_all
from wardline.core.text.search_words import split_words

FILE = json.loads(Path(__file__).with_name("worklist.json").read_text(encoding="utf-8"))

CONSULTS = f"""
select lpad(id, 32, '0')::uuid as id, {_BUCKET} as bucket, 1 as organization_id, service_line_id, location_id,
       created_by_id, acknowledged_by_id, completed_by_id, sort_rank, created_at,
       name_vector, left(name_vector::text, {NAME_LIMIT}) as listed_words
from jsonb_to_recordset(cast(:consults as jsonb)) as given
     (id text, state text, complete_type text, service_line_id int, location_id int, created_by_id int,
      acknowledged_by_id int, completed_by_id int, sort_rank int, created_at timestamptz, words jsonb),
     lateral (select array_to_tsvector(array(select jsonb_array_elements_text(words))) as name_vector) as vectors
"""  # noqa: S608 - the product's own expression
NAMES = """
select consults.id as consult_id, left(lexeme, letters) as prefix, organization_id, location_id, service_line_id,
       sort_rank, bucket, created_at, name_vector::text as listed_words
from consults cross join unnest(name_vector) cross join generate_series(1, 3) as letters
where char_length(lexeme) >= letters and (letters > 1 or char_length(listed_words) = 400 or ascii(lexeme) > 127)
group by 1, 2, 3, 4, 5, 6, 7, 8, 9
"""
"""The consults of a case and their names under the tables' own names, so that the product's conditions and orders read
them."""


def row_of(consult: dict[str, Any]) -> dict[str, Any]:
    return {
        "id": consult["id"],
        "state": consult["state"],
        "complete_type": consult["completeType"],
        "service_line_id": consult["serviceLineId"],
        "location_id": consult["locationId"],
        "created_by_id": consult["createdById"],
        "acknowledged_by_id": consult["acknowledgedById"],
        "completed_by_id": consult["completedById"],
        "sort_rank": consult["rank"],
        "created_at": consult["createdAt"],
        "words": split_words(f"{consult['nameGiven']} {consult['nameFamily']}"),
    }


def user_of(viewer: dict[str, Any]) -> CurrentUser:
    since = datetime(2024, 3, 5, 12, tzinfo=UTC)
    return CurrentUser(
        id=viewer["id"],
        username="me",
        first_name="Mia",
        last_name="Own",
        permissions=frozenset({VIEW_CONSULT, ACCESS_ORGANIZATION, ACCESS_SERVICE_LINE}),
        role_ids=(),
        organization_ids=frozenset({1}),
        location_ids=frozenset(viewer["locationIds"]),
        member_line_ids=frozenset({2, 3, 4}),
        active_line_ids=frozenset(),
        requestable_line_ids=frozenset(),
        check_ins=tuple(
            OpenCheckIn(line, 1, line, "(555) 010-0100", True, since) for line in viewer["checkedInLineIds"]
        ),
        served_organization_ids=frozenset(),
        consult_ids_in_writing=frozenset(),
        rights_version=0,
    )


ROWS = ("WL-22", "WL-24", "WL-25", "WL-26", "WL-31", "WL-32", "WL-33", "WL-34", "WL-49", "WL-50")
CASES = [
    pytest.param(case, id=case["name"], marks=pytest.mark.req(row))
    for row in ROWS
    for case in FILE["cases"]
    if case["row"] == row
]
"""Each case names the row that it proves."""


def test_every_case_is_run() -> None:
    assert len(CASES) == len(FILE["cases"])
    assert set(ROWS) == {case["row"] for case in FILE["cases"]}


@pytest.mark.parametrize("few_locations", [picking_module.FEW_LOCATIONS, 0], ids=["few locations", "many locations"])
@pytest.mark.parametrize("case", CASES)
async def test_a_page_has_what_its_case_says(
    session: AsyncSession, monkeypatch: pytest.MonkeyPatch, case: dict[str, Any], few_locations: int
) -> None:
    monkeypatch.setattr(picking_module, "FEW_LOCATIONS", few_locations)
    query = query_of(case)
    shape, parameters = picking(query)
    found = await read(session, case, page_of(shape), parameters)
    assert [short_id(row.id) for row in found] == case["shown"]


@pytest.mark.parametrize("case", CASES)
async def test_consults_read_by_their_ids_match_and_sort_as_the_page_does(
    session: AsyncSession, case: dict[str, Any]
) -> None:
    query = query_of(case)
    statement = select(Consult.id.label("consult_id"), *sort_columns(query.sort)).where(BELONGS)
    found = await read(session, case, statement, filter_parameters(query))
    in_order = sorted(found, key=lambda row: str(sort_key_of(query.sort, row)))
    assert [short_id(row.consult_id) for row in in_order] == case["shown"]


def query_of(case: dict[str, Any]) -> ListQuery:
    user = user_of(FILE["viewer"] | case["viewer"])
    body = {"filter": FILE["filter"] | case["filter"], "sort": case["sort"]}
    return page_query(user, SearchConsults.model_validate(body))


async def read(
    session: AsyncSession, case: dict[str, Any], statement: Select[*tuple[Any, ...]], parameters: dict[str, Any]
) -> list[Any]:
    consults = json.dumps([row_of(FILE["consult"] | row) for row in case["consults"]])
    tables = {"consults": CONSULTS, "consult_names": NAMES}
    written = compile_statement(statement.add_cte(*(text(rows).columns().cte(name) for name, rows in tables.items())))
    return await fetch_all(session, written, parameters | {"consults": consults})


def short_id(consult_id: uuid.UUID) -> str:
    return consult_id.hex.lstrip("0") or "0"
