"""The demonstration's history, as its users see it."""

from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from time import sleep
from typing import Any

import httpx
import psycopg
import pytest
from psycopg import sql
from psycopg.rows import dict_row
from sqlalchemy.ext.asyncio import AsyncSession

from wardline.consults import parts
from wardline.consults.bodies import request_of
from wardline.core import clock
from wardline.core.db.advisory_locks import AdvisoryLock, lock_statement
from wardline.core.db.database import Database
from wardline.demo import loading
from wardline.demo.identity.issuing import Issuer
from wardline.demo.loading import load_demonstration
from wardline.demo.plan import WAITING
from wardline.demo.samples import LATEST_BEFORE, sample_at, samples
from wardline.demo.steps import Step, take
from wardline.demo.transfers import MOVING
from wardline.main import create_api, install_parts
from wardline.paging.engine import Engine
from wardline.service_lines.registry import all_lines, line_of
from wardline.settings import Settings

NOW = datetime(2026, 3, 4, 12, 0, tzinfo=UTC)
CONSULTS = 200 + len(WAITING) + len(MOVING)
HISTORY = (
    "select * from consults order by id",
    "select to_jsonb(t) - 'id' from transfers t order by consult_id",
    "select to_jsonb(o) - 'transfer_id' from declined_offers o order by declined_at",
    "select to_jsonb(e) - 'id' from timeline_entries e order by created_at, consult_id, task_type",
)
"""Everything except ids that the database or a service chooses."""
Rows = list[dict[str, Any]]
Query = Callable[..., Rows]


@pytest.fixture(scope="module")
def past(cluster: Any) -> Iterator[tuple[str, str]]:
    """A database whose history was written at `NOW`: URLs of the application and the owner."""
    application, owner = cluster.clone("past")
    with clock.clock_at(NOW), pytest.MonkeyPatch.context() as patch:
        patch.setattr(parts, "_installed", [])  # As in a process without an application.
        assert load_demonstration(owner) == CONSULTS
    yield application, owner
    cluster.drop("past")


@pytest.fixture
def query(past: tuple[str, str]) -> Iterator[Query]:
    with psycopg.connect(past[1].replace("+psycopg", "", 1), autocommit=True, row_factory=dict_row) as connection:
        yield lambda text, *values: connection.execute(text, values).fetchall()


SignIn = Callable[[str], httpx.AsyncClient]


@pytest.fixture
async def sign_in_here(past: tuple[str, str], settings: Settings, issuer: Issuer) -> AsyncIterator[SignIn]:
    app = create_api(settings)
    install_parts(app, settings)
    app.state.database = Database(past[0], pool_size=2)
    clients: list[httpx.AsyncClient] = []

    def make(username: str) -> httpx.AsyncClient:
        headers = {"Authorization": f"Bearer {issuer.access_token(username)}"}
        transport = httpx.ASGITransport(app)
        clients.append(httpx.AsyncClient(transport=transport, base_url=f"{settings.origin}/api", headers=headers))
        return clients[-1]

    yield make
    for client in clients:
        await client.aclose()
    await app.state.database.close()


def test_the_history_is_written_once(query: Query, past: tuple[str, str]) -> None:
    assert load_demonstration(past[1]) == 0
    assert len(query("select id from consults")) == CONSULTS


@pytest.mark.req("ENT-12", "ENT-14", "ENT-15")
def test_the_history_has_every_state_and_completion_type(query: Query) -> None:
    assert {row["state"] for row in query("select distinct state from consults")} == {
        "new",
        "pending",
        "completed",
        "discharged",
    }
    ways = query("select s.slug, c.complete_type from consults c join service_lines s on s.id = c.service_line_id")
    for line in all_lines():
        offered = {choice.value for choice in line.completion_types}
        assert offered <= {row["complete_type"] for row in ways if row["slug"] == line.slug}
    assert not query("select id from consults where state = 'discharged' and acknowledged_at is null")
    finished = "select c.state from consults c join encounters e on e.id = c.encounter_id where e.status = 'finished'"
    assert {row["state"] for row in query(finished)} == {"new", "completed", "discharged"}


@pytest.mark.req("ENT-10", "TIME-21")
def test_timeline_entries_are_in_order_and_in_the_past(query: Query) -> None:
    for consult in query("select * from consults"):
        entries = query("select * from timeline_entries where consult_id = %s order by created_at, id", consult["id"])
        closings = [entry["created_at"] for entry in entries if entry["kind"] == "transferClosed"]
        moments = [entry["created_at"] for entry in entries if entry["kind"] != "transferClosed"]
        assert entries[0]["task_type"] == "consult-creation"
        assert moments[0] == consult["created_at"]
        assert moments[-1] <= consult["changed_at"] <= NOW
        assert len(set(moments)) == len(moments)
        comments = [entry for entry in entries if entry["task_type"] == "update" and entry["kind"] is None]
        assert consult["comment_count"] == len(comments)
        by_type = {entry["task_type"]: entry for entry in entries}
        acknowledged = by_type.get("consult-acknowledgement")
        assert consult["acknowledged_at"] == (acknowledged and acknowledged["created_at"])
        ended = by_type.get("consult-completion") or by_type.get("cancelled")
        assert consult["completed_at"] == (ended and ended["created_at"])
        assert set(closings) <= {consult["completed_at"]}
        cancelled = "cancelled" in by_type
        assert cancelled is (consult["complete_type"] == "cancelled") is (consult["cancellation_reason"] is not None)


@pytest.mark.req("TIME-17")
def test_a_comment_is_marked_as_notified_if_another_user_was_notified(query: Query) -> None:
    alerts = query("select * from timeline_entries where alert")
    assert alerts
    for entry in alerts:
        notified = query(
            "select user_id from notifications where kind = 'UrgentComment'"
            " and (consult_id, created_at) = (%s, %s) and user_id <> %s",
            *(entry[name] for name in ("consult_id", "created_at", "author_id")),
        )
        assert entry["notified"] is bool(notified)
    assert not query("select id from timeline_entries where notified and not alert")
    assert not query("select id from notifications where not dismissed and created_at <= %s", NOW)


@pytest.mark.parametrize(
    "change", ["update sign_off_versions set author_id = author_id", "delete from sign_off_versions"]
)
@pytest.mark.req("SIGN-24")
def test_not_even_the_owner_of_the_tables_can_change_a_signed_version(past: tuple[str, str], change: str) -> None:
    with (
        psycopg.connect(past[1].replace("+psycopg", "", 1), autocommit=True) as owner,
        pytest.raises(psycopg.errors.IntegrityError, match="never changes"),
    ):
        owner.execute(change)


def test_the_same_seed_gives_the_same_history(query: Query, past: tuple[str, str]) -> None:
    first = [query(text) for text in HISTORY]
    with psycopg.connect(past[1].replace("+psycopg", "", 1), autocommit=True) as owner:
        owner.execute("truncate consults, encounters, patients, timeline_entries cascade")
    with clock.clock_at(NOW):
        load_demonstration(past[1])
    assert [query(text) for text in HISTORY] == first


def test_a_crash_while_the_past_is_loaded_leaves_nothing(cluster: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    async def crash(session: AsyncSession, steps: Sequence[Step]) -> None:
        await take(session, steps[:3])
        raise ZeroDivisionError

    monkeypatch.setattr(loading, "take", crash)
    _, owner = cluster.clone("crashed")
    with pytest.raises(ZeroDivisionError):
        load_demonstration(owner)
    with psycopg.connect(owner.replace("+psycopg", "", 1), autocommit=True) as connection:
        for table in ("patients", "consults", "timeline_entries", "transfers"):
            assert connection.execute(sql.SQL("select from {}").format(sql.Identifier(table))).fetchall() == []
    cluster.drop("crashed")


def test_a_second_process_waits_as_long_as_the_first_one_takes(
    past: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("wardline.core.db.database.LOCK_MILLISECONDS", 1)
    owner = past[1].replace("+psycopg", "", 1)
    with (
        ThreadPoolExecutor() as second,
        psycopg.connect(owner) as first,
        psycopg.connect(owner, autocommit=True) as watching,
    ):
        first.execute(str(lock_statement(AdvisoryLock.DEMONSTRATION)))
        count = second.submit(load_demonstration, past[1])
        while not watching.execute("select 1 from pg_locks where not granted and locktype = 'advisory'").fetchone():
            assert not count.done()
        sleep(0.1)
        first.rollback()
        assert count.result() == 0


@pytest.mark.req("WL-24", "CONST-13")
async def test_a_nurse_sees_waiting_consults_with_strokes_and_emergencies_first(
    query: Query, sign_in_here: SignIn
) -> None:
    request = {"filter": {"state": "pending"}, "length": 100}
    response = await sign_in_here("nurse").post("/consults/$search", json=request)
    assert response.status_code == 200, response.text
    consults = response.json()["consults"]
    waiting = [consult for consult in consults if consult["acknowledgedAt"] is None]
    assert len(waiting) == len([entry for entry in WAITING if not entry.unit.startswith("summit")])
    assert len({consult["priority"]["name"] for consult in waiting}) >= 2
    ranks = [consult["priority"]["rank"] for consult in consults]
    assert ranks == sorted(ranks)
    assert any(consult["encounterStatus"] == "finished" for consult in waiting)


@pytest.mark.req("NOTIF-13")
async def test_waiting_requests_page_whoever_goes_on_call_and_nobody_else(
    past: tuple[str, str], sign_in_here: SignIn
) -> None:
    psych = sign_in_here("psych")
    me = (await psych.get("/me")).json()
    (line_id,) = [line["id"] for line in me["activeServiceLines"] if line["slug"] == "tele-psych"]
    body = {"roleId": me["defaultCheckinRoleId"], "serviceLineId": line_id, "phoneNumber": "(555) 010-0190"}
    assert (await psych.post("/checkin", json=body | {"primary": True})).status_code == 201
    database = Database(past[0], pool_size=1)
    engine = Engine(database, "(555) 010-0100")
    await engine.make_due_moves()
    await engine.page_newcomers()
    await database.close()
    pages = (await psych.get("/pages")).json()
    expected = [entry for entry in WAITING if entry.line == "tele-psych"]
    assert [page["kind"] for page in pages] == ["request"] * len(expected)
    assert (await sign_in_here("coordinator").get("/pages")).json() == []


async def test_nobody_is_told_of_the_plan_at_the_beginning(query: Query, sign_in_here: SignIn) -> None:
    with clock.clock_at(NOW):
        told, shifts = [(await sign_in_here("neuro").get(path)).json() for path in ("/duty-notices", "/shifts/me")]
    assert (told, bool(shifts)) == ([], True)
    assert query("select id from deliveries where starts_with(channel, 'duty-')") == []


async def test_a_planner_finds_the_weekends_of_one_group_open(sign_in_here: SignIn) -> None:
    with clock.clock_at(NOW):
        found = (await sign_in_here("coordinator").get("/call-schedules/findings")).json()
    begins = {(gap["primary"], datetime.fromisoformat(gap["startsAt"]).weekday()) for gap in found["gaps"][2:]}
    assert (begins, found["gapTotal"], found["doubles"], found["conflicts"]) == ({(True, 5)}, 53, [], [])


async def test_every_past_consult_can_be_read_and_found_by_name(query: Query, sign_in_here: SignIn) -> None:
    client = sign_in_here("nurse")
    readable = query(
        "select c.id, p.name_family from consults c join patients p on p.id = c.patient_id"
        " join organizations o on o.id = c.organization_id where o.code = 'lakeshore'"
    )
    for row in readable:
        response = await client.get(f"/consults/{row['id']}")
        assert response.status_code == 200, response.text
        assert response.json()["Patient"]["nameFamily"] == row["name_family"]
    name = readable[0]["name_family"]
    request = {"filter": {"searchString": name[:4].upper(), "assignedLocationsToggleOn": False}}
    found = (await client.post("/consults/$search", json=request)).json()["consults"]
    assert name in {consult["Patient"]["nameFamily"] for consult in found}


Transfers = list[dict[str, Any]]


@pytest.fixture
async def listed(sign_in_here: SignIn) -> dict[str, Transfers]:
    """The transfer center's list in each state."""
    coordinator, found = sign_in_here("coordinator"), {}
    for state in ("pending", "completed", "all"):
        response = await coordinator.post("/transfers/$search", json={"filter": {"state": state}, "length": 100})
        assert response.status_code == 200, response.text
        found[state] = response.json()["transfers"]
    return found


async def of_consult(client: httpx.AsyncClient, consult_id: str) -> dict[str, Any]:
    (transfer,) = (await client.get(f"/consults/{consult_id}/transfers")).json()
    return dict(transfer)


@pytest.mark.req("WL-28", "WL-35")
async def test_the_transfer_center_sees_transfers_of_strokes_in_each_state(
    listed: dict[str, Transfers], sign_in_here: SignIn
) -> None:
    for transfers in listed.values():
        moments = [transfer["createdAt"] for transfer in transfers]
        assert moments == sorted(moments)
    running = [moving.state.value for moving in MOVING if moving.cancelled is None]
    assert {transfer["state"] for transfer in listed["pending"]} == {"requested", "acknowledged"}
    assert {transfer["state"] for transfer in listed["completed"]} == {"completed"}
    assert sorted(each["state"] for each in listed["pending"] + listed["completed"]) == sorted(running)
    assert sorted(each["state"] for each in listed["all"]) == sorted(moving.state.value for moving in MOVING)
    coordinator = sign_in_here("coordinator")
    for card in listed["all"]:
        assert card["consult"]["ServiceLine"]["slug"] == "tele-stroke"
        assert card["consult"]["hasTransfer"] is True
        transfer = await of_consult(coordinator, card["consult"]["id"])
        flags = transfer["preferredFacility"]["fieldFlags"]
        assert flags["requiresAcceptingAttending"] is (transfer["acceptingAttendingPhysician"] is not None)
        assert transfer["author"]["id"] == card["consult"]["acknowledgedById"]


@pytest.mark.req("ENT-10", "TIME-21")
async def test_each_step_of_a_transfer_is_in_the_timeline(
    listed: dict[str, Transfers], query: Query, sign_in_here: SignIn
) -> None:
    coordinator = sign_in_here("coordinator")
    for card in listed["all"]:
        consult = card["consult"]
        transfer = await of_consult(coordinator, consult["id"])
        happened = query(
            "select coalesce(kind, task_type) as step, author_id, created_at from timeline_entries"
            " where consult_id = %s and coalesce(kind, task_type) like 'transfer%%' order by created_at",
            consult["id"],
        )
        steps = [
            ("transfer", transfer["author"], transfer["createdAt"]),
            ("transfer-acknowledgement", transfer["acknowledgedBy"], transfer["acknowledgedAt"]),
            *(("transferDeclined", offer["declinedBy"], offer["declinedAt"]) for offer in transfer["declinedOffers"]),
            ("transfer-completion", transfer["resolvedBy"], transfer["resolvedAt"]),
            ("transferClosed", transfer["closedBy"], transfer["closedAt"]),
        ]
        assert [(row["step"], row["author_id"], row["created_at"]) for row in happened] == [
            (step, by["id"], datetime.fromisoformat(at)) for step, by, at in steps if at is not None
        ]


async def test_a_declined_transfer_goes_on_with_another_facility(
    listed: dict[str, Transfers], sign_in_here: SignIn
) -> None:
    coordinator = sign_in_here("coordinator")
    transfers = [await of_consult(coordinator, card["consult"]["id"]) for card in listed["pending"]]
    declined = [transfer for transfer in transfers if transfer["declinedOffers"]]
    reasons = [[offer["reason"] for offer in transfer["declinedOffers"]] for transfer in declined]
    assert reasons == [[moving.declined] for moving in MOVING if moving.declined is not None] != []
    for transfer in declined:
        (offer,) = transfer["declinedOffers"]
        assert offer["facilityName"] != transfer["preferredFacility"]["facilityName"]


async def test_a_transfer_is_closed_with_its_cancelled_consult(
    listed: dict[str, Transfers], sign_in_here: SignIn
) -> None:
    closed = [card for card in listed["all"] if card not in listed["pending"] + listed["completed"]]
    assert [card["closedReason"] for card in closed] == ["consultCancelled"]
    coordinator = sign_in_here("coordinator")
    consult = (await coordinator.get(f"/consults/{closed[0]['consult']['id']}")).json()
    assert consult["completeType"] == "cancelled"
    assert [consult["cancellationReason"]] == [moving.cancelled for moving in MOVING if moving.cancelled is not None]


def test_most_sign_offs_are_written_and_match_their_consults(query: Query) -> None:
    ended = query("""
        select service_line_id, complete_type, completed_at, signed_off_at, signatory_id, completed_by_id, content
        from consults left join sign_off_notes on consult_id = consults.id
        left join sign_off_versions using (consult_id)
        where state = 'completed' and complete_type <> 'cancelled'
    """)
    signed: dict[str, list[bool]] = {}
    for row in ended:
        line = line_of(row["service_line_id"])
        signed.setdefault(line.slug, []).append(row["content"] is not None)
        form = line.note or line.sign_off
        if row["content"] is None:
            continue
        assert form is not None
        content = form.content.model_validate(row["content"])
        assert getattr(content, "typeof_call", row["complete_type"]) == row["complete_type"]
        assert content.model_dump(mode="json", by_alias=True) == row["content"]
        assert row["completed_at"] < row["signed_off_at"] < NOW
        assert row["signatory_id"] == row["completed_by_id"]
    signing = {line.slug for line in all_lines() if line.sign_off is not None or line.note is not None}
    assert {slug for slug, all_of in signed.items() if any(all_of)} == signing
    every = [one for slug in signing for one in signed[slug]]
    assert len(every) / 2 < sum(every) < len(every)


@pytest.mark.parametrize("slug", sorted(line.slug for line in all_lines()))
def test_every_lines_samples_pass_its_own_schema(slug: str) -> None:
    line = next(line for line in all_lines() if line.slug == slug)
    moment = datetime.now(UTC)
    assert len(samples()[slug]) >= 5
    for sample in samples()[slug]:
        request = request_of(line, {"callbackNumber": "(555) 010-0100", **sample_at(sample, moment)})
        assert request.is_emergency <= line.allows_emergency


def test_the_intervals_between_times_of_a_sample_are_kept() -> None:
    moved = sample_at({"a": {"first": "2026-01-01T10:00:00Z", "last": "2026-01-01T12:00:00+00:00"}, "b": "2026"}, NOW)
    last = NOW - LATEST_BEFORE
    assert moved == {
        "a": {
            "first": (last - timedelta(hours=2)).isoformat().replace("+00:00", "Z"),
            "last": last.isoformat().replace("+00:00", "Z"),
        },
        "b": "2026",
    }
