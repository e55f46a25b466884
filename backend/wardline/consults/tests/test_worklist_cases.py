"""The list's rule by the cases that the browser runs as well: what is in whose list, and in which order."""

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select, text
from sqlalchemy.ext.asyncio import AsyncSession

from wardline.access.current_user import CurrentUser, OpenCheckIn
from wardline.consults.choices import ConsultSort
from wardline.consults.models import _BUCKET, Consult
from wardline.consults.repository import _ORDERS, ConsultRepository
from wardline.consults.schemas import SearchFilter
from wardline.core.words import words

FILE = json.loads(Path(__file__).with_name("worklist.json").read_text(encoding="utf-8"))

CONSULTS = f"""
select lpad(id, 32, '0')::uuid as id, {_BUCKET} as bucket, service_line_id, location_id, created_by_id,
       acknowledged_by_id, completed_by_id, sort_rank, created_at,
       array_to_tsvector(array(select jsonb_array_elements_text(words))) as name_vector
from jsonb_to_recordset(cast(:consults as jsonb)) as given
     (id text, state text, complete_type text, service_line_id int, location_id int, created_by_id int,
      acknowledged_by_id int, completed_by_id int, sort_rank int, created_at timestamptz, words jsonb)
"""  # noqa: S608 - the product's own expression
"""The consults of a case under the table's own name, so that the product's conditions and orders read them."""


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
        "words": words(f"{consult['nameGiven']} {consult['nameFamily']}"),
    }


def user_of(viewer: dict[str, Any]) -> CurrentUser:
    since = datetime(2024, 3, 5, 12, tzinfo=UTC)
    return CurrentUser(
        id=viewer["id"],
        username="me",
        first_name="Mia",
        last_name="Own",
        permissions=frozenset(),
        role_ids=(),
        organization_ids=frozenset(),
        location_ids=frozenset(viewer["locationIds"]),
        member_line_ids=frozenset(),
        active_line_ids=frozenset(),
        requestable_line_ids=frozenset(),
        check_ins=tuple(
            OpenCheckIn(line, 1, line, "(555) 010-0100", True, since) for line in viewer["checkedInLineIds"]
        ),
        served_organization_ids=frozenset(),
    )


@pytest.mark.parametrize("case", FILE["cases"], ids=[case["name"] for case in FILE["cases"]])
async def test_the_list_shows_what_its_case_says(session: AsyncSession, case: dict[str, Any]) -> None:
    user = user_of(FILE["viewer"] | case["viewer"])
    chosen = SearchFilter.model_validate(FILE["filter"] | case["filter"])
    given = text(CONSULTS).bindparams(consults=json.dumps([row_of(FILE["consult"] | row) for row in case["consults"]]))
    statement = (
        select(Consult.id)
        .where(*ConsultRepository(session)._filters(user, chosen))
        .order_by(*_ORDERS[ConsultSort(case["sort"])])
        .add_cte(given.columns().cte("consults"))
    )
    assert [found.hex.lstrip("0") or "0" for found in await session.scalars(statement)] == case["shown"]
