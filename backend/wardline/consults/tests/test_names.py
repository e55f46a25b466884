"""Names are found in the list from the moment they are stored, and wherever their consult moves."""

from typing import Final

import httpx
import pytest
from alembic import command
from bodies import Bodies
from sqlalchemy import create_engine, insert, text
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import Session

from conftest import NOON, CheckIn, Cluster
from wardline.consults.models import Consult
from wardline.demo.history import write_history
from wardline.demo.network import described
from wardline.demo.scene import read_scene
from wardline.embedded.postgres import create_database
from wardline.migrations import revisions
from wardline.network.objects import entries_of
from wardline.network.writing import write_entries
from wardline.patients.models import Encounter, Patient
from wardline.service_lines.synchronize import synchronize
from wardline.startup import migrate

LISTED_WRONGLY = text(
    "(select names.* from consults c cross join lateral consult_names_of(c) names except select * from consult_names)"
    " union all"
    " (select * from consult_names except select names.* from consults c cross join lateral consult_names_of(c) names)"
)


async def found(client: httpx.AsyncClient, name: str, state: str = "pending") -> list[str]:
    body = {"filter": {"searchString": name, "state": state, "assignedLocationsToggleOn": False}}
    response = await client.post("/consults/$search", json=body)
    return [consult["id"] for consult in response.json()["consults"]]


@pytest.mark.req("WL-50", "API-19")
async def test_a_name_is_found_while_its_consult_moves_and_its_patient_is_renamed(
    client: httpx.AsyncClient, check_in: CheckIn, bodies: Bodies, session: AsyncSession
) -> None:
    psych = await check_in("psych", line="tele-psych")
    consult_id = await bodies.create(client)
    for name in ("o", "oc", "oconn", "O'Connor", "oconnor ma", "diaz"):
        assert await found(client, name) == [consult_id], name
    for name in ("oconnorx", "connor", "oconnor zoe"):
        assert await found(client, name) == [], name
    consult = (await client.get(f"/consults/{consult_id}")).json()
    path = f"/patient/{consult['Patient']['id']}/consults/{consult_id}"
    renamed = {
        "nameGiven": "Mary Ann",
        "nameFamily": "Larch",
        "birthDate": "1951-07-09",
        "gender": "female",
        "additionalData": {"enumber": "4711"},
    }
    response = await psych.put(path, json={"patient": renamed})
    assert response.status_code == 200, response.text
    assert (await found(client, "oconnor"), await found(client, "lar")) == ([], [consult_id])
    await client.post(f"/consults/{consult_id}/complete?cancel=true", json={"cancellationReason": "Twice"})
    assert (await found(client, "larch"), await found(client, "larch", "cancelled")) == ([], [consult_id])
    assert (await session.execute(LISTED_WRONGLY)).all() == []


@pytest.mark.req("WL-50")
async def test_every_word_of_a_name_of_any_length_is_found(client: httpx.AsyncClient, bodies: Bodies) -> None:
    words = [f"{letter}{'x' * 12}" for letter in "abcdefghijklmnopq"]
    request = await bodies.request(client)
    request["Patient"] |= {"nameGiven": " ".join(words), "nameFamily": " ".join(word[::-1] for word in words)}
    consult_id = (await client.post("/consults", json=request)).json()["id"]
    for name in ("a", "q", "qx", "qxx", "xxxxxxxxxxxxq", "b x"):
        assert await found(client, name) == [consult_id], name
    assert await found(client, "r") == []


LATER: Final = (
    ("create table rights_versions (user_id integer, version bigint)", "drop table rights_versions"),
    ("alter table facilities add column state text", "alter table facilities drop column state"),
    (
        "alter table location_units add column preferred_video text",
        "alter table location_units drop column preferred_video",
    ),
    ("alter table users add column signed_out_at timestamptz", "alter table users drop column signed_out_at"),
    ("alter table service_lines add column exceptions jsonb", "alter table service_lines drop column exceptions"),
    ("alter table roles add column retired_permissions text[]", "alter table roles drop column retired_permissions"),
    ("create table user_licenses (user_id integer, state text, valid_until date)", "drop table user_licenses"),
)
"""What a network needs of later versions; it is removed before they are installed."""


async def test_names_stored_by_an_older_version_are_found(cluster: Cluster) -> None:
    name = "names_before"
    with cluster.postgres.connect() as admin:
        create_database(admin, name)
    owner_url = cluster.postgres.url("wardline_owner", name)
    engine = create_engine(owner_url)
    with engine.begin() as connection:
        config = revisions.configuration()
        config.attributes.update(connection=connection, application_role="wardline_app")
        command.upgrade(config, "0025")
        for added, _ in LATER:
            connection.execute(text(added))
    with engine.begin() as connection:
        session = Session(connection, autoflush=False)
        synchronize(connection)
        write_entries(session, list(entries_of(described())))
        history = write_history(read_scene(session, NOON), NOON)
        for model, rows in ((Patient, history.patients), (Encounter, history.encounters), (Consult, history.consults)):
            session.execute(insert(model), rows)
        for _, removed in LATER:
            connection.execute(text(removed))
    migrate(owner_url, application_role="wardline_app")
    with engine.begin() as connection:
        count = connection.scalar(text("select count(distinct consult_id) from consult_names"))
        assert count == connection.scalar(text("select count(*) from consults where name_vector <> ''"))
        assert connection.execute(LISTED_WRONGLY).all() == []
    engine.dispose()
    cluster.drop(name)
