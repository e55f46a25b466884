"""What is due is removed, what is held stays, and the audit trail stays whole."""

# ruff: noqa: S608 - statements consist of constants

import uuid
from collections.abc import AsyncIterator, Iterator
from types import SimpleNamespace
from typing import Any, Final, cast

import psycopg
import pytest

from wardline.access.current_user import CurrentUser
from wardline.audit.checking import check_chain
from wardline.audit.state import state_of
from wardline.audit.verifying import verify
from wardline.audit.witnesses.contract import Record
from wardline.audit.witnesses.shipping import ship
from wardline.consults.repository import ConsultRepository
from wardline.core.db.database import Database
from wardline.emergency_access.repository import EmergencyAccessRepository
from wardline.retention import removing, selecting
from wardline.retention.kinds import SIX_YEARS
from wardline.retention.tables import UNDER_A_CONSULT, WITH_THE_LAST_CONSULT
from wardline.settings import Settings

Owner = psycopg.Connection[Any]
OLD: Final = "now() - interval '3 years'"
_USER: Final = "(select min(id) from users)"
_WHOLE_CONSULT: Final = f"""
with o as (
  select l.id as location_id, f.organization_id from location_units l join facilities f on f.id = l.facility_id
  order by l.id limit 1
), p as (
  insert into patients (id, organization_id, name_given, name_family, birth_date, is_emr, created_at)
  select gen_random_uuid(), organization_id, 'Ada', 'Marsh', '1950-01-01', false, {OLD} from o returning id
), e as (
  insert into encounters (id, patient_id, location_id, organization_id, status, created_at)
  select gen_random_uuid(), p.id, o.location_id, o.organization_id, 'finished', {OLD} from o, p returning id
), c as (
  insert into consults (
    id, patient_id, encounter_id, organization_id, location_id, service_line_id, callback_number, detail,
    detail_version, state, created_at, created_by_id, completed_at, completed_by_id, complete_type,
    changed_at, name_vector
  )
  select %(consult)s, p.id, e.id, o.organization_id, o.location_id, s.id, '(555) 010-0100', '{{}}', 1, 'completed',
    {OLD}, {_USER}, {OLD}, {_USER}, 'videoConsult', {OLD}, array_to_tsvector(array['ada'])
  from o, p, e, (select min(service_line_id) as id from priorities where priorities.id = 3) s
  returning id, service_line_id
), t as (
  insert into timeline_entries (consult_id, task_type, created_at, author_id)
  select id, 'consult-creation', {OLD}, {_USER} from c returning id
), n as (
  insert into sign_off_notes (consult_id, status, signatory_id, signed_off_at)
  select id, 'Signed', {_USER}, {OLD} from c returning consult_id
), v as (
  insert into sign_off_versions (consult_id, version, doc_type, content, content_sha256, author_id, created_at)
  select consult_id, 1, 'Note', '{{}}', '', {_USER}, {OLD} from n returning consult_id
), d as (
  insert into deliveries (channel, lane, receiver, reference, state, created_at, wanted_at, delivered_at)
  select channel, channel, channel, left(md5(random()::text), 20), 'delivered', {OLD}, {OLD}, {OLD}
  from unnest(array['fax', 'text']) channel returning id, channel
), a as (
  insert into delivery_attempts (delivery_id, number, began_at) select id, 1, {OLD} from d
), sd as (
  insert into sign_off_deliveries (delivery_id, consult_id, version)
  select d.id, v.consult_id, 1 from d, v where d.channel = 'fax'
), x as (
  insert into escalations (
    consult_id, service_line_id, kind, priority, completion_limit, position, started_at, ended_at, end_reason
  ) select id, service_line_id, 'request', 'urgent', 60, 1, {OLD}, {OLD}, 'acknowledged' from c returning id
), y as (
  insert into notices (escalation_id, position, user_id, target, channel, queued_at, due_at, delivery_id)
  select x.id, 1, {_USER}, 'allNotifications', 'text', {OLD}, {OLD}, d.id from x, d where d.channel = 'text'
), m as (
  insert into meetings (id, external_id, consult_id, opened_at)
  select gen_random_uuid(), gen_random_uuid(), id, {OLD} from c returning id
)
insert into notifications (id, user_id, consult_id, kind, created_at, is_new, dismissed)
select gen_random_uuid(), {_USER}, c.id, 'SignoffNoteSigned', {OLD}, false, true from c
"""

_TRANSFER: Final = f"""
insert into transfers (
  id, consult_id, organization_id, location_id, service_line_id, author_id, created_at, state, referring_physician,
  referring_location_number, preferred_facility_id, facility_location_id, preferred_transportation_mode, stroke_level
) select gen_random_uuid(), consults.id, organization_id, location_id, service_line_id, {_USER}, {OLD}, 'requested',
  'Dr. Rowan', '(555) 010-0100', facilities.id, facilities.id, 'Air', 'Level 1'
from consults, (select min(id) as id from facilities) facilities where consults.id = %s
"""

_AUDITED: Final = """
insert into audit_entries (at, request_id, user_id, action, status, code, address, organization_ids, consult_ids,
  patient_ids, emr_ids)
select now() - (n || ' years')::interval, 'request-' || n, 1, 'getConsult', 200, null, '10.0.0.7',
  array[(select min(id) from organizations)], array[%(consult)s::uuid], '{}', array['MRN-' || n]
from generate_series(9, 1, -1) n
"""

_ALSO_ABOUT_ANOTHER: Final = """
update audit_entries set organization_ids = organization_ids || (select max(id) from organizations)
where request_id = 'request-9'
"""
_HOLD_OF_ANOTHER: Final = f"""
insert into legal_holds (organization_id, reason, by_id, at)
select max(id), 'A suit of the other one', {_USER}, now() from organizations
"""

_VERSIONS: Final = """
insert into network_versions (kind, code, number, at, source, document)
values ('unit', 'ward', 1, '2014-06-01', 'found', '{}'), ('unit', 'ward', 2, '2016-06-01', 'found', '{}')
"""
"""The first was in force in all of 2015."""


@pytest.fixture
def owner(cloned: tuple[str, str]) -> Iterator[Owner]:
    with psycopg.connect(cloned[1].replace("+psycopg", ""), autocommit=True) as connection:
        yield connection


@pytest.fixture
async def database(cloned: tuple[str, str]) -> AsyncIterator[Database]:
    database = Database(cloned[0], pool_size=2)
    yield database
    await database.close()


def add_consult(owner: Owner) -> uuid.UUID:
    """A consult of three years ago with a row in most of the tables below it."""
    consult = uuid.uuid4()
    owner.execute(_WHOLE_CONSULT, {"consult": consult})
    return consult


def keep(owner: Owner, kind: str, days: int | None, organization: str = "c.organization_id") -> None:
    owner.execute(
        "insert into retention_periods (kind, organization_id, days, by_id, at)"
        f" select %s, {organization}, %s, {_USER}, now() from (select min(id) as id from users) u"
        " left join consults c on true limit 1",
        (kind, days),
    )


def hold(owner: Owner, **subject: Any) -> None:
    values = {"consult_id": None, "patient_id": None, "from_at": None, "until_at": None} | subject
    owner.execute(
        "insert into legal_holds (organization_id, consult_id, patient_id, from_at, until_at, reason, by_id, at)"
        " select organization_id, %(consult_id)s, %(patient_id)s, %(from_at)s, %(until_at)s, 'A suit', "
        f"{_USER}, now() from consults limit 1",
        values,
    )


def value(owner: Owner, query: str, *parameters: Any) -> Any:
    row = owner.execute(query, parameters).fetchone()
    return row[0] if row is not None else None


def who_reaches(organization_ids: set[int]) -> CurrentUser:
    return cast(
        CurrentUser, SimpleNamespace(accessible_organization_ids=organization_ids, accessible_line_ids=range(1, 50))
    )


def consults(owner: Owner) -> set[uuid.UUID]:
    return {row[0] for row in owner.execute("select id from consults")}


def apply(cloned: tuple[str, str], **options: Any) -> dict[str, int]:
    run = removing.apply(cloned[1], "tester", [], **({"pause": lambda _: None} | options))
    return run.counts if run is not None else {}


def planned(cloned: tuple[str, str]) -> dict[str, int]:
    return {due.kind.value: due.count for due in removing.plan(cloned[1], [])}


def test_nothing_is_removed_unless_there_is_a_period(cloned: tuple[str, str], owner: Owner) -> None:
    consult = add_consult(owner)
    assert planned(cloned) == {}
    assert removing.apply(cloned[1], "tester", []) is None
    keep(owner, "consults", 400)
    keep(owner, "consults", None)
    assert planned(cloned) == {}
    assert consults(owner) == {consult}


async def test_a_consult_leaves_a_row_without_a_patient_and_what_is_held_stays(
    cloned: tuple[str, str], owner: Owner, database: Database
) -> None:
    removed, held, of_patient, of_time = (add_consult(owner) for _ in range(4))
    for statement in (
        "update consults set created_at = '2020-01-05', completed_at = '2020-01-06' where id = %s",
        "update escalations set started_at = '2020-01-05', ended_at = '2020-01-06' where consult_id = %s",
    ):
        owner.execute(statement, [of_time])
    owner.execute(_VERSIONS)
    hold(owner, from_at="2015-01-01", until_at="2015-02-01")
    hold(owner, consult_id=held)
    hold(owner, patient_id=value(owner, "select patient_id from consults where id = %s", of_patient))
    hold(owner, from_at="2020-01-01", until_at="2020-02-01")
    owner.execute(_TRANSFER, [removed])
    keep(owner, "consults", 400)
    assert planned(cloned) == {}, "a transfer still runs"
    owner.execute("delete from transfers")
    keep(owner, "pagingProof", 400)
    keep(owner, "networkVersions", SIX_YEARS, "null::integer")
    expected = planned(cloned)
    assert expected == {"consults": 1, "pagingProof": 1}
    assert apply(cloned) == expected
    assert consults(owner) == {held, of_patient, of_time}
    for table in (*UNDER_A_CONSULT, *WITH_THE_LAST_CONSULT, "deliveries", "delivery_attempts"):
        assert value(owner, f"select count(*) from {table}") % 3 == 0, table
    tombstone = owner.execute("select id, closed_at - created_at, run_id from removed_consults").fetchall()
    assert [(row[0], row[2]) for row in tombstone] == [(removed, 1)]
    async with database.session() as session:
        assert await ConsultRepository(session).removed_at(who_reaches({1}), removed) is not None
        assert await ConsultRepository(session).removed_at(who_reaches({2}), removed) is None
        lines = await EmergencyAccessRepository(session).lines_of([removed, held])
        assert lines == dict.fromkeys([removed, held], "Tele-Neuro")
    owner.execute("update legal_holds set ended_at = now(), ended_by_id = by_id, end_reason = 'Settled'")
    assert apply(cloned) == {"consults": 3, "pagingProof": 3, "networkVersions": 1}
    assert consults(owner) == set()
    assert owner.execute("select count(*) from patients").fetchone() == (0,)


class Ended(Exception):
    """The process ends here."""


def test_a_run_that_was_cut_off_goes_on(cloned: tuple[str, str], owner: Owner, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(selecting, "CONSULTS", 2)
    for _ in range(5):
        add_consult(owner)
    keep(owner, "consults", 400)

    def end(_seconds: float) -> None:
        raise Ended

    with pytest.raises(Ended):
        apply(cloned, pause=end)
    assert len(consults(owner)) == 3
    assert apply(cloned) == {"consults": 5}
    runs = owner.execute("select id, ended_at is not null from retention_runs").fetchall()
    assert runs == [(1, True)]
    assert owner.execute("select count(*) from removed_consults where run_id = 1").fetchone() == (5,)


class Memory:
    name = "memory"

    def __init__(self) -> None:
        self.records: list[Record] = []

    async def send(self, records: Any) -> None:
        self.records += records


async def test_the_chain_verifies_without_the_content_but_not_without_the_run(
    cloned: tuple[str, str], owner: Owner, database: Database, settings: Settings
) -> None:
    consult = add_consult(owner)
    owner.execute(_AUDITED, {"consult": consult})
    before = await verify(database)
    keep(owner, "auditEntries", SIX_YEARS)
    newest = owner.execute("select id from audit_entries where request_id = 'request-7'").fetchone()
    assert planned(cloned) == {"auditEntries": 3}
    for position in (2, 3):
        owner.execute(
            "insert into audit_witnesses values ('copy', %s, '', 0) on conflict (name) do update"
            " set position = excluded.position",
            [position],
        )
        assert [due.count for due in removing.plan(cloned[1], ["copy"])] == [position]
    assert removing.plan(cloned[1], ["copy", "none yet"]) == []
    owner.execute("delete from audit_witnesses")
    owner.execute(_ALSO_ABOUT_ANOTHER)
    assert planned(cloned) == {"auditEntries": 2}
    keep(owner, "auditEntries", SIX_YEARS, "(select max(id) from organizations)")
    assert planned(cloned) == {"auditEntries": 3}
    owner.execute(_HOLD_OF_ANOTHER)
    assert planned(cloned) == {"auditEntries": 2}
    owner.execute("update legal_holds set ended_at = now(), ended_by_id = by_id, end_reason = 'Settled'")
    assert apply(cloned) == {"auditEntries": 3}
    assert owner.execute("select count(*) from audit_entries where emr_ids <> '{}'").fetchone() == (6,)
    after = await verify(database, known=before.head)
    assert (after.fault, after.removed, after.entries) == (None, 3, before.entries + 2)
    await check_chain(database)
    assert owner.execute("select count(*) from audit_checks where fault is not null").fetchone() == (0,)
    async with database.session() as session:
        state = await state_of(session, settings)
    assert state.removed == 3
    assert [(each.entries, each.last_entry_id) for each in state.removals] == [(3, *(newest or ()))]
    witness = Memory()
    await ship(database, witness)
    assert len(witness.records) == after.entries
    # What no run has removed cannot be passed off as removed, nor can the beginning of the chain be changed.
    owner.execute("delete from audit_entries where request_id = 'request-5'")
    owner.execute("update audit_links set removal = 1, removed_at = now() where position = 5")
    assert (await verify(database)).fault == (
        "the content of link 1 is missing, and the chain has no removal that accounts for it"
    )
    await check_chain(database)
    assert owner.execute("select count(*) from audit_checks where fault is not null").fetchone() == (0,)
